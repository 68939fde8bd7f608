"""Taking away what validation does not miss, and rounding weights to points."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
import pytest

from owlboost.concepts.concept import TOP, Atom, Concept, Edge
from owlboost.concepts.hypothesis import Inclusion
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.gradient import learn as pointing
from owlboost.learners.gradient import learn as result
from owlboost.learners.gradient import postprocess as pruning
from owlboost.learners.gradient.growth import AdditiveModel, WeightFitter
from owlboost.learners.gradient.learn import MOST_POINTS, Scorecard, scorecard
from owlboost.learners.gradient.losses import LOGISTIC, SQUARED, Loss, Penalty
from owlboost.learners.gradient.postprocess import HeldOutError, pruned
from owlboost.learners.gradient.scale import Scale
from owlboost.learners.gradient.weights import fit_weights
from owlboost.learners.run import RunContext
from owlboost.learners.search.training_set import LearnedConcept, TrainingSet, training_set_for

N = 40
Members = Iterable[int]


def problem_of(members: Mapping[str, Members]) -> LearningProblem:
    """Forty examples, the first half of them positive; each has one other thing."""
    names = [f"a{at:02d}" for at in range(N)]
    things = [f"t{at:02d}" for at in range(N)]
    kb = KnowledgeBase.from_facts(
        [*names, *things],
        types={iri: [names[at] for at in own] for iri, own in members.items()}
        | {"Thing1": things[::2]},
        roles={"has": list(zip(names, things, strict=True))},
    )
    return LearningProblem(kb, "T", np.arange(N, dtype=np.int32), np.arange(N) < N // 2)


def ground_of(members: Mapping[str, Members]) -> TrainingSet:
    problem = problem_of(members)
    return training_set_for(problem, label_matrix(problem.kb, ()))


def learned(ground: TrainingSet, body: Concept) -> LearnedConcept:
    degrees = ground.space.degrees(body, ground.elements)
    rows = np.flatnonzero(degrees).astype(np.int32)
    return LearnedConcept(body, rows, degrees[rows], ground)


def named(*iris: str) -> Concept:
    return Concept(tuple(map(Atom, iris)))


def stage_of(fitter: WeightFitter, *bodies: Concept) -> AdditiveModel:
    stage = fitter.start()
    for body in bodies:
        stage = fitter.extended(stage, learned(fitter.data, body))
    return stage


def bodies(stage: AdditiveModel) -> set[Concept]:
    return {one.body for one in stage.learned}


GOOD, BAD = range(2, 20), [*range(2, 20), *range(20, 30)]
"""Most positives; and most positives among which there are many negatives."""


@pytest.fixture(params=[SQUARED, LOGISTIC], ids=lambda loss: str(loss.name))
def loss(request: pytest.FixtureRequest) -> Loss:
    found = request.param
    assert isinstance(found, Loss)
    return found


def test_a_superfluous_rule_goes_and_a_needed_one_stays(loss: Loss) -> None:
    #   Left and Right cover half of the positives each; Odd 6 : 5 of either, which says nothing new
    odd = [*range(0, 20, 4), 1, *range(20, 40, 4)]
    ground = ground_of({"Left": range(10), "Right": range(10, 20), "Odd": odd})
    fitter = WeightFitter(ground, loss)
    stage = stage_of(fitter, named("Odd"), named("Left"), named("Right"))
    structure = HeldOutError.from_fitter(fitter, loss, 5, 0)
    found = pruned(stage, structure)
    assert bodies(found) == {named("Left"), named("Right")}
    #   what is left has the weights of a model that never had the rest
    again = stage_of(fitter, *(one.body for one in found.learned))
    assert found.alpha == pytest.approx(again.alpha, abs=1e-6)
    assert found.scores == pytest.approx(again.scores, abs=1e-6)


def test_a_superfluous_condition_goes_and_a_needed_one_stays(loss: Loss) -> None:
    #   Wide and Long are good together only; everybody is Big, and has something
    ground = ground_of({"Wide": range(30), "Long": [*range(20), *range(30, 40)], "Big": range(40)})
    fitter = WeightFitter(ground, loss)
    long = Concept((Atom("Wide"), Atom("Long"), Atom("Big")), (Edge("has", TOP),))
    found = pruned(stage_of(fitter, long), HeldOutError.from_fitter(fitter, loss, 5, 0))
    assert bodies(found) == {named("Long", "Wide")}


def test_a_condition_that_hurts_goes(loss: Loss) -> None:
    #   Good by itself is right for 18 : 0; half of these have a Thing1
    ground = ground_of({"Good": GOOD})
    fitter = WeightFitter(ground, loss)
    half = Concept((Atom("Good"),), (Edge("has", named("Thing1")),))
    other = named("Good")
    found = pruned(stage_of(fitter, half), HeldOutError.from_fitter(fitter, loss, 5, 0))
    assert bodies(found) == {other}


def test_the_last_rule_stays_whatever_it_is_worth(loss: Loss) -> None:
    #   11 : 10 of 20 : 20
    ground = ground_of({"Odd": [*range(11), *range(20, 30)]})
    fitter = WeightFitter(ground, loss)
    structure = HeldOutError.from_fitter(fitter, loss, 5, 0)
    stage = stage_of(fitter, named("Odd"))
    nothing = structure.error(fitter.start().columns, np.zeros(1))
    assert structure.error(stage.columns, np.array([0.0, 1.0])) > nothing
    assert bodies(pruned(stage, structure)) == {named("Odd")}
    assert pruned(fitter.start(), structure).learned == ()


def test_the_validated_error_never_rises_by_what_goes(loss: Loss) -> None:
    for seed in range(8):
        rng = np.random.default_rng(seed)
        shares = np.where(np.arange(N) < N // 2, 0.65, 0.4)
        ground = ground_of({f"C{at}": np.flatnonzero(rng.random(N) < shares) for at in range(6)})
        fitter = WeightFitter(ground, loss)
        structure = HeldOutError.from_fitter(fitter, loss, 5, seed)
        stage = stage_of(fitter, *(named(f"C{at}", f"C{at + 1}") for at in range(0, 6, 2)))

        def error(found: AdditiveModel, structure: HeldOutError = structure) -> float:
            signs = [0.0, *map(structure.fitter.sign, found.learned)]
            return round(structure.error(found.columns, np.array(signs)), 9)

        found = pruned(stage, structure)
        assert error(found) <= error(stage)
        #   and nothing is left that could go
        for at in range(1, len(found.learned) + 1):
            others = [one.body for one in found.learned[: at - 1] + found.learned[at:]]
            if others:
                assert error(stage_of(fitter, *others)) > error(found)


def test_no_rule_becomes_another_of_the_model_or_turns_around(loss: Loss) -> None:
    #   without its second condition the second rule would be the first one; without its first it
    #   would cover 8 : 20, and argue against the target
    ground = ground_of({"Good": GOOD, "Rare": [*range(2, 10), *range(20, 40)]})
    fitter = WeightFitter(ground, loss)
    stage = stage_of(fitter, named("Good"), named("Good", "Rare"))
    assert list(pruning._weaker(stage, HeldOutError.from_fitter(fitter, loss, 5, 0))) == []


def test_the_three_rules_that_move_scores_least_are_tried_first() -> None:
    #   four rules over 10 of 40 and a narrow one over 1: standard deviations 0.433 and 0.156
    members = {name: range(at, at + 10) for at, name in enumerate("ABCD")} | {"E": [0]}
    fitter = WeightFitter(ground_of(members))
    stage = stage_of(fitter, *map(named, "ABCDE"))
    #   moved: 5·.433 = 2.17, 1·.433 = 0.43, 4·.433 = 1.73, 2·.433 = 0.87, 6·.156 = 0.94
    weighed = replace(stage, alpha=np.array([0.0, 5.0, -1.0, 4.0, 2.0, 6.0]))
    assert pruning._IDLEST == 3
    everyone = np.arange(N, dtype=np.int32)
    left_out = [
        bodies(stage) - {one.body for one in model.learned}
        for model in pruning._fewer(weighed, everyone)
    ]
    assert left_out == [{named("B")}, {named("D")}, {named("E")}]


def test_a_condition_must_leave_an_argument(loss: Loss) -> None:
    #   Half covers 10 : 10 and says nothing; with Rare it covers 2 : 6
    ground = ground_of({"Half": [*range(10), *range(20, 30)], "Rare": [0, 1, *range(20, 26)]})
    fitter = WeightFitter(ground, loss)
    stage = stage_of(fitter, named("Half", "Rare"))
    structure = HeldOutError.from_fitter(fitter, loss, 5, 0)
    (weaker,) = pruning._weaker(stage, structure)
    assert weaker.columns.tolist() == stage_of(fitter, named("Rare")).columns.tolist()
    assert [one.body for one in weaker.learned] == [named("Rare")]


def test_the_validated_error_is_of_weights_that_have_not_seen_the_fold() -> None:
    ground = ground_of({"Good": GOOD})
    fitter = WeightFitter(ground, SQUARED, Penalty(ridge=2.0, balance=False))
    structure = HeldOutError.from_fitter(fitter, SQUARED, 5, 3)
    columns = stage_of(fitter, named("Good")).columns
    #   each class of twenty is dealt out evenly: four of each in a fold
    assert np.bincount(structure.folds[:20]).tolist() == [4] * 5
    assert np.bincount(structure.folds[20:]).tolist() == [4] * 5
    errors = np.zeros(N)
    for fold in range(5):
        train = structure.folds != fold
        gram = columns[train].T @ columns[train] + np.diag([0.0, 2.0])
        alpha = np.linalg.solve(gram, columns[train].T @ ground.labels[train])
        expected = np.clip(columns @ alpha, 0, 1)
        errors[~train] = (expected - ground.labels)[~train] ** 2
    assert structure.error(columns, np.array([0.0, 1.0])) == pytest.approx(errors.mean(), rel=1e-6)


def test_both_classes_count_the_same_in_the_validated_error_unless_told_not_to() -> None:
    names = [f"a{at:02d}" for at in range(40)]
    kb = KnowledgeBase.from_facts(names, types={"A": names[:5]})
    problem = LearningProblem(kb, "T", np.arange(40, dtype=np.int32), np.arange(40) < 10)
    ground = training_set_for(problem, label_matrix(kb, ()))
    #   without rules every score is the share of positives in training, ¼, or ½ if classes balance
    for balance, error in ((False, (10 * 0.75**2 + 30 * 0.25**2) / 40), (True, 0.25)):
        fitter = WeightFitter(ground, SQUARED, Penalty(balance=balance))
        structure = HeldOutError.from_fitter(fitter, SQUARED, 5, 0)
        found = structure.error(np.ones((40, 1)), np.zeros(1))
        assert found == pytest.approx(error, abs=1e-6)


def test_of_very_many_examples_some_take_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "MOST_PRUNED", 15)
    ground = ground_of({"Good": GOOD})
    structure = HeldOutError.from_fitter(WeightFitter(ground), SQUARED, 5, 0)
    #   every third of forty, positives first: 0, 3 … 18 and 21 … 39
    assert structure.rows.tolist() == list(range(0, 40, 3))
    assert structure.folds.size == 14
    column = np.linspace(0, 1, N)[:, None]
    error = structure.error_of_rows(column[::3], np.zeros(1))
    assert structure.error(column, np.zeros(1)) == error


# Points


@pytest.mark.parametrize(
    ("alpha", "most", "points"),
    [
        ([0.4, -0.2], 1, (1, 0)),  # −½ goes to the even 0
        ([0.4, -0.2], 2, (2, -1)),
        ([0.4, -0.2], 10, (10, -5)),
        ([-3.0, 1.0, 0.0], 3, (-3, 1, 0)),
        ([0.1, 0.1, 0.04], 10, (10, 10, 4)),
    ],
)
def test_points_are_whole_and_in_proportion(
    alpha: list[float], most: int, points: tuple[int, ...]
) -> None:
    found = pointing._rounded(np.array(alpha), most)
    assert found == points
    assert all(type(one) is int for one in found)


def test_the_points_with_the_least_validated_error_are_taken(loss: Loss) -> None:
    ground = ground_of({"Good": GOOD, "Bad": [0, *range(20, 33)]})
    fitter = WeightFitter(ground, loss)
    stage = stage_of(fitter, named("Good"), named("Bad"))
    structure = HeldOutError.from_fitter(fitter, loss, 5, 0)
    card = scorecard(stage, structure, Scale.usual(loss))
    assert card is not None
    assert MOST_POINTS == 10
    assert card.error_before == structure.error(stage.columns, np.array([0.0, 1.0, -1.0]))
    errors = {}
    for most in range(1, 11):
        tried = np.round(stage.alpha[1:] * most / np.abs(stage.alpha[1:]).max())
        columns = np.column_stack([np.ones(N), stage.columns[:, 1:] @ tried])
        errors[tuple(tried)] = structure.error(columns, np.array([0.0, 1.0]))
    assert card.error == pytest.approx(min(errors.values()), abs=1e-9)
    assert errors[card.points] == pytest.approx(card.error, abs=1e-9)
    assert len(set(errors.values())) > 1


def test_evidence_of_points_is_that_of_scores(loss: Loss) -> None:
    ground = ground_of({"Good": GOOD, "Bad": [0, *range(20, 33)]})
    fitter, scale = WeightFitter(ground, loss), Scale.usual(loss)
    stage = stage_of(fitter, named("Good"), named("Bad"))
    card = scorecard(stage, HeldOutError.from_fitter(fitter, loss, 5, 0), scale)
    assert card is not None
    hypothesis = result.scorecard_hypothesis(card, Inclusion(TOP))
    assert hypothesis.leverages == (
        card.start / card.full,
        *(points / card.full for points in card.points),
    )
    #   the best weights of ⊤ and of the sum of points, as scores on the scale
    totals = stage.columns[:, 1:] @ np.array(card.points, dtype=float)
    alpha = fit_weights(
        loss,
        np.column_stack([np.ones(N), totals]),
        ground.labels,
        np.ones(N),
        1.0,
        np.array([0.0, 1.0]),
    )
    scores = alpha[0] + alpha[1] * totals
    evidence = (card.start + totals) / card.full
    #   start and full are rounded to tenths of a point
    off = (np.abs(totals + card.start).max() + card.full) * 0.06 / card.full**2
    assert evidence == pytest.approx(scale.evidence(scores), abs=max(off, 0.06 / card.full))
    assert ((evidence > 1e-12) == (scores > scale.zero)).all()


@pytest.mark.parametrize(
    ("cut", "start"),
    [
        (0.44, -0.4),
        (0.96, -0.96),  # −1 would leave a rule of one point at 0
        (1.04, -1.0),
        (0.9996, -1.0),  # three decimals at most
        (-0.62, 0.6),
    ],
)
def test_rounding_the_start_changes_no_decision(cut: float, start: float) -> None:
    assert pointing._start(cut, np.array([0.0, 1.0, 2.0])) == start


def test_points_are_told_with_what_they_cost() -> None:
    ground = ground_of({"Good": GOOD})
    rule = learned(ground, named("Good"))
    card = Scorecard((rule, rule), (3, -1), -1.5, 4.0, 0.12344, 0.12351)
    assert card.sentence == (
        "Points: start at -1.5 and add those of each rule as far as it holds (WL1 +3, WL2 -1). Up "
        "to 0 points the degree is 0, from 4 points on it is 1. Whole points change the validated "
        "squared error from 0.1234 to 0.1235."
    )


def test_a_learner_with_points_has_whole_multiples_as_weights() -> None:
    problem = problem_of({"Good": GOOD, "Bad": [0, 1, *range(20, 36)], "Odd": range(0, 40, 3)})
    learnt = GradientConcepts(points=True).learn(problem, RunContext())
    (told,) = (remark for remark in learnt.remarks if remark.startswith("Points"))
    found = re.search(r"from ([\d.]+) points on", told)
    assert found is not None
    full = float(found[1])
    weights = [rule.weight * full for rule in learnt.hypothesis.rules()][1:]
    assert weights
    assert weights == pytest.approx(np.round(weights))
    listed = [int(one) for one in re.findall(r"WL\d+ ([+-]\d+)", told)]
    assert weights == pytest.approx(listed)
    without = GradientConcepts().learn(problem, RunContext())
    assert not any(remark.startswith("Points") for remark in without.remarks)
