"""`formats`: what is read and written, with what each carries and loses."""

from cli.conftest import Belvedere


def test_the_list(belvedere: Belvedere) -> None:
    said = belvedere("formats").document
    assert set(said) == {"ok", "verb", "palace", "formats"}
    names = {one["name"] for one in said["formats"]}
    assert {"memorybank", "sullyos-zip", "sullyos-palace", "sullyos-card", "sullyos-text"} <= names
    for one in said["formats"]:
        assert {"name", "title", "reads", "writes", "carries", "loses"} == set(one)
        assert one["carries"]
        assert one["loses"]
        assert one["reads"] or one["writes"]


def test_in_words(belvedere: Belvedere) -> None:
    out = belvedere("formats", text=True).out
    assert "memorybank: " in out
    assert "  loses " in out
