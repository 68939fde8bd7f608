"""When two ontologies say the same, whatever their axioms' order and blank nodes' names."""

import re
from collections import Counter

from owlboost.ontology.axioms import (
    Axiom,
    DifferentIndividuals,
    DisjointClasses,
    DisjointDataProperties,
    DisjointRoles,
    EquivalentClasses,
    EquivalentDataProperties,
    EquivalentRoles,
    HasKey,
    InverseRoles,
    SameIndividual,
)
from owlboost.ontology.ontology import Ontology

_MARK = "\x1f"
_ANONYMOUS = re.compile(r"'_:[^']*'")

Key = tuple[str, tuple[tuple[str, ...], ...], dict[str, int]]


def ontology_key(ontology: Ontology) -> Key:
    """A value that is equal for ontologies that say the same (remarks are left out)."""
    signature = ontology.signature
    named = tuple(name for name in signature.individuals if not name.startswith("_:"))
    entities = tuple(signature.classes), tuple(signature.roles), tuple(signature.data_properties)
    return ontology.iri, (*entities, named), Counter(_coloured(_statements(ontology)))


def _statements(ontology: Ontology) -> list[str]:
    signature, facts = ontology.signature, ontology.facts
    people = signature.individuals
    lines = [
        f"type {people[a]!r} {signature.classes[c]!r}"
        for a, c in zip(facts.type_subjects, facts.type_classes, strict=True)
    ]
    lines += [
        f"role {signature.roles[r]!r} {people[a]!r} {people[b]!r}"
        for r, a, b in zip(facts.role_roles, facts.role_subjects, facts.role_objects, strict=True)
    ]
    values = zip(facts.value_properties, facts.value_subjects, facts.value_literals, strict=True)
    lines += [
        f"value {signature.data_properties[p]!r} {people[a]!r} {facts.literals[v]!r}"
        for p, a, v in values
    ]
    return lines + [_text(axiom) for axiom in ontology.axioms]


def _text(axiom: Axiom) -> str:
    """Write an axiom; the operands behind marks may stand in any order."""
    match axiom:
        case InverseRoles(one, two):
            operands: list[object] = [one, two]
        case HasKey(expression, roles, properties):
            return _MARK.join([f"HasKey({expression!r}", *map(repr, (*roles, *properties))])
        case EquivalentClasses(parts) | DisjointClasses(parts):
            operands = [*parts]
        case EquivalentRoles(roles) | DisjointRoles(roles):
            operands = [*roles]
        case EquivalentDataProperties(names) | DisjointDataProperties(names):
            operands = [*names]
        case SameIndividual(names) | DifferentIndividuals(names):
            operands = [*names]
        case _:
            return repr(axiom)
    return _MARK.join([type(axiom).__name__, *map(repr, operands)])


def _coloured(lines: list[str]) -> list[str]:
    """Replace blank nodes' names by what is said of them, three steps deep."""
    names = {name for line in lines for name in _ANONYMOUS.findall(line)}
    colours = dict.fromkeys(names, "?")
    for _ in range(3):
        colours = {name: _colour(name, lines, colours) for name in names}
    return [_recoloured(line, colours) for line in lines]


def _recoloured(line: str, colours: dict[str, str]) -> str:
    head, *operands = _ANONYMOUS.sub(lambda found: colours[found[0]], line).split(_MARK)
    return _MARK.join([head, *sorted(operands)])


def _colour(name: str, lines: list[str], colours: dict[str, str]) -> str:
    here = {**colours, name: "@"}
    about = sorted(_recoloured(line, here) for line in lines if name in line)
    return f"#{hash(tuple(about))}"
