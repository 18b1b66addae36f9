"""Tell a refusal and a continued story from an answer, in English and Chinese."""

import re
from collections.abc import Sequence
from typing import Final

_HEAD: Final = 400  # characters in which a refusal shows itself

_CANNOT_EN: Final = (
    r"(?:can(?:no|')?t|can not|cannot|won't|will not|am not able to|'m not able to|(?:am|'m) unable to|must decline"
    r"|have to decline|(?:am|'m) not comfortable|not able to|unable to)"
)
_TASK_EN: Final = (
    r"(?:assist|help|comply|fulfil+|provide|generate|creat|continu|produc|write|summari[sz]|extract|process|respond"
    r"|answer|complet|engage|discuss|support|share|carry out|do that|do this|with (?:that|this))"
)
_CANNOT_ZH: Final = r"(?:无法|不能|没办法|没法|不便|不可以|不会|拒绝|难以|不被允许|不适合)"
_TASK_ZH: Final = r"(?:协助|帮助|帮你|帮您|帮到|提供|生成|创作|继续|处理|完成|满足|回答|回应|执行|讨论|总结|提取|撰写|写出|给出|参与|支持|配合|响应|请求|要求|内容|任务)"
_SELF: Final = (
    r"as an? (?:ai|artificial intelligence|(?:large )?language model|assistant)\b|\bi(?: am|'m) (?:just |only )?an? (?:ai|language model)"
    r"|作为(?:一个|一名|一款)?(?:人工智能|ai|语言模型|大语言模型|大模型|智能助手|助手)|我(?:只)?是(?:一个|一名|一款)?(?:人工智能|ai|语言模型|大语言模型)"
)
_REFUSAL: Final = re.compile(
    rf"(?:{_SELF})[^。\n]{{0,80}}?(?:{_CANNOT_EN}|{_CANNOT_ZH}|do(?:n't| not) have|没有)"
    rf"|\bi(?:'m| am)? ?(?:really |deeply |truly |very |so )?sorry\b[^。\n]{{0,60}}?{_CANNOT_EN}[^。\n]{{0,40}}?{_TASK_EN}"
    rf"|\b(?:sorry|apologi[sz]e|unfortunately|regret)\b[^。\n]{{0,60}}?\bi[^。\n]{{0,20}}?{_CANNOT_EN}[^。\n]{{0,40}}?{_TASK_EN}"
    rf"|\A\W*i(?:'m| am)? ?{_CANNOT_EN} (?:\w+ )?{_TASK_EN}"
    rf"|(?:抱歉|对不起|不好意思|很遗憾|非常遗憾)[^。\n]{{0,30}}?(?:我|您|你|这)?[^。\n]{{0,20}}?{_CANNOT_ZH}[^。\n]{{0,16}}?{_TASK_ZH}"
    rf"|\A\W*我{_CANNOT_ZH}(?:为(?:您|你))?(?:协助|提供|生成|继续|处理|完成|满足|回答|执行|总结|提取|撰写)[^。\n]{{0,20}}?(?:请求|要求|内容|任务|对话|问题|总结)"
    r"|(?:违反|不符合|有悖)[^。\n]{0,12}(?:政策|准则|规定|规范|法律法规|使用条款)|(?:violat|against)\w* (?:\w+ ){0,3}(?:polic|guideline)"
    r"|\A\W*(?:作为|由于)[^。\n]{0,20}内容(?:过滤|安全)|换个话题(?:吧|聊)|\A\W*(?:refuse|refusal|n/?a)\W*\Z",
    re.IGNORECASE,
)

_ACTION: Final = re.compile(r"(?<!\*)\*(?!\*)[^*\n]{2,80}\*(?!\*)|^[（(][^（）()\n]{2,60}[）)]")
_SPEECH: Final = re.compile(r"[“「『\"].*[”」』\"]\W*$|.{0,12}[“「『].+[”」』]")
_REPORTS: Final = re.compile(
    r"[-*•·–—]\s|\d|on \d|on the \d", re.IGNORECASE
)  # a line of a list, or one that gives a day
_ROLE: Final = re.compile(r"(?:user|assistant|human|system|用户|助手|旁白|narrator)\s?[:：]", re.IGNORECASE)
_LINE: Final = 300  # characters of a line that are looked at
_LINES: Final = 400


def refuses(text: str) -> bool:
    """Whether a text declines the task; a character's “I can't lie to you any more” does not."""
    return _REFUSAL.search(text[:_HEAD].replace("’", "'")) is not None


def continues_story(text: str, names: Sequence[str] = ()) -> bool:
    """Whether prose plays on (stage directions, speeches, speakers) where a report was wanted."""
    lines = [line.strip()[:_LINE] for line in text.splitlines() if line.strip()][:_LINES]
    speakers = tuple(f"{name}{colon}" for name in names if name for colon in ":：")
    marks = sum(len(_ACTION.findall(line)) for line in lines)
    plain = [line.replace("*", "") for line in lines]
    marks += sum(bool(_ROLE.match(line)) or line.startswith(speakers) for line in plain)
    if marks >= 2 or (marks and len(lines) <= 2):
        return True
    spoken = sum(_SPEECH.match(line) is not None for line in lines if not _REPORTS.match(line))
    return len(lines) > 1 and spoken * 2 > len(lines)
