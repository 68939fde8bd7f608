"""What the classifiers share, by hand."""

from dataclasses import replace

import numpy as np
import pytest
from tests.sources import shop

import owlboost as ob
from owlboost.errors import ExamplesError
from owlboost.estimators.base import _merged, without_ties
from owlboost.estimators.firing import firings
from owlboost.model.concepts import Atom, Concept
from owlboost.model.extents import Extents
from owlboost.model.hypotheses import (
    COVERED,
    BoostedHypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
)
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.trained import TrainedModel


def test_an_individual_listed_twice_has_the_sum_of_its_weights() -> None:
    X, _ = shop()
    listed = X[[5, 2, 5, 3, 2]]
    numbers = np.array([1, 0, 1, 0, 0])
    weights = np.array([1.0, 10.0, 100.0, 0.0, 1000.0])
    examples, classes, summed = _merged(listed, numbers, weights)
    assert examples.individuals.tolist() == X.individuals[[5, 2]].tolist()
    assert classes.tolist() == [1, 0]
    assert summed.tolist() == [101.0, 1010.0]
    with pytest.raises(ExamplesError, match="listed twice with different labels"):
        _merged(listed, np.array([1, 0, 0, 0, 0]), weights)


def test_ties_are_told_apart_by_evidence_and_then_by_frequency() -> None:
    degrees = np.array([[1.0, 1.0, 0.2], [1.0, 1.0, 0.2], [0.0, 0.0, 0.0], [0.3, 0.2, 0.1]])
    evidence = np.array([[1.5, 1.2, 9.0], [1.2, 1.2, 9.0], [-1.0, -1.0, -2.0], [0, 0, 9.0]])
    apart = without_ties(degrees, evidence, np.array([1.0, 2.0, 3.0]))
    assert apart.argmax(axis=1).tolist() == [0, 1, 1, 0]
    assert apart == pytest.approx(degrees)
    assert (apart[3] == degrees[3]).all()


def test_where_no_rule_fires_the_class_of_most_weight_is_predicted() -> None:
    X = np.array([[1.0], [1.0], [1.0], [5.0], [5.0], [9.0]])
    y = np.array(list("aaabbc"))
    plain = ob.FoilDLClassifier(n_sets=3).fit(X, y)
    assert plain.predict([[np.nan]]).tolist() == ["a"]
    weighted = ob.FoilDLClassifier(n_sets=3).fit(X, y, [1, 1, 1, 1, 1, 10])
    assert weighted.predict([[np.nan]]).tolist() == ["c"]


def test_what_is_covered_and_where_a_threshold_decides() -> None:
    X = np.array([[1.0], [2.0], [8.0], [9.0]])
    model = ob.FoilDLClassifier(n_sets=3, decision="threshold").fit(X, [0, 0, 1, 1])
    (trained,) = model.models_
    (first, *_) = trained.hypothesis.inclusions

    def with_degree(degree: float, threshold: float) -> ob.FoilDLClassifier:
        rules = RuleSet((Inclusion(first.body, degree),))
        model.models_ = (replace(trained, hypothesis=rules, threshold=threshold),)
        return model

    top = [[9.0]]
    assert with_degree(0.5, 0.5).decision_function(top).tolist() == [0.5]
    assert with_degree(0.5, 0.5).predict(top).tolist() == [1]
    assert with_degree(0.5, 0.51).predict(top).tolist() == [0]
    assert with_degree(COVERED, 0.5).decision_function(top).tolist() == [0.0]
    model.decision = "positive"
    assert with_degree(COVERED, 0.5).predict(top).tolist() == [0]
    assert with_degree(2 * COVERED, 0.5).predict(top).tolist() == [1]


def test_the_strongest_reason_comes_first_whichever_side_it_is_on() -> None:
    kb = KnowledgeBase.from_facts(["a"], types={"Cheap": ["a"], "Loud": ["a"]})
    terms = tuple(
        WeakHypothesis(f"WL{number}", (Inclusion(Concept((Atom(iri),))),))
        for number, iri in enumerate(["Cheap", "Loud"], 1)
    )
    model = TrainedModel("gradient", "urn:x#Good", BoostedHypothesis(terms, (0.4, -0.7)), 0.5)
    ((first, second),) = firings([model], Extents(kb), np.arange(1, dtype=np.int32))
    assert (first.weight, second.weight) == (-0.7, 0.4)
