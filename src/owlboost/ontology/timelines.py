"""Days between two bounds as data ranges: which dates and times an ontology writes, and from when.

A value without a zone is taken to be in UTC, as learners take it. OWL 2 compares it with a bound
without a zone only, and one with a zone with a bound that has one; so a range has both.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Literal as OneOf

import numpy as np

from owlboost.model.moments import stamp_of
from owlboost.ontology.language.axioms import (
    Axiom,
    EquivalentDataProperties,
    Ontology,
    SubDataPropertyOf,
)
from owlboost.ontology.language.expressions import (
    DataRange,
    DatatypeRestriction,
    DataUnion,
    Literal,
)
from owlboost.ontology.language.literals import value_of
from owlboost.ontology.language.reserved import XSD
from owlboost.ontology.language.values.days import timed

DATE_TIME = XSD + "dateTime"
COMPARABLE = frozenset({DATE_TIME, XSD + "dateTimeStamp"})
"""The datatypes of times that OWL 2 has, and compares."""

Facet = OneOf["minInclusive", "minExclusive", "maxInclusive", "maxExclusive"]
Bound = tuple[Facet, float]
"""A facet, and a number of days."""

Timelines = Mapping[str, tuple[str, ...]]
"""Data property → the datatypes of the dates, times and durations that are written of it."""


def timelines(ontology: Ontology) -> Timelines:
    """Return the datatypes of times of each property, or of one below it, that has any."""
    facts, names = ontology.facts, ontology.signature.data_properties
    dated = {
        number: literal.datatype
        for number, literal in enumerate(facts.literals)
        if literal.datatype.startswith(XSD) and _is_time(literal)
    }
    if not dated:
        return {}
    told = np.isin(facts.value_literals, list(dated))
    found: dict[str, set[str]] = {}
    pairs = zip(facts.value_properties[told], facts.value_literals[told], strict=True)
    for property_, literal in {(int(one), int(other)) for one, other in pairs}:
        found.setdefault(names[property_], set()).add(dated[literal])
    _inherit(found, ontology.axioms)
    return {prop: tuple(sorted(datatypes)) for prop, datatypes in sorted(found.items())}


def _is_time(literal: Literal) -> bool:
    value = value_of(literal)
    return value is not None and timed(value) is not None


def _inherit(found: dict[str, set[str]], axioms: Sequence[Axiom]) -> None:
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


def days_within(bounds: Sequence[Bound], datatypes: Sequence[str]) -> DataRange:
    """Return the times of some datatypes whose days lie within bounds.

    Nobody knows what lies within bounds of datatypes that OWL 2 does not compare.

    Examples
    --------
    >>> found = days_within([("minInclusive", 0.5)], [DATE_TIME])
    >>> [part.facets[0][1].lexical for part in found.parts]
    ['1970-01-01T12:00:00', '1970-01-01T12:00:00Z']
    """
    kept = [(facet, stamp(facet, days)) for facet, days in bounds if math.isfinite(days)]
    parts = [
        DatatypeRestriction(
            datatype,
            tuple((XSD + facet, Literal(text + zone, datatype)) for facet, text in kept),
        )
        for datatype in datatypes
        for zone in (("", "Z") if kept and datatype == DATE_TIME else ("Z" if kept else "",))
    ]
    return parts[0] if len(parts) == 1 else DataUnion(tuple(parts))


def stamp(facet: str, days: float) -> str:
    """Write the bound of a facet so that it decides about stamps as the number does about days.

    Examples
    --------
    >>> stamp("minExclusive", 0.5)
    '1970-01-01T12:00:00'
    """
    return stamp_of(days, up=facet in ("minInclusive", "maxExclusive"))
