"""A table as a value, and its knowledge base.

Columns are functional data properties, rows individuals; there are no classes and no roles. The
class to learn is one value of one column, which is then hidden.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from owlboost.data.example_labels import TARGET_RANGE, TargetRange
from owlboost.data.examples import Examples, LearningProblem, MergedExamples
from owlboost.data.knowledge_base import KnowledgeBase, Origin
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ExamplesError, Message, ModelError, UnknownNameError, did_you_mean
from owlboost.models.source import SourceNames
from owlboost.runtime.array_types import Answers, Floats, Ids, Mask, Weights
from owlboost.runtime.arrays import IN_MEMORY, ArrayStore
from owlboost.runtime.names import Names, NumberedNames
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn, distinct_values
from owlboost.tables.facts import kinds_needed, names_of_columns, stated_facts, take_rows, told_once
from owlboost.tables.read_options import Kind, as_categories
from owlboost.tables.target import (
    TableTarget,
    TargetCondition,
    candidates,
    choices,
    compared,
    condition_of,
    graded,
    opposite,
    with_value,
)

if TYPE_CHECKING:
    from owlboost.models.trained import TrainedModel


def numbered_rows(n_rows: int) -> Names:
    """Return names of rows by their numbers.

    Examples
    --------
    >>> numbered_rows(2)
    Names(['row1', 'row2'])
    """
    return NumberedNames("row", np.arange(1, n_rows + 1, dtype=np.int32))


def row_names(rows: range) -> Iterator[str]:
    """Return names of rows by their numbers, shown from 1.

    Examples
    --------
    >>> list(row_names(range(4, 6)))
    ['row5', 'row6']
    """
    return (f"row{number + 1}" for number in rows)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table, column by column.

    Attributes
    ----------
    columns
        Column name → its values; arrays are read-only.
    left_out
        Column name → the reason why it gives no data property.
    origin
        The file, for other processes to read; None if the table differs from it.

    Examples
    --------
    >>> price = NumberColumn(np.array([79.0, 120.0, np.nan]))
    >>> good = SymbolColumn(np.array([1, 0, 0], dtype=np.int32), (False, True))
    >>> table = Table(Path("h.csv"), numbered_rows(3), {"price": price, "good": good})
    >>> problem = table.problem("good=true")
    >>> problem.target, problem.positive
    ('urn:owlboost:table#true', array([ True, False, False]))
    >>> problem.kb.vocabulary.data_properties
    Names(['urn:owlboost:table#price'])
    """

    path: Path
    row_names: Names
    columns: Mapping[str, Column]
    left_out: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    shelf: ArrayStore = IN_MEMORY
    origin: Origin | None = None

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.row_names)

    @property
    def column_names(self) -> tuple[str, ...]:
        """Names of the columns in use, in the order of the file."""
        return tuple(self.columns)

    @property
    def remarks(self) -> tuple[str, ...]:
        """The reader's remarks, such as columns left out."""
        return (*self.notes, *self.left_out.values())

    def column(self, name: str) -> Column:
        """Return a column; UnknownNameError if it does not exist.

        Examples
        --------
        >>> Table(Path("h.csv"), Names(), {}, {"id": "It is empty."}).column("id")
        Traceback (most recent call last):
        owlboost.errors.UnknownNameError: It is empty.
        """
        if name in self.columns:
            return self.columns[name]
        if name in self.left_out:
            raise UnknownNameError(self.left_out[name])
        raise UnknownNameError(
            f"{self.path.name} has no column named {name!r}.{did_you_mean(name, self.columns)}"
        )

    def class_column(self, name: str) -> Column:
        """Return a column of classes; ExamplesError if it has times.

        Examples
        --------
        >>> grade = NumberColumn(np.array([1.0, 2.0]))
        >>> Table(Path("w.csv"), numbered_rows(2), {"grade": grade}).class_column("grade").values
        array([1., 2.])
        """
        column = self.column(name)
        if isinstance(column, NumberColumn) and column.is_time:
            claim = f"Column {name!r} of {self.path.name} contains dates or times, which are"
            way_out = Message("use ", as_categories(name), " to make classes of them.")
            raise ExamplesError(Message(claim, " treated as numbers; ", way_out))
        return column

    def knowledge_base(
        self, hide: Collection[str] = (), without: Mask | Ids | None = None
    ) -> KnowledgeBase:
        """State each cell as a value of a functional data property.

        Parameters
        ----------
        without
            Rows without facts, as a mask or as numbers from 0. They keep their place among the
            individuals.

        Examples
        --------
        >>> price = NumberColumn(np.array([79.0, 120.0]))
        >>> table = Table(Path("h.csv"), numbered_rows(2), {"price": price})
        >>> table.knowledge_base(without=np.array([0])).numbers[0].values
        array([120.])
        """
        for name in hide:
            self.column(name)
        shown = {name: column for name, column in self.columns.items() if name not in hide}
        return stated_facts(shown, self.row_names, without, self.shelf)

    def files(self) -> tuple[Path, ...]:
        """Return the file, which no output may overwrite."""
        return (self.path,)

    def notices(self) -> tuple[str, ...]:
        """Return the reader's remarks."""
        return self.remarks

    def rule_names(self) -> SourceNames:
        """Return the names of columns that rules may use."""
        names = [*self.columns, *self.left_out]
        return names_of_columns(names, self.path.name, self.knowledge_base)

    def knowledge_for(self, model: "TrainedModel") -> KnowledgeBase:
        """State the cells of a table that has the model's columns.

        Raises
        ------
        ModelError
            A column is missing, or was read as something else than the model takes it for.
        """
        for name, kind in kinds_needed(model.hypothesis).items():
            try:
                column = self.column(name)
            except UnknownNameError as error:
                raise ModelError(f"The model cannot be applied: {error}") from error
            if column.present.any() and _stated_kind(column) != kind:
                raise ModelError(
                    f"The model needs column {name!r} to be of kind {kind}, but {self.path.name} "
                    f"was read with kind {_stated_kind(column)}: read it again with "
                    f"kinds={{{name!r}: {kind!r}}}."
                )
        return self.knowledge_base()

    def target(self, text: str, target_range: TargetRange | None = None) -> TableTarget:
        """Return the class that ``COLUMN=VALUE`` or ``COLUMN>=NUMBER`` names.

        The other comparisons are >, < and <=.

        A column of more than two numbers alone is a graded target, from its least to its largest
        number or over the range given.

        Examples
        --------
        >>> grade = NumberColumn(np.array([1.0, 2.0, np.nan]))
        >>> target = Table(Path("w.csv"), numbered_rows(3), {"grade": grade}).target("grade=1.0")
        >>> target.value, target.positive
        ('1', array([ True, False, False]))
        >>> target.remarks
        ("1 row has no value in column 'grade' and is not used.",)
        """
        if self._is_graded(text, target_range):
            return graded(text, self._number_column(text), self.path.name, target_range)
        condition = self._condition(text)
        if target_range is not None:
            raise ExamplesError(
                Message(TARGET_RANGE, f" is for a column of numbers as a whole, not for {text!r}.")
            )
        if condition.comparison != "=":
            return compared(condition, self._compared_column(condition))
        column = self.class_column(condition.column)
        return with_value(condition, column, self.path.name)

    def _is_graded(self, text: str, target_range: TargetRange | None) -> bool:
        """Whether a target is a column whose numbers are degrees.

        Two numbers alone may be classes.
        """
        if text not in self.columns:
            return False
        column = self.columns[text]
        numbers = isinstance(column, NumberColumn) and not column.is_time
        return target_range is not None or (numbers and len(distinct_values(column)[0]) != 2)

    def _number_column(self, name: str) -> NumberColumn:
        column = self.class_column(name)
        if not isinstance(column, NumberColumn):
            raise ExamplesError(
                f"Column {name!r} of {self.path.name} does not contain numbers, so it cannot be "
                f"graded; say which value to learn: {choices(name, column)}."
            )
        return column

    def _compared_column(self, condition: TargetCondition) -> NumberColumn:
        column = self.column(condition.column)
        if not isinstance(column, NumberColumn):
            raise ExamplesError(
                f"Column {condition.column!r} of {self.path.name} does not contain numbers, so it "
                f"cannot be compared with {condition.value!r}; say which value to learn: "
                f"{choices(condition.column, column)}."
            )
        return column

    def _condition(self, text: str) -> TargetCondition:
        """Split a target into column, comparison and value."""
        condition = condition_of(text, self.columns)
        if condition is not None:
            return condition
        if text in self.columns:
            raise ExamplesError(
                f"The target {text!r} is only a column; say which value to learn: "
                f"{choices(text, self.class_column(text))}."
            )
        left_out = condition_of(text, self.left_out)
        if left_out is not None or "=" in text or text in self.left_out:
            self.column(text.partition("=")[0].strip() if left_out is None else left_out.column)
        hint = self._example(text) or did_you_mean(text, self.columns)
        raise UnknownNameError(f"The target {text!r} is not of the form COLUMN=VALUE.{hint}")

    def split(self, text: str) -> "tuple[Table, str]":
        """Return a table with classes for a comparison, and their column.

        The comparison is such as ``COLUMN>=NUMBER``. Other targets leave the table as it is.

        Examples
        --------
        >>> grade = NumberColumn(np.array([1.0, 2.0, np.nan]))
        >>> table, name = Table(Path("w.csv"), numbered_rows(3), {"grade": grade}).split("grade>=2")
        >>> name, table.columns[name].values, table.columns[name].codes
        ('grade', ('grade>=2', 'grade<2'), array([ 1,  0, -1], dtype=int32))
        """
        condition = None if text in self.columns else condition_of(text, self.columns)
        if condition is None or condition.comparison == "=":
            return self, text
        target = compared(condition, self._compared_column(condition))
        codes = np.where(target.has_value, np.where(target.positive, 0, 1), -1)
        classes = SymbolColumn(codes.astype(np.int32), (target.value, opposite(condition, target)))
        return replace(self, columns={**self.columns, condition.column: classes}), target.column

    def _example(self, value: str) -> str:
        """Return how to name a value that was given without its column."""
        for name, counts in self.candidate_targets().items():
            if value in counts:
                return f" Write {name}={value}."
        return ""

    def problem(
        self,
        target: str,
        hide: Collection[str] = (),
        target_range: TargetRange | None = None,
    ) -> LearningProblem:
        """Make ``COLUMN=VALUE`` the class to learn and hide its column.

        Rows whose cell of the column is missing are individuals but no examples;
        :attr:`TableTarget.remarks` has their number. Examples have an order of their own, and equal
        rows are one example of more weight.

        Raises
        ------
        UnknownNameError
            There is no such column, or no such value in it.
        ExamplesError
            No value is named, or all rows have it, or none.

        Examples
        --------
        >>> kind = SymbolColumn(np.array([0, -1, 1], dtype=np.int32), ("blue", "red"))
        >>> Table(Path("h.csv"), numbered_rows(3), {"kind": kind}).problem("kind=red").individuals
        array([0, 1], dtype=int32)
        """
        X, labels = self.examples(target, hide, target_range)
        return X.problem(labels)

    def examples(
        self,
        target: str,
        hide: Collection[str] = (),
        target_range: TargetRange | None = None,
    ) -> tuple[Examples, Answers]:
        """Return the examples of ``COLUMN=VALUE`` and their labels.

        If the target is a column of numbers alone, the examples are graded by it: labels are
        degrees, from the least to the largest number or over the range given.

        Examples
        --------
        >>> kind = SymbolColumn(np.array([0, -1, 1], dtype=np.int32), ("blue", "red"))
        >>> X, y = Table(Path("h.csv"), numbered_rows(3), {"kind": kind}).examples("kind=red")
        >>> X.individuals, y
        (array([0, 2], dtype=int32), array([False,  True]))
        """
        resolved = self.target(target, target_range)
        if resolved.grades is None and (resolved.positive == resolved.has_value).all():
            raise ExamplesError(
                f"All rows have {resolved.value!r} in column {resolved.column!r}, so there are no "
                f"negative examples to learn from."
            )
        individuals = np.flatnonzero(resolved.has_value).astype(np.int32)
        lexicon = resolved.lexicon
        source = TableSource(self, frozenset({*hide, resolved.column}), lexicon)
        names = self.row_names
        full_range = None if resolved.grades is None else resolved.grades.target_range
        X = Examples(
            source,
            resolved.iri,
            names,
            individuals,
            individuals,
            lexicon=lexicon,
            target_range=full_range,
        )
        return X, resolved.answers

    def candidate_targets(self) -> dict[str, dict[str, int]]:
        """Count the values of each column that has 2 to 20.

        Of numbers, only whole ones that recur can be classes.

        Examples
        --------
        >>> kind = SymbolColumn(np.array([0, 1, 1], dtype=np.int32), ("blue", "red"))
        >>> Table(Path("h.csv"), numbered_rows(3), {"kind": kind}).candidate_targets()
        {'kind': {'blue': 1, 'red': 2}}
        """
        return candidates(self.columns)


def _stated_kind(column: Column) -> Kind:
    """Return the kind of a column's facts, in which a time is a number."""
    if isinstance(column, NumberColumn):
        return "number"
    return "truth" if column.is_truth else "category"


@dataclass(frozen=True, slots=True, eq=False)
class TableSource:
    """A table without the target's column and columns that a user hides."""

    table: Table
    hidden: frozenset[str]
    lexicon: Lexicon = field(default_factory=Lexicon)
    """The label of the target."""

    def knowledge_base(self, without: Ids | None = None) -> KnowledgeBase:
        """State the cells of the other columns, except in some rows."""
        kb = self.table.knowledge_base(self.hidden, without)
        return replace(kb, lexicon=self.lexicon.or_else(kb.lexicon))

    @property
    def _origin(self) -> Origin | None:
        origin = self.table.origin
        return None if origin is None else origin.without(self.hidden)

    def retold(
        self, individuals: Ids, labels: Floats, weights: Weights, without: Ids | None
    ) -> MergedExamples:
        """State the examples' cells, merged, and those of all other rows."""
        columns, shelf = self.table.columns, self.table.shelf
        shown = {name: column for name, column in columns.items() if name not in self.hidden}
        merged = told_once(take_rows(shown, individuals, shelf), labels, weights)
        is_remaining = np.ones(self.table.n_rows, dtype=np.bool_)
        is_remaining[individuals] = False
        if without is not None:
            is_remaining[without] = False
        rows = np.concatenate([individuals[merged.rows], np.flatnonzero(is_remaining)])
        names = self.table.row_names.picked(rows)
        places = np.full(self.table.n_rows, -1, dtype=np.int32)
        places[rows] = np.arange(rows.size, dtype=np.int32)
        stated = stated_facts(take_rows(shown, rows, shelf), names, shelf=shelf)
        lexicon = self.lexicon.or_else(stated.lexicon)
        kb = replace(stated, lexicon=lexicon, origin=self._origin)
        return MergedExamples(kb, labels[merged.rows], merged.weights, places)
