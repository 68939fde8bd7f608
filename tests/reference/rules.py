"""Who meets the body of a SWRL rule: all ways to put elements and values for its variables."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pyhornedowl.model as owl
from tests.reference.decisions import Value, values_of

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.ontology.expressions import THING
from owlboost.ontology.vocabulary import SWRLB

Bound = int | Value
Binding = dict[str, Bound]


def meets(body: list[owl.Atom], element: int, kb: KnowledgeBase) -> bool:
    """Whether an element put for ``x`` meets a body."""
    return any(True for _ in ways(body, {"urn:swrl:var#x": element}, kb))


def ways(atoms: list[owl.Atom], known: Binding, kb: KnowledgeBase) -> Iterator[Binding]:
    """Yield what can be put for the variables so that all atoms hold; they come in that order."""
    if not atoms:
        yield known
        return
    first, *rest = atoms
    for more in ways_of(first, known, kb):
        yield from ways(rest, more, kb)


def ways_of(atom: owl.Atom, known: Binding, kb: KnowledgeBase) -> Iterator[Binding]:
    """Yield what can be put for the variables of one atom."""
    match atom:
        case owl.ClassAtom():
            classes = {kb.vocabulary.classes[number] for number in kb.types[at(atom.arg, known)]}
            if name(atom.pred) in {THING, *classes}:
                yield known
        case owl.ObjectPropertyAtom():
            start, end = atom.args
            role = kb.roles[kb.vocabulary.roles.id(name(atom.pred))]
            for filler in role[at(start, known)]:
                yield {**known, name(end): int(filler)}
        case owl.DataPropertyAtom():
            variable, value = atom.args
            for one in values_of(name(atom.pred), at(variable, known), kb):
                yield from unified(value, one, known)
        case owl.BuiltInAtom():
            variable, bound = atom.args
            if compares(name(atom.pred), known[name(variable)], constant(bound)):
                yield known
        case _:
            raise TypeError(atom)


def at(variable: Any, known: Binding) -> int:
    """The element that was put for a variable."""
    element = known[name(variable)]
    assert type(element) is int
    return element


def unified(argument: owl.DArgument, value: Value, known: Binding) -> Iterator[Binding]:
    """Put a value for a variable, or compare it with a literal."""
    if isinstance(argument, owl.Variable):
        yield {**known, name(argument): value}
    elif type(value) is type(constant(argument)) and value == constant(argument):
        yield known


def name(entity: Any) -> str:
    """The IRI of an entity or a variable."""
    return str(getattr(entity, "first", entity))


def constant(literal: Any) -> Value:
    """The value of a literal."""
    if isinstance(literal, owl.SimpleLiteral):
        return str(literal.literal)
    if literal.literal in ("true", "false"):
        return bool(literal.literal == "true")
    return float(Decimal(literal.literal))


def compares(built_in: str, left: Value, right: Value) -> bool:
    """Whether a comparison holds; texts and truth values are no numbers."""
    if built_in == SWRLB + "notEqual":
        return type(left) is not type(right) or left != right
    if isinstance(left, bool | str) or isinstance(right, bool | str):
        return False
    return {
        SWRLB + "greaterThanOrEqual": left >= right,
        SWRLB + "lessThanOrEqual": left <= right,
        SWRLB + "lessThan": left < right,
        SWRLB + "greaterThan": left > right,
    }[built_in]
