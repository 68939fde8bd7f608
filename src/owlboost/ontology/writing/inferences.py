"""What was inferred, as N-Triples: types of elements and fillers of roles.

Lines are made and written a block at a time, so that a file may be larger than the memory.
"""

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from owlboost.model.knowledge_base import KnowledgeBase, Rows
from owlboost.ontology.language.expressions import Literal
from owlboost.ontology.language.reserved import FUZZY_LABEL, OWL, STRING
from owlboost.ontology.writing.expressions import IS_A, iri_term, literal_term
from owlboost.runtime.array_types import Ids
from owlboost.runtime.files import atomic_path

BLOCK = 50_000
"""How many lines are made at once."""


def write_inferences(kb: KnowledgeBase, path: str | os.PathLike[str]) -> int:
    """Write all types and fillers of a knowledge base, stated or inferred; return their number.

    Witnesses, which have no name, become blank nodes. What holds to a degree only has that as an
    annotation of Fuzzy OWL 2.
    """
    count = 0
    with atomic_path(path) as temporary, temporary.open("wb") as file:
        for lines in _blocks(kb):
            file.write(_text(lines))
            count += len(lines)
        if kb.is_graded:
            file.writelines(line.encode() for line in _degree_lines(kb))
    return count


def _degree_lines(kb: KnowledgeBase) -> Iterator[str]:
    """Iterate over the annotations of all that holds to a degree only."""
    label = iri_term(FUZZY_LABEL)
    yield f"{label} {IS_A} <{OWL}AnnotationProperty> .\n"
    for number, (subject, predicate, object_, degree) in enumerate(_graded(kb)):
        node = f"_:d{number}"
        xml = f'<fuzzyOwl2 fuzzyType="axiom"><Degree value="{degree!r}"/></fuzzyOwl2>'
        yield f"{node} {IS_A} <{OWL}Axiom> .\n"
        parts = (("Source", subject), ("Property", predicate), ("Target", object_))
        yield from (f"{node} <{OWL}annotated{part}> {term} .\n" for part, term in parts)
        yield f"{node} {label} {literal_term(Literal(xml, STRING))} .\n"


def _graded(kb: KnowledgeBase) -> Iterator[tuple[str, str, str, float]]:
    """Iterate over the triples of all that holds to a degree only, and these degrees."""
    terms, names = list(_terms(kb)), kb.vocabulary
    for number, iri in enumerate(names.classes):
        held = zip(kb.members[number].tolist(), kb.members.degrees_of(number), strict=True)
        for element, degree in held:
            if degree < 1:
                yield terms[element], IS_A, iri_term(iri), float(degree)
    for iri, rows in zip(names.roles, kb.roles, strict=True):
        for element in range(kb.n_elements):
            held = zip(rows[element].tolist(), rows.degrees_of(element), strict=True)
            for filler, degree in held:
                if degree < 1:
                    yield terms[element], iri_term(iri), terms[filler], float(degree)


def _blocks(kb: KnowledgeBase) -> Iterator[Any]:
    """Iterate over the lines, in arrays of at most ``BLOCK``."""
    names = pa.array(_terms(kb), pa.large_string())
    for iri, members in zip(
        map(iri_term, kb.vocabulary.classes), _rows_of(kb.members), strict=True
    ):
        for start in range(0, members.size, BLOCK):
            some = names.take(pa.array(members[start : start + BLOCK]))
            yield _lines(some, f"{IS_A} {iri} .\n")
    for iri, role in zip(map(iri_term, kb.vocabulary.roles), kb.roles, strict=True):
        for start in range(0, role.indices.size, BLOCK):
            places = np.arange(start, min(start + BLOCK, role.indices.size))
            owners = np.searchsorted(role.indptr, places, side="right") - 1
            some, fillers = names.take(pa.array(owners)), names.take(pa.array(role.indices[places]))
            yield _lines(some, iri, fillers, ".\n")


def _terms(kb: KnowledgeBase) -> Iterator[str]:
    yield from map(iri_term, kb.individuals)
    yield from (f"_:w{number}" for number in range(kb.n_elements - len(kb.individuals)))


def _rows_of(rows: Rows) -> Iterator[Ids]:
    return (rows[number] for number in range(len(rows)))


def _lines(*parts: Any) -> Any:
    """Join arrays of texts, and texts, with blanks."""
    texts = (pa.scalar(one, pa.large_string()) if isinstance(one, str) else one for one in parts)
    return pc.binary_join_element_wise(*texts, pa.scalar(" ", pa.large_string()))


def _text(lines: Any) -> memoryview:
    """Return the bytes of an array of lines, one after the other."""
    _, offsets, data = lines.buffers()
    places = np.frombuffer(offsets, dtype=np.int64)[lines.offset : lines.offset + len(lines) + 1]
    return memoryview(data)[int(places[0]) : int(places[-1])]
