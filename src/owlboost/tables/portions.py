"""A table in portions, for a model that is applied to one row after the other."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Unpack

import pyarrow as pa

from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.errors import OwlboostError
from owlboost.runtime.names import Names
from owlboost.tables.application import ReadingOptions, habits_needed, kinds_needed
from owlboost.tables.batches import BATCH_ROWS, RawBatches, raw_batches
from owlboost.tables.columns import Column
from owlboost.tables.derived import derivation_of
from owlboost.tables.kinds import Kind, LeftOut, MisfitError, no_values, read_column, told_by_cells
from owlboost.tables.layout import TextManner
from owlboost.tables.opening import Manner
from owlboost.tables.reading import selection_of
from owlboost.tables.spelling import Spelling
from owlboost.tables.table import Table, row_names
from owlboost.tables.texts import as_texts


class WholeError(Exception):
    """A table must be read as a whole.

    Only all cells of a column together tell what each of them means, as with dates and decimal
    commas, or something is wrong with the file, which the whole of it tells better.
    """


def portions_for(
    hypothesis: Hypothesis,
    path: str | os.PathLike[str],
    rows: int = BATCH_ROWS,
    lexicon: Lexicon = SHORT_NAMES,
    **options: Unpack[ReadingOptions],
) -> Iterator[Table]:
    r"""Read the columns that a hypothesis needs, some rows at a time.

    Put together, the portions are the table that
    :func:`~owlboost.tables.application.read_table_for` reads.

    Parameters
    ----------
    hypothesis
        What is to be applied.
    path
        The file.
    rows
        The most rows of a portion.
    lexicon
        That of the model: which numbers are days, and how cells were written.
    **options
        As for :func:`~owlboost.tables.reading.read_table`.

    Raises
    ------
    ModelError
        The hypothesis was learned from an ontology.
    WholeError
        The table cannot be read in portions; that may turn out with a later one.

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
    >>> [one.columns["price"].values for one in portions_for(rules, file, rows=2)]
    [array([79., nan]), array([120.])]
    """
    kinds, id_column = kinds_needed(hypothesis, lexicon.times), options.get("id_column")
    is_alone = not habits_needed(hypothesis, lexicon)  # cells tell alone what they mean
    if not kinds or not is_alone or id_column in kinds or any(map(derivation_of, kinds)):
        raise WholeError
    path = Path(path)
    with _whole_if_wrong(), _batches(path, kinds, rows, options) as found:
        if found.spelling.has_commas:
            raise WholeError
        n_rows = 0
        for batch in found.batches:
            columns = {name: _column(found, batch, name, kind) for name, kind in kinds.items()}
            after = n_rows + batch.num_rows
            names = Names(row_names(range(n_rows, after)))
            if id_column is not None:
                names = _names(batch.column(id_column))
            yield Table(path, names, columns, notes=found.notes)
            n_rows = after
        if not n_rows:
            raise WholeError


@contextmanager
def _whole_if_wrong() -> Iterator[None]:
    try:
        yield
    except (OwlboostError, MisfitError) as error:
        raise WholeError from error


def _batches(path: Path, kinds: Mapping[str, Kind], rows: int, options: ReadingOptions) -> Any:
    columns = options.get("columns")
    manner = Manner(
        TextManner(
            options.get("header", True),
            None if columns is None else tuple(columns),
            options.get("encoding"),
        ),
        options.get("sheet"),
        Spelling(options.get("decimal"), options.get("dates")),
    )
    numbers = {name: pa.float64() for name, kind in kinds.items() if kind == "number"}
    selection = selection_of(kinds, options.get("id_column"), only=kinds)
    return raw_batches(path, selection, manner, numbers, rows)


def _column(found: RawBatches, batch: Any, name: str, kind: Kind) -> Column:
    cells = pa.chunked_array([batch.column(name)])
    if not told_by_cells(cells.type, kind):
        raise WholeError
    read = read_column(cells, kind, guessing=found.guessed, spelling=found.spelling).found
    return no_values(kind, batch.num_rows) if isinstance(read, LeftOut) else read


def _names(cells: Any) -> Names:
    """Return the cells of the id column; whether they all differ remains to be seen."""
    texts = as_texts(pa.chunked_array([cells]))
    if (texts.codes < 0).any():
        raise WholeError
    return texts.names()
