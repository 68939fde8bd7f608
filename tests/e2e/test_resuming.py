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

from owlboost.evaluation.samples import write_iris_table


def command(table: Path, run: Path, *more: str) -> list[str]:
    target = ["--target", "species=versicolor"]
    return [
        sys.executable,
        "-m",
        "owlboost",
        "evaluate",
        str(table),
        *target,
        "-o",
        str(run),
        *more,
    ]


def timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: timeless(part) for name, part in value.items() if name != "seconds"}
    return [timeless(part) for part in value] if isinstance(value, list) else value


def content(path: Path) -> Any:
    return timeless(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_evaluation_goes_on_and_ends_the_same(tmp_path: Path, jobs: str) -> None:
    table = tmp_path / "iris.csv"
    write_iris_table(table)
    whole, killed = tmp_path / "whole.json", tmp_path / "killed.json"
    more = ("--repeats", "2", "--rounds", "2", "--jobs", jobs)
    subprocess.run(command(table, whole, *more), check=True, capture_output=True)
    process = subprocess.Popen(command(table, killed, *more), stderr=subprocess.PIPE)
    part = tmp_path / "killed.json.part"
    limit = time.monotonic() + 120
    while time.monotonic() < limit and len(list(part.glob("*.fold.json"))) < 2:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    finished = len(list(part.glob("*.fold.json")))
    assert 2 <= finished < 10
    assert not killed.exists()
    subprocess.run(command(table, killed, *more), check=True, capture_output=True)
    assert content(killed) == content(whole)
    assert not part.exists()


def test_evaluate_prints_the_run_and_says_the_star(tmp_path: Path) -> None:
    table = tmp_path / "few.csv"
    generator = np.random.default_rng(0)
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["size", "species"])
        for number in range(20):
            rare = number < 3
            size = round(float(generator.normal(rare * 4)), 3)
            writer.writerow([size, "versicolor" if rare else "other"])
    run = tmp_path / "run.json"
    done = subprocess.run(
        command(table, run, "--json", "--grid", "none"), check=True, capture_output=True, text=True
    )
    printed = json.loads(done.stdout)
    assert printed == json.loads(run.read_text(encoding="utf-8"))
    assert printed["protocol"]["starred"]
    assert "★ 3 positives" in done.stderr
    assert len(printed["configurations"]) == 1


def test_evaluate_tells_how_sure_few_examples_are(tmp_path: Path) -> None:
    table = tmp_path / "few.csv"
    lines = [f"{number},{'versicolor' if number % 3 else 'other'}" for number in range(30)]
    table.write_text("\n".join(["size,species", *lines]), encoding="utf-8")
    said = []
    for repeats in ("1", "2"):
        asked = command(table, tmp_path / f"{repeats}.json", "--grid", "none", "--folds", "3")
        asked += ["--algorithm", "foil", "--repeats", repeats]
        done = subprocess.run(asked, check=True, capture_output=True, text=True)
        said.append(done.stdout.splitlines()[-1])
    few = "30 examples are few. Use --repeats 5 to see how much these figures depend on chance."
    assert said[0] == few
    run = json.loads((tmp_path / "2.json").read_text(encoding="utf-8"))
    folds = run["configurations"][0]["folds"]
    means = [np.mean([fold["F1"] for fold in folds if fold["repeat"] == at]) for at in (0, 1)]
    assert f"F1 ±{np.std(means, ddof=1):.3f}, fuzzy F1 ±" in said[1]
