"""Targets of a table: rows with a value, or graded rows."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pyarrow as pa

from owlboost.data.example_labels import TARGET_RANGE, TargetRange
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ExamplesError, Message, UnknownNameError, did_you_mean
from owlboost.runtime.array_types import Answers, Floats, Mask
from owlboost.tables.arrow import as_texts
from owlboost.tables.columns import (
    Column,
    NumberColumn,
    SymbolColumn,
    distinct_values,
    value_text,
)
from owlboost.tables.dates import text_days
from owlboost.tables.facts import table_iri

Comparison = Literal["=", ">=", ">", "<=", "<"]

_COMPARISONS = {">=": np.greater_equal, ">": np.greater, "<=": np.less_equal, "<": np.less}
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
class Grades:
    """Degrees to which rows belong to a graded class.

    Attributes
    ----------
    labels
        The degree of each row in [0, 1]; 0 without a value.
    given
        Whether the user gave the range; else it is that of the values.
    """

    labels: Floats
    target_range: TargetRange
    given: bool


@dataclass(frozen=True, slots=True, eq=False)
class TableTarget:
    """The class to learn: rows with a value, or with numbers compared.

    A column of numbers may also grade the rows.

    Attributes
    ----------
    column, value
        Their names; numbers are written as in ``class=1``, a comparison is its own name, such as
        ``quality>=7``.
    positive
        A mask of the rows that belong to it, to any degree.
    has_value
        A mask of the rows with any value of the column: the examples.
    label
        A label where the value alone says little, such as ``survived = 1``.
    grades
        The degree of each row, if the target is graded.
    """

    column: str
    value: str
    positive: Mask
    has_value: Mask
    label: str | None = None
    grades: Grades | None = None

    @property
    def answers(self) -> Answers:
        """The labels of the examples: truth values, or degrees."""
        return (self.positive if self.grades is None else self.grades.labels)[self.has_value]

    @property
    def iri(self) -> str:
        """IRI of the class."""
        return table_iri(self.value)

    @property
    def lexicon(self) -> Lexicon:
        """The label of the class, if any."""
        return Lexicon() if self.label is None else Lexicon({self.iri: self.label})

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks on the examples."""
        return (*self._missing(), *(() if self.grades is None else (self._graded(self.grades),)))

    def _missing(self) -> Iterator[str]:
        missing = int((~self.has_value).sum())
        in_column = f"no value in column {self.column!r}"
        if missing == 1:
            yield f"1 row has {in_column} and is not used."
        elif missing:
            yield f"{missing} rows have {in_column} and are not used."

    def _graded(self, grades: Grades) -> str:
        low, high = map(value_text, (grades.target_range.low, grades.target_range.high))
        summary = f"Rows are graded by {self.column!r}, from {low} (degree 0) to {high} (degree 1)"
        if grades.given:
            return f"{summary}."
        middle = value_text(float(f"{grades.target_range.value(0.5):.4g}"))
        return Message(
            f"{summary}, where its values end. Use ",
            TARGET_RANGE,
            f" for another range, or name a class, such as {self.column}>={middle}.",
        )


@dataclass(frozen=True, slots=True)
class TargetCondition:
    """A target split into column, comparison and value."""

    column: str
    comparison: Comparison
    value: str


def condition_of(text: str, columns: Container[str]) -> TargetCondition | None:
    """Split a target at the first sign that follows a column.

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
    """Return the rows whose number or date fulfils a comparison.

    Raises
    ------
    ExamplesError
        The value is neither a number nor a date.

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
        positive = _COMPARISONS[condition.comparison](column.values, limit)
    name, sign = condition.column, condition.comparison
    return TableTarget(
        name, f"{name}{sign}{shown}", positive, column.present, f"{name} {sign} {shown}"
    )


def graded(
    name: str, column: NumberColumn, file: str, wanted: TargetRange | None = None
) -> TableTarget:
    """Return a target whose degrees are the numbers of a column.

    The default range is that of the values.

    Raises
    ------
    ExamplesError
        All values are the same, or one is outside the range.

    Examples
    --------
    >>> target = graded("stars", NumberColumn(np.array([1.0, 4.0, 5.0])), "h.csv")
    >>> target.answers, target.grades.target_range
    (array([0.  , 0.75, 1.  ]), TargetRange(low=1.0, high=5.0))
    """
    is_known = column.present
    values = column.values[is_known]
    if not values.size or values.min() == values.max():
        values_text = (
            f"only the value {value_text(float(values[0]))}" if values.size else "no value"
        )
        raise ExamplesError(
            f"Column {name!r} of {file} has {values_text}, so there is nothing to learn."
        )
    target_range = wanted or TargetRange(float(values.min()), float(values.max()))
    outside = (values < target_range.low) | (values > target_range.high)
    if outside.any():
        wrong = value_text(float(values[outside.argmax()]))
        raise ExamplesError(
            Message(
                f"Column {name!r} of {file} has the value {wrong}, which does not lie between "
                f"{target_range}; give a ",
                TARGET_RANGE,
                " that has all values.",
            )
        )
    labels = np.zeros(column.values.size)
    labels[is_known] = target_range.labels(values)
    grades = Grades(labels, target_range, wanted is not None)
    return TableTarget(name, name, labels > 0, is_known, grades=grades)


def with_value(condition: TargetCondition, column: Column, file: str) -> TableTarget:
    """Return the target of the rows with a value.

    Raises
    ------
    ExamplesError
        A column of truth values has only the other one.
    UnknownNameError
        No row has the value.
    """
    name, wanted = condition.column, condition.value
    values, positions = distinct_values(column)
    texts = [value_text(value) for value in values]
    value = _canonical(wanted, column)
    if value not in texts:
        if value in ("true", "false") and _is_truth(column):
            raise ExamplesError(f"Column {name!r} of {file} is never {value}.")
        raise UnknownNameError(
            f"Column {name!r} of {file} has no value {wanted!r}.{did_you_mean(wanted, texts)}"
        )
    needs_label = isinstance(column, NumberColumn) or _is_truth(column)
    label = f"{name} = {value}" if needs_label else None
    return TableTarget(name, value, positions == texts.index(value), positions >= 0, label)


def opposite(condition: TargetCondition, target: TableTarget) -> str:
    """Return the name of the rows that do not fulfil a comparison.

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
        days = text_days(as_texts(pa.chunked_array([[condition.value]])))
        limit = float("nan") if days is None else float(days[0])
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


MAX_TARGET_VALUES = 20

_PEEKED_ROWS = 1000


def _canonical(wanted: str, column: Column) -> str:
    """Write a target's value as :func:`value_text` writes those of the column."""
    if _is_truth(column):
        return wanted.lower()
    if isinstance(column, NumberColumn):
        try:
            return value_text(float(wanted))
        except ValueError:
            return wanted
    return wanted


def _is_truth(column: Column) -> bool:
    return isinstance(column, SymbolColumn) and column.is_truth


def _may_be_classes(column: Column) -> bool:
    """Whether values look like classes: symbols, or recurring whole numbers."""
    if isinstance(column, SymbolColumn):
        return True
    values = column.values[column.present]
    return not column.is_time and column.whole and 2 * np.unique(values).size <= values.size


def _has_many_values(column: Column) -> bool:
    """Whether the first rows alone have too many values for a target."""
    if isinstance(column, NumberColumn):
        return np.unique(column.values[:_PEEKED_ROWS], equal_nan=True).size > MAX_TARGET_VALUES + 1
    return len(column.values) > MAX_TARGET_VALUES


def candidates(columns: Mapping[str, Column]) -> dict[str, dict[str, int]]:
    """Count the values of each column that may be a target."""
    counted: dict[str, dict[str, int]] = {}
    for name, column in columns.items():
        if _has_many_values(column) or not _may_be_classes(column):
            continue
        values, positions = distinct_values(column)
        if 2 <= len(values) <= MAX_TARGET_VALUES:
            counts = np.bincount(positions[positions >= 0], minlength=len(values)).tolist()
            counted[name] = dict(zip(map(value_text, values), counts, strict=True))
    return counted


def choices(name: str, column: Column) -> str:
    """List the targets that a column offers, in words."""
    values, _ = distinct_values(column)
    shown = ", ".join(f"{name}={value_text(value)}" for value in values[:MAX_TARGET_VALUES])
    more = len(values) - MAX_TARGET_VALUES
    listed = f"one of {shown}" + (f" and {more} more" if more > 0 else "")
    if isinstance(column, SymbolColumn) or len(values) <= 2:
        return listed
    middle = value_text(float(np.median(column.values[column.present])))
    if more > 0:
        listed = f"one number, such as {name}={value_text(values[0])}"
    return f"a threshold, such as {name}>={middle}, or {listed}"
