"""Data ranges of the dates and times between two bounds of days.

A value without a zone is taken to be in UTC, as learners take it. OWL 2 compares it with a bound
without a zone only, and one with a zone with a bound that has one; so a range has both. Dates,
years and durations OWL 2 does not compare at all: those in the ontology are listed.
"""

import math
import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal as OneOf

import numpy as np

from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import Axiom, EquivalentDataProperties, SubDataPropertyOf
from owlboost.ontology.datatypes.literals import value_of
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.vocabulary import RDFS_LITERAL, XSD
from owlboost.runtime.calendar import stamp_of
from owlboost.sources.ontology_values import TIMED, timed

DATE_TIME = XSD + "dateTime"
COMPARABLE = frozenset({DATE_TIME, XSD + "dateTimeStamp"})
"""The datatypes of times that OWL 2 has, and compares."""

Facet = OneOf["minInclusive", "minExclusive", "maxInclusive", "maxExclusive"]
Bound = tuple[Facet, float]
"""A facet, and a number of days."""

Timelines = Mapping[str, tuple[ex.Literal, ...]]
"""Data property → its dates, times and durations."""


def timelines(ontology: Ontology) -> Timelines:
    """Return the times of each property, including those of subproperties."""
    facts, names = ontology.facts, ontology.signature.data_properties
    timely = [number for number, literal in enumerate(facts.literals) if _days(literal) is not None]
    if not timely:
        return {}
    is_timed = np.isin(facts.value_literals, timely)
    times_of: dict[str, set[ex.Literal]] = {}
    pairs = zip(facts.value_properties[is_timed], facts.value_literals[is_timed], strict=True)
    for property_, literal in {
        (int(property_number), int(literal_number)) for property_number, literal_number in pairs
    }:
        times_of.setdefault(names[property_], set()).add(facts.literals[literal])
    _inherit(times_of, ontology.axioms)
    order = {literal: number for number, literal in enumerate(facts.literals)}
    return {prop: tuple(sorted(times, key=order.__getitem__)) for prop, times in times_of.items()}


def _days(literal: ex.Literal) -> float | None:
    if literal.datatype not in TIMED:
        return None
    value = value_of(literal)
    moment = None if value is None else timed(value)
    return None if moment is None else moment[1]


def _inherit(times_of: dict[str, set[ex.Literal]], axioms: Sequence[Axiom]) -> None:
    """Give properties the times of their subproperties."""
    steps: list[tuple[str, str]] = []
    for axiom in axioms:
        match axiom:
            case SubDataPropertyOf(lower, upper):
                steps.append((lower, upper))
            case EquivalentDataProperties(names):
                steps += [(lower, upper) for lower in names for upper in names]
            case _:
                pass
    changed = True
    while changed:
        changed = False
        for lower, upper in steps:
            new = times_of.get(lower, set()) - times_of.get(upper, set())
            if new:
                times_of.setdefault(upper, set()).update(new)
                changed = True


def days_within(bounds: Sequence[Bound], times: Collection[ex.Literal]) -> ex.DataRange:
    """Return the times whose days lie within bounds.

    These are all of the datatypes that OWL 2 compares, and those given of other datatypes.

    Examples
    --------
    >>> noon = ex.Literal("1970-01-01T12:00:00", DATE_TIME)
    >>> afternoons = days_within([("minInclusive", 0.5)], [noon])
    >>> [part.facets[0][1].lexical for part in afternoons.parts]
    ['1970-01-01T12:00:00', '1970-01-01T12:00:00Z']
    >>> day, year = ex.Literal("1970-01-02", XSD + "date"), ex.Literal("1969", XSD + "gYear")
    >>> days_within([("minInclusive", 0.5)], [day, year]).literals == (day,)
    True
    """
    listed = tuple(
        literal
        for literal in times
        if literal.datatype not in COMPARABLE and _lies_within(literal, bounds)
    )
    parts: list[ex.DataRange] = [ex.DataOneOf(listed)] if listed else []
    if any(literal.datatype in COMPARABLE for literal in times):
        parts += [_instants(bounds, ""), _instants(bounds, "Z")]
    if not parts:
        return ex.DataComplement(ex.Datatype(RDFS_LITERAL))
    return parts[0] if len(parts) == 1 else ex.DataUnion(tuple(parts))


def _lies_within(literal: ex.Literal, bounds: Sequence[Bound]) -> bool:
    days = _days(literal)
    return days is not None and all(_COMPARED[facet](days, bound) for facet, bound in bounds)


_COMPARED: Mapping[Facet, Callable[[float, float], bool]] = {
    "minInclusive": operator.ge,
    "minExclusive": operator.gt,
    "maxInclusive": operator.le,
    "maxExclusive": operator.lt,
}


def _instants(bounds: Sequence[Bound], zone: str) -> ex.DatatypeRestriction:
    finite = [(facet, days) for facet, days in bounds if math.isfinite(days)]
    facets = [
        (XSD + facet, ex.Literal(stamp(facet, days) + zone, DATE_TIME)) for facet, days in finite
    ]
    return ex.DatatypeRestriction(DATE_TIME, tuple(facets))


def stamp(facet: str, days: float) -> str:
    """Write a bound of days as a stamp that admits the same times.

    Examples
    --------
    >>> stamp("minExclusive", 0.5)
    '1970-01-01T12:00:00'
    """
    return stamp_of(days, up=facet in ("minInclusive", "maxExclusive"))
