"""What was inferred, as N-Triples: types of elements and fillers of roles."""

import os

from owlboost.files import atomic_path
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.ontology.writing.expressions import IS_A, iri_term


def write_inferences(kb: KnowledgeBase, path: str | os.PathLike[str]) -> int:
    """Write all types and fillers of a knowledge base, stated or inferred; return their number.

    Witnesses, which have no name, become blank nodes.
    """
    names = [iri_term(name) for name in kb.individuals]
    names += [f"_:w{number}" for number in range(kb.n_elements - len(names))]
    count = 0
    with atomic_path(path) as temporary, temporary.open("w", encoding="utf-8") as file:
        for number, iri in enumerate(map(iri_term, kb.vocabulary.classes)):
            members = kb.members[number].tolist()
            file.writelines(f"{names[member]} {IS_A} {iri} .\n" for member in members)
            count += len(members)
        for iri, role in zip(map(iri_term, kb.vocabulary.roles), kb.roles, strict=True):
            for element in range(kb.n_elements):
                fillers = role[element].tolist()
                file.writelines(f"{names[element]} {iri} {names[y]} .\n" for y in fillers)
                count += len(fillers)
    return count
