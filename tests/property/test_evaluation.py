"""Laws of protocols, choices and records."""

import json
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from owlboost.evaluation.folds import Protocol, inner_folds, outer_folds
from owlboost.evaluation.grid import best_configuration, grid
from owlboost.evaluation.scores import MEASURES, FoldScores, Score
from owlboost.evaluation.statistics import compare
from owlboost.learners.algorithms import FuzzyOWLBoost
from owlboost.models.measures import measure
from owlboost.runtime.array_types import Degrees, Mask
from owlboost.runtime.engine import pack, unpack

labels = hnp.arrays(np.bool_, st.integers(2, 40)).filter(lambda y: y.any() and not y.all())
protocols = st.builds(
    Protocol, folds=st.integers(2, 6), repeats=st.integers(1, 3), seed=st.integers(0, 99)
)
shares = st.floats(0, 1)
scores = st.builds(
    Score,
    st.fixed_dictionaries(dict.fromkeys(MEASURES, shares)),
    shares,
    st.integers(0, 99),
    st.floats(0, 1e6),
)


@given(labels, protocols)
def test_every_example_is_tested_once_a_repeat(y: Mask, protocol: Protocol) -> None:
    folds = outer_folds(protocol, y)
    for repeat in {fold.repeat for fold in folds}:
        tests = [fold.test for fold in folds if fold.repeat == repeat]
        assert sorted(np.concatenate(tests).tolist()) == list(range(y.size))
    for fold in folds:
        assert y[fold.train].any()
        assert not y[fold.train].all()
        if not protocol.starred(y):
            assert not set(fold.train.tolist()) & set(fold.test.tolist())
            assert y[fold.test].any()


@given(labels, protocols)
def test_inner_folds_never_see_the_outer_test(y: Mask, protocol: Protocol) -> None:
    for outer in outer_folds(protocol, y):
        hidden = set(outer.test.tolist()) - set(outer.train.tolist())
        for fold in inner_folds(protocol, y, outer):
            assert not hidden & {*fold.train.tolist(), *fold.test.tolist(), *fold.visible.tolist()}
            assert y[fold.train].any()
            assert not y[fold.train].all()


@given(st.data())
def test_measures_are_bounded_and_never_nan(data: st.DataObject) -> None:
    y = data.draw(hnp.arrays(np.bool_, st.integers(1, 20)))
    degrees: Degrees = data.draw(hnp.arrays(np.float64, y.size, elements=shares))
    found = measure(y, degrees, data.draw(shares), probability=degrees).named()
    assert 0 <= found.pop("log_loss") <= 52 * np.log(2) + 1e-9
    for basis in ("", "fuzzy_"):
        tp, fp, tnp, fnp = (found.pop(f"{basis}{name}") for name in ("TP", "FP", "TNP", "FNP"))
        assert min(tp, fp, tnp, fnp) >= 0
        assert (tp + fnp, fp + tnp) == pytest.approx((y.sum(), (~y).sum()))
    assert all(0 <= value <= 1 for name, value in found.items() if name != "MCC")
    assert -1 - 1e-12 <= found["MCC"] <= 1 + 1e-12


@given(st.lists(shares, min_size=24, max_size=24))
def test_nothing_beats_the_best_and_no_tie_has_a_lower_theta(figures: list[float]) -> None:
    configurations = grid("paper", FuzzyOWLBoost())
    best = best_configuration(configurations, figures)
    assert figures[best] >= max(figures) - 1e-12
    for settings, figure in zip(configurations, figures, strict=True):
        if figure == figures[best]:
            assert (configurations[best].min_confidence, configurations[best].n_sets) <= (
                settings.min_confidence,
                settings.n_sets,
            )


@given(st.lists(scores, max_size=3), scores, st.none() | st.integers(0, 5))
def test_a_fold_on_disk_is_the_fold(found: list[Score], top: Score, inner: int | None) -> None:
    fold = FoldScores(1, 2, inner, tuple(found), top, ("told",))
    assert FoldScores.from_json(json.loads(json.dumps(fold.to_json()))) == fold


@given(st.lists(st.tuples(shares, shares), min_size=1, max_size=6))
def test_the_other_way_round_wins_are_losses(pairs: list[tuple[float, float]]) -> None:
    a, b = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    there, back = compare(a, b), compare(b, a)
    assert (there.wins, there.ties, there.losses) == (back.losses, back.ties, back.wins)
    assert there.p_value == back.p_value
    assert 0 <= there.p_value <= 1


@given(
    st.lists(
        hnp.arrays(st.sampled_from([np.float64, np.int32, np.bool_]), hnp.array_shapes(min_side=0)),
        max_size=4,
    )
)
def test_packed_arrays_come_back(arrays: list[np.ndarray]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        pack(arrays, Path(folder) / "packed")
        for before, after in zip(arrays, unpack(Path(folder) / "packed"), strict=True):
            assert np.array_equal(before, after, equal_nan=before.dtype == np.float64)
            assert before.dtype == after.dtype
