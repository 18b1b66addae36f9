"""`info`: what is in a palace, to the last key of the contract."""

from cli.conftest import Belvedere, unchanged

from app.domain.rooms import ROOM_KEYS

KEYS = {"ok", "verb", "palace", "schema", "size", "characters"}
CHARACTER = {
    *(
        "uid",
        "name",
        "source_ids",
        "timezone",
        "messages",
        "memories",
        "unprocessed",
        "unread",
        "rooms",
        "months",
    ),
    *("links", "vectors"),
}


def test_the_keys(belvedere: Belvedere, made) -> None:
    path = made("read")
    with unchanged(path.parent):
        info = belvedere("info", path).document
    assert set(info) == KEYS
    assert (info["schema"], info["size"]) == (1, path.stat().st_size)
    for one in info["characters"]:
        assert set(one) == CHARACTER
        assert [room["room"] for room in one["rooms"]] == list(ROOM_KEYS)
        assert all(set(room) == {"room", "total", "active", "evicted"} for room in one["rooms"])
        assert [set(vector) for vector in one["vectors"]] == [{"model", "dim", "have", "want"}]


def test_the_numbers(belvedere: Belvedere, made) -> None:
    full, ada = belvedere("info", made("read"))["characters"]
    assert (full["name"], full["source_ids"], full["timezone"]) == ("小满", ["小满"], "Asia/Shanghai")
    assert (full["messages"], ada["messages"]) == (12, 6)
    assert (full["unprocessed"], full["unread"]) == (0, 0)
    assert full["memories"] == sum(room["total"] for room in full["rooms"]) > 0
    assert full["vectors"][0]["have"] == full["vectors"][0]["want"]
    assert belvedere("info", made("chat"))["characters"][0]["unread"] == 12


def test_in_words(belvedere: Belvedere, made) -> None:
    out = belvedere("info", made("read"), text=True).out
    assert "小满" in out
    assert "12 messages (0 unread, 0 beyond the newest)" in out
