"""An ensemble of rules, each judged by what all achieve with it, by hand (mathematics §19)."""

import numpy as np
import pytest
from tests.configurations import foil, pfoil
from tests.events import Recorder

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ParameterError
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.pfoil_dl import EnsembleScore, Estimate, learn_ensemble
from owlboost.learners.search.training_set import TrainingSet, training_set_for
from owlboost.learners.training import fit, train
from owlboost.models.model_files import model_from_json, model_to_json

A, B, C = (Concept((Atom(name),)) for name in "ABC")


def problem(
    n_positives: int, n_negatives: int, weights: list[float] | None = None, **types: list[int]
) -> LearningProblem:
    """The positives come first, then the negatives."""
    n = n_positives + n_negatives
    names = [f"a{number:02}" for number in range(n)]
    members = {name: [names[at] for at in found] for name, found in types.items()}
    kb = KnowledgeBase.from_facts(names, types=members)
    return LearningProblem(
        kb,
        "T",
        np.arange(n, dtype=np.int32),
        np.arange(n) < n_positives,
        None if weights is None else np.array(weights),
    )


def ground(examples: LearningProblem) -> TrainingSet:
    return training_set_for(examples, label_matrix(examples.kb, ()))


def bodies(examples: LearningProblem, **options: float) -> list[Concept]:
    return [rule.body for rule in fit(examples, pfoil(**options)).hypothesis.inclusions]


def test_both_probabilities_lean_on_the_prior() -> None:
    estimate = Estimate(positives=4, examples=10, beta=2, prior_examples=3)
    #   P(T|H) = (2 + 3·0.4)/(5 + 3) = 0.4,   P(H|T) = (2 + 3·0.5)/(4 + 3) = 0.5
    assert float(estimate.score(2.0, 5.0)) == pytest.approx(5 * 0.4 * 0.5 / (4 * 0.4 + 0.5))
    #   without a prior 2/5 and 2/4; and 0/0 is 0
    plain = Estimate(4, 10, 1, 0)
    assert plain.score(np.array([2.0, 0.0]), np.array([5.0, 0.0])) == pytest.approx(
        [2 * 0.4 * 0.5 / 0.9, 0.0]
    )


def test_the_best_score_is_at_the_bottom_of_a_bowl_or_at_its_edge() -> None:
    #   2/score is (8 + 2)/(t + 2·x/20) + (x + 2)/(t + 2·8/20), for t = 0 therefore
    #   100/x + (x + 2)/0.8, which is least at x² = 80
    estimate = Estimate(8, 20, 1, 2)
    least = 100 / 80**0.5 + (80**0.5 + 2) / 0.8
    assert estimate.best_score(0.0, 0.0) == pytest.approx(2 / least)
    #   beyond that, the least total is the best
    assert estimate.best_score(4.0, 10.0) == pytest.approx(float(estimate.score(4.0, 10.0)))
    #   without a prior recall does not depend on the total
    plain = Estimate(8, 20, 1, 0)
    assert plain.best_score(4.0, 5.0) == pytest.approx(2 * 0.8 * 0.5 / 1.3)


def test_a_candidate_adds_what_the_ensemble_does_not_have() -> None:
    score = EnsembleScore(ground(problem(2, 2, A=[0])), beta=1, prior_examples=0)
    assert score.current == 0.0
    score.join(np.array([1.0, 0.0, 0.5, 0.0]))
    #   P = 1/1.5, R = 1/2
    assert score.current == pytest.approx(2 * (2 / 3) * 0.5 / (2 / 3 + 0.5))
    #   what adds the other positive and half a negative: P = 2/3, R = 1
    moves = score.score(np.array([[1.0, 0.0], [1.5, 0.0]]), (0.0, 0.0))
    assert moves.gains.tolist() == [pytest.approx(0.8), -np.inf]
    assert moves.usable.tolist() == [True, False]
    assert moves.tie_breakers.tolist() == pytest.approx([2 / 3, 0.0])
    assert score.with_added(score.start()) == 0.0
    bounds = score.bounds(score.start(), np.array([[0.0, 1.0]]))
    assert bounds.tolist() == [0.0, pytest.approx(2 * 0.8 / 1.8)]
    #   nothing to be gained where the concept is that good already
    assert score.bounds((1.0, 1.0), np.array([[1.0]])).tolist() == [0.0]


def test_what_is_covered_already_earns_nothing() -> None:
    #   A has 3 of 4 positives.  B has 3, too, but only one of them is new, at no other cost;
    #   C has that one with two negatives, and its F1 would be lower: 2·4/(6 + 4) < 2·3/(3 + 4)
    examples = problem(4, 6, A=[0, 1, 2], B=[1, 2, 3], C=[3, 4, 5])
    assert bodies(examples, prior_examples=0.0) == [A, B]
    without = problem(4, 6, A=[0, 1, 2], C=[3, 4, 5])
    assert bodies(without, prior_examples=0.0) == [A]
    #   FOIL-DL judges C alone, and takes it in
    covering = fit(without, foil(min_confidence=0.3)).hypothesis
    assert [rule.body for rule in covering.inclusions] == [A, C]


def test_rules_carry_their_confidence_over_all_examples() -> None:
    examples = problem(4, 6, A=[0, 1, 2, 4], B=[2, 3])
    found = fit(examples, pfoil())
    assert found.hypothesis == RuleSet(
        (Inclusion(A, 3 / 4, 3 / 4, 3, 1), Inclusion(B, 1.0, 1.0, 2, 0))
    )
    assert found.degrees.tolist() == [0.75, 0.75, 1.0, 1.0, 0.75, 0, 0, 0, 0, 0]


def test_a_rule_must_add_more_than_the_least_gain() -> None:
    #   F1 without a prior: A 2·3/(3 + 4) = 6/7, then with B 1: a gain of 1/7
    examples = problem(4, 6, A=[0, 1, 2], B=[2, 3])
    assert bodies(examples, prior_examples=0.0, min_gain=1 / 7 - 0.001) == [A, B]
    assert bodies(examples, prior_examples=0.0, min_gain=1 / 7 + 0.001) == [A]


def test_beta_says_whether_recall_or_precision_counts_more() -> None:
    #   A: P = 1, R = 1/2;  B: P = 1/2, R = 1.  F_β of A is (1 + β²)/(β² · 2 + 1), of B with 2 and 1
    #   swapped.  B is equal to A or less at β = 1, where A is the more certain
    examples = problem(4, 6, A=[0, 1], B=[0, 1, 2, 3, 4, 5, 6, 7])
    first = [bodies(examples, beta=beta, prior_examples=0.0)[0] for beta in (0.5, 1.0, 2.0)]
    assert first == [A, A, B]


def test_top_is_no_rule_and_none_need_be_better_than_it() -> None:
    #   of 5 examples 4 are positive: everything has F1 8/9, A only 2·2/(2 + 4)
    assert bodies(problem(4, 1, A=[0, 1]), prior_examples=0.0) == [A]
    assert bodies(problem(4, 1, A=[4]), prior_examples=0.0) == []


def test_a_concept_that_covers_too_many_negatives_is_passed_over() -> None:
    #   A has all positives and 2 of 4 negatives: F1 = 8/10.  Then B, which has three and none
    examples = problem(4, 4, A=[0, 1, 2, 3, 4, 5], B=[0, 1, 2])
    assert bodies(examples, prior_examples=0.0)[0] == B
    examples = problem(4, 4, A=[0, 1, 2, 3, 4], B=[0, 1])
    assert bodies(examples, prior_examples=0.0) == [A]
    strict = {"prior_examples": 0.0, "max_negative_coverage": 0.0}
    assert bodies(examples, **strict) == []
    assert bodies(examples, **strict, backtrack=1) == [B]


def test_weights_are_numbers_of_examples() -> None:
    #   a positive of weight 3 that only B has: A 2·2/(2 + 5), B 2·3/(4 + 5)
    kinds = {"A": [0, 1], "B": [2, 3]}
    light = problem(3, 3, **kinds)  # type: ignore[arg-type]
    heavy = problem(3, 3, weights=[1, 1, 3, 1, 1, 1], **kinds)
    assert bodies(light, prior_examples=0.0)[0] == A
    assert bodies(heavy, prior_examples=0.0)[0] == B


def test_individuals_that_are_no_examples_weigh_in() -> None:
    names = [f"a{number}" for number in range(8)]
    kb = KnowledgeBase.from_facts(
        names, types={"A": [names[at] for at in (0, 1, 4, 5, 6, 7)], "B": [names[0], names[2]]}
    )
    alone = LearningProblem(kb, "T", np.arange(4, dtype=np.int32), np.arange(4) < 2)
    others = LearningProblem(
        kb,
        "T",
        np.arange(4, dtype=np.int32),
        np.arange(4) < 2,
        others=np.arange(4, 8, dtype=np.int32),
    )
    #   A: 2·2/(2 + 2) without them, 2·2/(6 + 2) with them;  B: 2·1/(2 + 2) either way, and what it
    #   covers is the more certain
    options = {"prior_examples": 0.0, "max_conjuncts": 1}
    assert bodies(alone, **options) == [A]
    assert bodies(others, **options) == [B]


def test_rules_and_steps_are_told_and_a_model_is_kept() -> None:
    recorder = Recorder()
    examples = problem(4, 6, A=[0, 1, 2], B=[2, 3])
    learn_ensemble(ground(examples), pfoil(prior_examples=0.0), recorder.context())
    assert [event.learned.body for event in recorder.rules] == [A, B]
    #   the score of all rules with it: 6/7, then 1
    assert [step.gain for step in recorder.steps][:2] == pytest.approx([6 / 7, 1.0])
    model = train(examples, pfoil())
    assert model_from_json(model_to_json(model)).hypothesis == model.hypothesis
    assert model.parameters["prior_examples"] == 2.0


@pytest.mark.parametrize("wrong", [{"beta": 0}, {"prior_examples": -1}, {"min_gain": 1.5}])
def test_parameters_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        pfoil(**wrong)
