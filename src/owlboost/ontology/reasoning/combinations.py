"""Which axioms draw a conclusion from several facts that hold to a degree only."""

from collections.abc import Iterable, Iterator
from itertools import permutations

from owlboost.ontology.language.axioms import (
    Axiom,
    DataDomain,
    DisjointUnion,
    EquivalentClasses,
    EquivalentRoles,
    HasKey,
    InverseRoles,
    Ontology,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SubClassOf,
    SubRoleOf,
)
from owlboost.ontology.language.expressions import (
    THING,
    And,
    Cardinality,
    Class,
    DataSome,
    Only,
    Role,
    Some,
)
from owlboost.ontology.language.fuzzy_concepts import GradedInclusion
from owlboost.ontology.language.mentions import walk

_PAIRWISE = frozenset({"transitive", "functional", "inverse-functional"})
"""Characteristics that say something of two pairs together."""


def combining_axioms(ontology: Ontology) -> tuple[Axiom | GradedInclusion, ...]:
    """Return the axioms that may need two facts at once which hold to a degree below 1.

    What holds to a degree and has such a premise is one of them, and so are fuzzy concepts. With
    all others, what follows holds as far as the one fact that it follows from, whatever the
    conjunction. More may be returned than need be, never fewer.
    """
    names = _graded_names(ontology)
    computed = (one for one in ontology.fuzziness.inclusions if _conjoins(one, names))
    return (*(one for one in ontology.axioms if _combines(one, names, ontology)), *computed)


def _graded_names(ontology: Ontology) -> frozenset[str]:
    """Return the classes and roles of which something may hold to a degree below 1."""
    known = ontology.fuzziness
    names = {class_ for _, class_ in known.types} | {role for role, _, _ in known.roles}
    names.update(name for axiom in known.axioms for name in _concluded(axiom))
    told = (
        _told(known.inclusions) if names.isdisjoint(one.upper for one in known.inclusions) else ()
    )
    names.update(one.upper for one in known.inclusions)
    steps = [
        (premises, conclusion)
        for axiom in ontology.axioms
        for premises, conclusion in _steps(axiom)
        if (premises, conclusion) not in told
    ]
    while True:
        more = {
            name
            for premises, conclusion in steps
            if not names.isdisjoint(premises)
            for name in _names(conclusion)
        }
        if more <= names:
            return frozenset(names)
        names |= more


def _concluded(axiom: object) -> Iterator[str]:
    """Iterate over what an axiom that holds to a degree says something of."""
    match axiom:
        case SubClassOf(_, upper) | SubRoleOf(_, upper):
            yield from _names(upper)
        case _:
            yield from _names(axiom)


def _told(inclusions: Iterable[GradedInclusion]) -> set[tuple[tuple[str, ...], object]]:
    """Return what definitions say of their conjuncts, which hold as far as they do anyway."""
    return {
        ((one.upper,), part)
        for one in inclusions
        if one.is_definition and isinstance(one.lower, And)
        for part in one.lower.parts
    }


def _combines(axiom: Axiom, names: frozenset[str], ontology: Ontology) -> bool:
    most = 0 if axiom in ontology.fuzziness.axioms else 1
    match axiom:
        case RoleCharacteristic(role, kind):
            return kind in _PAIRWISE and role.iri in names
        case HasKey(expression, roles, _):
            return any(name in names for part in (expression, roles) for name in _names(part))
        case _:
            counts = (sum(name in names for name in premises) for premises, _ in _steps(axiom))
            return any(count > most for count in counts)


def _conjoins(inclusion: GradedInclusion, names: frozenset[str]) -> bool:
    """Whether a part is a conjunction, or a restriction, of two that may hold to a degree."""
    for part in walk(inclusion.lower):
        if isinstance(part, And | Some):
            found = [one for one in walk(part) if isinstance(one, DataSome)]
            if len(found) + sum(name in names for name in _names(part)) > 1:
                return True
    return False


def _steps(axiom: Axiom) -> Iterator[tuple[tuple[str, ...], object]]:
    """Iterate over the names in the premises of an axiom, with its conclusion."""
    match axiom:
        case SubClassOf(lower, upper):
            yield _premises(lower, upper), upper
        case EquivalentClasses(classes):
            yield from ((_premises(one, two), two) for one, two in permutations(classes, 2))
        case DisjointUnion(iri, classes):
            yield (iri,), classes
            yield from ((tuple(_names(one)), Class(iri)) for one in classes)
        case RoleDomain(role, domain) | RoleRange(role, domain):
            yield _premises(role, domain), domain
        case DataDomain(_, domain):
            yield _premises((), domain), domain
        case _:
            yield from _role_steps(axiom)


def _role_steps(axiom: Axiom) -> Iterator[tuple[tuple[str, ...], object]]:
    match axiom:
        case SubRoleOf(chain, upper):
            yield tuple(_names(chain)), upper
        case EquivalentRoles(roles):
            yield from (((one.iri,), roles) for one in roles)
        case InverseRoles(one, two):
            yield (one.iri,), two
            yield (two.iri,), one
        case _:
            pass


def _premises(lower: object, upper: object) -> tuple[str, ...]:
    """Return the names below, and above the roles of ``∀r.C`` and ``≤n r.C``."""
    needed = list(_names(lower))
    for part in walk(upper):
        match part:
            case Only(role, _):
                needed.append(role.iri)
            case Cardinality("max" | "exact", _, role, _):
                needed += (role.iri, role.iri)  # of two fillers, which may have to be one
            case _:
                pass
    return tuple(needed)


def _names(node: object) -> Iterator[str]:
    """Iterate over the classes and roles that an expression mentions, as often as it does."""
    for part in walk(node):
        match part:
            case Class(iri) | Role(iri, _) if iri != THING:
                yield iri
            case _:
                pass
