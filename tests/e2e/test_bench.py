"""``owlboost bench`` on a folder of data, from the command to the files."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sklearn.datasets import load_iris

from owlboost.evaluation import datasets


def iris_folder(tmp_path: Path) -> Path:
    iris = load_iris()
    lines = [
        ",".join([*map(str, values), f"Iris-{iris.target_names[kind]}"])
        for values, kind in zip(iris.data.tolist(), iris.target.tolist(), strict=True)
    ]
    (tmp_path / "data" / "iris").mkdir(parents=True)
    (tmp_path / "data" / "iris" / "iris.csv").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path / "data"


def bench(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "owlboost", "bench", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_bench_writes_tables_and_runs_and_goes_on_from_them(tmp_path: Path) -> None:
    data, out = iris_folder(tmp_path), tmp_path / "out"
    words = ("--suite", "iris-setosa", "--data", str(data), "-o", str(out), "--grid", "none")
    first = bench(*words, "--jobs", "1")
    assert first.returncode == 0, first.stderr
    assert "checksum differs" in first.stderr
    for title in ("FOIL-DL", "Fuzzy OWL-Boost", "Gradient concepts"):
        assert f"| iris-setosa | {title} |" in first.stdout
    assert {path.name for path in out.iterdir()} == {
        "folds",
        "placings.csv",
        "runs",
        "summary.csv",
        "summary.json",
        "summary.md",
    }
    kept = {path.name for path in (out / "folds").iterdir()}
    assert len(kept) == 5
    run = json.loads((out / "runs" / "iris-setosa.boost.json").read_text(encoding="utf-8"))
    assert run["dataset"] == "iris-setosa"
    assert bench(*words, "--jobs", "1").returncode == 0
    assert {path.name for path in (out / "folds").iterdir()} == kept


def test_the_siblings_have_rows_of_their_own(tmp_path: Path) -> None:
    data, out = iris_folder(tmp_path), tmp_path / "out"
    words = ("--suite", "iris-setosa", "--data", str(data), "-o", str(out), "--grid", "none")
    found = bench(*words, "--algorithm", "foil,pn,pfoil", "--jobs", "1")
    assert found.returncode == 0, found.stderr
    for title in ("FOIL-DL", "PN-OWL (own design)", "pFOIL-DL (own design)"):
        assert f"| iris-setosa | {title} |" in found.stdout
    assert {path.name for path in (out / "runs").iterdir()} == {
        f"iris-setosa.{algorithm}.json" for algorithm in ("foil", "pn", "pfoil")
    }


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    found = bench("--data", str(tmp_path / "absent"), "-o", str(tmp_path / "out"))
    assert found.returncode == 1
    assert found.stderr.startswith("owlboost: The data folder ")


PAIRS = """
@prefix : <http://ex.org#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:hasCard a owl:ObjectProperty . :sameRank a owl:ObjectProperty .
"""


def pairs_folder(tmp_path: Path) -> Path:
    """Ten hands of two cards, the first five with a pair: 30 individuals."""
    lines = [PAIRS]
    for hand in range(10):
        cards = [f":c{hand}_{number}" for number in (1, 2)]
        lines += [f":h{hand} :hasCard {card} ." for card in cards]
        lines += [f"{cards[0]} :sameRank {cards[1]} ."] * (hand < 5)
    folder = tmp_path / "data" / "pair50"
    folder.mkdir(parents=True)
    (folder / "pair50.owl").write_text("\n".join(lines), encoding="utf-8")
    for name, hands in (("pos", range(5)), ("neg", range(5, 10))):
        text = "".join(f"h{hand}\n" for hand in hands)
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path / "data"


def small_suites(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every suite have one task, ten hands of cards; its data are put into a folder."""
    monkeypatch.setenv("OWLBOOST_DATA", str(pairs_folder(folder)))
    whole = datasets.registry()
    small = replace(whole, suites=dict.fromkeys(whole.suites, ("pair50",)))
    monkeypatch.setattr(datasets, "registry", lambda: small)


def test_the_papers_protocol_takes_everyone_and_lists_those_listed(tmp_path: Path) -> None:
    data = pairs_folder(tmp_path)

    def runs(*words: str) -> dict[str, dict[str, Any]]:
        out = tmp_path / "-".join(["out", *words])
        where = ("--data", str(data), "-o", str(out))
        found = bench("--suite", "pair50", "--algorithm", "foil,boost", *where, *words)
        assert found.returncode == 0, found.stderr
        return {
            path.stem.split(".")[1]: json.loads(path.read_text(encoding="utf-8"))
            for path in (out / "runs").iterdir()
        }

    for run in runs("--protocol", "paper").values():
        assert (run["examples"], run["positives"]) == (30, 5)
        assert run["protocol"]["name"] == "paper"
        assert run["parameters"]["lookahead"] == 0
        assert run["parameters"]["overlapping_sets"]
        assert len(run["configurations"]) == 24
        assert run["configurations"][run["best"]]["mean"]["F1"] == 1.0
    lists = runs()
    for run in lists.values():
        assert (run["examples"], run["positives"]) == (10, 5)
        assert run["protocol"]["name"] == "lists"
        assert run["parameters"]["lookahead"] == 2
        assert run["configurations"][run["best"]]["mean"]["F1"] == 1.0
    for run in runs("--lookahead", "0", "--train-is-test").values():
        assert run["protocol"]["starred"]
        assert run["parameters"]["lookahead"] == 0
        assert run["configurations"][run["best"]]["mean"]["F1"] == 0.0
    overruled = runs("--protocol", "paper", "--no-overlapping-sets", "--lookahead", "1")["foil"]
    assert overruled["parameters"]["lookahead"] == 1
    assert not overruled["parameters"]["overlapping_sets"]


def test_sets_of_several_granularities_are_not_drawn_as_one_placing(tmp_path: Path) -> None:
    data, out = iris_folder(tmp_path), tmp_path / "out"
    words = ("--suite", "iris-setosa", "--grid", "none", "--data", str(data), "-o", str(out))
    found = bench(*words, "--algorithm", "foil,gradient", "--folds", "2", "--plot")
    assert found.returncode == 0, found.stderr
    assert (out / "paired.svg").is_file()


def test_the_papers_protocol_prints_u_and_c_rows(tmp_path: Path) -> None:
    data, out = iris_folder(tmp_path), tmp_path / "out"
    words = ("--suite", "iris-setosa", "--protocol", "paper", "--data", str(data), "-o", str(out))
    found = bench(*words, "--algorithm", "foil,boost", "--plot")
    assert found.returncode == 0, found.stderr
    assert "%" in (out / "improvement.boost.svg").read_text(encoding="utf-8")
    drawn = (out / "sets" / "iris-setosa.svg").read_text(encoding="utf-8")
    assert all(name in drawn for name in ("uniform, ", "cmeans, ", "sepal_length", ">VL<"))
    rows = [line.split(" | ") for line in found.stdout.splitlines() if "| iris-setosa |" in line]
    assert [(row[1], row[2].strip("*")) for row in rows] == [
        ("FOIL-DL", "u"),
        ("FOIL-DL", "c"),
        ("Fuzzy OWL-Boost", "u"),
        ("Fuzzy OWL-Boost", "c"),
    ]
    lines = (out / "placings.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[3] for line in lines[1:]] == ["uniform", "cmeans"] * 2
