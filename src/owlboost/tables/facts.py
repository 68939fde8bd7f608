"""A table's cells as a knowledge base, with equal rows merged."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt

from owlboost.concepts.concept import CrispValue, DataLabel, FuzzyValue
from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.knowledge_base import KnowledgeBase, Symbols
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon, Vocabulary
from owlboost.errors import ModelError
from owlboost.models.source import SourceNames
from owlboost.runtime.array_types import Ids, Mask, Offsets, Weights
from owlboost.runtime.arrays import IN_MEMORY, ArrayStore
from owlboost.runtime.calendar import Moment
from owlboost.runtime.hierarchy import NO_CLASSES
from owlboost.runtime.names import Names
from owlboost.runtime.sparse_rows import Rows, Values
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn, derivation_of
from owlboost.tables.read_options import Kind

NAMESPACE = "urn:owlboost:table#"


def table_iri(name: str) -> str:
    """Return the IRI of a column, a row or a target's value.

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
    shelf: ArrayStore = IN_MEMORY,
) -> KnowledgeBase:
    """Return a table as a knowledge base: each cell is a value of a functional data property.

    Arrays are shared with the columns if possible; others are put into the store.

    Examples
    --------
    >>> kb = stated_facts({"price": NumberColumn(np.array([79.0, np.nan]))}, Names(["h1", "h2"]))
    >>> kb.numbers[0].indptr, kb.numbers[0].values
    (array([0, 1, 1]), array([79.]))
    """
    names = sorted(columns, key=table_iri)
    n_rows = len(row_names)
    is_silent = _row_mask(without, n_rows)
    every_row = shelf.put(np.arange(n_rows + 1, dtype=np.int64))
    numbers: dict[int, Values] = {}
    symbols: dict[int, Symbols] = {}
    for number, name in enumerate(names):
        match columns[name]:
            case NumberColumn() as column:
                numbers[number] = _values(column, is_silent, every_row, shelf)
            case SymbolColumn() as column:
                symbols[number] = _symbols(column, is_silent, every_row, shelf)
    return KnowledgeBase(
        vocabulary=Vocabulary(data_properties=Names(map(table_iri, names)), individuals=row_names),
        n_elements=n_rows,
        types=_no_rows(n_rows),
        members=_no_rows(0),
        taxonomy=NO_CLASSES,
        roles=(),
        numbers=numbers,
        symbols=symbols,
        functional=frozenset(range(len(names))),
        lexicon=Lexicon(times=times_of(columns), habits=habits_of(columns)),
        shelf=shelf,
    )


def times_of(columns: Mapping[str, Column]) -> dict[str, Moment]:
    """Return the meaning of numbers that are days, by IRI.

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
    """Return the conventions of columns whose cells could be misread in another file, by IRI.

    A column derived from dates has the convention of these.

    Examples
    --------
    >>> habits_of({"price": NumberColumn(np.array([1.234]), habit=",")})
    {'urn:owlboost:table#price': ','}
    """
    habits: dict[str, str] = {}
    for name in columns:
        derived = derivation_of(name)
        column = columns.get(name if derived is None else derived.column)
        if isinstance(column, NumberColumn) and column.habit is not None:
            habits[table_iri(name)] = column.habit
    return habits


def _row_mask(without: Mask | Ids | None, n_rows: int) -> Mask | None:
    if without is None:
        return None
    rows = np.asarray(without)
    mask = np.zeros(n_rows, dtype=np.bool_)
    mask[rows] = True  # either a mask or numbers
    return mask


def _values(
    column: NumberColumn, is_silent: Mask | None, every_row: Offsets, shelf: ArrayStore
) -> Values:
    is_stated = column.present if is_silent is None else column.present & ~is_silent
    if is_stated.all():
        return Values(every_row, column.values)  # nothing to leave out, so nothing to copy
    return Values(shelf.put(_offsets(is_stated)), shelf.put(column.values[is_stated]))


def _symbols(
    column: SymbolColumn, is_silent: Mask | None, every_row: Offsets, shelf: ArrayStore
) -> Symbols:
    is_stated = column.present if is_silent is None else column.present & ~is_silent
    if is_stated.all():
        return Symbols(Rows(every_row, column.codes), column.values)
    rows = Rows(shelf.put(_offsets(is_stated)), shelf.put(column.codes[is_stated]))
    return Symbols(rows, column.values)


def _offsets(is_stated: Mask) -> Offsets:
    offsets = np.zeros(is_stated.size + 1, dtype=np.int64)
    np.cumsum(is_stated, out=offsets[1:])
    return offsets


def _no_rows(n_rows: int) -> Rows:
    return Rows(np.zeros(n_rows + 1, dtype=np.int64), np.zeros(0, dtype=np.int32))


RowNumbers = npt.NDArray[np.int64]
"""Numbers of rows, from 0."""

_FACTOR, _HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)
"""Constants of the hash: an odd factor that spreads bits, and half the bits of a number."""


@dataclass(frozen=True, slots=True, eq=False)
class DistinctRows:
    """Distinct rows, in an order independent of the table's.

    Attributes
    ----------
    rows
        The first of each group of equal rows.
    weights
        The sum of the weights of each group.
    """

    rows: RowNumbers
    weights: Weights


def told_once(
    columns: Mapping[str, Column], labels: npt.NDArray[Any], weights: Weights
) -> DistinctRows:
    """Merge rows with the same cells and label, ordered by cells.

    Cells are compared column by column.

    So repeating a row is the same as giving it weight 2. Rows of weight 0 are left out. Rows that
    all differ stay as they are: learners put them into an order of their own.

    Examples
    --------
    >>> price = {"price": NumberColumn(np.array([79.0, 50.0, 79.0]))}
    >>> merged = told_once(price, np.array([1, 0, 1]), np.array([1.0, 1.0, 2.0]))
    >>> merged.rows, merged.weights
    (array([1, 0]), array([1., 3.]))
    """
    keys = [*map(_key, columns.values()), labels]
    weighted = np.flatnonzero(weights > 0)
    if weighted.size < weights.size:
        keys = [key[weighted] for key in keys]
    elif all_differ(keys):
        return DistinctRows(weighted, weights.astype(np.float64))
    order, is_first = sorted_runs(keys)
    rows = weighted[order]
    run = np.cumsum(is_first) - 1
    summed = np.bincount(run, weights[rows], int(is_first.sum())).astype(np.float64)
    return DistinctRows(rows[is_first], summed)


def all_differ(keys: Sequence[npt.NDArray[Any]]) -> bool:
    """Whether all rows certainly differ; False may, rarely, be a collision of hashes.

    Each row has a hash of its keys; if all hashes differ, so do all rows. The code is not compiled,
    since commands that learn nothing use it, too.

    Examples
    --------
    >>> all_differ([np.array([1.0, 1.0]), np.array([0, 1])])
    True
    >>> all_differ([np.array([np.nan, np.nan]), np.array([0.0, -0.0])])
    False
    """
    hashes = np.zeros(keys[0].size, dtype=np.uint64)
    for key in keys:
        hashes *= _FACTOR
        hashes ^= hashes >> _HALF
        hashes += _bits(key)
    hashes *= _FACTOR
    hashes.sort()
    return bool((hashes[1:] != hashes[:-1]).all())


def _bits(key: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    """Return numbers that are equal if keys are."""
    if key.dtype.kind != "f":
        return key.astype(np.int64).view(np.uint64)
    values = key + 0.0  # one zero, not two
    missing = np.isnan(values)
    if missing.any():
        values[missing] = np.nan  # NaN has more than one form, too
    return values.astype(np.float64, copy=False).view(np.uint64)


def sorted_runs(keys: Sequence[npt.NDArray[Any]]) -> tuple[RowNumbers, npt.NDArray[np.bool_]]:
    """Sort rows by keys, and mark the first of each run.

    The first key is the most important.

    Rows that an earlier key separates are not compared again, so continuous numbers cost little
    more than sorting once. NaN is last and equal to itself; equal rows keep their order.

    Examples
    --------
    >>> sorted_runs([np.array([2, 1, 2, 2]), np.array([0.0, 0.0, np.nan, 0.0])])
    (array([1, 0, 3, 2]), array([ True,  True, False,  True]))
    """
    order = np.arange(keys[0].size, dtype=np.int64)
    is_first = np.zeros(order.size, dtype=np.bool_)
    is_first[:1] = True
    for key in keys:
        tied = ~is_first
        tied[:-1] |= ~is_first[1:]  # the first of several
        places = np.flatnonzero(tied)
        if not places.size:
            break
        run = np.cumsum(is_first)[places]
        rows = order[places]
        rows = rows[np.lexsort((key[rows], run))]
        order[places] = rows
        values = key[rows]
        differs = np.ones(places.size, dtype=np.bool_)
        differs[1:] = ~_alike(values[1:], values[:-1]) | (run[1:] != run[:-1])
        is_first[places] |= differs
    return order, is_first


def _alike(left: npt.NDArray[Any], right: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    alike: npt.NDArray[np.bool_] = left == right
    if left.dtype.kind == "f":
        alike |= np.isnan(left) & np.isnan(right)
    return alike


def _key(column: Column) -> npt.NDArray[Any]:
    return column.codes if isinstance(column, SymbolColumn) else column.values


def take_rows(
    columns: Mapping[str, Column], rows: npt.NDArray[Any], shelf: ArrayStore = IN_MEMORY
) -> dict[str, Column]:
    """Return rows of the columns in a given order, from a store.

    Examples
    --------
    >>> take_rows({"price": NumberColumn(np.array([79.0, 50.0]))}, np.array([1]))["price"].values
    array([50.])
    """
    if np.array_equal(rows, np.arange(_n_rows(columns))):
        return dict(columns)
    return {name: _selected(column, rows, shelf) for name, column in columns.items()}


def shelved(column: Column, shelf: ArrayStore) -> Column:
    """Move the arrays of a column into a store.

    Examples
    --------
    >>> shelved(NumberColumn(np.array([79.0, 50.0])), IN_MEMORY).values
    array([79., 50.])
    """
    match column:
        case NumberColumn(values, moment, habit):
            return NumberColumn(shelf.put(values), moment, habit)
        case SymbolColumn(codes, values):
            return SymbolColumn(shelf.put(codes), values)


def _n_rows(columns: Mapping[str, Column]) -> int:
    return next((_key(column).size for column in columns.values()), -1)


def _selected(column: Column, rows: npt.NDArray[Any], shelf: ArrayStore) -> Column:
    match column:
        case NumberColumn(values, moment, habit):
            return NumberColumn(shelf.put(values[rows]), moment, habit)
        case SymbolColumn(codes, values):
            return SymbolColumn(shelf.put(codes[rows]), values)


# Rules over the facts of a table


def kinds_needed(hypothesis: Hypothesis, times: Container[str] = ()) -> dict[str, Kind]:
    """Return the columns of a hypothesis, and their kinds.

    Numbers of the properties in ``times`` are days.

    Raises
    ------
    ModelError
        The hypothesis speaks of classes or roles: it was learned from an ontology.
    """
    kinds: dict[str, Kind] = {}
    for inclusion in hypothesis.inclusions:
        for label in inclusion.body.all_labels():
            if not isinstance(label, DataLabel) or not label.prop.startswith(NAMESPACE):
                raise ModelError(
                    "The model was learned from an ontology and cannot be applied to a table."
                )
            kind: Kind = "time" if label.prop in times else _kind_of_label(label)
            kinds[unquote(label.prop.removeprefix(NAMESPACE))] = kind
        if inclusion.body.edges:
            raise ModelError(
                "The model was learned from an ontology and cannot be applied to a table."
            )
    return kinds


def _kind_of_label(label: DataLabel) -> Kind:
    match label:
        case FuzzyValue():
            return "number"
        case CrispValue(_, value):
            return "truth" if isinstance(value, bool) else "category"


def names_of_columns(
    names: Iterable[str], where: str, knowledge: Callable[[], KnowledgeBase] | None = None
) -> SourceNames:
    """Return the names of columns that rules may use."""
    vocabulary = Vocabulary(data_properties=Names(map(table_iri, names)))
    return SourceNames(vocabulary, SHORT_NAMES, table_iri, knowledge, where, of_table=True)
