"""Commands work whatever their streams are connected to, and say no more than a line of errors."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.e2e.commands import Commands, environment
from tests.e2e.conftest import HOTELS
from tests.e2e.test_bad_input import refused

LEARN = ("learn", "hotels.csv", "--target", "kind=good", "--rules", "2", "-o", "model.json")


def run(
    folder: Path, *arguments: str, redirected: str = "", **variables: str
) -> "subprocess.CompletedProcess[bytes]":
    """Run a command as a shell does, its streams redirected."""
    words = " ".join(f"'{word}'" for word in (sys.executable, "-m", "owlboost", *arguments))
    return subprocess.run(
        ["/bin/sh", "-c", f"exec {words} {redirected}"],
        cwd=folder,
        env=environment() | variables,
        capture_output=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hotels.csv").write_text(HOTELS, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("redirected", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_stop_nothing(folder: Path, redirected: str) -> None:
    whole = run(folder, *LEARN)
    assert whole.returncode == 0, whole.stderr
    model = (folder / "model.json").read_bytes()
    done = run(folder, *LEARN, redirected=redirected)
    assert done.returncode == 0
    assert (folder / "model.json").read_bytes() == model
    if "2>&-" not in redirected:
        assert b"Model written to model.json" in done.stderr


def test_a_closed_stream_does_not_hide_that_a_command_failed(folder: Path) -> None:
    assert run(folder, "learn", "no.csv", redirected=">&- 2>&-").returncode != 0


def test_an_encoding_that_lacks_a_sign_stops_nothing(folder: Path) -> None:
    done = run(folder, *LEARN, "--layout", "paper", PYTHONIOENCODING="cp1252")
    assert done.returncode == 0, done.stderr
    assert b"degree \\u2265 " in done.stdout
    assert b"degree > 0" in done.stdout


def test_no_home_and_no_language_stop_nothing(folder: Path) -> None:
    without = {
        name: value
        for name, value in environment().items()
        if not name.startswith(("HOME", "LANG", "LC_", "XDG_"))
    }
    done = subprocess.run(
        [sys.executable, "-m", "owlboost", *LEARN],
        cwd=folder,
        env={**without, "LANG": "C", "LC_ALL": "C"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "model.json").exists()


def test_a_reader_that_goes_away_is_no_error_of_ours(folder: Path) -> None:
    assert run(folder, *LEARN).returncode == 0
    done = run(folder, "predict", "model.json", "hotels.csv", redirected="| true")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_command_that_is_asked_to_end_leaves_nothing_half_written(
    folder: Path, number: signal.Signals
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "owlboost", *LEARN, "--trace", "t.jsonl"],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    limit = time.monotonic() + 120
    while time.monotonic() < limit and process.poll() is None:
        if list(folder.glob(".t.jsonl.*.part")):
            break
        time.sleep(0.001)
    os.kill(process.pid, number)
    process.communicate()
    assert not list(folder.glob(".*.part"))


def test_an_error_is_not_longer_than_a_person_reads(owlboost: Commands) -> None:
    long = "x" * 140_000
    owlboost.write("t.csv", f"a,k\n1,{long}\n2,b\n")
    said = refused(owlboost, "learn", "t.csv", "--target", f"k={long[:-1]}y")
    assert len(said) <= 1000


def test_an_error_does_nothing_to_a_terminal(owlboost: Commands) -> None:
    said = refused(owlboost, "learn", "no\x1b[31m\nfile.csv", "--target", "k=a")
    assert said == "There is no file no\\x1b[31m\\nfile.csv."


def test_a_first_row_that_is_too_long_is_told(owlboost: Commands) -> None:
    owlboost.write("t.csv", "x" * 1_000_000 + ",k\n1,a\n2,b\n")
    said = refused(owlboost, "learn", "t.csv", "--target", "k=a")
    assert said.startswith("The first row of t.csv is too long: a cell has more than 131,072 ")
    owlboost.write("t.csv", ",".join(f"c{i}" for i in range(300_000)) + "\n1\n")
    said = refused(owlboost, "--limit", "columns=1M", "learn", "t.csv", "--target", "k=a")
    assert said.startswith("The first row of t.csv is too long")


def test_a_limit_is_lowered_and_raised_by_an_option(
    hotels: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OWLBOOST_LIMITS", "")  # what the command sets is undone
    command = ("inspect", "hotels.csv")
    assert refused(hotels, *command, "--limit", "columns=3") == (
        "hotels.csv has more than 3 columns; if you trust it, use --limit columns=6."
    )
    assert "5 columns" in hotels.done(*command, "--limit", "columns=6")
    assert "no limit named 'rows'" in refused(hotels, *command, "--limit", "rows=6")


@pytest.mark.parametrize(
    "rules",
    [
        "# Rules\n" + "(" * 1000 + "A" + ")" * 1000 + " SubClassOf T\n",
        "# Rules\n" + "(r some " * 500 + "A" + ")" * 500 + " SubClassOf T\n# Names\nr role 'r'\n",
        "(implies " + "(some r " * 5000 + "A" + ")" * 5000 + " B)",
    ],
)
def test_rules_nested_too_deeply_are_told(hotels: Commands, rules: str) -> None:
    hotels.write("rules.txt", rules)
    refused(hotels, "predict", "rules.txt", "hotels.csv")
