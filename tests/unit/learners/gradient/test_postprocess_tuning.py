"""Fuzzy sets that move to where they fit, and whether validation lets them."""

import numpy as np
import pytest

from owlboost.concepts.concept import Concept, Edge, FuzzyValue
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder, Triangular
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.gradient import postprocess as tuning
from owlboost.learners.gradient import selection as race
from owlboost.learners.gradient.growth import AdditiveModel, WeightFitter
from owlboost.learners.gradient.losses import LOGISTIC, SQUARED, Loss, Penalty
from owlboost.learners.gradient.postprocess import _Tuning, corners_of, tuned, with_moved_sets
from owlboost.learners.search.training_set import evaluate_concept, training_set_for
from owlboost.learners.training import fit
from owlboost.runtime.threads import ThreadPool

N = 600
HIGH = Concept((FuzzyValue("x", FuzzySet("high", RightShoulder(0.5, 1.0))),))
MIDDLE = Concept((FuzzyValue("x", FuzzySet("fair", Triangular(0.0, 0.5, 1.0))),))


def problem_of(positive: np.ndarray, x: np.ndarray) -> LearningProblem:
    """Individuals with a number each."""
    names = [f"a{at:03d}" for at in range(x.size)]
    kb = KnowledgeBase.from_facts(names, numbers={"x": list(zip(names, x.tolist(), strict=True))})
    return LearningProblem(kb, "T", np.arange(x.size, dtype=np.int32), positive)


def above(cut: float) -> LearningProblem:
    """Positive is what is above a cut, between 0 and 1."""
    x = np.linspace(0, 1, N)
    return problem_of(x > cut, x)


def fitter_of(problem: LearningProblem, loss: Loss, ridge: float = 1.0) -> WeightFitter:
    return WeightFitter(
        training_set_for(problem, label_matrix(problem.kb, ())), loss, Penalty(ridge)
    )


def stage_of(fitter: WeightFitter, *bodies: Concept) -> AdditiveModel:
    stage = fitter.start()
    for body in bodies:
        stage = fitter.extended(stage, evaluate_concept(fitter.data, body))
    return stage


def points(stage: AdditiveModel) -> list[tuple[str, float]]:
    return sorted({corner for learned in stage.learned for corner in corners_of(learned.body)})


@pytest.mark.parametrize("loss", [SQUARED, LOGISTIC], ids=lambda one: str(one.name))
def test_a_shoulder_moves_to_where_the_class_begins(loss: Loss) -> None:
    fitter = fitter_of(above(0.6), loss)
    before = stage_of(fitter, HIGH)
    after = tuned(before, fitter)
    (_, start), (_, full) = points(after)
    assert abs((start + full) / 2 - 0.6) < 0.05 < abs(0.75 - 0.6)
    assert full - start < 0.35
    assert fitter.penalised_loss(after) < 0.7 * fitter.penalised_loss(before)


def test_an_outermost_corner_moves_outwards() -> None:
    fitter = fitter_of(above(0.3), SQUARED)
    (_, start), _ = points(tuned(stage_of(fitter, HIGH), fitter))
    assert start < 0.4


def test_sets_that_share_a_corner_stay_neighbours() -> None:
    fitter = fitter_of(above(0.6), SQUARED)
    after = tuned(stage_of(fitter, HIGH, MIDDLE), fitter)
    high, fair = (sorted(at for _, at in corners_of(one.body)) for one in after.learned)
    assert high == fair[1:] != [0.5, 1.0]
    assert len(fair) == 3


def test_what_fits_stays() -> None:
    fitter = fitter_of(above(0.75), SQUARED, ridge=1e-6)
    exact = Concept((FuzzyValue("x", FuzzySet("high", RightShoulder(0.7500, 0.7510))),))
    before = stage_of(fitter, exact)
    assert tuned(before, fitter) is before


def test_a_rule_keeps_what_it_argues_for() -> None:
    """The set speaks against the class where it is; moved far to the right it would speak for."""
    x = np.linspace(0, 1, N)
    fitter = fitter_of(problem_of((x > 0.9) | (x < 0.15), x), SQUARED)
    before = stage_of(fitter, MIDDLE)
    after = tuned(before, fitter)
    assert before.signs.tolist() == after.signs.tolist() == [0.0, -1.0]
    assert after.learned[0].confidence < 0.25
    assert after.alpha[1] < 0


def test_a_move_that_turns_a_rule_is_refused() -> None:
    """A triangle over [0, 1] has the share 0.32 of its area above 0.6, less than the 0.4 of all.

    With its peak at 0.9 it has the share 1 - 0.6² / 0.9 = 0.6, and would speak for the class.
    """
    fitter = fitter_of(above(0.6), SQUARED)
    stage = stage_of(fitter, MIDDLE)
    assert stage.signs.tolist() == [0.0, -1.0]
    peak = ("x", 0.5)
    assert _Tuning(stage, fitter)._moved(peak, {peak: 0.9}) is None
    stays = _Tuning(stage, fitter)._moved(peak, {peak: 0.4})
    assert stays is not None
    assert stays.alpha[1] < 0
    turned = evaluate_concept(fitter.data, with_moved_sets(MIDDLE, {peak: 0.9}))
    assert turned.confidence == pytest.approx(0.6, abs=0.01)


def test_sets_of_neighbours_move_too() -> None:
    names = [f"a{at:03d}" for at in range(N)]
    things = [f"t{at:03d}" for at in range(N)]
    x = np.linspace(0, 1, N)
    kb = KnowledgeBase.from_facts(
        [*names, *things],
        numbers={"x": list(zip(things, x.tolist(), strict=True))},
        roles={"has": list(zip(names, things, strict=True))},
    )
    problem = LearningProblem(kb, "T", np.arange(N, dtype=np.int32), x > 0.6)
    fitter = fitter_of(problem, SQUARED)
    after = tuned(stage_of(fitter, Concept((), (Edge("has", HIGH),))), fitter)
    flat = fitter_of(above(0.6), SQUARED)
    assert (
        points(after) == points(tuned(stage_of(flat, HIGH), flat)) != points(stage_of(flat, HIGH))
    )


def test_moved_sets_keep_their_names() -> None:
    low = FuzzyValue("x", FuzzySet("low", LeftShoulder(1.0, 2.0)))
    moved = with_moved_sets(Concept((low,)), {("x", 2.0): 3.0, ("y", 1.0): 9.0})
    assert moved == Concept((FuzzyValue("x", FuzzySet("low", LeftShoulder(1.0, 3.0))),))


def shapes_of(problem: LearningProblem, **parameters: object) -> set[object]:
    found = fit(problem, GradientConcepts(**parameters))  # type: ignore[arg-type]
    return {
        label.fuzzy_set.shape
        for rule in found.hypothesis.rules()
        for label in rule.inclusion.body.all_labels()
        if isinstance(label, FuzzyValue)
    }


def test_validation_lets_sets_move_only_where_that_is_better() -> None:
    sharp = above(0.63)
    assert shapes_of(sharp) != shapes_of(sharp, fit_sets="off")
    rng = np.random.default_rng(0)
    noise = problem_of(rng.random(N) < 0.5, rng.random(N))
    assert shapes_of(noise) == shapes_of(noise, fit_sets="off")


def test_sets_of_few_examples_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    few = above(0.63)
    monkeypatch.setattr(race, "_MANY", N + 1)
    assert shapes_of(few) == shapes_of(few, fit_sets="off")


def test_of_very_many_examples_some_tell_where_corners_go(monkeypatch: pytest.MonkeyPatch) -> None:
    fitter = fitter_of(above(0.6), SQUARED)
    before = stage_of(fitter, HIGH)
    everyone = tuned(before, fitter)
    monkeypatch.setattr(tuning, "MOST_TUNED", 200)
    some = tuned(before, fitter)
    assert some.columns.shape == everyone.columns.shape == (N, 2)
    found, expected = ([at for _, at in points(stage)] for stage in (some, everyone))
    assert found == pytest.approx(expected, abs=0.05)
    (moved,) = some.learned
    #   weights are those of all examples
    assert some.alpha.tolist() == fitter.model_with(some.learned, before.signs).alpha.tolist()
    assert moved.rows.size == evaluate_concept(fitter.data, moved.body).rows.size


def test_corners_stay_where_they_were_if_all_examples_tell_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fitter = fitter_of(above(0.6), SQUARED)
    before = stage_of(fitter, HIGH)
    monkeypatch.setattr(tuning, "MOST_TUNED", 200)
    whole = fitter.penalised_loss(before)
    monkeypatch.setattr(fitter, "penalised_loss", lambda stage: whole + (stage is not before))
    assert tuned(before, fitter) is before


def test_corners_stay_where_they_were_if_a_rule_would_contradict_all_examples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fitter = fitter_of(above(0.6), SQUARED)
    before = stage_of(fitter, HIGH)
    monkeypatch.setattr(tuning, "MOST_TUNED", 200)
    assert tuned(before, fitter) is not before
    monkeypatch.setattr(
        fitter, "sign_matches_counts", lambda _: False
    )  # not of those that tell where to go
    assert tuned(before, fitter) is before


def test_a_thinned_ground_keeps_the_share_of_each_class() -> None:
    ground = fitter_of(above(0.6), SQUARED).data
    thin = ground.thinned(200)
    assert thin.n_rows == 200
    assert thin.labels.mean() == pytest.approx(ground.labels.mean(), abs=0.005)
    assert thin.elements.tolist() == ground.elements[::3].tolist()
    assert ground.thinned(N) is ground
    #   in the order of the problem, elements ascend
    assert (np.diff(thin.in_problem_order(thin.elements.astype(float))) > 0).all()


@pytest.mark.parametrize("loss", [SQUARED, LOGISTIC], ids=lambda one: str(one.name))
def test_threads_that_try_ahead_change_no_move(loss: Loss) -> None:
    alone = fitter_of(above(0.6), loss)
    helped = WeightFitter(alone.data, loss, alone.penalty, ThreadPool(4))
    one, other = (tuned(stage_of(fitter, HIGH, MIDDLE), fitter) for fitter in (alone, helped))
    assert points(one) == points(other) != points(stage_of(alone, HIGH, MIDDLE))
    assert one.alpha.tolist() == other.alpha.tolist()
