"""OWL 2 expressions as values: literals, roles, data ranges and classes, named or compound.

Axioms are made of them; an anonymous individual is named ``_:label``.
"""

from dataclasses import dataclass

THING = "http://www.w3.org/2002/07/owl#Thing"
NOTHING = "http://www.w3.org/2002/07/owl#Nothing"


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
class DataOneOf:
    """An enumeration of values."""

    literals: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class DatatypeRestriction:
    """A datatype with facets: (facet IRI, value) pairs such as ``xsd:minInclusive 5``."""

    datatype: str
    facets: tuple[tuple[str, Literal], ...]


@dataclass(frozen=True, slots=True)
class DataIntersection:
    """Values in all of the ranges."""

    parts: tuple["DataRange", ...]


@dataclass(frozen=True, slots=True)
class DataUnion:
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
class And:
    """``ObjectIntersectionOf``."""

    parts: tuple["ClassExpression", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """``ObjectUnionOf``."""

    parts: tuple["ClassExpression", ...]


@dataclass(frozen=True, slots=True)
class Not:
    """``ObjectComplementOf``."""

    of: "ClassExpression"


@dataclass(frozen=True, slots=True)
class OneOf:
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


ClassExpression = (
    Class | And | Or | Not | OneOf | Some | Only | HasValue | HasSelf | Cardinality
    | DataSome | DataOnly | DataHasValue | DataCardinality
)  # fmt: skip
