"""Rows of a table that are told once, with their weight."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from owlboost.runtime.array_types import Weights
from owlboost.runtime.arrays import IN_MEMORY, Shelf
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn

RowNumbers = npt.NDArray[np.int64]
"""Numbers of rows, from 0."""

_FACTOR, _HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)
"""An odd number that spreads bits over all of a number, and half of its bits."""


@dataclass(frozen=True, slots=True, eq=False)
class DistinctRows:
    """Different rows, in an order of their own.

    Attributes
    ----------
    rows
        The first of those that say the same.
    weights
        What each stands for: the sum of their weights.
    """

    rows: RowNumbers
    weights: Weights


def told_once(
    columns: Mapping[str, Column], labels: npt.NDArray[Any], weights: Weights
) -> DistinctRows:
    """Keep one of all rows with the same cells and label, ordered by cells, column by column.

    So telling a row twice changes no more than giving it weight 2. A row of weight 0 is not told at
    all. Rows that all differ stay as they are: learners put them into an order of their own.

    Examples
    --------
    >>> price = {"price": NumberColumn(np.array([79.0, 50.0, 79.0]))}
    >>> told = told_once(price, np.array([1, 0, 1]), np.array([1.0, 1.0, 2.0]))
    >>> told.rows, told.weights
    (array([1, 0]), array([1., 3.]))
    """
    keys = [*map(_key, columns.values()), labels]
    kept = np.flatnonzero(weights > 0)
    if kept.size < weights.size:
        keys = [key[kept] for key in keys]
    elif all_differ(keys):
        return DistinctRows(kept, weights.astype(np.float64))
    order, is_first = sorted_runs(keys)
    rows = kept[order]
    run = np.cumsum(is_first) - 1
    summed = np.bincount(run, weights[rows], int(is_first.sum())).astype(np.float64)
    return DistinctRows(rows[is_first], summed)


def all_differ(keys: Sequence[npt.NDArray[Any]]) -> bool:
    """Whether rows with some keys surely differ from each other; chance may hide that, rarely.

    Each row has a number that is made of its keys. If no two have the same, none are alike.
    Commands that learn nothing ask, too, so there is no compiled code in it.

    Examples
    --------
    >>> all_differ([np.array([1.0, 1.0]), np.array([0, 1])])
    True
    >>> all_differ([np.array([np.nan, np.nan]), np.array([0.0, -0.0])])
    False
    """
    prints = np.zeros(keys[0].size, dtype=np.uint64)
    for key in keys:
        prints *= _FACTOR
        prints ^= prints >> _HALF
        prints += _bits(key)
    prints *= _FACTOR
    prints.sort()
    return bool((prints[1:] != prints[:-1]).all())


def _bits(key: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    """Return numbers that are the same if keys are alike."""
    if key.dtype.kind != "f":
        return key.astype(np.int64).view(np.uint64)
    values = key + 0.0  # one zero, not two
    missing = np.isnan(values)
    if missing.any():
        values[missing] = np.nan  # there is more than one, too
    return values.astype(np.float64, copy=False).view(np.uint64)


def sorted_runs(keys: Sequence[npt.NDArray[Any]]) -> tuple[RowNumbers, npt.NDArray[np.bool_]]:
    """Sort by some keys, the first being the most important, and tell where a new row begins.

    Rows that an earlier key tells apart are not compared again, so continuous numbers cost little
    more than sorting once. NaN is last and like itself; rows that are alike stay in their order.

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


def _alike(some: npt.NDArray[Any], others: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    alike: npt.NDArray[np.bool_] = some == others
    if some.dtype.kind == "f":
        alike |= np.isnan(some) & np.isnan(others)
    return alike


def _key(column: Column) -> npt.NDArray[Any]:
    return column.codes if isinstance(column, SymbolColumn) else column.values


def cut(
    columns: Mapping[str, Column], rows: npt.NDArray[Any], shelf: Shelf = IN_MEMORY
) -> dict[str, Column]:
    """Return some rows of the columns, in the order given, and put them on a shelf.

    Examples
    --------
    >>> cut({"price": NumberColumn(np.array([79.0, 50.0]))}, np.array([1]))["price"].values
    array([50.])
    """
    if np.array_equal(rows, np.arange(_n_rows(columns))):
        return dict(columns)
    return {name: _chosen(column, rows, shelf) for name, column in columns.items()}


def shelved(column: Column, shelf: Shelf) -> Column:
    """Put a column on a shelf.

    Examples
    --------
    >>> shelved(NumberColumn(np.array([79.0, 50.0])), IN_MEMORY).values
    array([79., 50.])
    """
    match column:
        case NumberColumn(values, moment, habit):
            return NumberColumn(shelf.kept(values), moment, habit)
        case SymbolColumn(codes, values):
            return SymbolColumn(shelf.kept(codes), values)


def _n_rows(columns: Mapping[str, Column]) -> int:
    return next((_key(column).size for column in columns.values()), -1)


def _chosen(column: Column, rows: npt.NDArray[Any], shelf: Shelf) -> Column:
    match column:
        case NumberColumn(values, moment, habit):
            return NumberColumn(shelf.kept(values[rows]), moment, habit)
        case SymbolColumn(codes, values):
            return SymbolColumn(shelf.kept(codes[rows]), values)
