"""What axioms mention, and what is left of an ontology when some of it is hidden."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

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
    Facts,
    NegativeDataAssertion,
    NegativeRoleAssertion,
    Ontology,
    SameIndividual,
    SubClassOf,
)
from owlboost.ontology.language.expressions import (
    And,
    Class,
    ClassExpression,
    HasValue,
    Literal,
    OneOf,
)
from owlboost.ontology.language.literals import value_of

_Node = TypeVar("_Node")

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


def literals_in(node: object) -> list[Literal]:
    """Return the literals that an axiom or expression mentions, in order."""
    found, open_ = [], [node]
    while open_:  # not by walk(): there may be many axioms, and most have no literal
        part = open_.pop()
        if isinstance(part, Literal):
            found.append(part)
        elif isinstance(part, tuple):
            open_.extend(reversed(part))
        else:
            open_.extend(getattr(part, name) for name in reversed(getattr(part, "__slots__", ())))
    return found


def with_literals(node: _Node, change: Callable[[Literal], Literal]) -> _Node:
    """Return an axiom or expression with every literal of it changed."""
    changed: Any = node
    if isinstance(node, Literal):
        changed = change(node)
    elif isinstance(node, tuple):
        changed = tuple(with_literals(part, change) for part in node)
    elif is_dataclass(node) and not isinstance(node, type) and literals_in(node):
        parts = {part.name: getattr(node, part.name) for part in fields(node)}
        changed = replace(
            node, **{name: with_literals(part, change) for name, part in parts.items()}
        )
    return cast("_Node", changed)


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
    axioms = _kept(ontology.axioms, lambda part: names.isdisjoint(classes_in(part)))
    return replace(ontology, axioms=axioms, facts=facts)


def hide_malformed(ontology: Ontology) -> Ontology:
    """Return the ontology without what it says with literals that have no value.

    Such values of individuals go, and every axiom that mentions one; as in :func:`hide_classes`,
    lists are kept without the parts that do.
    """
    axioms = _kept(ontology.axioms, _has_values)
    return replace(ontology, axioms=axioms, facts=_with_values(ontology.facts))


def _has_values(node: object) -> bool:
    return all(value_of(literal) is not None for literal in literals_in(node))


def _with_values(facts: Facts) -> Facts:
    """Return the facts without literals that have no value."""
    sound = np.array([value_of(one) is not None for one in facts.literals], dtype=np.bool_)
    if sound.all():
        return facts
    keep = sound[facts.value_literals]
    places = np.cumsum(sound, dtype=np.int32) - np.int32(1)
    return replace(
        facts,
        value_properties=facts.value_properties[keep],
        value_subjects=facts.value_subjects[keep],
        value_literals=places[facts.value_literals[keep]],
        literals=tuple(
            one for one, is_sound in zip(facts.literals, sound, strict=True) if is_sound
        ),
    )


def _kept(axioms: Iterable[Axiom], good: Callable[[object], bool]) -> tuple[Axiom, ...]:
    return tuple(left for axiom in axioms for left in _good_parts(axiom, good))


def _good_parts(axiom: Axiom, good: Callable[[object], bool]) -> Iterable[Axiom]:
    """Return what is left of an axiom without the parts of its lists that are not good."""
    if good(axiom):
        return (axiom,)

    def clean(expressions: Iterable[ClassExpression]) -> tuple[ClassExpression, ...]:
        return tuple(part for part in expressions if good(part))

    match axiom:
        case ClassAssertion(individual, expression):
            return [ClassAssertion(individual, part) for part in clean(conjuncts(expression))]
        case SubClassOf(lower, upper) if good(lower):
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
