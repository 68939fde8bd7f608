"""What is in a table, as plain lists."""

import numpy as np

from owlboost.tables.columns import Column, NumberColumn
from owlboost.tables.table import Table

Cell = float | bool | str | None


def cells_of(column: Column) -> list[Cell]:
    """List the cells of a column, None where one is missing."""
    if isinstance(column, NumberColumn):
        return [None if np.isnan(value) else float(value) for value in column.values]
    return [column.values[code] if code >= 0 else None for code in column.codes]


def contents(table: Table) -> dict[str, list[Cell]]:
    """List the cells of each column."""
    return {name: cells_of(column) for name, column in table.columns.items()}
