"""Class expressions and axioms as text: for messages, and as an order that is always the same."""

from collections.abc import Callable

from owlboost.model.vocabulary import short_name
from owlboost.ontology.language.axioms import Axiom
from owlboost.ontology.language.expressions import (
    And,
    Cardinality,
    Class,
    ClassExpression,
    DataCardinality,
    DataComplement,
    DataHasValue,
    DataIntersection,
    DataOneOf,
    DataOnly,
    DataRange,
    DataSome,
    Datatype,
    DatatypeRestriction,
    DataUnion,
    HasSelf,
    HasValue,
    Literal,
    Not,
    OneOf,
    Only,
    Or,
    Role,
    Some,
)

Spelling = Callable[[str], str]
"""How an IRI is written: in short, or in full where different names must differ."""


def role_text(role: Role, name: Spelling = short_name) -> str:
    """Return a role as people write it.

    Examples
    --------
    >>> role_text(Role("http://example.org/#hasPart", inverse=True))
    'inverse hasPart'
    """
    return f"inverse {name(role.iri)}" if role.inverse else name(role.iri)


def literal_text(literal: Literal, name: Spelling = short_name) -> str:
    """Return a data value as people write it, with its datatype."""
    tag = f"@{literal.language}" if literal.language else f"^^{name(literal.datatype)}"
    return f'"{literal.lexical}"{tag}'


def range_text(range_: DataRange, name: Spelling = short_name) -> str:
    """Return a data range in Manchester syntax; parts are sorted."""
    match range_:
        case Datatype(iri):
            return name(iri)
        case DataOneOf(literals):
            shown = sorted(literal_text(literal, name) for literal in literals)
            return "{" + ", ".join(shown) + "}"
        case DatatypeRestriction(datatype, facets):
            shown = sorted(f"{name(facet)} {value.lexical}" for facet, value in facets)
            return f"{name(datatype)}[{', '.join(shown)}]"
        case DataIntersection(parts):
            return " and ".join(sorted(f"({range_text(part, name)})" for part in parts))
        case DataUnion(parts):
            return " or ".join(sorted(f"({range_text(part, name)})" for part in parts))
        case DataComplement(of):
            return f"not ({range_text(of, name)})"


def expression_text(  # noqa: PLR0911 - one per case
    expression: ClassExpression, name: Spelling = short_name
) -> str:
    """Return a class expression in Manchester syntax; parts are sorted.

    Examples
    --------
    >>> expression_text(And((Class("urn:B"), Some(Role("urn:r"), Class("urn:A")))))
    '(B) and (r some (A))'
    """
    match expression:
        case Class(iri):
            return name(iri)
        case And(parts):
            return " and ".join(sorted(f"({expression_text(part, name)})" for part in parts))
        case Or(parts):
            return " or ".join(sorted(f"({expression_text(part, name)})" for part in parts))
        case Not(of):
            return f"not ({expression_text(of, name)})"
        case OneOf(individuals):
            return "{" + ", ".join(sorted(map(name, individuals))) + "}"
        case DataSome() | DataOnly() | DataHasValue() | DataCardinality():
            return _data_text(expression, name)
        case _:
            return _role_text(expression, name)


def _role_text(
    expression: Some | Only | HasValue | HasSelf | Cardinality, name: Spelling = short_name
) -> str:
    role = role_text(expression.role, name)
    match expression:
        case Some(_, filler):
            return f"{role} some ({expression_text(filler, name)})"
        case Only(_, filler):
            return f"{role} only ({expression_text(filler, name)})"
        case HasValue(_, individual):
            return f"{role} value {name(individual)}"
        case HasSelf():
            return f"{role} Self"
        case Cardinality(kind, number, _, filler):
            return f"{role} {_keyword(kind)} {number} ({expression_text(filler, name)})"


def _data_text(
    expression: DataSome | DataOnly | DataHasValue | DataCardinality, name: Spelling = short_name
) -> str:
    shown = name(expression.property)
    match expression:
        case DataSome(_, range_):
            return f"{shown} some ({range_text(range_, name)})"
        case DataOnly(_, range_):
            return f"{shown} only ({range_text(range_, name)})"
        case DataHasValue(_, literal):
            return f"{shown} value {literal_text(literal, name)}"
        case DataCardinality(kind, number, _, range_):
            return f"{shown} {_keyword(kind)} {number} ({range_text(range_, name)})"


def _keyword(kind: str) -> str:
    return "exactly" if kind == "exact" else kind


def axiom_text(axiom: Axiom, name: Spelling = short_name) -> str:
    """Return an axiom as its kind and its parts, in the order in which they were written.

    Examples
    --------
    >>> from owlboost.ontology.language.axioms import DisjointClasses
    >>> axiom_text(DisjointClasses((Class("urn:Cat"), Class("urn:Dog"))))
    'DisjointClasses(Cat, Dog)'
    """
    parts = [text for field in axiom.__slots__ for text in _parts(getattr(axiom, field), name)]
    return f"{type(axiom).__name__}({', '.join(parts)})"


def _parts(part: object, name: Spelling) -> list[str]:
    match part:
        case tuple():
            return [text for inner in part for text in _parts(inner, name)]
        case Role():
            return [role_text(part, name)]
        case Literal():
            return [literal_text(part, name)]
        case str():
            return [name(part)]
        case _ if isinstance(part, ClassExpression):
            return [expression_text(part, name)]
        case _:
            return [range_text(part, name)] if isinstance(part, DataRange) else [str(part)]
