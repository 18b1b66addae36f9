"""Parts of the report: skips as a table, shortened changes, names, zones, the files that wait."""

import csv
import io
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from app.domain.records import Found, MessageRecord, Skip
from app.domain.when import instant
from app.engine.ingest.account import Account, Imported
from app.ui import diff
from app.ui.importing import naming, zones
from app.ui.importing.pages import Queue
from app.ui.importing.side import SidePage, shortened
from app.ui.importing.skips import as_csv, grouped


def _account() -> Account:
    account = Account(Found("sullyos", "zip-v2", "utf-8", "sullyos", needs_timezone=False))
    for place in ("messages[3]", "messages[9]"):
        account.skip(Skip("messages", place, "It has no text."))
    account.skip(Skip("links", "=HYPERLINK(1)", "It links a memory with itself."))
    account.count("messages", "new", 18204)
    account.count("memories", "new", 949)
    return account


def test_skips_are_gathered_by_reason(dressed: object) -> None:
    first, second = grouped(_account())
    assert (first.count, first.places, first.place) == (2, 2, "messages[3]")
    assert second.kind == "links"


@given(st.text(alphabet="=+-@\t\rab,\"'\n", max_size=12))
def test_no_cell_of_the_table_begins_like_a_formula(place: str) -> None:
    account = Account()
    account.skip(Skip("=kind", place, "+reason"))
    for row in list(csv.reader(io.StringIO(as_csv(account), newline="")))[1:]:
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)
        assert row[1].removeprefix("'") == place.removeprefix("'")


@given(st.text(max_size=200), st.text(max_size=200))
def test_a_shortened_change_keeps_every_change(was: str, now: str) -> None:
    parts = diff.pieces(was, now)
    kept = [part for part in shortened(parts) if not part.same]
    assert kept == [part for part in parts if not part.same]


def test_amounts_and_names(dressed: object) -> None:
    account = _account()
    assert naming.amounts(account) == "18,204 messages and 949 memories"
    assert naming.format_name(account) == "SullyOS backup v2"
    assert [count.kind for count in naming.rows_of(account)] == ["messages", "memories", "links"]
    assert naming.amounts(Account()) == "0 records"
    assert naming.format_name(Account()) == "–"


def test_who_a_speaker_becomes(dressed: object) -> None:
    account = Account()
    account.characters = {"1": Imported(None, "Wren", "1", True), "2": Imported(None, "Orin", "2", True)}
    account.speakers.update({("Wren", "assistant"): 2, ("Guest", "assistant"): 1})
    assert naming.speaker_becomes(account, "Mara", "user") == "Mara · partner"
    assert naming.speaker_becomes(account, "Wren", "assistant") == "Wren · character"
    assert naming.speaker_becomes(account, "Guest", "assistant") == "Guest · another voice"
    assert naming.speaker_becomes(account, "", "system").endswith("hidden")


def test_a_day_without_a_time_shows_none(dressed: object) -> None:
    noon = int(datetime(2025, 3, 1, 4, tzinfo=UTC).timestamp() * 1000)
    assert naming.moment(noon, "Asia/Shanghai") == "1 Mar 2025"
    assert naming.moment(noon + 60_000, "Asia/Shanghai") == "1 Mar 2025 12:01"
    assert naming.moment(None, "UTC") == "–"


def test_sizes(dressed: object, tmp_path: Path) -> None:
    path = tmp_path / "a"
    with path.open("wb") as file:
        file.truncate(41_600_000)
    assert naming.size_of(path) == "41.6 MB"
    assert naming.size_of(tmp_path / "gone") == ""


def test_zones_name_their_offset() -> None:
    assert zones.label("Asia/Kolkata") == "Asia/Kolkata   UTC+5:30"
    assert zones.label("UTC") == "UTC   UTC+0"
    keys = [key for key, _ in zones.options(["Asia/Tokyo"])]
    assert keys[0] == "Asia/Tokyo"
    assert len(keys) == len(set(keys))


def test_the_queue_goes_file_by_file() -> None:
    queue = Queue([Path("a"), Path("b")])
    assert queue.more
    queue.add([Path("b"), Path("c")])
    queue.step()
    assert (queue.current, queue.more) == (Path("b"), True)
    queue.step()
    queue.step()
    assert queue.current is None


def test_the_side_page_shows_every_part(dressed: object, qtbot) -> None:
    account = _account()
    account.dropped_credentials, account.gone = 3, 2
    account.changed_texts.append(("on the fourth floor", "on the fifth floor"))
    page = SidePage()
    qtbot.addWidget(page)
    page.show_account(account)
    page.show()
    told = [child.accessibleName() for child in page.findChildren(object) if hasattr(child, "accessibleName")]
    assert any("fourthfifth" in text for text in told)
    page.show_account(None)


def test_messages_that_nobody_said_are_told(dressed: object) -> None:
    account = _account()
    record = MessageRecord("1", "s", "system", "", "", instant(0))
    account.see(record, 0, "1970-01-01")
    assert "1 that nobody said" in naming.note_of(account, "messages")
