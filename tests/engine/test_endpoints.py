"""Setting endpoints up: kept, tried on loopback, keys moved from place to place."""

from datetime import date
from pathlib import Path

import pytest
from loopback import Loopback, data, error, said

from app.domain.errors import KnownError
from app.engine import endpoints
from app.models.endpoint.probe import probe
from app.models.endpoint.settings import Endpoint, Purpose, load
from app.models.keys import Keys, Place

ORIGIN = "https://api.example.com"
SECRET = "sk-test-0123456789abcdef"


class Store:
    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, name: str) -> str | None:
        return self.kept.get((service, name))

    def set_password(self, service: str, name: str, value: str) -> None:
        self.kept[service, name] = value

    def delete_password(self, service: str, name: str) -> None:
        if self.locked:
            raise RuntimeError("locked")
        del self.kept[service, name]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.models.endpoint.settings.config_folder", lambda: tmp_path / "config")


def test_a_new_key_goes_into_the_store_and_a_replaced_one_stays_where_it_was(tmp_path: Path) -> None:
    store = Store()
    keys = Keys(tmp_path, {}, store)
    endpoints.set_key(keys, ORIGIN, SECRET)
    assert endpoints.key_facts(keys, ORIGIN) == endpoints.KeyFacts(Place.STORE, "", "cdef")
    keys.move(ORIGIN, Place.FILE, consent=True)
    assert store.kept == {}
    endpoints.set_key(keys, ORIGIN, SECRET + "99")
    assert endpoints.key_facts(keys, ORIGIN) == endpoints.KeyFacts(Place.FILE, "", "ef99")
    endpoints.set_key(keys, ORIGIN, "  ")
    assert endpoints.key_facts(keys, ORIGIN) is None
    assert SECRET not in (tmp_path / "keys.json").read_text()


def test_a_key_moves_and_is_in_one_place_only(tmp_path: Path) -> None:
    store = Store()
    keys = Keys(tmp_path, {}, store)
    endpoints.set_key(keys, ORIGIN, SECRET)
    with pytest.raises(KnownError, match="readable for every program"):
        keys.move(ORIGIN, Place.FILE)
    assert keys.move(ORIGIN, Place.SESSION) is Place.SESSION
    assert store.kept == {}
    assert Keys(tmp_path, {}, store).find(ORIGIN) is None
    assert keys.move(ORIGIN, Place.STORE) is Place.STORE
    store.locked = True
    with pytest.raises(KnownError, match="did not answer"):
        keys.move(ORIGIN, Place.SESSION)
    assert keys.find(ORIGIN) is not None


@pytest.mark.parametrize(
    ("pasted", "kept"),
    [
        (" https://me:secret-word@api.example.com/v1 ", "https://api.example.com/v1"),
        (
            "https://api.example.com/v1?api_key=sk-test-0123456789abcdef",
            "https://api.example.com/v1?api_key=•••",
        ),
        ("localhost:11434", "localhost:11434"),
        ("https://api.example.com/a@b", "https://api.example.com/a@b"),
    ],
)
def test_no_secret_is_kept_with_an_address(pasted: str, kept: str) -> None:
    assert endpoints.tidy(pasted) == kept


def test_consent_is_kept_with_its_day_and_taken_back() -> None:
    remote = Endpoint(f"{ORIGIN}/v1", "m")
    endpoints.change(Purpose.CHAT, remote)
    assert (
        endpoints.agree(Purpose.CHAT, remote, date(2026, 3, 1)).agreed_on(Purpose.CHAT, remote)
        == "2026-03-01"
    )
    assert load().agreed(Purpose.CHAT, remote)
    assert not endpoints.withdraw(Purpose.CHAT, remote).agreed(Purpose.CHAT, remote)
    assert not load().agreed(Purpose.CHAT, remote)


async def test_what_a_test_learned_is_kept_when_the_address_was_right() -> None:
    async with Loopback() as server:
        server.script = lambda asked: (
            data({"data": [{"id": "tiny"}]}) if asked.method == "GET" else said("good")
        )
        endpoint = Endpoint(f"http://127.0.0.1:{server.port}", "tiny")
        endpoints.change(Purpose.CHAT, endpoint)
        report = await probe(endpoint)
    assert report.works
    assert endpoints.right_address(report) == ""
    endpoints.learn(Purpose.CHAT, report)
    assert load().of[Purpose.CHAT].url == f"http://127.0.0.1:{server.port}/v1"
    changed = endpoint.moved("http://localhost:1")
    endpoints.change(Purpose.CHAT, changed)
    endpoints.learn(Purpose.CHAT, report)
    assert load().of[Purpose.CHAT] == changed


async def test_another_address_that_works_is_offered_and_not_taken() -> None:
    async with Loopback() as server:

        def script(asked):
            if not asked.path.startswith("/v1/"):
                return error(404, "no such path")
            return data({"data": [{"id": "tiny"}]}) if asked.method == "GET" else said("good")

        server.script = script
        base = f"http://127.0.0.1:{server.port}"
        endpoint = Endpoint(f"{base}/api", "tiny")
        endpoints.change(Purpose.CHAT, endpoint)
        report = await probe(endpoint)
    assert endpoints.right_address(report) == f"{base}/v1"
    endpoints.learn(Purpose.CHAT, report)
    assert load().of[Purpose.CHAT] == endpoint
