"""Rules that come back are counted, in the same words and about the same things."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from owlboost.concepts.concept import Atom, Concept, FuzzyValue
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ParameterError
from owlboost.evaluation.folds import Protocol
from owlboost.evaluation.run import ConfigurationResult, RunResult, Scores
from owlboost.evaluation.scores import MEASURES, RecurringRule, Score
from owlboost.learners.algorithms import FoilDL
from owlboost.learners.training import train
from owlboost.report.stability import Recurrence, fold_recurrences, recurrences, samples
from owlboost.report.views.model import model_view
from owlboost.report.views.runs import run_view

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


def evaluated() -> RunResult:
    """Cheap things on three folds; on the second there is a rule about rare ones, too."""
    cheap = RecurringRule(Concept((Atom("Cheap"),)), (1.0, 0.5, 0.25))
    rare = RecurringRule(Concept((Atom("Rare"),)), (None, 0.75, None))
    against = RecurringRule(Concept((Atom("Rare"),)), (-1.0, None, None))
    folds = tuple(Score(dict.fromkeys(MEASURES, 0.5), 0.5, 1, 1.0) for _ in range(3))
    scores = Scores(folds, tuple((0, number) for number in range(3)))
    return RunResult(
        dataset="cheap",
        target="Good",
        algorithm="foil",
        protocol=Protocol(folds=3),
        starred=False,
        examples=12,
        positives=6,
        parameters={},
        configurations=(ConfigurationResult({}, scores),),
        best=0,
        best_by_fuzzify={},
        top=scores,
        nested=None,
        environment={},
        seconds=1.0,
        rules=(cheap, rare, against),
    )


def test_folds_of_the_same_problem_tell_which_rules_come_back() -> None:
    learned = train(PROBLEM, FoilDL())
    rare = Inclusion(Concept((Atom("Rare"),)))
    model = replace(learned, hypothesis=RuleSet((*learned.hypothesis.inclusions, rare)))
    run = evaluated()
    assert fold_recurrences(model, [run]) == (Recurrence(3, 3, 3), Recurrence(1, 1, 3))
    assert fold_recurrences(model, [run, run]) == (Recurrence(6, 6, 6), Recurrence(2, 2, 6))
    cards = model_view(model, folds=fold_recurrences(model, [run]))["rules"]
    assert [card["folds"] for card in cards] == [
        {"same": 3, "alike": 3, "of": 3},
        {"same": 1, "alike": 1, "of": 3},
    ]


@pytest.mark.parametrize(
    "other",
    [
        {"target": "Bad"},
        {"algorithm": "boost"},
        {"examples": 11},
        {"positives": 5},
        {"rules": ()},
    ],
)
def test_folds_of_another_problem_tell_nothing(other: dict[str, Any]) -> None:
    source = {"individuals": 12, "positives": 6}
    model = replace(train(PROBLEM, FoilDL()), source=source)
    assert fold_recurrences(model, [evaluated()])
    assert fold_recurrences(model, [replace(evaluated(), **other)]) == ()


def test_a_rule_about_the_same_things_is_alike() -> None:
    low, high = (
        Concept((FuzzyValue("size", FuzzySet(f"size_{name}", LeftShoulder(1, 2))),))
        for name in "LH"
    )
    rules = (RecurringRule(low, (1.0, None, 1.0)), RecurringRule(high, (None, 1.0, 1.0)))
    view = run_view(replace(evaluated(), rules=rules), Lexicon())["rules"]
    assert [(rule["same"], rule["alike"], rule["of"]) for rule in view] == [(2, 3, 3), (2, 3, 3)]
    assert [rule["words"] for rule in view] == ["A low size", "A high size"]
