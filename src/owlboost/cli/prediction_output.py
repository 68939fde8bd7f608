"""Predictions as a table, as CSV and as JSON, written line by line: there may be millions."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any

from rich.cells import cell_len, chop_cells
from rich.text import Text

from owlboost.cli.options import PredictionFormat
from owlboost.cli.spooling import SpooledPredictions
from owlboost.cli.terminal import console, width
from owlboost.cli.value_output import print_values
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.models.predictions import Predictions
from owlboost.report.number_text import harmless
from owlboost.runtime.array_types import Mask

_COLUMNS = ("individual", "degree", "evidence", "probability", "positive", "decision")
_GAP = "  "
_NARROWEST = 10
"""The fewest characters of a name in a line."""

_PORTION = 65_536
"""How many predictions are written at once."""


def print_predictions(
    predictions: Predictions, layout: PredictionFormat, lexicon: Lexicon = SHORT_NAMES
) -> None:
    """Print predictions on stdout; a table calls things by label."""
    sizes: list[int] = []
    if predictions.target_range is not None:
        longest = max((cell_len(lexicon.title(one)) for one in predictions.individuals), default=0)
        print_values(predictions.parts(_PORTION), layout, longest, lexicon)
        return
    if layout is PredictionFormat.TABLE:
        names = max((cell_len(lexicon.title(name)) for name in predictions.individuals), default=0)
        evidence = predictions.evidence
        sizes = _sizes(names, (evidence.min(), evidence.max()) if len(predictions) else ())
    _print(predictions.parts(_PORTION), layout, sizes, lexicon)


def print_spooled(spool: SpooledPredictions, layout: PredictionFormat) -> None:
    """Print on stdout what a model says of the rows of a table."""
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
            writer.writerow(_COLUMNS)
            for part in parts:
                writer.writerows(_csv_rows(part))
        case PredictionFormat.TABLE:
            head = next(_lines(_COLUMNS, sizes))
            console().print(Text(head, style="bold"), soft_wrap=True)
            for part in parts:
                sys.stdout.writelines(_table_lines(part, sizes, lexicon))


def _json_parts(parts: Iterable[Predictions]) -> Iterator[str]:
    """Write the list as ``json.dumps`` does, in pieces."""
    record = "{\n" + ",\n".join(f'  "{name}": %s' for name in _COLUMNS) + "\n }"
    before = "[\n "
    for part in parts:
        told = part.probabilities
        columns = (
            _json_cells(list(part.individuals)),
            _json_cells(part.degrees.tolist()),
            _json_cells(part.evidence.tolist()),
            ["null"] * len(part) if told is None else _json_cells(told.tolist()),
            _json_cells(part.positive.tolist()),
            _json_cells(part.decisions.tolist()),
        )
        yield before
        yield ",\n ".join([record % cells for cells in zip(*columns, strict=True)])
        before = ",\n "
    yield "[]\n" if before.startswith("[") else "\n]\n"


def _json_cells(values: list[Any]) -> list[str]:
    """Write values as ``json.dumps`` does; a break of lines is never part of one."""
    return json.dumps(values, ensure_ascii=False, separators=("\n", ":"))[1:-1].split("\n")


def _csv_rows(part: Predictions) -> Iterator[tuple[object, ...]]:
    told = part.probabilities
    return zip(
        map(harmless, part.individuals),
        part.degrees.tolist(),
        part.evidence.tolist(),
        repeat("") if told is None else told.tolist(),
        _words(part.positive, "true", "false"),
        _words(part.decisions, "true", "false"),
        strict=False,
    )


def _words(truths: Mask, yes: str, no: str) -> list[str]:
    return [yes if truth else no for truth in truths.tolist()]


def _sizes(names: int, ends: Sequence[float]) -> list[int]:
    """Return how wide the columns of a table are: as its longest cells, if there is room."""
    evidence = max((len(_number(end)) for end in ends), default=0)
    others = [max(len(name), evidence if name == "evidence" else 0) for name in _COLUMNS[1:]]
    most = width() - sum(len(_GAP) + size for size in others)
    return [max(len(_COLUMNS[0]), min(names, max(most, _NARROWEST))), *others]


def _table_lines(part: Predictions, sizes: Sequence[int], lexicon: Lexicon) -> Iterator[str]:
    told = part.probabilities
    columns = (
        list(map(lexicon.title, part.individuals)),
        part.degrees.tolist(),
        part.evidence.tolist(),
        ["-"] * len(part) if told is None else list(map(_number, told.tolist())),
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
    """Lay out a row; a name that is too long goes on below.

    Examples
    --------
    >>> list(_lines(("abcde", "1", "2", "3", "yes", "-"), (4, 2, 2, 2, 3, 1)))
    ['abcd   1   2   3  yes  -', 'e']
    """
    name, *numbers = cells
    first, *rest = [name] if cell_len(name) <= sizes[0] else chop_cells(name, sizes[0])
    parts = [first + " " * (sizes[0] - cell_len(first))]
    parts += [cell.rjust(size) for cell, size in zip(numbers[:3], sizes[1:4], strict=True)]
    parts += [cell.ljust(size) for cell, size in zip(numbers[3:], sizes[4:], strict=True)]
    yield _GAP.join(parts).rstrip()
    yield from rest
