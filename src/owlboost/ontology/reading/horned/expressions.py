"""Expressions of py-horned-owl to ours."""

from collections.abc import Callable, Mapping
from typing import Any

import pyhornedowl.model as horned

from owlboost.ontology.language.expressions import (
    NOTHING,
    THING,
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
from owlboost.ontology.language.literals import unified_literal
from owlboost.ontology.language.reserved import RDF, XSD
from owlboost.ontology.reading.drafts import Entities, MalformedError

_DEEP = 200
_COUNTS = {
    horned.ObjectMinCardinality: "min",
    horned.ObjectMaxCardinality: "max",
    horned.ObjectExactCardinality: "exact",
    horned.DataMinCardinality: "min",
    horned.DataMaxCardinality: "max",
    horned.DataExactCardinality: "exact",
}
_FACETS = {
    str(getattr(horned.Facet, name)): namespace + iri
    for name, namespace, iri in (
        ("Length", XSD, "length"),
        ("MinLength", XSD, "minLength"),
        ("MaxLength", XSD, "maxLength"),
        ("Pattern", XSD, "pattern"),
        ("MinInclusive", XSD, "minInclusive"),
        ("MinExclusive", XSD, "minExclusive"),
        ("MaxInclusive", XSD, "maxInclusive"),
        ("MaxExclusive", XSD, "maxExclusive"),
        ("TotalDigits", XSD, "totalDigits"),
        ("FractionDigits", XSD, "fractionDigits"),
        ("LangRange", RDF, "langRange"),
    )
}


class HornedExpressions:
    """Turns py-horned-owl's expressions into ours, noting entities.

    Parameters
    ----------
    entities
        Where entities are noted.
    blank
        Put before the labels of anonymous individuals.
    """

    def __init__(self, entities: Entities, blank: str) -> None:
        self._entities = entities
        self._blank = blank
        self._depth = 0

    def role(self, expression: Any) -> Role:
        """Return an object property or the inverse of one."""
        if isinstance(expression, horned.InverseObjectProperty):
            return self._entities.role(str(expression.first.first), inverse=True)
        return self._entities.role(str(expression.first))

    def data_property(self, expression: Any) -> str:
        """Return a data property."""
        return self._entities.data_property(str(expression.first))

    def individual(self, individual: Any) -> str:
        """Return a named or anonymous individual."""
        if isinstance(individual, horned.AnonymousIndividual):
            label = str(individual.first).removeprefix("_:")
            return self._entities.individual(self._blank + label)
        return self._entities.individual(str(individual.first))

    def literal(self, value: Any) -> Literal:
        """Return a literal."""
        if isinstance(value, horned.LanguageLiteral):
            return unified_literal(value.literal, language=value.lang)
        if isinstance(value, horned.DatatypeLiteral):
            datatype, lexical = str(value.datatype_iri), str(value.literal)
            if datatype == XSD + "float" and lexical[-1:] in ("f", "F") and "INF" not in lexical:
                lexical = lexical[:-1]  # Manchester syntax writes 1.5f
            return unified_literal(lexical, datatype)
        return unified_literal(value.literal)

    def class_(self, expression: Any) -> ClassExpression:
        """Return a class expression."""
        maker = _CLASSES.get(type(expression))
        if maker is None:
            raise MalformedError(
                f"unsupported-expression:{type(expression).__name__}", "a class is not understood"
            )
        if self._depth >= _DEEP:
            raise MalformedError(
                "malformed-expression", f"a class expression is nested more than {_DEEP} deep"
            )
        self._depth += 1
        try:
            return maker(self, expression)
        finally:
            self._depth -= 1

    def _named(self, expression: Any) -> ClassExpression:
        return self._entities.class_(str(expression.first))

    def _and(self, expression: Any) -> ClassExpression:
        parts = tuple(self.class_(part) for part in expression.first)
        return parts[0] if len(parts) == 1 else And(parts) if parts else Class(THING)

    def _or(self, expression: Any) -> ClassExpression:
        parts = tuple(self.class_(part) for part in expression.first)
        return parts[0] if len(parts) == 1 else Or(parts) if parts else Class(NOTHING)

    def _not(self, expression: Any) -> ClassExpression:
        return Not(self.class_(expression.first))

    def _one_of(self, expression: Any) -> ClassExpression:
        individuals = tuple(self.individual(individual) for individual in expression.first)
        return OneOf(individuals) if individuals else Class(NOTHING)

    def _some(self, expression: Any) -> ClassExpression:
        return Some(self.role(expression.ope), self.class_(expression.bce))

    def _only(self, expression: Any) -> ClassExpression:
        return Only(self.role(expression.ope), self.class_(expression.bce))

    def _has_value(self, expression: Any) -> ClassExpression:
        return HasValue(self.role(expression.ope), self.individual(expression.i))

    def _has_self(self, expression: Any) -> ClassExpression:
        return HasSelf(self.role(expression.first))

    def _cardinality(self, expression: Any) -> ClassExpression:
        kind, filler = _COUNTS[type(expression)], self.class_(expression.bce)
        return Cardinality(kind, int(expression.n), self.role(expression.ope), filler)

    def _data_some(self, expression: Any) -> ClassExpression:
        return DataSome(self.data_property(expression.dp), self.range(expression.dr))

    def _data_only(self, expression: Any) -> ClassExpression:
        return DataOnly(self.data_property(expression.dp), self.range(expression.dr))

    def _data_has_value(self, expression: Any) -> ClassExpression:
        return DataHasValue(self.data_property(expression.dp), self.literal(expression.l))

    def _data_cardinality(self, expression: Any) -> ClassExpression:
        kind, filler = _COUNTS[type(expression)], self.range(expression.dr)
        return DataCardinality(kind, int(expression.n), self.data_property(expression.dp), filler)

    def range(self, expression: Any) -> DataRange:
        """Return a data range."""
        if isinstance(expression, horned.Datatype):
            return Datatype(str(expression.first))
        if isinstance(expression, horned.DataOneOf):
            return DataOneOf(tuple(self.literal(value) for value in expression.first))
        if isinstance(expression, horned.DatatypeRestriction):
            facets = ((_FACETS[str(facet.f)], self.literal(facet.l)) for facet in expression.second)
            return DatatypeRestriction(str(expression.first.first), tuple(facets))
        if isinstance(expression, horned.DataComplementOf):
            return DataComplement(self.range(expression.first))
        parts = tuple(self.range(part) for part in expression.first)
        if isinstance(expression, horned.DataIntersectionOf):
            return DataIntersection(parts)
        return DataUnion(parts)


_CLASSES: Mapping[type, Callable[[HornedExpressions, Any], ClassExpression]] = {
    horned.Class: HornedExpressions._named,
    horned.ObjectIntersectionOf: HornedExpressions._and,
    horned.ObjectUnionOf: HornedExpressions._or,
    horned.ObjectComplementOf: HornedExpressions._not,
    horned.ObjectOneOf: HornedExpressions._one_of,
    horned.ObjectSomeValuesFrom: HornedExpressions._some,
    horned.ObjectAllValuesFrom: HornedExpressions._only,
    horned.ObjectHasValue: HornedExpressions._has_value,
    horned.ObjectHasSelf: HornedExpressions._has_self,
    horned.ObjectMinCardinality: HornedExpressions._cardinality,
    horned.ObjectMaxCardinality: HornedExpressions._cardinality,
    horned.ObjectExactCardinality: HornedExpressions._cardinality,
    horned.DataSomeValuesFrom: HornedExpressions._data_some,
    horned.DataAllValuesFrom: HornedExpressions._data_only,
    horned.DataHasValue: HornedExpressions._data_has_value,
    horned.DataMinCardinality: HornedExpressions._data_cardinality,
    horned.DataMaxCardinality: HornedExpressions._data_cardinality,
    horned.DataExactCardinality: HornedExpressions._data_cardinality,
}
