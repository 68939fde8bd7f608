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


FOIL = """
from dataclasses import dataclass
from typing import Literal
import owlboost as ob

@ob.register_learner
@dataclass(frozen=True, kw_only=True)
class Other(ob.FoilDL):
    name = "other"
    title = "Other"
"""
SETOSA = ("iris.csv", "--target", "species=setosa", "--algorithm", "other")


def plugin(folder: Path, name: str, *lines: str) -> str:
    """Write FOIL-DL under another name with further fields."""
    (folder / name).write_text(FOIL + "".join(f"    {line}\n" for line in lines), encoding="utf-8")
    return f"--plugin={name}"


def test_a_parameter_of_a_known_name_has_its_own_choices_and_default(folder: Path) -> None:
    given = plugin(
        folder,
        "choosing.py",
        "loss: Literal['hinge', 'auto'] = ob.param('hinge', 'A loss.', '--loss')",
        "bold: bool = ob.param(True, 'Whether to be bold.', '--bold')",
    )
    told = owlboost(folder, given, "learn", "--help").stdout
    assert "auto|squared|logistic|hinge" in told
    assert re.search(r"auto \(gradient\);\s+│?\s*│?\s*hinge \(other\)", told)
    learned = owlboost(folder, given, "learn", *SETOSA, "--loss", "auto", "--no-bold", "--json")
    assert learned.returncode == 0, learned.stderr
    parameters = json.loads(learned.stdout)["parameters"]
    assert (parameters["loss"], parameters["bold"]) == ("auto", False)
    by_default = owlboost(folder, given, "learn", *SETOSA, "--json")
    parameters = json.loads(by_default.stdout)["parameters"]
    assert (parameters["loss"], parameters["bold"]) == ("hinge", True)
    idle = owlboost(folder, given, "learn", *SETOSA[:-1], "foil", "--loss", "hinge")
    assert (idle.returncode, idle.stderr) == (
        0,
        "note: --loss has no effect with --algorithm foil\n",
    )
    refused = owlboost(folder, given, "learn", *SETOSA, "--loss", "squared")
    assert (refused.returncode, refused.stderr) == (
        1,
        "owlboost: --loss must be one of hinge, auto, not squared.\n",
    )


def test_a_grid_of_one_s_own_can_be_named(folder: Path) -> None:
    given = plugin(folder, "varied.py", "grids = {'depths': {'max_depth': (0, 1)}}")
    done = owlboost(
        folder, given, "evaluate", *SETOSA, "--grid", "depths", "--folds", "2", "--json"
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["configurations"]
    assert [one["max_depth"] for one in found] == [0, 1]


@pytest.mark.parametrize(
    ("name", "field", "told"),
    [
        (
            "taken.py",
            "depth: int = ob.param(3, 'A depth.', '--max-depth')",
            "Two parameters have the option --max-depth: a learner must give its own another name.",
        ),
        (
            "output.py",
            "out: int = ob.param(3, 'A number.', '--output')",
            "Two parameters have the option --output: a learner must give its own another name.",
        ),
        (
            "sizes.py",
            "sizes: list[int] = ob.param(None, 'Sizes.', '--sizes')",
            (
                "The parameter sizes must be of int, float, bool, str or a Literal, with or "
                "without None, not list[int]."
            ),
        ),
        (
            "json.py",
            "",
            "--plugin: there is another module json; give the file json.py another name.",
        ),
    ],
)
def test_a_learner_that_cannot_have_options_is_told_in_one_sentence(
    folder: Path, name: str, field: str, told: str
) -> None:
    place = folder / "apart"
    place.mkdir(exist_ok=True)
    failed = owlboost(folder, plugin(place, name, field).replace("=", "=apart/"), "learn", *SETOSA)
    assert (failed.returncode, failed.stderr) == (
        1,
        f"owlboost: {told.replace('file json', 'file apart/json')}\n",
    )


def test_a_package_that_cannot_be_loaded_is_told(folder: Path) -> None:
    about = folder / "packages" / "broken-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[owlboost.learners]\nbroken = no_module:Learner\n")
    code = "import sys; sys.path.append('packages'); from owlboost.cli import main; main()"
    failed = run(folder, "-c", code, "learn", "iris.csv", "--target", "species=setosa")
    assert (failed.returncode, failed.stderr) == (
        1,
        (
            "owlboost: The algorithm 'broken' of the package broken cannot be loaded: "
            "ModuleNotFoundError: No module named 'no_module'. Repair or uninstall broken.\n"
        ),
    )


SCRIPT = """
from dataclasses import dataclass
import numpy as np
import owlboost as ob
from owlboost.runtime.engine import LocalEngine
from owlboost.evaluation.evaluate import EvaluationContext, evaluate
from owlboost.features import PLACINGS

@dataclass(frozen=True, kw_only=True)
class Mine(ob.FoilDL):
    name = "mine"
    title = "Mine"

PLACINGS.register("ends", lambda values, n_sets, *_: np.linspace(min(values), max(values), n_sets))
PLACINGS.register("unused", lambda *_: np.zeros(3))
X, y = ob.read_table("iris.csv").examples("species=setosa")
for n_jobs in (1, 2):
    running = EvaluationContext(LocalEngine(n_jobs))
    run = evaluate(Mine(fuzzify="ends"), X, y, folds=2, running=running)
    print(run.winner.scores.mean["fuzzy_F1"])
"""


def test_a_learner_and_a_placing_of_a_script_work_in_other_processes(folder: Path) -> None:
    done = run(folder, "-c", SCRIPT)
    assert done.returncode == 0, done.stderr
    alone, together = done.stdout.splitlines()
    assert alone == together
    assert 0.5 < float(alone) <= 1


def test_a_placing_of_a_plugin_works_in_other_processes(folder: Path) -> None:
    (folder / "ends.py").write_text(
        "import numpy as np\nfrom owlboost.features import PLACINGS\n"
        "def ends(values, n_sets, *_):\n"
        "    return np.linspace(min(values), max(values), n_sets)\n"
        "PLACINGS.register('ends', ends)\n",
        encoding="utf-8",
    )
    command = ("--plugin", "ends.py", "evaluate", "iris.csv", "--target", "species=setosa")
    rest = ("--algorithm", "foil", "--fuzzify", "ends", "--grid", "none", "--folds", "2")
    done = owlboost(folder, *command, *rest, "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert "ends" in done.stdout
