"""What is in an ontology, as numbers and candidate targets."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from owlboost.ontology.language.axioms import Remark
from owlboost.ontology.language.expressions import NOTHING, THING
from owlboost.ontology.language.expressivity import expressivity
from owlboost.ontology.loading import LoadedOntology


@dataclass(frozen=True, slots=True)
class Candidate:
    """A class that could be learned, and how many individuals it has."""

    name: str
    iri: str
    members: int


@dataclass(frozen=True, slots=True)
class OntologySummary:
    """Sizes of an ontology, its logic, what was not understood, what could be learned."""

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
    """Summarise an ontology and what it implies.

    Parameters
    ----------
    loaded
        The ontology.
    most
        How many candidate targets to list.
    """
    ontology = loaded.ontology
    signature, facts = ontology.signature, ontology.facts
    kb = loaded.source().knowledge_base()
    n_named = len(kb.individuals)
    candidates = _candidates(loaded)
    return OntologySummary(
        iri=ontology.iri,
        expressivity=expressivity(ontology),
        classes=sum(iri not in (THING, NOTHING) for iri in signature.classes),
        roles=len(signature.roles),
        data_properties=len(signature.data_properties),
        individuals=n_named,
        axioms=len(ontology.axioms),
        class_assertions=facts.type_subjects.size,
        role_assertions=facts.role_subjects.size,
        data_assertions=facts.value_subjects.size,
        graded_assertions=ontology.fuzziness.n_graded,
        fuzzy_concepts=len({one.upper for one in ontology.fuzziness.inclusions}),
        inferred_types=int(kb.types.indptr[n_named]),
        witnesses=kb.n_elements - n_named,
        imports=dict(ontology.imports),
        remarks=loaded.remarks,
        candidates=candidates[:most],
        further_candidates=len(candidates[most:]),
    )


def _candidates(loaded: LoadedOntology) -> tuple[Candidate, ...]:
    """Classes that some named individuals belong to and others do not, most balanced first."""
    kb = loaded.source().knowledge_base()
    n = len(kb.individuals)
    counts = [int(np.count_nonzero(kb.members[i] < n)) for i in range(len(kb.vocabulary.classes))]
    found = [
        Candidate(loaded.lexicon.name(iri), iri, count)
        for iri, count in zip(kb.vocabulary.classes, counts, strict=True)
        if 2 <= count < n
    ]
    return tuple(sorted(found, key=lambda one: (abs(one.members - n / 2), one.iri)))
