"""What axioms mention, and what is left of an ontology when some of it is hidden."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

import numpy as np

from owlboost._typing import Mask
from owlboost.model.vocabulary import Names
from owlboost.ontology.language.axioms import (
    Axiom,
    ClassAssertion,
    DifferentIndividuals,
    DisjointClasses,
    DisjointUnion,
    EquivalentClasses,
    NegativeDataAssertion,
    NegativeRoleAssertion,
    Ontology,
    SameIndividual,
    SubClassOf,
)
from owlboost.ontology.language.expressions import And, Class, ClassExpression, HasValue, OneOf

Assertion = (
    ClassAssertion
    | NegativeRoleAssertion
    | NegativeDataAssertion
    | SameIndividual
    | DifferentIndividuals
)


def walk(node: object) -> Iterator[object]:
    """Iterate over an axiom or expression and all that it is made of."""
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
    return {part.iri for part in walk(node) if isinstance(part, Class | DisjointUnion)}


def individuals_in(node: object) -> set[str]:
    """Return the individuals that an axiom or expression mentions."""
    found: set[str] = set()
    for part in walk(node):
        match part:
            case HasValue(_, individual) | ClassAssertion(individual, _):
                found.add(individual)
            case OneOf(names) | SameIndividual(names) | DifferentIndividuals(names):
                found.update(names)
            case NegativeRoleAssertion(_, subject, object_):
                found.update((subject, object_))
            case NegativeDataAssertion(_, subject, _):
                found.add(subject)
            case _:
                pass
    return found


def conjuncts(expression: ClassExpression) -> Iterator[ClassExpression]:
    """Iterate over the parts of a conjunction, however nested."""
    if isinstance(expression, And):
        for part in expression.parts:
            yield from conjuncts(part)
    else:
        yield expression


def hide_classes(ontology: Ontology, hidden: Collection[str]) -> Ontology:
    """Return the ontology without what it says about some classes.

    Their assertions go, and every axiom that mentions one of them. What an axiom states as a list
    (conjuncts of an assertion or of a superclass, equivalent or disjoint classes) is kept for the
    rest of the list: ``h : Hotel ⊓ GoodHotel`` still says that h is a hotel.
    """
    if not hidden:
        return ontology
    names = frozenset(hidden)
    ids = [number for number, name in enumerate(ontology.signature.classes) if name in names]
    keep = ~np.isin(ontology.facts.type_classes, ids)
    facts = replace(
        ontology.facts,
        type_subjects=ontology.facts.type_subjects[keep],
        type_classes=ontology.facts.type_classes[keep],
    )
    axioms = tuple(left for axiom in ontology.axioms for left in _without_classes(axiom, names))
    return replace(ontology, axioms=axioms, facts=facts)


def _without_classes(axiom: Axiom, hidden: frozenset[str]) -> Iterable[Axiom]:
    if hidden.isdisjoint(classes_in(axiom)):
        return (axiom,)

    def clean(expressions: Iterable[ClassExpression]) -> tuple[ClassExpression, ...]:
        return tuple(part for part in expressions if hidden.isdisjoint(classes_in(part)))

    match axiom:
        case ClassAssertion(individual, expression):
            return [ClassAssertion(individual, part) for part in clean(conjuncts(expression))]
        case SubClassOf(lower, upper) if hidden.isdisjoint(classes_in(lower)):
            return [SubClassOf(lower, part) for part in clean(conjuncts(upper))]
        case EquivalentClasses(classes) if len(left := clean(classes)) > 1:
            return (EquivalentClasses(left),)
        case DisjointClasses(classes) if len(left := clean(classes)) > 1:
            return (DisjointClasses(left),)
    return ()


def excluded(individuals: Names, without: Collection[str]) -> Mask:
    """Return which individuals are held out, as a mask over their numbers."""
    mask = np.zeros(len(individuals), dtype=np.bool_)
    mask[[individuals.id(name) for name in without if name in individuals]] = True
    return mask
