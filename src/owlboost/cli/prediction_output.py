"""Predictions on stdout, as a table, CSV or JSON, line by line."""

import csv
import json
import pickle
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import repeat
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any

import numpy as np
import typer
from rich.cells import cell_len, chop_cells
from rich.text import Text

from owlboost.cli.messages import console, say, width
from owlboost.cli.options import PredictionFormat
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.models.definition import DefinitionAnswer
from owlboost.models.predictions import Prediction, Predictions
from owlboost.models.source import Source
from owlboost.report.number_text import harmless
from owlboost.runtime.array_types import Floats, Mask
from owlboost.tables.partial_reads import BATCH_ROWS, NeedsWholeTableError
from owlboost.tables.table import Table, row_names

if TYPE_CHECKING:
    from owlboost.models.trained import TrainedModel


_DEGREE_COLUMNS = ("individual", "degree", "evidence", "probability", "positive", "decision")
_GAP = "  "
_NARROWEST = 10
"""Minimal width of a name, in characters."""

_PORTION = 65_536
"""Write this many predictions at a time."""


def print_predictions(
    predictions: Predictions, layout: PredictionFormat, lexicon: Lexicon = SHORT_NAMES
) -> None:
    """Print predictions on stdout; in a table, with labels."""
    sizes: list[int] = []
    if predictions.target_range is not None:
        longest = max(
            (cell_len(lexicon.title(name)) for name in predictions.individuals), default=0
        )
        print_values(predictions.parts(_PORTION), layout, longest, lexicon)
        return
    if layout is PredictionFormat.TABLE:
        names = max((cell_len(lexicon.title(name)) for name in predictions.individuals), default=0)
        evidence = predictions.evidence
        sizes = _sizes(names, (evidence.min(), evidence.max()) if len(predictions) else ())
    _print(predictions.parts(_PORTION), layout, sizes, lexicon)


class BufferedPredictions:
    """Scores of rows, with names if any, buffered in a file.

    Attributes
    ----------
    n_rows
        The number of rows.
    lowest, highest
        The least and the greatest score.
    widest
        The width of the longest name on a terminal.
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
        """Whether the target is graded, so that degrees mean values."""
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
        """Reject names of which two may be the same."""
        if self._hashes and np.unique(np.concatenate(self._hashes)).size < self.n_rows:
            raise NeedsWholeTableError

    def parts(self) -> "Iterator[Predictions]":
        """Yield the predictions, portion by portion."""
        self._file.seek(0)
        start = 0
        while start < self.n_rows:
            names, evidence = pickle.load(self._file)
            stop = start + evidence.size
            row_titles = list(row_names(range(start, stop))) if names is None else names
            yield self._model.predictions_from(evidence, row_titles)
            start = stop


def print_spooled(spool: BufferedPredictions, layout: PredictionFormat) -> None:
    """Print the predictions for the rows of a table on stdout."""
    if spool.is_graded:
        print_values(spool.parts(), layout, spool.widest, SHORT_NAMES)
        return
    sizes = _sizes(spool.widest, (spool.lowest, spool.highest))
    _print(spool.parts(), layout, sizes, SHORT_NAMES)


def _print(
    parts: Iterable[Predictions], layout: PredictionFormat, sizes: Sequence[int], lexicon: Lexicon
) -> None:
    match layout:
        case PredictionFormat.JSON:
            sys.stdout.writelines(_json_parts(parts))
        case PredictionFormat.CSV:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(_DEGREE_COLUMNS)
            for part in parts:
                writer.writerows(_csv_rows(part))
        case PredictionFormat.TABLE:
            head = next(_lines(_DEGREE_COLUMNS, sizes))
            console().print(Text(head, style="bold"), soft_wrap=True)
            for part in parts:
                sys.stdout.writelines(_table_lines(part, sizes, lexicon))


def _json_parts(parts: Iterable[Predictions]) -> Iterator[str]:
    """Yield the list as ``json.dumps`` writes it, in pieces."""
    record = "{\n" + ",\n".join(f'  "{name}": %s' for name in _DEGREE_COLUMNS) + "\n }"
    before = "[\n "
    for part in parts:
        probabilities = part.probabilities
        columns = (
            _json_cells(list(part.individuals)),
            _json_cells(part.degrees.tolist()),
            _json_cells(part.evidence.tolist()),
            ["null"] * len(part) if probabilities is None else _json_cells(probabilities.tolist()),
            _json_cells(part.positive.tolist()),
            _json_cells(part.decisions.tolist()),
        )
        yield before
        yield ",\n ".join([record % cells for cells in zip(*columns, strict=True)])
        before = ",\n "
    yield "[]\n" if before.startswith("[") else "\n]\n"


def _json_cells(values: list[Any]) -> list[str]:
    """Return values as ``json.dumps`` writes them.

    None of them contains a line break.
    """
    return json.dumps(values, ensure_ascii=False, separators=("\n", ":"))[1:-1].split("\n")


def _csv_rows(part: Predictions) -> Iterator[tuple[object, ...]]:
    probabilities = part.probabilities
    return zip(
        map(harmless, part.individuals),
        part.degrees.tolist(),
        part.evidence.tolist(),
        repeat("") if probabilities is None else probabilities.tolist(),
        _words(part.positive, "true", "false"),
        _words(part.decisions, "true", "false"),
        strict=False,
    )


def _words(truths: Mask, yes: str, no: str) -> list[str]:
    return [yes if truth else no for truth in truths.tolist()]


def _sizes(longest: int, ends: Sequence[float]) -> list[int]:
    """Return the widths of columns: of the longest cells, if possible."""
    evidence = max((len(_number(end)) for end in ends), default=0)
    numbers = [
        max(len(name), evidence if name == "evidence" else 0) for name in _DEGREE_COLUMNS[1:]
    ]
    available = width() - sum(len(_GAP) + size for size in numbers)
    return [max(len(_DEGREE_COLUMNS[0]), min(longest, max(available, _NARROWEST))), *numbers]


def _table_lines(part: Predictions, sizes: Sequence[int], lexicon: Lexicon) -> Iterator[str]:
    probabilities = part.probabilities
    columns = (
        list(map(lexicon.title, part.individuals)),
        part.degrees.tolist(),
        part.evidence.tolist(),
        ["-"] * len(part) if probabilities is None else list(map(_number, probabilities.tolist())),
        _words(part.positive, "yes", "-"),
        _words(part.decisions, "yes", "-"),
    )
    simple = _GAP.join(["%%-%ds", "%%%d.4f", "%%%d.4f", "%%%ds", "%%-%ds", "%%s\n"]) % tuple(
        sizes[:5]
    )
    for cells in zip(*columns, strict=True):
        name = cells[0]
        if len(name) <= sizes[0] and name.isascii() and name.isprintable():
            yield simple % cells
        else:
            numbers = (_number(cells[1]), _number(cells[2]))
            yield from (f"{line}\n" for line in _lines((name, *numbers, *cells[3:]), sizes))


def _number(value: float) -> str:
    return f"{value:.4f}"


def _lines(cells: Sequence[str], sizes: Sequence[int]) -> Iterator[str]:
    """Lay out a row; a long name continues below.

    Examples
    --------
    >>> list(_lines(("abcde", "1", "2", "3", "yes", "-"), (4, 2, 2, 2, 3, 1)))
    ['abcd   1   2   3  yes  -', 'e']
    """
    name, *numbers = cells
    first, *continued = [name] if cell_len(name) <= sizes[0] else chop_cells(name, sizes[0])
    parts = [first + " " * (sizes[0] - cell_len(first))]
    parts += [cell.rjust(size) for cell, size in zip(numbers[:3], sizes[1:4], strict=True)]
    parts += [cell.ljust(size) for cell, size in zip(numbers[3:], sizes[4:], strict=True)]
    yield _GAP.join(parts).rstrip()
    yield from continued


_VALUE_COLUMNS = ("individual", "value", "degree", "evidence")
_NARROWEST_NUMBER = 8
"""Minimal width of a number in a table, in characters."""


def print_values(
    parts: Iterable[Predictions], layout: PredictionFormat, names: int, lexicon: Lexicon
) -> None:
    """Print predicted values; ``names`` is the width of the longest name."""
    predictions = (row for part in parts for row in part)
    match layout:
        case PredictionFormat.JSON:
            sys.stdout.writelines(_json_values(predictions))
        case PredictionFormat.CSV:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(_VALUE_COLUMNS)
            writer.writerows(
                (harmless(row.individual), row.value, row.degree, row.evidence)
                for row in predictions
            )
        case PredictionFormat.TABLE:
            names = max(names, len(_VALUE_COLUMNS[0]))
            head = _value_line(_VALUE_COLUMNS[0], _VALUE_COLUMNS[1:], names)
            console().print(Text(head, style="bold"), soft_wrap=True)
            for row in predictions:
                numbers = (f"{row.value:.6g}", f"{row.degree:.4f}", f"{row.evidence:.4f}")
                sys.stdout.write(f"{_value_line(lexicon.title(row.individual), numbers, names)}\n")


def _value_line(name: str, numbers: Iterable[str], names: int) -> str:
    cells = "".join(f"  {number:>{_NARROWEST_NUMBER}}" for number in numbers)
    return f"{name}{' ' * (names - cell_len(name))}{cells}"


def _json_values(predictions: Iterable[Prediction]) -> Iterator[str]:
    """Yield the list as ``json.dumps`` writes it, in pieces."""
    before = "["
    for prediction in predictions:
        record = json.dumps(prediction.as_json(), ensure_ascii=False, indent=1).replace("\n", "\n ")
        yield f"{before}\n {record}"
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"


_IN_MEMORY = 1 << 26
"""Keep up to this many bytes in memory before writing a temporary file."""


def _portions(model: "TrainedModel", source: Source, rows: int) -> "Iterator[Any]":
    portions = source.portions(model, rows)
    if portions is None:
        raise NeedsWholeTableError
    return portions


@contextmanager
def spooled(
    model: "TrainedModel", source: Source, rows: int = BATCH_ROWS, *, named: bool = False
) -> Iterator[BufferedPredictions | None]:
    """Apply a model to a table in portions; None if impossible."""
    with SpooledTemporaryFile(_IN_MEMORY) as file:
        spool = BufferedPredictions(model, file, named=named)
        notes: tuple[str, ...] = ()
        try:
            for table in _portions(model, source, rows):
                spool.add(table)
                notes = table.notices()
            spool.require_different_names()
        except NeedsWholeTableError:
            buffered = None
        else:
            buffered = spool
            say(notes)
        yield buffered


_ANSWER_COLUMNS = ("individual", "answer", "degree", "degree_against")


def print_answers(
    answers: Sequence[DefinitionAnswer], layout: PredictionFormat, lexicon: Lexicon
) -> None:
    """Print the answers of a definition about individuals."""
    match layout:
        case PredictionFormat.JSON:
            records = [row.as_json() for row in answers]
            typer.echo(json.dumps(records, indent=1, ensure_ascii=False))
        case PredictionFormat.CSV:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(_ANSWER_COLUMNS)
            writer.writerows(
                (harmless(row.individual), row.answer, row.degree, row.degree_against)
                for row in answers
            )
        case PredictionFormat.TABLE:
            titles = [lexicon.title(row.individual) for row in answers]
            name_width = max([len(_ANSWER_COLUMNS[0]), *map(cell_len, titles)])
            name, answer, *degrees = _ANSWER_COLUMNS
            head = "  ".join([f"{name:<{name_width}}", f"{answer:<7}", *degrees])
            console().print(Text(head, style="bold"), soft_wrap=True)
            for title, row in zip(titles, answers, strict=True):
                name = title + " " * (name_width - cell_len(title))
                numbers = f"{row.degree:>6.4f}  {row.degree_against:>14.4f}"
                sys.stdout.write(f"{name}  {row.answer:<7}  {numbers}\n")
