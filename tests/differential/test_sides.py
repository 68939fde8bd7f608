"""Weights on their sides are those that trying all choices finds."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import sides as reference

from owlboost.learners.gradient import weights as sides
from owlboost.runtime.array_types import Floats


@st.composite
def parabolas(draw: st.DrawFn) -> tuple[Floats, Floats, Floats]:
    n = draw(st.integers(1, 5))
    cells = st.lists(st.integers(-4, 4), min_size=n, max_size=n)
    columns = np.array(draw(st.lists(cells, min_size=1, max_size=6)), dtype=np.float64)
    right = np.array(draw(cells), dtype=np.float64)
    kept = draw(st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=n, max_size=n))
    return columns.T @ columns + np.eye(n), right, np.array(kept)


@given(parabolas())
def test_weights_on_sides_are_the_least(parabola: tuple[Floats, Floats, Floats]) -> None:
    expected = reference.minimise_with_signs(*parabola)
    assert np.allclose(sides.minimise_with_signs(*parabola), expected, rtol=1e-9, atol=1e-12)


@given(parabolas())
def test_letting_go_one_by_one_ends_at_the_same_weights(
    parabola: tuple[Floats, Floats, Floats],
) -> None:
    expected = reference.minimise_with_signs(*parabola)
    assert np.allclose(sides._one_by_one(*parabola), expected, rtol=1e-9, atol=1e-12)


@given(parabolas())
def test_no_weight_leaves_its_side(parabola: tuple[Floats, Floats, Floats]) -> None:
    assert (sides.minimise_with_signs(*parabola) * parabola[2] >= 0).all()
