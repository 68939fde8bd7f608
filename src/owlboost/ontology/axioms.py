"""OWL 2 axioms as values, and the names, individuals and literals in them.

The terminology (TBox, RBox) and assertions with compound classes are axioms. Plain assertions
about individuals, of which there may be millions, are columns of numbers:
:class:`~owlboost.ontology.ontology.Facts`. An anonymous individual is named ``_:label``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, ClassVar, TypeVar, cast

from owlboost.ontology import expressions as ex


class NaryAxiom(ex.Operands):
    """An axiom on two operands or more."""

    __slots__ = ()
    least: ClassVar[int] = 2


@dataclass(frozen=True, slots=True)
class SubClassOf:
    """``lower ⊑ upper``."""

    lower: ex.ClassExpression
    upper: ex.ClassExpression


@dataclass(frozen=True, slots=True)
class EquivalentClasses(NaryAxiom):
    """All classes of the list have the same members."""

    classes: tuple[ex.ClassExpression, ...]


@dataclass(frozen=True, slots=True)
class DisjointClasses(NaryAxiom):
    """No two classes of the list share a member."""

    classes: tuple[ex.ClassExpression, ...]


@dataclass(frozen=True, slots=True)
class DisjointUnion(ex.Operands):
    """A class is the union of pairwise disjoint classes."""

    iri: str
    classes: tuple[ex.ClassExpression, ...]


@dataclass(frozen=True, slots=True)
class SubRoleOf:
    """A property chain: ``r₁ ∘ … ∘ rₙ ⊑ upper``.

    With one role on the left it is a plain sub-property axiom.
    """

    chain: tuple[ex.Role, ...]
    upper: ex.Role


@dataclass(frozen=True, slots=True)
class EquivalentRoles(NaryAxiom):
    """All roles of the list have the same pairs."""

    roles: tuple[ex.Role, ...]


@dataclass(frozen=True, slots=True)
class DisjointRoles(NaryAxiom):
    """No two roles of the list share a pair."""

    roles: tuple[ex.Role, ...]


@dataclass(frozen=True, slots=True)
class InverseRoles:
    """Two roles are each other's inverse."""

    first: ex.Role
    second: ex.Role


@dataclass(frozen=True, slots=True)
class RoleDomain:
    """Whatever has a filler of the role belongs to the class."""

    role: ex.Role
    domain: ex.ClassExpression


@dataclass(frozen=True, slots=True)
class RoleRange:
    """Whatever fills the role belongs to the class."""

    role: ex.Role
    range: ex.ClassExpression


@dataclass(frozen=True, slots=True)
class RoleCharacteristic:
    """``functional``, ``inverse-functional``, ``reflexive``, ``irreflexive``, ``symmetric``,
    ``asymmetric`` or ``transitive``.
    """  # noqa: D205

    role: ex.Role
    kind: str


@dataclass(frozen=True, slots=True)
class SubDataPropertyOf:
    """``lower ⊑ upper`` for data properties."""

    lower: str
    upper: str


@dataclass(frozen=True, slots=True)
class EquivalentDataProperties(NaryAxiom):
    """All data properties of the list have the same values."""

    properties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DisjointDataProperties(NaryAxiom):
    """No individual has one value of two data properties of the list."""

    properties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DataDomain:
    """Whatever has a value of the property belongs to the class."""

    property: str
    domain: ex.ClassExpression


@dataclass(frozen=True, slots=True)
class DataPropertyRange:
    """All values of the property lie in the range."""

    property: str
    range: ex.DataRange


@dataclass(frozen=True, slots=True)
class FunctionalData:
    """An individual has at most one value of the property."""

    property: str


@dataclass(frozen=True, slots=True)
class DatatypeDefinition:
    """A named datatype stands for a range."""

    iri: str
    range: ex.DataRange


@dataclass(frozen=True, slots=True)
class HasKey(ex.Operands):
    """Named members of the class with the same keys are the same."""

    expression: ex.ClassExpression
    roles: tuple[ex.Role, ...]
    properties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SameIndividual(NaryAxiom):
    """All names of the list mean one individual."""

    individuals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DifferentIndividuals(NaryAxiom):
    """No two names of the list mean one individual."""

    individuals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClassAssertion:
    """An individual belongs to a compound class.

    Membership in a named class is in :class:`Facts`.
    """

    individual: str
    expression: ex.ClassExpression


@dataclass(frozen=True, slots=True)
class NegativeRoleAssertion:
    """Two individuals are not related."""

    role: ex.Role
    subject: str
    object: str


@dataclass(frozen=True, slots=True)
class NegativeDataAssertion:
    """An individual does not have a value."""

    property: str
    subject: str
    literal: ex.Literal


ClassAxiom = SubClassOf | EquivalentClasses | DisjointClasses | DisjointUnion
Axiom = (
    ClassAxiom | SubRoleOf | EquivalentRoles | DisjointRoles | InverseRoles
    | RoleDomain | RoleRange | RoleCharacteristic
    | SubDataPropertyOf | EquivalentDataProperties | DisjointDataProperties
    | DataDomain | DataPropertyRange | FunctionalData | DatatypeDefinition | HasKey
    | SameIndividual | DifferentIndividuals | ClassAssertion
    | NegativeRoleAssertion | NegativeDataAssertion
)  # fmt: skip
NegativeAssertion = NegativeRoleAssertion | NegativeDataAssertion
Assertion = ClassAssertion | NegativeAssertion | SameIndividual | DifferentIndividuals
"""The axioms about individuals."""


_Node = TypeVar("_Node")


def walk(node: object) -> Iterator[object]:
    """Iterate over an axiom or expression and all of its parts."""
    if isinstance(node, tuple):
        for part in node:
            yield from walk(part)
    elif not isinstance(node, str | bool | int):
        yield node
        for name in getattr(node, "__dataclass_fields__", ()):
            yield from walk(getattr(node, name))


def strings_in(node: object) -> Iterator[str]:
    """Iterate over all names that an axiom or expression mentions."""
    for part in walk(node):
        for name in getattr(part, "__dataclass_fields__", ()):
            value = getattr(part, name)
            for inner in value if isinstance(value, tuple) else (value,):
                if isinstance(inner, str):
                    yield inner


def classes_in(node: object) -> set[str]:
    """Return the class names that an axiom or expression mentions."""
    return {part.iri for part in walk(node) if isinstance(part, ex.Class | DisjointUnion)}


def individuals_in(node: object) -> set[str]:
    """Return the individuals that an axiom or expression mentions."""
    individuals: set[str] = set()
    for part in walk(node):
        match part:
            case ex.HasValue(_, individual) | ClassAssertion(individual, _):
                individuals.add(individual)
            case ex.OneOf(names) | SameIndividual(names) | DifferentIndividuals(names):
                individuals.update(names)
            case NegativeRoleAssertion(_, subject, object_):
                individuals.update((subject, object_))
            case NegativeDataAssertion(_, subject, _):
                individuals.add(subject)
            case _:
                pass
    return individuals


def literals_in(node: object) -> list[ex.Literal]:
    """Return the literals that an axiom or expression mentions, in order."""
    literals, pending = [], [node]
    while pending:  # not by walk(): there may be many axioms, and most have no literal
        part = pending.pop()
        if isinstance(part, ex.Literal):
            literals.append(part)
        elif isinstance(part, tuple):
            pending.extend(reversed(part))
        else:
            pending.extend(getattr(part, name) for name in reversed(getattr(part, "__slots__", ())))
    return literals


def with_literals(node: _Node, change: Callable[[ex.Literal], ex.Literal]) -> _Node:
    """Return an axiom or expression with every literal of it changed."""
    changed: Any = node
    if isinstance(node, ex.Literal):
        changed = change(node)
    elif isinstance(node, tuple):
        changed = tuple(with_literals(part, change) for part in node)
    elif is_dataclass(node) and not isinstance(node, type) and literals_in(node):
        parts = {part.name: getattr(node, part.name) for part in fields(node)}
        changed = replace(
            node, **{name: with_literals(part, change) for name, part in parts.items()}
        )
    return cast("_Node", changed)


def conjuncts(expression: ex.ClassExpression) -> Iterator[ex.ClassExpression]:
    """Iterate over the parts of a conjunction, however nested."""
    if isinstance(expression, ex.And):
        for part in expression.parts:
            yield from conjuncts(part)
    else:
        yield expression
