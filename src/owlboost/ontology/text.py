"""Axioms and expressions as text, in two ways that must not be unified.

:func:`expression_text` and :func:`axiom_text` serve messages and, as their results never change, an
order: witnesses are numbered by it. :func:`sentences` writes Manchester syntax for people.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.statements import DataAssertion, RoleAssertion, Statement, strings_of
from owlboost.ontology.vocabulary import RDFS_LITERAL, STRING, XSD
from owlboost.runtime.names import quoted, short_name

Spelling = Callable[[str], str]
"""How an IRI is written: in short, or in full where different names must differ."""


def role_text(role: ex.Role, name: Spelling = short_name) -> str:
    """Write a role as in Manchester syntax.

    Examples
    --------
    >>> role_text(ex.Role("http://example.org/#hasPart", inverse=True))
    'inverse hasPart'
    """
    return f"inverse {name(role.iri)}" if role.inverse else name(role.iri)


def literal_text(literal: ex.Literal, name: Spelling = short_name) -> str:
    """Write a data value as in Manchester syntax, with its datatype."""
    tag = f"@{literal.language}" if literal.language else f"^^{name(literal.datatype)}"
    return f'"{literal.lexical}"{tag}'


def range_text(range_: ex.DataRange, name: Spelling = short_name) -> str:
    """Return a data range in Manchester syntax; parts are sorted."""
    match range_:
        case ex.Datatype(iri):
            return name(iri)
        case ex.DataOneOf(literals):
            shown = sorted(literal_text(literal, name) for literal in literals)
            return "{" + ", ".join(shown) + "}"
        case ex.DatatypeRestriction(datatype, facets):
            shown = sorted(f"{name(facet)} {value.lexical}" for facet, value in facets)
            return f"{name(datatype)}[{', '.join(shown)}]"
        case ex.DataIntersection(parts):
            return " and ".join(sorted(f"({range_text(part, name)})" for part in parts))
        case ex.DataUnion(parts):
            return " or ".join(sorted(f"({range_text(part, name)})" for part in parts))
        case ex.DataComplement(of):
            return f"not ({range_text(of, name)})"


def expression_text(  # noqa: PLR0911 - one per case
    expression: ex.ClassExpression, name: Spelling = short_name
) -> str:
    """Return a class expression in Manchester syntax; parts are sorted.

    Examples
    --------
    >>> expression_text(ex.And((ex.Class("urn:B"), ex.Some(ex.Role("urn:r"), ex.Class("urn:A")))))
    '(B) and (r some (A))'
    """
    match expression:
        case ex.Class(iri):
            return name(iri)
        case ex.And(parts):
            return " and ".join(sorted(f"({expression_text(part, name)})" for part in parts))
        case ex.Or(parts):
            return " or ".join(sorted(f"({expression_text(part, name)})" for part in parts))
        case ex.Not(of):
            return f"not ({expression_text(of, name)})"
        case ex.OneOf(individuals):
            return "{" + ", ".join(sorted(map(name, individuals))) + "}"
        case ex.DataSome() | ex.DataOnly() | ex.DataHasValue() | ex.DataCardinality():
            return _data_text(expression, name)
        case _:
            return _role_text(expression, name)


def _role_text(
    expression: ex.RoleRestriction,
    name: Spelling = short_name,
) -> str:
    role = role_text(expression.role, name)
    match expression:
        case ex.Some(_, filler):
            return f"{role} some ({expression_text(filler, name)})"
        case ex.Only(_, filler):
            return f"{role} only ({expression_text(filler, name)})"
        case ex.HasValue(_, individual):
            return f"{role} value {name(individual)}"
        case ex.HasSelf():
            return f"{role} Self"
        case ex.Cardinality(kind, number, _, filler):
            return f"{role} {_keyword(kind)} {number} ({expression_text(filler, name)})"


def _data_text(
    expression: ex.DataRestriction,
    name: Spelling = short_name,
) -> str:
    shown = name(expression.property)
    match expression:
        case ex.DataSome(_, range_):
            return f"{shown} some ({range_text(range_, name)})"
        case ex.DataOnly(_, range_):
            return f"{shown} only ({range_text(range_, name)})"
        case ex.DataHasValue(_, literal):
            return f"{shown} value {literal_text(literal, name)}"
        case ex.DataCardinality(kind, number, _, range_):
            return f"{shown} {_keyword(kind)} {number} ({range_text(range_, name)})"


def _keyword(kind: str) -> str:
    return "exactly" if kind == "exact" else kind


def axiom_text(axiom: ax.Axiom, name: Spelling = short_name) -> str:
    """Return an axiom as its kind and its parts, in the order in which they were written.

    Examples
    --------
    >>> from owlboost.ontology.axioms import DisjointClasses
    >>> axiom_text(DisjointClasses((ex.Class("urn:Cat"), ex.Class("urn:Dog"))))
    'DisjointClasses(Cat, Dog)'
    """
    parts = [text for field in axiom.__slots__ for text in _parts(getattr(axiom, field), name)]
    return f"{type(axiom).__name__}({', '.join(parts)})"


def _parts(part: object, name: Spelling) -> list[str]:
    match part:
        case tuple():
            return [text for inner in part for text in _parts(inner, name)]
        case ex.Role():
            return [role_text(part, name)]
        case ex.Literal():
            return [literal_text(part, name)]
        case str():
            return [name(part)]
        case _ if isinstance(part, ex.ClassExpression):
            return [expression_text(part, name)]
        case _:
            return [range_text(part, name)] if isinstance(part, ex.DataRange) else [str(part)]


_FACETS = {
    XSD + "minInclusive": ">=",
    XSD + "maxInclusive": "<=",
    XSD + "minExclusive": ">",
    XSD + "maxExclusive": "<",
}
_BARE = frozenset(XSD + name for name in ("integer", "decimal", "boolean"))
"""Datatypes whose values Manchester syntax writes without quotes."""

_PropertyAxiom = (
    ax.SubRoleOf | ax.SubDataPropertyOf | ax.EquivalentRoles | ax.EquivalentDataProperties
    | ax.DisjointRoles | ax.DisjointDataProperties | ax.InverseRoles
    | ax.RoleDomain | ax.DataDomain | ax.RoleRange | ax.DataPropertyRange
)  # fmt: skip


class Naming(Protocol):
    """The names that people give to things."""

    @property
    def iris(self) -> bool:
        """Whether entities are shown by their full IRIs."""

    def name(self, iri: str) -> str:
        """Return the name of a thing."""


@dataclass(frozen=True, slots=True)
class _ShortNames:
    iris: bool = False

    def name(self, iri: str) -> str:
        return short_name(iri)


SHORT_NAMES: Naming = _ShortNames()
"""Every thing has its short name."""


def sentences(statements: Iterable[Statement], naming: Naming = SHORT_NAMES) -> list[str]:
    """Return each statement as a line.

    Names are labels or short; where two of them would read the same, they are written in full.

    Examples
    --------
    >>> tom = ax.ClassAssertion("http://ex.org#tom", ex.Class("http://ex.org#Cat"))
    >>> sentences([tom, ax.SubClassOf(ex.Class("http://ex.org#Cat"), ex.Class("http://ex.org#Pet"))])
    ['tom Type Cat', 'Cat SubClassOf Pet']
    """
    statements = tuple(statements)
    write = _Sentences(frozenset(strings_of(statements)), naming)
    return [write.statement(statement) for statement in statements]


class _Sentences:
    """Writer of statements that mention the given names."""

    def __init__(self, names: frozenset[str], naming: Naming) -> None:
        iris = [name for name in names if ":" in name]
        uses = Counter(map(naming.name, iris))
        self._naming = naming
        self._full = frozenset(name for name in iris if naming.iris or uses[naming.name(name)] > 1)

    def name(self, iri: str) -> str:
        if iri.startswith("_:"):
            return iri
        return f"<{iri}>" if iri in self._full else quoted(self._naming.name(iri))

    def statement(self, statement: Statement) -> str:  # noqa: PLR0911 - one per case
        match statement:
            case ax.ClassAssertion(individual, expression):
                return f"{self.name(individual)} Type {self.class_(expression)}"
            case RoleAssertion(role, subject, object_):
                return f"{self.name(subject)} {self.role(role)} {self.name(object_)}"
            case DataAssertion(property_, subject, literal):
                return f"{self.name(subject)} {self.name(property_)} {self.literal(literal)}"
            case ax.NegativeRoleAssertion(role, subject, object_):
                return f"not ({self.name(subject)} {self.role(role)} {self.name(object_)})"
            case ax.NegativeDataAssertion(property_, subject, literal):
                return f"not ({self.name(subject)} {self.name(property_)} {self.literal(literal)})"
            case ax.SameIndividual(people):
                return _several("SameAs", map(self.name, people), "SameIndividual")
            case ax.DifferentIndividuals(people):
                return _several("DifferentFrom", map(self.name, people), "DifferentIndividuals")
            case (
                ax.RoleCharacteristic()
                | ax.FunctionalData()
                | ax.HasKey()
                | ax.DatatypeDefinition()
            ):
                return self._characteristic(statement)
            case (
                ax.SubClassOf() | ax.EquivalentClasses() | ax.DisjointClasses() | ax.DisjointUnion()
            ):
                return self._class_axiom(statement)
            case _:
                return self._property_axiom(statement)

    def _characteristic(
        self, axiom: ax.RoleCharacteristic | ax.FunctionalData | ax.HasKey | ax.DatatypeDefinition
    ) -> str:
        match axiom:
            case ax.RoleCharacteristic(role, kind):
                word = kind.title().replace("-", "")
                return f"{self.role(role)} Characteristic {word}"
            case ax.FunctionalData(property_):
                return f"{self.name(property_)} Characteristic Functional"
            case ax.HasKey(expression, roles, properties):
                keys = [*map(self.role, roles), *map(self.name, properties)]
                return f"{self.class_(expression)} HasKey {', '.join(keys)}"
            case ax.DatatypeDefinition(iri, range_):
                return f"{self.name(iri)} EquivalentTo {self.range(range_)}"

    def _class_axiom(self, axiom: ax.ClassAxiom) -> str:
        match axiom:
            case ax.SubClassOf(lower, upper):
                return f"{self.class_(lower)} SubClassOf {self.class_(upper)}"
            case ax.EquivalentClasses(classes):
                return _several("EquivalentTo", map(self.class_, classes), "EquivalentClasses")
            case ax.DisjointClasses(classes):
                return _several("DisjointWith", map(self.class_, classes), "DisjointClasses")
            case ax.DisjointUnion(iri, classes):
                return f"{self.name(iri)} DisjointUnionOf {', '.join(map(self.class_, classes))}"

    def _property_axiom(self, axiom: _PropertyAxiom) -> str:  # noqa: C901, PLR0911 - one per case
        match axiom:
            case ax.SubRoleOf(chain, upper):
                lower = " o ".join(map(self.role, chain))
                return f"{lower} SubPropertyOf {self.role(upper)}"
            case ax.SubDataPropertyOf(below, above):
                return f"{self.name(below)} SubPropertyOf {self.name(above)}"
            case ax.EquivalentRoles(roles):
                return _several("EquivalentTo", map(self.role, roles), "EquivalentProperties")
            case ax.EquivalentDataProperties(properties):
                shown = map(self.name, properties)
                return _several("EquivalentTo", shown, "EquivalentProperties")
            case ax.DisjointRoles(roles):
                return _several("DisjointWith", map(self.role, roles), "DisjointProperties")
            case ax.DisjointDataProperties(properties):
                return _several("DisjointWith", map(self.name, properties), "DisjointProperties")
            case ax.InverseRoles(first, second):
                return f"{self.role(first)} InverseOf {self.role(second)}"
            case ax.RoleDomain(role, domain):
                return f"{self.role(role)} Domain {self.class_(domain)}"
            case ax.DataDomain(property_, domain):
                return f"{self.name(property_)} Domain {self.class_(domain)}"
            case ax.RoleRange(role, filler):
                return f"{self.role(role)} Range {self.class_(filler)}"
            case ax.DataPropertyRange(property_, range_):
                return f"{self.name(property_)} Range {self.range(range_)}"

    def role(self, role: ex.Role) -> str:
        return f"inverse {self.name(role.iri)}" if role.inverse else self.name(role.iri)

    def literal(self, literal: ex.Literal) -> str:
        if literal.datatype in _BARE:
            return literal.lexical
        text = '"' + literal.lexical.replace("\\", "\\\\").replace('"', '\\"') + '"'
        if literal.language:
            return f"{text}@{literal.language}"
        return text if literal.datatype == STRING else f"{text}^^{self.name(literal.datatype)}"

    def range(self, range_: ex.DataRange) -> str:
        match range_:
            case ex.Datatype(iri):
                return self.name(iri)
            case ex.DataOneOf(literals):
                return "{" + ", ".join(map(self.literal, literals)) + "}"
            case ex.DatatypeRestriction(datatype, facets):
                shown = (
                    f"{_FACETS.get(facet, short_name(facet))} {self.literal(bound)}"
                    for facet, bound in facets
                )
                return f"{self.name(datatype)}[{', '.join(shown)}]"
            case ex.DataIntersection(parts):
                return " and ".join(map(self._inner_range, parts))
            case ex.DataUnion(parts):
                return " or ".join(map(self._inner_range, parts))
            case ex.DataComplement(inner):
                return f"not {self._inner_range(inner)}"

    def _inner_range(self, range_: ex.DataRange) -> str:
        text = self.range(range_)
        return f"({text})" if isinstance(range_, ex.DataIntersection | ex.DataUnion) else text

    def class_(self, expression: ex.ClassExpression) -> str:  # noqa: PLR0911 - one per case
        """Write a class, without parentheses around it."""
        match expression:
            case ex.Class(iri):
                return self.name(iri)
            case ex.And(parts):
                return " and ".join(map(self._inner, parts))
            case ex.Or(parts):
                return " or ".join(map(self._inner, parts))
            case ex.Not(inner):
                return f"not {self._inner(inner)}"
            case ex.OneOf(individuals):
                return "{" + ", ".join(map(self.name, individuals)) + "}"
            case ex.DataSome() | ex.DataOnly() | ex.DataHasValue() | ex.DataCardinality():
                return self._data_restriction(expression)
            case _:
                return self._restriction(expression)

    def _inner(self, expression: ex.ClassExpression) -> str:
        text = self.class_(expression)
        return text if isinstance(expression, ex.Class | ex.OneOf) else f"({text})"

    def _restriction(self, expression: ex.RoleRestriction) -> str:
        role = self.role(expression.role)
        match expression:
            case ex.Some(_, filler):
                return f"{role} some {self._inner(filler)}"
            case ex.Only(_, filler):
                return f"{role} only {self._inner(filler)}"
            case ex.HasValue(_, individual):
                return f"{role} value {self.name(individual)}"
            case ex.HasSelf():
                return f"{role} Self"
            case ex.Cardinality(kind, number, _, filler):
                qualifier = "" if filler == ex.Class(ex.THING) else f" {self._inner(filler)}"
                return f"{role} {_keyword(kind)} {number}{qualifier}"

    def _data_restriction(self, expression: ex.DataRestriction) -> str:
        name = self.name(expression.property)
        match expression:
            case ex.DataSome(_, range_):
                return f"{name} some {self._inner_range(range_)}"
            case ex.DataOnly(_, range_):
                return f"{name} only {self._inner_range(range_)}"
            case ex.DataHasValue(_, literal):
                return f"{name} value {self.literal(literal)}"
            case ex.DataCardinality(kind, number, _, range_):
                qualifier = (
                    "" if range_ == ex.Datatype(RDFS_LITERAL) else f" {self._inner_range(range_)}"
                )
                return f"{name} {_keyword(kind)} {number}{qualifier}"


def _several(word: str, shown: Iterable[str], heading: str) -> str:
    """Join two texts by a word, or list more under a heading."""
    texts = list(shown)
    return f" {word} ".join(texts) if len(texts) == 2 else f"{heading}: {', '.join(texts)}"
