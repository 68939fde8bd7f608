"""The name of the description logic that an ontology is written in."""

from collections.abc import Iterable

from owlboost.ontology.axioms import (
    Axiom,
    Cardinality,
    DataCardinality,
    DataHasValue,
    DataOnly,
    DataSome,
    DisjointClasses,
    DisjointRoles,
    DisjointUnion,
    EquivalentRoles,
    FunctionalData,
    HasSelf,
    HasValue,
    InverseRoles,
    Not,
    OneOf,
    Only,
    Ontology,
    Or,
    Role,
    RoleCharacteristic,
    Some,
    SubDataPropertyOf,
    SubRoleOf,
)
from owlboost.ontology.saturation.walking import walk

_FEATURES: dict[type, str] = {
    Some: "E",
    Or: "U",
    DisjointUnion: "UC",
    Not: "C",
    DisjointClasses: "C",
    Only: "V",
    OneOf: "O",
    HasValue: "O",
    HasSelf: "R",
    Cardinality: "Q",
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
    >>> from owlboost.ontology.axioms import Class, SubClassOf
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
            if isinstance(part, Role) and part.inverse:
                used.add("I")
        if isinstance(axiom, SubRoleOf):
            used.add("H" if len(axiom.chain) == 1 else "R")
        if isinstance(axiom, RoleCharacteristic):
            used.update(_CHARACTERISTICS[axiom.kind])
    return used


def letters(used: set[str]) -> str:
    """Order the letters of the features that are used."""
    complement = "C" in used or {"U", "E"} <= used
    base = "ALC" if complement else "AL" + "".join(x for x in "UE" if x in used)
    if base == "ALC" and "S" in used:
        base = "S"
    elif "S" in used:
        base += "+"
    hierarchy = "R" if "R" in used else ("H" if "H" in used else "")
    counting = next((letter for letter in "QNF" if letter in used), "")
    rest = "".join(letter for letter in "OI" if letter in used)
    return f"{base}{hierarchy}{rest}{counting}{'(D)' if 'D' in used else ''}"
