"""Evaluations against the protocol by its definition."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean, stdev

import numpy as np
import pytest
from tests.configurations import boost, foil, gradient
from tests.reference import evaluation as literal
from tests.sources import FactSource, examples

from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.evaluation.evaluate import evaluate_all
from owlboost.evaluation.folds import Protocol
from owlboost.evaluation.run import RunResult, Scores
from owlboost.learners.learner import Learner
from owlboost.learners.training import fit

N = 24
THETAS = (0.94, 0.34)
GRID = [(theta, n_sets) for theta in THETAS for n_sets in (5, 3)]


def village() -> tuple[FactSource, list[bool]]:
    """Hosts who are good if they know somebody famous, or are cheap: with much noise."""
    generator = np.random.default_rng(0)
    names = tuple(f"v{number}" for number in range(N))
    positive = [bool(number % 3 == 0) for number in range(N)]
    famous = frozenset(name for name in names if generator.random() < 0.3)
    knows = frozenset(
        (name, names[other])
        for name, good in zip(names, positive, strict=True)
        for other in generator.choice(N, 2, replace=False)
        if generator.random() < 0.6 and (good == (names[other] in famous))
    )
    prices = {
        name: float(generator.normal(50 if good else 80, 25))
        for name, good in zip(names, positive, strict=True)
    }
    central = {name for name in names if generator.random() < 0.5}
    return FactSource(names, {"Central": central}, knows, famous, prices), positive


def candidate(
    configuration: Learner, theta: float, n_sets: int, others: Sequence[int] = ()
) -> literal.Candidate:
    """A configuration as the definition takes it: the learner is a black box.

    Whoever is no example weighs in, whatever the fold.
    """

    def learned(
        kb: KnowledgeBase, elements: list[int], positive: list[bool]
    ) -> tuple[Hypothesis, float, literal.Curve | None]:
        numbers = np.array(elements, dtype=np.int32)
        rest = np.array(others, dtype=np.int32)
        problem = LearningProblem(kb, "T", numbers, np.array(positive), others=rest)
        found = fit(problem, configuration)
        calibration = found.learnt.calibration
        if calibration is None:
            return found.hypothesis, found.threshold, None
        return found.hypothesis, found.threshold, lambda e: calibration.probability(e).tolist()

    return literal.Candidate(learned, theta, n_sets)


def assert_scores(found: Scores, expected: Sequence[literal.MoveBatch]) -> None:
    assert len(found.folds) == len(expected)
    for score, tested in zip(found.folds, expected, strict=True):
        assert dict(score.measures) == pytest.approx(tested.measures, abs=1e-9)
        assert score.threshold == tested.threshold
        assert score.rules == tested.rules
    for name in expected[0].measures:
        column = [one.measures[name] for one in expected]
        assert found.mean[name] == pytest.approx(fmean(column), abs=1e-9)
        assert found.deviation[name] == pytest.approx(stdev(column), abs=1e-9)
    assert found.mean["rules"] == pytest.approx(fmean(one.rules for one in expected))
    assert found.fuzzy_crisp_f1 == pytest.approx(literal.selection_score(expected), abs=1e-9)


def assert_run(run: RunResult, expected: literal.Evaluated) -> None:
    for configuration, scores in zip(run.configurations, expected.scores, strict=True):
        assert_scores(configuration.scores, scores)
    assert_scores(run.top, expected.top)
    assert run.best == expected.best
    assert run.nested is not None
    assert list(run.nested.chosen) == expected.chosen
    assert_scores(run.nested.scores, expected.nested)


def test_nested_runs_are_what_the_definition_says() -> None:
    source, positive = village()
    task = literal.Task(
        lambda gone: source.knowledge_base(np.array(gone, dtype=np.int32)),
        list(range(N)),
        positive,
    )
    grids: dict[str, list[Learner]] = {
        "boost": [boost(n_rounds=2, max_conjuncts=2, min_confidence=t, n_sets=s) for t, s in GRID],
        "foil": [foil(max_conjuncts=2, min_confidence=t, n_sets=s) for t, s in GRID],
        "gradient": [gradient(n_rules=1, n_sets=3, loss="squared", ridge=1.0)],
    }
    protocol = Protocol(folds=3, repeats=2, seed=4, nested=True)
    configurations = [one for grid in grids.values() for one in grid]
    runs = evaluate_all(configurations, examples(source, N), positive, folds=protocol)
    assert [run.algorithm for run in runs] == list(grids)
    choices = set()
    for run, grid in zip(runs, grids.values(), strict=True):
        candidates = [candidate(one, t, s) for one, (t, s) in zip(grid, GRID, strict=False)]
        expected = literal.evaluated(task, candidates, folds=3, repeats=2, seed=4)
        assert_run(run, expected)
        assert run.remarks == ()
        choices.add(tuple(expected.chosen))
        deviation = stdev(literal.mean(part, "F1") for part in halves(expected.nested))
        assert run.nested is not None
        assert run.nested.scores.repeat_deviation("F1") == pytest.approx(deviation, abs=1e-9)
    assert any(len(set(chosen)) > 1 for chosen in choices)  # there was something to choose


def halves(found: Sequence[literal.MoveBatch]) -> tuple[Sequence[literal.MoveBatch], ...]:
    """The folds of each of two repeats."""
    return found[: len(found) // 2], found[len(found) // 2 :]


def test_runs_with_others_are_what_the_definition_says() -> None:
    source, positive = village()
    n = 16
    task = literal.Task(
        lambda gone: source.knowledge_base(np.array(gone, dtype=np.int32)),
        list(range(n)),
        positive[:n],
    )
    others = range(n, N)
    wider = replace(examples(source, n), others=np.array(others, dtype=np.int32))
    grids: list[list[Learner]] = [
        [boost(n_rounds=2, overlapping_sets=True, min_confidence=t, n_sets=s) for t, s in GRID],
        [foil(lookahead=0, min_confidence=t, n_sets=s) for t, s in GRID],
    ]
    configurations = [one for grid in grids for one in grid]
    protocol = Protocol(folds=3, repeats=1, seed=2, nested=True)
    runs = evaluate_all(configurations, wider, positive[:n], folds=protocol)
    alone = evaluate_all(configurations, examples(source, n), positive[:n], folds=protocol)
    for run, grid in zip(runs, grids, strict=True):
        candidates = [candidate(one, *kind, others) for one, kind in zip(grid, GRID, strict=True)]
        assert_run(run, literal.evaluated(task, candidates, folds=3, repeats=1, seed=2))
        assert run.background == N - n
    assert [run.winner.scores.mean for run in runs] != [run.winner.scores.mean for run in alone]
