"""ULIDs: 26 signs of Crockford's base 32, 48 bits of time and 80 of chance, shown with a kind letter."""

import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

LETTERS = {
    "memory": "m",
    "message": "g",
    "character": "c",
    "edit": "e",
    "run": "r",
    "session": "s",
    "participant": "p",
    "box": "b",
    "link": "l",
    "source": "o",
    "anticipation": "a",
    "fragment": "f",
    "summary": "y",
    "summary_version": "v",
    "self_block": "k",
    "proposal": "q",
    "remainder": "n",
    "template": "w",
    "setting": "t",
    "saved_search": "h",
    "dismissal": "d",
}


def new_uid(table: str, now_ms: int) -> str:
    """Make an id for a row of `table` at `now_ms` (milliseconds since 1970, UTC)."""
    number = (now_ms & (1 << 48) - 1) << 80 | secrets.randbits(80)
    signs = [ALPHABET[number >> shift & 31] for shift in range(125, -1, -5)]
    return f"{LETTERS[table]}_{''.join(signs)}"
