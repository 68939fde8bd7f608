"""Files that version 0.1.0 wrote are read, shown and applied as they were then.

``version-0.1.0`` has three models, two runs and a finished fold, the rules and figures that version
printed of them (today's words stand around them), and degrees it predicted.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.commands import Commands

import owlboost as ob
from owlboost.cli.run_output import print_run
from owlboost.cli.training import print_model
from owlboost.evaluation.benchmark import TaskResult
from owlboost.evaluation.datasets import registry
from owlboost.evaluation.fold_store import FoldStore
from owlboost.evaluation.run import RunResult
from owlboost.evaluation.run_file import load_run, run_from_json, run_text, run_to_json
from owlboost.evaluation.samples import hotels, write_iris_table
from owlboost.models.model_files import model_from_json, model_text
from owlboost.report.suite_summary import csv_text, json_text, markdown_text, summarise

FILES = Path(__file__).parent / "version-0.1.0"
MODELS = ("hotels-gradient", "hotels-foil", "iris-boost")
RUNS = ("hotels-foil-nested", "hotels-gradient")
DEGREES = json.loads((FILES / "degrees.json").read_text(encoding="utf-8"))


def text_of(name: str) -> str:
    return (FILES / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", MODELS)
def test_a_model_is_read_and_written_again_as_it_was(name: str) -> None:
    written = json.loads(model_text(ob.load(FILES / f"{name}.model.json")))
    later: dict[str, Any] = {
        "properties": None, "calibration": None, "curve": None, "remarks": []
    }  # fmt: skip
    assert {key: written.pop(key) for key in later} == later
    assert list(written.items()) == list(json.loads(text_of(f"{name}.model.json")).items())


@pytest.mark.parametrize("name", MODELS)
def test_a_model_is_printed_as_it_was(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_model(ob.load(FILES / f"{name}.model.json"), "paper")
    assert capsys.readouterr().out == text_of(f"{name}.model.txt")


@pytest.mark.parametrize("name", MODELS)
def test_a_model_predicts_the_same_degrees(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    owlboost = Commands(tmp_path, monkeypatch, capsys)
    write_iris_table(tmp_path / "iris.csv")
    with hotels() as path:
        shutil.copy(path, tmp_path / "hotels.ofn")
    source = "iris.csv" if name.startswith("iris") else "hotels.ofn"
    model = str(FILES / f"{name}.model.json")
    printed = json.loads(owlboost.done("predict", model, source, "--format", "json"))
    found = {one["individual"].split("#")[-1]: one["degree"] for one in printed}
    assert {individual: found[individual] for individual in DEGREES[name]} == DEGREES[name]


@pytest.mark.parametrize("name", RUNS)
def test_a_run_is_read_and_written_again_as_it_was(name: str) -> None:
    assert run_text(load_run(FILES / f"{name}.run.json")) + "\n" == text_of(f"{name}.run.json")


@pytest.mark.parametrize("name", RUNS)
def test_a_run_is_printed_as_it_was(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_run(load_run(FILES / f"{name}.run.json"))
    assert capsys.readouterr().out == text_of(f"{name}.run.txt")


def test_a_finished_fold_is_found_again(tmp_path: Path) -> None:
    shutil.copy(FILES / "hotels-foil.fold.json", tmp_path / f"{'a' * 40}.fold.json")
    fold = FoldStore(tmp_path).load("a" * 64)
    assert fold is not None
    assert fold.to_json() == json.loads(text_of("hotels-foil.fold.json"))


def records(value: Any) -> Iterator[dict[str, Any]]:
    """Everything in a file that holds measures."""
    if isinstance(value, dict):
        if "fuzzy_F1" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from records(part)


def changed(name: str, change: Callable[[dict[str, Any]], object]) -> Any:
    """A file of version 0.1.0 with a change to all its records of measures."""
    data = json.loads(text_of(name))
    found = list(records(data))
    assert found
    for record in found:
        change(record)
    return data


def add_news(record: dict[str, Any]) -> None:
    record |= {"brier_skill": 0.25, "curve": [1, 2]}


def shown(run: RunResult, capsys: pytest.CaptureFixture[str]) -> str:
    """Everything that shows a run, as one text."""
    print_run(run)
    task = registry().suite("quick")[0]
    summary = summarise("quick", [TaskResult(task, (run,))])
    texts = [capsys.readouterr().out, run._repr_html_(), markdown_text(summary)]
    return "\n".join([*texts, csv_text(summary), json_text(summary)])


@pytest.mark.parametrize("name", RUNS)
def test_a_run_with_a_measure_of_a_later_version_is_shown_without_it(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = load_run(FILES / f"{name}.run.json")
    run = run_from_json(changed(f"{name}.run.json", add_news))
    assert run.winner.scores == plain.winner.scores
    assert shown(run, capsys) == shown(plain, capsys)


MISSING = ("F1", "fuzzy_F1", "MSE", "threshold_F1", "balanced_accuracy", "MCC")


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("measure", MISSING)
def test_a_run_that_lacks_a_measure_is_shown_with_a_dash(
    name: str, measure: str, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = load_run(FILES / f"{name}.run.json")
    data = changed(f"{name}.run.json", lambda record: record.pop(measure))
    run = run_from_json(data)
    assert measure not in run.winner.scores.mean
    others = {key: value for key, value in whole.winner.scores.mean.items() if key != measure}
    assert run.winner.scores.mean == others
    text = shown(run, capsys)
    assert text.count("–") > shown(whole, capsys).count("–")
    assert "nan" not in text.lower()
    again = run_to_json(run)
    assert run_from_json(again) == run
    assert measure not in again["configurations"][0]["folds"][0]


def test_an_average_passes_over_folds_without_the_measure() -> None:
    data = json.loads(text_of("hotels-gradient.run.json"))
    first, second = data["configurations"][0]["folds"]
    del first["MCC"]
    first["MSE"] = None
    scores = run_from_json(data).winner.scores
    assert (scores.mean["MCC"], scores.mean["MSE"]) == (second["MCC"], second["MSE"])
    assert (scores.deviation["MCC"], scores.deviation["MSE"]) == (0.0, 0.0)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_with_measures_of_a_later_version_keeps_them(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    model = model_from_json(changed(f"{name}.model.json", add_news))
    assert model.training["brier_skill"] == 0.25
    print_model(model, "paper")
    assert capsys.readouterr().out == text_of(f"{name}.model.txt")
    assert model._repr_html_() == ob.load(FILES / f"{name}.model.json")._repr_html_()


def test_a_model_that_lacks_measures_is_shown_without_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def forget(record: dict[str, Any]) -> None:
        del record["precision"], record["threshold_F1"]
        record["MSE"] = None

    model = model_from_json(changed("hotels-foil.model.json", forget))
    print_model(model)
    lines = capsys.readouterr().out.splitlines()
    assert lines[lines.index("# On the training examples") + 1 :] == [
        "degree > 0   recall 1.000  F1 1.000",
        "fuzzy        precision 1.000  recall 0.890  F1 0.942",
    ]
    assert "foil, threshold 0.0375, F1 1.000, fuzzy_F1 0.942" in model._repr_html_()


@pytest.mark.parametrize("training", [None, {}])
def test_a_model_without_measures_is_shown(
    training: object, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(text_of("hotels-foil.model.json")) | {"training": training}
    print_model(model_from_json(data))
    assert "degree > 0" not in capsys.readouterr().out


def test_a_finished_fold_of_another_version_is_read_if_it_can_be_chosen_by(tmp_path: Path) -> None:
    store = FoldStore(tmp_path)
    path = tmp_path / f"{'a' * 40}.fold.json"

    def loaded(change: Callable[[dict[str, Any]], object]) -> Any:
        path.write_text(json.dumps(changed("hotels-foil.fold.json", change)), encoding="utf-8")
        return store.load("a" * 64)

    shutil.copy(FILES / "hotels-foil.fold.json", path)
    assert loaded(add_news) == store.load("a" * 64)
    assert "MCC" not in loaded(lambda record: record.pop("MCC")).scores[0].measures
    assert loaded(lambda record: record.pop("F1")) is None
