"""Keys: only into stores that keep secrets, read back, and never shown."""

import json
import logging
import os
import stat
import sys
from pathlib import Path
from types import ModuleType

import pytest

from app.domain.errors import KnownError
from app.models.keys import Keys, Place, _trusted_store
from app.models.redaction import HIDDEN, RedactingFormatter, Redactor, guard_logs, redact

HERE = "http://localhost:8080"
DEEPSEEK = "https://api.deepseek.com"
SECRET = "sk-test-0123456789abcdef"


class Store:
    """A key store; a forgetful one says yes and keeps nothing."""

    def __init__(self, forgetful: bool = False, broken: bool = False) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.forgetful = forgetful
        self.broken = broken

    def get_password(self, service: str, name: str) -> str | None:
        if self.broken:
            raise RuntimeError(f"locked {SECRET}")
        return self.kept.get((service, name))

    def set_password(self, service: str, name: str, value: str) -> None:
        if self.broken:
            raise RuntimeError("locked")
        if not self.forgetful:
            self.kept[service, name] = value

    def delete_password(self, service: str, name: str) -> None:
        del self.kept[service, name]


def keys(folder: Path, store: object = False, **environment: str) -> Keys:
    return Keys(folder, environment, store)


def test_the_store_keeps_it(tmp_path: Path) -> None:
    store = Store()
    made = keys(tmp_path, store)
    assert made.keep(DEEPSEEK, f" Bearer {SECRET}\n") is Place.STORE
    found = keys(tmp_path, store).find(DEEPSEEK)
    assert found is not None
    assert (found.value, found.place, found.tail) == (SECRET, Place.STORE, "cdef")
    assert SECRET not in repr(found)
    assert keys(tmp_path, store).find("https://api.openai.com") is None
    made.forget(DEEPSEEK)
    assert made.find(DEEPSEEK) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "store", [False, Store(forgetful=True), Store(broken=True)], ids=["none", "forgetful", "broken"]
)
def test_without_a_store_it_lives_for_the_session(tmp_path: Path, store: object) -> None:
    made = keys(tmp_path, store)
    assert made.keep(DEEPSEEK, SECRET) is Place.SESSION
    found = made.find(DEEPSEEK)
    assert found is not None
    assert (found.value, found.place) == (SECRET, Place.SESSION)
    assert keys(tmp_path, store).find(DEEPSEEK) is None
    assert list(tmp_path.iterdir()) == []


def test_a_locked_store_is_told_when_forgetting(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="did not answer") as failed:
        keys(tmp_path, Store(broken=True)).forget(DEEPSEEK)
    assert SECRET not in failed.value.message


def test_the_environment_belongs_to_its_host(tmp_path: Path) -> None:
    made = keys(
        tmp_path, DEEPSEEK_API_KEY=SECRET, OPENAI_API_KEY="other", BELVEDERE_KEY_LOCALHOST="mine-1234"
    )
    assert made.find(DEEPSEEK).variable == "DEEPSEEK_API_KEY"
    assert made.find("https://api.openai.com").value == "other"
    assert made.find(HERE).value == "mine-1234"
    assert made.find("https://evil.example") is None
    assert made.find("https://api.deepseek.com.evil.example") is None


def test_a_file_only_after_consent(tmp_path: Path) -> None:
    made = keys(tmp_path)
    with pytest.raises(KnownError, match="readable for every program"):
        made.keep(DEEPSEEK, SECRET, Place.FILE)
    assert list(tmp_path.iterdir()) == []
    assert made.keep(DEEPSEEK, SECRET, Place.FILE, consent=True) is Place.FILE
    path = tmp_path / "keys.json"
    assert [entry.name for entry in tmp_path.iterdir()] == ["keys.json"]
    assert keys(tmp_path).find(DEEPSEEK).place is Place.FILE
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        path.chmod(0o644)
        with pytest.raises(KnownError, match="Others can read"):
            keys(tmp_path).find(DEEPSEEK)
        path.chmod(0o600)
    made.forget(DEEPSEEK)
    assert json.loads(path.read_text()) == {}


def test_a_broken_file_is_no_key(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    for text in ("", "[]", "{"):
        path.write_text(text)
        path.chmod(0o600)
        assert keys(tmp_path).find(DEEPSEEK) is None


def test_what_is_no_key_is_told(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="characters that no key has"):
        keys(tmp_path).keep(DEEPSEEK, "我的密钥")


def fake_keyring(monkeypatch: pytest.MonkeyPatch, backend: object) -> None:
    module = ModuleType("keyring")
    module.get_keyring = lambda: backend
    errors = ModuleType("keyring.errors")
    monkeypatch.setitem(sys.modules, "keyring", module)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)


def backend(module: str) -> object:
    return type("Keyring", (Store,), {"__module__": module})()


@pytest.mark.parametrize(
    ("module", "trusted"),
    [
        ("keyring.backends.SecretService", True),
        ("keyring.backends.macOS", True),
        ("keyring.backends.Windows", True),
        ("keyring.backends.kwallet", True),
        ("keyring.backends.libsecret", True),
        ("keyring.backends.null", False),
        ("keyring.backends.fail", False),
        ("keyrings.alt.file", False),
    ],
)
def test_only_trusted_stores_are_used(monkeypatch: pytest.MonkeyPatch, module: str, trusted: bool) -> None:
    one = backend(module)
    fake_keyring(monkeypatch, one)
    assert (_trusted_store() is one) is trusted
    chain = backend("keyring.backends.chainer")
    chain.backends = [backend("keyrings.alt.file"), one]
    fake_keyring(monkeypatch, chain)
    assert (_trusted_store() is one) is trusted


def test_the_real_keyring_is_asked_without_harm(tmp_path: Path) -> None:
    store = Keys(tmp_path, {}).store()
    assert store is None or type(store).__module__.startswith("keyring.backends.")


@pytest.mark.parametrize(
    "text",
    [
        "Incorrect API key provided: sk-abcdefgh1234567890ABCD. You can find",
        "Incorrect API key provided: sk-ab***********wxyz.",
        "Authorization: Bearer abcdefgh-1234",
        "{'authorization': 'Bearer abcdefgh-1234'}",
        '{"api_key": "abcdefgh-1234"}',
        "https://me:abcdefgh-1234@host.example/v1",
        "token=abcdefgh-1234&x=1",
        "key AIzaSyA1234567890abcdefghij",
    ],
)
def test_what_looks_like_a_key_is_blanked(text: str) -> None:
    shown = Redactor()(text)
    assert HIDDEN in shown
    assert not any(part in shown for part in ("abcdefgh", "sk-ab", "AIza", "wxyz"))


def test_known_keys_are_blanked_in_every_form() -> None:
    own = Redactor()
    own.hide("kéy/with+odd=1")
    own.hide("none")
    assert own("a kéy/with+odd=1 b k%C3%A9y%2Fwith%2Bodd%3D1 c a8OpeS93aXRoK29kZD0x none").count(HIDDEN) >= 2
    assert own("none at all") == "none at all"


def test_words_are_not_blanked() -> None:
    for text in (
        "We talked about the key under the pot.",
        "密钥在花盆下面",
        "basic rules of the game",
        "sk-8 board",
    ):
        assert redact(text) == text


def test_logs_and_tracebacks_are_blanked(capsys: pytest.CaptureFixture[str]) -> None:
    redact.hide(SECRET)
    logger = logging.Logger("own")  # noqa: LOG001
    handler = logging.StreamHandler(sys.stdout)
    logger.addHandler(handler)
    guard_logs(logger)
    guard_logs(logger)
    assert isinstance(handler.formatter, RedactingFormatter)
    try:
        int(f"refused {SECRET}")
    except ValueError:
        logger.exception("call with %s", SECRET)
    out = capsys.readouterr().out
    assert HIDDEN in out
    assert SECRET not in out
