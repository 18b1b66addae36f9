"""The small parts: what they say, how they answer, and that they follow size and language."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.widgets import (
    Button,
    Card,
    Chip,
    Elided,
    EmptyState,
    FlowLayout,
    Mark,
    Meter,
    PanelHead,
    Part,
    Prose,
    ProseLayout,
    Segmented,
    SkeletonRows,
    Text,
    Toast,
    Toggle,
    plain_tip,
)


@pytest.fixture
def shown(dressed: QApplication, qtbot):
    def show(widget: QWidget, width: int = 400, height: int = 300) -> QWidget:
        qtbot.addWidget(widget)
        widget.resize(width, height)
        widget.show()
        return widget

    return show


def test_user_text_is_never_markup(shown) -> None:
    label = shown(Text("<img src=file:///etc/passwd><b>x</b>"))
    assert label.textFormat() == Qt.TextFormat.PlainText
    line = shown(Elided("<b>very</b> long words " * 20), 60, 20)
    assert line.toolTip().startswith("<span>&lt;b&gt;very&lt;/b&gt;")
    assert plain_tip("plain words") == "plain words"


def test_wrapped_lines_stand_apart_and_one_line_is_as_tall_as_unwrapped(shown) -> None:
    words = "Keys are never in a palace, a log, an export or a recording."
    for style in ("caption", "body"):
        one = Text(words, style).sizeHint().height()
        assert Text(words, style, wrap=True).heightForWidth(2_000) == one
        step = theme.size_px(style) * theme.line_factor(style)
        two = Text(f"{words}\n{words}", style, wrap=True).heightForWidth(2_000)
        assert two == pytest.approx(one + step, abs=1)
        assert two > 2 * one


def base(inside: QWidget, words: QWidget) -> float:
    """Where the line lies on which words stand that are centred between their margins."""
    style = "display" if isinstance(words, Text) else "body"
    metrics = QFontMetricsF(theme.font(style))
    room = words.contentsRect().translated(words.mapTo(inside, QPoint(0, 0)))
    return room.y() + room.height() / 2 + (metrics.ascent() - metrics.descent()) / 2


def test_what_stands_beside_a_title_gives_way_to_the_actions(shown) -> None:
    head = PanelHead("Living room", "64 of 137 memories, and as many words again beside it", beside=True)
    button = Button("New memory")
    head.add_action(button)
    shown(head, 360, 60)
    assert button.width() == button.sizeHint().width()
    assert head.subtitle.toolTip() == head.subtitle.text()
    shown_title, beside = (base(head, one) for one in (head.title, head.subtitle))
    assert beside == pytest.approx(shown_title, abs=1), "both stand on one line"
    head.resize(1_200, 60)
    assert head.subtitle.toolTip() == ""


def test_things_in_a_line_that_flows_stand_on_one_middle(shown) -> None:
    box = QWidget()
    flow = FlowLayout(box)
    low, high = QWidget(), QWidget()
    low.setFixedSize(40, 20)
    high.setFixedSize(40, 30)
    flow.addWidget(low)
    flow.addWidget(high)
    shown(box)
    assert low.geometry().center().y() == high.geometry().center().y()
    assert flow.heightForWidth(60) == 20 + theme.px(6) + 30


def test_text_follows_the_size_live(shown) -> None:
    box = shown(QWidget())
    column = QVBoxLayout(box)
    label, button = Text("words", "title"), Button("Do")
    column.addWidget(label)
    column.addWidget(button)
    before = label.font().pointSizeF(), button.sizeHint().height()
    theme.set_scale(1.5)
    assert label.font().pointSizeF() == pytest.approx(before[0] * 1.5)
    assert button.sizeHint().height() > before[1]


def test_segmented_chooses_by_pointer_and_keys(shown, qtbot) -> None:
    control = shown(Segmented([("a", "List"), ("b", "Board"), ("c", "Third")]))
    told: list[str] = []
    control.chosen.connect(told.append)
    control.setFocus()
    qtbot.keyClick(control, Qt.Key.Key_Right)
    qtbot.keyClick(control, Qt.Key.Key_Right)
    qtbot.keyClick(control, Qt.Key.Key_Right)
    control.resize(control.sizeHint())
    qtbot.mouseClick(
        control, Qt.MouseButton.LeftButton, pos=control.rect().topLeft() + control.rect().center() / 8
    )
    assert told == ["b", "c", "a"]
    control.set_current("b")
    assert told == ["b", "c", "a"]
    control.set_options([("b", "Tafel"), ("a", "Liste")])
    assert control.current() == "b"


def test_chip_is_a_button_only_when_asked(shown, qtbot) -> None:
    chip = shown(Chip("not true", clickable=True))
    told: list[int] = []
    chip.clicked.connect(lambda: told.append(1))
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    qtbot.keyClick(chip, Qt.Key.Key_Space)
    assert told == [1, 1]
    still = shown(Chip("tag"))
    still.clicked.connect(lambda: told.append(2))
    qtbot.mouseClick(still, Qt.MouseButton.LeftButton)
    assert told == [1, 1]
    assert Chip.room("no such room", "Cellar").text() == "Cellar"


def test_toggle_and_card(shown, qtbot) -> None:
    toggle = shown(Toggle("Less motion"))
    qtbot.mouseClick(toggle, Qt.MouseButton.LeftButton)
    assert toggle.isChecked()
    card = shown(Card("warning", "Perhaps in the wrong room", "Lasting facts live elsewhere."))
    card.add_action(Button("Move"))
    card.add_action(Button("It is fine", "quiet"))
    assert [b.text() for b in card.findChildren(QPushButton)] == ["Move", "It is fine"]


def test_toast_stays_pauses_and_takes_back(shown, qtbot) -> None:
    parent = shown(QWidget(), 800, 400)
    toast = Toast(parent)
    done: list[str] = []
    toast.say("Moved 3 to Study", callback=lambda: done.append("undone"))
    assert toast.isVisible()
    assert 11 < toast.seconds_left() <= 12 * 1.05  # a coarse timer may be that late
    toast.take_focus()
    QApplication.processEvents()
    assert toast.action.hasFocus()
    assert toast.paused()
    qtbot.mouseClick(toast.action, Qt.MouseButton.LeftButton)
    assert done == ["undone"]
    assert not toast.isVisible()
    toast.say("18,204 messages added", sticky=True)
    assert toast.paused()
    qtbot.keyClick(toast, Qt.Key.Key_Escape)
    assert not toast.isVisible()


def test_a_newer_toast_replaces_the_older(shown) -> None:
    parent = shown(QWidget(), 800, 400)
    toast = Toast(parent)
    done: list[str] = []
    toast.say("one", callback=lambda: done.append("one"))
    toast.say("two", callback=lambda: done.append("two"))
    toast.action.click()
    assert done == ["two"]
    assert "two" in toast.accessibleName()


def test_prose_wraps_cuts_and_marks(dressed: QApplication) -> None:
    text = "Mara is allergic to shrimp; I caught it on the menu again before she did. " * 4
    whole = ProseLayout(text, 300)
    cut = ProseLayout(text, 300, max_lines=2, marks=[Mark(0, 40, weight=600)])
    assert whole.lines > 2
    assert not whole.cut
    assert cut.lines == 2
    assert cut.cut
    assert cut.height == pytest.approx(2 * cut.line_height)
    assert ProseLayout("", 300).lines == 1
    assert ProseLayout("a\n\nb", 300).lines == 3


@settings(max_examples=40)
@given(st.text(max_size=60), st.integers(40, 400), st.integers(0, 3))
def test_prose_lays_out_anything(dressed: QApplication, text: str, width: int, lines: int) -> None:
    laid = ProseLayout(text, width, max_lines=lines, marks=[Mark(3, 9, "proposal_bg")])
    assert laid.lines >= 1
    if lines:
        assert laid.lines <= lines


def test_marks_count_characters_not_units(dressed: QApplication, shown) -> None:
    prose = shown(Prose("😀 menu", marks=[Mark(2, 6, underline="proposal")]))
    assert prose.heightForWidth(200) > 0
    assert prose.accessibleName() == "😀 menu"


def test_bars_say_their_parts(shown) -> None:
    meter = shown(Meter(), 200, 8)
    meter.set_parts([Part(0.7, "summaries"), Part(0.5, "days", 1)])
    assert meter.accessibleName() == "summaries, days"
    over = meter.grab().toImage()
    meter.set_parts([Part(0.7, "summaries")])
    assert over != meter.grab().toImage()


def test_flow_wraps_and_clears(shown) -> None:
    box = shown(QWidget(), 200, 200)
    flow = FlowLayout(box)
    for word in ("allergy", "Mara", "dinner", "a much longer tag"):
        flow.addWidget(QLabel(word))
    QApplication.processEvents()
    assert flow.heightForWidth(120) > flow.heightForWidth(1000)
    flow.clear()
    assert flow.count() == 0


def test_an_empty_state_gives_up_its_icon_before_its_words(shown) -> None:
    empty = shown(EmptyState("months", "Nothing is here yet.", "Begin"), 400, 300)
    icon, button = empty._icon, empty.button
    assert icon.isVisible()
    empty.resize(400, empty.minimumSizeHint().height())
    assert not icon.isVisible()
    assert empty.rect().contains(button.geometry())
    assert not empty.sentence.geometry().intersects(button.geometry())
    empty.resize(400, 300)
    assert icon.isVisible()


def test_skeleton_waits_before_it_shows(shown, qtbot) -> None:
    box = shown(QWidget())
    rows = SkeletonRows(parent=box)
    rows.begin()
    assert not rows.isVisible()
    qtbot.waitUntil(rows.isVisible, timeout=2000)
    rows.end()
    assert not rows.isVisible()
