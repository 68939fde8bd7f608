"""An axiom as questions that a reasoner about individuals can answer.

``C ⊑ D`` follows if anyone in C, of whom nothing else is known, is in D; ``r ⊑ s`` if any two
who are related by r are related by s. So every axiom becomes: assume something of individuals
with fresh names, then one of them belongs to a class expression. The axiom follows if, and only
if, all its questions have the answer yes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.expressions import (
    Class,
    ClassExpression,
    Datatype,
    HasSelf,
    HasValue,
    Not,
    OneOf,
    Role,
)
from owlboost.ontology.vocabulary import RDFS_LITERAL

FRESH = "urn:fresh:"
X, Y, Z = (FRESH + letter for letter in "xyz")
_RANGE = Datatype(FRESH + "datatype")
_PROPERTY = FRESH + "property"


@dataclass(frozen=True, slots=True)
class Question:
    """Does someone belong to a class, given assumptions about fresh names?

    ``who`` is None to ask whether anyone at all belongs to it.
    """

    who: str | None
    expression: ClassExpression
    assumed: tuple[ax.Axiom, ...] = ()


class UnaskableError(Exception):
    """An axiom that no question stands for."""


def questions(axiom: ax.Axiom) -> Iterator[Question]:
    """Iterate over the questions of an axiom."""
    match axiom:
        case ax.ClassAssertion(individual, expression):
            yield Question(individual, expression)
        case ax.SameIndividual(names):
            yield from (Question(one, OneOf((two,))) for one, two in pairwise(names))
        case ax.DifferentIndividuals(names):
            yield from (Question(one, Not(OneOf((two,)))) for one, two in combinations(names, 2))
        case ax.NegativeRoleAssertion(role, subject, object_):
            yield Question(subject, Not(HasValue(role, object_)))
        case ax.NegativeDataAssertion(property_, subject, literal):
            yield Question(subject, Not(ex.DataHasValue(property_, literal)))
        case ax.HasKey(expression, roles, properties):
            yield _key(expression, roles, properties)
        case _:
            yield from _class_questions(axiom)


def _class_questions(axiom: ax.Axiom) -> Iterator[Question]:
    match axiom:
        case ax.SubClassOf(lower, upper):
            yield Question(X, upper, (ax.ClassAssertion(X, lower),))
        case ax.EquivalentClasses(classes):
            for lower, upper in pairwise([*classes, classes[0]]):
                yield Question(X, upper, (ax.ClassAssertion(X, lower),))
        case ax.DisjointClasses(classes):
            for one, two in combinations(classes, 2):
                yield Question(X, Not(two), (ax.ClassAssertion(X, one),))
        case ax.DisjointUnion(iri, classes):
            yield from questions(ax.DisjointClasses(classes))
            yield from questions(ax.EquivalentClasses((Class(iri), ex.Or(classes))))
        case ax.RoleCharacteristic(role, kind):
            yield _characteristic(role, kind)
        case _:
            yield from _role_questions(axiom)


def _role_questions(axiom: ax.Axiom) -> Iterator[Question]:
    match axiom:
        case ax.SubRoleOf(chain, upper):
            path = [X, *(f"{FRESH}x{number}" for number in range(1, len(chain))), Y]
            steps = zip(chain, pairwise(path), strict=True)
            assumed = tuple(_related(role, one, two) for role, (one, two) in steps)
            yield Question(X, HasValue(upper, Y), assumed)
        case ax.EquivalentRoles(roles):
            for lower, upper in pairwise([*roles, roles[0]]):
                yield Question(X, HasValue(upper, Y), (_related(lower, X, Y),))
        case ax.DisjointRoles(roles):
            for one, two in combinations(roles, 2):
                yield Question(X, Not(HasValue(two, Y)), (_related(one, X, Y),))
        case ax.InverseRoles(first, second):
            yield Question(Y, HasValue(second, X), (_related(first, X, Y),))
            yield Question(Y, HasValue(first, X), (_related(second, X, Y),))
        case ax.RoleDomain(role, domain):
            yield Question(X, domain, (_related(role, X, Y),))
        case ax.RoleRange(role, range_):
            yield Question(Y, range_, (_related(role, X, Y),))
        case _:
            yield from _data_questions(axiom)


def _data_questions(axiom: ax.Axiom) -> Iterator[Question]:
    match axiom:
        case ax.SubDataPropertyOf(lower, upper):
            yield _carried(lower, upper)
        case ax.EquivalentDataProperties(properties):
            for lower, upper in pairwise([*properties, properties[0]]):
                yield _carried(lower, upper)
        case ax.DataDomain(property_, domain):
            some = ex.DataSome(property_, Datatype(RDFS_LITERAL))
            yield Question(X, domain, (ax.ClassAssertion(X, some),))
        case ax.DataPropertyRange(property_, range_):
            yield Question(X, ex.DataOnly(property_, range_), (_anyone(X),))
        case ax.FunctionalData(property_):
            most = ex.DataCardinality("max", 1, property_, Datatype(RDFS_LITERAL))
            yield Question(X, most, (_anyone(X),))
        case ax.DatatypeDefinition(iri, range_):
            defined = ex.DataSome(_PROPERTY, Datatype(iri))
            spelled = ex.DataSome(_PROPERTY, range_)
            yield Question(X, spelled, (ax.ClassAssertion(X, defined),))
            yield Question(X, defined, (ax.ClassAssertion(X, spelled),))
        case _:
            raise UnaskableError(type(axiom).__name__)


def _characteristic(role: Role, kind: str) -> Question:
    forth, back = _related(role, X, Y), HasValue(role, X)
    known = {
        "functional": Question(Y, OneOf((Z,)), (forth, _related(role, X, Z))),
        "inverse-functional": Question(X, OneOf((Z,)), (forth, _related(role, Z, Y))),
        "reflexive": Question(X, HasSelf(role), (_anyone(X),)),
        "irreflexive": Question(X, Not(HasSelf(role)), (_anyone(X),)),
        "symmetric": Question(Y, back, (forth,)),
        "asymmetric": Question(Y, Not(back), (forth,)),
        "transitive": Question(X, HasValue(role, Z), (forth, _related(role, Y, Z))),
    }
    return known[kind]


def _key(
    expression: ClassExpression, roles: tuple[Role, ...], properties: tuple[str, ...]
) -> Question:
    """Two who share a filler of every property; values of a fresh datatype have no name."""
    if properties:
        raise UnaskableError("a key with data properties")
    shared = [_related(role, who, f"{FRESH}x{i}") for i, role in enumerate(roles) for who in (X, Y)]
    members = [ax.ClassAssertion(who, expression) for who in (X, Y)]
    return Question(X, OneOf((Y,)), (*members, *shared))


def _carried(lower: str, upper: str) -> Question:
    """Whether a value of one property is one of the other: of a datatype that may be any set."""
    return Question(
        X, ex.DataSome(upper, _RANGE), (ax.ClassAssertion(X, ex.DataSome(lower, _RANGE)),)
    )


def _related(role: Role, one: str, two: str) -> ax.ClassAssertion:
    return ax.ClassAssertion(one, HasValue(role, two))


def _anyone(name: str) -> ax.ClassAssertion:
    return ax.ClassAssertion(name, Class(ex.THING))
