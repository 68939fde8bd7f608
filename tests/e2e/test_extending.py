"""The page on extending owlboost, followed to the letter in a folder and processes of their own."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from owlboost.evaluation.samples import write_iris_table

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "extend.md").read_text("utf-8")
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS = FENCE.findall(PAGE)


def blocks(kind: str) -> list[str]:
    return [block for language, block in BLOCKS if language == kind]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the learner of the page and a table."""
    made = tmp_path_factory.mktemp("extend")
    (block,) = blocks("python file=one_rule.py")
    (made / "one_rule.py").write_text(block, encoding="utf-8")
    write_iris_table(made / "iris.csv")
    return made


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def owlboost(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "-m", "owlboost", *arguments)


def test_the_commands_of_the_page_train_evaluate_save_and_use_the_learner(folder: Path) -> None:
    (commands,) = blocks("sh")
    learned, evaluated, predicted, exported = (
        owlboost(folder, *shlex.split(line)[1:]) for line in commands.splitlines()
    )
    assert learned.returncode == 0, learned.stderr
    model = json.loads((folder / "setosa.json").read_text("utf-8"))
    assert (model["algorithm"], model["parameters"]["least_cover"]) == ("one-rule", 5)
    assert len(model["learners"][0]["axioms"]) == 1
    assert evaluated.returncode == 0, evaluated.stderr
    assert "one-rule" in evaluated.stdout
    assert "nested" in evaluated.stdout
    assert predicted.returncode == 0, predicted.stderr
    assert len(predicted.stdout.splitlines()) == 151
    assert exported.returncode == 0, exported.stderr
    assert "SELECT" in exported.stdout


def test_what_the_page_says_of_options_is_so(folder: Path) -> None:
    one_rule = ("--plugin=one_rule.py", "learn", "iris.csv", "--target", "species=setosa")
    refused = owlboost(folder, *one_rule, "--algorithm", "one-rule", "--theta", "2")
    assert refused.returncode == 1
    assert "--theta (θ) must lie between 0 and 1, not 2.0." in refused.stderr
    noted = owlboost(folder, *one_rule, "--algorithm", "one-rule", "--rules", "3")
    assert noted.returncode == 0
    assert "note: --rules has no effect with --algorithm one-rule" in noted.stderr
    limited = owlboost(folder, *one_rule, "--algorithm", "one-rule", "--least-cover", "0")
    assert "--least-cover must be at least 1, not 0." in limited.stderr
    others = owlboost(folder, *one_rule, "--algorithm", "foil", "--least-cover", "3")
    assert "note: --least-cover has no effect with --algorithm foil" in others.stderr
    told = owlboost(folder, "--plugin", "one_rule.py", "learn", "--help")
    assert "--least-cover" in told.stdout


def test_the_python_of_the_page_runs(folder: Path) -> None:
    code = "\n".join(blocks("python"))
    done = run(folder, "-c", code)
    assert done.returncode == 0, done.stderr
    assert "SubClassOf setosa" in done.stdout
    assert "OneRuleClassifier(least_cover=5, n_sets=3)" in done.stdout
    assert "1 rules for" in done.stdout


def test_without_the_plugin_the_learner_is_unknown(folder: Path) -> None:
    unknown = owlboost(
        folder, "learn", "iris.csv", "--target", "species=setosa", "--algorithm", "one-rule"
    )
    assert unknown.returncode == 2
    assert "gradient" in unknown.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--plugin", "nowhere.py", "learn"], "--plugin: there is no file nowhere.py."),
        (["--plugin", "broken.py", "learn"], "--plugin: broken.py cannot be loaded: NameError"),
        (["learn", "--plugin"], "--plugin needs the name of a file or module."),
    ],
)
def test_a_plugin_that_cannot_be_loaded_is_told(
    folder: Path, arguments: list[str], told: str
) -> None:
    (folder / "broken.py").write_text("nothing_of_that_name\n", encoding="utf-8")
    failed = owlboost(folder, *arguments)
    assert failed.returncode == 1
    assert told in failed.stderr
    assert "Traceback" not in failed.stderr
