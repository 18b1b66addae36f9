"""Places in a text as Qt counts them: in units of UTF-16, two of which are one character beyond the first plane."""


def units(text: str, place: int) -> int:
    """Give Qt's count of the place of a character."""
    return place + sum(1 for sign in text[:place] if ord(sign) > 0xFFFF)


def place(text: str, units: int) -> int:
    """Give the place of the character at Qt's count."""
    head = text.encode("utf-16-le", "surrogatepass")[: units * 2]
    return len(head.decode("utf-16-le", "ignore"))
