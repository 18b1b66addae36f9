"""Every word shown is there in both languages, and no translation lies about unused."""

import ast
import re
import string
import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from app.domain.errors import KnownError
from app.domain.labels import Label
from app.domain.mood import CORE_MOODS
from app.resources import resource
from app.ui import i18n, words
from app.ui.i18n import NARROW_SPACE, THIN_SPACE, tr

ROOT = Path(__file__).parents[2]
ZH = resource("i18n/zh")
# The command line speaks English only: a contract for scripts, so what app/cli says needs no Chinese.
LAYERS = ("domain", "formats", "models", "storage", "engine", "ui")
HAN = r"[\u3400-\u9fff]"


def _texts(tree: ast.AST) -> list[tuple[str, int]]:
    """English templates in a module: first argument of `tr` and `mark`, both texts of a `KnownError`."""
    found: list[tuple[str, int]] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        arguments = {"tr": node.args[:1], "mark": node.args[:1], "KnownError": node.args[1:3]}.get(name, [])
        for argument in arguments:
            for leaf in ast.walk(argument):
                assert not isinstance(leaf, ast.JoinedStr), (
                    f"an f-string is never found again, line {leaf.lineno}"
                )
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value:
                found.append((argument.value, node.lineno))
    return found


@cache
def _said() -> Mapping[str, str]:
    """English text of every layer that speaks in the window → a place that says it."""
    said: dict[str, str] = {}
    for path in sorted(path for layer in LAYERS for path in (ROOT / "app" / layer).rglob("*.py")):
        for text, line in _texts(ast.parse(path.read_text(encoding="utf-8"))):
            said.setdefault(text, f"{path.relative_to(ROOT).as_posix()}:{line}")
    return said


def _fields(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("layer", LAYERS)
def test_every_text_is_translated(layer: str) -> None:
    catalogue = i18n.catalogue("zh")
    said = {text: place for text, place in _said().items() if place.startswith(f"app/{layer}/")}
    missing = {text: place for text, place in said.items() if text not in catalogue}
    assert not missing, "\n".join(f"{place}: {text!r}" for text, place in missing.items())


def test_english_is_set_like_print() -> None:
    """Curly quotes, one ellipsis, no exclamation marks, no "AI"."""
    wrong = {text: place for text, place in _said().items() if re.search(r"['\"!]|\.\.\.|\bAI\b", text)}
    assert not wrong, "\n".join(f"{place}: {text!r}" for text, place in wrong.items())


def test_no_translation_is_unused() -> None:
    unused = set(i18n.catalogue("zh")) - set(_said())
    assert not unused, "\n".join(sorted(unused))


@pytest.mark.parametrize("path", sorted(ZH.glob("*.toml")), ids=lambda path: path.stem)
def test_translations_keep_their_fields_and_punctuation(path: Path) -> None:
    for english, chinese in tomllib.loads(path.read_text(encoding="utf-8")).items():
        assert _fields(chinese) <= _fields(english), english
        assert _fields(english) - _fields(chinese) <= {"n"}, english
        assert not re.search(rf"{HAN}[,;:?!()]|[()]{HAN}", chinese), f"half-width punctuation: {chinese}"
        assert not re.search(r"[「」『』！]|\.\.\.|'|\"", chinese), f"marks we do not use: {chinese}"
        assert not re.search(rf"{HAN} {HAN}|[，。；：？、] | [，。；：？、]", chinese), (
            f"a blank too many: {chinese}"
        )
        assert english.endswith(".") <= chinese.endswith(("。", "”")), f"the full stop is lost: {chinese}"


def test_areas_agree_on_words_they_share() -> None:
    seen: dict[str, tuple[str, str]] = {}
    for path in sorted(ZH.glob("*.toml")):
        for english, chinese in tomllib.loads(path.read_text(encoding="utf-8")).items():
            other = seen.setdefault(english, (chinese, path.stem))
            assert other[0] == chinese, f"{english!r}: {other[1]} and {path.stem} differ"


def test_plural_and_context_and_grouping(dressed: object) -> None:
    assert tr("{n} memory", "{n} memories", n=1) == "1 memory"
    assert tr("{n} memory", "{n} memories", n=18204) == "18,204 memories"
    assert tr("Open||verb") == "Open"
    assert tr("100 % of it") == f"100{NARROW_SPACE}% of it"


def test_a_blank_between_scripts_is_thin_and_goes_between_chinese(dressed: object) -> None:
    i18n.choose("zh")
    assert tr("{n} memory", "{n} memories", n=3) == f"3{THIN_SPACE}条记忆"
    assert tr("{name} is empty.", name="log.json") == f"log.json{THIN_SPACE}是空的。"
    assert tr("{name} is empty.", name="聊天记录") == "聊天记录是空的。"
    assert tr("{name}’s palace", name="Wren") == f"Wren{THIN_SPACE}的宫殿"


def test_quotes_within_quotes_are_single(dressed: object) -> None:
    label = Label("Move “{title}” to {room}", {"title": "The walk", "room": "attic"})
    assert tr("Undo “{label}”", label=label) == "Undo “Move ‘The walk’ to Attic”"
    i18n.choose("zh")
    label = Label("Move “{title}” to {room}", {"title": "散步", "room": "attic"})
    assert tr("Undo “{label}”", label=label) == "撤销“把‘散步’移到阁楼”"


def test_a_label_is_said_where_it_is_shown_however_deep(dressed: object) -> None:
    move = Label("Move {count} to {room}", {"count": 3, "room": "study"})
    undo = Label("Undo “{label}”", {"label": move, "run": None})
    error = KnownError(
        "undo.sealed", "“{label}” can be read but no longer undone. Nothing was changed.", label=undo
    )
    assert i18n.said(undo) == "Undo “Move 3 to Study”"
    assert i18n.told(error)[0].startswith("“Undo ‘Move 3 to Study’” can")
    i18n.choose("zh")
    assert i18n.said(undo) == "撤销“把 3 条记忆移到书房”".replace(" ", THIN_SPACE)
    assert "Move" not in i18n.told(error)[0]


@pytest.mark.parametrize(
    ("template", "facts", "english", "chinese"),
    [
        (
            "Write the text of {month}",
            {"month": "2026-03"},
            "Write the text of March 2026",
            "写 2026年3月的月度总结",
        ),
        (
            "Write the text of {month}",
            {"month": "spring"},
            "Write the text of spring",
            "写 spring 的月度总结",
        ),
        (
            "Move an entry to {day}",
            {"day": "2026-03-11"},
            "Move an entry to 11 March 2026",
            "把一条日记录移到 2026年3月11日",
        ),
        (
            "Move an entry to {day}",
            {"day": "2026-02-31"},
            "Move an entry to 2026-02-31",
            "把一条日记录移到 2026-02-31",
        ),
    ],
)
def test_months_and_days_of_a_label_are_said_as_the_language_says_them(
    dressed: object, template: str, facts: Mapping[str, object], english: str, chinese: str
) -> None:
    assert i18n.said(Label(template, facts)) == english
    i18n.choose("zh")
    assert i18n.said(Label(template, facts)) == chinese.replace(" ", THIN_SPACE)


def test_moods_are_named_by_the_domain(dressed: object) -> None:
    assert words.mood_name("愤怒") == "angry"
    assert words.mood_name("失落") == "失落"
    assert words.mood_name(None) == "–"
    i18n.choose("zh")
    assert [words.mood_name(mood.key) for mood in CORE_MOODS] == [mood.zh for mood in CORE_MOODS]


def test_dates_and_numbers_in_both_languages(dressed: object) -> None:
    day = date(2024, 3, 1)
    assert i18n.format_day(day, year=True) == "1 March 2024"
    assert i18n.format_day(day, year=False, short=True) == "1 Mar"
    assert i18n.format_day(day.replace(month=9), year=False, short=True) == "1 Sep"
    assert i18n.format_day(day, weekday=True) == "Friday, 1 March 2024"
    assert i18n.format_month("2026-03") == "March 2026"
    assert i18n.format_number(5.25, 1) in {"5.2", "5.3"}
    i18n.choose("zh")
    assert i18n.format_day(day, year=True) == "2024年3月1日"
    assert i18n.format_day(day, weekday=True) == "2024年3月1日 星期五"
    assert i18n.format_month("2026-03") == "2026年3月"
    assert i18n.format_number(18204) == "18,204"


def test_a_switch_reaches_every_widget_and_qts_own_words(dressed: object, qtbot: object) -> None:
    heard: list[str] = []

    class Child(QWidget):
        def changeEvent(self, event: QEvent) -> None:
            if event.type() == QEvent.Type.LanguageChange:
                heard.append(i18n.language())
            super().changeEvent(event)

    window = QWidget()
    qtbot.addWidget(window)  # type: ignore[attr-defined]
    middle = QWidget(window)
    Child(middle)
    i18n.choose("zh")
    assert "zh" in heard
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)  # type: ignore[attr-defined]
    assert box.buttons()[0].text() == "取消"


def test_a_known_error_is_told_in_the_language(dressed: object) -> None:
    error = KnownError("x", "No palace is open.", "Open a palace or step into the demo.")
    assert i18n.told(error) == ("No palace is open.", "Open a palace or step into the demo.")
    i18n.choose("zh")
    assert i18n.told(error)[0] == "还没有打开宫殿。"
