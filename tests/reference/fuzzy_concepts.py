"""Degrees of fuzzy concepts, as they are defined: one element, one formula at a time."""

from collections.abc import Iterable

from tests.reference.fuzzy_chase import Degrees, elements, pairs

from owlboost.ontology.expressions import THING, And, Class, HasValue, Or, Some
from owlboost.ontology.fuzzy import (
    Aggregate,
    GradedExpression,
    GradedInclusion,
    LinearModifier,
    Modified,
    Modifier,
    TriangularModifier,
)


def degree(expression: GradedExpression, x: str, held: Degrees) -> float:  # noqa: PLR0911 - one a case
    """Degree of an expression at an element, by what holds of classes and roles."""
    match expression:
        case Class(iri):
            return 1.0 if iri == THING else held.get((iri, x), 0.0)
        case And(parts):
            return min(degree(part, x, held) for part in parts)
        case Or(parts):
            return max(degree(part, x, held) for part in parts)
        case Some(role, filler):
            found = [min(d, degree(filler, y, held)) for z, y, d in pairs(role, held) if z == x]
            return max(found, default=0.0)
        case HasValue(role, individual):
            return max((d for z, y, d in pairs(role, held) if (z, y) == (x, individual)), default=0)
        case Modified(modifier, part):
            return least_modified(modifier, degree(part, x, held))
        case Aggregate(kind, weights, parts):
            return aggregated(kind, weights, [degree(part, x, held) for part in parts])
        case _:
            raise TypeError(expression)


def aggregated(kind: str, weights: tuple[float, ...], found: list[float]) -> float:  # noqa: PLR0911
    """One degree of several."""
    match kind:
        case "sum":
            return sum(w * x for w, x in zip(weights, found, strict=True))
        case "sum-zero":
            return 0.0 if 0 in found else aggregated("sum", weights, found)
        case "max":
            return max(min(w, x) for w, x in zip(weights, found, strict=True))
        case "min":
            return min(max(1 - w, x) for w, x in zip(weights, found, strict=True))
        case "owa":
            return aggregated("sum", weights, sorted(found, reverse=True))
        case "l-and":
            return max(0.0, sum(found) - len(found) + 1)
        case "l-or":
            return min(1.0, sum(found))
        case _:
            raise ValueError(kind)


def modified(modifier: Modifier, x: float) -> float:
    """Degree of a modified concept where the concept holds to the degree x."""
    match modifier:
        case LinearModifier(c):
            a, b = c / (c + 1), 1 / (c + 1)
            return b / a * x if x <= a else 1 - (1 - x) * (1 - b) / (1 - a)
        case TriangularModifier(a, b, c):
            if x <= a or x >= c:
                return 0.0
            return (x - a) / (b - a) if x <= b else (c - x) / (c - b)


def least_modified(modifier: Modifier, x: float) -> float:
    """The least degree if the concept may hold to x or more: all of a fine grid, and 1."""
    grid = [x + (1 - x) * step / 50 for step in range(51)]
    return min(modified(modifier, one) for one in grid)


def raised(inclusions: Iterable[GradedInclusion], stated: Degrees) -> Degrees:
    """Return what holds when all inclusions are met, and no more than that."""
    held, listed = dict(stated), list(inclusions)
    while True:
        before = dict(held)
        for one in listed:
            for x in elements(held):
                found = degree(one.lower, x, held)
                if found > held.get((one.upper, x), 0.0) + 1e-12:
                    held[one.upper, x] = found
        if before == held:
            return held
