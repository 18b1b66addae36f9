"""Recall tags in every spelling of a month; each month once, and what names none is told."""

from datetime import date

import pytest
from domain.making import golden

from app.domain.months.recall_tags import find, read_month

TODAY = date(2026, 4, 3)


@pytest.mark.parametrize(
    "written",
    [
        "2026-03",
        "2026-3",
        "2026/3",
        "2026.03",
        "2026年3月",
        "2026年3",
        "2026年三月",
        "二〇二六年三月",
        "２０２６-０３",
        "March 2026",
        "Mar 2026",
        "2026 March",
        "03/2026",
        "202603",
        "2026-03-17",
        "2026年3月17日",
        "上个月",
        "last month",
        "三月",
    ],
)
def test_every_spelling_is_march(written):
    (tag,) = find(f"等一下，[[RECALL: {written}]]我想想。", TODAY)
    assert tag.month == "2026-03"
    assert tag.text == f"[[RECALL: {written}]]"


@pytest.mark.parametrize(
    "tag", ["[[recall:2026-03]]", "[[ Recall ： 2026-03 ]]", "［［ＲＥＣＡＬＬ：2026-03］］"]
)
def test_every_spelling_of_the_tag(tag):
    assert [one.month for one in find(f"a {tag} b")] == ["2026-03"]


@pytest.mark.parametrize("case", golden("recall")["regex"], ids=lambda case: case["t"])
def test_what_that_program_found_is_found_and_more(case):
    assert [one.month for one in find(case["t"])] == ["2026-02"]


def test_all_distinct_tags_of_a_reply_in_its_order():
    reply = "[[RECALL: 2026-03]] 然后 [[RECALL: 2025年12月]]，还有 [[RECALL: 2026/3]]"
    found = find(reply)
    assert [one.month for one in found] == ["2026-03", "2025-12"]
    assert [reply[one.start : one.end] for one in found] == [one.text for one in found]


@pytest.mark.parametrize("written", ["2026", "那时候", "2026-13", "0000-00", "", "a\nb", "x" * 60])
def test_what_names_no_month_is_told(written):
    assert [one.month for one in find(f"[[RECALL: {written}]]", TODAY)] == [None]


@pytest.mark.parametrize("reply", ["", "[RECALL: 2026-03]", "[[RECALL: 2026-03", "[[RECAL: 2026-03]]"])
def test_no_tag_is_no_tag(reply):
    assert find(reply) == []


def test_two_months_at_once_are_none():
    assert read_month("between last month and this month", TODAY) is None
