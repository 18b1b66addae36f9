"""English word forms, as far as it takes to see that went and going are one word."""

from typing import Final

_IRREGULAR_VERBS: Final = """
be am is are was were been; go went gone; do did done does; have has had; make made; take took taken; get got gotten
say said; tell told; feel felt; come came; see saw seen; buy bought; meet met; lose lost; find found; eat ate eaten
give gave given; leave left; keep kept; begin began begun; run ran; spend spent; write wrote written; read; sing sang sung
win won; break broke broken; think thought; know knew known; sleep slept; send sent; learn learnt; grow grew grown
draw drew drawn; fly flew flown; drive drove driven; speak spoke spoken; sell sold; teach taught; catch caught; fall fell fallen
mean meant; hear heard; hold held; bring brought; stand stood; pay paid; sit sat; lie lay lain; lead led; understand understood; rise rose
swim swam swum; drink drank drunk; wear wore worn; forget forgot forgotten; choose chose chosen; wake woke woken; ride rode
steal stole stolen; throw threw thrown; become became; cut; hurt; let; put; quit; fight fought; build built; forgive forgave forgiven
leap leapt; dream dreamt; burn burnt; spell spelt; spill spilt; kneel knelt; lean leant; smell smelt; creep crept; weep wept
sweep swept; deal dealt; lend lent; bend bent; shoot shot; light lit; hide hid hidden; slide slid; shine shone; cling clung
fling flung; sting stung; swing swung; hang hung; dig dug; spin spun; stick stuck; strike struck; spring sprang sprung
sink sank sunk; shrink shrank shrunk; ring rang rung; blow blew blown; freeze froze frozen; weave wove woven; tear tore torn
swear swore sworn; seek sought; shake shook shaken; mistake mistook mistaken; spit spat; bite bitten; feed fed
bleed bled; flee fled; hit; set; shut; spread; split; upset; burst
"""
_IRREGULAR_NOUNS: Final = """
child children; man men; woman women; person people; foot feet; tooth teeth; mouse mice; wife wives; knife knives; life lives
"""


def _by_form(table: str) -> dict[str, str]:
    """Give the first of each row, by every form in it."""
    rows = [row.split() for line in table.strip().splitlines() for row in line.split(";")]
    return {form: forms[0] for forms in rows for form in forms}


_VERBS: Final = _by_form(_IRREGULAR_VERBS)
_IRREGULAR: Final = _VERBS | _by_form(_IRREGULAR_NOUNS)
_PAST: Final = frozenset(form for form, first in _VERBS.items() if first != form)
_ENDINGS: Final = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", ""), ("ly", ""))


def is_verb_form(word: str) -> bool:
    """Tell a lower-case word that can only be a form of a verb: went, gone, walked, walking."""
    return word in _PAST or word.endswith(("ed", "ing"))


def stem(word: str) -> str:
    """Give one form for the forms of a lower-case word: irregular ones by table, others by cutting endings."""
    if word in _IRREGULAR:
        return _IRREGULAR[word].removesuffix("e") if len(_IRREGULAR[word]) > 3 else _IRREGULAR[word]
    for ending, rest in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + rest
            break
    if word in _IRREGULAR:
        word = _IRREGULAR[word]
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word
