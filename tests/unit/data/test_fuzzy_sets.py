import math

import pytest

from owlboost.data.fuzzy_sets import (
    LeftShoulder,
    RightShoulder,
    Shape,
    Trapezoidal,
    Triangular,
    make_shape,
    membership,
    shape_name,
    shape_points,
)
from owlboost.errors import ParameterError

SHAPES: list[Shape] = [
    LeftShoulder(1, 2),
    RightShoulder(1, 2),
    Triangular(1, 2, 4),
    Trapezoidal(1, 2, 4, 8),
]


@pytest.mark.parametrize(
    ("value", "degree"),
    [(-1e300, 1.0), (10, 1.0), (12.5, 0.75), (15, 0.5), (20, 0.0), (1e300, 0.0)],
)
def test_a_left_shoulder_falls_from_a_to_b(value: float, degree: float) -> None:
    assert membership(LeftShoulder(10, 20), value) == degree


@pytest.mark.parametrize(
    ("value", "degree"),
    [(-1e300, 0.0), (10, 0.0), (12.5, 0.25), (15, 0.5), (20, 1.0), (1e300, 1.0)],
)
def test_a_right_shoulder_rises_from_a_to_b(value: float, degree: float) -> None:
    assert membership(RightShoulder(10, 20), value) == degree


@pytest.mark.parametrize(
    ("value", "degree"), [(40, 0.0), (45, 0.25), (60, 1.0), (79, 0.5), (98, 0.0), (99, 0.0)]
)
def test_a_triangle_peaks_at_b(value: float, degree: float) -> None:
    # (45 - 40) / (60 - 40) = 1/4;  the paper's Hotel_010: (98 - 79) / (98 - 60) = 1/2
    assert membership(Triangular(40, 60, 98), value) == degree


@pytest.mark.parametrize(
    ("value", "degree"), [(0, 0.0), (1, 0.5), (2, 1.0), (3, 1.0), (4, 1.0), (7, 0.25), (8, 0.0)]
)
def test_a_trapezoid_is_flat_from_b_to_c(value: float, degree: float) -> None:
    assert membership(Trapezoidal(0, 2, 4, 8), value) == degree


@pytest.mark.parametrize(
    ("shape", "below", "at", "above"),
    [
        (LeftShoulder(3, 3), 1.0, 1.0, 0.0),
        (RightShoulder(3, 3), 0.0, 1.0, 1.0),
        (Triangular(3, 3, 3), 0.0, 1.0, 0.0),
        (Trapezoidal(3, 3, 3, 3), 0.0, 1.0, 0.0),
    ],
)
def test_points_that_coincide_make_a_step(
    shape: Shape, below: float, at: float, above: float
) -> None:
    assert [membership(shape, value) for value in (2.999, 3, 3.001)] == [below, at, above]


def test_a_triangle_with_one_vertical_side_keeps_the_other() -> None:
    assert membership(Triangular(3, 3, 5), 4) == 0.5
    assert membership(Triangular(1, 3, 3), 2) == 0.5


@pytest.mark.parametrize("shape", SHAPES)
def test_name_and_points_rebuild_a_shape(shape: Shape) -> None:
    assert make_shape(shape_name(shape), list(shape_points(shape))) == shape


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("left-shoulder", [2.0, 1.0]),
        ("right-shoulder", [math.nan, 1.0]),
        ("triangular", [1.0, 3.0, 2.0]),
        ("trapezoidal", [0.0, 1.0, 2.0, math.inf]),
    ],
)
def test_points_must_be_finite_and_ascending(name: str, points: list[float]) -> None:
    with pytest.raises(ParameterError, match=f"points of a {name} must be finite and ascending"):
        make_shape(name, points)


def test_an_unknown_shape_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ParameterError, match=r"no fuzzy set shape 'bell'.*triangular"):
        make_shape("bell", [1.0, 2.0])


def test_a_shape_needs_its_number_of_points() -> None:
    with pytest.raises(ParameterError, match="A triangular has 3 points, not 2"):
        make_shape("triangular", [1.0, 2.0])
