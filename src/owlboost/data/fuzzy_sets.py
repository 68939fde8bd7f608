"""Fuzzy sets over numbers: the ranges ``d`` of ``∃s.d``."""

import math
from dataclasses import dataclass

import numpy as np

from owlboost.errors import ParameterError
from owlboost.kernels.fuzzy import ROUNDING
from owlboost.runtime.array_types import Degrees, Floats
from owlboost.runtime.registry import NotebookRepr

Corners = tuple[float, float, float, float]


def _require_ascending(shape: str, *points: float) -> None:
    if any(not math.isfinite(point) for point in points) or list(points) != sorted(points):
        raise ParameterError(f"The points of a {shape} must be finite and ascending, not {points}.")


@dataclass(frozen=True, slots=True)
class LeftShoulder:
    """``ls(a, b)``: 1 up to a, 0 from b."""

    a: float
    b: float

    def __post_init__(self) -> None:
        _require_ascending("left-shoulder", self.a, self.b)

    @property
    def corners(self) -> Corners:
        """The set as a trapezoid."""
        return -math.inf, -math.inf, self.a, self.b


@dataclass(frozen=True, slots=True)
class RightShoulder:
    """``rs(a, b)``: 0 up to a, 1 from b."""

    a: float
    b: float

    def __post_init__(self) -> None:
        _require_ascending("right-shoulder", self.a, self.b)

    @property
    def corners(self) -> Corners:
        """The set as a trapezoid."""
        return self.a, self.b, math.inf, math.inf


@dataclass(frozen=True, slots=True)
class Triangular:
    """``tri(a, b, c)``: 1 at b, 0 outside (a, c)."""

    a: float
    b: float
    c: float

    def __post_init__(self) -> None:
        _require_ascending("triangular", self.a, self.b, self.c)

    @property
    def corners(self) -> Corners:
        """The set as a trapezoid."""
        return self.a, self.b, self.b, self.c


@dataclass(frozen=True, slots=True)
class Trapezoidal:
    """``trz(a, b, c, d)``: 1 on [b, c], 0 outside (a, d)."""

    a: float
    b: float
    c: float
    d: float

    def __post_init__(self) -> None:
        _require_ascending("trapezoidal", self.a, self.b, self.c, self.d)

    @property
    def corners(self) -> Corners:
        """The set as a trapezoid."""
        return self.a, self.b, self.c, self.d


Shape = LeftShoulder | RightShoulder | Triangular | Trapezoidal

SHAPE_NAMES: dict[type[Shape], str] = {
    LeftShoulder: "left-shoulder",
    RightShoulder: "right-shoulder",
    Triangular: "triangular",
    Trapezoidal: "trapezoidal",
}


def shape_name(shape: Shape) -> str:
    """Return the name of a shape in files and exports.

    Examples
    --------
    >>> shape_name(LeftShoulder(1, 2))
    'left-shoulder'
    """
    return SHAPE_NAMES[type(shape)]


def shape_points(shape: Shape) -> tuple[float, ...]:
    """Return the points that define a shape.

    Examples
    --------
    >>> shape_points(Triangular(1, 2, 4))
    (1, 2, 4)
    """
    return tuple(getattr(shape, field) for field in shape.__slots__)


def make_shape(name: str, points: list[float]) -> Shape:
    """Build a shape from its name and points.

    Examples
    --------
    >>> make_shape("right-shoulder", [3.0, 4.0])
    RightShoulder(a=3.0, b=4.0)
    """
    kinds = {label: kind for kind, label in SHAPE_NAMES.items()}
    if name not in kinds:
        raise ParameterError(
            f"There is no fuzzy set shape {name!r}; use one of {', '.join(kinds)}."
        )
    kind = kinds[name]
    if len(points) != len(kind.__slots__):
        raise ParameterError(f"A {name} has {len(kind.__slots__)} points, not {len(points)}.")
    return kind(*points)


def membership(shape: Shape, value: float) -> float:
    """Return the degree of a number in a fuzzy set, as the kernels do.

    Examples
    --------
    >>> membership(Triangular(40, 60, 98), 79)
    0.5
    """
    a, b, c, d = shape.corners
    degree = 1.0
    if value < b:
        degree = (value - a) / (b - a) if value > a else 0.0
    elif value > c:
        degree = (d - value) / (d - c) if value < d else 0.0
    return degree if degree > ROUNDING else 0.0


def memberships(corners: Corners, values: Floats) -> Degrees:
    """Return the degrees of many numbers, without compiled code.

    Examples
    --------
    >>> memberships(LeftShoulder(2, 4).corners, np.array([1.0, 2.5, 9.0]))
    array([1.  , 0.75, 0.  ])
    """
    a, b, c, d = map(float, corners)
    out: Degrees = ((values >= b) & (values <= c)).astype(np.float64)
    rising = np.flatnonzero((values > a) & (values < b))
    out[rising] = (values[rising] - a) / (b - a)
    falling = np.flatnonzero((values > c) & (values < d) & ~(values < b))
    out[falling] = (d - values[falling]) / (d - c)
    out[out <= ROUNDING] = 0.0
    return out


@dataclass(frozen=True, slots=True)
class FuzzySet:
    """A named fuzzy set such as ``hasPrice_L``."""

    name: str
    shape: Shape


@dataclass(frozen=True, slots=True)
class Partition(NotebookRepr):
    """The fuzzy sets of one numeric data property, from low to high."""

    prop: str
    sets: tuple[FuzzySet, ...]
