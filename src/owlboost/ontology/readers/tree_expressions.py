"""Trees of Functional syntax and OWL/XML, and the expressions that they stand for.

A tree is a list: a keyword such as ``SubClassOf``, then its operands. An operand is a tree, an IRI,
an anonymous individual (``_:label``), a :class:`Literal`, or a number.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from owlboost.ontology import expressions as ex
from owlboost.ontology.datatypes.literals import unified_literal
from owlboost.ontology.readers.builder import Entities, MalformedError
from owlboost.ontology.vocabulary import RDF, RDFS_LITERAL, STANDARD_PREFIXES, XSD
from owlboost.runtime.limits import limits

Tree = list[Any]


class ShapeError(Exception):
    """A tree that OWL does not have, with the reason."""


def is_tree(operand: Any, *keywords: str) -> bool:
    """Whether an operand is a tree, with one of any given keywords."""
    return isinstance(operand, list) and (not keywords or operand[0] in keywords)


def operands(tree: Tree, least: int, most: int | None = None) -> list[Any]:
    """Return the operands of a tree, checking their number.

    Examples
    --------
    >>> operands(["SubClassOf", "urn:A", "urn:B"], 2, 2)
    ['urn:A', 'urn:B']
    """
    values = tree[1:]
    if len(values) < least or (most is not None and len(values) > most):
        wanted = f"{least}" if most == least else f"{least} or more" if most is None else ""
        wanted = wanted or f"{least} to {most}"
        raise ShapeError(f"{tree[0]} takes {wanted} operands, not {len(values)}")
    return values


def name_in(operand: Any, use: str) -> str:
    """Return an operand that must be an IRI."""
    if not isinstance(operand, str) or operand.startswith("_:"):
        raise ShapeError(f"{operand_text(operand)} is used as {use}")
    return operand


def operand_text(operand: Any) -> str:
    """Describe an operand for messages."""
    match operand:
        case list():
            return f"{operand[0]}(…)" if operand[0] else "a list"
        case ex.Literal():
            return "a literal"
        case int():
            return "a number"
        case _:
            return f"<{operand}>" if not str(operand).startswith("_:") else str(operand)


_ESCAPED = re.compile(r"\\([\"\\])")
_ILLEGAL = re.compile('[\x00-\x20<>"{}|^`\\\\]')


class Prefixes:
    """The prefixes of a file; the four standard ones need no declaration.

    ``blank`` goes before the labels of anonymous individuals, ``_:`` or ``_:3.``.
    """

    def __init__(self, blank: str) -> None:
        self.namespaces: dict[str, str] = dict(STANDARD_PREFIXES)
        self._blank = blank

    def declare(self, prefix: str, namespace: str) -> None:
        """Note the namespace of a prefix."""
        self.namespaces[prefix] = namespace

    def expanded(self, name: str) -> str:
        """Return the IRI or anonymous individual of a prefixed name.

        Examples
        --------
        >>> Prefixes("_:").expanded("owl:Thing")
        'http://www.w3.org/2002/07/owl#Thing'
        """
        prefix, _, local = name.partition(":")
        if prefix == "_":
            return self._blank + local
        if prefix not in self.namespaces:
            raise ShapeError(f"the prefix '{prefix}:' is not declared")
        return self.namespaces[prefix] + local

    def resolved(self, token: str) -> str:
        """Return the IRI of ``<an IRI>`` or of a prefixed name."""
        return legal(token[1:-1]) if token[0] == "<" else self.expanded(token)

    def literal(self, quoted: str, language: str | None, datatype: str | None) -> ex.Literal:
        """Return the literal of a quoted text and its suffix."""
        lexical = unquoted(quoted)
        if language:
            return unified_literal(lexical, language=language)
        return unified_literal(lexical, self.resolved(datatype)) if datatype else _plain(lexical)


def _plain(lexical: str) -> ex.Literal:
    return unified_literal(lexical)


def legal(iri: str) -> str:
    """Return an IRI with illegal characters percent-encoded."""
    return _ILLEGAL.sub(lambda match: f"%{ord(match[0]):02X}", iri)


def unquoted(quoted: str) -> str:
    r'''Return a text without the one or three quotes around it.

    Examples
    --------
    >>> unquoted('"say \\"hi\\""'), unquoted('"""say "hi\""""')
    ('say "hi"', 'say "hi"')
    '''
    width = 3 if len(quoted) >= 6 and quoted.startswith('"""') else 1
    inner = quoted[width:-width]
    return _ESCAPED.sub(r"\1", inner) if "\\" in inner else inner


_T = TypeVar("_T")
_KINDS = {"Min": "min", "Max": "max", "Exa": "exact"}


class TreeExpressions:
    """Translation of trees into expressions, noting entities."""

    def __init__(self, entities: Entities) -> None:
        self._entities = entities
        self._depth = 0

    def role(self, operand: Any) -> ex.Role:
        """Return an object property or the inverse of one."""
        inverse = False
        while is_tree(operand, "ObjectInverseOf"):
            (operand,) = operands(operand, 1, 1)
            inverse = not inverse
        return self._entities.role(name_in(operand, "an object property"), inverse=inverse)

    def data_property(self, operand: Any) -> str:
        """Return a data property."""
        return self._entities.data_property(name_in(operand, "a data property"))

    def individual(self, operand: Any) -> str:
        """Return a named or anonymous individual."""
        if not isinstance(operand, str):
            raise ShapeError(f"{operand_text(operand)} is used as an individual")
        return self._entities.individual(operand)

    def literal(self, operand: Any) -> ex.Literal:
        """Return a literal."""
        if not isinstance(operand, ex.Literal):
            raise ShapeError(f"{operand_text(operand)} is used as a literal")
        return operand

    def class_(self, operand: Any) -> ex.ClassExpression:
        """Return a class expression."""
        if not isinstance(operand, list):
            return self._entities.class_(name_in(operand, "a class"))
        maker = _CLASSES.get(operand[0])
        if maker is None:
            raise ShapeError(f"{operand_text(operand)} is used as a class")
        if self._depth >= limits().depth:
            raise MalformedError(
                "malformed-expression",
                f"a class expression is nested more than {limits().depth} deep",
            )
        self._depth += 1
        try:
            return maker(self, operand)
        finally:
            self._depth -= 1

    def classes(self, items: list[Any]) -> tuple[ex.ClassExpression, ...]:
        """Return several class expressions."""
        return tuple(self.class_(item) for item in items)

    def _and(self, tree: Tree) -> ex.ClassExpression:
        return ex.intersection_of(self.classes(tree[1:]))

    def _or(self, tree: Tree) -> ex.ClassExpression:
        return ex.union_of(self.classes(tree[1:]))

    def _one_of(self, tree: Tree) -> ex.ClassExpression:
        individuals = tuple(self.individual(item) for item in tree[1:])
        return ex.OneOf(individuals) if individuals else ex.Class(ex.NOTHING)

    def _some(self, tree: Tree) -> ex.ClassExpression:  # not by read_each(): there are many
        role, filler = operands(tree, 2, 2)
        return ex.Some(self.role(role), self.class_(filler))

    def _cardinality(self, tree: Tree) -> ex.ClassExpression:
        number, role, *filler = operands(tree, 2, 3)
        expression = self.class_(filler[0]) if filler else ex.Class(ex.THING)
        kind = _KINDS[tree[0].removeprefix("Object")[:3]]
        return ex.Cardinality(kind, _count(number), self.role(role), expression)

    def _data_some(self, tree: Tree) -> ex.ClassExpression:
        name, range_ = self._property_and_range(tree)
        return ex.DataSome(name, self.range(range_))

    def _data_only(self, tree: Tree) -> ex.ClassExpression:
        name, range_ = self._property_and_range(tree)
        return ex.DataOnly(name, self.range(range_))

    def _property_and_range(self, tree: Tree) -> tuple[str, Any]:
        *names, range_ = operands(tree, 2)
        if len(names) > 1:
            raise MalformedError(
                "unsupported-expression:n-ary-data", "restrictions on several data properties"
            )
        return self.data_property(names[0]), range_

    def _data_cardinality(self, tree: Tree) -> ex.ClassExpression:
        number, name, *range_ = operands(tree, 2, 3)
        filler = self.range(range_[0]) if range_ else ex.Datatype(RDFS_LITERAL)
        kind = _KINDS[tree[0].removeprefix("Data")[:3]]
        return ex.DataCardinality(kind, _count(number), self.data_property(name), filler)

    def range(self, operand: Any) -> ex.DataRange:
        """Return a data range."""
        if not isinstance(operand, list):
            return ex.Datatype(name_in(operand, "a datatype"))
        if self._depth >= limits().depth:
            raise MalformedError(
                "malformed-expression", f"a data range is nested more than {limits().depth} deep"
            )
        self._depth += 1
        try:
            return self._compound_range(operand)
        finally:
            self._depth -= 1

    def ranges(self, items: list[Any]) -> tuple[ex.DataRange, ...]:
        """Return several data ranges."""
        return tuple(self.range(item) for item in items)

    def _compound_range(self, tree: Tree) -> ex.DataRange:
        match tree[0]:
            case "DataOneOf":
                return ex.DataOneOf(tuple(self.literal(item) for item in operands(tree, 1)))
            case "DatatypeRestriction":
                return self._facets(tree)
            case "DataComplementOf":
                return ex.DataComplement(self.range(*operands(tree, 1, 1)))
            case "DataIntersectionOf":
                return ex.range_of(ex.DataIntersection(self.ranges(operands(tree, 1))))
            case "DataUnionOf":
                return ex.range_of(ex.DataUnion(self.ranges(operands(tree, 1))))
            case _:
                raise ShapeError(f"{operand_text(tree)} is used as a data range")

    def _facets(self, tree: Tree) -> ex.DataRange:
        datatype, *restrictions = operands(tree, 1)
        parts: list[Any] = []
        for restriction in restrictions:
            parts += (
                operands(restriction, 2, 2)
                if is_tree(restriction, "FacetRestriction")
                else [restriction]
            )
        if len(parts) % 2:
            raise ShapeError("DatatypeRestriction has a facet without a value")
        facets = [
            (name_in(parts[place], "a facet"), self.literal(parts[place + 1]))
            for place in range(0, len(parts), 2)
        ]
        for facet, _ in facets:
            if not facet.startswith((XSD, RDF)):
                raise ShapeError(f"<{facet}> is used as a facet")
        return ex.DatatypeRestriction(name_in(datatype, "a datatype"), tuple(facets))


def _count(operand: Any) -> int:
    if not isinstance(operand, int):
        raise ShapeError(f"{operand_text(operand)} is used as the number of a cardinality")
    return operand


def read_each(
    make: Callable[..., _T], *kinds: Callable[[TreeExpressions, Any], Any]
) -> Callable[[TreeExpressions, Tree], _T]:
    """Return the reader of trees with one operand of each kind."""

    def read(reader: TreeExpressions, tree: Tree) -> _T:
        parts = operands(tree, len(kinds), len(kinds))
        return make(*[kind(reader, part) for kind, part in zip(kinds, parts, strict=True)])

    return read


_class = TreeExpressions.class_
_role = TreeExpressions.role
_data = TreeExpressions.data_property
_individual = TreeExpressions.individual
_literal = TreeExpressions.literal

_CLASSES: Mapping[str, Callable[[TreeExpressions, Tree], ex.ClassExpression]] = {
    "ObjectIntersectionOf": TreeExpressions._and,
    "ObjectUnionOf": TreeExpressions._or,
    "ObjectComplementOf": read_each(ex.Not, _class),
    "ObjectOneOf": TreeExpressions._one_of,
    "ObjectSomeValuesFrom": TreeExpressions._some,
    "ObjectAllValuesFrom": read_each(ex.Only, _role, _class),
    "ObjectHasValue": read_each(ex.HasValue, _role, _individual),
    "ObjectHasSelf": read_each(ex.HasSelf, _role),
    "ObjectMinCardinality": TreeExpressions._cardinality,
    "ObjectMaxCardinality": TreeExpressions._cardinality,
    "ObjectExactCardinality": TreeExpressions._cardinality,
    "DataSomeValuesFrom": TreeExpressions._data_some,
    "DataAllValuesFrom": TreeExpressions._data_only,
    "DataHasValue": read_each(ex.DataHasValue, _data, _literal),
    "DataMinCardinality": TreeExpressions._data_cardinality,
    "DataMaxCardinality": TreeExpressions._data_cardinality,
    "DataExactCardinality": TreeExpressions._data_cardinality,
}
