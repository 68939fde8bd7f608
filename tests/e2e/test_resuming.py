"""``evaluate`` killed in the middle goes on and ends with the same file."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.e2e.commands import Commands, environment

from owlboost.evaluation.samples import write_iris_table


def evaluation(table: Path, run: Path) -> list[str]:
    return ["evaluate", str(table), "--target", "species=versicolor", "-o", str(run)]


def command(table: Path, run: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "owlboost", *evaluation(table, run), *more]


def finish(words: list[str]) -> None:
    subprocess.run(words, env=environment(), check=True, capture_output=True)


def timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: timeless(part) for name, part in value.items() if name != "seconds"}
    return [timeless(part) for part in value] if isinstance(value, list) else value


def content(path: Path) -> Any:
    return timeless(json.loads(path.read_text(encoding="utf-8")))


FOLDS = 15
SMALL = ("--repeats", "3", "--folds", "5", "--rules", "3", "--sets", "3")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("iris") / "iris.csv"
    write_iris_table(path)
    return path


@pytest.fixture(scope="module")
def whole(table: Path) -> Any:
    """What an evaluation that nobody kills ends with."""
    run = table.with_name("whole.json")
    subprocess.run(
        command(table, run, *SMALL, "--jobs", "1"),
        env=environment(),
        check=True,
        capture_output=True,
    )
    return content(run)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_evaluation_goes_on_and_ends_the_same(
    table: Path, whole: Any, tmp_path: Path, jobs: str
) -> None:
    killed = tmp_path / "killed.json"
    more = (*SMALL, "--jobs", jobs)
    process = subprocess.Popen(
        command(table, killed, *more), env=environment(), stderr=subprocess.PIPE
    )
    part = tmp_path / "killed.json.part"
    limit = time.monotonic() + 120
    while time.monotonic() < limit and len(list(part.glob("*.fold.json"))) < 2:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    finished = len(list(part.glob("*.fold.json")))
    assert 2 <= finished < FOLDS
    assert not killed.exists()
    subprocess.run(
        command(table, killed, *more), env=environment(), check=True, capture_output=True
    )
    assert content(killed) == whole
    assert not part.exists()


def test_evaluate_prints_the_run_and_says_the_star(owlboost: Commands) -> None:
    table = owlboost.folder / "few.csv"
    generator = np.random.default_rng(0)
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["size", "species"])
        for number in range(20):
            rare = number < 3
            size = round(float(generator.normal(rare * 4)), 3)
            writer.writerow([size, "versicolor" if rare else "other"])
    run = owlboost.folder / "run.json"
    done = owlboost(*evaluation(table, run), "--json", "--grid", "none")
    assert done.code == 0
    printed = json.loads(done.out)
    assert printed == json.loads(run.read_text(encoding="utf-8"))
    assert printed["protocol"]["starred"]
    assert "★ 3 positives" in done.err
    assert len(printed["configurations"]) == 1


def test_evaluate_tells_how_sure_few_examples_are(owlboost: Commands) -> None:
    table = owlboost.folder / "few.csv"
    lines = [f"{number},{'versicolor' if number % 3 else 'other'}" for number in range(30)]
    table.write_text("\n".join(["size,species", *lines]), encoding="utf-8")
    said = []
    for repeats in ("1", "2"):
        asked = evaluation(table, owlboost.folder / f"{repeats}.json")
        asked += ["--grid", "none", "--folds", "3", "--algorithm", "foil", "--repeats", repeats]
        said.append(owlboost.done(*asked).splitlines()[-1])
    few = "30 examples are few. Use --repeats 5 to see how much these figures depend on chance."
    assert said[0] == few
    run = json.loads((owlboost.folder / "2.json").read_text(encoding="utf-8"))
    folds = run["configurations"][0]["folds"]
    means = [np.mean([fold["F1"] for fold in folds if fold["repeat"] == at]) for at in (0, 1)]
    assert f"F1 ±{np.std(means, ddof=1):.3f}, fuzzy F1 ±" in said[1]


def test_a_second_evaluation_on_the_same_file_is_refused(table: Path, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    first = subprocess.Popen(
        command(table, run, *SMALL, "--jobs", "1"), env=environment(), stderr=subprocess.PIPE
    )
    part = tmp_path / "run.json.part"
    limit = time.monotonic() + 120
    while time.monotonic() < limit and not list(part.glob("*.fold.json")):
        time.sleep(0.01)
    os.kill(first.pid, signal.SIGSTOP)  # so that it cannot be done meanwhile
    second = subprocess.run(
        command(table, run, *SMALL), env=environment(), check=False, capture_output=True, text=True
    )
    assert second.returncode == 1
    assert second.stderr == (
        f"owlboost: Another evaluation is keeping its folds in {part}; wait until it is done, or "
        "choose another output.\n"
    )
    os.kill(first.pid, signal.SIGCONT)
    first.communicate()
    assert first.returncode == 0
    assert run.exists()
    assert not part.exists()
