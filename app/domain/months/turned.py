"""A sentence that affirms what the day denies, or says the opposite of it."""

import re
from typing import Final

from app.domain.negation import contradiction
from app.domain.opposites import clash

# Where a denial denies nothing: sold out, there had been some; so glad that we agree; what was only wished.
_NOT_SO: Final = re.compile(
    r"\bno [^.,;]{1,40}? left\b|\bno (?:more|longer)\b|\bagree more\b|\blong time no\b"
    r"|\b(?:wish(?:es|ed)?|if|regrets?|regretted|would have|could have|should have|almost|nearly)\b"
    "|要是|如果|希望|本来|差点|差一点|后悔|早知|幸好|万一|就算"
)
# 看不懂, 没收上来: what failed is not the deed.
_MANNER: Final = re.compile(
    "[\u4e00-\u9fff]不[\u4e00-\u9fff]|^(?:喜欢|爱|能|可以|有)[\u4e00-\u9fff]$|[没不][跟和对给把被让为]|[没未][\u4e00-\u9fff][上到完起着出来住进动清懂成齐]"
)


def turned(said: str, told: str, *, chinese: bool) -> tuple[str, str] | None:
    """Give the words of a sentence and those of a day's (both in flat form) of which one denies or excludes the other."""
    if _NOT_SO.search(said) or _NOT_SO.search(told):
        return None
    found = contradiction(said, told, chinese=chinese)
    if found is None:
        other = clash(said, told, chinese=chinese)
        found = (other.left, other.right) if other and other.kind == "opposite" else None
    if found and chinese and any(_MANNER.search(words) for words in found):
        return None
    # words with a gap between them stand nowhere as they are given
    return found if found and found[0] in said else None
