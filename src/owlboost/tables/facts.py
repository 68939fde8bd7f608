"""Columns of a table as a knowledge base: the cells are all that it states."""

from collections.abc import Mapping
from urllib.parse import quote

import numpy as np

from owlboost.data.knowledge_base import KnowledgeBase, Symbols
from owlboost.data.vocabulary import Lexicon, Vocabulary
from owlboost.runtime.array_types import Ids, Mask, Offsets
from owlboost.runtime.arrays import IN_MEMORY, Shelf
from owlboost.runtime.calendar import Moment
from owlboost.runtime.hierarchy import Taxonomy
from owlboost.runtime.names import Names
from owlboost.runtime.sparse_rows import Rows, Values
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn
from owlboost.tables.derived import derivation_of

NAMESPACE = "urn:owlboost:table#"


def table_iri(name: str) -> str:
    """Return the IRI of a column, of a row or of a value of the target column.

    Examples
    --------
    >>> table_iri("sepal length")
    'urn:owlboost:table#sepal%20length'
    """
    return NAMESPACE + quote(name, safe="")


def stated_facts(
    columns: Mapping[str, Column],
    row_names: Names,
    without: Mask | Ids | None = None,
    shelf: Shelf = IN_MEMORY,
) -> KnowledgeBase:
    """State each cell as a value of a functional data property; arrays are shared where they can.

    Others are put on the shelf.

    Examples
    --------
    >>> kb = stated_facts({"price": NumberColumn(np.array([79.0, np.nan]))}, Names(["h1", "h2"]))
    >>> kb.numbers[0].indptr, kb.numbers[0].values
    (array([0, 1, 1]), array([79.]))
    """
    names = sorted(columns, key=table_iri)
    n_rows = len(row_names)
    silent = _row_mask(without, n_rows)
    every_row = shelf.kept(np.arange(n_rows + 1, dtype=np.int64))
    numbers: dict[int, Values] = {}
    symbols: dict[int, Symbols] = {}
    for number, name in enumerate(names):
        match columns[name]:
            case NumberColumn() as column:
                numbers[number] = _values(column, silent, every_row, shelf)
            case SymbolColumn() as column:
                symbols[number] = _symbols(column, silent, every_row, shelf)
    return KnowledgeBase(
        vocabulary=Vocabulary(data_properties=Names(map(table_iri, names)), individuals=row_names),
        n_elements=n_rows,
        types=_no_rows(n_rows),
        members=_no_rows(0),
        taxonomy=Taxonomy(np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32), 0),
        roles=(),
        numbers=numbers,
        symbols=symbols,
        functional=frozenset(range(len(names))),
        lexicon=Lexicon(times=times_of(columns), habits=habits_of(columns)),
        shelf=shelf,
    )


def times_of(columns: Mapping[str, Column]) -> dict[str, Moment]:
    """Return what numbers stand for, by IRI, where these are days.

    Examples
    --------
    >>> times_of({"built": NumberColumn(np.array([18_292.0]), "date")})
    {'urn:owlboost:table#built': 'date'}
    """
    return {
        table_iri(name): column.moment
        for name, column in columns.items()
        if isinstance(column, NumberColumn) and column.moment is not None
    }


def habits_of(columns: Mapping[str, Column]) -> dict[str, str]:
    """Return how columns were written, by IRI, where another file could mean others by such cells.

    What is made of a column of dates goes by the habit of that column.

    Examples
    --------
    >>> habits_of({"price": NumberColumn(np.array([1.234]), habit=",")})
    {'urn:owlboost:table#price': ','}
    """
    habits: dict[str, str] = {}
    for name in columns:
        made = derivation_of(name)
        column = columns.get(name if made is None else made.column)
        if isinstance(column, NumberColumn) and column.habit is not None:
            habits[table_iri(name)] = column.habit
    return habits


def _row_mask(without: Mask | Ids | None, n_rows: int) -> Mask | None:
    if without is None:
        return None
    chosen = np.asarray(without)
    mask = np.zeros(n_rows, dtype=np.bool_)
    mask[chosen] = True  # a mask or numbers alike
    return mask


def _values(column: NumberColumn, silent: Mask | None, every_row: Offsets, shelf: Shelf) -> Values:
    told = column.present if silent is None else column.present & ~silent
    if told.all():
        return Values(every_row, column.values)  # nothing to leave out, so nothing to copy
    return Values(shelf.kept(_offsets(told)), shelf.kept(column.values[told]))


def _symbols(
    column: SymbolColumn, silent: Mask | None, every_row: Offsets, shelf: Shelf
) -> Symbols:
    told = column.present if silent is None else column.present & ~silent
    if told.all():
        return Symbols(Rows(every_row, column.codes), column.values)
    rows = Rows(shelf.kept(_offsets(told)), shelf.kept(column.codes[told]))
    return Symbols(rows, column.values)


def _offsets(told: Mask) -> Offsets:
    offsets = np.zeros(told.size + 1, dtype=np.int64)
    np.cumsum(told, out=offsets[1:])
    return offsets


def _no_rows(n_rows: int) -> Rows:
    return Rows(np.zeros(n_rows + 1, dtype=np.int64), np.zeros(0, dtype=np.int32))
