"""The two commands: what Python they take, when they install, what they ask of the system, what may be shipped."""

import ast
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import checks
import environment
import interpreters
import launch
import licences
import system_libraries
import wheel_check
from app import resources

ROOT = Path(__file__).resolve().parent.parent
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


# Python


@pytest.mark.parametrize(
    ("version", "taken"),
    [((3, 8, 18), False), ((3, 10, 13), False), ((3, 11, 0), True), ((3, 13, 9), True), ((3, 14, 0), False)],
)
def test_supported_versions_are_those_of_the_project(version: tuple[int, ...], taken: bool) -> None:
    assert interpreters.is_supported(version) is taken
    assert 'requires-python = ">=3.11,<3.14"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_a_python_is_asked_what_it_is() -> None:
    found = interpreters.probe([sys.executable])
    assert found is not None
    assert found.version == sys.version_info[:3]
    assert found.supported
    assert sys.executable in str(found)


def test_what_is_no_python_is_passed_over(tmp_path: Path) -> None:
    assert interpreters.probe([str(tmp_path / "nothing")]) is None
    assert interpreters.probe([shutil.which("true") or sys.executable, "-c", "pass"]) is None


def test_one_that_makes_environments_is_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    on_hand = {
        "old": interpreters.Interpreter("old", (3, 10, 1), True),
        "bare": interpreters.Interpreter("bare", (3, 13, 0), False),
        "whole": interpreters.Interpreter("whole", (3, 12, 1), True),
    }
    monkeypatch.setattr(interpreters, "_commands", lambda: [[name] for name in order])
    monkeypatch.setattr(interpreters, "probe", lambda command: on_hand.get(command[0]))
    order = ["missing", "old", "bare", "whole"]
    assert interpreters.find() is on_hand["whole"]
    order = ["bare", "old"]
    assert interpreters.find() is on_hand["bare"]
    order = ["old"]
    assert interpreters.find() is None


@pytest.mark.parametrize("name", ["bootstrap.py", "interpreters.py"])
def test_old_pythons_can_read_the_way_in(name: str) -> None:
    """Its syntax is that of 3.8, and its annotations, which are not, are never evaluated."""
    tree = ast.parse((ROOT / "packaging" / name).read_text(encoding="utf-8"), feature_version=(3, 8))
    assert "__future__" in {one.module for one in tree.body if isinstance(one, ast.ImportFrom)}


# The environment


@pytest.fixture
def half_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """An environment whose making and installing are only noted; `works` says whether it would run."""
    done: list[str] = []
    venv = tmp_path / ".venv"

    def make(made: environment.Environment) -> None:
        done.append("make")
        made.folder.mkdir(exist_ok=True)

    monkeypatch.setattr(environment, "VENV", venv)
    monkeypatch.setattr(environment.system_libraries, "provide", lambda say: None)
    monkeypatch.setattr(environment, "_make", make)
    monkeypatch.setattr(environment, "_install", lambda made: done.append("install"))
    monkeypatch.setattr(environment, "_usable", lambda made: made.folder.exists())
    monkeypatch.setattr(environment, "_works", lambda made: (venv / "works").exists())
    return done


def test_a_second_call_installs_nothing(half_there: list[str], tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/works").touch()
    environment.prepare()
    assert half_there == ["install"]
    environment.prepare()
    assert half_there == ["install"]


def test_what_was_installed_from_another_lock_is_completed(half_there: list[str], tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/works").touch()
    environment.prepare()
    stamp = tmp_path / ".venv" / environment.STAMP
    stamp.write_text(json.dumps(json.loads(stamp.read_text()) | {"installed": "older"}))
    environment.prepare()
    assert half_there == ["install", "install"]


def test_a_broken_environment_is_made_anew_and_a_hopeless_one_told(
    half_there: list[str], tmp_path: Path
) -> None:
    (tmp_path / ".venv").mkdir()
    with pytest.raises(environment.SetupError):
        environment.prepare()
    assert half_there == ["install", "make", "install"]
    assert not (tmp_path / ".venv" / environment.STAMP).exists()


def test_another_pythons_variables_stay_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET"):
        monkeypatch.setenv(name, "elsewhere")
    variables = environment.Environment(tmp_path).variables(ADDED="1")
    assert not {"PYTHONPATH", "PYTHONHOME", "PIP_TARGET"} & set(variables)
    assert variables["ADDED"] == "1"
    assert variables["PATH"].startswith(str(tmp_path))


# The lock


def test_the_lock_is_hashed_and_names_no_address() -> None:
    assert "://" not in LOCK
    pinned = re.split(r"^(?=\S)", re.sub(r"^\s*#.*\n", "", LOCK, flags=re.M), flags=re.M)[1:]
    assert len(pinned) > 30
    assert [
        entry.splitlines()[0] for entry in pinned if "--hash=sha256:" not in entry or "==" not in entry
    ] == []


def test_the_lock_holds_what_the_project_asks_for() -> None:
    wanted = {
        re.split(r"[<>=!; \[]", requirement)[0].lower().replace("_", "-")
        for requirement in (*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"])
    }
    locked = {line.split("==")[0] for line in LOCK.splitlines() if re.match(r"[a-z]", line)}
    assert wanted - locked == set()


def test_qt_stays_below_the_release_that_aborts() -> None:
    (version,) = re.findall(r"^pyside6-essentials==6\.(\d+)", LOCK, flags=re.M)
    assert int(version) < 12


def test_no_second_apsw_overwrites_ours() -> None:
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.distribution("apsw")


# The system


def test_a_display_is_seen_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert not system_libraries.has_display({})
    assert system_libraries.has_display({"DISPLAY": ":0"})
    assert system_libraries.has_display({"WAYLAND_DISPLAY": "wayland-0"})
    assert not system_libraries.has_display({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"})
    monkeypatch.setattr(sys, "platform", "darwin")
    assert system_libraries.has_display({})


@pytest.mark.parametrize(
    ("manager", "said"),
    [
        ("apt-get", "sudo apt install libegl1 fonts-wqy-microhei"),
        ("dnf", "sudo dnf install libglvnd-egl google-noto-sans-cjk-fonts"),
        ("pacman", "sudo pacman -S libglvnd noto-fonts-cjk"),
        ("", "your package manager's packages for: libegl1, fonts-wqy-microhei"),
    ],
)
def test_the_command_to_type_is_this_systems(
    monkeypatch: pytest.MonkeyPatch, manager: str, said: str
) -> None:
    monkeypatch.setattr(system_libraries.shutil, "which", lambda name: name if name == manager else None)
    missing = [system_libraries.DRAWING["libEGL.so.1"], system_libraries.FONT]
    assert system_libraries.command_for(missing) == said


def test_only_what_is_missing_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_libraries, "has_display", lambda: False)
    monkeypatch.setattr(system_libraries, "has_chinese_font", lambda: True)
    monkeypatch.setattr(system_libraries, "_loads", lambda library: library != "libGL.so.1")
    assert [apt for apt, _, _ in system_libraries.missing_packages()] == ["libgl1"]
    monkeypatch.setattr(system_libraries, "has_chinese_font", lambda: False)
    assert [apt for apt, _, _ in system_libraries.missing_packages()] == ["libgl1", "fonts-wqy-microhei"]


def test_a_user_is_told_and_root_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = [system_libraries.DRAWING["libGL.so.1"]]
    there = {"libgl1"}  # what apt knows of
    fetched: list[list[str]] = []
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(system_libraries, "missing_packages", lambda: missing)

    def fetch(names: list[str]) -> bool:
        fetched.append(names)
        if known := there.issuperset(names):
            missing.clear()
        return known

    monkeypatch.setattr(system_libraries, "_apt_install", fetch)
    said: list[str] = []
    monkeypatch.setattr(system_libraries, "_may_install", lambda: False)
    system_libraries.provide(said.append)
    assert "libgl1" in said[-1] or "libGL" in said[-1] or "libglvnd" in said[-1]
    assert fetched == []
    monkeypatch.setattr(system_libraries, "_may_install", lambda: True)
    system_libraries.provide(said.append)
    assert fetched == [["libgl1", "fonts-inter"], ["libgl1"]]


# Licences


@pytest.mark.parametrize(
    "licence",
    [
        "GPL-3.0-only", "GNU General Public License v3 (GPLv3)", "AGPL-3.0", "GNU Affero General Public License",
        "GPLv2+", "Free for non-commercial use", "CC-BY-NC-4.0", "SSPL-1.0", "UNKNOWN", "",
    ],
)  # fmt: skip
def test_barred_licences_are_named(licence: str) -> None:
    assert licences.objection("somepackage", licence)


@pytest.mark.parametrize(
    "licence",
    [
        "MIT",
        "BSD-3-Clause",
        "Apache-2.0",
        "MPL-2.0",
        "PSF-2.0",
        "LGPL-3.0-only",
        "GNU Lesser General Public License v3",
    ],
)
def test_free_licences_pass(licence: str) -> None:
    assert licences.objection("somepackage", licence) is None


def test_only_qt_is_excused_and_only_while_it_offers_the_lgpl() -> None:
    dual = "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only"
    assert licences.objection("PySide6_Essentials", dual) is None
    assert licences.objection("PySide6_Essentials", "GPL-3.0-only")
    assert licences.objection("igraph", dual)


# Resources: source tree, wheel, frozen build


def _resource_seen_from(package: Path) -> Path:
    command = [
        sys.executable,
        "-c",
        "import app.resources as r; print(r.resource('house.svg')); print(r.icon_file('app.svg'))",
    ]
    environment = {**os.environ, "PYTHONPATH": str(package)}
    said = subprocess.run(
        command, cwd=package, env=environment, capture_output=True, text=True, check=True
    ).stdout
    house, icon = map(Path, said.split("\n")[:2])
    assert house.is_file()
    assert icon.is_file()
    return house


def test_the_editable_install_reads_the_source_tree() -> None:
    assert resources.resource("house.svg") == ROOT / "resources" / "house.svg"
    assert resources.icon_file("app.svg") == ROOT / "icons" / "app.svg"
    assert resources.resource("themes/tokens.toml").is_file()


def test_the_stale_copy_of_the_editable_install_is_not_looked_at(tmp_path: Path) -> None:
    """Hatchling leaves `_resources` in site-packages/app when it installs editable; it goes stale there."""
    stale = tmp_path / "app" / "_resources"
    stale.mkdir(parents=True)
    (stale / "house.svg").write_text("stale", encoding="utf-8")
    command = [sys.executable, "-c", "import app.resources as r; print(r.resource('house.svg'))"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    said = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert Path(said.strip()) == ROOT / "resources" / "house.svg"


@pytest.fixture
def as_in_the_wheel(tmp_path: Path) -> Path:
    shutil.copytree(
        ROOT / "app", tmp_path / "app", ignore=shutil.ignore_patterns("__pycache__", "_resources")
    )
    shutil.copytree(ROOT / "resources", tmp_path / "app/_resources")
    shutil.copytree(ROOT / "icons", tmp_path / "app/_resources/icons")
    return tmp_path


def test_an_installed_copy_reads_its_own(as_in_the_wheel: Path) -> None:
    assert _resource_seen_from(as_in_the_wheel) == as_in_the_wheel / "app/_resources/house.svg"


def test_a_frozen_build_reads_its_own(as_in_the_wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(as_in_the_wheel), raising=False)
    assert resources.resource("house.svg") == as_in_the_wheel / "app/_resources/house.svg"
    assert resources.icon_file("app.svg").is_file()


def test_the_wheel_is_asked_for_schema_resources_and_icons(tmp_path: Path) -> None:
    wanted = wheel_check.expected_files()
    assert {
        "app/storage/schema/0001_first.sql",
        "app/_resources/house.svg",
        "app/_resources/icons/app.svg",
    } <= set(wanted)
    assert "app/_resources/themes/tokens.toml" in wanted
    assert not [name for name in wanted if "__pycache__" in name]
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as wheel:
        for name in wanted[1:]:
            wheel.writestr(name, "")
        assert wheel_check.missing_from(wheel.namelist()) == wanted[:1]


# The two commands


HERE = environment.Environment(Path(sys.prefix))


def test_every_step_runs_and_the_first_failure_counts(capfd: pytest.CaptureFixture[str]) -> None:
    a, b, c = (
        checks.Step(name, ["-c", f"raise SystemExit({code})"])
        for name, code in (("a", 0), ("b", 3), ("c", 2))
    )
    assert checks.run_all(HERE, [a, b], [c]) == 3
    said = capfd.readouterr().out
    assert [line.split()[0] for line in said.splitlines() if line.endswith(("  a", "  b", "  c"))] == [
        "ok",
        "FAILED",
        "FAILED",
    ]
    assert said.index("FAILED so far: b;") < said.index("── c")
    assert checks.run_all(HERE, [a], [a]) == 0
    assert "FAILED" not in capfd.readouterr().out


def test_steps_side_by_side_are_told_whole_and_in_order(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The first waits for a word of the second, and so would hang if they ran one after the other."""
    waits = f"import pathlib, time\nprint('好', flush=True)\nwhile not pathlib.Path({str(tmp_path / 'x')!r}).exists(): time.sleep(0.01)"
    tells = f"import pathlib\nprint('second')\npathlib.Path({str(tmp_path / 'x')!r}).touch()"
    long = [
        checks.Step("one", ["-c", f"{waits}\nprint('first')"]),
        checks.Step("two", ["-c", f"{tells}\nraise SystemExit('gone')"]),
    ]
    assert checks.run_all(HERE, [], long) == 1
    assert capfd.readouterr().out.split("\nSummary")[0].split() == [
        *("──", "one", "好", "first"),
        *("──", "two", "second", "gone"),
    ]


def test_ci_calls_the_readmes_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = "python3 packaging/bootstrap.py test"
    assert command in readme
    assert "python3 packaging/bootstrap.py run" in readme
    assert (ROOT / ".ci/run").read_text(encoding="utf-8").strip().endswith(command)


def test_without_a_display_pictures_and_a_report_are_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[tuple[str, ...]] = []

    def belvedere(_: environment.Environment, *arguments: str) -> str:
        asked.append(arguments)
        if arguments[0] == "demo":
            Path(arguments[1]).touch()
        if arguments[0] == "info":
            return json.dumps(
                {"characters": [{"uid": "c_1", "name": "Wren"}, {"uid": "c_2", "name": "阿梨"}]}
            )
        item = {"room": "attic", "content": "a | b\nc", "score": 0.5, "factors": {"similarity": 0.25}}
        return json.dumps({"items": [item], "dropped": [{"uid": "m_1", "stage": "places", "score": 0.1}]})

    monkeypatch.setattr(launch, "has_display", lambda: False)
    monkeypatch.setattr(launch, "_belvedere", belvedere)
    monkeypatch.chdir(tmp_path)
    assert launch.launch(environment.Environment(tmp_path), []) == 0
    report = (tmp_path / launch.FOLDER / "recall.md").read_text(encoding="utf-8")
    assert "| 0.500 | attic | a \\| b c | similarity 0.250 |" in report
    assert "1 at places" in report
    assert [arguments[0] for arguments in asked].count("shot") == len(launch.LOOKS)
    questions = {arguments[2] for arguments in asked if arguments[0] == "recall"}
    assert questions == set(launch.QUESTIONS.values())
    asked.clear()
    launch.launch(environment.Environment(tmp_path), [])
    assert "demo" not in {arguments[0] for arguments in asked}


def test_a_failure_off_screen_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(_: environment.Environment, *arguments: str) -> str:
        raise subprocess.CalledProcessError(1, ["python", "-m", "app", *arguments], "", "the disk is full")

    monkeypatch.setattr(launch, "has_display", lambda: False)
    monkeypatch.setattr(launch, "_belvedere", fails)
    monkeypatch.chdir(tmp_path)
    assert launch.launch(environment.Environment(tmp_path), []) == 1
    assert "the disk is full" in capsys.readouterr().out
