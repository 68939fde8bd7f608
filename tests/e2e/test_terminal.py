"""What a terminal shows, what a pipe gets, and how many rows are printed as they come."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.e2e.commands import Commands, environment

STYLE = re.compile("\x1b\\[[0-9;]+m")


def on_terminal(folder: Path, *arguments: str, **variables: str) -> str:
    """Everything that a command writes to a terminal."""
    ours, theirs = pty.openpty()
    settings = {**environment(), "TERM": "xterm-256color", "COLUMNS": "80", **variables}
    settings = {name: value for name, value in settings.items() if value}
    command = [sys.executable, "-m", "owlboost", *arguments]
    with subprocess.Popen(command, cwd=folder, env=settings, stdout=theirs, stderr=theirs):
        os.close(theirs)
        parts = []
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            parts.append(part)
    os.close(ours)
    return b"".join(parts).decode("utf-8").replace("\r\n", "\n")


@pytest.fixture
def learned(hotels: Commands) -> Commands:
    hotels.done("learn", "hotels.csv", "--target", "kind=good", "-o", "m.json")
    return hotels


@pytest.mark.parametrize(
    "words",
    [
        ("predict", "m.json", "hotels.csv"),
        ("learn", "hotels.csv", "--target", "kind=good", "--algorithm", "foil"),
        ("learn", "--help"),
    ],
    ids=" ".join,
)
def test_no_color_drops_bold_too(learned: Commands, words: tuple[str, ...]) -> None:
    assert STYLE.search(on_terminal(learned.folder, *words, NO_COLOR=""))
    assert not STYLE.search(on_terminal(learned.folder, *words, NO_COLOR="1"))


def test_a_table_is_as_wide_as_its_longest_cells(learned: Commands) -> None:
    n = 1100  # the longest names come last
    rows = "".join(f"{at % 170},{at % 5},true,no\n" for at in range(n))
    learned.write("many.csv", "price,stars,pool,sea view\n" + rows)
    table = learned.done("predict", "m.json", "many.csv").splitlines()
    assert len(table) == n + 1
    end = table[0].index("degree") + len("degree")
    assert {line[end - 6 : end] for line in table[1:]} == {
        f"{one['degree']:.4f}"
        for one in json.loads(learned.done("predict", "m.json", "many.csv", "--format", "json"))
    }
    assert table[-1].startswith("row1100 ")


def test_json_is_written_as_one_list(learned: Commands) -> None:
    told = learned.done("predict", "m.json", "hotels.csv", "--format", "json")
    assert told == json.dumps(json.loads(told), ensure_ascii=False, indent=1) + "\n"
