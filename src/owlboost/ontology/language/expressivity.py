"""The name of the description logic that an ontology is written in."""

from collections.abc import Iterable

from owlboost.ontology.language.axioms import (
    Axiom,
    DisjointClasses,
    DisjointRoles,
    DisjointUnion,
    EquivalentRoles,
    FunctionalData,
    InverseRoles,
    Ontology,
    RoleCharacteristic,
    SubDataPropertyOf,
    SubRoleOf,
)
from owlboost.ontology.language.expressions import (
    THING,
    Cardinality,
    Class,
    DataCardinality,
    DataHasValue,
    DataOnly,
    DataSome,
    HasSelf,
    HasValue,
    Not,
    OneOf,
    Or,
    Role,
    Some,
)
from owlboost.ontology.language.mentions import walk

_FEATURES: dict[type, str] = {
    Or: "U",
    DisjointUnion: "UC",
    Not: "C",
    DisjointClasses: "C",
    OneOf: "O",
    HasValue: "O",
    HasSelf: "R",
    DataCardinality: "N",
    DataSome: "D",
    DataOnly: "D",
    DataHasValue: "D",
    FunctionalData: "FD",
    SubDataPropertyOf: "HD",
    EquivalentRoles: "H",
    DisjointRoles: "R",
    InverseRoles: "I",
}
_CHARACTERISTICS = {
    "transitive": "S",
    "functional": "F",
    "inverse-functional": "IF",
    "symmetric": "I",
    "reflexive": "R",
    "irreflexive": "R",
    "asymmetric": "R",
}


def expressivity(ontology: Ontology) -> str:
    """Return the usual letters, such as ``ALCHIF(D)``.

    Examples
    --------
    >>> from owlboost.ontology.language.axioms import SubClassOf
    >>> from owlboost.ontology.language.expressions import Class
    >>> letters(_used([SubClassOf(Class("A"), Some(Role("r"), Class("B")))]))
    'ALE'
    """
    used = _used(ontology.axioms)
    if len(ontology.facts.literals) or ontology.signature.data_properties:
        used |= {"D"}
    return letters(used)


def _used(axioms: Iterable[Axiom]) -> set[str]:
    used: set[str] = set()
    for axiom in axioms:
        for part in walk(axiom):
            used.update(_FEATURES.get(type(part), ""))
            used.update(_qualified(part))
        if isinstance(axiom, SubRoleOf):
            used.add("H" if len(axiom.chain) == 1 else "R")
        if isinstance(axiom, RoleCharacteristic):
            used.update(_CHARACTERISTICS[axiom.kind])
    return used


def _qualified(part: object) -> str:
    """Return the letter of a part that matters only with a filler, or with an inverse role."""
    match part:
        case Some(_, filler) if filler != Class(THING):
            return "E"  # AL has ∃r.⊤
        case Cardinality(_, _, _, filler):
            return "N" if filler == Class(THING) else "Q"
        case Role(_, True):
            return "I"
        case _:
            return ""


def letters(used: set[str]) -> str:
    """Order the letters of the features that are used."""
    complement = "C" in used or {"U", "E"} <= used
    base = "ALC" if complement else "AL" + "".join(x for x in "UE" if x in used)
    transitive = "+" if "S" in used else ""
    if base == "ALC" and transitive:
        base, transitive = "S", ""
    hierarchy = "R" if "R" in used else ("H" if "H" in used else "")
    counting = next((letter for letter in "QNF" if letter in used), "")
    rest = "".join(letter for letter in "OI" if letter in used)
    return f"{base}{hierarchy}{rest}{counting}{transitive}{'(D)' if 'D' in used else ''}"
