"""What follows to what degree, by a plain chase: a conclusion holds as far as its weakest premise.

A fact is (class, x) or (role, x, y). Every ``∃r.C`` on the right gets a witness of its own for each
owner: it fills r, and belongs to C, as far as the owner does to the left side. The chase stops at
a depth of witnesses. It knows Horn axioms without equality and without contradictions.
"""

from collections.abc import Iterable, Iterator, Mapping

from owlboost.ontology.axioms import (
    Axiom,
    InverseRoles,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SubClassOf,
    SubRoleOf,
)
from owlboost.ontology.expressions import And, Class, ClassExpression, Only, Role, Some

Fact = tuple[str, str] | tuple[str, str, str]
Degrees = dict[Fact, float]


def fuzzy_chase(axioms: Iterable[Axiom], stated: Mapping[Fact, float], depth: int) -> Degrees:
    """Return all facts that follow, each with the largest degree to which it does."""
    held: Degrees = dict(stated)
    listed = list(axioms)
    while True:
        found = [one for axiom in listed for one in conclusions(axiom, held, depth)]
        news = {fact: degree for fact, degree in found if degree > held.get(fact, 0.0)}
        if not news:
            return held
        for fact, degree in found:
            held[fact] = max(degree, held.get(fact, 0.0))


def elements(held: Degrees) -> set[str]:
    """All that facts are about."""
    return {x for _, *ends in held for x in ends}


def pairs(role: Role, held: Degrees) -> Iterator[tuple[str, str, float]]:
    """All pairs of a role, or of its inverse."""
    for fact, degree in list(held.items()):
        if len(fact) == 3 and fact[0] == role.iri:
            x, y = (fact[2], fact[1]) if role.inverse else (fact[1], fact[2])
            yield x, y, degree


def extent(expression: ClassExpression, x: str, held: Degrees) -> float:
    """Degree of a class at an element, under the minimum."""
    match expression:
        case Class(iri):
            return held.get((iri, x), 0.0)
        case And(parts):
            return min(extent(part, x, held) for part in parts)
        case Some(role, filler):
            found = [min(d, extent(filler, y, held)) for z, y, d in pairs(role, held) if z == x]
            return max(found, default=0.0)
        case _:
            raise TypeError(expression)


def related(role: Role, x: str, y: str) -> Fact:
    return (role.iri, y, x) if role.inverse else (role.iri, x, y)


def conclusions(axiom: Axiom, held: Degrees, depth: int) -> Iterator[tuple[Fact, float]]:
    """Iterate over what an axiom makes of what holds."""
    match axiom:
        case SubClassOf(lower, upper):
            for x in elements(held):
                degree = extent(lower, x, held)
                if degree > 0:
                    yield from imposed(upper, x, degree, held, depth)
        case RoleDomain(role, Class(iri)):
            yield from (((iri, x), d) for x, _, d in pairs(role, held))
        case RoleRange(role, Class(iri)):
            yield from (((iri, y), d) for _, y, d in pairs(role, held))
        case _:
            yield from of_roles(axiom, held)


def of_roles(axiom: Axiom, held: Degrees) -> Iterator[tuple[Fact, float]]:
    match axiom:
        case SubRoleOf((one,), upper):
            yield from ((related(upper, x, y), d) for x, y, d in pairs(one, held))
        case SubRoleOf((one, two), upper):
            yield from joined(one, two, upper, held)
        case InverseRoles(one, two):
            yield from ((related(two, y, x), d) for x, y, d in pairs(one, held))
            yield from ((related(one, y, x), d) for x, y, d in pairs(two, held))
        case RoleCharacteristic(role, "symmetric"):
            yield from ((related(role, y, x), d) for x, y, d in pairs(role, held))
        case RoleCharacteristic(role, "transitive"):
            yield from joined(role, role, role, held)
        case _:
            raise TypeError(axiom)


def joined(one: Role, two: Role, upper: Role, held: Degrees) -> Iterator[tuple[Fact, float]]:
    for x, y, d in pairs(one, held):
        for z, u, e in pairs(two, held):
            if y == z:
                yield related(upper, x, u), min(d, e)


def imposed(
    upper: ClassExpression, x: str, degree: float, held: Degrees, depth: int
) -> Iterator[tuple[Fact, float]]:
    """Iterate over what it takes for an element to belong to a class to a degree."""
    match upper:
        case Class(iri):
            yield (iri, x), degree
        case Only(role, Class(iri)):
            for z, y, d in pairs(role, held):
                if z == x:
                    yield (iri, y), min(d, degree)
        case Some(role, filler):
            if x.count("|") < depth:
                witness = f"{x}|{role.iri}{filler}"
                yield related(role, x, witness), degree
                yield from imposed(filler, witness, degree, held, depth)
        case _:
            raise TypeError(upper)
