"""Learning on the public data sets: known answers, and no errors.

Set OWLBOOST_DATA to the directory that holds ``datasets.json``.
"""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold

from owlboost.concepts.concept import Atom, Concept, Edge
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.text import manchester
from owlboost.data.examples import Examples
from owlboost.learners.algorithms import FoilDL, FuzzyOWLBoost, GradientConcepts
from owlboost.learners.training import train
from owlboost.models.measures import measure
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Mask
from owlboost.sources.example_files import ExampleLists, read_names
from owlboost.sources.ontology_source import LoadedOntology, read_ontology

DATA = os.environ.get("OWLBOOST_DATA", "")
pytestmark = pytest.mark.skipif(not DATA, reason="OWLBOOST_DATA names no directory of data sets")

ANSWERS: dict[str, tuple[str, list[str]]] = {
    # the target's class, which holds or defines the positives, and others that give it away
    "hotel": ("Good_Hotel", ["Not_Good_Hotel"]),
    "ntn": ("Woman", ["Man"]),
    "moral": ("guilty", []),
    "familytree": ("Uncle", []),
    "wineonto": ("DryWine", ["TableWine"]),
    "krk": ("ZERO", ["ONE"]),
}


def _entries() -> list[Any]:
    if not DATA:
        return []
    listed = json.loads((Path(DATA) / "datasets.json").read_text(encoding="utf-8"))
    return [entry for entry in listed if not entry["file"].endswith(".csv")]


@cache
def loaded(name: str) -> LoadedOntology:
    (file,) = (entry["file"] for entry in _entries() if entry["name"] == name)
    return read_ontology(Path(DATA) / name / file)


def examples(name: str, which: str | None = None) -> tuple[Examples, Mask]:
    """The first learning problem of a data set, or the one of this name."""
    (entry,) = (entry for entry in _entries() if entry["name"] == name)
    problems, folder = entry["learning_problems"], Path(DATA) / name
    problem = next(one for one in problems if which in (None, one["name"]))
    lists = ExampleLists(*(read_names(folder / problem[key]) for key in ("pos_file", "neg_file")))
    target, hide = ANSWERS.get(name, (None, []))
    X, positive = loaded(name).examples(target, lists=lists, hide=hide)
    assert (int(positive.sum()), int((~positive).sum())) == (problem["pos"], problem["neg"])
    return X, positive


def depth(entry: dict[str, Any]) -> int:
    return int((entry["paper"] or {}).get("depth", 2))


@pytest.mark.parametrize("entry", _entries(), ids=lambda entry: str(entry["name"]))
def test_every_learning_problem_is_learned(entry: dict[str, Any]) -> None:
    X, positive = examples(entry["name"])
    #  θ above the share of positives: a learner that covers everyone teaches nothing (note 16)
    theta = float(positive.mean()) + 0.1
    settings = FuzzyOWLBoost(
        max_depth=depth(entry), n_rounds=2, min_confidence=theta, time_limit=30
    )
    model = train(X.problem(positive), settings)
    bodies = [axiom.body for axiom in model.hypothesis.inclusions]
    assert bodies
    target, hide = ANSWERS.get(entry["name"], ("", []))
    for body in bodies:
        words = set(manchester(body).replace("(", " ").replace(")", " ").split())
        assert words.isdisjoint({target, *hide}), body
    degrees = Extents(X.source.knowledge_base()).hypothesis(model.hypothesis)
    assert ((degrees >= 0) & (degrees <= 1)).all()
    assert measure(positive, degrees[X.individuals]).f1 == pytest.approx(model.training["F1"])


def test_a_pair_is_two_cards_of_one_rank_in_every_fold() -> None:
    X, positive = examples("pair50")
    settings = FuzzyOWLBoost(max_depth=2, max_negative_coverage=0.0)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    whole = Extents(X.source.knowledge_base())
    for training, test in folds.split(X, positive):
        problem = X[training].problem(positive[training])
        held_out = X[test].individuals
        assert all(problem.kb.types[element].size == 0 for element in held_out)
        model = train(problem, settings)
        found = [manchester(axiom.body) for axiom in model.hypothesis.inclusions]
        assert found == ["(hasCard some (sameRank some Thing))"]
        degrees = whole.hypothesis(model.hypothesis)[held_out]
        assert measure(positive[test], degrees).f1 == 1.0


def test_eastbound_trains_have_a_car_with_two_labels() -> None:
    X, positive = examples("trains")
    model = train(X.problem(positive), FuzzyOWLBoost(max_depth=2))
    (rule,) = model.hypothesis.inclusions
    (edge,) = rule.body.edges
    assert rule.body.labels == ()
    assert edge.role.endswith("hasCar")
    assert manchester(edge.filler) == "ClosedCar and ShortCar"
    assert model.training["F1"] == 1.0


def assert_no_contradiction(model: TrainedModel, share: float) -> None:
    """Every weight has the sign of what its rule covers."""
    for _, weight, rule in model.hypothesis.rules():
        covered = rule.covered_positives + rule.covered_negatives
        if not rule.body.is_top:
            for evidence in (rule.confidence, rule.covered_positives / covered):
                assert weight * (evidence - share) > -1e-9


def test_gradient_boosting_says_of_eastbound_trains_the_same() -> None:
    X, positive = examples("trains")
    model = train(X.problem(positive), GradientConcepts(max_depth=2))
    assert model.training["F1"] == 1.0
    bodies = [manchester(one.body) for one in model.hypothesis.inclusions if not one.body.is_top]
    assert bodies == ["(hasCar some (ClosedCar and ShortCar))"]
    #   ten trains: the model says what that means
    (told,) = model.remarks
    assert told.startswith("5 of 10 examples belong to the target.")


def test_an_aunt_is_found_among_relatives() -> None:
    X, positive = examples("family-benchmark", "aunt")
    model = train(X.problem(positive), GradientConcepts(max_depth=2))
    assert model.training["F1"] >= 0.95
    assert_no_contradiction(model, 0.5)
    assert model.hypothesis.n_rules >= 1
    assert model.remarks == ()


def test_an_uncle_is_found_among_relatives() -> None:
    X, positive = examples("family-benchmark")
    model = train(X.problem(positive), FuzzyOWLBoost(max_depth=2))
    assert model.training["F1"] >= 0.9
    foil = train(X.problem(positive), FoilDL(max_depth=2))
    texts = [manchester(axiom.body) for axiom in foil.hypothesis.inclusions]
    assert "Male and (hasSibling some (hasChild some Thing))" in texts


def test_guilt_is_inferred_for_the_listed_and_nobody_else() -> None:
    X, positive = examples("moral")
    inferred, labels = loaded("moral").examples("guilty")
    assert np.array_equal(X.individuals, inferred.individuals)
    assert np.array_equal(positive, labels)


def test_dry_wines_are_inferred() -> None:
    X, positive = examples("wineonto")
    inferred, labels = loaded("wineonto").examples("DryWine", scope="Wine")
    assert np.array_equal(X.individuals, inferred.individuals)
    assert np.array_equal(positive, labels)


def test_uncles_of_the_family_tree_are_inferred() -> None:
    value = loaded("familytree")
    listed, positive = examples("familytree")
    found, labels = value.examples("Uncle", scope="Person")
    uncles = {found.names[number] for number in found[labels].individuals}
    assert {listed.names[number] for number in listed[positive].individuals} == uncles


def test_amenities_of_the_hotels_count_though_nobody_names_them() -> None:
    kb = loaded("hotel").source().knowledge_base()
    base, named = "http://www.semanticweb.org/ontologies/Hotel.owl#", len(kb.individuals)
    extents, hotel = Extents(kb), kb.individuals.id(base + "Hotel_010")

    def with_amenity(name: str) -> Concept:
        return Concept((), (Edge(base + "hasAmenity", Concept((Atom(base + name),))),))

    for name in ("Bar", "Disabled_Facilities", "Parking", "Safety_box", "Amenity"):
        assert extents.degrees(with_amenity(name))[hotel] == 1.0, name
        assert (kb.members[kb.vocabulary.classes.id(base + name)] >= named).all()  # witnesses
    assert extents.degrees(with_amenity("Babysitting"))[hotel] == 0.0
    assert extents.degrees(with_amenity("Babysitting"))[:named].sum() == 9
