"""Partial reads of a table: a model's columns, whole or in batches."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as pa_csv

from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.errors import ModelError, OwlboostError, SourceError, UnknownNameError
from owlboost.runtime.names import Names
from owlboost.runtime.signals import check_interrupt
from owlboost.tables.arrow import as_texts
from owlboost.tables.columns import Column, derivation_of
from owlboost.tables.facts import kinds_needed, table_iri
from owlboost.tables.files import (
    Selection,
    TableFile,
    checked_text,
    open_table_file,
    parquet_columns,
    reading_errors,
)
from owlboost.tables.kinds import (
    CellError,
    SkippedColumn,
    is_readable_by_cell,
    no_values,
    read_column,
)
from owlboost.tables.read_options import Kind, Locale, ReadOptions
from owlboost.tables.reading import read_table_with, selection_of
from owlboost.tables.table import Table, row_names
from owlboost.tables.text_files import locale_of, text_reader


def habits_needed(hypothesis: Hypothesis, lexicon: Lexicon) -> dict[str, str]:
    """Return the conventions of columns in the table of a model.

    Raises
    ------
    ModelError
        The hypothesis speaks of classes or roles: it was learned from an ontology.
    """
    habits: dict[str, str] = {}
    for name in kinds_needed(hypothesis):
        habit = lexicon.habits.get(table_iri(name))
        if habit is not None:
            derived = derivation_of(name)
            habits[name if derived is None else derived.column] = habit
    return habits


def read_table_for(
    hypothesis: Hypothesis,
    path: str | os.PathLike[str],
    lexicon: Lexicon = SHORT_NAMES,
    options: ReadOptions | None = None,
) -> Table:
    """Read only the columns that a hypothesis needs.

    What the options say of columns is not asked, but which one names the rows.

    A column is read as for learning, except that its kind is known: numbers of the hypothesis may
    be days of dates, and must be if the lexicon of the model says so, which also has the spelling
    of cells. A column without any value is kept: all its cells are missing.

    Raises
    ------
    ModelError
        The table lacks a column that the model needs.
    """
    kinds = kinds_needed(hypothesis, lexicon.times)
    path, habits = Path(path), habits_needed(hypothesis, lexicon)
    options = replace(options or ReadOptions(), habits=habits)
    try:
        return _read(path, kinds, options)
    except UnknownNameError as error:
        made = [derived for name in kinds if (derived := derivation_of(name)) is not None]
        if not made:
            raise ModelError(f"The model cannot be applied: {error}") from error
    bases: dict[str, Kind] = {
        derived.column: "category" if derived.part == "word" else "time" for derived in made
    }
    plain = {name: kind for name, kind in kinds.items() if derivation_of(name) is None}
    try:
        table = _read(path, bases | plain, options)
    except UnknownNameError as error:
        raise ModelError(f"The model cannot be applied: {error}") from error
    stated = {name: column for name, column in table.columns.items() if name in plain}
    return replace(
        table,
        columns=stated
        | {derived.name: derived.compute(table.columns[derived.column]) for derived in made},
    )


def _read(path: Path, kinds: Mapping[str, Kind], options: ReadOptions) -> Table:
    table = read_table_with(path, _of_columns(kinds, options))
    missing = {name: no_values(kinds[name], table.n_rows) for name in table.left_out}
    return replace(table, columns={**table.columns, **missing}, left_out={}, origin=None)


def _of_columns(kinds: Mapping[str, Kind], options: ReadOptions) -> ReadOptions:
    """Return options for no other columns than these, of known kinds."""
    return replace(
        options,
        kinds=kinds,
        only=frozenset(kinds) if kinds else None,
        leave_out=frozenset(),
        calendar=(),
        texts=(),
    )


BATCH_ROWS = 65_536
"""Read at most this many rows at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class RawBatches:
    """A file as batches of Arrow columns, for one iteration; none is empty."""

    names: tuple[str, ...]
    batches: Iterator[Any]
    untyped: bool
    """Whether cells are texts whose types must be inferred."""
    notes: tuple[str, ...] = ()
    locale: Locale = field(default_factory=Locale)


@contextmanager
def raw_batches(
    path: Path,
    options: ReadOptions | None = None,
    types: Mapping[str, Any] | None = None,
    rows: int = BATCH_ROWS,
) -> Iterator[RawBatches]:
    r"""Open a text or Parquet file, and yield its batches.

    Parameters
    ----------
    types
        The Arrow types of columns of a text file; all others are texts. Nothing is guessed from the
        first rows: a cell that is not of the type is an error.

    Raises
    ------
    SourceError
        The file is not a table or is a workbook, or, while batches are read, a row or a cell is
        wrong; reading the whole file (:func:`~owlboost.tables.reading.read_raw_table`) may find
        more in it, or say better what is wrong.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "hotels.csv"
    >>> _ = file.write_text("price,name\n79,A\n?,B\n120,C\n")
    >>> with raw_batches(file, types={"price": pa.float64()}, rows=2) as raw:
    ...     [batch.to_pydict() for batch in raw.batches]
    [{'price': [79.0, None], 'name': ['A', 'B']}, {'price': [120.0], 'name': ['C']}]
    """
    file = open_table_file(path, options)
    if file.is_sheet:
        raise SourceError(f"{path} is a workbook, which is read as a whole.")
    selection = selection_of(file.options)
    with reading_errors(path):
        parts = _parquet(file, selection, rows) if file.is_parquet else None
        with parts or _text(file, selection, types or {}, rows) as raw:
            yield raw


@contextmanager
def _text(
    file: TableFile, selection: Selection, types: Mapping[str, Any], rows: int
) -> Iterator[RawBatches]:
    layout = file.layout()
    wanted = selection.select(layout.names, file.path)
    typed = {name: types.get(name, pa.string()) for name in wanted}
    reader = text_reader(layout, typed, wanted)
    with file.stream() as stream, pa_csv.open_csv(stream, **reader) as blocks:
        batches = _cut(blocks, rows)
        yield RawBatches(tuple(wanted), batches, True, layout.notes, locale_of(file, layout))


@contextmanager
def _parquet(file: TableFile, selection: Selection, rows: int) -> Iterator[RawBatches]:
    with file.parquet() as parquet:
        wanted, notes = parquet_columns(file.path, parquet, selection)
        blocks = _checked(file, parquet.iter_batches(batch_size=rows, columns=wanted))
        yield RawBatches(tuple(wanted), _cut(blocks, rows), False, notes)


def _checked(file: TableFile, blocks: Iterator[Any]) -> Iterator[Any]:
    """Yield blocks after checking that their texts are valid."""
    for block in blocks:
        for name in block.schema.names:
            checked_text(file.path, name, block.column(name))
        yield block


def _cut(blocks: Iterator[Any], rows: int) -> Iterator[Any]:
    """Cut blocks into batches of at most so many rows."""
    for block in blocks:
        check_interrupt()
        for start in range(0, block.num_rows, rows):
            yield block.slice(start, rows)


class NeedsWholeTableError(Exception):
    """A table that must be read as a whole.

    Only all cells of a column together decide the meaning of each, as with dates and decimal
    commas, or there is an error in the file, for which reading it as a whole has a better message.
    """


def portions_for(
    hypothesis: Hypothesis,
    path: str | os.PathLike[str],
    rows: int = BATCH_ROWS,
    lexicon: Lexicon = SHORT_NAMES,
    options: ReadOptions | None = None,
) -> Iterator[Table]:
    r"""Read the columns that a hypothesis needs, some rows at a time.

    Put together, the portions are the table that
    :func:`~owlboost.tables.partial_reads.read_table_for` reads.

    Parameters
    ----------
    hypothesis, lexicon
        Those of the model; the lexicon has the numbers that are days and the spelling of cells.

    Raises
    ------
    ModelError
        The hypothesis was learned from an ontology.
    NeedsWholeTableError
        The table cannot be read in portions; a later portion may show it.

    Examples
    --------
    >>> import tempfile
    >>> from owlboost.concepts.concept import Concept, FuzzyValue
    >>> from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> file = Path(tempfile.mkdtemp()) / "hotels.csv"
    >>> _ = file.write_text("price,name\n79,A\n?,B\n120,C\n")
    >>> low = FuzzyValue("urn:owlboost:table#price", FuzzySet("price_L", LeftShoulder(40, 60)))
    >>> rules = RuleSet((Inclusion(Concept((low,))),))
    >>> [portion.columns["price"].values for portion in portions_for(rules, file, rows=2)]
    [array([79., nan]), array([120.])]
    """
    options = options or ReadOptions()
    kinds, id_column = kinds_needed(hypothesis, lexicon.times), options.id_column
    # each cell has a meaning of its own: plain numbers have a point
    is_alone = set(habits_needed(hypothesis, lexicon).values()) <= {"."}
    if not kinds or not is_alone or id_column in kinds or any(map(derivation_of, kinds)):
        raise NeedsWholeTableError
    path = Path(path)
    with _whole_if_wrong(), _batches(path, kinds, rows, options) as raw:
        if raw.locale.has_commas:
            raise NeedsWholeTableError
        n_rows = 0
        for batch in raw.batches:
            columns = {name: _column(raw, batch, name, kind) for name, kind in kinds.items()}
            after = n_rows + batch.num_rows
            names = Names(row_names(range(n_rows, after)))
            if id_column is not None:
                names = _names(batch.column(id_column))
            yield Table(path, names, columns, notes=raw.notes)
            n_rows = after
        if not n_rows:
            raise NeedsWholeTableError


@contextmanager
def _whole_if_wrong() -> Iterator[None]:
    try:
        yield
    except (OwlboostError, CellError) as error:
        raise NeedsWholeTableError from error


def _batches(path: Path, kinds: Mapping[str, Kind], rows: int, options: ReadOptions) -> Any:
    numbers = {name: pa.float64() for name, kind in kinds.items() if kind == "number"}
    return raw_batches(path, _of_columns(kinds, options), numbers, rows)


def _column(raw: RawBatches, batch: Any, name: str, kind: Kind) -> Column:
    cells = pa.chunked_array([batch.column(name)])
    if not is_readable_by_cell(cells.type, kind):
        raise NeedsWholeTableError
    read = read_column(cells, kind, infer_numbers=raw.untyped, locale=raw.locale).column
    return no_values(kind, batch.num_rows) if isinstance(read, SkippedColumn) else read


def _names(cells: Any) -> Names:
    """Return the cells of the id column, which may repeat."""
    texts = as_texts(pa.chunked_array([cells]))
    if (texts.codes < 0).any():
        raise NeedsWholeTableError
    return texts.names()
