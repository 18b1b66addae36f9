"""A zip or a folder as a guarded set of members: sizes, names and places checked before a byte is inflated."""

import stat
import zipfile
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from app.domain.errors import KnownError, mark
from app.formats.limits import MAX_ENTRIES, MAX_INFLATED, MAX_RATIO, SMALL_ENTRY

_ENCRYPTED = 0x1
_HEADER = 30  # bytes of a local header before its name


class Members(Protocol):
    """Named files; a name is only ever looked up, never turned into a path of this machine."""

    def names(self) -> frozenset[str]: ...
    def size(self, name: str) -> int: ...
    def open(self, name: str) -> BinaryIO: ...


class Archive:
    """The members of a zip file."""

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, ValueError, NotImplementedError, UnicodeDecodeError) as fault:
            raise _broken(path.name) from fault
        self._infos = _checked(self._zip, path.name)
        self._title = path.name

    def names(self) -> frozenset[str]:
        return frozenset(self._infos)

    def size(self, name: str) -> int:
        return self._infos[name].file_size

    def open(self, name: str) -> BinaryIO:
        try:
            return cast(BinaryIO, _Entry(self._zip.open(self._infos[name]), self._title))
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as fault:
            raise _broken(self._title) from fault


class Folder:
    """The members of an unzipped backup: plain files in a folder and its own folders, links not followed."""

    def __init__(self, path: Path) -> None:
        self._files = {}
        inside = (
            below
            for found in path.iterdir()
            if found.is_dir() and not found.is_symlink()
            for below in found.iterdir()
        )
        for found in islice(chain(path.iterdir(), inside), MAX_ENTRIES + 1):
            if found.is_file() and not found.is_symlink():
                self._files[found.relative_to(path).as_posix()] = found
        if len(self._files) > MAX_ENTRIES:
            raise _refused(
                "import.zip_entries",
                path.name,
                mark("{name} was refused: it has more than {limit} entries."),
                limit=MAX_ENTRIES,
            )

    def names(self) -> frozenset[str]:
        return frozenset(self._files)

    def size(self, name: str) -> int:
        return self._files[name].stat().st_size

    def open(self, name: str) -> BinaryIO:
        return self._files[name].open("rb")


class Below:
    """The members of one folder in an archive: somebody zipped the folder instead of what is in it."""

    def __init__(self, members: Members, folder: str) -> None:
        self._members, self._folder = members, folder

    def names(self) -> frozenset[str]:
        inside = (name for name in self._members.names() if name.startswith(self._folder))
        return frozenset(name.removeprefix(self._folder) for name in inside)

    def size(self, name: str) -> int:
        return self._members.size(self._folder + name)

    def open(self, name: str) -> BinaryIO:
        return self._members.open(self._folder + name)


class _Entry:
    """An open entry whose zip faults are told as ours."""

    def __init__(self, file: object, title: str) -> None:
        self._file, self._title = cast(BinaryIO, file), title

    def read(self, size: int = -1) -> bytes:
        try:
            return self._file.read(size)
        except (zipfile.BadZipFile, EOFError, ValueError, OSError) as fault:
            raise _broken(self._title) from fault
        except Exception as fault:
            if type(fault).__module__ in {"zlib", "lzma", "bz2"}:  # zlib.error and its kin
                raise _broken(self._title) from fault
            raise

    def seek(self, offset: int) -> int:
        return self._file.seek(offset)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> "_Entry":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _checked(archive: zipfile.ZipFile, title: str) -> dict[str, zipfile.ZipInfo]:
    infos = archive.infolist()
    if len(infos) > MAX_ENTRIES:
        raise _refused(
            "import.zip_entries",
            title,
            mark("{name} was refused: it has more than {limit} entries."),
            limit=MAX_ENTRIES,
        )
    for info in infos:
        _check_entry(info, title)
    _check_sizes(infos, title)
    _check_overlap(infos, title)
    return {info.filename: info for info in infos if not info.is_dir()}


def _check_entry(info: zipfile.ZipInfo, title: str) -> None:
    name = info.filename.replace("\\", "/")
    if (
        name.startswith("/")
        or ".." in name.split("/")
        or ":" in name.split("/")[0]
        or "\0" in info.orig_filename
    ):
        raise _refused(
            "import.zip_path", title, mark("{name} was refused: an entry’s name points outside of it.")
        )
    if stat.S_ISLNK(info.external_attr >> 16):
        raise _refused(
            "import.zip_link", title, mark("{name} was refused: an entry is a link to another file.")
        )
    if info.flag_bits & _ENCRYPTED:
        raise KnownError(
            "import.encrypted",
            "{name} is protected by a password.",
            "Unpack it with its password and import the folder.",
            name=title,
        )


def _check_sizes(infos: list[zipfile.ZipInfo], title: str) -> None:
    inflated, stored = sum(i.file_size for i in infos), sum(i.compress_size for i in infos)
    large = [i for i in infos if i.file_size > SMALL_ENTRY]
    bomb = any(i.file_size > MAX_RATIO * max(i.compress_size, 1) for i in large)
    if bomb or inflated > MAX_INFLATED or inflated > max(MAX_RATIO * stored, SMALL_ENTRY):
        raise _refused(
            "import.zip_bomb",
            title,
            mark("{name} was refused: it would grow more than {limit} times."),
            limit=MAX_RATIO,
        )


def _check_overlap(infos: list[zipfile.ZipInfo], title: str) -> None:
    """Several entries over one body make a small file endless; Python refuses them only since 3.13."""
    end = 0
    for info in sorted(infos, key=lambda i: i.header_offset):
        if info.header_offset < end:
            raise _refused(
                "import.zip_overlap", title, mark("{name} was refused: its entries lie over one another.")
            )
        end = info.header_offset + _HEADER + len(info.orig_filename) + info.compress_size


def _refused(code: str, name: str, template: str, /, **facts: object) -> KnownError:
    remedy = mark("It was not opened. Export it again from the program it comes from.")
    return KnownError(code, template, remedy, name=name, **facts)


def _broken(name: str) -> KnownError:
    return KnownError(
        "import.zip_broken",
        "{name} is a damaged zip file.",
        "Copy or export it again; the original may have been cut off.",
        name=name,
    )
