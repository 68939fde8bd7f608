"""Crisp conditions as OWL classes, in the source's own datatypes.

Exact numbers, doubles and floats are three kinds of values that share none, so that each has a
range of its own.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from types import MappingProxyType

import numpy as np

from owlboost.concepts.concept import CrispValue, DataLabel, FuzzyValue
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.errors import ParameterError
from owlboost.exchange.crisp.rules import CrispRule, HoldsAtLeast, OutsideRange, numbers_at
from owlboost.exchange.table_ontology import CONVERTED
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import DataPropertyRange, literals_in
from owlboost.ontology.datatypes.literals import SPACES
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.vocabulary import OWL, XSD
from owlboost.sources.crisp_expressions import Meanings, class_expression, literal_of, meanings
from owlboost.sources.ontology_values import (
    COMPARABLE,
    DATE_TIME,
    Timelines,
    days_within,
    timelines,
)
from owlboost.tables.facts import NAMESPACE


@dataclass(frozen=True, slots=True)
class DataStyle:
    """The literals and datatypes in which a source writes data.

    By data property: the datatypes that its numbers may have (all, if it is not listed), and the
    times that are written of it, or one of their kind, if its numbers are days.
    """

    literals: Meanings = field(default_factory=lambda: MappingProxyType({}))
    numbers: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    times: Timelines = field(default_factory=lambda: MappingProxyType({}))
    lexicon: Lexicon = SHORT_NAMES

    @classmethod
    def of_ontology(cls, ontology: Ontology, lexicon: Lexicon = SHORT_NAMES) -> "DataStyle":
        """Return the style of an ontology's data."""
        all_times = timelines(ontology).items()
        times = {iri: literals for iri, literals in all_times if iri in lexicon.times}
        return cls(meanings(ontology), numbers_used(ontology), times, lexicon)

    @classmethod
    def usual(cls, lexicon: Lexicon) -> "DataStyle":
        """Return the style of unknown data: tables as converted.

        Examples
        --------
        >>> built = "urn:owlboost:table#built"
        >>> DataStyle.usual(Lexicon(times={built: "date"})).times[built][0].datatype
        'http://www.w3.org/2001/XMLSchema#dateTime'
        """
        times: dict[str, tuple[ex.Literal, ...]] = {}
        for prop, moment in lexicon.times.items():
            if not prop.startswith(NAMESPACE):
                times[prop] = (ex.Literal("", XSD + moment),)
            elif moment in CONVERTED:
                times[prop] = (ex.Literal("", DATE_TIME),)
        return cls(times=times, lexicon=lexicon)

    def compared_times(self, prop: str) -> tuple[ex.Literal, ...]:
        """Return the times of a property, if its numbers are days.

        Raises
        ------
        ParameterError
            OWL 2 cannot compare them.
        """
        times = self.times.get(prop, ())
        refused = [time.datatype for time in times if time.datatype not in COMPARABLE]
        if refused:
            raise ParameterError(
                f"The rules cannot be written in OWL: they compare values of "
                f"'{self.lexicon.name(prop)}', which are of xsd:{refused[0].removeprefix(XSD)}, "
                f"and OWL 2 compares no times but those of xsd:dateTime; write them in SPARQL, or "
                f"learn without the property."
            )
        return times

    def class_of(self, conjunction: CrispRule) -> ex.ClassExpression:
        """Return the class of all things that meet the conditions.

        Examples
        --------
        >>> from owlboost.concepts.concept import Atom, Concept
        >>> cheap = HoldsAtLeast(Concept((Atom("Cheap"),)), 0.5)
        >>> DataStyle().class_of(CrispRule((cheap,), (0,)))
        Class(iri='Cheap')
        """
        parts: list[ex.ClassExpression] = []
        for condition in conjunction.conditions:
            match condition:
                case HoldsAtLeast(concept, degree):
                    inside = partial(self._inside, degree=degree)
                    parts += (
                        class_expression(conjunct, inside) for conjunct in concept.conjuncts()
                    )
                case OutsideRange(label, degree):
                    outside = ex.DataComplement(self.range_of(label, degree))
                    parts.append(ex.DataSome(label.prop, outside))
        return ex.intersection_of(parts)

    def range_of(self, label: DataLabel, degree: float) -> ex.DataRange:
        """Return the values that a label holds to a degree."""
        match label:
            case FuzzyValue(prop, FuzzySet(_, shape)):
                low, high = numbers_at(shape, degree)
                times = self.compared_times(prop)
                if times:
                    return days_within([("minInclusive", low), ("maxInclusive", high)], times)
                return numbers_between(low, high, self.numbers.get(prop, NUMBERS))
            case CrispValue(_, value):
                return ex.DataOneOf(self.literals_of(value))

    def literals_of(self, value: bool | str) -> tuple[ex.Literal, ...]:
        """Return the literals that mean a truth value or a text."""
        return self.literals.get(value) or (literal_of(value),)

    def _inside(self, label: DataLabel, degree: float) -> ex.ClassExpression:
        match self.range_of(label, degree):
            case ex.DataOneOf((literal,)):
                return ex.DataHasValue(label.prop, literal)
            case values:
                return ex.DataSome(label.prop, values)


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
    by_property = dict.fromkeys(ontology.signature.data_properties, written)
    for axiom in ontology.axioms:
        match axiom:
            case DataPropertyRange(prop, ex.Datatype(iri)) if SPACES.get(iri) in _DATATYPES:
                by_property[prop] = _holding({iri})
            case _:
                pass
    return by_property


def _holding(datatypes: Collection[str]) -> tuple[str, ...]:
    """Return the datatypes that hold all numbers of some datatypes."""
    held = {_DATATYPES.get(SPACES.get(iri, "")) for iri in datatypes} - {None}
    if {OWL + "real", OWL + "rational"}.intersection(datatypes):
        held = held - {XSD + "decimal"} | {OWL + "real"}
    return tuple(iri for iri in (OWL + "real", *NUMBERS) if iri in held)


def numbers_between(low: float, high: float, datatypes: Sequence[str] = NUMBERS) -> ex.DataRange:
    """Return the numbers of some datatypes from one to another, both included.

    Examples
    --------
    >>> only = numbers_between(-math.inf, 45.0, [XSD + "double"])
    >>> [(facet.rpartition("#")[2], bound.lexical) for facet, bound in only.facets]
    [('maxInclusive', '45.0')]
    """
    parts = [_within(low, high, datatype) for datatype in datatypes]
    return parts[0] if len(parts) == 1 else ex.DataUnion(tuple(parts))


def _within(low: float, high: float, datatype: str) -> ex.DatatypeRestriction:
    of_bounds = datatype if datatype in _WRITERS else XSD + "decimal"
    facets = [
        (XSD + facet, ex.Literal(bound_text(number, of_bounds, up=up), of_bounds))
        for facet, number, up in (("minInclusive", low, True), ("maxInclusive", high, False))
        if math.isfinite(number)
    ]
    return ex.DatatypeRestriction(datatype, tuple(facets))


def bound_text(number: float, datatype: str, *, up: bool) -> str:
    """Write a bound as a literal of a datatype, rounded inwards.

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
    """Write a double; of the zeros the one that includes both."""
    return ("-0.0" if up else "0.0") if number == 0 else repr(number)


def _float(number: float, up: bool) -> str:
    """Write the float next to a double on the inner side."""
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
"""Datatype → writer of its bounds, where numbers are not exact."""
