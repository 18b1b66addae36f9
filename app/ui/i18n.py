"""Words in the language chosen: English is the key, Chinese lives in `i18n/zh/<area>.toml`; switched live.

`tr("Import")`, `tr("{n} memory", "{n} memories", n=3)`, `tr("Open||a palace")`: what follows `||` tells
two meanings apart and is never shown. Whole numbers among the facts are grouped as the language groups them.
Typography is done here once: a blank between Chinese and Latin is written in the catalogue as an ordinary
one and shown thin, or not at all where Chinese was filled in; quoted facts have their own quotes made single.
"""

import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime
from functools import cache
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from app.domain.errors import KnownError
from app.domain.labels import Label
from app.domain.rooms import BY_KEY
from app.resources import resource

LANGUAGES: Final = ("en", "zh")
THIN_SPACE: Final = "\u2009"
NARROW_SPACE: Final = "\u202f"  # before the per cent sign, in English
_HAN: Final = r"\u3400-\u9fff"
_FULL: Final = _HAN + r"\u3001-\u301b\uff01-\uff5e“”‘’…"
#: a blank of a Chinese template that parts it from Latin, a figure or a fact
_WRITTEN: Final = re.compile(rf"(?<=[{_HAN}]) (?=[A-Za-z0-9{{])|(?<=[A-Za-z0-9}}]) (?=[{_HAN}])")
#: such a blank after Chinese was filled in
_NEEDLESS: Final = re.compile(rf"(?<=[{_FULL}]){THIN_SPACE}(?=[{_FULL}])")
#: between a Chinese character and a Latin letter, where a fact was filled in without a blank
_BETWEEN: Final = re.compile(rf"(?<=[{_HAN}])(?=[A-Za-z])|(?<=[A-Za-z])(?=[{_HAN}])")
#: a fact that the template puts between quotes
_QUOTED: Final = re.compile(r"“\{(\w+)\}”")
_ROOMS: Final = frozenset({"room", "from_room", "to_room"})  # facts of a label that name a room by its key
_MONTH: Final = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_SINGLE: Final = str.maketrans("“”", "‘’")


class _Live:
    """The language in use and Qt's own translator for it."""

    language = "en"
    translator: QTranslator | None = None


_live = _Live()


def language() -> str:
    """The language in use, `en` or `zh`."""
    return _live.language


def locale() -> QLocale:
    """The locale of the language in use."""
    if _live.language == "zh":
        return QLocale(QLocale.Language.Chinese, QLocale.Country.China)
    return QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)


def system_language() -> str:
    """`zh` where the system speaks Chinese, else `en`."""
    return "zh" if QLocale.system().language() == QLocale.Language.Chinese else "en"


def choose(choice: str) -> None:
    """Switch to `en`, `zh` or the system's language; every widget gets a `LanguageChange`."""
    _live.language = choice if choice in LANGUAGES else system_language()
    app = QCoreApplication.instance()
    if app is None:
        return
    if _live.translator is not None:
        app.removeTranslator(_live.translator)
        _live.translator = None
    QLocale.setDefault(locale())
    if _live.language == "zh":
        translator = QTranslator(app)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if translator.load(locale(), "qtbase", "_", folder):
            app.installTranslator(translator)
            _live.translator = translator
    for window in QApplication.topLevelWidgets():
        QCoreApplication.sendEvent(window, QEvent(QEvent.Type.LanguageChange))


@cache
def catalogue(code: str) -> Mapping[str, str]:
    """All areas of a language in one."""
    words: dict[str, str] = {}
    for path in sorted(resource(f"i18n/{code}").glob("*.toml")):
        words |= tomllib.loads(path.read_text(encoding="utf-8"))
    return {text: _WRITTEN.sub(THIN_SPACE, said) for text, said in words.items()}


class _Facts(dict[str, object]):
    """Facts of a sentence as shown: whole numbers grouped."""

    def __getitem__(self, key: str) -> object:
        value = super().__getitem__(key)
        grouped = isinstance(value, int) and not isinstance(value, bool)
        return format_number(value) if grouped else value  # type: ignore[arg-type]


def tr(text: str, plural: str | None = None, /, **facts: object) -> str:
    """Say `text` in the language chosen; with `plural`, the fact `n` decides (English only)."""
    if _live.language == "en":
        chosen = plural if plural is not None and facts.get("n") != 1 else text
    else:
        chosen = catalogue(_live.language).get(text, text)
    chosen = chosen.split("||", 1)[0]
    shown = {name: said(value) if isinstance(value, Label) else value for name, value in facts.items()}
    filled = chosen.format_map(_Facts(_requoted(chosen, shown))) if facts else chosen
    if _live.language == "zh":
        return _BETWEEN.sub(THIN_SPACE, _NEEDLESS.sub("", filled))
    return filled.replace(" %", f"{NARROW_SPACE}%")


def _requoted(template: str, facts: Mapping[str, object]) -> Mapping[str, object]:
    """Quotes inside a quoted fact become single: `Undo “Move ‘The walk’ to Attic”`."""
    inner = {name: facts[name] for name in _QUOTED.findall(template) if isinstance(facts.get(name), str)}
    return {**facts, **{name: str(value).translate(_SINGLE) for name, value in inner.items()}}


def said(label: Label) -> str:
    """Say what an edit, run or task is called, in the language chosen; rooms, months and days among its facts are named."""
    return tr(label.template, **{name: _named(name, fact) for name, fact in label.facts.items()})


def _named(name: str, fact: object) -> object:
    if not isinstance(fact, str):
        return fact
    if name in _ROOMS and (room := BY_KEY.get(fact)) is not None:
        return room.zh if _live.language == "zh" else room.en
    if name == "month" and _MONTH.fullmatch(fact):
        return format_month(fact)
    if name == "day" and _DAY.fullmatch(fact):
        with suppress(ValueError):
            return format_day(date.fromisoformat(fact), year=True)
    return fact


def told(error: KnownError) -> tuple[str, str]:
    """Message and remedy of an error, in the language chosen."""
    facts = dict(error.facts)
    remedy = tr(error.remedy_template, **facts) if error.remedy_template else ""
    return tr(error.template, **facts), remedy


def format_number(value: float, digits: int = 0) -> str:
    """Write a number as the language groups it: `18,204`, `5.2`."""
    if isinstance(value, int) and digits == 0:
        return locale().toString(value)
    return locale().toString(float(value), "f", digits)


def format_day(day: date, *, year: bool | None = None, weekday: bool = False, short: bool = False) -> str:
    """Write a day: `1 March 2026`, `2 Mar`, `2026年3月1日`; the year is left out when it is this one's, unless asked."""
    with_year = day.year != datetime.now().astimezone().year if year is None else year
    if _live.language == "zh":
        words = f"{day.year}年" if with_year else ""
        words += f"{day.month}月{day.day}日"
        return f"{words} {locale().dayName(day.isoweekday())}" if weekday else words
    words = f"{day.day} {_month_name(day.month, short=short)}" + (f" {day.year}" if with_year else "")
    return f"{locale().dayName(day.isoweekday())}, {words}" if weekday else words


def format_month(key: str, *, year: bool = True, short: bool = False) -> str:
    """Write a month key: `2026-03` → `March 2026`, `Mar 2026`, `2026年3月`."""
    written_year, month = key.split("-")
    if _live.language == "zh":
        return f"{written_year}年{int(month)}月" if year else f"{int(month)}月"
    name = _month_name(int(month), short=short)
    return f"{name} {written_year}" if year else name


def _month_name(month: int, *, short: bool) -> str:
    name = locale().standaloneMonthName(month)
    return name[:3] if short else name  # Qt’s own short form knows a `Sept`


def format_time(moment: datetime) -> str:
    """Write the time of day: `19:42`."""
    return moment.strftime("%H:%M")
