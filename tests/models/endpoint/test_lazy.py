"""What is slow to import is imported when it is called, and only by the models."""

import subprocess
import sys
from pathlib import Path

import pytest

APP = Path(__file__).resolve().parents[3] / "app"
MODULES = sorted(
    ".".join(path.relative_to(APP.parent).with_suffix("").parts)
    for path in (APP / "models").rglob("*.py")
    if path.name not in {"__init__.py", "bounded.py"}  # which is a part of the line, and imported with it
)


def test_nothing_heavy_is_imported_before_a_call() -> None:
    names = ", ".join(MODULES)
    check = f"import sys, {names}; print([name for name in ('openai', 'httpx2', 'keyring') if name in sys.modules])"
    found = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, cwd=APP.parent, check=True
    )
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("package", ["openai", "httpx2", "keyring"])
def test_only_the_models_import(package: str) -> None:
    lines = {
        path.relative_to(APP).parts[0]
        for path in APP.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip().startswith((f"import {package}", f"from {package}"))
    }
    assert lines == {"models"}
