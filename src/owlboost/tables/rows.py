"""Rows of a table that are told once, with their weight."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from owlboost._typing import Weights
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """Different rows, each with its label and what it stands for."""

    columns: dict[str, Column]
    labels: npt.NDArray[np.int64]
    weights: Weights


def told_once(columns: dict[str, Column], labels: npt.NDArray[np.int64], weights: Weights) -> Told:
    """Keep one of all rows with the same cells and label, in an order of their own.

    So the order of rows changes nothing, and neither does telling a row twice instead of giving it
    weight 2. A row of weight 0 is not told at all.

    Examples
    --------
    >>> price = {"price": NumberColumn(np.array([79.0, 50.0, 79.0]))}
    >>> told = told_once(price, np.array([1, 0, 1]), np.array([1.0, 1.0, 2.0]))
    >>> told.columns["price"].values, told.labels, told.weights
    (array([50., 79.]), array([0, 1]), array([1., 3.]))
    """
    kept = np.flatnonzero(weights > 0)
    keys = [_ranks(column) for column in columns.values()]
    table = np.column_stack([*keys, labels])[kept]
    _, first, which = np.unique(table, axis=0, return_index=True, return_inverse=True)
    chosen = kept[first]
    summed = np.bincount(which.ravel(), weights[kept], first.size).astype(np.float64)
    cut = {name: _chosen(column, chosen) for name, column in columns.items()}
    return Told(cut, labels[chosen], summed)


def _ranks(column: Column) -> npt.NDArray[np.int64]:
    if isinstance(column, SymbolColumn):
        return column.codes.astype(np.int64)
    _, ranks = np.unique(column.values, return_inverse=True)
    return ranks.astype(np.int64)


def _chosen(column: Column, rows: npt.NDArray[np.int64]) -> Column:
    match column:
        case NumberColumn(values, is_time):
            return NumberColumn(values[rows], is_time)
        case SymbolColumn(codes, values):
            return SymbolColumn(codes[rows], values)
