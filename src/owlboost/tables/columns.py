"""Columns of a table as arrays: numbers, and symbols (truth values or categories)."""

from dataclasses import dataclass

import numpy as np

from owlboost.runtime.array_types import Floats, Ids, Mask
from owlboost.runtime.calendar import Moment

_LARGEST_EXACT = 2.0**53


@dataclass(frozen=True, slots=True, eq=False)
class NumberColumn:
    """One number per row, NaN where the cell is missing.

    Examples
    --------
    >>> NumberColumn(np.array([79.0, np.nan])).present
    array([ True, False])
    """

    values: Floats
    moment: Moment | None = None
    """What the numbers stand for if they are days of dates, times or durations."""
    habit: str | None = None
    """How the cells were written, if another file could mean others by such cells."""

    def __post_init__(self) -> None:
        values = np.ascontiguousarray(self.values, dtype=np.float64)
        values.flags.writeable = False
        object.__setattr__(self, "values", values)

    @property
    def present(self) -> Mask:
        """Which rows have a value."""
        return ~np.isnan(self.values)

    @property
    def is_time(self) -> bool:
        """Whether the numbers are days that stand for dates or times."""
        return self.moment is not None

    @property
    def whole(self) -> bool:
        """Whether all values are integers that a double holds exactly."""
        values = self.values[self.present]
        return bool((np.trunc(values) == values).all() and (np.abs(values) < _LARGEST_EXACT).all())


@dataclass(frozen=True, slots=True, eq=False)
class SymbolColumn:
    """One truth value or category per row, as positions in ``values``; −1 where it is missing.

    Examples
    --------
    >>> SymbolColumn(np.array([1, -1, 0], dtype=np.int32), ("blue", "red")).present
    array([ True, False,  True])
    """

    codes: Ids
    values: tuple[bool | str, ...]

    def __post_init__(self) -> None:
        codes = np.ascontiguousarray(self.codes, dtype=np.int32)
        codes.flags.writeable = False
        object.__setattr__(self, "codes", codes)

    @property
    def present(self) -> Mask:
        """Which rows have a value."""
        return self.codes >= 0

    @property
    def is_truth(self) -> bool:
        """Whether the values are true and false, not categories."""
        return all(isinstance(value, bool) for value in self.values)


Column = NumberColumn | SymbolColumn


def value_text(value: float | bool | str) -> str:
    """Write a value as people write it in a table: integers without a decimal point.

    Examples
    --------
    >>> value_text(1.0), value_text(0.28), value_text(True), value_text("red")
    ('1', '0.28', 'true', 'red')
    """
    match value:
        case str():
            return value
        case bool():
            return str(value).lower()
        case _:
            whole = float(value).is_integer() and abs(value) < _LARGEST_EXACT
            return str(int(value)) if whole else repr(float(value))


def distinct_values(column: Column) -> tuple[tuple[float | bool | str, ...], Ids]:
    """Return the values that occur, ascending, and each row's position among them (−1: missing).

    Examples
    --------
    >>> distinct_values(NumberColumn(np.array([2.0, 1.0, np.nan, 2.0])))
    ((1.0, 2.0), array([ 1,  0, -1,  1], dtype=int32))
    """
    present = column.present
    positions = np.full(present.size, -1, dtype=np.int32)
    match column:
        case NumberColumn(values):
            found, positions[present] = np.unique(values[present], return_inverse=True)
            return tuple(found.tolist()), positions
        case SymbolColumn(codes, symbols):
            used, positions[present] = np.unique(codes[present], return_inverse=True)
            return tuple(symbols[code] for code in used), positions
