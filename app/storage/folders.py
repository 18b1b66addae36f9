"""Folders in which a palace needs care: synchronised ones and mounts of other machines."""

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from app.domain.errors import KnownError

_BY_NAME: Final = (
    ("dropbox", "Dropbox"),
    ("onedrive", "OneDrive"),
    ("icloud", "iCloud"),
    ("mobile documents", "iCloud"),
    ("com~apple~clouddocs", "iCloud"),
    ("cloudstorage", "a cloud folder"),
    ("google drive", "Google Drive"),
    ("googledrive", "Google Drive"),
    ("nutstore", "坚果云"),
    ("坚果云", "坚果云"),
    ("baidusyncdisk", "百度网盘"),
    ("nextcloud", "Nextcloud"),
    ("owncloud", "ownCloud"),
    ("seafile", "Seafile"),
    ("pcloud", "pCloud"),
    ("syncthing", "Syncthing"),
)
_BY_MARK: Final = (
    (".dropbox.cache", "Dropbox"),
    (".stfolder", "Syncthing"),
    (".owncloudsync.log", "ownCloud"),
    (".nextcloudsync.log", "Nextcloud"),
)
_NETWORK: Final = frozenset(
    [
        "nfs",
        "nfs4",
        "cifs",
        "smb",
        "smb2",
        "smb3",
        "smbfs",
        "afpfs",
        "webdav",
        "davfs",
        "afs",
        "ceph",
        "glusterfs",
        "fuse.sshfs",
        "fuse.rclone",
        "fuse.davfs2",
        "fuse.glusterfs",
        "fuse.gvfsd-fuse",
        "fuse.s3fs",
        "9p",
        "drvfs",
        "vboxsf",
        "fuse.vmhgfs-fuse",
        "prl_fs",
    ]
)


@dataclass(frozen=True, slots=True)
class Shared:
    """A folder that something beside this machine reads or writes."""

    kind: Literal["sync", "network"]
    name: str

    def warning(self, path: Path) -> KnownError:
        """Say once what this means for the palace."""
        if self.kind == "sync":
            return KnownError(
                "palace.sync_folder",
                "{file} lies in a synchronised folder ({name}). It is kept in one piece, a little more slowly.",
                "Never open it on two machines at once: the later one to be synchronised would win.",
                file=path.name,
                name=self.name,
            )
        return KnownError(
            "palace.network_folder",
            "{file} lies on a network drive ({name}). Locks may not be kept there.",
            "Open it on one machine at a time, or move it to a local disk.",
            file=path.name,
            name=self.name,
        )


def shared(path: Path) -> Shared | None:
    """Tell whether `path` lies in a synchronised folder or on a network mount."""
    whole = Path(os.path.realpath(path))
    return _synchronised(whole) or _network(whole)


def journal_mode(path: Path) -> str:
    """WAL needs memory shared by all who open the file, and sidecars that no synchroniser takes away."""
    return "delete" if shared(path) else "wal"


def _synchronised(path: Path) -> Shared | None:
    for part in path.parts[:-1]:
        low = part.casefold()
        for start, name in _BY_NAME:
            if low == start or low.startswith((start + " ", start + "-", start + " (")):
                return Shared("sync", name)
    for folder in path.parents:
        for mark, name in _BY_MARK:
            if (folder / mark).exists():
                return Shared("sync", name)
    return None


def _network(path: Path) -> Shared | None:
    if sys.platform == "win32":
        return Shared("network", path.drive) if _windows_remote(path.drive) else None
    found = None
    for mount, kind in _mounts():
        if path.is_relative_to(mount) and (found is None or len(mount) >= len(found[0])):
            found = (mount, kind)
    return Shared("network", found[1]) if found and found[1] in _NETWORK else None


def _windows_remote(drive: str) -> bool:
    if drive.startswith("\\\\"):
        return True
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009  # absent elsewhere, and mypy knows it
    return bool(kernel.GetDriveTypeW(drive + "\\") == 4)  # DRIVE_REMOTE


def _mounts() -> list[tuple[str, str]]:
    if sys.platform == "darwin":
        return list(_parse_mac(_mac_table().splitlines()))
    try:
        table = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return list(_parse_linux(table.splitlines()))


def _parse_linux(lines: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Read mount point and kind from lines of `/proc/self/mounts`."""
    for line in lines:
        parts = line.split(" ")
        if len(parts) > 2:
            yield parts[1].replace("\\040", " ").replace("\\011", "\t"), parts[2]


def _mac_table() -> str:
    try:
        done = subprocess.run(["/sbin/mount"], capture_output=True, text=True, timeout=2, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def _parse_mac(lines: Iterable[str]) -> Iterable[tuple[str, str]]:
    for line in lines:
        _, on, rest = line.partition(" on ")
        mount, bracket, facts = rest.rpartition(" (")
        if on and bracket:
            yield mount, facts.split(",")[0].rstrip(")")
