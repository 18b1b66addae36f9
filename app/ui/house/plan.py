"""Where things stand in the drawing, in its units: lamps, labels, badges, neighbours, stars."""

from typing import Final

#: lamp centre and radius of its pool
LAMPS: Final = {
    "living_room": (330, 470, 230),
    "bedroom": (241, 326, 190),
    "study": (650, 306, 200),
    "user_room": (556, 522, 120),
    "self_room": (722, 530, 115),
    "attic": (520, 138, 130),
    "windowsill": (968, 300, 150),
}
#: baseline of the room's name
NAMES: Final = {
    "living_room": (90, 420),
    "bedroom": (90, 247),
    "study": (470, 247),
    "user_room": (515, 420),
    "self_room": (693, 420),
    "attic": (330, 142),
    "windowsill": (862, 276),
}
#: right edge and top of the badge
BADGES: Final = {
    "living_room": (478, 406),
    "bedroom": (290, 234),
    "study": (660, 234),
    "user_room": (656, 406),
    "self_room": (828, 406),
    "attic": (426, 182),
    "windowsill": (988, 387),
}
#: room for the name
WIDEST: Final = {
    "living_room": 390,
    "bedroom": 205,
    "study": 190,
    "user_room": 148,
    "self_room": 138,
    "attic": 230,
    "windowsill": 104,
}
#: from the baseline of a name up to the ceiling
UNDER_CEILING: Final = 14
#: flame and warmth stand beside the figure, for want of height
BESIDE: Final = ("attic", "windowsill")
#: geometric neighbours for the arrows
NEIGHBOURS: Final = {
    "living_room": {"up": "bedroom", "right": "user_room"},
    "bedroom": {"up": "attic", "right": "study", "down": "living_room"},
    "study": {"up": "attic", "left": "bedroom", "right": "windowsill", "down": "user_room"},
    "user_room": {"up": "study", "left": "living_room", "right": "self_room"},
    "self_room": {"up": "study", "left": "user_room", "right": "windowsill"},
    "attic": {"down": "bedroom", "left": "bedroom", "right": "study"},
    "windowsill": {"up": "attic", "left": "study", "down": "self_room"},
}
#: the beam that falls through the windowsill's pane
BEAM: Final = ((968, 262), (968, 338), (900, 366), (850, 366), (850, 330))
MOON: Final = "M926 -34a30 30 0 1 0 26 46 25 25 0 0 1-26-46z"
#: stars of the night: x, y, radius
STARS: Final = (
    (220, -43, 1.0),
    (-9, 73, 1.0),
    (263, -25, 0.8),
    (-3, 97, 1.0),
    (818, -20, 1.0),
    (989, 151, 1.0),
    (62, 88, 1.3),
    (232, 3, 1.3),
    (861, -68, 1.0),
    (869, 62, 1.0),
    (56, 50, 1.0),
    (713, -32, 1.3),
    (177, 37, 0.8),
    (165, 43, 1.3),
    (929, -44, 0.8),
    (721, 2, 1.3),
    (982, 121, 1.0),
)
#: below this warmth a lamp is not lit
LIT_FROM: Final = 0.15
#: a nearly full room warns from this share of its capacity
NEARLY_FULL: Final = 0.9
