"""Renews requirements.lock: hashes for every platform, and no address of any registry in it. Needs `uv`."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = """\
# Everything Belvedere and its tests stand on, for every platform, with hashes.
# Made by packaging/lock.py from pyproject.toml; do not edit.
"""


def main() -> int:
    uv = shutil.which("uv") or sys.exit("uv is not on the PATH: pip install uv")
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch)
        shutil.copy(ROOT / "pyproject.toml", copy)
        (copy / "app").mkdir()
        shutil.copy(ROOT / "app" / "__init__.py", copy / "app")
        for name in ("README.md", "LICENSE", "NOTICES.md", "resources", "icons"):
            (copy / name).mkdir() if "." not in name and name.islower() else (copy / name).touch()
        subprocess.run([uv, "lock", "-q"], cwd=copy, check=True)
        export = [
            "export",
            "-q",
            "--format",
            "requirements-txt",
            "--no-emit-project",
            "--all-extras",
            "--no-header",
        ]
        text = subprocess.run([uv, *export], cwd=copy, check=True, stdout=subprocess.PIPE, text=True).stdout
    if "://" in text:
        sys.exit("The export names an address; it is not written.")
    (ROOT / "requirements.lock").write_text(HEADER + text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
