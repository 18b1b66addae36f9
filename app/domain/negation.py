"""What a text denies: the words under a 不, 没, not, never, and whether another text affirms them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from app.domain.english import stem
from app.domain.stop_words import STOP_WORDS

# Words with a negating sign that deny nothing.
_ZH_IDIOMS: Final = re.compile(
    "不得不|不但|不仅|不过|不管|不论|不断|不错|不同|不好意思|不久|不小心|不知不觉|不禁|差不多|对不起|忍不住|了不起|恨不得"
    "|说不定|要不|不如|不少|不停|没想到|没事|没关系|没准|特别|别人|别的|个别|分别|告别|区别|级别|性别|离别|道别|别墅|别扭|未来|未必"
    "|非得|不是不|不会不|不能不|没有不|不可能不|未婚[夫妻]|无论|无聊|莫名|是不是|能不能|会不会|要不要|好不好|有没有|非常|非得|除非|不得了|不见不散|三天两头"
)
_ZH_NEGATOR: Final = re.compile(
    "没有人|没有|没人|无人|没法|无法|不敢|难以|从不|不再|很少|拒绝|停止|戒掉|戒了|戒(?=[烟酒赌糖])|放弃|错过|缺席|取消|推掉|谢绝|婉拒|缺乏|缺少|差一?点|险些|假装|忘了|忘记|懒得|舍不得|断了?(?=联系|往来|来往)|不|没|未|别|勿|无"
)
# Two that cancel each other: 从没忘记, 很少不带, can't not, never failed to
_ZH_TWICE: Final = re.compile(
    "(?:从[不没未]|没有?|不|未|很少)(?:曾|会|再)?(?:忘记|忘了?|拒绝|放弃|错过|缺席|取消|缺少|不)(?![是了])"
)
_EN_TWICE: Final = re.compile(
    r"\b(?:not|never|[a-z]+n't) (?:ever )?(?:not|fail(?:s|ed|ing)? to|forg[eo]t(?:s|ten)? to|miss(?:e[sd])?|refuse[sd]?(?: to)?)\b"
)
# never without asking is always asking
_EN_UNLESS: Final = re.compile(r"\b(?:not|never|[a-z]+n't)\b([^,.!?;]{0,60}?)\bwithout\b")
# nobody but her mother is her mother
_EN_ONLY: Final = re.compile(r"\b(?:nobody|no one|nothing)\b([^,.!?;]{0,60}?)\b(?:but|like|except)\b")
# 不看完不肯睡 is 看完才肯睡
_ZH_UNLESS: Final = re.compile("[不没]([^，。！？,!?也又不没]{1,4}[到完好了][^，。！？,!?也又不没]{0,6})不")
# Words under which a predicate is as good as denied, though they deny nothing themselves.
_ZH_SHADOW: Final = re.compile("怕[\u4e00-\u9fff]{0,2}$")
# 离开不算最难: what stands before is denied.
_ZH_NOT_IT: Final = re.compile("[\u4e00-\u9fff]{2}(?:不算|不是)")
# Between a negation and what it denies.
_ZH_LIGHT: Final = re.compile(
    "(?:再也?|会|能够?|想|要|敢|肯|太|很|怎么|那么|这么|曾|有|去|来|过|了|好好|真的|一直|经常|总是|在|跟|和|是)+"
)
_ZH_COMPLEMENT: Final = re.compile(r"(?<=[\u4e00-\u9fff])不(?=[了下到完起着出来惯住进动清懂])")
_ZH_WORD: Final = re.compile("[\u4e00-\u9fff]{1,2}")
_ZH_REACH: Final = 7

_EN_NEGATOR: Final = re.compile(
    r"\b(?:not|never|no|nor|neither|without|cannot|unable|hardly|barely|rarely|seldom|stopped|quit|refuses?|refused|avoids?|lacks?|lacked|keeps? [a-z]+ from|kept [a-z]+ from|prevents?|prevented"
    r"|instead of|rather than|done(?= [a-z]+ing)|g[ai]v(?:e|es|en|ing) up|drop(?:s|ped|ping)? out of|(?:stay|keep|kept)(?:s|ed)? away from|fail(?:s|ed|ing)? to|forg[eo]t(?:s|ten)? to|pretend(?:s|ed|ing)? to|skip(?:s|ped)?|denie[sd]"
    r"|turn(?:s|ed) down|reject(?:s|ed)?|declined?|cancel(?:s|led|ed)?|back(?:s|ed) out|(?:too [a-z]+|afraid|scared) to|(?:almost|nearly)(?= (?:[a-z]+ed|lost|fell|got|came|went|quit|died|left|broke|forgot)\b)|nobody|none|[a-z]+n't)\b"
)
_EN_IDIOMS: Final = re.compile(
    r"\b(?:no matter|no doubt|not only|no wonder|can't help|couldn't help|can't wait|couldn't wait|no one else|why not)\b"
)
_EN_NOBODY: Final = re.compile(
    r"[a-z']+(?: (?:to|it|about|of))? (?:nobody|no one|nothing|none|nowhere|not)\b"
)
#: "not … unless" says that it is done, under a condition
_EN_UNDER: Final = re.compile(r"[^.!?;]*\b(?:unless|until|till)\b")
_LIGHT_WORDS: Final = "able going gonna longer really always even ever yet still anymore again get got getting much manage managed bother bothered bring herself himself myself themselves"
_EN_LIGHT: Final = STOP_WORDS | frozenset(_LIGHT_WORDS.split())
_EN_GET: Final = frozenset(("get", "got", "getting"))
_EN_PARTICLES: Final = frozenset(("into", "in", "on", "over", "along", "through", "out", "off", "back"))
_EN_REACH: Final = 5
_EN_PREFIXES: Final = ("un", "dis", "in", "im", "ir", "non")
_EN_WORD: Final = re.compile(r"[a-z]+(?:'[a-z]+)?")
_CLAUSE: Final = re.compile("[，。！？；,.!?;]|\\bbut\\b|\\band\\b|但是|可是|不过")


@dataclass(frozen=True, slots=True)
class Denial:
    """What one text denies and the other affirms: the words with their negation, and without."""

    denied: str
    affirmed: str


def contradiction(left: str, right: str, *, chinese: bool) -> tuple[str, str] | None:
    """Give the words that one of two texts (in flat form) denies and the other affirms, left first."""
    if _negations(left, chinese=chinese) == _negations(right, chinese=chinese):
        return None  # as often denied: the words were chosen anew
    for one, other, turned in ((left, right, False), (right, left, True)):
        for denial in _denials(one, other, chinese=chinese):
            return (denial.affirmed, denial.denied) if turned else (denial.denied, denial.affirmed)
    return None


def _negations(flat: str, *, chinese: bool) -> int:
    negator = _ZH_NEGATOR if chinese else _EN_NEGATOR
    return len(negator.findall(without_idioms(flat, chinese=chinese)))


def negated(flat: str, at: int, *, chinese: bool) -> bool:
    """Tell whether a negation in the same clause reaches the word at a place of a text."""
    start = _clause_start(flat, at)
    text = without_idioms(flat, chinese=chinese)
    if text[at] == " ":  # the second of two that cancel each other
        text = flat
    if chinese:
        return _denied_between(_ZH_NEGATOR, text, max(start, at - _ZH_REACH), at)
    words = [match.start() for match in re.finditer(r"\S+", text[start:at])][-_EN_REACH:]
    return _denied_between(_EN_NEGATOR, text, start + min(words, default=0), at) or bool(
        _EN_NOBODY.match(flat, at)
    )


def _denied_between(negator: re.Pattern[str], text: str, start: int, end: int) -> bool:
    """Tell whether a negation begins between two places; it may look at what follows."""
    return any(match.start() < end for match in negator.finditer(text, start))


def polarity(words: str, *, chinese: bool) -> tuple[bool, str]:
    """Tell whether some words deny, and give them with what denies blanked out."""
    negator = _ZH_NEGATOR if chinese else _EN_NEGATOR
    return len(negator.findall(words)) % 2 == 1, _without(negator, words)


def without_idioms(text: str, *, chinese: bool) -> str:
    """Blank the phrases that hold a negating sign but deny nothing, keeping every place."""
    if not chinese:
        text = _without(_EN_TWICE, _without(_EN_IDIOMS, text))
        return _EN_ONLY.sub(_only_between, _EN_UNLESS.sub(_only_between, text))
    return _ZH_UNLESS.sub(_only_between, _without(_ZH_TWICE, _without(_ZH_IDIOMS, text)))


def _only_between(match: re.Match[str]) -> str:
    """Blank what stands around the first group, keeping every place."""
    return (" " * (match.start(1) - match.start()) + match[1]).ljust(len(match[0]))


def turned_word(left: str, right: str) -> tuple[str, str] | None:
    """Give a word and its opposite by a mere prefix or ending, one in each English text: willing, unwilling; point, pointless."""
    one, other = ({match[0]: match.start() for match in _EN_WORD.finditer(text)} for text in (left, right))
    for here, there, turned in ((one, other, False), (other, one, True)):
        texts = (right, left) if turned else (left, right)
        for word in sorted(here.keys() - there.keys()):
            base = _turned(word)
            found = next(
                (plain for plain in sorted(there.keys() - here.keys()) if base and stem(plain) == stem(base)),
                None,
            )
            # disapproving is not approving
            if found and negated(texts[0], here[word], chinese=False) == negated(
                texts[1], there[found], chinese=False
            ):
                return (found, word) if turned else (word, found)
    return None


def _turned(word: str) -> str | None:
    """Give the word that a prefix or ending turns over."""
    for prefix in _EN_PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= 4:
            return word[len(prefix) :]
    return word.removesuffix("less") if word.endswith("less") and len(word) >= 8 else None


def _denials(one: str, other: str, *, chinese: bool) -> Iterator[Denial]:
    found = _chinese_predicates(one) if chinese else _english_predicates(one)
    affirm = _chinese_affirmed if chinese else _english_affirmed
    for predicate, words in found:
        affirmed = affirm(predicate, other)
        if affirmed:
            yield Denial(words, affirmed)


def _chinese_predicates(flat: str) -> Iterator[tuple[str, str]]:
    text = without_idioms(flat, chinese=True)
    for match in _ZH_COMPLEMENT.finditer(text):
        for length in (2, 1):
            words = text[max(0, match.start() - length) : match.start()]
            if _ZH_WORD.fullmatch(words):
                yield words, words + text[match.start() : match.end() + 1]
    for match in _ZH_NEGATOR.finditer(text):
        if _ZH_COMPLEMENT.match(text, match.start()):
            continue
        light = _ZH_LIGHT.match(text, match.end())
        for start in dict.fromkeys((light.end() if light else match.end(), match.end())):
            predicate = _ZH_WORD.match(text, start)
            if predicate:
                yield predicate[0], text[match.start() : start + len(predicate[0])]


def _chinese_affirmed(predicate: str, other: str) -> str | None:
    """Give the predicate where it stands affirmed; a single character, or the first of a pair, only if nothing is denied there."""
    text = without_idioms(other, chinese=True)
    between = "[了着过个]?".join(map(re.escape, predicate))  # 离婚, 离了婚
    found = list(re.finditer(between, text))
    if len(predicate) == 2 and found:
        return None if any(_denied_at(text, match.start()) for match in found) else found[0][0]
    if predicate in {"去", "来", "去成", "来成"}:
        gone = re.search(f"{predicate[0]}[了过]", text)
        return gone[0] if gone and not _ZH_NEGATOR.search(text) else None
    if _ZH_NEGATOR.search(text) or predicate[0] in "有去来是在会能要想":
        return None
    first = re.escape(predicate[0])
    # 吃了会肿 tells what would follow, not what is done
    match = re.search(
        f"{first}(?=[了过到着完上得成掉好出下走])(?!了[^。！？]{{0,6}}会)|(?<![不])(?:有|能[^，。！？,!?]{{0,4}}|可以|爱|喜欢){first}",
        text,
    )
    return match[0] if match else None


def _denied_at(text: str, at: int) -> bool:
    before = text[_clause_start(text, at) : at]
    return negated(text, at, chinese=True) or bool(
        _ZH_SHADOW.search(before) or _ZH_COMPLEMENT.search(text[at : at + 4]) or _ZH_NOT_IT.match(text, at)
    )


def _english_predicates(flat: str) -> Iterator[tuple[str, str]]:
    text = without_idioms(flat, chinese=False)
    for match in _EN_NEGATOR.finditer(text):
        if _EN_UNDER.match(text, match.end()):
            continue
        clause = re.match(r"(?:(?!\b(?:and|but)\b)[^,.!?;])*", text[match.end() :])
        words = list(_EN_WORD.finditer(clause[0] if clause else ""))
        for word in words[:_EN_REACH]:
            if word[0] in _EN_PARTICLES and word.start() and words[0][0] in _EN_GET:
                break  # "didn't get into school" denies the getting, not the school
            if word[0] not in _EN_LIGHT:
                yield stem(word[0]), text[match.start() : match.end() + word.end()]
                break


def _english_affirmed(predicate: str, other: str) -> str | None:
    text = without_idioms(other, chinese=False)
    found = [match for match in _EN_WORD.finditer(text) if stem(match[0]) == predicate]
    if not found or any(negated(text, match.start(), chinese=False) for match in found):
        return None
    return found[0][0]


def _clause_start(flat: str, at: int) -> int:
    ends = [match.end() for match in _CLAUSE.finditer(flat, 0, at)]
    return ends[-1] if ends else 0


def _without(idioms: re.Pattern[str], text: str) -> str:
    """Blank what a pattern finds, keeping every place."""
    return idioms.sub(lambda match: " " * len(match[0]), text)
