"""The rules of the house, where people look for them."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APP = ROOT / "app"
FILES = sorted(APP.rglob("*.py"))
LONGEST = 450

BELOW = {
    "domain": set(),
    "storage": {"domain"},
    "models": {"domain"},
    "formats": {"domain"},
    "engine": {"domain", "storage", "models", "formats"},
    "cli": {"domain", "storage", "models", "formats", "engine", "bootstrap"},
    "ui": {"domain", "storage", "models", "formats", "engine", "bootstrap"},
    "bootstrap": {"domain", "storage", "models", "formats", "engine"},
}
QT = {"PySide6", "shiboken6", "qasync", "pyqtgraph", "superqt"}
DRIVER = {"apsw", "sqlite_vec", "sqlite3"}
COLOUR = re.compile(r"#(?:[0-9a-f]{8}|[0-9a-f]{6}|(?=[0-9a-f]*[0-9])[0-9a-f]{3})\b", re.I)
DRAWERS = {"utils", "util", "helpers", "helper", "misc", "manager", "managers", "common"}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def imports_of(path: Path) -> frozenset[str]:
    """Dotted names of every import in a file, also those inside functions."""
    names = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def layer_of(path: Path) -> str:
    return path.relative_to(APP).parts[0].removesuffix(".py")


def layers_imported(path: Path) -> set[str]:
    parts = [name.split(".") for name in imports_of(path) if name.startswith("app.")]
    return {part[1] for part in parts}


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def importers(packages: set[str]) -> Iterator[Path]:
    return (path for path in FILES if {name.split(".")[0] for name in imports_of(path)} & packages)


def test_there_is_something_to_judge() -> None:
    assert len(FILES) > 20
    assert {layer_of(path) for path in FILES} >= {
        "domain",
        "storage",
        "models",
        "formats",
        "engine",
        "cli",
        "ui",
    }


@pytest.mark.parametrize("layer", BELOW)
def test_a_layer_knows_only_those_below(layer: str) -> None:
    # Resources and the folders of this machine are found the same way everywhere; the version is the package's own.
    allowed = BELOW[layer] | {layer, "resources", "machine", "__version__"}
    strays = {
        shown(path): strange
        for path in FILES
        if layer_of(path) == layer and (strange := layers_imported(path) - allowed - _exception(path))
    }
    assert strays == {}


def _exception(path: Path) -> set[str]:
    """`shot` is the one verb that draws."""
    return {"ui"} if shown(path) == "app/cli/shot.py" else set()


def test_only_the_window_knows_qt() -> None:
    assert [shown(path) for path in importers(QT) if layer_of(path) != "ui" and not _exception(path)] == []


def test_only_aio_imports_qasync() -> None:
    assert [shown(path) for path in importers({"qasync"})] == ["app/ui/aio.py"]


def test_only_storage_knows_the_driver() -> None:
    assert {layer_of(path) for path in importers(DRIVER)} == {"storage"}
    assert [shown(path) for path in importers({"sqlite3"})] == [], (
        "the standard library's SQLite cannot load vec0"
    )


def test_colours_live_in_the_theme() -> None:
    strays = [f"{shown(path)}:{line} {text}" for path in FILES for line, text in _colours_in_code(path)]
    for path in (ROOT / "resources").rglob("*"):
        if path.suffix in {".toml", ".md", ".json", ".qss"} and "themes" not in path.parts:
            strays += [f"{shown(path)} {text}" for text in COLOUR.findall(path.read_text(encoding="utf-8"))]
    assert strays == []


def _colours_in_code(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree_of(path)):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and (found := COLOUR.search(node.value))
        ):
            yield node.lineno, found.group()


def test_no_dialog_runs_a_loop_of_its_own() -> None:
    """`exec()` inside a coroutine silently ends other tasks; a drag is the one loop that Qt offers no other way."""
    strays = []
    for path in FILES:
        for node in ast.walk(tree_of(path)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in {"exec", "exec_"}
            ):
                receiver = ast.unparse(node.func.value)
                if "drag" not in receiver.lower():
                    strays.append(f"{shown(path)}:{node.lineno} {receiver}")
    assert strays == []


def test_files_stay_readable() -> None:
    long = {
        shown(path): lines
        for path in FILES
        if (lines := path.read_text(encoding="utf-8").count("\n")) > LONGEST
    }
    assert long == {}


def test_no_drawer_for_the_rest() -> None:
    assert [shown(path) for path in FILES if DRAWERS & set(path.relative_to(APP).with_suffix("").parts)] == []


def test_every_module_says_what_it_is_for() -> None:
    assert [shown(path) for path in FILES if not ast.get_docstring(tree_of(path))] == []
