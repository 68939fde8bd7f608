"""Data ranges taken apart into simple conditions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from owlboost.ontology import expressions as ex
from owlboost.ontology.datatypes.numbers import BOUNDS
from owlboost.ontology.datatypes.ranges import Definitions, all_but
from owlboost.ontology.datatypes.values import DataValue
from owlboost.ontology.vocabulary import RDFS_LITERAL, XSD

MOST_CASES = 256
"""Give up on a range that takes more conjunctions than this."""


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet and its bound."""

    iri: str
    bound: ex.Literal


@dataclass(frozen=True, slots=True)
class RangeCondition:
    """A datatype, an enumeration or a facet, holding or not."""

    constraint: ex.Datatype | ex.DataOneOf | Facet
    holds: bool = True


Conjunction = frozenset[RangeCondition]


@dataclass(frozen=True, slots=True)
class Conditions:
    """A conjunction as one value space sees it.

    Attributes
    ----------
    datatypes
        Those that hold some of the space's values: (datatype, whether it must hold).
    facets
        (facet, bound, whether it must hold).
    removed
        Values of the space that are left out.
    """

    datatypes: tuple[tuple[str, bool], ...]
    facets: tuple[tuple[str, DataValue, bool], ...]
    removed: frozenset[DataValue]


class TooManyCasesError(ValueError):
    """A data range takes more than :data:`MOST_CASES` conjunctions."""


def conjunctions(  # noqa: PLR0911 - one per case
    range_: ex.DataRange, definitions: Definitions, *, holds: bool = True
) -> list[Conjunction]:
    """Return the disjunctive normal form of a range or its complement.

    Each value of it meets one of the conjunctions.

    Raises
    ------
    TooManyCasesError
        If there are more than :data:`MOST_CASES`.
    """
    match range_:
        case ex.Datatype(iri) if iri in definitions:
            return conjunctions(definitions[iri], all_but(iri, definitions), holds=holds)
        case ex.Datatype(iri) if iri == RDFS_LITERAL:
            return [frozenset()] if holds else []
        case ex.Datatype(iri) if BOUNDS.get(iri, (None, None)) != (None, None):
            return conjunctions(_bounded(iri), {}, holds=holds)
        case ex.DatatypeRestriction(iri, facets):
            outside = conjunctions(ex.Datatype(iri), definitions, holds=False)
            inside = conjunctions(ex.Datatype(iri), definitions)
            for facet in facets:  # the complement of each applies to values inside the others only
                outside = outside + _with(inside, RangeCondition(Facet(*facet), holds=False))
                inside = _with(inside, RangeCondition(Facet(*facet)))
            return inside if holds else _limited(outside)
        case ex.DataIntersection(parts):
            return _joined([conjunctions(part, definitions, holds=holds) for part in parts], holds)
        case ex.DataUnion(parts):
            cases = [conjunctions(part, definitions, holds=holds) for part in parts]
            return _joined(cases, not holds)
        case ex.DataComplement(inner):
            return conjunctions(inner, definitions, holds=not holds)
        case _:
            return [frozenset({RangeCondition(range_, holds)})]


def _bounded(iri: str) -> ex.DatatypeRestriction:
    """Return a datatype of integers as bounds on xsd:integer."""
    names = (XSD + "minInclusive", XSD + "maxInclusive")
    return ex.DatatypeRestriction(
        XSD + "integer",
        tuple(
            (name, ex.Literal(str(bound), XSD + "integer"))
            for name, bound in zip(names, BOUNDS[iri], strict=True)
            if bound is not None
        ),
    )


def _with(cases: list[Conjunction], condition: RangeCondition) -> list[Conjunction]:
    return _limited(case | {condition} for case in cases)


def _joined(parts: Sequence[list[Conjunction]], all_hold: bool) -> list[Conjunction]:
    """Return the cases where all parts hold, or where any does."""
    return together(parts) if all_hold else _limited(case for part in parts for case in part)


def together(parts: Sequence[list[Conjunction]]) -> list[Conjunction]:
    """Return the cases in which one of each part holds.

    Raises
    ------
    TooManyCasesError
        If there are more than :data:`MOST_CASES`.
    """
    cases: list[Conjunction] = [frozenset()]
    for part in parts:
        cases = _limited(left | right for left, right in product(cases, part))
    return cases


def _limited(cases: Iterable[Conjunction]) -> list[Conjunction]:
    """Return the distinct cases without those that contradict themselves."""
    distinct: dict[Conjunction, None] = {}
    for case in cases:
        if not any(
            RangeCondition(condition.constraint, not condition.holds) in case for condition in case
        ):
            distinct[case] = None
            if len(distinct) > MOST_CASES:
                raise TooManyCasesError
    return list(distinct)
