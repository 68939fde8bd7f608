"""What ``COLUMN=VALUE`` or ``COLUMN>=NUMBER`` names: the rows that are the class to learn."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pyarrow as pa

from owlboost._typing import Mask
from owlboost.errors import ExamplesError
from owlboost.model.lexicon import Lexicon
from owlboost.tables.columns import NumberColumn, value_text
from owlboost.tables.facts import table_iri
from owlboost.tables.texts import as_texts
from owlboost.tables.times import text_days

Comparison = Literal["=", ">=", ">", "<=", "<"]

_COMPARED = {">=": np.greater_equal, ">": np.greater, "<=": np.less_equal, "<": np.less}
_OPPOSITES: dict[str, str] = {">=": "<", "<": ">=", ">": "<=", "<=": ">"}
_SIGNS: tuple[tuple[str, Comparison], ...] = (
    (">=", ">="),
    ("<=", "<="),
    ("≥", ">="),
    ("≤", "<="),
    (">", ">"),
    ("<", "<"),
    ("=", "="),
)


@dataclass(frozen=True, slots=True, eq=False)
class TableTarget:
    """The class to learn: the rows with one value of a column, or with a number above or below it.

    Attributes
    ----------
    column, value
        Their names; numbers are written as in ``class=1``, a comparison is its own name, such as
        ``quality>=7``.
    positive
        Which rows belong to it.
    known
        Which rows have any value of the column: the examples.
    label
        What people call it, where the value alone says little: ``survived = 1``.
    """

    column: str
    value: str
    positive: Mask
    known: Mask
    label: str | None = None

    @property
    def iri(self) -> str:
        """IRI of the class."""
        return table_iri(self.value)

    @property
    def lexicon(self) -> Lexicon:
        """What people call the class."""
        return Lexicon() if self.label is None else Lexicon({self.iri: self.label})

    @property
    def remarks(self) -> tuple[str, ...]:
        """What there is to tell about the examples."""
        missing = int((~self.known).sum())
        if not missing:
            return ()
        in_column = f"no value in column {self.column!r}"
        if missing == 1:
            return (f"1 row has {in_column} and is not used.",)
        return (f"{missing} rows have {in_column} and are not used.",)


@dataclass(frozen=True, slots=True)
class TargetCondition:
    """A target taken apart."""

    column: str
    comparison: Comparison
    value: str


def condition_of(text: str, columns: Container[str]) -> TargetCondition | None:
    """Split a target at the first sign that has a column at its left; None if there is none.

    Examples
    --------
    >>> condition_of("quality >= 7", {"quality"})
    TargetCondition(column='quality', comparison='>=', value='7')
    >>> condition_of("a=b=c", {"a=b"})
    TargetCondition(column='a=b', comparison='=', value='c')
    """
    for position, sign, comparison in _signs(text):
        left = text[:position]
        for name in (left, left.strip()):
            if name in columns:
                return TargetCondition(name, comparison, text[position + len(sign) :].strip())
    return None


def _signs(text: str) -> Iterator[tuple[int, str, Comparison]]:
    for position in range(len(text)):
        for sign, comparison in _SIGNS:
            if text.startswith(sign, position):
                yield position, sign, comparison
                break


def compared(condition: TargetCondition, column: NumberColumn) -> TableTarget:
    """Return the rows whose number, or date, is above or below that of a condition.

    Raises
    ------
    ExamplesError
        It compares with something else.

    Examples
    --------
    >>> quality = NumberColumn(np.array([6.0, 7.0, np.nan]))
    >>> target = compared(TargetCondition("quality", ">=", "7.0"), quality)
    >>> target.value, target.label, target.positive
    ('quality>=7', 'quality >= 7', array([False,  True, False]))
    """
    limit = _limit(condition, column)
    shown = condition.value if column.is_time else value_text(limit)
    with np.errstate(invalid="ignore"):
        positive = _COMPARED[condition.comparison](column.values, limit)
    name, sign = condition.column, condition.comparison
    return TableTarget(
        name, f"{name}{sign}{shown}", positive, column.present, f"{name} {sign} {shown}"
    )


def opposite(condition: TargetCondition, target: TableTarget) -> str:
    """Return the name of the rows that a comparison leaves.

    Examples
    --------
    >>> condition = TargetCondition("quality", ">=", "7.0")
    >>> opposite(condition, compared(condition, NumberColumn(np.array([6.0]))))
    'quality<7'
    """
    limit = target.value.removeprefix(condition.column + condition.comparison)
    return f"{condition.column}{_OPPOSITES[condition.comparison]}{limit}"


def _limit(condition: TargetCondition, column: NumberColumn) -> float:
    if column.is_time:
        found = text_days(as_texts(pa.chunked_array([[condition.value]])))
        limit = float("nan") if found is None else float(found[0])
        wanted = "a date such as 2024-12-31"
    else:
        wanted = "a number"
        try:
            limit = float(condition.value)
        except ValueError:
            limit = float("nan")
    if not np.isfinite(limit):
        raise ExamplesError(
            f"Column {condition.column!r} can be compared with {wanted}, not with "
            f"{condition.value!r}."
        )
    return limit
