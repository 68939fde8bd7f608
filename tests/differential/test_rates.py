"""Rates of answers beside truths against their definition, and numbers worked by hand."""

from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import rates as literal

from owlboost.errors import ExamplesError
from owlboost.models.outcomes import Rates, decisions

PAIRS = st.lists(
    st.tuples(st.sampled_from([1, 0, -1]), st.sampled_from([1, 0, -1])), min_size=1, max_size=30
)


@given(PAIRS)
def test_rates_are_those_of_the_definition(pairs: list[tuple[int, int]]) -> None:
    truths, answers = map(list, zip(*pairs, strict=True))
    assert asdict(Rates.from_answers(truths, answers)) == literal.rates(truths, answers)


@given(PAIRS)
def test_each_answer_falls_under_one_rate(pairs: list[tuple[int, int]]) -> None:
    truths, answers = map(list, zip(*pairs, strict=True))
    assert sum(asdict(Rates.from_answers(truths, answers)).values()) == pytest.approx(1.0)


def test_rates_by_hand() -> None:
    truths = [1, 1, 1, -1, -1, 0, 0, 0, 0, 0]
    answers = [1, 0, -1, -1, 1, 0, 1, -1, 0, 1]
    # match: a1, a4, a6, a9; commission: a3, a5; omission: a2; induction: a7, a8, a10
    assert Rates.from_answers(truths, answers) == Rates(0.4, 0.2, 0.1, 0.3)


def test_a_threshold_decides_and_at_0_any_degree_does() -> None:
    degrees = np.array([0.0, 0.2, 0.5, 1.0])
    assert decisions(degrees, 0.5).tolist() == [-1, -1, 1, 1]
    assert decisions(degrees, 0.0).tolist() == [-1, 1, 1, 1]


@pytest.mark.parametrize(
    ("truths", "answers", "said"),
    [
        ([1, 0], [1], "There must be one answer per truth, but there are 1 and 2."),
        ([], [], "There is nobody to ask about."),
        ([2], [1], "An answer must be 1 for yes, -1 for no or 0 for unknown."),
    ],
)
def test_what_cannot_be_compared(truths: list[int], answers: list[int], said: str) -> None:
    with pytest.raises(ExamplesError) as error:
        Rates.from_answers(truths, answers)
    assert str(error.value) == said
