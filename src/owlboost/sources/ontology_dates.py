"""Days between two bounds as data ranges: of the dates and times that an ontology writes.

A value without a zone is taken to be in UTC, as learners take it. OWL 2 compares it with a bound
without a zone only, and one with a zone with a bound that has one; so a range has both. Dates,
years and durations OWL 2 does not compare at all: those that the ontology writes are listed.
"""

import math
import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal as OneOf

import numpy as np

from owlboost.ontology.axioms import Axiom, EquivalentDataProperties, SubDataPropertyOf
from owlboost.ontology.datatypes.days import TIMED, timed
from owlboost.ontology.datatypes.literals import value_of
from owlboost.ontology.expressions import (
    DataComplement,
    DataOneOf,
    DataRange,
    Datatype,
    DatatypeRestriction,
    DataUnion,
    Literal,
)
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.vocabulary import RDFS_LITERAL, XSD
from owlboost.runtime.calendar import stamp_of

DATE_TIME = XSD + "dateTime"
COMPARABLE = frozenset({DATE_TIME, XSD + "dateTimeStamp"})
"""The datatypes of times that OWL 2 has, and compares."""

Facet = OneOf["minInclusive", "minExclusive", "maxInclusive", "maxExclusive"]
Bound = tuple[Facet, float]
"""A facet, and a number of days."""

Timelines = Mapping[str, tuple[Literal, ...]]
"""Data property → the dates, times and durations that are written of it."""


def timelines(ontology: Ontology) -> Timelines:
    """Return the times of each property, or of one below it, that has any."""
    facts, names = ontology.facts, ontology.signature.data_properties
    timely = [number for number, one in enumerate(facts.literals) if _days(one) is not None]
    if not timely:
        return {}
    told = np.isin(facts.value_literals, timely)
    found: dict[str, set[Literal]] = {}
    pairs = zip(facts.value_properties[told], facts.value_literals[told], strict=True)
    for property_, literal in {(int(one), int(other)) for one, other in pairs}:
        found.setdefault(names[property_], set()).add(facts.literals[literal])
    _inherit(found, ontology.axioms)
    order = {literal: number for number, literal in enumerate(facts.literals)}
    return {prop: tuple(sorted(times, key=order.__getitem__)) for prop, times in found.items()}


def _days(literal: Literal) -> float | None:
    if literal.datatype not in TIMED:
        return None
    value = value_of(literal)
    known = None if value is None else timed(value)
    return None if known is None else known[1]


def _inherit(found: dict[str, set[Literal]], axioms: Sequence[Axiom]) -> None:
    """Give properties what those below them have."""
    steps: list[tuple[str, str]] = []
    for axiom in axioms:
        match axiom:
            case SubDataPropertyOf(lower, upper):
                steps.append((lower, upper))
            case EquivalentDataProperties(names):
                steps += [(one, other) for one in names for other in names]
            case _:
                pass
    changed = True
    while changed:
        changed = False
        for lower, upper in steps:
            new = found.get(lower, set()) - found.get(upper, set())
            if new:
                found.setdefault(upper, set()).update(new)
                changed = True


def days_within(bounds: Sequence[Bound], times: Collection[Literal]) -> DataRange:
    """Return the times whose days lie within bounds: all of datatypes that OWL 2 compares, others
    that are among those given.

    Examples
    --------
    >>> noon = Literal("1970-01-01T12:00:00", DATE_TIME)
    >>> found = days_within([("minInclusive", 0.5)], [noon])
    >>> [part.facets[0][1].lexical for part in found.parts]
    ['1970-01-01T12:00:00', '1970-01-01T12:00:00Z']
    >>> day, year = Literal("1970-01-02", XSD + "date"), Literal("1969", XSD + "gYear")
    >>> days_within([("minInclusive", 0.5)], [day, year]).literals == (day,)
    True
    """  # noqa: D205
    listed = tuple(
        one for one in times if one.datatype not in COMPARABLE and _lies_within(one, bounds)
    )
    parts: list[DataRange] = [DataOneOf(listed)] if listed else []
    if any(one.datatype in COMPARABLE for one in times):
        parts += [_instants(bounds, ""), _instants(bounds, "Z")]
    if not parts:
        return DataComplement(Datatype(RDFS_LITERAL))
    return parts[0] if len(parts) == 1 else DataUnion(tuple(parts))


def _lies_within(literal: Literal, bounds: Sequence[Bound]) -> bool:
    days = _days(literal)
    return days is not None and all(_COMPARED[facet](days, bound) for facet, bound in bounds)


_COMPARED: Mapping[Facet, Callable[[float, float], bool]] = {
    "minInclusive": operator.ge,
    "minExclusive": operator.gt,
    "maxInclusive": operator.le,
    "maxExclusive": operator.lt,
}


def _instants(bounds: Sequence[Bound], zone: str) -> DatatypeRestriction:
    kept = [(facet, days) for facet, days in bounds if math.isfinite(days)]
    facets = [(XSD + facet, Literal(stamp(facet, days) + zone, DATE_TIME)) for facet, days in kept]
    return DatatypeRestriction(DATE_TIME, tuple(facets))


def stamp(facet: str, days: float) -> str:
    """Write the bound of a facet so that it decides about stamps as the number does about days.

    Examples
    --------
    >>> stamp("minExclusive", 0.5)
    '1970-01-01T12:00:00'
    """
    return stamp_of(days, up=facet in ("minInclusive", "maxExclusive"))
