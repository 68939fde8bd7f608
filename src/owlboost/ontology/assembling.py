"""A draft to an ontology: entities are sorted and numbered, facts freed of doubles."""

from collections.abc import Mapping

import numpy as np

from owlboost._typing import Ids
from owlboost.model.vocabulary import Names
from owlboost.ontology.axioms import Facts, Literal, Ontology, Signature
from owlboost.ontology.drafts import Draft, FactTable, Rows, no_rows
from owlboost.ontology.lexical import literal_remarks


def assemble(iri: str, draft: Draft, imports: Mapping[str, str | None]) -> Ontology:
    """Number the entities of a draft and freeze it."""
    entities = draft.entities
    anonymous = sorted(name for name in entities.individuals if name.startswith("_:"))
    named = sorted(name for name in entities.individuals if not name.startswith("_:"))
    signature = Signature(
        Names(sorted(entities.classes)),
        Names(sorted(entities.roles)),
        Names(sorted(entities.data_properties)),
        Names([*named, *anonymous]),
    )
    facts = _facts(draft.facts, signature)
    draft.remarks.extend(literal_remarks(facts.literals, entities.datatypes))
    axioms = tuple(sorted(draft.axioms, key=lambda axiom: (type(axiom).__name__, repr(axiom))))
    return Ontology(iri, signature, axioms, facts, draft.remarks.finished(), dict(imports))


def _facts(tables: list[FactTable], signature: Signature) -> Facts:
    literals: dict[Literal, int] = {}
    types, roles, values = [no_rows(2)], [no_rows(3)], [no_rows(3)]
    for table in tables:
        names = table.names
        types.append(_renumbered(table.types, names, signature.individuals, signature.classes))
        people = signature.individuals
        roles.append(_renumbered(table.roles, names, signature.roles, people, people))
        places = [literals.setdefault(one, len(literals)) for one in table.literals]
        first = _renumbered(table.values[:, :2], names, signature.data_properties, people)
        last = np.array(places, np.int32)[table.values[:, 2:]] if places else table.values[:, 2:]
        values.append(np.concatenate([first, last], axis=1))
    type_rows = _distinct(np.concatenate(types))
    role_rows = _distinct(np.concatenate(roles))
    value_rows = _distinct(np.concatenate(values))
    return Facts(*_columns(type_rows), *_columns(role_rows), *_columns(value_rows), tuple(literals))


def _renumbered(rows: Rows, names: list[str], *columns: Names) -> Rows:
    """Turn positions in a table's names into positions in the signature's, column by column."""
    out = np.empty_like(rows)
    for place, known in enumerate(columns):
        used, inverse = np.unique(rows[:, place], return_inverse=True)
        final = np.array([known.id(names[number]) for number in used.tolist()], np.int32)
        out[:, place] = final[inverse] if len(used) else rows[:, place]
    return out


def _distinct(rows: Rows) -> Rows:
    """Return the distinct rows, sorted."""
    if not len(rows):
        return rows
    sizes = rows.max(axis=0).astype(np.int64) + 1
    if float(np.prod(sizes.astype(np.float64))) >= 2**62:
        return np.unique(rows, axis=0)
    keys = rows[:, 0].astype(np.int64)
    for column in range(1, rows.shape[1]):
        keys = keys * sizes[column] + rows[:, column]
    keys = np.unique(keys)
    out = np.empty((len(keys), rows.shape[1]), np.int32)
    for column in range(rows.shape[1] - 1, 0, -1):
        keys, out[:, column] = np.divmod(keys, sizes[column])
    out[:, 0] = keys
    return out


def _columns(rows: Rows) -> tuple[Ids, ...]:
    columns = tuple(np.ascontiguousarray(rows[:, place]) for place in range(rows.shape[1]))
    for column in columns:
        column.flags.writeable = False
    return columns
