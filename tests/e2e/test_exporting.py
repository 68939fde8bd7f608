"""``owlboost export`` and ``import`` as a user runs them."""

import csv
import json
import re
import runpy
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.e2e.commands import in_another_process
from tests.hotels import FOIL, GRADIENT
from typer.testing import CliRunner

from owlboost.cli.entry import app
from owlboost.errors import OwlboostError
from owlboost.evaluation.samples import write_iris_table
from owlboost.models.calibration import Isotonic, Platt
from owlboost.models.model_files import load, save

EXTENSIONS = {
    "fuzzydl": "fdl",
    "fuzzyowl2": "owl",
    "manchester": "txt",
    "text": "md",
    "sparql": "rq",
    "python": "py",
}


def owlboost(*arguments: object, expect: int = 0) -> str:
    """Run a command; return what it prints, or the sentence that it fails with."""
    result = CliRunner().invoke(app, list(map(str, arguments)))
    if expect:
        assert isinstance(result.exception, OwlboostError)
        return str(result.exception)
    assert result.exit_code == 0, result.exception
    return result.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Iris with a model of versicolor, and every export of it."""
    place = tmp_path_factory.mktemp("iris")
    write_iris_table(place / "iris.csv")
    target = ("--target", "species=versicolor")
    owlboost(
        "learn",
        place / "iris.csv",
        *target,
        "--algorithm",
        "boost",
        "--rounds",
        3,
        "-o",
        place / "model.json",
    )
    for name, extension in EXTENSIONS.items():
        out = ("--format", name, "-o", place / f"model.{extension}")
        owlboost("export", place / "model.json", place / "iris.csv", *out)
    return place


def degrees(model: Path, table: Path) -> list[float]:
    found = json.loads(owlboost("predict", model, table, "--format", "json"))
    return [each["degree"] for each in found]


def test_manchester_predicts_the_same_bit_for_bit(folder: Path) -> None:
    owlboost("import", folder / "model.txt", "-o", folder / "back.json")
    assert (folder / "back.json").read_text() == (folder / "model.json").read_text()


@pytest.mark.parametrize("extension", ["fdl", "owl"])
def test_reasoners_files_predict_the_same(folder: Path, extension: str) -> None:
    table = folder / "iris.csv"
    owlboost("import", folder / f"model.{extension}", "-o", folder / "back.json")
    expected = degrees(folder / "model.json", table)
    assert degrees(folder / "back.json", table) == pytest.approx(expected, abs=1e-9)
    assert degrees(folder / f"model.{extension}", table) == pytest.approx(expected, abs=1e-9)


def test_python_code_runs_without_any_package(folder: Path) -> None:
    with (folder / "iris.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    (folder / "rows.json").write_text(json.dumps(rows))
    script = (
        "import json, runpy, sys\n"
        "degree = runpy.run_path(sys.argv[1])['degree']\n"
        "print(json.dumps([degree(row) for row in json.load(open(sys.argv[2]))]))\n"
    )
    command = [sys.executable, "-S", "-I", "-c", script, "model.py", "rows.json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == degrees(folder / "model.json", folder / "iris.csv")


CALIBRATIONS: dict[str, Platt | Isotonic] = {
    "platt": Platt(1.7, -0.4),
    "isotonic": Isotonic((-0.5, 0.25, 1.5), (0.1, 0.2, 0.95)),
}


@pytest.fixture(params=CALIBRATIONS)
def calibrated(folder: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder with a calibrated model, and every export of it."""
    model = replace(load(folder / "model.json"), calibration=CALIBRATIONS[request.param])
    save(model, tmp_path / "model.json")
    for name, extension in EXTENSIONS.items():
        out = ("--format", name, "-o", tmp_path / f"model.{extension}")
        owlboost("export", tmp_path / "model.json", *out)
    return tmp_path


@pytest.mark.parametrize("extension", ["txt", "fdl", "owl"])
def test_evidence_and_probabilities_survive(folder: Path, calibrated: Path, extension: str) -> None:
    owlboost("import", calibrated / f"model.{extension}", "-o", calibrated / "back.json")
    expected, found = (
        json.loads(owlboost("predict", calibrated / name, folder / "iris.csv", "--format", "json"))
        for name in ("model.json", "back.json")
    )
    for name in ("degree", "evidence", "probability"):
        told = [one[name] for one in expected]
        assert [one[name] for one in found] == pytest.approx(told, abs=1e-9)
        assert len(set(told)) > 2


def test_python_code_tells_probabilities(folder: Path, calibrated: Path) -> None:
    code = runpy.run_path(str(calibrated / "model.py"))
    predicted = owlboost(
        "predict", calibrated / "model.json", folder / "iris.csv", "--format", "json"
    )
    with (folder / "iris.csv").open(newline="") as file:
        for row, one in zip(csv.DictReader(file), json.loads(predicted), strict=True):
            assert code["evidence"](row) == one["evidence"]
            assert abs(code["probability"](row) - one["probability"]) <= 1e-12


def test_a_damaged_calibration_is_refused(calibrated: Path) -> None:
    text = (calibrated / "model.txt").read_text(encoding="utf-8")
    edited = re.sub(r'"method": "\w+"', '"method": "guess"', text)
    (calibrated / "edited.txt").write_text(edited, encoding="utf-8")
    assert "calibration that cannot be read" in owlboost("import", calibrated / "edited.txt",
                                                         expect=1)  # fmt: skip


def test_an_edited_rule_set_predicts_what_it_says(folder: Path) -> None:
    text = (folder / "model.txt").read_text()
    line = next(line for line in text.splitlines() if line.endswith("SubClassOf versicolor"))
    weight = line.split()[0]
    (folder / "edited.txt").write_text(text.replace(f"{weight} * WL1 +", "0.0 * WL1 +"))
    edited = degrees(folder / "edited.txt", folder / "iris.csv")
    original = degrees(folder / "model.json", folder / "iris.csv")
    assert all(new <= old for new, old in zip(edited, original, strict=True))
    assert edited != original


def test_text_goes_to_standard_output(folder: Path) -> None:
    printed = owlboost("export", folder / "model.json", "--format", "text")
    assert printed.startswith("What makes a versicolor\n")
    assert printed == (folder / "model.md").read_text(encoding="utf-8")


def test_a_slice_has_one_query(folder: Path) -> None:
    arguments = ("--format", "fuzzydl", "--individual", "row60")
    printed = owlboost("export", folder / "model.json", folder / "iris.csv", *arguments)
    assert printed.count("(min-instance? row60 versicolor)") == printed.count("?") == 1


def test_what_is_wrong_is_said_in_a_sentence(folder: Path, tmp_path: Path) -> None:
    model, table = folder / "model.json", folder / "iris.csv"
    data = ("--format", "fuzzydl", "--with-data")
    assert "need a SOURCE" in owlboost("export", model, *data, expect=1)
    who = ("--format", "fuzzydl", "--individual", "row999")
    assert "no individual named 'row999'" in owlboost("export", model, table, *who, expect=1)
    assert "There is no file" in owlboost("import", tmp_path / "none.fdl", expect=1)
    (tmp_path / "odd.owl").write_text("<html>")
    assert "contains no owlboost rules" in owlboost("import", tmp_path / "odd.owl", expect=1)
    (tmp_path / "odd.owl").write_text("<html> urn:owlboost:rules")
    assert "cannot be read as an ontology" in owlboost("import", tmp_path / "odd.owl", expect=1)
    (tmp_path / "odd.txt").write_bytes(b"\xff\xfe\xff")
    assert "it is not UTF-8 text" in owlboost("import", tmp_path / "odd.txt", expect=1)


@pytest.mark.parametrize("name", EXTENSIONS)
def test_models_with_roles_and_awkward_names_are_exported(name: str, tmp_path: Path) -> None:
    for model in (FOIL, GRADIENT):
        save(model, tmp_path / "model.json")
        printed = owlboost("export", tmp_path / "model.json", "--format", name)
        (tmp_path / "rules").write_text(printed, encoding="utf-8")
        if name in ("fuzzydl", "fuzzyowl2", "manchester"):
            owlboost("import", tmp_path / "rules", "-o", tmp_path / "back.json")
            back = load(tmp_path / "back.json")
            assert [each.body for each in back.hypothesis.inclusions] == [
                each.body for each in model.hypothesis.inclusions
            ]


PLUGIN = """
from owlboost.exchange.formats import Format

FORMAT = Format(
    name="mine",
    title="How many rules there are",
    extensions=(".mine",),
    write=lambda model: f"{model.hypothesis.n_rules} rules for {model.target}\\n",
)
"""


def test_a_format_of_another_package_is_a_choice(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PLUGIN)
    metadata = tmp_path / "mine-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[owlboost.formats]\nmine = mine:FORMAT\n")
    start = f"import sys; sys.path.append({str(tmp_path)!r}); from owlboost.cli import main; main()"
    command = ("-c", start, "export", "model.json", "--format", "mine")
    done = in_another_process(*command, "--imports", "urn:x", folder=folder)
    n_rules = load(folder / "model.json").hypothesis.n_rules
    assert done.out == f"{n_rules} rules for urn:owlboost:table#versicolor\n"
    assert done.err == "note: --imports has no effect with --format mine\n"
    refused = in_another_process(*command[:-1], "other", folder=folder)
    assert refused.code == 2
    assert "'mermaid', 'mine'." in " ".join(refused.err.replace("│", " ").split())
