"""Data ranges: which values they hold, as far as that can be told."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from owlboost.ontology.datatypes.dates import Instant
from owlboost.ontology.datatypes.facets import Test, facet_test
from owlboost.ontology.datatypes.literals import SPACES, value_of
from owlboost.ontology.datatypes.numbers import BOUNDS, in_bounds, is_decimal, is_integer
from owlboost.ontology.datatypes.values import DERIVED, OPEN, Content, DataValue, surely_different
from owlboost.ontology.expressions import (
    DataComplement,
    DataIntersection,
    DataOneOf,
    DataRange,
    Datatype,
    DatatypeRestriction,
    DataUnion,
    Literal,
)
from owlboost.ontology.vocabulary import LANG_STRING, PLAIN_LITERAL, RDFS_LITERAL, XSD

Definitions = Mapping[str, DataRange]
"""Datatypes that an ontology defines, and what they are."""


def in_range(literal: Literal, range_: DataRange, definitions: Definitions) -> bool | None:
    """Tell whether a literal lies in a data range; None if that is not known.

    It is not known if a literal without a value has a part in it.

    Examples
    --------
    >>> from owlboost.ontology.expressions import DatatypeRestriction
    >>> at_most = (XSD + "maxInclusive", Literal("50", XSD + "integer"))
    >>> cheap = DatatypeRestriction(XSD + "integer", (at_most,))
    >>> in_range(Literal("79", XSD + "integer"), cheap, {})
    False
    """
    value = value_of(literal)
    return None if value is None else range_test(range_, definitions)(value)


def range_test(  # noqa: PLR0911 - one per case
    range_: DataRange, definitions: Definitions
) -> Test:
    """Return what tells whether a value lies in a data range."""
    match range_:
        case Datatype(iri) if iri in definitions:
            return range_test(definitions[iri], all_but(iri, definitions))
        case Datatype(iri):
            return datatype_test(iri)
        case DataOneOf(literals):
            return _one_of([value_of(literal) for literal in literals])
        case DatatypeRestriction(iri, facets):
            inside = range_test(Datatype(iri), definitions)
            return _every([inside, *(facet_test(facet, bound) for facet, bound in facets)])
        case DataIntersection(parts):
            return _every([range_test(part, definitions) for part in parts])
        case DataUnion(parts):
            return _no(_every([_no(range_test(part, definitions)) for part in parts]))
        case DataComplement(of):
            return _no(range_test(of, definitions))


def all_but(iri: str, definitions: Definitions) -> Definitions:
    """Return the definitions but one, so that none is used within itself."""
    return {name: range_ for name, range_ in definitions.items() if name != iri}


def _every(tests: Sequence[Test]) -> Test:
    def test(value: DataValue) -> bool | None:
        known = True
        for one in tests:
            found = one(value)
            if found is False:
                return False
            known = known and found is True
        return True if known else None

    return test


def _no(test: Test) -> Test:
    def denied(value: DataValue) -> bool | None:
        found = test(value)
        return None if found is None else not found

    return denied


def _one_of(values: Sequence[DataValue | None]) -> Test:
    known = {value for value in values if value is not None}
    all_known = None not in values

    def test(value: DataValue) -> bool | None:
        if value in known:
            return True
        return False if all_known and all(surely_different(value, one) for one in known) else None

    return test


def datatype_test(iri: str) -> Test:
    """Return what tells whether a value belongs to a datatype that no axiom defines."""
    if iri == RDFS_LITERAL:
        return lambda _: True
    spaces, holds = spaces_of(iri), CONDITIONS.get(iri)

    def test(value: DataValue) -> bool | None:
        if value.space == OPEN:
            return True if _written_as(value.content, iri) else None
        if spaces is None:
            return None
        return value.space in spaces and (True if holds is None else holds(value.content))

    return test


def spaces_of(iri: str) -> frozenset[str] | None:
    """Return the spaces that hold the values of a datatype, None if it is not known."""
    if iri == PLAIN_LITERAL:
        return frozenset({"string", "tagged"})
    if iri == LANG_STRING:
        return frozenset({"tagged"})
    return frozenset({SPACES[iri]}) if iri in SPACES else None


def _written_as(content: Content, iri: str) -> bool:
    return isinstance(content, tuple) and content[0] == iri


def _integers(least: int | None, greatest: int | None) -> Callable[[Content], bool]:
    return lambda number: (
        isinstance(number, Decimal | Fraction)
        and is_integer(number)
        and in_bounds(number, least, greatest)
    )


def _strings(test: Callable[[str], bool]) -> Callable[[Content], bool]:
    return lambda text: isinstance(text, str) and test(text)


def _one_writing(iri: str) -> Callable[[Content], bool | None]:
    """Return the condition of a datatype that shares a space in which only writing counts."""
    return lambda content: True if _written_as(content, iri) else None


def _decimals(number: Content) -> bool:
    return isinstance(number, Decimal | Fraction) and is_decimal(number)


def _stamps(instant: Content) -> bool:
    return isinstance(instant, Instant) and instant.offset is not None


_SHARING = ("HTML", "XMLLiteral", "dayTimeDuration", "yearMonthDuration")
CONDITIONS: Mapping[str, Callable[[Content], bool | None]] = {
    **{iri: _integers(*bounds) for iri, bounds in BOUNDS.items()},
    **{iri: _strings(test) for iri, test in list(DERIVED.items())[1:]},
    XSD + "decimal": _decimals,
    XSD + "dateTimeStamp": _stamps,
    **{iri: _one_writing(iri) for iri in SPACES if iri.endswith(_SHARING)},
}
"""Datatypes that do not hold all values of their space → which of them they hold."""
