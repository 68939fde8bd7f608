"""What HermiT prints, read back: inclusions, types and fillers over numbered names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from owlboost.ontology.language.axioms import Axiom, Signature, SubClassOf, SubRoleOf
from owlboost.ontology.language.expressions import NOTHING, THING, Class, Role

PREFIX = "urn:owlboost:"
"""What the IRIs start with that HermiT is given for names: a letter and a number follow."""

_CLASS = re.compile(rf"<(?:{PREFIX}c(\d+)|({re.escape(THING)})|({re.escape(NOTHING)}))>")
_ROLE = re.compile(rf"(ObjectInverseOf\( )?<(?:{PREFIX}r(\d+)|[^<>]+)>")
_TYPE = re.compile(rf"Type\( <{PREFIX}i(\d+)> <{PREFIX}c(\d+)> \)")
_FILLERS = re.compile(rf"<{PREFIX}r(\d+)> \(known instances: (.*) \| possible instances: ")
_PAIR = re.compile(rf"\(<{PREFIX}i(\d+)>, <{PREFIX}i(\d+)>\)")


@dataclass(slots=True)
class Answer:
    """What HermiT infers; the numbers are positions in the signature's names."""

    axioms: set[Axiom] = field(default_factory=set)
    types: list[tuple[int, ...]] = field(default_factory=list)
    """Individual, class."""
    fillers: list[tuple[int, ...]] = field(default_factory=list)
    """Object property, individual, individual."""


def read_answer(path: Path, signature: Signature) -> Answer:
    """Read the file that HermiT wrote."""
    answer = Answer()
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            kind, _, rest = line.partition("( ")
            if kind == "Type":
                answer.types += [(int(a), int(c)) for a, c in _TYPE.findall(line)]
            elif kind in ("SubClassOf", "EquivalentClasses"):
                answer.axioms |= _class_axioms(kind, _CLASS.findall(rest), signature)
            elif kind in ("SubObjectPropertyOf", "EquivalentObjectProperties"):
                answer.axioms |= _role_axioms(kind, _ROLE.findall(rest), signature)
            elif found := _FILLERS.match(line):
                role, pairs = int(found[1]), _PAIR.findall(found[2])
                answer.fillers += [(role, int(a), int(b)) for a, b in pairs]
    return answer


def _class_axioms(
    kind: str, found: Sequence[tuple[str, str, str]], signature: Signature
) -> set[Axiom]:
    """Return inclusions; equivalent classes become a circle of them."""
    classes = [
        Class(signature.classes[int(number)] if number else thing or nothing)
        for number, thing, nothing in found
    ]
    circle = classes if kind == "SubClassOf" else [*classes, classes[0]]
    return {
        SubClassOf(lower, upper)
        for lower, upper in pairwise(circle)
        if lower != Class(NOTHING) and upper != Class(THING)
    }


def _role_axioms(kind: str, found: Sequence[tuple[str, str]], signature: Signature) -> set[Axiom]:
    """Return inclusions of object properties; those with the top and bottom ones are left out."""
    if not all(number for _, number in found):
        return set()
    roles = [Role(signature.roles[int(number)], bool(inverse)) for inverse, number in found]
    circle = roles if kind == "SubObjectPropertyOf" else [*roles, roles[0]]
    return {_inclusion(lower, upper) for lower, upper in pairwise(circle) if lower != upper}


def _inclusion(lower: Role, upper: Role) -> SubRoleOf:
    """Return ``lower ⊑ upper`` as one of the two ways to say it, that with a name on the left."""
    if lower.inverse:
        lower, upper = Role(lower.iri), Role(upper.iri, not upper.inverse)
    return SubRoleOf((lower,), upper)
