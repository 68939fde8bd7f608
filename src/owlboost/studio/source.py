"""An open source: individuals, names, and the examples of a question."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from owlboost.data.examples import Examples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon, Resolver
from owlboost.errors import ExamplesError
from owlboost.exchange.names import NameIndex
from owlboost.exchange.sources import name_index, names_of_columns
from owlboost.models.source import Source
from owlboost.ontology.expressions import NOTHING, THING
from owlboost.runtime.array_types import Answers, Floats, Ids
from owlboost.runtime.calendar import Moment, moment_of
from owlboost.runtime.limits import Json
from owlboost.runtime.names import Names
from owlboost.sources.example_files import ExampleLists
from owlboost.sources.ontology_source import LoadedOntology
from owlboost.studio.state import LearningQuestion
from owlboost.tables.columns import NumberColumn, SymbolColumn, value_text
from owlboost.tables.facts import table_iri
from owlboost.tables.table import Table, TableSource

_MOST_VALUES = 20
"""List at most this many values of a property."""

_MOST_TARGETS = 200
"""List at most this many possible targets."""

_MARKED = "Marked"
"""Name of a target that is given by marks alone."""


class Material(Protocol):
    """A source that is open."""

    @property
    def lexicon(self) -> Lexicon:
        """Names for readers."""
        ...

    @property
    def names(self) -> Names:
        """The individuals."""
        ...

    @property
    def name_index(self) -> NameIndex:
        """Index of the names in conditions."""
        ...

    def individual(self, name: str) -> str:
        """Return the IRI of an individual, or the name of a row."""
        ...

    def hideable(self, names: Sequence[str]) -> list[str]:
        """Return the IRIs of classes and properties."""
        ...

    def full_names(self, target: str | None, scope: str | None) -> tuple[str | None, str | None]:
        """Return the full names of a target and a scope."""
        ...

    def examples(self, question: LearningQuestion) -> tuple[Examples, Answers]:
        """Return the examples of a question with their labels."""
        ...

    def whole(self) -> KnowledgeBase:
        """Return the whole knowledge base."""
        ...

    def view(self) -> Json:
        """Return the view of the source."""
        ...

    @property
    def opened(self) -> Any:
        """The table or the ontology itself."""
        ...


def opened_material(source: Source) -> "TableMaterial | OntologyMaterial":
    """Read a source."""
    opened: Any = source.open()
    return TableMaterial(opened) if source.kind == "table" else OntologyMaterial(opened)


class OntologyMaterial:
    """An ontology that is open."""

    def __init__(self, loaded: LoadedOntology) -> None:
        self._loaded = loaded

    @property
    def lexicon(self) -> Lexicon:
        """Names for readers."""
        return self._loaded.lexicon

    @property
    def names(self) -> Names:
        """The individuals."""
        return self._loaded.names

    @cached_property
    def name_index(self) -> NameIndex:
        """Index of the names in conditions."""
        return name_index(self._loaded.rule_names())

    def individual(self, name: str) -> str:
        """Return the IRI of an individual."""
        return self._loaded.individuals.iri(name)

    def hideable(self, names: Sequence[str]) -> list[str]:
        """Return the IRIs of classes and properties."""
        return self._loaded.hideable.iris(names)

    def full_names(self, target: str | None, scope: str | None) -> tuple[str | None, str | None]:
        """Return the IRIs of a target and a scope."""
        iri = self._loaded.classes.iri
        return (
            None if target is None else iri(target),
            None if scope is None else iri(scope),
        )

    def examples(self, question: LearningQuestion) -> tuple[Examples, Answers]:
        """Return the members of a target and the marked individuals."""
        marks, target = question.marks, question.target
        if not marks:
            return self._loaded.examples(target, scope=question.scope, hide=question.hidden)
        positives = [name for name, label in marks.items() if label]
        negatives = [name for name, label in marks.items() if not label]
        if target is not None:
            X, labels = self._loaded.examples(target, scope=question.scope)
            labelled = [
                (self.names[individual], label)
                for individual, label in zip(X.individuals, labels, strict=True)
            ]
            positives += [name for name, label in labelled if label and name not in marks]
            negatives += [name for name, label in labelled if not label and name not in marks]
        lists = ExampleLists(tuple(positives), tuple(negatives))
        return self._loaded.examples(
            target or _MARKED,
            lists=lists,
            scope=None if negatives else question.scope,
            hide=question.hidden,
        )

    def whole(self) -> KnowledgeBase:
        """Return all that the ontology implies."""
        return self._loaded.source().knowledge_base()

    def view(self) -> Json:
        """Return the view of the ontology."""
        kb, lexicon = self.whole(), self.lexicon
        n, classes = len(kb.individuals), kb.vocabulary.classes
        counts = [int(np.count_nonzero(kb.members[number] < n)) for number in range(len(classes))]
        listed = [
            (number, iri) for number, iri in enumerate(classes) if iri not in (THING, NOTHING)
        ]
        targets = [(number, iri) for number, iri in listed if 2 <= counts[number] < n]
        targets.sort(key=lambda target: (abs(counts[target[0]] - n / 2), target[1]))
        return {
            "kind": "ontology",
            "individuals": n,
            "classes": [
                {
                    "iri": iri,
                    "name": lexicon.name(iri),
                    "count": counts[number],
                    "parents": [classes[parent] for parent in _parents(kb, number)],
                }
                for number, iri in listed
            ],
            "properties": [*_roles(kb, lexicon), *_data_properties(kb, lexicon)],
            "targets": [
                {"target": iri, "name": lexicon.name(iri), "positives": counts[number], "of": n}
                for number, iri in targets[:_MOST_TARGETS]
            ],
            "remarks": [
                f"{remark.message} ({remark.code}, {remark.count}×)"
                for remark in self._loaded.remarks
            ],
        }

    @property
    def opened(self) -> Any:
        """The ontology itself."""
        return self._loaded


def _parents(kb: KnowledgeBase, number: int) -> list[int]:
    """Return the direct superclasses of a class."""
    taxonomy = kb.taxonomy
    thing_and_nothing = {THING, NOTHING}
    candidates: dict[int, None] = {}
    for node in taxonomy.indices[taxonomy.indptr[number] : taxonomy.indptr[number + 1]].tolist():
        if node < len(taxonomy):
            candidates[node] = None
            continue
        shared = taxonomy.indices[taxonomy.indptr[node] : taxonomy.indptr[node + 1]].tolist()
        candidates |= dict.fromkeys(member for member in shared if member < len(taxonomy))
    names = kb.vocabulary.classes
    above = [
        candidate
        for candidate in candidates
        if candidate != number
        and names[candidate] not in thing_and_nothing
        and not taxonomy.holds(candidate, number)
    ]
    return [
        candidate
        for candidate in above
        if not any(
            rival != candidate
            and taxonomy.holds(rival, candidate)
            and not taxonomy.holds(candidate, rival)
            for rival in above
        )
    ]


def _roles(kb: KnowledgeBase, lexicon: Lexicon) -> Iterator[Json]:
    n = len(kb.individuals)
    for iri, fillers in zip(kb.vocabulary.roles, kb.roles, strict=True):
        count = int(np.count_nonzero(np.diff(fillers.indptr)[:n]))
        yield {"iri": iri, "name": lexicon.name(iri), "kind": "role", "count": count}


def _data_properties(kb: KnowledgeBase, lexicon: Lexicon) -> Iterator[Json]:
    n = len(kb.individuals)
    for number, iri in enumerate(kb.vocabulary.data_properties):
        entry: Json = {"iri": iri, "name": lexicon.name(iri)}
        if number in kb.numbers and kb.numbers[number].values.size:
            column, moment = kb.numbers[number], kb.lexicon.times.get(iri)
            yield entry | {
                "kind": "number" if moment is None else "date",
                "count": int(np.count_nonzero(np.diff(column.indptr)[:n])),
                "range": _range(column.values, moment),
            }
        elif number in kb.symbols:
            symbols = kb.symbols[number]
            yield entry | {
                "kind": _symbolic(symbols.values),
                "count": int(np.count_nonzero(np.diff(symbols.rows.indptr)[:n])),
                "values": list(symbols.values[:_MOST_VALUES]),
            }
        else:
            yield entry | {"kind": "number", "count": 0}


def _range(values: Floats, moment: Moment | None) -> list[float] | list[str]:
    """Return the least and the greatest value, or dates.

    Examples
    --------
    >>> _range(np.array([3.0, 1.0]), None), _range(np.array([0.0, 19_723.0]), "date")
    ([1.0, 3.0], ['1970-01-01', '2024-01-01'])
    """
    ends = float(values.min()), float(values.max())
    return list(ends) if moment is None else [moment_of(end, moment) for end in ends]


def _symbolic(values: Iterable[bool | str]) -> str:
    return "truth" if all(isinstance(value, bool) for value in values) else "category"


class TableMaterial:
    """A table that is open."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def lexicon(self) -> Lexicon:
        """An empty lexicon: columns have their own names."""
        return Lexicon()

    @property
    def names(self) -> Names:
        """The rows."""
        return self._table.row_names

    @cached_property
    def name_index(self) -> NameIndex:
        """Index of the names in conditions."""
        return names_of_columns(self._table.columns, self._table.path.name, self.whole)

    def individual(self, name: str) -> str:
        """Return the name of a row."""
        if name in self.names:
            return name
        raise ExamplesError(f"{self._table.path.name} has no row named {name!r}.")

    @cached_property
    def _columns(self) -> dict[str, str]:
        return {table_iri(name): name for name in self._table.columns}

    @cached_property
    def _resolver(self) -> Resolver:
        return Resolver(Names(self._columns), "column", self._table.path.name)

    def hideable(self, names: Sequence[str]) -> list[str]:
        """Return the IRIs of columns."""
        return self._resolver.iris(names)

    def full_names(self, target: str | None, scope: str | None) -> tuple[str | None, str | None]:
        """Return a target, checked against the table."""
        if scope is not None:
            raise ExamplesError("A scope is for ontologies; in a table all rows are examples.")
        if target is not None:
            self._table.target(target)
        return target, None

    def examples(self, question: LearningQuestion) -> tuple[Examples, Answers]:
        """Return the rows with a value or a mark, with their labels."""
        hidden = [self._columns[iri] for iri in question.hidden if iri in self._columns]
        marks = question.marks
        if question.target is None:
            return self._marked(question, hidden)
        X, labels = self._table.examples(question.target, hidden)
        if not marks:
            return X, labels
        places: dict[int, float | bool] = dict(
            zip(X.individuals.tolist(), labels.tolist(), strict=True)
        )
        places |= self._places(marks)
        individuals = np.array(sorted(places), dtype=np.int32)
        answers = np.array([places[row] for row in individuals.tolist()], dtype=labels.dtype)
        return replace(X, individuals=individuals, universe=individuals), answers

    def _places(self, marks: Mapping[str, bool]) -> dict[int, bool]:
        """Return the marked rows; an error if the file has lost one."""
        return {self.names.id(self.individual(name)): label for name, label in marks.items()}

    def _marked(
        self, question: LearningQuestion, hidden: Sequence[str]
    ) -> tuple[Examples, Answers]:
        if not question.marks:
            raise ExamplesError("Choose a target, or mark rows that belong to it.")
        places = self._places(question.marks)
        if all(places.values()):
            everyone: Ids = np.arange(self._table.n_rows, dtype=np.int32)
            labels = np.array([places.get(row, False) for row in everyone.tolist()])
            individuals = everyone
        else:
            individuals = np.array(sorted(places), dtype=np.int32)
            labels = np.array([places[row] for row in individuals.tolist()])
        source = TableSource(self._table, frozenset(hidden))
        return (
            Examples(source, table_iri(_MARKED), self.names, individuals, individuals),
            labels.astype(np.bool_),
        )

    def whole(self) -> KnowledgeBase:
        """Return all cells as a knowledge base."""
        return self._table.knowledge_base()

    def view(self) -> Json:
        """Return the view of the table."""
        table = self._table
        return {
            "kind": "table",
            "individuals": table.n_rows,
            "classes": [],
            "properties": [_column(name, column) for name, column in table.columns.items()],
            "targets": [
                {
                    "target": f"{name}={value}",
                    "name": f"{name}={value}",
                    "positives": count,
                    "of": sum(counts.values()),
                }
                for name, counts in table.candidate_targets().items()
                for value, count in counts.items()
            ][:_MOST_TARGETS],
            "remarks": list(map(str, table.remarks)),
        }

    @property
    def opened(self) -> Any:
        """The table itself."""
        return self._table


def _column(name: str, column: NumberColumn | SymbolColumn) -> Json:
    entry: Json = {
        "iri": table_iri(name),
        "name": name,
        "count": int(np.count_nonzero(column.present)),
    }
    match column:
        case NumberColumn():
            values = column.values[column.present]
            kind = "date" if column.is_time else "number"
            ends = {"range": _range(values, column.moment)} if values.size else {}
            return entry | {"kind": kind} | ends
        case SymbolColumn():
            kind = "truth" if column.is_truth else "category"
            shown = [value_text(value) for value in column.values[:_MOST_VALUES]]
            return entry | {"kind": kind, "values": shown}
