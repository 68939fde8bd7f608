"""Where degrees begin and how fast they rise, with held-out scores made to measure."""

from collections.abc import Sequence

import numpy as np
import pytest
from sklearn.calibration import _SigmoidCalibration

from owlboost.learners.gradient import scale as scales
from owlboost.learners.gradient.losses import LOGISTIC, SQUARED, Loss
from owlboost.learners.gradient.scale import (
    HALF,
    LOSS,
    NEAR,
    HeldOutScores,
    Metric,
    Scale,
    accuracy,
    balanced_accuracy,
    best_cut,
    chosen_scale,
    f1,
    mcc,
    optimised,
    savings,
)

F1 = optimised("f1", 1.0)


def held_out(
    scores: Sequence[float],
    positive: Sequence[int],
    counts: Sequence[float] | None = None,
    folds: Sequence[int] | None = None,
) -> HeldOutScores:
    """One division into folds."""
    n = len(scores)
    return HeldOutScores(
        (np.array(scores),),
        (np.array(folds or [0] * n, dtype=np.int32),),
        np.array(positive) > 0,
        np.array(counts or [1.0] * n),
    )


# The figures


@pytest.mark.parametrize(
    ("figure", "expected"),
    [
        (f1, 6 / 9),  # 2·3/(3 + 2 + 4)
        (mcc, 10 / 600**0.5),  # (3·4 − 2·1)/√(5·4·6·5)
        (balanced_accuracy, (3 / 4 + 4 / 6) / 2),
        (accuracy, 7 / 10),
        (savings(2.0), 1 - (2 * 1 + 2) / 8),  # all misses cost 8, all alarms 6
        (savings(0.5), 1 - (0.5 * 1 + 2) / 6),  # all misses cost 2, all alarms 6
    ],
)
def test_figures_by_hand(figure: Metric, expected: float) -> None:
    #   3 of 4 positives are found, with 2 of 6 negatives
    assert figure(np.array([3.0]), np.array([2.0]), 4.0, 6.0) == pytest.approx([expected])


def test_correlation_with_decisions_that_are_all_alike_is_0() -> None:
    assert mcc(np.array([0.0, 4.0]), np.array([0.0, 6.0]), 4.0, 6.0).tolist() == [0.0, 0.0]


def even_odds(found: HeldOutScores) -> float:
    """Where the curve 1/(1 + exp(a·f + b)) of scikit-learn is ½."""
    (scores,) = found.runs
    curve = _SigmoidCalibration().fit(scores, found.positive.astype(float))
    return float(-curve.b_ / curve.a_)


# The cut


def test_the_cut_lies_between_the_scores_of_both_classes() -> None:
    #   F1 above −3, 0.5, 1.5, 2.5, 6: 4/6, 4/5, 1, 2/3, 0
    assert best_cut(held_out([0, 1, 2, 3], [0, 0, 1, 1]), F1) == 1.5


def test_the_cut_is_that_of_the_best_figure() -> None:
    #   positives at 1 and 3. F1: above 0.5 4/5, above 2.5 2/3; accuracy: 3/4 and 3/4
    mixed = held_out([0, 1, 2, 3], [0, 1, 0, 1])
    assert best_cut(mixed, F1) == 0.5
    #   a miss costs 3 alarms: 1 alarm costs 1, 1 miss costs 3; and the other way round
    assert best_cut(mixed, optimised("cost", 3.0)) == 0.5
    assert best_cut(mixed, optimised("cost", 1 / 3)) == 2.5


def test_examples_count_as_often_as_they_stand_for() -> None:
    #   a negative at 2 of weight 3. F1: above 0.5 4/7, above 2.5 2/3
    assert best_cut(held_out([0, 1, 2, 3], [0, 1, 0, 1], [1, 1, 3, 1]), F1) == 2.5
    repeated = held_out([0, 1, 2, 2, 2, 3], [0, 1, 0, 0, 0, 1])
    assert best_cut(repeated, F1) == 2.5


def test_everything_may_be_well_above_the_cut_or_below() -> None:
    #   the positives have the lowest scores: F1 of a yes to all is 2/3, accuracy of a no to all ¾;
    #   evidence is of no use, so that cut is taken, by the range of all scores beyond them
    assert best_cut(held_out([0, 1], [1, 0]), F1) == -1
    few = held_out([0, 1, 2, 3], [1, 0, 0, 0])
    assert best_cut(few, optimised("accuracy", 1.0)) == 6


def test_of_decisions_that_are_all_alike_the_middle_is_taken() -> None:
    #   one score for all: yes and no to all are right for one half each, and evidence is of no use
    alike = held_out([0.3] * 4, [1, 1, 0, 0])
    assert best_cut(alike, optimised("accuracy", 1.0)) == pytest.approx(0.3, abs=1e-12)


def test_cuts_within_half_a_percent_of_the_best_are_as_good() -> None:
    assert NEAR == 0.005
    #   one alarm at 1: F1 above 0.5 is 200/201 = 0.995025, as good as 1 above 2
    near = held_out([0.0] * 100 + [1.0] + [3.0] * 100, [0] * 101 + [1] * 100)
    assert 0.5 < even_odds(near) < 2
    assert best_cut(near, F1) == pytest.approx(even_odds(near), abs=1e-4)
    #   two alarms: 200/202 = 0.990 is not
    far = held_out([0.0] * 100 + [1.0] * 2 + [3.0] * 100, [0] * 102 + [1] * 100)
    assert even_odds(far) < 2
    assert best_cut(far, F1) == 2


def test_only_neighbours_of_the_best_cut_are_as_good() -> None:
    #   F1 above 0.5: 400/401; above 1.5, where a hundred positives are missed: 2/3;
    #   above 2.5, with the alarm at 2 gone, too: 2/3
    scores = [0.0] * 100 + [1.0] * 100 + [2.0] + [3.0] * 100
    found = held_out(scores, [0] * 100 + [1] * 100 + [0] + [1] * 100)
    assert best_cut(found, F1) == 0.5


def test_among_equal_cuts_the_one_next_to_even_odds_is_taken() -> None:
    #   all cuts from 0.5 to 2.5 are as good: 2002/2003, 1 and 2000/2001; by symmetry ½ is at 1.5
    scores = [0.0] * 1000 + [1.0] + [2.0] + [3.0] * 1000
    found = held_out(scores, [0] * 1001 + [1] * 1001)
    assert best_cut(found, F1) == pytest.approx(1.5, abs=1e-6)
    #   with ten times as many negatives even odds move up, with positives down
    more = [10.0 if score == 0 else 1.0 for score in scores]
    skewed = held_out(scores, [0] * 1001 + [1] * 1001, more)
    assert 1.5 < best_cut(skewed, F1) < 2.5


def test_figures_are_the_means_of_all_divisions() -> None:
    #   F1 above 0.5, 1.5, 2.5: in the first division 4/5, 1, 2/3; in the second 4/5, ½, 2/3
    positive = np.array([False, False, True, True])
    runs = (np.array([0.0, 1, 2, 3]), np.array([0.0, 2, 1, 3]))
    folds = (np.zeros(4, dtype=np.int32),) * 2
    assert best_cut(HeldOutScores(runs, folds, positive, np.ones(4)), F1) == 0.5


def test_pooled_divisions_weigh_as_much_as_one() -> None:
    positive = np.array([True, False])
    runs = (np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    both = HeldOutScores(runs, (np.zeros(2, dtype=np.int32),) * 2, positive, np.array([1.0, 5.0]))
    scores, labels, weights = both.pooled
    assert scores.tolist() == [1, 2, 3, 4]
    assert labels.tolist() == [True, False, True, False]
    assert weights.tolist() == [0.5, 2.5, 0.5, 2.5]


def test_very_many_scores_have_a_thousand_cuts_at_most() -> None:
    scores = np.arange(5000.0)
    many = held_out(scores.tolist(), (scores >= 2000).astype(int).tolist())
    assert len(scales._cuts(many)) == scales.MOST_CUTS + 1
    #   quantiles are 4999/999 = 5.004 apart
    assert best_cut(many, F1) == pytest.approx(1999.5, abs=5.1)


# The width


@pytest.mark.parametrize(("loss", "usual"), [(SQUARED, 0.25), (LOGISTIC, 0.5)])
def test_degrees_that_are_all_exact_rise_as_slowly_as_can_be(loss: Loss, usual: float) -> None:
    #   cut at ½; the positives are ½ above it, and all of them reach 1 with any width up to that
    found = chosen_scale(held_out([0, 0, 1, 1], [0, 0, 1, 1]), loss, F1, numeric=True)
    assert found == Scale(0.5, 0.5 + max(0.5, usual))


def test_where_nothing_lies_above_the_cut_the_width_is_the_usual_one() -> None:
    found = chosen_scale(
        held_out([0, 1, 2, 3], [1, 0, 0, 0]), SQUARED, optimised("accuracy", 1.0), numeric=True
    )
    assert found.zero == 6
    assert found.width == pytest.approx(0.25)


def unsteady() -> HeldOutScores:
    """Five folds of three positives and a negative; the first has a false alarm.

    With a width up to 0.24 all degrees are exact and fF1F1 is (6/7)² = 0.7347 in the first fold and
    1 in the others: 0.9469 in the mean, with a standard error of 0.2653/5 = 0.0531. With a larger
    width w the last fold, whose positives are at 0.24, has d = 0.24/w and 2d/(1 + d).
    """
    scores, positive, folds = [], [], []
    for fold in range(5):
        height = 0.24 if fold == 4 else 0.4
        scores += [height] * 3 + [0.4 if fold == 0 else -0.24]
        positive += [1, 1, 1, 0]
        folds += [fold] * 4
    return held_out(scores, positive, folds=folds)


def test_degrees_of_data_without_numbers_may_lose_half_a_percent() -> None:
    assert LOSS == 0.005
    #   0.25: d = 0.96, 2d/(1 + d) = 0.9796, a loss of 0.0041 of 0.9469·0.005 = 0.0047; next is 0.32
    found = chosen_scale(unsteady(), SQUARED, F1, numeric=False)
    assert (found.zero, found.one) == pytest.approx((0.0, 0.25))


def test_degrees_of_numbers_may_lose_a_standard_error() -> None:
    #   0.4: d = 0.6, 2d/(1 + d) = 0.75, a loss of 0.05 of 0.0531 (of n − 1; of n it were 0.0475)
    found = chosen_scale(unsteady(), SQUARED, F1, numeric=True)
    assert (found.zero, found.one) == pytest.approx((0.0, 0.4))


def gradual() -> HeldOutScores:
    """Four folds of positives at 0.2, 0.4, 0.6, 0.8, 1 and a negative; in a fifth F1 is 0.

    So the best mean is 0.8, with a standard error of 0.2. All of 26 degrees but 6 are above 0.
    """
    scores = [0.2, 0.4, 0.6, 0.8, 1.0, -0.2] * 4 + [-0.2, -0.2]
    positive = [1, 1, 1, 1, 1, 0] * 4 + [1, 0]
    return held_out(scores, positive, folds=[fold for fold in range(4) for _ in range(6)] + [4] * 2)


def test_degrees_are_no_softer_than_it_takes_that_half_of_them_grade() -> None:
    assert HALF == 0.5
    #   widths are quantiles of 4·(0.2 … 1): the 8/12 is 0.8, where 8 + 6 of 26 degrees are exact;
    #   the 10/12, at place 15.83 of 0 … 19, is 0.8 + 0.8333·0.2, where 4 + 6 of 26 are: enough.
    #   There Σ d = 3.069 and the loss 0.8·(1 − 2·3.069/8.069) = 0.191; the widest, 1, is not needed
    found = chosen_scale(gradual(), SQUARED, F1, numeric=True)
    assert (found.zero, found.one) == pytest.approx((0.0, 0.8 + 0.2 * 5 / 6))


def test_degrees_that_lose_by_grading_stay_exact() -> None:
    #   without numbers 0.2 alone is near the best; next is 0.2333
    found = chosen_scale(gradual(), SQUARED, F1, numeric=False)
    assert (found.zero, found.one) == pytest.approx((0.0, 0.2))


def test_half_of_the_degrees_is_counted_by_what_examples_stand_for() -> None:
    #   negatives that stand for 0.4: at widths of 0.8 and of 0.6167, which is the 7/12 at place
    #   11.083, 8 + 1 + 2 of 23 degrees are exact, fewer than half; at 0.6 they are 12 + 1 + 2
    plain = gradual()
    counts = np.where(plain.positive, 1.0, 0.4)
    light = HeldOutScores(plain.runs, plain.folds, plain.positive, counts)
    found = chosen_scale(light, SQUARED, F1, numeric=True)
    assert (found.zero, found.one) == pytest.approx((0.0, 0.6 + 0.2 / 12))


def test_a_scale_is_straight_between_0_and_1() -> None:
    scale = Scale(-1.0, 3.0)
    scores = np.array([-2.0, -1.0, 0.0, 3.0, 7.0])
    assert scale.width == 4.0
    assert scale.evidence(scores).tolist() == [-0.25, 0.0, 0.25, 1.0, 2.0]
    assert scale.degrees(scores).tolist() == [0.0, 0.0, 0.25, 1.0, 1.0]
