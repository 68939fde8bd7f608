"""The best weights of given concepts, each on the side that its examples are on."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from tests.examples import scaled

from owlboost.concepts.concept import Atom, Concept, FuzzyValue, Label
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import FuzzySet, Partition, RightShoulder
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.gradient.growth import Growth, WeightFitter
from owlboost.learners.gradient.losses import LOGISTIC, LOSSES, SQUARED, Loss, Penalty
from owlboost.learners.gradient.weights import (
    BLOCK,
    NormalEquations,
    Regression,
    fit_weights,
    minimise_with_signs,
)
from owlboost.learners.search.moves import Limits
from owlboost.learners.search.training_set import (
    LearnedConcept,
    TrainingSet,
    evaluate_concept,
    training_set_for,
)
from owlboost.runtime.array_types import Floats


def least_by_subsets(matrix: Floats, right: Floats, sides: Floats) -> float:
    """Least ½·αᵀAα − bᵀα of all choices of weights that may be other than 0."""
    values = []
    for free in itertools.product([False, True], repeat=sides.size):
        chosen, alpha = np.array(free), np.zeros(sides.size)
        if chosen.any():
            alpha[chosen] = np.linalg.solve(matrix[np.ix_(chosen, chosen)], right[chosen])
        if (alpha * sides >= 0).all():
            values.append(float(alpha @ matrix @ alpha / 2 - right @ alpha))
    return min(values)


@settings(max_examples=scaled(100))
@given(st.integers(0, 10_000), st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=1, max_size=5))
def test_no_choice_of_weights_on_their_sides_is_better(seed: int, signs: list[float]) -> None:
    rng, sides = np.random.default_rng(seed), np.array(signs)
    half = rng.normal(size=(sides.size + 1, sides.size))
    matrix, right = half.T @ half + 0.1 * np.eye(sides.size), 3 * rng.normal(size=sides.size)
    alpha = minimise_with_signs(matrix, right, sides)
    assert (alpha * sides >= 0).all()
    found = float(alpha @ matrix @ alpha / 2 - right @ alpha)
    assert found == pytest.approx(least_by_subsets(matrix, right, sides), abs=1e-8)


def test_a_weight_that_would_leave_its_side_is_0_and_the_others_make_up_for_it() -> None:
    #   2α + β = 1 and α + 2β = 3 give α = −1/3, β = 5/3; with α at 0, β = 3/2
    matrix, right = np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([1.0, 3.0])
    free = minimise_with_signs(matrix, right, np.array([0.0, 1.0]))
    assert free == pytest.approx([-1 / 3, 5 / 3])
    assert minimise_with_signs(matrix, right, np.array([1.0, 1.0])) == pytest.approx([0.0, 1.5])
    assert minimise_with_signs(matrix, right, np.array([-1.0, 1.0])) == pytest.approx(
        [-1 / 3, 5 / 3]
    )
    #   β may not be above 0: 2α = 1
    assert minimise_with_signs(matrix, right, np.array([0.0, -1.0])) == pytest.approx([0.5, 0.0])


@pytest.mark.parametrize("loss", LOSSES.values(), ids=lambda loss: loss.name)
@pytest.mark.parametrize("start", [None, np.array([0.1, 0.2])], ids=["cold", "warm"])
def test_weights_are_those_of_a_general_minimiser(loss: Loss, start: Floats | None) -> None:
    rng = np.random.default_rng(1)
    columns = np.column_stack([np.ones(40), rng.random((40, 4))])
    labels, weights = (rng.random(40) < 0.4).astype(float), rng.random(40) + 0.5
    sides = np.array([0.0, 1.0, -1.0, 1.0, -1.0])

    def value(alpha: Floats) -> float:
        penalty = 0.5 * float((alpha[1:] ** 2).sum()) / 2
        return loss.value(columns @ alpha, labels, weights) + penalty

    bounds = [(None, None), (0, None), (None, 0), (0, None), (None, 0)]
    expected = minimize(value, np.zeros(5), bounds=bounds, tol=1e-12)
    found = fit_weights(loss, columns, labels, weights, 0.5, sides, start)
    assert (found * sides >= 0).all()
    assert value(found) <= value(expected.x) + 1e-7
    assert found == pytest.approx(expected.x, abs=1e-3)
    assert (expected.x[1:] == 0).any()  # some side matters here


# Sides and counts


HIGH = FuzzyValue("price", FuzzySet("price_H", RightShoulder(0.0, 10.0)))
SERIAL = Atom("Alone")


def ground_of(prices: list[float], types: dict[str, list[int]], n_positives: int) -> TrainingSet:
    names = [f"a{at}" for at in range(len(prices))]
    kb = KnowledgeBase.from_facts(
        names,
        types={iri: [names[at] for at in members] for iri, members in types.items()},
        numbers={"price": list(zip(names, prices, strict=True))},
    )
    problem = LearningProblem(
        kb, "T", np.arange(len(names), dtype=np.int32), np.arange(len(names)) < n_positives
    )
    return training_set_for(problem, label_matrix(kb, [Partition("price", (HIGH.fuzzy_set,))]))


def learned(ground: TrainingSet, label: Label) -> LearnedConcept:
    degrees = ground.space.label_degrees(label, ground.elements)
    rows = np.flatnonzero(degrees).astype(np.int32)
    return LearnedConcept(Concept((label,)), rows, degrees[rows], ground)


@pytest.mark.parametrize(
    ("prices", "side", "agrees"),
    [
        ([10, 10, 0, 0, 1, 0, 0, 0], 1.0, True),  # 2 : 0.1, and 2 : 1
        ([10, 10, 0, 0, 1, 1, 1, 1], 1.0, False),  # 2 : 0.4, but 2 : 4
        ([10, 10, 0, 0, 1, 1, 0, 0], 1.0, True),  # 2 : 0.2, and 2 : 2, which says nothing
        ([1, 1, 1, 1, 10, 0, 0, 0], -1.0, False),  # 0.4 : 1, but 4 : 1
        ([1, 0, 0, 0, 10, 0, 0, 0], -1.0, True),
        ([5, 5, 0, 0, 5, 5, 0, 0], -1.0, False),  # 1 : 1: as many as among all, no argument
    ],
)
def test_counts_that_contradict_the_side_of_a_concept(
    prices: list[float], side: float, *, agrees: bool
) -> None:
    #   four of eight are positive; a degree is a tenth of the price
    ground = ground_of(prices, {}, 4)
    found = learned(ground, HIGH)
    assert WeightFitter(ground).sign(found) == side
    assert WeightFitter(ground).sign_matches_counts(found) == agrees


def test_a_concept_whose_counts_contradict_it_gives_way_to_another() -> None:
    #   slopes are ∓½. High: G = −½·2 + ½·0.4 = −0.8, K = 2.04, worth 0.64/3.04 = 0.21, but it
    #   covers 2 : 4. Alone, a positive by itself: G = −½, K = 1, worth 0.25/2
    ground = ground_of([10, 10, 0, 0, 1, 1, 1, 1], {"Alone": [2]}, 4)
    fitter = WeightFitter(ground, SQUARED, Penalty(ridge=1.0, min_cover=0.0))
    *_, last = Growth(fitter, Limits(0, 1, 0)).stages(3)
    assert [one.body for one in last.learned] == [Concept((SERIAL,))]


@pytest.mark.parametrize(("n_contradictory", "found"), [(2, ["Alone"]), (3, [])])
def test_three_concepts_are_tried_in_turn_and_none_of_them_twice(
    n_contradictory: int, found: list[str]
) -> None:
    #   each of these properties is high for two of four positives and a little for all negatives
    names = [f"a{at}" for at in range(8)]
    prices = [[10, 10, 0, 0], [10, 0, 10, 0], [10, 0, 0, 10]][:n_contradictory]
    numbers = {
        f"p{at}": list(zip(names, [*map(float, own), *[1.0] * 4], strict=True))
        for at, own in enumerate(prices)
    }
    kb = KnowledgeBase.from_facts(names, types={"Alone": names[2:3]}, numbers=numbers)
    sets = [Partition(prop, (FuzzySet(f"{prop}_H", RightShoulder(0.0, 10.0)),)) for prop in numbers]
    problem = LearningProblem(kb, "T", np.arange(8, dtype=np.int32), np.arange(8) < 4)
    ground = training_set_for(problem, label_matrix(kb, sets))
    fitter = WeightFitter(ground, SQUARED, Penalty(ridge=1.0, min_cover=0.0))
    *_, last = Growth(fitter, Limits(0, 1, 0)).stages(1)
    assert [one.body for one in last.learned] == [Concept((Atom(iri),)) for iri in found]


def test_a_side_is_by_confidence_against_the_share_of_all() -> None:
    #   one of four is positive. Of High half of what is covered is positive: for the target
    ground = ground_of([10, 10, 0, 0], {"Alone": [2]}, 1)
    fitter = WeightFitter(ground)
    assert fitter.sign(learned(ground, HIGH)) == 1.0
    assert fitter.sign(learned(ground, SERIAL)) == -1.0


@pytest.mark.parametrize("loss", [SQUARED, LOGISTIC])
def test_a_rule_never_turns_against_its_own_examples(loss: Loss) -> None:
    #   of 8 : 8, A covers 6 : 2 and B 5 : 3, both for the target. But beyond A, B covers 0 : 1, and
    #   within A what B leaves out is 1 : 0: free weights would turn B around
    types = {"A": [0, 1, 2, 3, 4, 5, 8, 9], "B": [0, 1, 2, 3, 4, 8, 9, 10]}
    ground = ground_of([0.0] * 15 + [1.0], types, 8)
    fitter = WeightFitter(ground, loss, Penalty(ridge=0.01))
    stage = fitter.start()
    for iri in ("A", "B"):
        stage = fitter.extended(stage, learned(ground, Atom(iri)))
    free = fit_weights(loss, stage.columns, ground.labels, np.ones(16), 0.01, np.zeros(3))
    assert free[2] < -0.01
    assert stage.alpha[1] > 0
    assert stage.alpha[2] == 0


# Blocks and threads


def drawn_regression(n: int, loss: Loss, **more: Any) -> Regression:
    rng = np.random.default_rng(2)
    columns = np.column_stack([np.ones(n), rng.random((n, 3))])
    labels = (rng.random(n) < columns[:, 1]).astype(float)
    sides = np.array([0.0, 1.0, -1.0, 1.0])
    return Regression(loss, columns, labels, rng.random(n) + 0.5, 0.5, sides, **more)


@pytest.mark.parametrize("loss", LOSSES.values(), ids=lambda loss: loss.name)
def test_weights_are_the_same_on_any_number_of_threads(loss: Loss) -> None:
    n = 3 * BLOCK + 5
    alone, _ = drawn_regression(n, loss).fitted()
    with ThreadPoolExecutor(3) as pool:
        threaded, _ = drawn_regression(n, loss, each=pool.map).fitted()
    assert alone.tolist() == threaded.tolist()


def test_a_further_column_needs_only_its_own_products() -> None:
    rng = np.random.default_rng(3)
    columns = np.column_stack([np.ones(50), rng.random((50, 2))])
    labels, weights, sides = rng.random(50), np.ones(50), np.array([0.0, 1.0, -1.0])
    _, known = Regression(SQUARED, columns[:, :2], labels, weights, 0.5, sides[:2]).fitted()
    regression = Regression(SQUARED, columns, labels, weights, 0.5, sides)
    assert known is not None
    assert regression.fitted(products_before=known)[0].tolist() == regression.fitted()[0].tolist()
    wrong = NormalEquations(known.matrix * 2, known.right)
    assert regression.fitted(products_before=wrong)[0].tolist() != regression.fitted()[0].tolist()


def test_models_that_grow_apart_keep_their_own_columns() -> None:
    names = [f"a{number}" for number in range(8)]
    types = {"A": names[:4], "B": names[2:6], "C": names[1:2]}
    kb = KnowledgeBase.from_facts(names, types=types)
    problem = LearningProblem(kb, "T", np.arange(8, dtype=np.int32), np.arange(8) < 4)
    fitter = WeightFitter(training_set_for(problem, label_matrix(kb, ())))
    found = {name: evaluate_concept(fitter.data, Concept((Atom(name),))) for name in "ABC"}
    first = fitter.extended(fitter.start(), found["A"])
    #   the second model must not write over the column of the first
    one, two = fitter.extended(first, found["B"]), fitter.extended(first, found["C"])
    for stage, last in ((one, "B"), (two, "C")):
        expected = [np.ones(8), fitter.column(found["A"]), fitter.column(found[last])]
        assert stage.columns.tolist() == np.column_stack(expected).tolist()
    further = fitter.extended(one, found["C"])
    assert further.columns[:, :3].tolist() == one.columns.tolist()
