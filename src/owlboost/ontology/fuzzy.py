"""Fuzzy datatypes, and concepts whose degrees are computed from others (mathematics §27)."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from owlboost.errors import ParameterError
from owlboost.ontology import expressions as ex
from owlboost.runtime.array_types import Degrees

AggregateKind = Literal["sum", "sum-zero", "max", "min", "owa", "l-and", "l-or"]
AGGREGATES: tuple[AggregateKind, ...] = get_args(AggregateKind)


FuzzyKind = Literal["left-shoulder", "right-shoulder", "triangular", "trapezoidal"]
N_POINTS: dict[FuzzyKind, int] = {
    "left-shoulder": 2,
    "right-shoulder": 2,
    "triangular": 3,
    "trapezoidal": 4,
}
"""Number of points that define a fuzzy datatype of each kind."""


@dataclass(frozen=True, slots=True)
class FuzzyDatatype:
    """A fuzzy set of numbers, linear between its points.

    ==============  ==========================================
    left-shoulder   1 up to the first point, 0 from the second
    right-shoulder  0 up to the first point, 1 from the second
    triangular      0, 1, 0 at its points, 0 outside
    trapezoidal     0, 1, 1, 0 at its points, 0 outside
    ==============  ==========================================

    Raises
    ------
    ParameterError
        The points are too few or too many, or do not ascend.

    Examples
    --------
    >>> FuzzyDatatype("left-shoulder", (60.0, 100.0)).points
    (60.0, 100.0)
    """

    kind: FuzzyKind
    points: tuple[float, ...]

    def __post_init__(self) -> None:
        kind, points, wanted = self.kind, self.points, N_POINTS[self.kind]
        if len(points) != wanted:
            raise ParameterError(f"A {kind} has {wanted} points, not {len(points)}.")
        if not all(map(math.isfinite, points)) or list(points) != sorted(points):
            raise ParameterError(
                f"The points of a {kind} must be finite and ascending, not {points}."
            )


@dataclass(frozen=True, slots=True)
class LinearModifier:
    """Piecewise linear modifier; ``very`` if c > 1.

    From 0 by (c / (c + 1), 1 / (c + 1)) to 1.

    Examples
    --------
    >>> LinearModifier(3).at_least(np.array([0.5, 0.75, 1.0])).round(3)
    array([0.167, 0.25 , 1.   ])
    """

    c: float

    def at_least(self, degrees: Degrees) -> Degrees:
        """Return lower bounds of modified degrees from lower bounds of degrees."""
        bend = self.c / (self.c + 1)
        return np.interp(degrees, [0.0, bend, 1.0], [0.0, 1 / (self.c + 1), 1.0])


@dataclass(frozen=True, slots=True)
class TriangularModifier:
    """Triangular modifier: 0 up to a and from c, 1 at b.

    It is linear between them.

    Examples
    --------
    If 0.8 is a lower bound, the degree may be 1 as well, which gives less:

    >>> TriangularModifier(0.2, 0.9, 1.1).at_least(np.array([0.8])).round(3)
    array([0.5])
    """

    a: float
    b: float
    c: float

    def at_least(self, degrees: Degrees) -> Degrees:
        """Return lower bounds of modified degrees from lower bounds of degrees.

        It rises and then falls, so the least is at one of the ends of [degree, 1].
        """
        return np.minimum(self._shape(degrees), self._shape(np.ones(1)))

    def _shape(self, degrees: Degrees) -> Degrees:
        rise, fall = max(self.b - self.a, 1e-300), max(self.c - self.b, 1e-300)
        slope = np.where(degrees <= self.b, (degrees - self.a) / rise, (self.c - degrees) / fall)
        inside = (degrees > self.a) & (degrees < self.c)
        return np.where(inside, np.clip(slope, 0.0, 1.0), 0.0)


Modifier = LinearModifier | TriangularModifier


@dataclass(frozen=True, slots=True)
class Aggregate:
    """One degree combined from several by a fixed formula, in every logic.

    ========  ===================================================
    sum       Σ wᵢ xᵢ
    sum-zero  the same, 0 if some xᵢ is
    max, min  max min(wᵢ, xᵢ), min max(1 − wᵢ, xᵢ)
    owa       Σ wᵢ x₍ᵢ₎, the largest degree first
    l-and     max(0, Σ xᵢ − n + 1), whatever the weights
    l-or      min(1, Σ xᵢ), whatever the weights
    ========  ===================================================

    None of them falls if a degree rises: of lower bounds they make a lower bound.
    """

    kind: AggregateKind
    weights: tuple[float, ...]
    parts: tuple["GradedExpression", ...]

    @property
    def is_lattice(self) -> bool:
        """Whether it selects among degrees and weights, computing no others."""
        return self.kind in ("max", "min")

    def combined(self, degrees: Sequence[Degrees]) -> Degrees:
        """Return the combined degree of each element from those of the parts.

        Examples
        --------
        >>> both = Aggregate("sum", (0.5, 0.25), ())
        >>> both.combined([np.array([1.0, 0.5]), np.array([0.0, 1.0])])
        array([0.5, 0.5])
        """
        x: Degrees = np.stack(degrees)
        w: Degrees = np.array(self.weights)[:, None]
        out: Degrees
        match self.kind:
            case "max":
                out = np.minimum(w, x).max(axis=0)
            case "min":
                out = np.maximum(1 - w, x).min(axis=0)
            case "owa":
                out = _total(w, np.sort(x, axis=0)[::-1])
            case "l-and":
                out = x.sum(axis=0) - (len(x) - 1)
            case "l-or":
                out = x.sum(axis=0)
            case "sum-zero":
                out = np.where((x > 0).all(axis=0), _total(w, x), 0.0)
            case "sum":
                out = _total(w, x)
        clipped: Degrees = np.clip(out, 0.0, 1.0)
        return clipped


def _total(weights: Degrees, degrees: Degrees) -> Degrees:
    """Sum weighted degrees in the order of the parts, for reproducibility."""
    total = np.zeros(degrees.shape[1])
    for weight, row in zip(weights[:, 0], degrees, strict=True):
        total += weight * row
    return total


@dataclass(frozen=True, slots=True)
class Modified:
    """A part whose degrees are changed by a modifier."""

    modifier: Modifier
    part: "GradedExpression"


GradedExpression = ex.ClassExpression | Aggregate | Modified


@dataclass(frozen=True, slots=True)
class GradedInclusion:
    """A class holds at least, if defined by it exactly, as far as an expression."""

    lower: GradedExpression
    upper: str
    is_definition: bool = False


def is_computable(expression: GradedExpression, sets: Collection[str]) -> bool:
    """Whether degrees of an expression follow from those of its names.

    Those of its data ranges follow if they are fuzzy sets.
    """
    match expression:
        case ex.Class() | ex.HasValue():
            return True
        case ex.And(parts) | ex.Or(parts) | Aggregate(_, _, parts):
            return all(is_computable(part, sets) for part in parts)
        case ex.Some(_, part) | Modified(_, part):
            return is_computable(part, sets)
        case ex.DataSome(_, ex.Datatype(iri)):
            return iri in sets
        case _:
            return False


def to_a_degree(expression: GradedExpression, degree: float, logic: str) -> GradedExpression:
    """Return the lower bound C ⊗ d that an inclusion of C to the degree d implies.

    ⊗ is the minimum in any logic but ``"product"`` and ``"lukasiewicz"``.

    Examples
    --------
    >>> to_a_degree(ex.Class("C"), 0.7, "product")
    Aggregate(kind='sum', weights=(0.7,), parts=(Class(iri='C'),))
    """
    match logic:
        case "product":
            return Aggregate("sum", (degree,), (expression,))
        case "lukasiewicz":
            constant = Aggregate("sum", (degree,), (ex.Class(ex.THING),))
            return Aggregate("l-and", (1.0, 1.0), (expression, constant))
        case _:
            return Aggregate("max", (degree,), (expression,))
