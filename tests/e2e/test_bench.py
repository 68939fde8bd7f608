"""``owlboost bench`` on a folder of data, from the command to the files."""

import json
import subprocess
import sys
from pathlib import Path

from sklearn.datasets import load_iris


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
    assert "| iris-setosa | Fuzzy OWL-Boost |" in first.stdout
    assert {path.name for path in out.iterdir()} == {
        "folds",
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
