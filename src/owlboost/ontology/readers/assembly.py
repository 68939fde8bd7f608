"""Assembly of an ontology from a draft: sorted entities, distinct facts."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise

import numpy as np

from owlboost.ontology.axioms import Axiom, literals_in
from owlboost.ontology.datatypes.literals import SPACES, without_value
from owlboost.ontology.expressions import Literal
from owlboost.ontology.ontology import Facts, Labels, Ontology, Signature, TaggedLabel
from owlboost.ontology.readers.builder import (
    Draft,
    FactRows,
    FactTable,
    FuzzyNotes,
    Remarks,
    distinct_numbers,
    no_rows,
)
from owlboost.ontology.readers.fuzzy_axioms import FuzzyParts, Value, fuzzy_parts
from owlboost.runtime.array_types import Ids
from owlboost.runtime.names import Names, as_line


def assemble(iri: str, draft: Draft, imports: Mapping[str, str | None]) -> Ontology:
    """Give the entities of a draft their numbers and freeze it."""
    fuzzy = FuzzyParts(draft.axioms) if draft.notes == FuzzyNotes() else fuzzy_parts(draft)
    entities = draft.entities
    individuals, places = _sorted_individuals(draft)
    start, stop = (bisect_left(individuals, bound) for bound in ("_:", "_;"))
    anonymous, named = individuals[start:stop], individuals[:start] + individuals[stop:]
    signature = Signature(
        Names(sorted(entities.classes)),
        Names(sorted(entities.roles)),
        Names(sorted(entities.data_properties)),
        Names([*named, *anonymous]),
    )
    if places is not None:
        order = np.arange(len(individuals), dtype=np.int32)
        anonymous_last = np.concatenate([order[:start], order[stop:], order[start:stop]])
        places = _inverse(anonymous_last)[places]
    facts = _without_values(_facts(draft.facts, signature, places), signature, fuzzy.unused)
    _remark_on_values(draft.remarks, facts, entities.datatypes)
    _remark_on_axioms(draft.remarks, fuzzy.axioms)
    axioms = tuple(sorted(fuzzy.axioms, key=lambda axiom: (type(axiom).__name__, repr(axiom))))
    labels = _labels(draft.labels, signature)
    remarks = draft.remarks.finished()
    return Ontology(iri, signature, axioms, facts, remarks, dict(imports), labels, fuzzy.fuzziness)


def _without_values(facts: Facts, signature: Signature, unused: Collection[Value]) -> Facts:
    """Return the facts without some values."""
    if not unused:
        return facts
    names, people = signature.data_properties, signature.individuals
    columns = facts.value_properties, facts.value_subjects, facts.value_literals
    used = [
        (names[prop], people[subject], facts.literals[literal]) not in unused
        for prop, subject, literal in zip(*(column.tolist() for column in columns), strict=True)
    ]
    return facts.select(values=np.array(used, dtype=np.bool_))


def _sorted_individuals(draft: Draft) -> tuple[list[str], Ids | None]:
    """Return the sorted individuals and their places by position in a table.

    Places are None unless one table has all individuals. Names come in much the same order in a
    file, which makes sorting them there fast.
    """
    individuals = draft.entities.individuals
    if individuals and len(draft.facts) == 1:
        table = draft.facts[0]
        positions = distinct_numbers(_people(table), len(table.names)).tolist()
        positions.sort(key=table.names.__getitem__)
        names = [table.names[position] for position in positions]
        if len(names) == len(individuals) and all(
            name < following for name, following in pairwise(names)
        ):
            places = np.zeros(len(table.names), np.int32)
            places[positions] = np.arange(len(names))
            return names, places
    return sorted(individuals), None


def _people(table: FactTable) -> Ids:
    """Return the position of each mention of an individual in facts."""
    return np.concatenate([table.types[:, 0], table.roles[:, 1:].ravel(), table.values[:, 1]])


def _inverse(order: Ids) -> Ids:
    places = np.empty_like(order)
    places[order] = np.arange(order.size)
    return places


def _labels(by_iri: Mapping[str, list[TaggedLabel]], signature: Signature) -> Labels:
    """Return the labels of named entities, each once and in one line."""
    if not by_iri:
        return {}
    people = signature.named_individuals
    labels = {}
    for names in (signature.classes, signature.roles, signature.data_properties, people):
        for iri in names:
            if iri in by_iri and iri not in labels:
                lines = {label._replace(text=as_line(label.text)) for label in by_iri[iri]}
                labels[iri] = tuple(sorted(label for label in lines if label.text))
    return {iri: texts for iri, texts in labels.items() if texts}


def _remark_on_values(remarks: Remarks, facts: Facts, defined: set[str]) -> None:
    """Remark on malformed values and on unknown datatypes."""
    for datatype, count, example in _malformed(facts.literals):
        text = f"values that are not valid for <{datatype}>, such as {example!r}, are not used"
        remarks.add("malformed-literal", text, count)
    datatypes = Counter(literal.datatype for literal in facts.literals)
    for datatype in datatypes.keys() - SPACES.keys() - defined:
        text = f"values of <{datatype}> are read as text"
        remarks.add("unknown-datatype", text, datatypes[datatype])


def _remark_on_axioms(remarks: Remarks, axioms: Iterable[Axiom]) -> None:
    """Remark on malformed values in axioms."""
    for datatype, count, example in _malformed(literals_in(tuple(axioms))):
        text = (
            f"what axioms say with values that are not valid for <{datatype}>, such as {example!r}"
        )
        remarks.add("malformed-literal", f"{text}, is not used", count)


def _malformed(literals: Iterable[Literal]) -> list[tuple[str, int, str]]:
    """Return datatype, number and first text of literals without a value."""
    by_datatype: dict[str, list[str]] = {}
    for literal in without_value(literals):
        by_datatype.setdefault(literal.datatype, []).append(literal.lexical)
    return [(datatype, len(texts), texts[0]) for datatype, texts in by_datatype.items()]


def _facts(tables: list[FactTable], signature: Signature, places: Ids | None) -> Facts:
    """Return the facts of some tables, numbered as in the signature.

    ``places`` are those of individuals by position in the only table, if known.
    """
    literals: dict[Literal, int] = {}
    types, roles, values = [no_rows(2)], [no_rows(3)], [no_rows(3)]
    for table in tables:
        individual_numbers = places
        if individual_numbers is None:
            individual_numbers = _numbers(_people(table), table.names, signature.individuals)
        class_numbers = _numbers(table.types[:, 1], table.names, signature.classes)
        role_numbers = _numbers(table.roles[:, 0], table.names, signature.roles)
        property_numbers = _numbers(table.values[:, 0], table.names, signature.data_properties)
        literal_numbers = [
            literals.setdefault(literal, len(literals)) for literal in table.literals
        ]
        types.append(_renumbered(table.types, individual_numbers, class_numbers))
        roles.append(_renumbered(table.roles, role_numbers, individual_numbers, individual_numbers))
        values.append(
            _renumbered(
                table.values,
                property_numbers,
                individual_numbers,
                np.array(literal_numbers, np.int32),
            )
        )
    type_rows, role_rows, value_rows = (
        _distinct(np.concatenate(rows)) for rows in (types, roles, values)
    )
    type_subjects, type_classes = _columns(type_rows)
    role_roles, role_subjects, role_objects = _columns(role_rows)
    value_properties, value_subjects, value_literals = _columns(value_rows)
    return Facts(
        type_subjects=type_subjects,
        type_classes=type_classes,
        role_roles=role_roles,
        role_subjects=role_subjects,
        role_objects=role_objects,
        value_properties=value_properties,
        value_subjects=value_subjects,
        value_literals=value_literals,
        literals=tuple(literals),
    )


def _numbers(column: Ids, names: list[str], vocabulary: Names) -> Ids:
    """Return the vocabulary's number at each position of a table's names."""
    numbers = np.full(len(names), -1, np.int32)
    used = distinct_numbers(column, len(names))
    numbers[used] = vocabulary.ids(names[number] for number in used.tolist())
    return numbers


def _renumbered(rows: FactRows, *numbers: Ids) -> FactRows:
    """Replace each column's positions by the numbers at them."""
    if not len(rows):
        return rows
    return np.stack(
        [renumbering[rows[:, place]] for place, renumbering in enumerate(numbers)], axis=1
    )


def _distinct(rows: FactRows) -> FactRows:
    """Return the distinct rows, sorted."""
    if not len(rows):
        return rows
    sizes = rows.max(axis=0).astype(np.int64) + 1
    if float(np.prod(sizes.astype(np.float64))) >= 2**62:
        return np.unique(rows, axis=0)
    keys = rows[:, 0].astype(np.int64)
    for column in range(1, rows.shape[1]):
        keys = keys * sizes[column] + rows[:, column]
    keys.sort()
    keys = keys[np.append(True, keys[1:] != keys[:-1])]
    distinct = np.empty((len(keys), rows.shape[1]), np.int32)
    for column in range(rows.shape[1] - 1, 0, -1):
        keys, distinct[:, column] = np.divmod(keys, sizes[column])
    distinct[:, 0] = keys
    return distinct


def _columns(rows: FactRows) -> tuple[Ids, ...]:
    columns = tuple(np.ascontiguousarray(rows[:, place]) for place in range(rows.shape[1]))
    for column in columns:
        column.flags.writeable = False
    return columns
