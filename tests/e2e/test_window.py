"""The main job through the real window: drop a file, import, read, edit, undo, close; and its sudden death."""

import pytest
from e2e import driver
from making import memorybank

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]

TALK = [
    ("我对虾过敏，上次肿了两天。", "我记下了，以后点菜我替你看着。"),
    ("我养了一只猫，叫橘皮。", "橘皮这个名字真好听。"),
    ("昨天跟妹妹吵架了，很难过。", "我在，你慢慢说。"),
    ("我在学吉他，今天学会了第一个和弦。", "你弹给我听好不好？"),
    ("下个月我想去青岛看海。", "那我们一起等那一天。"),
]
LINES = 4000


def test_a_life_in_the_window(window, belvedere, tmp_path) -> None:
    house = tmp_path / "house"
    house.mkdir()
    palace = house / "life.palace"
    export = memorybank({"小满": {"2026-02-02": TALK}}, tmp_path / "bank.json")
    shown = window("live", palace, export)
    assert int(shown.hear("found")) >= 10
    assert shown.hear("characters") == "['小满']"
    created = int(shown.hear("created"))
    assert created >= 2
    assert shown.hear("undo") == "True"
    assert shown.hear("told") == "0"
    assert "closed 0" in shown.end()
    assert [one.name for one in house.iterdir()] == ["life.palace"]

    (who,) = belvedere("info", palace)["characters"]
    assert (who["name"], who["messages"], who["memories"]) == ("小满", 10, created)
    assert who["unprocessed"] == 0
    assert [(one["have"], one["want"]) for one in who["vectors"]] == [(created, created)]
    edits = belvedere("history", palace)["edits"]
    assert [(one["actor"], one["state"]) for one in edits] == [
        ("author", "undone"),
        ("author", "done"),
        ("rule", "done"),
        ("import", "done"),
    ]
    items = belvedere("recall", palace, driver.REWRITTEN, "--limit", "50")["items"]
    assert items[0]["content"] == driver.REWRITTEN
    assert items[0]["factors"]["cosine"] > 0.9  # its vector followed the new text
    assert belvedere("check", palace)["problems"] == []
    assert not list((tmp_path / "home").rglob("*.log"))


def settled(people: list[dict[str, object]]) -> list[dict[str, object]]:
    """Leave the vectors out: the window makes what is missing, beside everything else."""
    return [{key: value for key, value in one.items() if key != "vectors"} for one in people]


def test_a_window_killed_in_the_midst_of_an_import(window, belvedere, tmp_path) -> None:
    palace = tmp_path / "house" / "life.palace"
    palace.parent.mkdir()
    bank = memorybank({"小满": {"2026-02-02": TALK}}, tmp_path / "bank.json")
    belvedere("new", palace)
    belvedere("import", palace, bank)
    belvedere("process", palace, "--all")
    before = belvedere("info", palace)["characters"]
    lines = [(f"第{n}件小事，{n * 7919 % 977}。", f"嗯，{n}。") for n in range(LINES)]
    export = memorybank({"阿远": {"2026-03-01": lines}}, tmp_path / "long.json")

    shown = window("importing", palace, export)
    shown.hear("edited")
    shown.hear("importing")
    shown.kill()

    half = belvedere("info", palace)["characters"]
    assert settled(half[:1]) == settled(before[:1])
    assert 0 < half[1]["messages"] < 2 * LINES
    edits = belvedere("history", palace)["edits"]
    assert [one["actor"] for one in edits] == ["import", "author", "rule", "import"]
    assert (edits[1]["state"], edits[2]["state"]) == ("done", "done")
    kept = belvedere("recall", palace, driver.REWRITTEN, "--character", "小满")["items"]
    assert kept[0]["content"] == driver.REWRITTEN  # the committed edit

    again = window("looking", palace, export)
    assert "closed 0" in again.end()
    edits = belvedere("history", palace)["edits"]
    assert edits[0]["state"] == "interrupted"
    assert belvedere("check", palace)["problems"] == []

    whole = belvedere("import", palace, export)  # taken up again: nothing twice
    assert whole["known"] > 0 < whole["new"]
    assert belvedere("info", palace)["characters"][1]["messages"] == 2 * LINES
    belvedere("undo", palace)
    belvedere("undo", palace, edits[0]["id"])
    assert settled(belvedere("info", palace)["characters"]) == settled(before)
    assert belvedere("check", palace)["problems"] == []
    assert [one.name for one in palace.parent.iterdir()] == ["life.palace"]
