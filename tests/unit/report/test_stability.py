"""Rules that come back are counted, in the same words and about the same things."""

from dataclasses import replace

import numpy as np
import pytest

from owlboost.errors import ParameterError
from owlboost.learners.covering.learner import FoilDL
from owlboost.learners.training import train
from owlboost.model.concepts import Atom, Concept
from owlboost.model.examples import LearningProblem
from owlboost.model.hypotheses import Inclusion, RuleSet
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.report.stability import Recurrence, recurrences, samples

NAMES = [f"i{number}" for number in range(12)]
KB = KnowledgeBase.from_facts(NAMES, types={"Cheap": NAMES[:6], "Rare": NAMES[:1]})
PROBLEM = LearningProblem(KB, "Good", np.arange(12, dtype=np.int32), np.arange(12) < 6)


def test_samples_have_as_many_examples_of_both_classes() -> None:
    found = list(samples(PROBLEM, 20))
    assert len(found) == 20
    for one in found:
        assert one.counts.sum() == 12
        assert 0 < one.positive.sum() < len(one) < 12
    assert len({one.individuals.tobytes() for one in found}) > 10


def test_weights_are_drawn_as_often_as_they_count() -> None:
    heavy = replace(PROBLEM, weights=np.array([89.0] + [1.0] * 11))
    drawn = [
        dict(zip(one.individuals.tolist(), one.counts, strict=True)) for one in samples(heavy, 20)
    ]
    assert np.mean([one.get(0, 0.0) for one in drawn]) == pytest.approx(89, abs=5)


def test_a_rule_that_all_samples_have_and_one_that_none_has() -> None:
    model = train(PROBLEM, FoilDL())
    assert [rule.inclusion.body for rule in model.hypothesis.rules()] == [Concept((Atom("Cheap"),))]
    rare = Inclusion(Concept((Atom("Rare"),)))
    both = RuleSet((*model.hypothesis.inclusions, rare))
    found = recurrences(replace(model, hypothesis=both), PROBLEM, 5)
    assert found == (Recurrence(5, 5, 5), Recurrence(0, 0, 5))


def test_what_is_not_known_cannot_be_learned_again() -> None:
    model = replace(train(PROBLEM, FoilDL()), algorithm="magic")
    with pytest.raises(ParameterError, match="no algorithm 'magic'"):
        recurrences(model, PROBLEM, 1)
