"""Fuzzy concepts as crisp class expressions: their support or core."""

import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import Enum

from owlboost.concepts.concept import Concept, ConceptCases, CrispValue, DataLabel, FuzzyValue
from owlboost.data.fuzzy_sets import FuzzySet, Shape
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import literals_in
from owlboost.ontology.datatypes.literals import value_of
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.vocabulary import OWL, STRING, XSD
from owlboost.sources.ontology_values import Bound, Timelines, days_within

Meanings = Mapping[bool | str, tuple[ex.Literal, ...]]
"""Truth value or text as learners see it → its literals."""

_NUMBERS = {
    OWL + "real": XSD + "decimal",
    XSD + "double": XSD + "double",
    XSD + "float": XSD + "float",
}
"""The datatypes of numbers, no two of which share a value → the datatype of their bounds."""


class Cut(Enum):
    """The support of a fuzzy set (above 0) or its core (1)."""

    SUPPORT = "support"
    CORE = "core"


def meanings(ontology: Ontology) -> Meanings:
    """Return the literals of an ontology by their truth value or text."""
    by_meaning: dict[bool | str, dict[ex.Literal, None]] = {}
    for literal in (*ontology.facts.literals, *literals_in(ontology.axioms)):
        value = value_of(literal)
        if value is not None and isinstance(value.meaning, bool | str):
            by_meaning.setdefault(value.meaning, {})[literal] = None
    return {meaning: tuple(literals) for meaning, literals in by_meaning.items()}


def crisp(
    concept: Concept, cut: Cut, literals: Meanings, times: Timelines | None = None
) -> ex.ClassExpression:
    """Return a concept as a crisp class: its support or its core.

    A conjunction is taken to be above 0 where all of its parts are, as it is for the minimum.
    Numbers of the properties in ``times`` are days of times.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> crisp(Concept((Atom("Cheap"),)), Cut.SUPPORT, {})
    Class(iri='Cheap')
    """
    timelines = times or {}

    def restriction(label: DataLabel) -> ex.ClassExpression:
        match label:
            case FuzzyValue(prop, FuzzySet(_, shape)) if prop in timelines:
                return ex.DataSome(prop, days_within(_bounds(shape, cut), timelines[prop]))
            case FuzzyValue(prop, FuzzySet(_, shape)):
                return ex.DataSome(prop, numbers_within(shape, cut))
            case CrispValue(prop, value):
                return ex.DataSome(prop, ex.DataOneOf(literals.get(value) or (literal_of(value),)))

    return class_expression(concept, restriction)


def class_expression(
    concept: Concept, restriction: Callable[[DataLabel], ex.ClassExpression]
) -> ex.ClassExpression:
    """Return a concept as a class expression, given its data restrictions.

    Examples
    --------
    >>> red = Concept((CrispValue("colour", "red"),))
    >>> values = ex.DataOneOf((literal_of("red"),))
    >>> class_expression(red, lambda label: ex.DataSome(label.prop, values)).property
    'colour'
    """
    return concept.fold(
        ConceptCases[ex.ClassExpression](
            atom=lambda label: ex.Class(label.iri),
            fuzzy=restriction,
            value=restriction,
            some=lambda role, filler: ex.Some(ex.Role(role), filler),
            meet=ex.intersection_of,
        )
    )


def literal_of(value: bool | str) -> ex.Literal:
    """Return the usual literal of a truth value or a text.

    Examples
    --------
    >>> literal_of(True).lexical
    'true'
    """
    if isinstance(value, bool):
        return ex.Literal(str(value).lower(), XSD + "boolean")
    return ex.Literal(value, STRING)


def _bounds(shape: Shape, cut: Cut) -> list[Bound]:
    a, b, c, d = shape.corners
    if cut is Cut.CORE:
        return [("minInclusive", b), ("maxInclusive", c)]
    return [  # a step belongs to its higher side
        ("minInclusive" if a == b else "minExclusive", a),
        ("maxInclusive" if c == d else "maxExclusive", d),
    ]


def numbers_within(shape: Shape, cut: Cut) -> ex.DataRange:
    """Return the numbers, of any datatype, in a cut of a fuzzy set.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import LeftShoulder
    >>> numbers_within(LeftShoulder(40, 60), Cut.SUPPORT).parts[1].facets[0][1].lexical
    '60'
    """
    bounds = _bounds(shape, cut)
    return ex.DataUnion(
        tuple(
            ex.DatatypeRestriction(
                datatype,
                tuple(
                    (XSD + facet, ex.Literal(format(Decimal(number), "f"), bound_datatype))
                    for facet, number in bounds
                    if math.isfinite(number)
                ),
            )
            for datatype, bound_datatype in _NUMBERS.items()
        )
    )
