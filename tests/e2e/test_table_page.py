"""The commands of the page on tables run, and what it says of spellings is so."""

import io
import re
import shlex
import sys
from pathlib import Path

import pytest
from tests.e2e.commands import ROOT, Commands
from tests.unit.tables.contents import contents

import owlboost as ob
from owlboost.evaluation.samples import write_iris_table
from owlboost.tables.kinds import kind_of

PAGE = (ROOT / "docs" / "how-to" / "table.md").read_text("utf-8")


def listed(heading: str) -> list[str]:
    """Return what stands in code marks in the first sentences of a paragraph."""
    paragraph = PAGE.split(f"**{heading}.** ")[1].split("\n\n")[0]
    return re.findall(r"`([^`]+)`", paragraph)


def run_line(owlboost: Commands, line: str) -> None:
    """Run ``[cat FILE |] owlboost … [> FILE]``."""
    words = shlex.split(line)
    if words[0] == "cat":
        data = (owlboost.folder / words[1]).read_bytes()
        owlboost.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert words[2] == "|"
        words = words[3:]
    target = words.pop() if words[-2] == ">" else None
    assert words[0] == "owlboost", f"what does '{line}' do?"
    out = owlboost.done(*words[1 : -1 if target else None])
    if target is not None:
        owlboost.write(target, out)


def test_the_commands_of_the_page_run(owlboost: Commands) -> None:
    write_iris_table(owlboost.folder / "iris.csv")
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(lines) == 6
    for line in lines:
        run_line(owlboost, line)
    assert set(owlboost.files()) == {"iris.csv", "versicolor.json", "long.json", "long.owl"}


@pytest.mark.parametrize("text", listed("Numbers")[:9])
def test_what_the_page_calls_a_number_is_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"n|x\n{text}|a\n", encoding="utf-8")
    (number,) = contents(ob.read_table(path))["n"]
    assert number in (1234.5, 2701.0, 18.0, 12.5, 12.0)


@pytest.mark.parametrize("text", listed("Dates")[:10])
def test_what_the_page_calls_a_date_is_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"d|x\n{text}|a\n", encoding="utf-8")
    table = ob.read_table(path)
    assert contents(table)["d"] == [20088.0]
    assert kind_of(table.columns["d"]) == "time"
