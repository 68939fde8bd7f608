"""What axioms and expressions mention: names, individuals, literals."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from owlboost.ontology.language.axioms import (
    ClassAssertion,
    DifferentIndividuals,
    DisjointUnion,
    NegativeDataAssertion,
    NegativeRoleAssertion,
    SameIndividual,
)
from owlboost.ontology.language.expressions import (
    And,
    Class,
    ClassExpression,
    HasValue,
    Literal,
    OneOf,
)

_Node = TypeVar("_Node")


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
