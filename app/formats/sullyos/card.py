"""SullyOS's character card: one profile without logs."""

from collections.abc import Iterator
from typing import Final

from app.domain.errors import KnownError
from app.domain.records import Closing, Found, Record
from app.formats.account import Account
from app.formats.json_file import JsonFile
from app.formats.sullyos.characters import profile

TYPE: Final = "sully_character_card"


def read(file: JsonFile) -> Iterator[Found | Record | Closing]:
    """Yield the character; its id is its name, for a card has none."""
    account = Account()
    value = {name: file.plain(field, account) for name, field in file.outline.fields.items()}
    name = value.get("name")
    if not isinstance(name, str) or not name.strip():
        raise KnownError(
            "import.card",
            "{file} is a character card without a name.",
            "Give it a name and import it again.",
            file=file.name,
        )
    yield Found("sullyos", "card", file.encoding.name, "sullyos", needs_timezone=False)
    clean = account.clean(name)
    yield profile(f"card:{clean}", clean, None, value, account, card=True)
    yield account.closing()
