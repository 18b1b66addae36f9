"""API keys: in the system's own store, else in the environment, else for this session; in a file only after consent."""

import json
import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from app.domain.errors import KnownError, mark
from app.machine import config_folder
from app.models.endpoint.line import tidy_key
from app.models.endpoint.presets import preset_of
from app.models.endpoint.urls import host_of
from app.models.redaction import redact

SERVICE: Final = "belvedere"
_FILE: Final = "keys.json"
#: stores that encrypt; others write plain text, or forget and say they did not
_TRUSTED: Final = (
    "keyring.backends.SecretService",
    "keyring.backends.libsecret",
    "keyring.backends.kwallet",
    "keyring.backends.macOS",
    "keyring.backends.Windows",
)


class Place(StrEnum):
    """Where a key is, or is to be kept."""

    STORE = "store"
    ENVIRONMENT = "environment"
    SESSION = "session"
    FILE = "file"


PLACES: Final[Mapping[Place, str]] = {
    Place.STORE: mark("In the key store of the system"),
    Place.ENVIRONMENT: mark("From the environment variable {variable}"),
    Place.SESSION: mark("Until the program is closed"),
    Place.FILE: mark("In a file that only you can read"),
}


@dataclass(frozen=True, slots=True, repr=False)
class Key:
    """A key and where it was found; never printed."""

    value: str
    place: Place
    variable: str = ""

    def __repr__(self) -> str:
        return f"Key(•••, {self.place})"

    @property
    def tail(self) -> str:
        """Its last characters, by which its owner knows it."""
        return self.value[-4:] if len(self.value) >= 16 else ""


class Keys:
    """The keys of this machine, one an origin (scheme, host and port)."""

    def __init__(
        self, folder: Path | None = None, environment: Mapping[str, str] | None = None, store: Any = None
    ) -> None:
        self._path = (folder or config_folder()) / _FILE
        self._environment = os.environ if environment is None else environment
        self._session: dict[str, str] = {}
        self._given = store

    def find(self, origin: str) -> Key | None:
        """The key for an origin: entered in this session, then stored, then in the environment, then in the file."""
        variable, from_environment = self._in_environment(origin)
        if value := self._session.get(origin):
            return _found(value, Place.SESSION)
        if value := self._in_store(origin):
            return _found(value, Place.STORE)
        if from_environment:
            return _found(from_environment, Place.ENVIRONMENT, variable)
        value = self._in_file().get(origin)
        return _found(value, Place.FILE) if value else None

    def keep(self, origin: str, pasted: str, place: Place = Place.STORE, *, consent: bool = False) -> Place:
        """Keep a key and say where it is now: without a store that can be trusted, only for this session."""
        key = tidy_key(pasted, host_of(origin))
        redact.hide(key)
        if not key:
            self.forget(origin)
            return place
        if place is Place.FILE:
            self._to_file(origin, key, consent)
        elif place is Place.STORE and self._to_store(origin, key):
            self._session.pop(origin, None)
        else:
            self._session[origin] = key
            return Place.SESSION
        return place

    def forget(self, origin: str) -> None:
        """Remove a key from everywhere but the environment."""
        self._session.pop(origin, None)
        if (store := self.store()) is not None:
            try:
                if store.get_password(SERVICE, origin) is not None:
                    store.delete_password(SERVICE, origin)
            except Exception as error:  # noqa: BLE001 - back-ends raise what their system raises
                raise _store_failed(error) from None
        kept = self._in_file()
        if kept.pop(origin, None) is not None:
            self._write(kept)

    def move(self, origin: str, place: Place, *, consent: bool = False) -> Place:
        """Keep a key in another place and nowhere else; where that fails it lives on until the program is closed."""
        found = self.find(origin)
        if found is None:
            return place
        if place is Place.FILE and not consent:
            raise _no_consent()
        try:
            self.forget(origin)
        finally:
            self._session[origin] = found.value
        if place is Place.SESSION:
            return place
        now = self.keep(origin, found.value, place, consent=consent)
        if now is not Place.SESSION:
            self._session.pop(origin, None)
        return now

    def store(self) -> Any:
        """The system's store if there is one that can be trusted; the first look takes a moment."""
        if self._given is None:
            self._given = _trusted_store() or False
        return self._given or None

    def _in_store(self, origin: str) -> str | None:
        if (store := self.store()) is None:
            return None
        try:
            found = store.get_password(SERVICE, origin)
        except Exception:  # noqa: BLE001 - a locked or vanished store is no reason to stop: a key can be entered
            return None
        return found if isinstance(found, str) else None

    def _to_store(self, origin: str, key: str) -> bool:
        """Write and read back: some stores say yes and keep nothing."""
        if (store := self.store()) is None:
            return False
        try:
            store.set_password(SERVICE, origin, key)
            return bool(store.get_password(SERVICE, origin) == key)
        except Exception:  # noqa: BLE001 - as above
            return False

    def _in_environment(self, origin: str) -> tuple[str, str]:
        host = re.sub(r"[^A-Z0-9]+", "_", host_of(origin).upper())
        preset = preset_of(origin)
        for variable in (f"BELVEDERE_KEY_{host}", preset.variable if preset else ""):
            if value := self._environment.get(variable, "").strip():
                return variable, value
        return "", ""

    def _in_file(self) -> dict[str, str]:
        try:
            if os.name == "posix" and self._path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                raise KnownError(
                    "keys.open",
                    "Others can read the file of keys {path}.",
                    "Take their rights away with: chmod 600 {path}",
                    path=self._path,
                )
            raw = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(name): str(value) for name, value in raw.items()} if isinstance(raw, dict) else {}

    def _to_file(self, origin: str, key: str, consent: bool) -> None:
        if not consent:
            raise _no_consent()
        self._write({**self._in_file(), origin: key})

    def _write(self, kept: dict[str, str]) -> None:
        beside = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            beside.unlink(missing_ok=True)
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(kept, file, ensure_ascii=False)
            os.replace(beside, self._path)  # noqa: PTH105 - atomic on every platform
        except OSError as error:
            raise KnownError(
                "keys.file",
                "The key could not be written to {folder}: {said}",
                "Check that the folder can be written, or keep the key only until the program is closed.",
                folder=self._path.parent,
                said=error.strerror or "–",
            ) from error


def _found(value: str, place: Place, variable: str = "") -> Key:
    redact.hide(value)
    return Key(value, place, variable)


def _trusted_store() -> Any:
    """Give keyring's back-end if it is one of the system's; of a chain the first such one."""
    try:
        import keyring
        import keyring.errors

        chosen = keyring.get_keyring()
    except Exception:  # noqa: BLE001 - a broken session bus must not stop the program
        return None
    chain = getattr(chosen, "backends", None)
    for backend in chain if isinstance(chain, list | tuple) else (chosen,):
        if type(backend).__module__.startswith(_TRUSTED):
            return backend
    return None


def _no_consent() -> KnownError:
    return KnownError(
        "keys.consent",
        "A key in a file is readable for every program you run.",
        "Agree to it first, or keep the key only until the program is closed.",
    )


def _store_failed(error: Exception) -> KnownError:
    return KnownError(
        "keys.store",
        "The key store of the system did not answer: {said}",
        "Unlock it, then try again.",
        said=redact(str(error))[:200] or type(error).__name__,
    )
