"""The numbers of a fuzzy set at a cut as OWL 2 data ranges.

Exact numbers, doubles and floats are three kinds of values that share none, so that each has a
range of its own.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType

import numpy as np

from owlboost.ontology.axioms import DataPropertyRange, literals_in
from owlboost.ontology.datatypes.literals import SPACES
from owlboost.ontology.expressions import (
    DataRange,
    Datatype,
    DatatypeRestriction,
    DataUnion,
    Literal,
)
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.vocabulary import OWL, XSD

_DATATYPES = MappingProxyType(
    {"real": XSD + "decimal", "double": XSD + "double", "float": XSD + "float"}
)
"""Space of numbers → the datatype that holds them; of rationals those that are decimals."""

NUMBERS = tuple(_DATATYPES.values())
"""The datatypes that numbers may have."""


def numbers_used(ontology: Ontology) -> Mapping[str, tuple[str, ...]]:
    """Return the datatypes that the numbers of each data property may have.

    They are those of its range or, if it has none that tells, those of any number in the ontology.
    Rationals are among the numbers of owl:real only.
    """
    literals = (*ontology.facts.literals, *literals_in(ontology.axioms))
    written = _holding({literal.datatype for literal in literals}) or NUMBERS
    found = dict.fromkeys(ontology.signature.data_properties, written)
    for axiom in ontology.axioms:
        match axiom:
            case DataPropertyRange(prop, Datatype(iri)) if SPACES.get(iri) in _DATATYPES:
                found[prop] = _holding({iri})
            case _:
                pass
    return found


def _holding(datatypes: Collection[str]) -> tuple[str, ...]:
    """Return the datatypes that hold all numbers of others, in their order."""
    held = {_DATATYPES.get(SPACES.get(iri, "")) for iri in datatypes} - {None}
    if {OWL + "real", OWL + "rational"}.intersection(datatypes):
        held = held - {XSD + "decimal"} | {OWL + "real"}
    return tuple(iri for iri in (OWL + "real", *NUMBERS) if iri in held)


def numbers_between(low: float, high: float, datatypes: Sequence[str] = NUMBERS) -> DataRange:
    """Return the numbers of some datatypes from one to another, both included.

    Examples
    --------
    >>> only = numbers_between(-math.inf, 45.0, [XSD + "double"])
    >>> [(facet.rpartition("#")[2], bound.lexical) for facet, bound in only.facets]
    [('maxInclusive', '45.0')]
    """
    parts = [_within(low, high, datatype) for datatype in datatypes]
    return parts[0] if len(parts) == 1 else DataUnion(tuple(parts))


def _within(low: float, high: float, datatype: str) -> DatatypeRestriction:
    of_bounds = datatype if datatype in _WRITERS else XSD + "decimal"
    facets = [
        (XSD + facet, Literal(bound_text(number, of_bounds, up=up), of_bounds))
        for facet, number, up in (("minInclusive", low, True), ("maxInclusive", high, False))
        if math.isfinite(number)
    ]
    return DatatypeRestriction(datatype, tuple(facets))


def bound_text(number: float, datatype: str, *, up: bool) -> str:
    """Write a bound as a literal of a datatype: the next one up, or down, where it has no such.

    Examples
    --------
    >>> bound_text(0.1, XSD + "float", up=True), bound_text(0.1, XSD + "float", up=False)
    ('0.1', '0.099999994')
    """
    return _WRITERS.get(datatype, _decimal)(number, up)


def _decimal(number: float, _: bool) -> str:
    """Write a double as the shortest decimal that means it."""
    return format(Decimal(repr(number)), "f")


def _double(number: float, up: bool) -> str:
    """Write a double; of the two zeros the one that leaves both inside."""
    return ("-0.0" if up else "0.0") if number == 0 else repr(number)


def _float(number: float, up: bool) -> str:
    """Write the float that is next to a double on the inner side."""
    with np.errstate(over="ignore"):
        single = np.float32(number)
    if up and float(single) < number:
        single = np.nextafter(single, np.float32(np.inf))
    elif not up and float(single) > number:
        single = np.nextafter(single, np.float32(-np.inf))
    if np.isinf(single):
        return "INF" if single > 0 else "-INF"
    return _double(float(str(single)), up)


_WRITERS: Mapping[str, Callable[[float, bool], str]] = MappingProxyType(
    {XSD + "double": _double, XSD + "float": _float}
)
"""How the bounds of datatypes are written that are no exact numbers."""
