"""What the classifiers share, by hand."""

from dataclasses import replace

import numpy as np
import pytest
from tests.sources import shop

import owlboost as ob
from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import (
    COVERED,
    BoostedHypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
)
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError
from owlboost.estimators.base import firings, merged
from owlboost.estimators.classifier import comparable, shares, without_ties
from owlboost.models.calibration import Isotonic, Platt
from owlboost.models.trained import TrainedModel


def test_an_individual_listed_twice_has_the_sum_of_its_weights() -> None:
    X, _ = shop()
    listed = X[[5, 2, 5, 3, 2]]
    numbers = np.array([1, 0, 1, 0, 0])
    weights = np.array([1.0, 10.0, 100.0, 0.0, 1000.0])
    examples, classes, summed = merged(listed, numbers, weights)
    assert examples.individuals.tolist() == X.individuals[[5, 2]].tolist()
    assert classes.tolist() == [1, 0]
    assert summed.tolist() == [101.0, 1010.0]
    with pytest.raises(ExamplesError, match="listed twice with different labels"):
        merged(listed, np.array([1, 0, 0, 0, 0]), weights)


def test_ties_are_told_apart_by_frequency() -> None:
    evidence = np.array([[1.2, 1.2, 0.2], [-1.0, -1.0, -2.0], [0.0, 0.0, 0.0], [0.3, 0.2, 0.1]])
    apart = without_ties(evidence, np.array([1.0, 2.0, 3.0]))
    assert apart.argmax(axis=1).tolist() == [1, 1, 2, 0]
    assert apart == pytest.approx(evidence, rel=1e-15, abs=1e-300)
    assert (apart[3] == evidence[3]).all()
    assert without_ties(evidence, np.ones(3)).argmax(axis=1).tolist() == [0, 0, 0, 0]
    each = np.array([[0, 1, 2], [1, 0, 2], [0, 1, 0], [9, 9, 9]])
    assert without_ties(evidence, each).argmax(axis=1).tolist() == [1, 0, 1, 0]


def test_classes_are_compared_by_log_odds_if_all_are_calibrated() -> None:
    evidence = np.array([[100.0, 9.0, 1.0], [0.0, 0.0, 0.0]])
    platt, line = Platt(1.0, -50.0), Isotonic((0.0, 1.0, 9.0), (0.0, 0.75, 1.0))
    found = comparable([platt, platt, line], evidence)
    #   probabilities of 1 - e⁻⁵⁰, e⁻⁴¹ and ¾; then e⁻⁵⁰ twice and 2⁻⁵²
    expected = np.array([[50.0, -41.0, np.log(3)], [-50.0, -50.0, -52 * np.log(2)]])
    assert found == pytest.approx(expected)
    assert comparable([platt, None, line], evidence) is evidence


def test_probabilities_of_classes_are_scaled_to_a_sum_of_1() -> None:
    found = shares(np.array([[0.5, 0.25, 0.25], [0.9, 0.9, 0.0], [0.0, 0.0, 0.0]]), np.arange(3.0))
    assert found == pytest.approx(
        np.array([[0.5, 0.25, 0.25], [0.5, 0.5, 0.0], [0.0, 1 / 3, 2 / 3]])
    )


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
    assert with_degree(COVERED, 0.5).degrees(top).tolist() == [0.0]
    model.decision = "positive"
    assert with_degree(COVERED, 0.5).predict(top).tolist() == [0]
    assert with_degree(2 * COVERED, 0.5).predict(top).tolist() == [1]


def test_evidence_is_not_clipped_and_degrees_are() -> None:
    X = np.array([[1.0], [2.0], [8.0], [9.0]])
    model = ob.FuzzyOWLBoostClassifier(n_sets=3).fit(X, [0, 0, 1, 1])
    (trained,) = model.models_
    (first, *_) = trained.hypothesis.inclusions
    everything, body = Inclusion(Concept()), Inclusion(first.body)
    terms = (WeakHypothesis("WL0", (everything,)), WeakHypothesis("WL1", (body,)))
    model.models_ = (replace(trained, hypothesis=BoostedHypothesis(terms, (-0.75, 2.5))),)
    #   the body holds of 9 and not of 1
    assert model.decision_function([[1.0], [9.0]]).tolist() == [-0.75, 1.75]
    assert model.degrees([[1.0], [9.0]]).tolist() == [0.0, 1.0]
    assert model.predict([[1.0], [9.0]]).tolist() == [0, 1]


def test_the_strongest_reason_comes_first_whichever_side_it_is_on() -> None:
    kb = KnowledgeBase.from_facts(["a"], types={"Cheap": ["a"], "Loud": ["a"]})
    terms = tuple(
        WeakHypothesis(f"WL{number}", (Inclusion(Concept((Atom(iri),))),))
        for number, iri in enumerate(["Cheap", "Loud"], 1)
    )
    model = TrainedModel("gradient", "urn:x#Good", BoostedHypothesis(terms, (0.4, -0.7)), 0.5)
    ((first, second),) = firings([model], Extents(kb), np.arange(1, dtype=np.int32))
    assert (first.weight, second.weight) == (-0.7, 0.4)
