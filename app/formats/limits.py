"""How much a foreign file may ask of us: every bound on untrusted input, in one place (DESIGN §7)."""

from typing import Final

MAX_DEPTH: Final = 200
MAX_DIGITS: Final = 4_300
MAX_VALUE: Final = 64 << 20  # characters of one JSON value held at once
MAX_TEXT: Final = 64 << 20  # bytes of a file that must be held whole: a text dump, or JSON that is not UTF-8
BLOCK: Final = 1 << 20  # bytes read at once

MAX_ENTRIES: Final = 50_000
MAX_RATIO: Final = 200  # inflated / stored, of the archive and of each large entry
SMALL_ENTRY: Final = 1 << 20  # below this an entry's own ratio harms nobody
MAX_INFLATED: Final = 8 << 30

REMAINDER_PART: Final = 256 << 10  # characters of JSON: decoding one part must not hold the window's thread

CHILD_MEMORY: Final = 1 << 30  # bytes of address space of the reading process
CHILD_CPU: Final = 600  # seconds of processor time
CHILD_STALL: Final = 60.0  # seconds without a word before the reading process is given up
