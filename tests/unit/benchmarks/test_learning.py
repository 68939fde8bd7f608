"""The benchmark of learning measures what it says."""

import pytest
from benchmarks.learning import Sizes, exponent, invented

from owlboost.concepts.concept import Atom, Concept, Edge
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.training import fit


def test_an_exponent_is_the_slope_between_logarithms() -> None:
    #   a hundred times as much in ten times the time
    assert exponent([10, 100, 1000], [1.0, 7.0, 10.0]) == pytest.approx(0.5)


def test_what_is_near_a_member_of_the_first_class_is_good() -> None:
    problem = invented(Sizes(individuals=300, classes=5, roles=2))
    kb = problem.kb
    assert (len(kb.individuals), len(kb.vocabulary.classes), len(kb.roles)) == (300, 5, 2)
    found = fit(problem, GradientConcepts(n_rules=1)).hypothesis
    near = Concept((), (Edge("r000", Concept((Atom("C0000"),))),))
    assert near in [rule.inclusion.body for rule in found.rules()]
