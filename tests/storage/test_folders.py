"""Where a palace needs care."""

import importlib
from pathlib import Path

import pytest

from app.storage import folders
from app.storage.database import Database
from app.storage.folders import Shared

shared = importlib.import_module("app.storage.folders").shared  # before the fixture replaces it


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/home/a/Dropbox/x.palace", "Dropbox"),
        ("/home/a/Dropbox (Personal)/deep/x.palace", "Dropbox"),
        ("/mnt/OneDrive - Example/x.palace", "OneDrive"),
        ("/Users/a/Library/Mobile Documents/com~apple~CloudDocs/x.palace", "iCloud"),
        ("/Users/a/iCloud Drive/x.palace", "iCloud"),
        ("/home/a/坚果云/x.palace", "坚果云"),
        ("/home/a/Nutstore Files/我的坚果云/x.palace", "坚果云"),
        ("/home/a/Nextcloud/x.palace", "Nextcloud"),
        ("/Users/a/Library/CloudStorage/Box-Box/x.palace", "a cloud folder"),
    ],
)
def test_synchronised_folders_are_known_by_name(path, name):
    assert shared(Path(path)) == Shared("sync", name)


@pytest.mark.parametrize(
    "path", ["/home/a/dropboxes/x.palace", "/home/a/plain/Dropbox.palace", "/home/x.palace"]
)
def test_other_folders_are_not(path):
    assert shared(Path(path)) is None


def test_synchronised_folders_are_known_by_their_marks(tmp_path):
    (tmp_path / "own" / "deep").mkdir(parents=True)
    assert shared(tmp_path / "own" / "deep" / "x.palace") is None
    (tmp_path / "own" / ".stfolder").mkdir()
    assert shared(tmp_path / "own" / "deep" / "x.palace") == Shared("sync", "Syncthing")


def test_a_link_into_a_synchronised_folder_is_followed(tmp_path):
    (tmp_path / "Dropbox").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "Dropbox")
    assert shared(tmp_path / "link" / "x.palace") == Shared("sync", "Dropbox")


MOUNTS = """/dev/sda / ext4 rw 0 0
host:/export /mnt/far nfs4 rw 0 0
/dev/sdb /mnt/far/near ext4 rw 0 0
//nas/home /mnt/my\\040nas cifs rw 0 0
broken
""".splitlines()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/mnt/far/x.palace", "nfs4"),
        ("/mnt/far/near/x.palace", None),
        ("/mnt/my nas/x.palace", "cifs"),
        ("/mnt/farther/x.palace", None),
    ],
)
def test_network_mounts_are_known(monkeypatch, path, kind):
    monkeypatch.setattr(folders, "_mounts", lambda: list(folders._parse_linux(MOUNTS)))
    assert shared(Path(path)) == (Shared("network", kind) if kind else None)


def test_the_table_of_a_mac_is_read():
    lines = [
        "/dev/disk1 on / (apfs, local)",
        "//a@nas/share on /Volumes/my share (smbfs, nodev)",
        "nonsense",
    ]
    assert list(folders._parse_mac(lines)) == [("/", "apfs"), ("/Volumes/my share", "smbfs")]


@pytest.mark.parametrize("kind", ["sync", "network"])
async def test_there_a_palace_keeps_one_file_and_warns_once(palace, monkeypatch, kind):
    monkeypatch.setattr(folders, "shared", lambda path: Shared(kind, "somewhere"))
    async with await Database.open(palace) as db:
        assert not db.read_only
        assert db.warning.code in {"palace.sync_folder", "palace.network_folder"}
        assert "somewhere" in db.warning.message
        assert await db.write(lambda conn: conn.pragma("journal_mode")) == "delete"
        assert {entry.name for entry in palace.parent.iterdir()} == {palace.name, palace.name + ".lock"}
    monkeypatch.setattr(folders, "shared", lambda path: None)
    async with await Database.open(palace) as db:  # brought home, it is a WAL file again
        assert db.warning is None
        assert await db.write(lambda conn: conn.pragma("journal_mode")) == "wal"
