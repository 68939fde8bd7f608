"""Triples to plain facts, column by column with NumPy."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from owlboost.ontology.expressions import NOTHING, THING, Literal
from owlboost.ontology.ontology import LABEL_RANKS
from owlboost.ontology.readers.builder import (
    Draft,
    FactRows,
    FactTable,
    distinct_numbers,
    is_fuzzy_label,
)
from owlboost.ontology.readers.rdf_graph import Graph, Kinds, Node
from owlboost.ontology.readers.rdf_terms import TermTable, literal_of, node_of
from owlboost.ontology.vocabulary import (
    ANNOTATIONS,
    CUSTOMARY_ANNOTATIONS,
    NEGATIVE,
    NEGATIVE_PARTS,
    OWL,
    RESERVED,
    TYPE,
)
from owlboost.runtime.array_types import Mask

_IRI, _BLANK, _LITERAL, _OTHER = range(4)
_INDIVIDUAL_TYPES = (f"<{OWL}NamedIndividual>", f"<{OWL}Individual>", f"<{THING}>")
_RESERVED_TERMS = tuple("<" + namespace for namespace in RESERVED)


@dataclass(slots=True)
class Columns:
    """The triples of a table, classified by their meaning.

    All masks are over the rows; ``kinds`` and ``reserved`` are over the terms.
    """

    table: TermTable
    kinds: npt.NDArray[np.int8]
    reserved: Mask
    is_type: Mask
    structural: Mask
    """Reserved predicates other than ``rdf:type`` and annotations."""
    annotation: Mask
    asserted: Mask
    """Property assertions: predicates that are not reserved."""

    @classmethod
    def classify(cls, table: TermTable, draft: Draft) -> "Columns":
        """Classify the triples of a table."""
        terms, rows = table.terms, table.rows
        kinds = _kinds(terms)
        quoted = (kinds[rows] == _OTHER).any(axis=1)
        draft.remarks.add(
            "unsupported-term",
            "statements about triples (RDF-star) are not used",
            int(quoted.sum()),
        )
        predicates = rows[:, 1]
        numbers = {
            _name(terms[number]): number
            for number in distinct_numbers(predicates, len(terms)).tolist()
        }
        is_type = (predicates == numbers.get(TYPE, -1)) & ~quoted
        notes = [numbers[name] for name in ANNOTATIONS & numbers.keys()]
        annotation = np.isin(predicates, notes) & ~quoted
        free = ~quoted & ~is_type & ~annotation
        reserved = np.zeros(len(terms), bool)
        used = distinct_numbers(np.append(predicates, rows[is_type, 2]), len(terms))
        reserved[used] = [terms[number].startswith(_RESERVED_TERMS) for number in used.tolist()]
        structural = reserved[predicates] & free
        return cls(table, kinds, reserved, is_type, structural, annotation, free & ~structural)

    def names(self, numbers: npt.NDArray[np.int32]) -> set[str]:
        """Return the names of the distinct terms among the numbers."""
        terms = self.table.terms
        return {_name(terms[number]) for number in distinct_numbers(numbers, len(terms)).tolist()}

    def is_object(self, kind: int) -> Mask:
        """Return the mask of rows with an object of a kind."""
        objects: npt.NDArray[np.int8] = self.kinds[self.table.rows[:, 2]]
        return np.equal(objects, kind)


def _kinds(terms: list[str]) -> npt.NDArray[np.int8]:
    starts = [term[:2] for term in terms]
    kind_by_start = {start: _kind(start) for start in set(starts)}
    return np.array([kind_by_start[start] for start in starts], np.int8)


def _kind(start: str) -> int:
    if start[0] == "<":
        return _OTHER if start == "<<" else _IRI
    return _BLANK if start[0] == "_" else _LITERAL


def _name(term: str) -> str:
    return term[1:-1] if term[0] == "<" else term


def graph_of(columns: Columns, draft: Draft) -> Graph:
    """Return the graph of the structural triples and the reserved types."""
    graph, terms = Graph(), columns.table.terms
    for subject, predicate, object_ in columns.table.rows[columns.structural].tolist():
        graph.add(_name(terms[subject]), _name(terms[predicate]), node_of(terms[object_]))
    objects = columns.table.rows[:, 2]
    individual = np.zeros(len(terms), bool)
    used = distinct_numbers(objects[columns.is_type], len(terms))
    individual[used] = [terms[number] in _INDIVIDUAL_TYPES for number in used.tolist()]
    reserved = columns.is_type & columns.reserved[objects] & ~individual[objects]
    for subject, _, object_ in columns.table.rows[reserved].tolist():
        name, type_ = _name(terms[subject]), _name(terms[object_])
        if type_ == NOTHING:
            draft.assert_nothing(name)
        else:
            graph.types.setdefault(name, set()).add(type_)
    for predicate in NEGATIVE_PARTS:  # without its type it is a negative assertion too
        for subject, _ in graph.pairs(predicate):
            graph.types.setdefault(subject, set()).add(NEGATIVE)
    typed = columns.is_type & individual[objects]
    draft.entities.individuals |= columns.names(columns.table.rows[typed, 0])
    return graph


def compound_types(columns: Columns) -> list[tuple[str, str]]:
    """Return the (individual, blank node) pairs of ``rdf:type`` with a compound class."""
    terms = columns.table.terms
    rows = columns.table.rows[columns.is_type & columns.is_object(_BLANK)]
    return [(_name(terms[subject]), terms[object_]) for subject, _, object_ in rows.tolist()]


def separate_annotations(columns: Columns, kinds: Kinds) -> tuple[set[str], set[str]]:
    """Move assertions that only annotate; return the other properties.

    A declared property is what it is declared. An undeclared one annotates if it is so by custom,
    or where its subject is a class, a property or an axiom but no individual. Return the properties
    with an individual, and those with a value, as object.
    """
    rows, terms = columns.table.rows, columns.table.terms
    used = distinct_numbers(rows[columns.asserted, 1], len(terms)).tolist()
    names = {number: _name(terms[number]) for number in used}
    entities = kinds.entities
    object_or_data = entities.roles | entities.data_properties
    is_annotation, is_open = np.zeros(len(terms), bool), np.zeros(len(terms), bool)
    for number, name in names.items():
        if name in object_or_data:
            continue
        customary = name.startswith(CUSTOMARY_ANNOTATIONS)
        is_annotation[number] = name in entities.annotation_properties or customary
        is_open[number] = not is_annotation[number]
    annotates = columns.asserted & is_annotation[rows[:, 1]]
    if is_open.any():
        described = _described(columns, kinds.graph)
        annotates |= columns.asserted & is_open[rows[:, 1]] & described[rows[:, 0]]
    columns.annotation = columns.annotation | annotates
    columns.asserted = columns.asserted & ~annotates
    literal = columns.is_object(_LITERAL)
    return (
        columns.names(rows[columns.asserted & ~literal, 1]),
        columns.names(rows[columns.asserted & literal, 1]),
    )


def note_labels(columns: Columns, draft: Draft) -> None:
    """Note the labels in annotations."""
    terms, literal = columns.table.terms, columns.is_object(_LITERAL)
    rows = columns.table.rows[columns.annotation & literal]
    for number in distinct_numbers(rows[:, 1], len(terms)).tolist():
        rank = LABEL_RANKS.get(_name(terms[number]))
        if rank is not None:
            for subject, _, label in rows[rows[:, 1] == number].tolist():
                draft.label(_name(terms[subject]), rank, literal_of(terms[label]))


def fuzzy_texts(columns: Columns) -> list[tuple[str, str]]:
    """Return the subjects and texts of Fuzzy OWL 2 annotations."""
    terms, rows = columns.table.terms, columns.table.rows[columns.annotation]
    used = distinct_numbers(rows[:, 1], len(terms)).tolist()
    labels = [number for number in used if is_fuzzy_label(_name(terms[number]))]
    annotations = rows[np.isin(rows[:, 1], labels)].tolist() if labels else []
    return [
        (_name(terms[subject]), literal_of(terms[text]).lexical)
        for subject, _, text in annotations
        if columns.kinds[text] == _LITERAL
    ]


def _ignored(columns: Columns) -> int:
    """Return the number of annotations that are not used.

    Those of Fuzzy OWL 2 are used, and those that name the axioms that they are on.
    """
    terms, rows = columns.table.terms, columns.table.rows[columns.annotation]
    used = distinct_numbers(rows[:, 1], len(terms)).tolist()
    labels = [number for number in used if is_fuzzy_label(_name(terms[number]))]
    if not labels:
        return len(rows)
    end_predicates = [number for number in used if terms[number].startswith(f"<{OWL}annotated")]
    fuzzy = np.isin(rows[:, 1], labels) & (columns.kinds[rows[:, 2]] == _LITERAL)
    on_axioms = np.isin(rows[:, 1], end_predicates) & np.isin(rows[:, 0], rows[fuzzy][:, 0])
    return int((~fuzzy & ~on_axioms).sum())


def annotated_triples(columns: Columns, nodes: set[str]) -> dict[str, tuple[Node, Node, Node]]:
    """Return the triples of axioms with annotations, by their nodes."""
    terms, rows = columns.table.terms, columns.table.rows[columns.annotation]
    parts: dict[str, dict[str, Node]] = {}
    ends = {f"<{OWL}annotated{part}>": part for part in ("Source", "Property", "Target")}
    for number in distinct_numbers(rows[:, 1], len(terms)).tolist():
        if terms[number] in ends:
            for subject, _, object_ in rows[rows[:, 1] == number].tolist():
                if terms[subject] in nodes:
                    node_parts = parts.setdefault(terms[subject], {})
                    node_parts[ends[terms[number]]] = node_of(terms[object_])
    return {
        node: (node_parts["Source"], node_parts["Property"], node_parts["Target"])
        for node, node_parts in parts.items()
        if len(node_parts) == 3
    }


def _described(columns: Columns, graph: Graph) -> Mask:
    """Return the mask of terms with reserved types only: no individuals."""
    terms, rows = columns.table.terms, columns.table.rows
    described = np.fromiter((_name(term) in graph.types for term in terms), bool, len(terms))
    plain = columns.is_type & ~columns.reserved[rows[:, 2]]
    described[rows[plain, 0]] = False
    return described


def facts_of(columns: Columns, draft: Draft) -> FactTable:
    """Return the plain facts, noting the entities they mention."""
    rows, entities, remarks = columns.table.rows, draft.entities, draft.remarks
    objects = rows[:, 2]
    is_literal = columns.is_object(_LITERAL)
    is_named_type = columns.is_type & columns.is_object(_IRI) & ~columns.reserved[objects]
    remarks.add(
        "malformed-type", "literals are used as classes", int((columns.is_type & is_literal).sum())
    )
    is_role, is_data = (
        _member(columns, names) for names in (entities.roles, entities.data_properties)
    )
    role_row, value_row = (
        columns.asserted & is_role & ~is_literal,
        columns.asserted & is_data & is_literal,
    )
    remarks.add(
        "value-of-object-property",
        "object properties have literals as values, which are not used",
        int((columns.asserted & is_literal & ~is_data).sum()),
    )
    remarks.add(
        "individual-of-data-property",
        "data properties have individuals as values, which are not used",
        int((columns.asserted & ~is_literal & ~is_role).sum()),
    )
    remarks.add("annotation-ignored", "annotations are not used for learning", _ignored(columns))
    table = FactTable(names=[], literals=[])
    table.types = rows[is_named_type][:, [0, 2]]
    table.roles = rows[role_row][:, [1, 0, 2]]
    table.values, table.literals = _values(columns, value_row)
    table.names = _names_used(columns, table)
    _note(table, draft)
    return table


def _member(columns: Columns, names: set[str]) -> Mask:
    """Return the mask of rows with one of the names as predicate."""
    predicates, terms = columns.table.rows[:, 1], columns.table.terms
    used = distinct_numbers(predicates, len(terms))
    is_member = np.zeros(len(terms), bool)
    is_member[used] = [_name(terms[number]) in names for number in used.tolist()]
    return is_member[predicates]


def _values(columns: Columns, value_row: Mask) -> tuple[FactRows, list[Literal]]:
    """Return the rows of values and their literals, possibly repeated."""
    rows, terms = columns.table.rows[value_row], columns.table.terms
    used = distinct_numbers(rows[:, 2], len(terms))
    places = np.zeros(len(terms), np.int32)
    places[used] = np.arange(used.size)
    table = np.stack([rows[:, 1], rows[:, 0], places[rows[:, 2]]], axis=1)
    return table, [literal_of(terms[number]) for number in used.tolist()]


def _names_used(columns: Columns, table: FactTable) -> list[str]:
    """Return the names of terms used in facts at their positions, '' for others."""
    terms = columns.table.terms
    used = np.zeros(len(terms), bool)
    for column in (table.types, table.roles, table.values[:, :2]):
        used[column.ravel()] = True
    return [_name(term) if use else "" for term, use in zip(terms, used.tolist(), strict=True)]


def _note(table: FactTable, draft: Draft) -> None:
    names, entities = table.names, draft.entities
    individuals = np.concatenate(
        [table.types[:, 0], table.roles[:, 1:].ravel(), table.values[:, 1]]
    )
    entities.individuals.update(
        names[number] for number in distinct_numbers(individuals, len(names)).tolist()
    )
    entities.classes.update(
        names[number] for number in distinct_numbers(table.types[:, 1], len(names)).tolist()
    )
