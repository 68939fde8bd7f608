"""Every export of models over the public data sets parses in the libraries it is for."""

import io
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import owlready2
import pyhornedowl
import pyoxigraph
import pytest
import rdflib

from owlboost.data.examples import LearningProblem
from owlboost.evaluation.datasets import Task, registry
from owlboost.exchange.english.text import english_text
from owlboost.exchange.flat.encoding import encode
from owlboost.exchange.flat.rules import decode
from owlboost.exchange.fuzzydl import fuzzydl_text, model_from_fuzzydl
from owlboost.exchange.fuzzyowl import fuzzyowl_text
from owlboost.exchange.fuzzyowl_reader import rules_from_fuzzyowl
from owlboost.exchange.manchester import manchester_text, model_from_manchester
from owlboost.exchange.python import python_text
from owlboost.exchange.sparql import sparql_text
from owlboost.learners.algorithms import PNOWL, FoilDL, FuzzyOWLBoost, GradientConcepts, PFoilDL
from owlboost.learners.training import train
from owlboost.models.calibration import Platt
from owlboost.models.trained import TrainedModel
from owlboost.sources.example_files import ExampleLists, read_names
from owlboost.sources.ontology_source import read_ontology
from owlboost.tables.reading import read_table

DATA = os.environ.get("OWLBOOST_DATA")
pytestmark = pytest.mark.skipif(DATA is None, reason="OWLBOOST_DATA names no folder of data sets")

TASKS = {task.dataset: task for task in reversed(list(registry().tasks.values()))}
"""One task of each data set."""


def problem_of(task: Task) -> LearningProblem:
    folder = Path(DATA or "") / task.dataset
    if task.columns is not None:
        return read_table(folder / task.source, columns=task.columns).problem(task.target or "")
    source = next(path for path in folder.iterdir() if path.name.startswith(task.source))
    lists = ExampleLists(
        read_names(folder / str(task.positives)), read_names(folder / str(task.negatives))
    )
    X, y = read_ontology(source).examples(lists=lists, hide=task.hide)
    return X.problem(y)


CALIBRATION = Platt(1.7, -0.4)


def models_of(problem: LearningProblem, task: Task) -> list[TrainedModel]:
    depth = min(task.max_depth, 2)
    return [
        train(
            problem,
            FuzzyOWLBoost(n_rounds=1, max_depth=depth, max_conjuncts=2, min_confidence=0.0),
        ),
        train(problem, FoilDL(max_depth=depth, max_conjuncts=2)),
        train(problem, PNOWL(max_depth=depth, max_conjuncts=2, min_recall=0.5)),
        train(problem, PFoilDL(max_depth=depth, max_conjuncts=2)),
        train(
            problem,
            GradientConcepts(
                max_depth=depth, max_conjuncts=2, n_rules=3, loss="squared",
                n_sets=3,
            ),
        ),
    ]  # fmt: skip


def read_xml(text: str) -> TrainedModel:
    return decode(rules_from_fuzzyowl(text))


@pytest.mark.parametrize("dataset", sorted(TASKS))
def test_every_export_parses(dataset: str, tmp_path: Path) -> None:
    problem = problem_of(TASKS[dataset])
    for learned in models_of(problem, TASKS[dataset]):
        model = replace(learned, calibration=CALIBRATION)
        rules, _ = encode(model, None)
        xml = fuzzyowl_text(rules)
        assert len(rdflib.Graph().parse(io.StringIO(xml), format="xml")) > 0
        pyhornedowl.open_ontology_from_string(fuzzyowl_text(rules, syntax="functional"), "ofn")
        pyhornedowl.open_ontology_from_string(fuzzyowl_text(rules, syntax="owlxml"), "owx")
        (tmp_path / "rules.owl").write_text(xml, encoding="utf-8")
        world = owlready2.World()
        assert list(world.get_ontology((tmp_path / "rules.owl").as_uri()).load().classes())
        assert model_from_manchester(manchester_text(model)) == model
        for back in (model_from_fuzzydl(fuzzydl_text(rules, data_known=False)), read_xml(xml)):
            assert back.target == model.target
            assert np.allclose(back.evidence(problem.kb), model.evidence(problem.kb), atol=1e-9)
            assert back.calibration == CALIBRATION
        list(pyoxigraph.Store().query(sparql_text(model)))  # type: ignore[arg-type]
        compile(python_text(model), "rules.py", "exec")
        assert english_text(model).startswith("What makes")
