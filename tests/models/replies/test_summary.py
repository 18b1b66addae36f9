"""A summary told from a stub, an error's text, an echo and the wrong language."""

import pytest

from app.models.replies.reader import read_prose
from app.models.replies.summary import ECHO, ERROR, OTHER_LANGUAGE, STUB, judged, tongue

ZH = "这个月她考完了试，十一日修好了收音机，十七日我们听见了第一声。二十日她拿到九十一分，说是小小的奇迹。"
EN = "This month she passed her exam, repaired the radio on the 11th, and on the 17th we heard it speak for the first time."


@pytest.mark.parametrize(
    ("text", "languages", "reason"),
    [
        (ZH, {"zh"}, None),
        (EN, {"en"}, None),
        (EN, {"zh"}, OTHER_LANGUAGE),
        (ZH, {"en"}, OTHER_LANGUAGE),
        (ZH, {"zh", "en"}, None),
        (
            "Dieser Monat war ruhig, und das Radio sprach wieder am siebzehnten. " * 2 + "Gut.",
            {"en"},
            None,
        ),  # Latin letters are as far as we tell
        (
            "В этом месяце она сдала экзамен и починила радио, а семнадцатого оно заговорило.",
            {"en"},
            OTHER_LANGUAGE,
        ),
        (
            "이번 달에 그녀는 시험에 합격했고 라디오를 고쳤다. 우리는 바다에 대해 이야기했다.",
            {"zh"},
            OTHER_LANGUAGE,
        ),
        ("这个月很平静。", {"zh"}, STUB),
        ("OK", {"en"}, STUB),
        ("(No summary)", {"en"}, STUB),
        ("（无总结）", {"zh"}, STUB),
        ("好的，已完成总结。", {"zh"}, STUB),
        ("HTTP 502 Bad Gateway: upstream did not answer in time, nginx", {"en"}, ERROR),
        (
            "<!DOCTYPE html><html><body>Service temporarily unavailable, come back soon</body></html>",
            {"en"},
            ERROR,
        ),
        ("余额不足，请充值后继续使用本服务，或者联系客服了解套餐的具体情况和价格。", {"zh"}, ERROR),
        (f"{EN} <<<days 0123456789ab", {"en"}, ECHO),
        (f"{EN} It was an error of mine to doubt the radio, and no connection refused us.", {"en"}, None),
        (f"{ZH}她把系统错误那一章背了三遍，笑自己太认真。", {"zh"}, None),
    ],
)
def test_what_is_a_summary(text, languages, reason):
    reading = judged(read_prose(text), languages, 400)
    assert reading.reasons == ((reason,) if reason else ())
    assert reading.usable is (reason is None)
    assert reading.text == text


def test_a_long_log_wants_more_than_a_line():
    assert judged(read_prose(EN), {"en"}, 200).usable
    assert judged(read_prose(EN[:90]), {"en"}, 4_000).reasons == (STUB,)


@pytest.mark.parametrize(
    ("text", "found"), [("", None), ("12:30", None), ("Hallo", "en"), ("東京は雨です", None), ("你好", "zh")]
)
def test_the_tongue_of_a_text(text, found):
    assert tongue(text) == found


def test_a_list_of_days_that_quotes_is_no_story():
    told = "- 3月5日，TA说「我对虾过敏」。\n- 3月6日，TA说「下个月去青岛」。\n- 3月9日，我答「好」。"
    assert read_prose(told).usable
