"""Ontologies and inferences as N-Triples, after the OWL 2 mapping to RDF graphs.

What an ontology imports is part of it once it is read, so a written file imports nothing. Lines of
inferences are made and written a block at a time, so that a file may be larger than the memory.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.ontology import Ontology, Signature
from owlboost.ontology.vocabulary import FUZZY_LABEL, OWL, RESERVED, STRING
from owlboost.ontology.writers.rdf_expressions import (
    IS_A,
    EntityTerms,
    ExpressionWriter,
    Term,
    iri_term,
    literal_term,
    owl,
    rdfs,
)
from owlboost.runtime.array_types import Ids
from owlboost.runtime.files import atomic_path
from owlboost.runtime.names import Names
from owlboost.runtime.sparse_rows import Rows

_CHARACTERISTICS = {
    "functional": "FunctionalProperty",
    "inverse-functional": "InverseFunctionalProperty",
    "reflexive": "ReflexiveProperty",
    "irreflexive": "IrreflexiveProperty",
    "symmetric": "SymmetricProperty",
    "asymmetric": "AsymmetricProperty",
    "transitive": "TransitiveProperty",
}
_T = TypeVar("_T")


class AxiomWriter(ExpressionWriter):
    """Writes axioms, with the expressions in them."""

    def axiom(self, axiom: ax.Axiom) -> None:
        """Write an axiom."""
        match axiom:
            case (
                ax.SubClassOf() | ax.EquivalentClasses() | ax.DisjointClasses() | ax.DisjointUnion()
            ):
                self._class_axiom(axiom)
            case ax.SubRoleOf() | ax.EquivalentRoles() | ax.DisjointRoles() | ax.InverseRoles():
                self._role_axiom(axiom)
            case ax.RoleDomain() | ax.RoleRange() | ax.RoleCharacteristic():
                self._role_use(axiom)
            case ax.SameIndividual() | ax.DifferentIndividuals() | ax.ClassAssertion():
                self._assertion(axiom)
            case ax.NegativeRoleAssertion() | ax.NegativeDataAssertion():
                self._negative(axiom)
            case ax.HasKey(expression, roles, properties):
                keys = [*map(self.role, roles), *map(self.property, properties)]
                self.add(self.class_(expression), owl("hasKey"), self.list(keys))
            case _:
                self._data_axiom(axiom)

    def _class_axiom(self, axiom: ax.ClassAxiom) -> None:
        match axiom:
            case ax.SubClassOf(lower, upper):
                self.add(self.class_(lower), rdfs("subClassOf"), self.class_(upper))
            case ax.EquivalentClasses(classes):
                self._pairs(owl("equivalentClass"), classes, self.class_)
            case ax.DisjointClasses(classes):
                pair = owl("disjointWith")
                self._group(classes, self.class_, pair, "AllDisjointClasses")
            case ax.DisjointUnion(iri, classes):
                parts = self.list(map(self.class_, classes))
                self.add(self.named(iri), owl("disjointUnionOf"), parts)

    def _role_axiom(
        self, axiom: ax.SubRoleOf | ax.EquivalentRoles | ax.DisjointRoles | ax.InverseRoles
    ) -> None:
        match axiom:
            case ax.SubRoleOf((lower,), upper):
                self.add(self.role(lower), rdfs("subPropertyOf"), self.role(upper))
            case ax.SubRoleOf(chain, upper):
                items = self.list(map(self.role, chain))
                self.add(self.role(upper), owl("propertyChainAxiom"), items)
            case ax.EquivalentRoles(roles):
                self._pairs(owl("equivalentProperty"), roles, self.role)
            case ax.DisjointRoles(roles):
                pair = owl("propertyDisjointWith")
                self._group(roles, self.role, pair, "AllDisjointProperties")
            case ax.InverseRoles(first, second):
                if first.inverse:  # a nameless subject of owl:inverseOf is an expression
                    first, second = second, first
                if first.inverse:
                    first, second = ex.Role(first.iri), ex.Role(second.iri)
                self.add(self.role(first), owl("inverseOf"), self.role(second))

    def _role_use(self, axiom: ax.RoleDomain | ax.RoleRange | ax.RoleCharacteristic) -> None:
        role = self.role(axiom.role)
        match axiom:
            case ax.RoleDomain(_, domain):
                self.add(role, rdfs("domain"), self.class_(domain))
            case ax.RoleRange(_, range_):
                self.add(role, rdfs("range"), self.class_(range_))
            case ax.RoleCharacteristic(_, kind):
                self.add(role, IS_A, owl(_CHARACTERISTICS[kind]))

    def _data_axiom(
        self,
        axiom: ax.SubDataPropertyOf
        | ax.EquivalentDataProperties
        | ax.DisjointDataProperties
        | ax.DataDomain
        | ax.DataPropertyRange
        | ax.FunctionalData
        | ax.DatatypeDefinition,
    ) -> None:
        match axiom:
            case ax.SubDataPropertyOf(lower, upper):
                self.add(self.property(lower), rdfs("subPropertyOf"), self.property(upper))
            case ax.EquivalentDataProperties(names):
                self._pairs(owl("equivalentProperty"), names, self.property)
            case ax.DisjointDataProperties(names):
                pair = owl("propertyDisjointWith")
                self._group(names, self.property, pair, "AllDisjointProperties")
            case ax.DataDomain(name, domain):
                self.add(self.property(name), rdfs("domain"), self.class_(domain))
            case ax.DataPropertyRange(name, range_):
                self.add(self.property(name), rdfs("range"), self.range(range_))
            case ax.FunctionalData(name):
                self.add(self.property(name), IS_A, owl("FunctionalProperty"))
            case ax.DatatypeDefinition(iri, range_):
                self.add(iri_term(iri), owl("equivalentClass"), self.range(range_))

    def _assertion(
        self, axiom: ax.SameIndividual | ax.DifferentIndividuals | ax.ClassAssertion
    ) -> None:
        match axiom:
            case ax.SameIndividual(names):
                self._pairs(owl("sameAs"), names, self.individual)
            case ax.DifferentIndividuals(names):
                pair = owl("differentFrom")
                self._group(names, self.individual, pair, "AllDifferent")
            case ax.ClassAssertion(name, expression):
                self.add(self.individual(name), IS_A, self.class_(expression))

    def _negative(self, axiom: ax.NegativeAssertion) -> None:
        match axiom:
            case ax.NegativeRoleAssertion(role, subject, object_):
                if role.inverse:
                    role, subject, object_ = ex.Role(role.iri), object_, subject
                on, source = self.role(role), self.individual(subject)
                target = (owl("targetIndividual"), self.individual(object_))
            case ax.NegativeDataAssertion(name, subject, literal):
                on, source = self.property(name), self.individual(subject)
                target = (owl("targetValue"), literal_term(literal))
        self.node(
            owl("NegativePropertyAssertion"),
            (owl("sourceIndividual"), source),
            (owl("assertionProperty"), on),
            target,
        )

    def _pairs(self, predicate: Term, items: Sequence[_T], write: Callable[[_T], Term]) -> None:
        """Relate the first of a list to each of the others."""
        for item in items[1:]:
            self.add(write(items[0]), predicate, write(item))

    def _group(
        self, items: Sequence[_T], write: Callable[[_T], Term], pair: Term, type_: str
    ) -> None:
        """Relate any two of a list.

        A pair is written as a triple, more as a node.
        """
        written = [write(item) for item in items]
        if len(written) == 2:
            self.add(written[0], pair, written[1])
        elif len(written) > 2:
            self.node(owl(type_), (owl("members"), self.list(written)))


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

    Reading the file gives the same ontology again, up to the names of anonymous individuals and the
    order of axioms. An equivalence of more than two comes back as several of two. Entities may get
    other terms than their IRIs; the folder of the file must exist.

    Examples
    --------
    >>> import tempfile
    >>> from owlboost.ontology.readers.ontology_file import read_ontology_file
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
            if entity not in (f"<{ex.THING}>", f"<{ex.NOTHING}>"):
                yield f"{entity} {IS_A} {kind} .\n"
    for individual in terms.individuals:
        kind = f"<{ex.THING}>" if individual.startswith("_:") else owl("NamedIndividual")
        yield f"{individual} {IS_A} {kind} .\n"


def _own_datatypes(ontology: Ontology) -> set[str]:
    """Return the datatypes that axioms use and no standard defines."""
    used: set[str] = set()
    for axiom in ontology.axioms:
        for part in ax.walk(axiom):
            match part:
                case (
                    ex.Datatype(iri)
                    | ax.DatatypeDefinition(iri, _)
                    | ex.DatatypeRestriction(iri, _)
                ):
                    used.add(iri)
                case _:
                    pass
    return {iri for iri in used if not iri.startswith(RESERVED)}


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
    """Iterate over the rows of columns, a chunk at a time."""
    for start in range(0, len(columns[0]), _CHUNK):
        yield from zip(*(part[start : start + _CHUNK].tolist() for part in columns), strict=True)


BLOCK = 50_000
"""Number of lines that are made at once."""


class InferredNames(Protocol):
    """The names in rows of inferences."""

    @property
    def classes(self) -> Names:
        """The classes."""

    @property
    def roles(self) -> Names:
        """The object properties."""


class InferredRows(Protocol):
    """Types and fillers of elements: named individuals, then witnesses without a name."""

    @property
    def vocabulary(self) -> InferredNames:
        """The names of classes and roles."""

    @property
    def individuals(self) -> Names:
        """The named individuals: elements 0 … n − 1."""

    @property
    def n_elements(self) -> int:
        """Number of named individuals and witnesses together."""

    @property
    def members(self) -> Rows:
        """Class → its elements."""

    @property
    def roles(self) -> Sequence[Rows]:
        """For each role, element → its fillers."""

    @property
    def is_graded(self) -> bool:
        """Whether something holds only to a degree."""


def write_inferences(inferred: InferredRows, path: str | os.PathLike[str]) -> int:
    """Write all types and fillers, stated or inferred; return their number.

    Witnesses, which have no name, become blank nodes. What holds to a degree only has that as an
    annotation of Fuzzy OWL 2.
    """
    count = 0
    with atomic_path(path) as temporary, temporary.open("wb") as file:
        for lines in _blocks(inferred):
            file.write(_text(lines))
            count += len(lines)
        if inferred.is_graded:
            file.writelines(line.encode() for line in _degree_lines(inferred))
    return count


def _degree_lines(inferred: InferredRows) -> Iterator[str]:
    """Iterate over the annotations of everything that holds to a degree."""
    label = iri_term(FUZZY_LABEL)
    yield f"{label} {IS_A} <{OWL}AnnotationProperty> .\n"
    for number, (subject, predicate, object_, degree) in enumerate(_graded(inferred)):
        node = f"_:d{number}"
        xml = f'<fuzzyOwl2 fuzzyType="axiom"><Degree value="{degree!r}"/></fuzzyOwl2>'
        yield f"{node} {IS_A} <{OWL}Axiom> .\n"
        parts = (("Source", subject), ("Property", predicate), ("Target", object_))
        yield from (f"{node} <{OWL}annotated{part}> {term} .\n" for part, term in parts)
        yield f"{node} {label} {literal_term(ex.Literal(xml, STRING))} .\n"


def _graded(inferred: InferredRows) -> Iterator[tuple[str, str, str, float]]:
    """Iterate over the triples that hold to a degree, with these degrees."""
    terms, names = list(_terms(inferred)), inferred.vocabulary
    for number, iri in enumerate(names.classes):
        held = zip(
            inferred.members[number].tolist(), inferred.members.degrees_of(number), strict=True
        )
        for element, degree in held:
            if degree < 1:
                yield terms[element], IS_A, iri_term(iri), float(degree)
    for iri, rows in zip(names.roles, inferred.roles, strict=True):
        for element in range(inferred.n_elements):
            held = zip(rows[element].tolist(), rows.degrees_of(element), strict=True)
            for filler, degree in held:
                if degree < 1:
                    yield terms[element], iri_term(iri), terms[filler], float(degree)


def _blocks(inferred: InferredRows) -> Iterator[Any]:
    """Iterate over the lines, in arrays of at most ``BLOCK``."""
    names = pa.array(_terms(inferred), pa.large_string())
    for iri, members in zip(
        map(iri_term, inferred.vocabulary.classes), _rows_of(inferred.members), strict=True
    ):
        for start in range(0, members.size, BLOCK):
            subjects = names.take(pa.array(members[start : start + BLOCK]))
            yield _lines(subjects, f"{IS_A} {iri} .\n")
    for iri, role in zip(map(iri_term, inferred.vocabulary.roles), inferred.roles, strict=True):
        for start in range(0, role.indices.size, BLOCK):
            places = np.arange(start, min(start + BLOCK, role.indices.size))
            owners = np.searchsorted(role.indptr, places, side="right") - 1
            subjects, fillers = (
                names.take(pa.array(owners)),
                names.take(pa.array(role.indices[places])),
            )
            yield _lines(subjects, iri, fillers, ".\n")


def _terms(inferred: InferredRows) -> Iterator[str]:
    yield from map(iri_term, inferred.individuals)
    yield from (f"_:w{number}" for number in range(inferred.n_elements - len(inferred.individuals)))


def _rows_of(rows: Rows) -> Iterator[Ids]:
    return (rows[number] for number in range(len(rows)))


def _lines(*parts: Any) -> Any:
    """Join arrays of texts, and texts, with blanks."""
    texts = (
        pa.scalar(part, pa.large_string()) if isinstance(part, str) else part for part in parts
    )
    return pc.binary_join_element_wise(*texts, pa.scalar(" ", pa.large_string()))


def _text(lines: Any) -> memoryview:
    """Return the bytes of an array of lines, in order."""
    _, offsets, data = lines.buffers()
    places = np.frombuffer(offsets, dtype=np.int64)[lines.offset : lines.offset + len(lines) + 1]
    return memoryview(data)[int(places[0]) : int(places[-1])]
