"""A draft to an ontology: entities are sorted and numbered, facts freed of doubles."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
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
    Remarks,
    distinct_numbers,
    no_rows,
)
from owlboost.ontology.readers.fuzzy_axioms import Value, fuzzy_parts
from owlboost.runtime.array_types import Ids
from owlboost.runtime.names import Names, as_line


def assemble(iri: str, draft: Draft, imports: Mapping[str, str | None]) -> Ontology:
    """Give the entities of a draft their numbers and freeze it."""
    fuzzy, entities = fuzzy_parts(draft), draft.entities
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
        everyone = np.arange(len(individuals), dtype=np.int32)
        moved = np.concatenate([everyone[:start], everyone[stop:], everyone[start:stop]])
        places = _inverse(moved)[places]
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
    keep = [
        (names[prop], people[subject], facts.literals[literal]) not in unused
        for prop, subject, literal in zip(*(column.tolist() for column in columns), strict=True)
    ]
    properties, subjects, literals = (column[keep] for column in columns)
    return replace(
        facts, value_properties=properties, value_subjects=subjects, value_literals=literals
    )


def _sorted_individuals(draft: Draft) -> tuple[list[str], Ids | None]:
    """Return the individuals in order and, if one table has them all, where each of its names is.

    Names come in much the same order in a file, which makes sorting them there fast.
    """
    known = draft.entities.individuals
    if known and len(draft.facts) == 1:
        table = draft.facts[0]
        positions = distinct_numbers(_people(table), len(table.names)).tolist()
        positions.sort(key=table.names.__getitem__)
        names = [table.names[position] for position in positions]
        if len(names) == len(known) and all(one < two for one, two in pairwise(names)):
            places = np.zeros(len(table.names), np.int32)
            places[positions] = np.arange(len(names))
            return names, places
    return sorted(known), None


def _people(table: FactTable) -> Ids:
    """Return the positions of all individuals that facts mention, as often as they do."""
    return np.concatenate([table.types[:, 0], table.roles[:, 1:].ravel(), table.values[:, 1]])


def _inverse(order: Ids) -> Ids:
    places = np.empty_like(order)
    places[order] = np.arange(order.size)
    return places


def _labels(found: Mapping[str, list[TaggedLabel]], signature: Signature) -> Labels:
    """Return the labels of named entities, each once and in one line."""
    if not found:
        return {}
    people = signature.named_individuals
    labels = {}
    for names in (signature.classes, signature.roles, signature.data_properties, people):
        for iri in names:
            if iri in found and iri not in labels:
                lines = {one._replace(text=as_line(one.text)) for one in found[iri]}
                labels[iri] = tuple(sorted(one for one in lines if one.text))
    return {iri: texts for iri, texts in labels.items() if texts}


def _remark_on_values(remarks: Remarks, facts: Facts, known: set[str]) -> None:
    """Remark on malformed values, and on datatypes that neither OWL nor the ontology knows."""
    for datatype, count, example in _malformed(facts.literals):
        text = f"values that are not valid for <{datatype}>, such as {example!r}, are not used"
        remarks.add("malformed-literal", text, count)
    datatypes = Counter(one.datatype for one in facts.literals)
    for datatype in datatypes.keys() - SPACES.keys() - known:
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
    """Return each datatype of literals without a value, their number, and the first of them."""
    found: dict[str, list[str]] = {}
    for one in without_value(literals):
        found.setdefault(one.datatype, []).append(one.lexical)
    return [(datatype, len(texts), texts[0]) for datatype, texts in found.items()]


def _facts(tables: list[FactTable], signature: Signature, places: Ids | None) -> Facts:
    """Return the facts of some tables in numbers; places are those of individuals, if known."""
    literals: dict[Literal, int] = {}
    types, roles, values = [no_rows(2)], [no_rows(3)], [no_rows(3)]
    for table in tables:
        individual = places
        if individual is None:
            individual = _numbers(_people(table), table.names, signature.individuals)
        class_ = _numbers(table.types[:, 1], table.names, signature.classes)
        role = _numbers(table.roles[:, 0], table.names, signature.roles)
        data = _numbers(table.values[:, 0], table.names, signature.data_properties)
        values_of = [literals.setdefault(one, len(literals)) for one in table.literals]
        types.append(_renumbered(table.types, individual, class_))
        roles.append(_renumbered(table.roles, role, individual, individual))
        values.append(_renumbered(table.values, data, individual, np.array(values_of, np.int32)))
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


def _numbers(column: Ids, names: list[str], known: Names) -> Ids:
    """Return, at the positions of a table's names, their numbers among the known ones."""
    numbers = np.full(len(names), -1, np.int32)
    used = distinct_numbers(column, len(names))
    numbers[used] = known.ids(names[number] for number in used.tolist())
    return numbers


def _renumbered(rows: FactRows, *numbers: Ids) -> FactRows:
    """Replace each column's positions by the numbers at them."""
    if not len(rows):
        return rows
    return np.stack([new[rows[:, place]] for place, new in enumerate(numbers)], axis=1)


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
    out = np.empty((len(keys), rows.shape[1]), np.int32)
    for column in range(rows.shape[1] - 1, 0, -1):
        keys, out[:, column] = np.divmod(keys, sizes[column])
    out[:, 0] = keys
    return out


def _columns(rows: FactRows) -> tuple[Ids, ...]:
    columns = tuple(np.ascontiguousarray(rows[:, place]) for place in range(rows.shape[1]))
    for column in columns:
        column.flags.writeable = False
    return columns
