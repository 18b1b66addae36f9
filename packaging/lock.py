"""Renews requirements.lock: hashes for every platform, and no address of any registry in it. Needs `uv`."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXPORT = ("--format", "requirements-txt", "--no-emit-project", "--all-extras", "--no-header")
HEADER = """\
# Everything Belvedere and its tests stand on, for every platform, with hashes.
# Made by packaging/lock.py from pyproject.toml; do not edit.
"""


def main() -> int:
    uv = shutil.which("uv") or sys.exit("uv is not on the PATH: pip install uv")
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch)
        shutil.copy(ROOT / "pyproject.toml", copy)
        for folder in ("app", "resources", "icons"):
            (copy / folder).mkdir()
        for name in ("app/__init__.py", "README.md", "LICENSE", "NOTICES.md"):
            shutil.copy(ROOT / name, copy / name)
        subprocess.run([uv, "lock", "-q"], cwd=copy, check=True)
        export = [uv, "export", "-q", *EXPORT]
        text = subprocess.run(export, cwd=copy, check=True, stdout=subprocess.PIPE, text=True).stdout
    if "://" in text:
        sys.exit("The export names an address; it is not written.")
    (ROOT / "requirements.lock").write_text(HEADER + text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
