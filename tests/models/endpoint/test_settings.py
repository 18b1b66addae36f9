"""The endpoints of the machine: kept, read back whatever happened to the file, and never a key among them."""

import json
from pathlib import Path

import pytest

from app.domain.errors import KnownError
from app.models.endpoint.outcomes import CODES, tell, told
from app.models.endpoint.settings import Endpoint, Endpoints, Purpose, load, save

CHAT = Endpoint("https://api.deepseek.com", "deepseek-chat", timeout=30.0, dropped=("temperature",))
NEAR = Endpoint("http://localhost:11434", "bge-m3", size=1024)


def test_kept_and_read_back(tmp_path: Path) -> None:
    kept = Endpoints().with_(Purpose.CHAT, CHAT).with_(Purpose.EMBEDDING, NEAR).agree(Purpose.CHAT, CHAT)
    save(kept, tmp_path)
    assert load(tmp_path) == kept
    save(kept.with_(Purpose.CHAT, None), tmp_path)
    assert load(tmp_path).get(Purpose.CHAT) is None


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"endpoints": []}', '{"endpoints": {"chat": 3}, "consents": {}}']
)
def test_a_broken_file_is_as_if_never_set(tmp_path: Path, text: str) -> None:
    (tmp_path / "endpoints.json").write_text(text)
    assert load(tmp_path) == Endpoints()


def test_strange_fields_fall_back(tmp_path: Path) -> None:
    raw = {
        "address": "x",
        "timeout": -1,
        "parallel": "many",
        "batch": True,
        "key": "sk-x",
        "dropped": "no",
        "size": 10**9,
    }
    (tmp_path / "endpoints.json").write_text(
        json.dumps({"endpoints": {"chat": raw, "else": raw}, "consents": {}})
    )
    assert load(tmp_path).of == {Purpose.CHAT: Endpoint("x")}


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KnownError, match="could not be written"):
        save(Endpoints(), tmp_path / "file")


def test_consent_belongs_to_a_purpose_and_a_host() -> None:
    remote = Endpoints().with_(Purpose.CHAT, CHAT)
    with pytest.raises(KnownError, match=r"would go to api\.deepseek\.com"):
        remote.require(Purpose.CHAT)
    agreed = remote.agree(Purpose.CHAT, CHAT, "2026-03-01")
    assert (agreed.agreed_on(Purpose.CHAT, CHAT), remote.agreed_on(Purpose.CHAT, CHAT)) == ("2026-03-01", "")
    assert agreed.require(Purpose.CHAT) is CHAT
    assert not agreed.agreed(Purpose.EMBEDDING, CHAT)
    assert not agreed.agreed(Purpose.CHAT, CHAT.moved("https://api.openai.com"))
    assert not agreed.withdraw(Purpose.CHAT, CHAT).agreed(Purpose.CHAT, CHAT)
    assert Endpoints().with_(Purpose.EMBEDDING, NEAR).require(Purpose.EMBEDDING) is NEAR


def test_small_steps_fall_back_on_writing() -> None:
    assert Endpoints().with_(Purpose.CHAT, NEAR).get(Purpose.LIGHT) is NEAR
    with pytest.raises(KnownError, match="no endpoint is set"):
        Endpoints().require(Purpose.LIGHT)


def test_another_address_forgets_what_was_learned() -> None:
    assert NEAR.moved("http://localhost:1") == Endpoint("http://localhost:1", "bge-m3")


def test_every_outcome_has_its_words() -> None:
    assert len(CODES) > 30
    for code in CODES:
        words = tell(code)
        assert words.title
        assert words.detail.endswith(".") or "{said}" in words.detail or words.detail.endswith("}")
        assert words.remedy or code == "ok"
    strange = told(KnownError("keys.open", "Others can read {path}.", "Do.", path="x"))
    assert (strange.code, strange.title, strange.facts["path"]) == ("keys.open", "It did not work", "x")
