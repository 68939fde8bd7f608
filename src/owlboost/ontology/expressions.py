"""OWL 2 expressions as values: literals, roles, data ranges and classes.

Axioms are made of them; an anonymous individual is named ``_:label``.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

THING = "http://www.w3.org/2002/07/owl#Thing"
NOTHING = "http://www.w3.org/2002/07/owl#Nothing"


class Operands:
    """A value whose tuples are sets of operands without repetition.

    ``least`` operands remain where all are the same. An axiom keeps a pair, for OWL 2 wants two,
    and with it the meaning of its triple: ``A owl:disjointWith A`` means that A is empty.
    """

    __slots__: tuple[str, ...] = ()
    least: ClassVar[int] = 1

    def __post_init__(self) -> None:
        for name in self.__slots__:
            operands = getattr(self, name)
            if isinstance(operands, tuple) and len(operands) > 1:
                distinct = _distinct(operands)
                if len(distinct) < len(operands):
                    remaining = distinct if len(distinct) > 1 else distinct * self.least
                    object.__setattr__(self, name, remaining)


_Operand = TypeVar("_Operand")


def _distinct(operands: Sequence[_Operand]) -> tuple[_Operand, ...]:
    """Return the operands that are not structurally equivalent to an earlier one."""
    by_structure: dict[Hashable, _Operand] = {}
    for operand in operands:
        by_structure.setdefault(structure(operand), operand)
    return tuple(by_structure.values())


def structure(node: object) -> Hashable:
    """Return a key that structurally equivalent expressions share (OWL 2)."""
    if isinstance(node, tuple):
        return tuple(map(structure, node))
    names = getattr(node, "__slots__", None)
    if names is None:
        return node
    keys = (structure(getattr(node, name)) for name in names)
    if isinstance(node, Operands):
        return type(node), *(frozenset(key) if isinstance(key, tuple) else key for key in keys)
    return type(node), *keys


@dataclass(frozen=True, slots=True)
class Literal:
    """A data value as written."""

    lexical: str
    datatype: str
    language: str = ""


# Object property expressions


@dataclass(frozen=True, slots=True)
class Role:
    """A named object property, or its inverse."""

    iri: str
    inverse: bool = False


# Data ranges


@dataclass(frozen=True, slots=True)
class Datatype:
    """A named datatype such as ``xsd:double``."""

    iri: str


@dataclass(frozen=True, slots=True)
class DataOneOf(Operands):
    """An enumeration of values."""

    literals: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class DatatypeRestriction(Operands):
    """A datatype with facets: (facet IRI, value) pairs such as ``xsd:minInclusive 5``."""

    datatype: str
    facets: tuple[tuple[str, Literal], ...]


@dataclass(frozen=True, slots=True)
class DataIntersection(Operands):
    """Values in all of the ranges."""

    parts: tuple["DataRange", ...]


@dataclass(frozen=True, slots=True)
class DataUnion(Operands):
    """Values in one of the ranges."""

    parts: tuple["DataRange", ...]


@dataclass(frozen=True, slots=True)
class DataComplement:
    """Values outside a range."""

    of: "DataRange"


DataRange = (
    Datatype | DataOneOf | DatatypeRestriction | DataIntersection | DataUnion | DataComplement
)


# Class expressions


@dataclass(frozen=True, slots=True)
class Class:
    """A named class."""

    iri: str


@dataclass(frozen=True, slots=True)
class And(Operands):
    """``ObjectIntersectionOf``."""

    parts: tuple["ClassExpression", ...]


@dataclass(frozen=True, slots=True)
class Or(Operands):
    """``ObjectUnionOf``."""

    parts: tuple["ClassExpression", ...]


@dataclass(frozen=True, slots=True)
class Not:
    """``ObjectComplementOf``."""

    of: "ClassExpression"


@dataclass(frozen=True, slots=True)
class OneOf(Operands):
    """``ObjectOneOf``: an enumeration of individuals."""

    individuals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """``ObjectSomeValuesFrom``."""

    role: Role
    filler: "ClassExpression"


@dataclass(frozen=True, slots=True)
class Only:
    """``ObjectAllValuesFrom``."""

    role: Role
    filler: "ClassExpression"


@dataclass(frozen=True, slots=True)
class HasValue:
    """``ObjectHasValue``."""

    role: Role
    individual: str


@dataclass(frozen=True, slots=True)
class HasSelf:
    """``ObjectHasSelf``."""

    role: Role


@dataclass(frozen=True, slots=True)
class Cardinality:
    """``ObjectMin/Max/ExactCardinality``: ``kind`` is ``min``, ``max`` or ``exact``."""

    kind: str
    number: int
    role: Role
    filler: "ClassExpression"


@dataclass(frozen=True, slots=True)
class DataSome:
    """``DataSomeValuesFrom``."""

    property: str
    range: DataRange


@dataclass(frozen=True, slots=True)
class DataOnly:
    """``DataAllValuesFrom``."""

    property: str
    range: DataRange


@dataclass(frozen=True, slots=True)
class DataHasValue:
    """``DataHasValue``."""

    property: str
    literal: Literal


@dataclass(frozen=True, slots=True)
class DataCardinality:
    """``DataMin/Max/ExactCardinality``: ``kind`` is ``min``, ``max`` or ``exact``."""

    kind: str
    number: int
    property: str
    range: DataRange


RoleRestriction = Some | Only | HasValue | HasSelf | Cardinality
DataRestriction = DataSome | DataOnly | DataHasValue | DataCardinality
ClassExpression = Class | And | Or | Not | OneOf | RoleRestriction | DataRestriction


def intersection_of(parts: Sequence[ClassExpression]) -> ClassExpression:
    """Return the intersection of classes: of one that class, of none ``owl:Thing``."""
    whole = And(tuple(parts))
    return whole if len(whole.parts) > 1 else whole.parts[0] if parts else Class(THING)


def union_of(parts: Sequence[ClassExpression]) -> ClassExpression:
    """Return the union of classes: of one that class, of none ``owl:Nothing``."""
    whole = Or(tuple(parts))
    return whole if len(whole.parts) > 1 else whole.parts[0] if parts else Class(NOTHING)


def range_of(whole: DataIntersection | DataUnion) -> DataRange:
    """Return an intersection or union; of one range that range itself."""
    return whole.parts[0] if len(whole.parts) == 1 else whole
