"""Predictions are made when they are asked for, and are those of the arrays."""

import numpy as np

from owlboost.models.predictions import Prediction, Predictions
from owlboost.runtime.names import Names

FOUND = Predictions(
    Names(["a", "b", "c"]),
    np.array([2, 0]),
    np.array([1.0, 1e-15]),
    np.array([1.5, 1e-15]),
    np.array([0.9, 0.1]),
    0.5,
)


def test_they_come_in_the_order_asked_for() -> None:
    assert list(FOUND.individuals) == ["c", "a"]
    assert list(FOUND) == [
        Prediction("c", 1.0, 1.5, 0.9, positive=True, decision=True),
        #   what rounding may leave of 0 is none (note 23)
        Prediction("a", 1e-15, 1e-15, 0.1, positive=False, decision=False),
    ]


def test_a_slice_is_some_of_them() -> None:
    assert [one.individual for one in FOUND[1:]] == ["a"]
    assert FOUND[-1] == FOUND[1]
