"""Builds the wheel and tries its installed copy far from the source tree.

The copy lives in an environment of its own that borrows the dependencies of the one this runs in, so
nothing is fetched a second time.
"""

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

from environment import ROOT, Environment

_LOCATE = (
    "import app, json, app.resources as r; from importlib.resources import files;"
    "print(json.dumps({'package': app.__file__, 'resources': str(r.resource('.')), 'icons': str(r.icon_file('.')),"
    "'schema': sorted(f.name for f in files('app.storage').joinpath('schema').iterdir())}))"
)


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="belvedere-wheel-") as scratch:
        folder = Path(scratch).resolve()
        wheel = _build(folder)
        missing = missing_from(zipfile.ZipFile(wheel).namelist())
        if missing:
            print("The wheel lacks:\n  " + "\n  ".join(missing))
            return 1
        copy = _install(wheel, folder)
        return _try(copy, folder)


def expected_files() -> list[str]:
    """What the wheel must hold: every file of ours that Git knows or would take."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "app", "resources", "icons"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    listed = done.stdout.split("\n") if done.returncode == 0 else []
    names = [name for name in listed if name and (ROOT / name).is_file()]
    return [_in_wheel(name) for name in names or _walk()]


def _walk() -> list[str]:
    folders = [ROOT / name for name in ("app", "resources", "icons")]
    paths = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return [path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts]


def _in_wheel(name: str) -> str:
    if name.startswith("resources/"):
        return "app/_resources/" + name.removeprefix("resources/")
    return "app/_resources/" + name if name.startswith("icons/") else name


def missing_from(names: list[str]) -> list[str]:
    return sorted(set(expected_files()) - set(names))


def _build(folder: Path) -> Path:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = folder.glob("*.whl")
    print(f"Built {wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB")
    return wheel


def _install(wheel: Path, folder: Path) -> Environment:
    copy = Environment(folder / "venv")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(copy.folder)], check=True)
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(copy.python)]
    subprocess.run(
        [*command, "install", "-q", "--no-index", "--no-deps", str(wheel)],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    # The dependencies, but not the editable install: a .pth inside a folder named by a .pth is not read.
    where = subprocess.check_output(
        [str(copy.python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
    )
    Path(where.strip(), "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return copy


def _try(copy: Environment, folder: Path) -> int:
    variables = copy.variables(
        QT_QPA_PLATFORM="offscreen", HOME=str(folder), XDG_CONFIG_HOME=str(folder / "config")
    )
    variables.pop("PYTHONPATH", None)

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [str(copy.python), *arguments],
            cwd=folder,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(
                f"{' '.join(arguments)[:80]}: exit {done.returncode}\n{done.stdout}{done.stderr}"
            )
        return done.stdout

    found = json.loads(run("-c", _LOCATE))
    strays = [
        path
        for path in (found["package"], found["resources"], found["icons"])
        if not _inside(path, copy.folder)
    ]
    if strays or not found["schema"]:
        print(f"The installed copy looks elsewhere: {found}")
        return 1
    run("-m", "app", "demo", "demo.palace")
    about = json.loads(run("-m", "app", "info", "demo.palace", "--json"))
    run("-m", "app", "shot", "demo.palace", "shots")
    pictures = list((folder / "shots").rglob("*.png"))
    names = ", ".join(character["name"] for character in about["characters"])
    print(f"The installed copy made the demo palace ({names}) and drew {len(pictures)} panels.")
    return 0 if about["characters"] and pictures else 1


def _inside(path: str, folder: Path) -> bool:
    return os.path.realpath(path).startswith(os.path.realpath(folder))


if __name__ == "__main__":
    sys.exit(main())
