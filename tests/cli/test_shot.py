"""`shot`: what is asked of the painter; what it paints is looked at in a process of its own."""

from pathlib import Path

import pytest
from cli.conftest import Belvedere

from app.ui import shot


@pytest.fixture
def asked(monkeypatch) -> list:
    calls: list = []

    def shoot(palace: Path, out: Path, **options: object) -> list[Path]:
        calls.append((palace, out, options))
        return [out / "01-palace-dark-zh.png"]

    monkeypatch.setattr(shot, "shoot", shoot)
    return calls


def test_the_options(belvedere: Belvedere, asked, tmp_path) -> None:
    options = ("--panel", "palace", "--theme", "dark", "--lang", "zh", "--size", "1280x800", "--scale", "2")
    said = belvedere("shot", "a.palace", tmp_path, *options).document
    assert set(said) == {"ok", "verb", "palace", "pictures"}
    assert said["pictures"] == [str(tmp_path / "01-palace-dark-zh.png")]
    wanted = {"panel": "palace", "theme": "dark", "language": "zh", "size": (1280, 800), "scale": 2.0}
    assert asked == [(Path("a.palace"), tmp_path, wanted)]


def test_the_defaults(belvedere: Belvedere, asked, tmp_path) -> None:
    belvedere("shot", "a.palace", tmp_path)
    assert asked[0][2] == {
        "panel": None,
        "theme": "light",
        "language": "en",
        "size": (1440, 900),
        "scale": 1.0,
    }
