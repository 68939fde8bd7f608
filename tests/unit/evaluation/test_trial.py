"""One fold: what is learned from, what is measured, and what a score tells."""

import itertools
import json
import time
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from tests.configurations import boost, foil, gradient
from tests.reference import measures as literal
from tests.sources import FactSource, examples

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, WeakHypothesis
from owlboost.data.examples import LearningProblem
from owlboost.evaluation.folds import Fold, Protocol, inner_folds, outer_folds
from owlboost.evaluation.scores import FoldScores
from owlboost.evaluation.trial import Trial, run_fold
from owlboost.learners.learner import Learner, LearnResult
from owlboost.learners.run import RunContext
from owlboost.learners.training import train
from owlboost.models.calibration import Isotonic

NAMES = tuple(f"h{number}" for number in range(12))
POSITIVE = np.arange(12) < 6
#   cheap hotels are good: all six of them and h6; the first five have a pool, and so has h11
SOURCE = FactSource(
    NAMES, types={"Cheap": set(NAMES[:7]), "Pool": {*NAMES[:5], NAMES[11]}, "Hotel": set(NAMES)}
)
X = examples(SOURCE, 12)
ALL = np.arange(12, dtype=np.int32)


def ids(*numbers: int) -> np.ndarray:
    return np.array(numbers, dtype=np.int32)


def trial(*configurations: object, mask: bool = False) -> Trial:
    return Trial(X, POSITIVE, SOURCE.knowledge_base(), configurations, mask)  # type: ignore[arg-type]


FOLD = Fold(0, 0, None, ids(0, 1, 2, 6, 7, 8, 9), ids(3, 4, 5, 10, 11), ALL)


def test_a_fold_by_hand() -> None:
    found = run_fold(trial(foil(max_conjuncts=1)), FOLD)
    #   Pool is true of all three positives of the training part and of no negative. On the test it
    #   finds h3 and h4, misses h5 and takes h11: P 2/3, R 2/3
    (score,) = found.scores
    assert score.measures["F1"] == pytest.approx(2 / 3)
    assert score.measures["MSE"] == pytest.approx(2 / 5)
    assert score.measures["threshold_F1"] == pytest.approx(2 / 3)
    assert (score.threshold, score.rules) == (0.5, 1)
    assert found.remarks == ()


def test_top_has_no_rules_and_says_that_all_are_positive() -> None:
    top = run_fold(trial(foil()), FOLD).top
    assert top.measures == pytest.approx(literal.named([1.0] * 5, [True] * 3 + [False] * 2, 0.5))
    assert (top.rules, top.seconds) == (0, 0.0)


def test_the_concept_of_everything_is_no_rule() -> None:
    configuration = gradient(n_rules=1, n_sets=3, loss="squared", ridge=1.0)
    (score,) = run_fold(trial(configuration), FOLD).scores
    assert score.rules == 1  # besides WL0 over ⊤


def test_the_fitted_threshold_decides_and_is_told() -> None:
    #   Cheap covers h0, h1, h2 and h6: confidence 3/4, degree 3/4 and threshold 3/8
    fold = Fold(0, 0, None, ids(0, 1, 2, 6, 7, 8), ids(3, 9), ALL)
    source = FactSource(NAMES, types={"Cheap": set(NAMES[:7])})
    one = Trial(
        examples(source, 12), POSITIVE, source.knowledge_base(), (foil(min_confidence=0.5),)
    )
    (score,) = run_fold(one, fold).scores
    assert score.threshold == 0.375
    assert score.measures["fuzzy_F1"] == pytest.approx(2 * 0.75 / 1.75)
    assert score.measures["threshold_F1"] == 1


def test_a_degree_between_the_threshold_and_a_half_is_decided_for() -> None:
    #   as above with two more cheap negatives: degree 3/6, threshold 1/4; then 3/7 and 3/14
    source = FactSource(NAMES, types={"Cheap": {*NAMES[:3], *NAMES[5:10]}})
    fold = Fold(0, 0, None, ids(0, 1, 2, 6, 7, 8, 9, 10, 11), ids(3, 5), ALL)
    one = Trial(
        examples(source, 12), POSITIVE, source.knowledge_base(), (foil(min_confidence=0.3),)
    )
    (score,) = run_fold(one, fold).scores
    assert score.threshold == pytest.approx(3 / 14)
    assert score.measures["threshold_F1"] == pytest.approx(2 / 3)
    assert score.measures["fuzzy_recall"] == pytest.approx(3 / 14)


def test_an_algorithm_without_a_choice_is_not_learned_inside() -> None:
    protocol = Protocol(folds=2, nested=True)
    outer = outer_folds(protocol, POSITIVE)[0]
    inner = inner_folds(protocol, POSITIVE, outer)[0]
    mixed = trial(boost(n_rounds=1), boost(n_rounds=2), foil())
    first, second, alone = run_fold(mixed, inner).scores
    assert first.rules > 0
    assert second.rules > 0
    assert first.measures["F1"] > 0
    assert (alone.rules, alone.measures["F1"], alone.seconds) == (0, 0.0, 0.0)
    assert run_fold(mixed, outer).scores[2].rules > 0


def test_shared_work_counts_for_each_that_used_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    first, second = run_fold(trial(boost(n_rounds=3), boost(n_rounds=3)), FOLD).scores
    assert first.measures == second.measures
    #   The clock is looked at before and after all, the label matrix, and each of n searches:
    #   1 + 2 (1 + n) ticks. The second looks only before and after, and is told of 1 + n.
    n = (first.seconds - 3) / 2
    assert n >= 1
    assert second.seconds == 1 + (1 + n)


def test_a_mask_keeps_what_is_known_of_the_test() -> None:
    asked: list[object] = []

    class Spy:
        def knowledge_base(self, without: object = None) -> object:
            asked.append(without)
            return SOURCE.knowledge_base()

    spied = type(X)(Spy(), X.target, X.names, X.individuals, X.universe)  # type: ignore[arg-type]
    one = Trial(spied, POSITIVE, SOURCE.knowledge_base(), (foil(),), mask=True)
    assert run_fold(one, FOLD).remarks == ()
    assert asked == [None]


@dataclass(frozen=True, kw_only=True)
class Calibrated(Learner):
    """Says ``2·Pool`` of everyone, and knows that half of that is a probability."""

    name: ClassVar[str] = "calibrated"
    title: ClassVar[str] = "Calibrated"

    def learn(self, problem: LearningProblem, context: RunContext) -> LearnResult:  # noqa: ARG002
        pool = WeakHypothesis("WL1", (Inclusion(Concept((Atom("Pool"),))),))
        return LearnResult(BoostedHypothesis((pool,), (2.0,)), Isotonic((0.0, 2.0), (0.25, 1.0)))


def test_evidence_and_probabilities_are_measured_where_a_learner_knows_them() -> None:
    found = run_fold(trial(Calibrated(), foil(max_conjuncts=1)), FOLD)
    calibrated, plain = found.scores
    #   h3, h4 and h11 have a pool, h5 and h10 have none; h3, h4 and h5 are positive: evidence
    #   2 2 0 | 0 2 and probabilities 1 1 ¼ | ¼ 1
    assert calibrated.measures["Brier"] == pytest.approx((0 + 0 + 0.5625 + 0.0625 + 1) / 5)
    #   two positives beat h10 and tie with h11, h5 ties with h10: (2·1½ + ½) / 6
    assert calibrated.measures["AUC"] == plain.measures["AUC"] == pytest.approx(3.5 / 6)
    assert {"log_loss", "calibration_error"} <= set(calibrated.measures)
    assert not {"Brier", "log_loss", "calibration_error"} & set(plain.measures)
    again = FoldScores.from_json(json.loads(json.dumps(found.to_json())))
    assert again == found


def test_top_ranks_nobody_and_knows_no_probability() -> None:
    top = run_fold(trial(foil()), FOLD).top
    assert (top.measures["AUC"], top.measures["AP"]) == pytest.approx((0.5, 3 / 5))
    assert "Brier" not in top.measures


def test_a_test_of_one_class_ranks_nothing() -> None:
    fold = Fold(0, 0, None, ids(0, 1, 2, 6, 7, 8), ids(9, 10), ALL)
    (score,) = run_fold(trial(foil()), fold).scores
    assert not {"AUC", "AP"} & set(score.measures)


def test_training_is_measured_by_evidence_and_probability() -> None:
    model = train(X.problem(POSITIVE), Calibrated())
    #   Pool has five of six positives and one of six negatives; probabilities 1 and ¼
    assert model.training["Brier"] == pytest.approx((0.5625 + 1 + 5 * 0.0625) / 12)
    assert model.training["AUC"] == pytest.approx((5 * 5 + 5 * 0.5 + 5 * 0.5) / 36)
    assert model.measure(X, POSITIVE).named() == pytest.approx(dict(model.training))
