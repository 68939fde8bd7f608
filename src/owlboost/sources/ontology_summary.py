"""A summary of an ontology: sizes, expressivity, remarks, candidate targets."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.ontology import Ontology, Remark
from owlboost.sources.ontology_source import LoadedOntology

_FEATURES: dict[type, str] = {
    ex.Or: "U",
    ax.DisjointUnion: "UC",
    ex.Not: "C",
    ax.DisjointClasses: "C",
    ex.OneOf: "O",
    ex.HasValue: "O",
    ex.HasSelf: "R",
    ex.DataCardinality: "N",
    ex.DataSome: "D",
    ex.DataOnly: "D",
    ex.DataHasValue: "D",
    ax.FunctionalData: "FD",
    ax.SubDataPropertyOf: "HD",
    ax.EquivalentRoles: "H",
    ax.DisjointRoles: "R",
    ax.InverseRoles: "I",
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
    >>> from owlboost.ontology.axioms import SubClassOf
    >>> from owlboost.ontology.expressions import Class
    >>> letters(_used_features([SubClassOf(Class("A"), ex.Some(ex.Role("r"), Class("B")))]))
    'ALE'
    """
    used = _used_features(ontology.axioms)
    if len(ontology.facts.literals) or ontology.signature.data_properties:
        used |= {"D"}
    return letters(used)


def _used_features(axioms: Iterable[ax.Axiom]) -> set[str]:
    used: set[str] = set()
    for axiom in axioms:
        for part in ax.walk(axiom):
            used.update(_FEATURES.get(type(part), ""))
            used.update(_context_letter(part))
        if isinstance(axiom, ax.SubRoleOf):
            used.add("H" if len(axiom.chain) == 1 else "R")
        if isinstance(axiom, ax.RoleCharacteristic):
            used.update(_CHARACTERISTICS[axiom.kind])
    return used


def _context_letter(part: object) -> str:
    """Return the letter of a filler or an inverse role, if any."""
    match part:
        case ex.Some(_, filler) if filler != ex.Class(ex.THING):
            return "E"  # AL has ∃r.⊤
        case ex.Cardinality(_, _, _, filler):
            return "N" if filler == ex.Class(ex.THING) else "Q"
        case ex.Role(_, True):
            return "I"
        case _:
            return ""


def letters(used: set[str]) -> str:
    """Order the letters of the features that are used."""
    complement = "C" in used or {"U", "E"} <= used
    base = "ALC" if complement else "AL" + "".join(letter for letter in "UE" if letter in used)
    transitive = "+" if "S" in used else ""
    if base == "ALC" and transitive:
        base, transitive = "S", ""
    hierarchy = "R" if "R" in used else ("H" if "H" in used else "")
    counting = next((letter for letter in "QNF" if letter in used), "")
    individuals = "".join(letter for letter in "OI" if letter in used)
    return f"{base}{hierarchy}{individuals}{counting}{transitive}{'(D)' if 'D' in used else ''}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A class that could be learned, with its number of individuals."""

    name: str
    iri: str
    members: int


@dataclass(frozen=True, slots=True)
class OntologySummary:
    """Sizes, expressivity, remarks and candidate targets of an ontology."""

    iri: str
    expressivity: str
    classes: int
    roles: int
    data_properties: int
    individuals: int
    axioms: int
    class_assertions: int
    role_assertions: int
    data_assertions: int
    graded_assertions: int
    fuzzy_concepts: int
    inferred_types: int
    witnesses: int
    imports: dict[str, str | None]
    remarks: tuple[Remark, ...]
    candidates: tuple[Candidate, ...]
    further_candidates: int

    def as_json(self) -> dict[str, Any]:
        """Return the summary as JSON values."""
        return asdict(self)


def summarise(loaded: LoadedOntology, most: int = 20) -> OntologySummary:
    """Summarise an ontology and its inferences, with at most so many candidate targets."""
    ontology = loaded.ontology
    signature, facts = ontology.signature, ontology.facts
    kb = loaded.source().knowledge_base()
    n_named = len(kb.individuals)
    candidates = _candidates(loaded)
    return OntologySummary(
        iri=ontology.iri,
        expressivity=expressivity(ontology),
        classes=sum(iri not in (ex.THING, ex.NOTHING) for iri in signature.classes),
        roles=len(signature.roles),
        data_properties=len(signature.data_properties),
        individuals=n_named,
        axioms=len(ontology.axioms),
        class_assertions=facts.type_subjects.size,
        role_assertions=facts.role_subjects.size,
        data_assertions=facts.value_subjects.size,
        graded_assertions=ontology.fuzziness.n_graded,
        fuzzy_concepts=len({inclusion.upper for inclusion in ontology.fuzziness.inclusions}),
        inferred_types=int(kb.types.indptr[n_named]),
        witnesses=kb.n_elements - n_named,
        imports=dict(ontology.imports),
        remarks=loaded.remarks,
        candidates=candidates[:most],
        further_candidates=len(candidates[most:]),
    )


def _candidates(loaded: LoadedOntology) -> tuple[Candidate, ...]:
    """Return classes with some but not all named individuals, most balanced first."""
    kb = loaded.source().knowledge_base()
    n = len(kb.individuals)
    counts = [int(np.count_nonzero(kb.members[i] < n)) for i in range(len(kb.vocabulary.classes))]
    candidates = [
        Candidate(loaded.lexicon.name(iri), iri, count)
        for iri, count in zip(kb.vocabulary.classes, counts, strict=True)
        if 2 <= count < n
    ]
    return tuple(
        sorted(candidates, key=lambda candidate: (abs(candidate.members - n / 2), candidate.iri))
    )
