"""Some data sets of the paper's experiment still have the committed results, cell by cell."""

import os
from pathlib import Path

import pytest
from tools.paper import __main__ as command
from tools.paper import results
from tools.paper.data_sets import COUNTED, counted, read_sizes

from owlboost.evaluation.datasets import registry

TASKS = ("hotel", "moral", "pyrimidine", "iris-setosa")

pytestmark = pytest.mark.skipif(
    not os.environ.get("OWLBOOST_DATA"), reason="OWLBOOST_DATA names no folder of data sets"
)


@pytest.mark.parametrize("task", TASKS)
def test_a_run_is_as_committed(tmp_path: Path, task: str) -> None:
    assert results.checked(tmp_path, [task]) == []


def test_the_command_fails_and_names_the_cell_that_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = results.MAIN[0].path.read_text("utf-8")
    before = "moral,boost,False,cmeans,3,0.34,"
    assert before in text
    (tmp_path / "seed-0.csv").write_text(text.replace(before, before.replace("3,", "5,", 1)))
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(command, "BUILD", tmp_path / "build")
    assert command.check(["moral"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[-2] == "moral, boost, cmeans: sets is 3, committed 5"
    assert told[-1].startswith("1 differences from ")


@pytest.mark.parametrize("task", TASKS)
def test_the_data_are_as_large_as_committed(task: str) -> None:
    sizes = counted(registry().tasks[task])
    committed = read_sizes(COUNTED)[task]
    assert {name: str(sizes.get(name, "")) for name in committed} == committed
