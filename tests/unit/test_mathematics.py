"""The text of the mathematics and the code say the same: sections, constants and defaults."""

import ast
import dataclasses
import importlib
import re
from operator import attrgetter
from pathlib import Path

import pytest

from owlboost.estimators.classifiers import (
    FoilDLClassifier,
    FuzzyOWLBoostClassifier,
    GradientConceptClassifier,
    PFoilDLClassifier,
    PNOWLClassifier,
)

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "mathematics.md").read_text(encoding="utf-8")
CITING = ("src", "tests", "docs", "benchmarks")

SECTIONS = [int(number) for number in re.findall(r"^## §(\d+) ", TEXT, re.MULTILINE)]
CONSTANTS = re.findall(r"`([a-z][\w.]*)\.([A-Z_]+(?:\.\w+)?) = ([^`]+)`", TEXT)
DEFAULTS = re.findall(r"^\| `(\w+)` \| ([a-z, ]+) \| ([^|]+) \|", TEXT, re.MULTILINE)

CLASSIFIERS = {
    "boost": FuzzyOWLBoostClassifier,
    "foil": FoilDLClassifier,
    "gradient": GradientConceptClassifier,
    "pfoil": PFoilDLClassifier,
    "pn": PNOWLClassifier,
}


def cited(pattern: str) -> dict[Path, list[str]]:
    """Return what matches a pattern in each file of the code and the documents."""
    files = [
        file
        for folder in CITING
        for file in sorted((ROOT / folder).rglob("*"))
        if file.suffix in (".py", ".md") and file != Path(__file__)
    ]
    found = {file: re.findall(pattern, file.read_text(encoding="utf-8")) for file in files}
    return {file: matches for file, matches in found.items() if matches}


def test_sections_are_numbered_and_have_anchors() -> None:
    assert list(range(1, len(SECTIONS) + 1)) == SECTIONS
    assert re.findall(r'^<a id="s(\d+)"></a>\n\n## §\1 ', TEXT, re.MULTILINE) == [
        str(number) for number in SECTIONS
    ]


def test_every_section_that_is_cited_exists() -> None:
    citations = cited(r"mathematics §(\d+)")
    assert any(file.is_relative_to(ROOT / "src") for file in citations)
    missing = {
        str(file.relative_to(ROOT)): number
        for file, numbers in citations.items()
        for number in numbers
        if int(number) not in SECTIONS
    }
    assert missing == {}


def test_every_section_that_the_text_refers_to_exists() -> None:
    assert {int(number) for number in re.findall(r"§(\d+)", TEXT)} <= set(SECTIONS)


def test_no_other_text_is_cited_by_sections() -> None:
    assert cited(r"ALGORITHM(?:\.md)? §\d+") == {}


def test_many_constants_are_named() -> None:
    assert len(CONSTANTS) >= 30


@pytest.mark.parametrize(("module", "name", "value"), sorted(set(CONSTANTS)), ids=str)
def test_a_constant_has_the_value_of_the_text(module: str, name: str, value: str) -> None:
    in_code = attrgetter(name)(importlib.import_module(f"owlboost.{module}"))
    assert in_code == ast.literal_eval(value)


@pytest.mark.parametrize(("name", "algorithms", "default"), DEFAULTS)
def test_a_parameter_has_the_default_of_the_text(name: str, algorithms: str, default: str) -> None:
    chosen = CLASSIFIERS if algorithms == "all" else algorithms.split(", ")
    for algorithm in chosen:
        fields = {field.name: field for field in dataclasses.fields(CLASSIFIERS[algorithm])}
        assert fields[name].default == ast.literal_eval(default.strip()), algorithm


def test_every_parameter_of_learning_has_its_row() -> None:
    elsewhere = {"class_weight", "decision", "time_limit", "n_jobs"}
    elsewhere |= {"calendar", "texts", "sets_from"}  # how X is read, not how it is learned from
    for algorithm, classifier in CLASSIFIERS.items():
        rows = {name for name, of, _ in DEFAULTS if of == "all" or algorithm in of.split(", ")}
        parameters = {field.name for field in dataclasses.fields(classifier)} - elsewhere
        shared = {"min_confidence", "max_negative_coverage", "backtrack"}
        assert rows == parameters - (shared if algorithm == "gradient" else set())
