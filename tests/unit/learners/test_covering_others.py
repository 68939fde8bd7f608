"""Individuals that weigh in although they are no examples (I without I_E), worked by hand."""

import numpy as np
import pytest
from tests.configurations import boost, foil, gradient, pfoil, pn

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import BoostedHypothesis
from owlboost.data.examples import Examples, LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.algorithms import PNOWL
from owlboost.learners.covering import AxiomSearch
from owlboost.learners.search.training_set import training_set_for
from owlboost.learners.training import fit, train
from owlboost.runtime.array_types import Ids
from owlboost.runtime.names import Names

NAMES = [f"a{number}" for number in range(8)]


def problem(**types: list[int]) -> LearningProblem:
    """a0 and a1 are positive, a2 and a3 negative, a4 to a7 are no examples."""
    members = {name: [NAMES[at] for at in found] for name, found in types.items()}
    kb = KnowledgeBase.from_facts(NAMES, types=members)
    labels = np.array([True, True, False, False])
    return LearningProblem(
        kb, "T", np.arange(4, dtype=np.int32), labels, others=np.arange(4, 8, dtype=np.int32)
    )


def test_the_ground_holds_everyone_by_label_and_element() -> None:
    ground = training_set_for(problem(A=[0]), label_matrix(problem(A=[0]).kb, ()))
    assert ground.elements.tolist() == list(range(8))
    assert ground.labels.tolist() == [1, 1, 0, 0, 0, 0, 0, 0]
    assert ground.is_example.tolist() == [True] * 4 + [False] * 4
    assert ground.negative_count == 2
    assert ground.signs.tolist() == [1, 1, -1, -1, -1, -1, -1, -1]
    assert ground.distribution.tolist() == [1 / 8] * 8
    assert ground.in_problem_order(np.arange(8.0)).tolist() == [0, 1, 2, 3]


def test_a_rule_that_covers_others_is_less_confident_but_covers_no_negative() -> None:
    #   A covers both positives and two of the others: confidence 2/4, no negative
    examples = problem(A=[0, 1, 4, 5])
    (rule,) = train(examples, foil(min_confidence=0.5)).hypothesis.inclusions
    assert rule.body == Concept((Atom("A"),))
    assert (rule.confidence, rule.covered_positives, rule.covered_negatives) == (0.5, 2, 0)
    assert not list(train(examples, foil(min_confidence=0.51)).hypothesis.inclusions)


def test_the_share_of_negatives_is_one_of_examples() -> None:
    #   A covers the positives, one of two negatives, and all others: η = 0.5 is enough
    examples = problem(A=[0, 1, 2, 4, 5, 6, 7])
    accepted = train(examples, foil(min_confidence=0.0, max_negative_coverage=0.5))
    (rule,) = accepted.hypothesis.inclusions
    assert (rule.covered_positives, rule.covered_negatives) == (2, 1)
    refused = train(examples, foil(min_confidence=0.0, max_negative_coverage=0.49))
    assert not list(refused.hypothesis.inclusions)


def test_others_turn_the_search_away_from_what_they_share() -> None:
    #   among the examples A is better (2 positives, no negative; B has one negative), but it
    #   covers all others: cf(A) = 2/6, cf(B) = 2/3
    examples = problem(A=[0, 1, 4, 5, 6, 7], B=[0, 1, 2])
    alone = LearningProblem(examples.kb, "T", examples.individuals, examples.labels)
    for found, name in ((examples, "B"), (alone, "A")):
        ground = training_set_for(found, label_matrix(found.kb, ()))
        search = AxiomSearch(ground, foil(max_conjuncts=1))
        learned = search.learn_one_axiom(ground.distribution, search.all_positives)
        assert learned is not None
        assert learned.body == Concept((Atom(name),))


def test_degrees_threshold_and_measures_are_of_examples() -> None:
    examples = problem(A=[0, 1, 4, 5])
    for learner in (
        foil(min_confidence=0.0),
        boost(min_confidence=0.0),
        pn(min_confidence=0.0),
        pfoil(),
    ):
        found = fit(examples, learner)
        assert found.degrees.shape == (4,)
        model = train(examples, learner)
        assert model.source["individuals"] == 4
        assert model.source["background"] == 4
        assert model.average == 2 / 8
        assert model.training["F1"] == 1.0


def test_a_learner_that_weighs_examples_alone_says_so() -> None:
    with pytest.raises(ExamplesError, match="Gradient concepts learns from examples alone"):
        train(problem(A=[0, 1, 4, 5]), gradient())


def test_boosting_weighs_others_like_those_it_must_not_cover() -> None:
    #   A covers both positives and one other of eight: w = 1/8, v·l = 1 but for that one, so
    #   μ = 7/8 − 1/8 = 3/4 and α = ½·ln(7); without the others μ is 1
    examples = problem(A=[0, 1, 4])
    hypothesis = train(examples, boost(n_rounds=1, min_confidence=0.0)).hypothesis
    assert isinstance(hypothesis, BoostedHypothesis)
    assert hypothesis.leverages == pytest.approx((np.log(7) / 2,))


def test_a_slice_of_examples_keeps_the_others_and_holds_none_of_them_out() -> None:
    kb = problem(A=[0]).kb
    told: list[list[int]] = []

    class Remembering:
        def knowledge_base(self, without: Ids | None = None) -> KnowledgeBase:
            told.append([] if without is None else without.tolist())
            return kb

    four, others = np.arange(4, dtype=np.int32), np.arange(6, 8, dtype=np.int32)
    X = Examples(Remembering(), "T", Names(NAMES), four, four, others)
    part = X[np.array([0, 2])].problem([True, False])
    assert told == [[1, 3]]
    assert part.individuals.tolist() == [0, 2]
    assert part.others.tolist() == [6, 7]
    assert X.problem([1, 1, 0, 0], others=np.array([5], dtype=np.int32)).others.tolist() == [5]


def test_nobody_is_an_example_and_another_at_once() -> None:
    kb = problem(A=[0]).kb
    with pytest.raises(ExamplesError, match="listed twice"):
        LearningProblem(
            kb,
            "T",
            np.arange(2, dtype=np.int32),
            np.array([1, 0]),
            others=np.array([1], dtype=np.int32),
        )


class CrispOnly(PNOWL):
    """A learner that knows no grades."""

    graded = False


def test_graded_labels_are_kept_and_refused_by_learners_of_crisp_ones() -> None:
    kb = problem(A=[0]).kb
    graded = LearningProblem(kb, "T", np.arange(3, dtype=np.int32), np.array([0.2, 1.0, 0.0]))
    assert graded.labels.tolist() == [0.2, 1.0, 0.0]
    assert graded.positive.tolist() == [True, True, False]
    assert graded.is_graded
    assert not graded.is_crisp
    with pytest.raises(
        ExamplesError, match=r"label must be 0 or 1\. Learn from degrees with gradi"
    ):
        train(graded, CrispOnly())
    with pytest.raises(ExamplesError, match=r"between 0 and 1, not 1\.5"):
        LearningProblem(kb, "T", np.arange(2, dtype=np.int32), np.array([1.5, 0.0]))
