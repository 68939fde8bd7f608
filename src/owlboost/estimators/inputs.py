"""Inputs of estimators: columns as fitted, dates, texts, given sets."""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from owlboost.data.examples import sets_by_property
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError, ParameterError, SourceError, did_you_mean
from owlboost.tables.arrow import arrow_columns
from owlboost.tables.columns import Column, DerivedColumn, derivations, has_dates, with_made
from owlboost.tables.kinds import (
    CellError,
    ColumnReading,
    SkippedColumn,
    ambiguity_text,
    kind_of,
    no_values,
    read_column,
)
from owlboost.tables.read_options import Kind


@dataclass(frozen=True, slots=True)
class Schema:
    """Names and kinds of the columns that a model was fitted to.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[79.0, "red", None], [np.nan, "blue", None]], dtype=object)
    >>> schema = Schema.from_columns(X)
    >>> schema.kinds[:2]
    ('number', 'category')
    >>> schema.remarks
    ("Column 'x2' is left out: it is empty.",)
    >>> schema.columns(X)["x1"].values
    ('blue', 'red')
    """

    names: tuple[str, ...]
    kinds: tuple[Kind | SkippedColumn, ...]
    doubts: tuple[str, ...] = ()
    """Ambiguities of what was read, in sentences."""
    made: tuple[DerivedColumn, ...] = ()
    """Months, weekdays and words to make of columns."""

    @classmethod
    def from_columns(
        cls, X: Any, calendar: Collection[str] = (), texts: Collection[str] = ()
    ) -> "Schema":
        """Read the kinds of the columns of an array or DataFrame.

        Raises
        ------
        ParameterError
            A column is named that is not there.
        ExamplesError
            Nothing of the kind can be made of a column.
        """
        columns = arrow_columns(X)
        for parameter, names in (("calendar", calendar), ("texts", texts)):
            for name in names:
                if name not in columns:
                    raise ParameterError(
                        f"{parameter} names the column {name!r}, which X does not have."
                        f"{did_you_mean(name, columns)}"
                    )
        readings = {
            name: _read(name, column, "category" if name in texts else None)
            for name, column in columns.items()
        }
        columns_read = [reading.column for reading in readings.values()]
        kinds = [
            column if isinstance(column, SkippedColumn) else kind_of(column)
            for column in columns_read
        ]
        doubts = [
            f"Column {name!r}{ambiguity_text(reading.ambiguity)}; convert it before to be sure."
            for name, reading in readings.items()
            if reading.ambiguity is not None
        ]
        read = {
            name: reading.column
            for name, reading in readings.items()
            if not isinstance(reading.column, SkippedColumn)
        }
        try:
            made = derivations(read, calendar, texts, "X")
        except SourceError as error:
            raise ExamplesError(str(error)) from None
        return cls(tuple(readings), tuple(kinds), tuple(doubts), made)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks on columns that are left out or ambiguous."""
        left_out = (
            _remark(name, kind)
            for name, kind in zip(self.names, self.kinds, strict=True)
            if isinstance(kind, SkippedColumn)
        )
        return (*left_out, *self.doubts)

    def columns(self, X: Any) -> dict[str, Column]:
        """Read the columns of an array or DataFrame as fitted."""
        columns = arrow_columns(X).values()
        fitted = {
            name: _as_fitted(name, column, kind)
            for name, column, kind in zip(self.names, columns, self.kinds, strict=True)
            if not isinstance(kind, SkippedColumn)
        }
        for derived in self.made:
            if derived.part != "word" and not has_dates(fitted[derived.column]):
                raise ExamplesError(
                    f"Column {derived.column!r} must contain dates, as it did when the model was "
                    "fitted."
                )
        return with_made(fitted, self.made)


def _as_fitted(name: str, column: Any, kind: Kind) -> Column:
    fitted = _read(name, column, kind).column
    if isinstance(fitted, SkippedColumn):
        return no_values(kind, len(column))
    if kind_of(fitted) != kind:  # times, which can be read as numbers
        raise ExamplesError(
            f"Column {name!r} must contain {kind}s, as it did when the model was fitted, not times."
        )
    return fitted


def _read(name: str, column: Any, kind: Kind | None) -> ColumnReading:
    try:
        return read_column(column, kind)
    except CellError as misfit:
        raise ExamplesError(_sentence(name, misfit)) from None


def _sentence(name: str, misfit: CellError) -> str:
    match misfit.kind:
        case "infinite":
            return f"Column {name!r} of input X contains infinity."
        case "not a number" | "not a time" | "not a truth value":
            wanted = misfit.kind.removeprefix("not a ")
            return (
                f"Column {name!r} must contain {wanted}s, as it did when the model was fitted, not "
                f"{misfit.text!r}."
            )
        case _:
            return (
                f"Column {name!r} has values of type {misfit.text}, which cannot be read as text."
            )


def _remark(name: str, column: SkippedColumn) -> str:
    left_out = f"Column {name!r} is left out: {column.reason}"
    if not column.has_too_many_values:
        return left_out
    return (
        f"{left_out} Give it a categorical dtype in a DataFrame to keep it, or name it in texts to "
        "learn from its words."
    )


SetsFrom = str | os.PathLike[str] | Mapping[str, Sequence[FuzzySet]] | None
"""A file of fuzzy sets, or the sets of each property; None if all are computed."""

READING = """\
calendar : sequence of str, default=()
    Columns of dates whose months and weekdays become categories, such as ``month of built``.
texts : sequence of str, default=()
    Columns of long texts, in whose place there is a truth value for each word that recurs in
    training, such as ``comment contains "sea"``.
sets_from : path, mapping or None, default=None
    Fuzzy sets to use in place of computed ones: a model, rules that ``export`` wrote or an ontology
    with fuzzy datatypes, or a mapping from columns or data properties to their sets.
"""


def named_columns(parameter: str, given: object) -> tuple[str, ...]:
    """Return the columns that a parameter names.

    Examples
    --------
    >>> named_columns("calendar", ["day"])
    ('day',)
    >>> named_columns("calendar", "day")
    Traceback (most recent call last):
    owlboost.errors.ParameterError: calendar must be a list of columns, such as ['day'], not 'day'.
    """
    if isinstance(given, Sequence) and not isinstance(given, str | bytes):
        return tuple(dict.fromkeys(map(str, given)))
    shown = given if isinstance(given, str) else "name"
    raise ParameterError(
        f"{parameter} must be a list of columns, such as {[shown]}, not {given!r:.60}."
    )


def given_sets(given: object) -> Mapping[str, Sequence[FuzzySet]]:
    """Return the sets that are given, from a file if need be.

    Examples
    --------
    >>> given_sets(None)
    {}
    >>> given_sets({"price": ["low"]})
    Traceback (most recent call last):
    owlboost.errors.ParameterError: sets_from must have fuzzy sets for 'price', not ['low'].
    """
    if given is None:
        return {}
    if isinstance(given, str | os.PathLike):
        from owlboost.exchange.rule_files import read_sets

        return read_sets(given)
    if not isinstance(given, Mapping):
        raise ParameterError(
            f"sets_from must be a file or a mapping from columns to fuzzy sets, not {given!r:.60}."
        )
    for name, sets in given.items():
        is_list = isinstance(sets, Sequence) and len(sets) > 0
        if not is_list or not all(isinstance(fuzzy_set, FuzzySet) for fuzzy_set in sets):
            raise ParameterError(
                f"sets_from must have fuzzy sets for {str(name)!r}, not {sets!r:.60}."
            )
    return given


def with_sets(kb: KnowledgeBase, sets: Mapping[str, Sequence[FuzzySet]]) -> KnowledgeBase:
    """Return the knowledge base of a table with given sets."""
    return replace(kb, authored=sets_by_property(kb, sets)) if sets else kb
