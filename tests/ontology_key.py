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
    Ontology,
    SameIndividual,
)

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


def _text(axiom: Axiom) -> str:  # noqa: PLR0911 - one line a case
    match axiom:
        case InverseRoles(one, two):
            return f"InverseRoles{sorted([repr(one), repr(two)])}"
        case HasKey(expression, roles, properties):
            return f"HasKey({expression!r} {sorted(map(repr, roles))} {sorted(properties)})"
        case EquivalentClasses(parts) | DisjointClasses(parts):
            return f"{type(axiom).__name__}{sorted(map(repr, parts))}"
        case EquivalentRoles(roles) | DisjointRoles(roles):
            return f"{type(axiom).__name__}{sorted(map(repr, roles))}"
        case EquivalentDataProperties(names) | DisjointDataProperties(names):
            return f"{type(axiom).__name__}{sorted(map(repr, names))}"
        case SameIndividual(names) | DifferentIndividuals(names):
            return f"{type(axiom).__name__}{sorted(map(repr, names))}"
        case _:
            return repr(axiom)


def _coloured(lines: list[str]) -> list[str]:
    """Replace blank nodes' names by what is said of them, three steps deep."""
    names = {name for line in lines for name in _ANONYMOUS.findall(line)}
    colours = dict.fromkeys(names, "?")
    for _ in range(3):
        colours = {name: _colour(name, lines, colours) for name in names}
    return [_ANONYMOUS.sub(lambda found: colours[found[0]], line) for line in lines]


def _colour(name: str, lines: list[str], colours: dict[str, str]) -> str:
    about = sorted(
        _ANONYMOUS.sub(lambda found: "@" if found[0] == name else colours[found[0]], line)
        for line in lines
        if name in line
    )
    return f"#{hash(tuple(about))}"
