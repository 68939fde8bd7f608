"""What stands in the way of an evaluation: parameters in Python, options in a shell."""

from pathlib import Path
from typing import Any

import pytest
from tests.e2e.commands import Commands

from owlboost.cli.messages import worded
from owlboost.errors import DataError, ParameterError
from owlboost.evaluation.benchmark import Plan, registry_loader, run_suite
from owlboost.evaluation.datasets import local_task, registry
from owlboost.evaluation.evaluate import EvaluationContext
from owlboost.learners.algorithms import FoilDL
from owlboost.runtime.engine import engine


@pytest.fixture
def offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of data sets, and no network."""

    def get(*_: Any, **__: Any) -> None:
        raise OSError("no network")

    monkeypatch.setattr("requests.get", get)
    monkeypatch.setattr("owlboost.evaluation.datasets.cache_folder", lambda: tmp_path / "cache")
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def test_a_missing_data_set_asks_for_its_folder(offline: Path) -> None:
    with pytest.raises(DataError) as caught:
        local_task(registry().tasks["pair50"], registry(), offline)
    claim = f"(OSError). Put it into {offline / 'pair50'}, or give the folder of your data sets "
    assert str(caught.value).endswith(f"{claim}(folder or the environment variable OWLBOOST_DATA).")
    assert worded(caught.value).endswith(
        f"{claim}(--data or the environment variable OWLBOOST_DATA)."
    )


def test_a_task_that_was_not_run_keeps_the_hint(offline: Path) -> None:
    load = registry_loader(registry(), offline, lambda local: pytest.fail(str(local)))
    tasks = [registry().tasks["pair50"]]
    (result,) = run_suite(tasks, load, Plan(learners=(FoilDL(),), grid="none"), EvaluationContext())
    assert "(folder or the" in result.missing
    assert "(--data or the" in worded(result.missing)


def test_a_bench_without_data_names_the_option(
    offline: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    owlboost = Commands(offline.parent, monkeypatch, capsys)
    run = owlboost("bench", "--suite", "pair50", "--data", str(offline), "-o", "out")
    assert run.code == 1
    assert "(--data or the environment variable OWLBOOST_DATA)." in run.err


def test_a_suite_without_data_says_who_publishes_them(
    offline: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    owlboost = Commands(offline.parent, monkeypatch, capsys)
    run = owlboost("bench", "--suite", "quick", "--data", str(offline), "-o", "out")
    assert run.code == 1
    (said,) = [line for line in run.err.splitlines() if line.startswith("owlboost: ")]
    assert said == (
        "owlboost: The data are not at hand (iris and others). Projects on GitHub publish the "
        "data: jbrownlee/Datasets (iris, wine); SmartDataAnalytics/DL-Learner (pair50); "
        "SmartDataAnalytics/SML-Bench (pyrimidine, lymphography). Put the files of each data set "
        "into a folder of its name, as in DIR/iris, and give DIR as the folder of your data sets "
        "(--data or the environment variable OWLBOOST_DATA)."
    )


def test_a_scheduler_asks_for_its_engine() -> None:
    with pytest.raises(ParameterError) as caught:
        engine("local", scheduler="tcp://x:1")
    assert str(caught.value) == "A scheduler needs the engine dask: use name='dask'."
    assert worded(caught.value) == "A scheduler needs the engine dask: use --engine dask."


def test_a_parameter_is_an_option() -> None:
    with pytest.raises(ParameterError) as caught:
        engine("local", jobs=0)
    claim = " must be a positive number, or -1 for all cores, not 0."
    assert str(caught.value) == f"n_jobs{claim}"
    assert worded(caught.value) == f"--jobs{claim}"
