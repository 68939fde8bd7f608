"""What a model says of a large table, kept until all rows are read: then nothing can go wrong."""

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING

import numpy as np
from rich.cells import cell_len

from owlboost.cli.options import TableOptions
from owlboost.cli.sources import reading_options, say
from owlboost.tables.batches import BATCH_ROWS
from owlboost.tables.portions import WholeError, portions_for
from owlboost.tables.table import row_names

if TYPE_CHECKING:
    from owlboost.models.predictions import Predictions
    from owlboost.models.trained import TrainedModel
    from owlboost.runtime.array_types import Floats
    from owlboost.tables.table import Table

_IN_MEMORY = 1 << 26
"""How many bytes are kept in memory before they go to a temporary file."""


class SpooledPredictions:
    """The evidence of rows, with their names if they have any, portion by portion.

    Attributes
    ----------
    n_rows
        How many rows there are.
    lowest, highest
        The least and the greatest evidence.
    widest
        How much room the longest name takes on a terminal.
    """

    def __init__(self, model: "TrainedModel", file: IO[bytes], *, named: bool = False) -> None:
        self._model = model
        self._file = file
        self._named = named
        self._hashes: list[Floats] = []
        self.n_rows = 0
        self.lowest, self.highest = np.inf, -np.inf
        self.widest = 0

    @property
    def is_graded(self) -> bool:
        """Whether the target is graded, so that degrees stand for values."""
        return self._model.is_graded

    def add(self, table: "Table") -> None:
        """Apply the model to more rows."""
        evidence = self._model.evidence(table)
        names = list(table.row_names) if self._named else None
        pickle.dump((names, evidence), self._file)
        self.n_rows += evidence.size
        self.lowest = min(self.lowest, float(evidence.min()))
        self.highest = max(self.highest, float(evidence.max()))
        shown = names or [table.row_names[-1]]  # the last number is the longest
        self.widest = max(self.widest, *map(cell_len, shown))
        if names is not None:
            self._hashes.append(np.array(list(map(hash, names))))

    def require_different_names(self) -> None:
        """Refuse names of which two may be the same."""
        if self._hashes and np.unique(np.concatenate(self._hashes)).size < self.n_rows:
            raise WholeError

    def parts(self) -> "Iterator[Predictions]":
        """Tell what the model says, portion by portion."""
        self._file.seek(0)
        n_told = 0
        while n_told < self.n_rows:
            names, evidence = pickle.load(self._file)
            after = n_told + evidence.size
            shown = list(row_names(range(n_told, after))) if names is None else names
            yield self._model.predictions_from(evidence, shown)
            n_told = after


@contextmanager
def spooled(
    model: "TrainedModel", path: Path, options: TableOptions, rows: int = BATCH_ROWS
) -> Iterator[SpooledPredictions | None]:
    """Apply a model to a table in portions; None if the table must be read as a whole."""
    with SpooledTemporaryFile(_IN_MEMORY) as file:
        spool = SpooledPredictions(model, file, named=options.id_column is not None)
        notes: tuple[str, ...] = ()
        try:
            reading = reading_options(options)
            for table in portions_for(model.hypothesis, path, rows, model.lexicon, **reading):
                spool.add(table)
                notes = table.remarks
            spool.require_different_names()
        except WholeError:
            found = None
        else:
            found = spool
            say(notes)
        yield found
