"""What moves explain of a residual, move by move."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from owlboost.kernels.regression import fill_gains

MOVES = st.lists(
    st.tuples(
        st.floats(-4, 4), st.floats(0, 4), st.sampled_from([0.0, 1.5, 2.0, 9.0]), st.floats(-2, 2)
    ),
    min_size=1,
    max_size=30,
)


@given(MOVES, st.sampled_from([0.1, 1.0]), st.floats(0, 3), st.booleans())
def test_gains_are_those_of_the_definition(
    moves: list[tuple[float, ...]],
    ridge: float,
    least: float,
    falling: bool,
) -> None:
    gains, usable = np.empty(len(moves)), np.empty(len(moves), dtype=np.bool_)
    fill_gains(np.array(moves).T.copy(), ridge, 2.0, least, falling, gains, usable)
    for at, (slope, curvature, cover, lift) in enumerate(moves):
        argues = slope * lift < 0 and (slope < 0 or not falling)
        score = slope * slope / (curvature + ridge)
        rises = argues and cover >= 2.0 and score > least
        assert usable[at] == (argues and cover >= 2.0)
        assert gains[at] == (score if rises else -math.inf)
