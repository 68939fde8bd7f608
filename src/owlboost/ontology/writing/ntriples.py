"""An ontology to N-Triples, after the OWL 2 mapping to RDF graphs.

What an ontology imports is part of it once it is read, so a written file imports nothing.
"""

from collections.abc import Iterator
from pathlib import Path

from owlboost.ontology.language.axioms import DatatypeDefinition, Ontology, Signature
from owlboost.ontology.language.expressions import NOTHING, THING, Datatype, DatatypeRestriction
from owlboost.ontology.language.mentions import walk
from owlboost.ontology.language.reserved import RESERVED
from owlboost.ontology.writing.axioms import AxiomWriter
from owlboost.ontology.writing.expressions import (
    IS_A,
    EntityTerms,
    iri_term,
    literal_term,
    owl,
    rdfs,
)
from owlboost.runtime.array_types import Ids
from owlboost.runtime.files import atomic_path

_CHUNK = 100_000


def entity_terms(signature: Signature) -> EntityTerms:
    """Return the terms of entities by their names; anonymous individuals are numbered."""
    return EntityTerms(
        [*map(iri_term, signature.classes)],
        [*map(iri_term, signature.roles)],
        [*map(iri_term, signature.data_properties)],
        [
            f"_:a{number}" if name.startswith("_:") else iri_term(name)
            for number, name in enumerate(signature.individuals)
        ],
    )


def write_ontology_triples(
    ontology: Ontology, path: str | Path, *, terms: EntityTerms | None = None
) -> None:
    """Write an ontology as N-Triples, whole or not at all.

    Reading the file gives the same ontology again, up to the names of anonymous individuals and
    the order of axioms. An equivalence of more than two comes back as several of two.

    Parameters
    ----------
    ontology
        What to write.
    path
        The file; its folder must exist.
    terms
        Other terms for the entities than their IRIs.

    Examples
    --------
    >>> import tempfile
    >>> from owlboost.ontology.reading.documents import read_ontology_file
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.ttl").write_text('''
    ... @prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
    ... :Hotel a owl:Class . :ritz a :Hotel .''')
    >>> ontology = read_ontology_file(folder / "a.ttl")
    >>> write_ontology_triples(ontology, folder / "a.nt")
    >>> read_ontology_file(folder / "a.nt").signature == ontology.signature
    True
    """
    terms = terms or entity_terms(ontology.signature)
    with (
        atomic_path(path) as temporary,
        temporary.open("w", encoding="utf-8", newline="\n") as file,
    ):
        head = iri_term(ontology.iri) if ontology.iri else "_:ontology"
        file.write(f"{head} {IS_A} {owl('Ontology')} .\n")
        file.writelines(_declarations(ontology, terms))
        writer = AxiomWriter(file, ontology.signature, terms)
        for axiom in ontology.axioms:
            writer.axiom(axiom)
        file.writelines(_fact_lines(ontology, terms))


def _declarations(ontology: Ontology, terms: EntityTerms) -> Iterator[str]:
    kinds = (
        (owl("Class"), terms.classes),
        (owl("ObjectProperty"), terms.roles),
        (owl("DatatypeProperty"), terms.data_properties),
        (rdfs("Datatype"), [*map(iri_term, sorted(_own_datatypes(ontology)))]),
    )
    for kind, entities in kinds:
        for entity in entities:
            if entity not in (f"<{THING}>", f"<{NOTHING}>"):
                yield f"{entity} {IS_A} {kind} .\n"
    for individual in terms.individuals:
        kind = f"<{THING}>" if individual.startswith("_:") else owl("NamedIndividual")
        yield f"{individual} {IS_A} {kind} .\n"


def _own_datatypes(ontology: Ontology) -> set[str]:
    """Return the datatypes that axioms use and no standard defines."""
    found: set[str] = set()
    for axiom in ontology.axioms:
        for part in walk(axiom):
            match part:
                case Datatype(iri) | DatatypeDefinition(iri, _) | DatatypeRestriction(iri, _):
                    found.add(iri)
                case _:
                    pass
    return {iri for iri in found if not iri.startswith(RESERVED)}


def _fact_lines(ontology: Ontology, terms: EntityTerms) -> Iterator[str]:
    facts, people = ontology.facts, terms.individuals
    for subject, class_ in _rows(facts.type_subjects, facts.type_classes):
        yield f"{people[subject]} {IS_A} {terms.classes[class_]} .\n"
    for role, subject, object_ in _rows(facts.role_roles, facts.role_subjects, facts.role_objects):
        yield f"{people[subject]} {terms.roles[role]} {people[object_]} .\n"
    properties, values = terms.data_properties, [*map(literal_term, facts.literals)]
    for property_, subject, value in _rows(
        facts.value_properties, facts.value_subjects, facts.value_literals
    ):
        yield f"{people[subject]} {properties[property_]} {values[value]} .\n"


def _rows(*columns: Ids) -> Iterator[tuple[int, ...]]:
    """Iterate over the rows of columns, a chunk of Python numbers at a time."""
    for start in range(0, len(columns[0]), _CHUNK):
        yield from zip(*(part[start : start + _CHUNK].tolist() for part in columns), strict=True)
