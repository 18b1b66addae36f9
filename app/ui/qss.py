"""The one short style sheet: radius, padding and hairlines for Qt's own controls. Never used per row or cell."""

from collections.abc import Callable

_GROUNDS = ("window", "panel", "raised", "sky", "accent_soft", "proposal_bg", "warning_soft")

_SHEET = """
QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QSpinBox, QDateEdit, QDateTimeEdit {{
  background: {raised}; color: {text}; border: 1px solid {line_strong}; border-radius: {r6}px;
  padding: {p4}px {p8}px; selection-background-color: {selection}; selection-color: {selection_text}; }}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QComboBox:focus {{ border-color: {focus}; }}
QLineEdit:disabled, QComboBox:disabled {{ color: {text_muted}; border-color: {line}; }}
QLineEdit[bare="true"], QPlainTextEdit[bare="true"], QTextEdit[bare="true"] {{
  border: none; background: transparent; padding: 0; }}
QSpinBox QLineEdit, QComboBox QLineEdit {{ border: none; background: transparent; padding: 0; }}
QSpinBox::up-button, QSpinBox::down-button {{ width: 0; border: none; }}
QSlider::groove:horizontal {{ height: {p4}px; background: {line}; border-radius: {p2}px; }}
QSlider::sub-page:horizontal {{ background: {accent}; border-radius: {p2}px; }}
QSlider::handle:horizontal {{ background: {raised}; border: {p2}px solid {accent}; width: {p10}px;
  margin: -{p5}px 0; border-radius: {r7}px; }}
QComboBox {{ padding-right: {p24}px; }}
QComboBox::drop-down {{ border: none; width: {p24}px; }}
QComboBox::down-arrow {{ image: none; width: 0; height: 0; }}
QComboBox QAbstractItemView {{ background: {raised}; border: 1px solid {line_strong}; padding: {p4}px; outline: 0;
  selection-background-color: {selection}; selection-color: {selection_text}; }}
QMenu {{ background: {raised}; color: {text}; border: 1px solid {line_strong}; border-radius: {r6}px;
  padding: {p4}px; }}
QMenu::item {{ padding: {p6}px {p24}px {p6}px {p12}px; border-radius: {r4}px; }}
QMenu::item:selected {{ background: {selection}; color: {selection_text}; }}
QMenu::item:disabled {{ color: {text_muted}; }}
QMenu::icon {{ padding-left: {p8}px; }}
QMenu::separator {{ height: 1px; background: {line}; margin: {p4}px {p8}px; }}
QToolTip {{ background: {raised}; color: {text}; border: 1px solid {line_strong}; padding: {p4}px {p6}px; }}
QScrollArea, QAbstractScrollArea#plain {{ background: transparent; border: none; }}
QAbstractItemView {{ background: transparent; border: none; outline: 0; }}
QHeaderView, QHeaderView::section {{ background: transparent; color: {text_muted}; border: none; }}
QHeaderView::section {{ padding: 0 {p10}px 0 0; }}
QScrollBar:vertical {{ background: transparent; width: {p10}px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {p10}px; margin: 0; }}
QScrollBar::handle {{ background: {scroll}; border-radius: {r3}px; margin: {p2}px; min-height: {p24}px;
  min-width: {p24}px; }}
QScrollBar::handle:hover {{ background: {line_strong}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
  background: transparent; border: none; width: 0; height: 0; }}
QTabBar::tab {{ background: transparent; color: {text_muted}; border: none; border-bottom: {p2}px solid transparent;
  padding: {p6}px 0; margin-right: {p24}px; }}
QTabBar::tab:hover, QTabBar::tab:selected {{ color: {text}; }}
QTabBar::tab:selected {{ border-bottom-color: {accent}; }}
QSplitter::handle:vertical {{ background: transparent; border-top: 1px solid {line}; }}
QCheckBox {{ spacing: {p8}px; }}
"""


def sheet(colour: Callable[[str], str], px: Callable[[float], int]) -> str:
    """Fill the sheet from roles and sizes."""
    names = (
        "raised",
        "text",
        "text_muted",
        "line",
        "line_strong",
        "selection",
        "selection_text",
        "focus",
        "accent",
    )
    values: dict[str, object] = {name: colour(name) for name in names}
    values |= {f"p{n}": px(n) for n in (2, 4, 5, 6, 8, 10, 12, 24)}
    values |= {f"r{n}": px(n) for n in (3, 4, 6, 7)}
    values["scroll"] = colour("line")
    grounds = "".join(f'*[ground="{role}"] {{ background: {colour(role)}; }}\n' for role in _GROUNDS)
    return _SHEET.format_map(values) + grounds
