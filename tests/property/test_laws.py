"""Laws of the fast learners (mathematics §8): what must hold whatever is learned."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.configurations import learner
from tests.events import Recorder
from tests.examples import scaled
from tests.strategies import problems, settings_dicts

from owlboost.concepts.concept import Concept
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.algorithms import FuzzyOWLBoost
from owlboost.learners.boosting import boost_round, signed
from owlboost.learners.covering import Gain
from owlboost.learners.preparation import ProblemCache
from owlboost.learners.search.aggregator import LocalAggregator
from owlboost.learners.search.greedy import GreedySearch
from owlboost.learners.search.moves import Limits
from owlboost.learners.search.objective import improving_refinements
from owlboost.learners.search.training_set import best_degrees
from owlboost.learners.training import Fit, fit
from owlboost.runtime.array_types import Floats, Weights
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn
from owlboost.tables.table import Table, numbered_rows

ROUNDING = 1e-9


@st.composite
def some_settings(draw: st.DrawFn) -> FuzzyOWLBoost:
    return FuzzyOWLBoost(
        **draw(settings_dicts()),
        n_rounds=4,
        n_sets=draw(st.sampled_from([3, 5])),
        weak_learner=draw(st.sampled_from(["rules", "axiom"])),
    )


# One round


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Floats, Floats, Weights]:
    """Votes, labels and weights of one round, not always better than chance."""
    n = draw(st.integers(1, 8))
    degrees = st.sampled_from([0.0, 0.25, 1.0]) | st.floats(1e-3, 1)
    parts = draw(st.lists(st.integers(1, 9), min_size=n, max_size=n))
    votes = signed(np.array(draw(st.lists(degrees, min_size=n, max_size=n))))
    labels = np.array(draw(st.lists(st.sampled_from([-1.0, 1.0]), min_size=n, max_size=n)))
    return votes, labels, np.array(parts) / sum(parts)


@given(rounds())
def test_weights_stay_a_distribution(one: tuple[Floats, Floats, Weights]) -> None:
    after = boost_round(*one).weights
    assert (after >= 0).all()
    assert after.sum() == pytest.approx(1.0)


@given(rounds())
def test_a_round_shrinks_the_exponential_loss_as_its_margin_says(
    one: tuple[Floats, Floats, Weights],
) -> None:
    votes, labels, weights = one
    found = boost_round(*one)
    #   Σ w·exp(−α·l·v) ≤ √(1 − μ²)
    loss = float(weights @ np.exp(-found.leverage * labels * votes))
    assert loss <= np.sqrt(1 - found.margin**2) + ROUNDING


@given(rounds())
def test_a_learner_that_is_right_gains_leverage(one: tuple[Floats, Floats, Weights]) -> None:
    found = boost_round(*one)
    if abs(found.margin) > ROUNDING:
        assert np.sign(found.leverage) == np.sign(found.margin)
    else:  # ½·ln((1 + μ) / (1 − μ)) ≈ μ
        assert abs(found.leverage) <= 2 * ROUNDING


# All rounds


@settings(max_examples=scaled(60))
@given(problems(), some_settings())
def test_boosting_keeps_its_bounds(problem: LearningProblem, options: FuzzyOWLBoost) -> None:
    recorder = Recorder()
    fit(problem, options, recorder.context())
    ground = ProblemCache(problem).prepared(options)[0]
    labels, first = ground.signs, ground.distribution
    weights, total, bound = first, np.zeros(len(problem)), 1.0
    for result in recorder.rounds:
        votes = signed(best_degrees(result.learned, len(problem)))
        assert result.weights.sum() == pytest.approx(1.0)
        assert (result.weights >= 0).all()
        loss = float(weights @ np.exp(-result.leverage * labels * votes))
        assert loss <= np.sqrt(1 - result.margin**2) + ROUNDING
        total += result.leverage * votes
        bound *= float(np.sqrt(1 - result.margin**2))
        #   mean exp(−l·Σαv) ≤ Π√(1 − μ²)
        assert float(first @ np.exp(-labels * total)) <= bound + ROUNDING
        weights = result.weights


@settings(max_examples=scaled(60))
@given(problems(), some_settings())
def test_degrees_lie_between_0_and_1(problem: LearningProblem, options: FuzzyOWLBoost) -> None:
    found = fit(problem, options)
    assert ((found.degrees >= 0) & (found.degrees <= 1)).all()
    assert found.threshold > 0


# Refinements


@settings(max_examples=scaled(60))
@given(problems(), some_settings())
def test_a_refinement_never_exceeds_its_parent(
    problem: LearningProblem, options: FuzzyOWLBoost
) -> None:
    ground, extents = ProblemCache(problem).prepared(options)[0], Extents(problem.kb)
    gain = Gain(ground)
    everyone = np.ones(gain.n_positives, dtype=np.bool_)
    gain.set_weights(np.full(len(problem), 1 / len(problem)), everyone)
    aggregator = LocalAggregator(ground, gain.row_groups)
    search = GreedySearch(ground, Limits.from_learner(options), gain, aggregator, backtrack=1)
    outcome = search.expand(search.start())
    recorder = Recorder()
    fit(problem, options, recorder.context())
    pairs = [(step.concept, step.chosen) for step in recorder.steps]
    pairs += [
        (Concept(), found)
        for found in improving_refinements(Concept(), outcome.moves, ground.space)
    ]
    for parent, refined in pairs:
        assert (extents.degrees(refined) <= extents.degrees(parent)).all()


@settings(max_examples=scaled(60))
@given(problems(), some_settings())
def test_each_step_starts_where_the_one_before_ended(
    problem: LearningProblem, options: FuzzyOWLBoost
) -> None:
    recorder = Recorder()
    fit(problem, replace(options, backtrack=0), recorder.context())
    steps = recorder.steps
    for before, after in pairwise(steps):
        assert after.concept == (before.chosen if after.step > 1 else Concept())
        assert after.step in (1, before.step + 1)
    for step in steps:
        assert step.gain > 0
        assert 0 < step.confidence <= 1 + ROUNDING
        assert step.candidates > 0


# Nothing depends on what should not matter


def renumbered(kb: KnowledgeBase, order: Sequence[int]) -> KnowledgeBase:
    """The same facts with individuals listed in another order and under other names."""
    n = len(kb.individuals)
    name = {element: f"z{99 - element}" for element in range(kb.n_elements)}
    words = kb.vocabulary
    found = KnowledgeBase.from_facts(
        [name[element] for element in order],
        types={
            iri: [name[int(x)] for x in kb.members[number]]
            for number, iri in enumerate(words.classes)
        },
        subclasses=[
            (iri, words.classes[int(above)])
            for number, iri in enumerate(words.classes)
            for above in kb.taxonomy[number]
        ],
        roles={
            iri: [
                (name[x], name[int(y)]) for x in range(kb.n_elements) for y in kb.roles[number][x]
            ]
            for number, iri in enumerate(words.roles)
        },
        numbers={
            words.data_properties[number]: [
                (name[x], float(value))
                for x in range(kb.n_elements)
                for value in own.values[own.indptr[x] : own.indptr[x + 1]]
            ]
            for number, own in kb.numbers.items()
        },
        symbols={
            words.data_properties[number]: [
                (name[x], own.values[code]) for x in range(kb.n_elements) for code in own.rows[x]
            ]
            for number, own in kb.symbols.items()
        },
        witnesses=[name[element] for element in reversed(range(n, kb.n_elements))],
    )
    return replace(found, functional=kb.functional)


def bodies(hypothesis: Hypothesis) -> list[Concept]:
    return [axiom.body for axiom in hypothesis.inclusions]


def leverages(hypothesis: Hypothesis) -> list[float]:
    if isinstance(hypothesis, BoostedHypothesis):
        return list(hypothesis.leverages)
    return [axiom.degree for axiom in hypothesis.inclusions]


@settings(max_examples=scaled(80))
@given(st.data(), st.sampled_from(["boost", "foil", "pn", "pfoil"]))
def test_the_order_and_names_of_individuals_change_nothing(
    data: st.DataObject, algorithm: str
) -> None:
    problem = data.draw(problems())
    drawn = data.draw(some_settings())
    options = learner(algorithm, **asdict(drawn))
    order = data.draw(st.permutations(range(len(problem.kb.individuals))))
    place = {element: position for position, element in enumerate(order)}
    listed = data.draw(st.permutations(range(len(problem))))
    shuffled = LearningProblem(
        renumbered(problem.kb, order),
        problem.target,
        np.array([place[int(problem.individuals[i])] for i in listed], dtype=np.int32),
        problem.positive[listed],
        None if problem.weights is None else problem.weights[listed],
    )
    first, second = fit(problem, options), fit(shuffled, options)
    assert bodies(second.hypothesis) == bodies(first.hypothesis)
    assert leverages(second.hypothesis) == pytest.approx(
        leverages(first.hypothesis), rel=1e-7, abs=ROUNDING
    )
    assert second.degrees == pytest.approx(first.degrees[listed], abs=ROUNDING)


@settings(max_examples=scaled(40))
@given(problems(), some_settings())
def test_an_ample_time_limit_changes_nothing(
    problem: LearningProblem, options: FuzzyOWLBoost
) -> None:
    first = fit(problem, options)
    second = fit(problem, replace(options, time_limit=3600.0))
    assert same(first, second)


def same(first: Fit, second: Fit) -> bool:
    """Equal to the last bit."""
    return (
        first.hypothesis == second.hypothesis
        and first.degrees.tolist() == second.degrees.tolist()
        and first.threshold == second.threshold
    )


def large_table(n_rows: int) -> LearningProblem:
    """Rounded numbers, some of them missing, in three columns."""
    rng = np.random.default_rng(1)
    values = rng.normal(size=(3, n_rows)).round(2)
    positive = np.minimum(values[0], -values[1]) + 0.3 * rng.normal(size=n_rows) > 0
    values[2, rng.random(n_rows) < 0.1] = np.nan
    columns: dict[str, Column] = {f"x{i}": NumberColumn(column) for i, column in enumerate(values)}
    columns["y"] = SymbolColumn(positive.astype(np.int32), (False, True))
    return Table(Path("large"), numbered_rows(n_rows), columns).problem("y=true")


def test_the_number_of_threads_changes_no_bit() -> None:
    problem = large_table(150_000)  # three blocks of 65 536 rows
    options = FuzzyOWLBoost(n_rounds=2, n_sets=3)
    one, two, three = (fit(problem, replace(options, n_jobs=jobs)) for jobs in (1, 2, 3))
    assert len(bodies(one.hypothesis)) > 1
    assert same(one, two)
    assert same(one, three)


def test_axioms_tell_what_they_cover() -> None:
    problem = large_table(70_000)
    found = fit(problem, FuzzyOWLBoost(n_rounds=1, n_sets=3))
    rows, counts = problem.positive, problem.counts
    assert counts.sum() == 70_000
    for axiom in found.hypothesis.inclusions:
        degrees = Extents(problem.kb).degrees(axiom.body)[problem.individuals]
        counted = counts * degrees
        assert axiom.confidence == pytest.approx(counted[rows].sum() / counted.sum())
        assert axiom.covered_positives == counts[rows & (degrees > 0)].sum()
        assert axiom.covered_negatives == counts[~rows & (degrees > 0)].sum()
