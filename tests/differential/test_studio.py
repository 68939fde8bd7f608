"""Held-out judgements of drafts against their literal definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.held_out import Term, error, weights_of

from owlboost.studio.draft import Form
from owlboost.studio.results import DraftTerm, DraftTrial

_degrees = st.sampled_from([0.0, 0.25, 0.5, 1.0])


@st.composite
def trials(draw: st.DrawFn) -> tuple[DraftTrial, list[Term]]:
    n = draw(st.integers(4, 12))
    labels = draw(st.lists(st.booleans(), min_size=n, max_size=n).filter(lambda y: len({*y}) == 2))
    form: Form = draw(st.sampled_from(("sum", "best")))
    terms = []
    if form == "sum" and draw(st.booleans()):
        terms.append(Term([1.0] * n, draw(st.sampled_from([-1.0, 0.25])), is_top=True))
    for _ in range(draw(st.integers(1, 4))):
        degrees = draw(st.lists(_degrees, min_size=n, max_size=n))
        weight = draw(st.sampled_from([0.25, 0.5, 1.0] if form == "best" else [-0.5, 0.75, 2.0]))
        terms.append(Term(degrees, weight, is_set=draw(st.booleans())))
    own = tuple(
        DraftTerm(np.array(one.degrees), one.weight, one.is_set, one.is_top, int(not one.is_top))
        for one in terms
    )
    return DraftTrial(form, own, np.array(labels, dtype=float), None), terms


@given(trials())
def test_weights_are_those_of_bounded_least_squares(drawn: tuple[DraftTrial, list[Term]]) -> None:
    trial, terms = drawn
    for fold in range(trial.n_folds):
        train, _ = trial.parts(fold)
        expected = weights_of(
            trial.form, terms, terms, trial.labels.tolist(), np.flatnonzero(train).tolist()
        )
        assert trial.weights(train, trial.terms) == pytest.approx(expected, abs=1e-6)


@given(trials())
def test_errors_are_those_of_the_first_terms(drawn: tuple[DraftTrial, list[Term]]) -> None:
    trial, terms = drawn
    labels = trial.labels.tolist()
    begin = [term for term in terms if term.is_top]
    others = [term for term in terms if not term.is_top]
    for fold in range(trial.n_folds):
        train, test = (np.flatnonzero(part).tolist() for part in trial.parts(fold))
        expected = [
            error(trial.form, terms, [*begin, *others[:count]], labels, (train, test))
            for count in range(len(others) + 1)
        ]
        assert trial.errors(fold) == pytest.approx(expected, abs=1e-6)


@given(trials())
def test_every_example_is_held_out_once(drawn: tuple[DraftTrial, list[Term]]) -> None:
    trial, _ = drawn
    tested = np.array([trial.parts(fold)[1] for fold in range(trial.n_folds)])
    assert (tested.sum(axis=0) == 1).all()
    if trial.n_folds > 1:
        parts = [trial.parts(fold) for fold in range(trial.n_folds)]
        assert not any((train & test).any() for train, test in parts)


def test_a_draft_whose_weights_are_best_keeps_them() -> None:
    """Least squares of the spread labels are the draft itself, if it is one of least squares."""
    rng = np.random.default_rng(0)
    columns = np.column_stack([np.ones(400), rng.random(400), rng.random(400)])
    labels = (columns[:, 1] + 0.3 * rng.random(400) > 0.6).astype(float)
    best, *_ = np.linalg.lstsq(columns, labels, rcond=None)
    drafted = 3.0 * best + np.array([-1.0, 0.0, 0.0])  # another scale
    terms = tuple(
        DraftTerm(columns[:, at], float(drafted[at]), False, at == 0, int(at > 0))
        for at in range(3)
    )
    fitted = DraftTrial("sum", terms, labels, None).weights(np.ones(400, dtype=bool), terms)
    assert fitted == pytest.approx(drafted, rel=0.05)  # but for the ridge
