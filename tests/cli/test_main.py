"""What all verbs share: wrong usage, streams, exit codes, the one document."""

import json
import subprocess
import sys

import pytest
from cli.conftest import Belvedere, unchanged

from app.cli import main

ONE_PALACE = ["info", "process", "check", "history", "undo", "redo"]
WRONG = [
    ["info"],
    ["info", "a.palace", "b.palace"],
    ["info", "a.palace", "--loud"],
    ["import", "a.palace"],
    ["recall", "a.palace"],
    ["recall", "a.palace", "x", "--profile", "own"],
    ["recall", "a.palace", "x", "--limit", "many"],
    ["recall", "a.palace", "x", "--limit", "0"],
    ["recall", "a.palace", "x", "--over", "dreams"],
    ["recall", "a.palace", "x", "--as-of", "soon"],
    ["process", "a.palace", "--model", "oracle"],
    ["eval", "a.palace"],
    ["backup", "a.palace"],
    ["shot", "a.palace"],
    ["shot", "a.palace", "out", "--size", "big"],
    ["shot", "a.palace", "out", "--scale", "0"],
    ["shot", "a.palace", "out", "--theme", "grey"],
    ["export", "a.palace", "out"],
    ["dance"],
    ["--loud"],
    ["--json", "info", "a.palace"],
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_usage(words, capsys, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main.is_verb(words)
    assert main.run(words) == 2
    out, err = capsys.readouterr()
    if "--json" in words:
        out = out and ""
    assert out == ""
    assert err.startswith("belvedere: ")
    assert main.run([*words, "--json"]) == 2
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert document["ok"] is False
    assert {"code", "message", "remedy"} <= set(document["error"])
    assert document["error"]["message"] in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("verb", ONE_PALACE)
def test_a_palace_that_is_not_there(belvedere: Belvedere, verb, tmp_path) -> None:
    with unchanged(tmp_path):
        said = belvedere(verb, tmp_path / "gone.palace", code=1)
    assert said["error"]["code"] == "palace.missing"
    assert said.err.startswith("belvedere: ")
    assert said["error"]["remedy"] in said.err


def test_what_is_a_verb_and_what_a_file(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "diary").touch()
    for words in (["diary"], ["life.palace"], ["over/there"], []):
        assert not main.is_verb(words)
    for words in (["infos"], ["info"], ["-h"], ["--version"]):
        assert main.is_verb(words)


@pytest.mark.parametrize("words", [["-h"], ["--version"], *([verb, "-h"] for verb in main.VERBS)])
def test_help(words, capsys) -> None:
    with pytest.raises(SystemExit) as end:
        main.run(words)
    assert end.value.code == 0
    out, err = capsys.readouterr()
    assert "belvedere" in out
    assert err == ""


def test_every_verb_stands_in_the_help(capsys) -> None:
    with pytest.raises(SystemExit):
        main.run(["--help"])
    out = capsys.readouterr().out
    assert all(f"\n    {verb} " in out for verb in main.VERBS)


def test_a_bug_is_told_without_its_traceback(belvedere: Belvedere, made, monkeypatch, expect_log) -> None:
    from app.storage import characters

    path = made("chat")

    def burst(_conn) -> None:
        raise RuntimeError("a line of somebody's chat")

    monkeypatch.setattr(characters, "every", burst)
    expect_log("unexpected RuntimeError")
    said = belvedere("info", path, code=1)
    assert said["error"]["code"] == "bug"
    assert "somebody" not in said.out + said.err


@pytest.mark.parametrize(
    "words",
    [("new", "{here}/a\udcff.palace"), ("new", "{here}/a.palace", "--character", "Wr\udcffn")],
    ids=["palace", "character"],
)
def test_words_that_are_no_text_are_wrong_usage(belvedere: Belvedere, tmp_path, words) -> None:
    told = belvedere(*(word.format(here=tmp_path) for word in words), code=2)["error"]
    assert (told["code"], r"\udcff" in told["message"]) == ("usage.text", True)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_is_told(belvedere: Belvedere, made, monkeypatch) -> None:
    from app.storage import characters

    path = made("chat")

    def stop(_conn) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(characters, "every", stop)
    assert belvedere("info", path, code=1)["error"]["code"] == "cancelled"


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_failure(made) -> None:
    call = [sys.executable, "-m", "app", "history", str(made("read")), "--json"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_no_key_reaches_standard_error(tmp_path) -> None:
    """The program as it is started: whoever logs, and whatever handler speaks."""
    code = """
import logging, sys
from app.__main__ import main
from app.models.redaction import redact
redact.hide("plainsecret42")
code = main(["info", sys.argv[1]])
logging.getLogger("elsewhere").warning("sent with %s", "plainsecret42")
sys.exit(code)
"""
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "none.palace")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "sent with •••" in ended.stderr
    assert "plainsecret42" not in ended.stderr
