"""Predictions as a table, as CSV and as JSON, written line by line: there may be millions."""

import csv
import json
import sys
from collections.abc import Iterator, Sequence

from rich.cells import cell_len, chop_cells
from rich.text import Text

from owlboost.cli.options import PredictionFormat
from owlboost.cli.terminal import console, width
from owlboost.model.lexicon import SHORT_NAMES, Lexicon
from owlboost.model.predictions import Prediction, Predictions
from owlboost.report.cells import harmless

_COLUMNS = ("individual", "degree", "evidence", "probability", "positive", "decision")
_GRADED_COLUMNS = ("individual", "value", "degree", "evidence")
_GAP = "  "
_NARROWEST = 10
"""The fewest characters of a name in a line."""


def print_predictions(
    predictions: Predictions, layout: PredictionFormat, lexicon: Lexicon = SHORT_NAMES
) -> None:
    """Print predictions on stdout, each as soon as it is made; a table calls things by label."""
    match layout:
        case PredictionFormat.JSON:
            sys.stdout.writelines(_json_parts(predictions))
        case PredictionFormat.CSV:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(_columns(predictions))
            writer.writerows(map(_csv_row, predictions))
        case PredictionFormat.TABLE:
            _print_table(predictions, lexicon)


def _json_parts(predictions: Predictions) -> Iterator[str]:
    """Write the list as ``json.dumps`` does, in pieces."""
    before = "["
    for one in predictions:
        record = json.dumps(one.as_json(), ensure_ascii=False, indent=1).replace("\n", "\n ")
        yield f"{before}\n {record}"
        before = ","
    yield "\n]\n" if len(predictions) else "[]\n"


def _columns(predictions: Predictions) -> tuple[str, ...]:
    return _COLUMNS if predictions.target_range is None else _GRADED_COLUMNS


def _csv_row(one: Prediction) -> list[str]:
    if one.value is not None:
        return [harmless(one.individual), *map(repr, (one.value, one.degree, one.evidence))]
    return [
        harmless(one.individual),
        repr(one.degree),
        repr(one.evidence),
        "" if one.probability is None else repr(one.probability),
        _word(one.positive),
        _word(one.decision),
    ]


def _word(truth: bool) -> str:
    return "true" if truth else "false"


def _print_table(predictions: Predictions, lexicon: Lexicon) -> None:
    """Print a table whose columns are as wide as its longest cells, which arrays tell."""
    columns = _columns(predictions)
    most = width() - sum(len(_GAP) + size for size in _sizes(predictions))
    names = max((cell_len(lexicon.title(name)) for name in predictions.individuals), default=0)
    sizes = [max(len(columns[0]), min(names, max(most, _NARROWEST))), *_sizes(predictions)]
    head = next(_lines(columns, sizes))
    console().print(Text(head, style="bold"), soft_wrap=True)
    for one in predictions:
        sys.stdout.writelines(f"{line}\n" for line in _lines(_cells(one, lexicon), sizes))


def _sizes(predictions: Predictions) -> list[int]:
    """Return the widths of all columns but the first."""
    ends = (predictions.evidence.min(), predictions.evidence.max()) if len(predictions) else ()
    widest = {"evidence": max((len(_number(end)) for end in ends), default=0), "degree": 6}
    known = predictions.target_range
    if known is not None:
        widest["value"] = max(len(_number(known.low)), len(_number(known.high)))
    return [max(len(name), widest.get(name, 0)) for name in _columns(predictions)[1:]]


def _cells(one: Prediction, lexicon: Lexicon) -> tuple[str, ...]:
    if one.value is not None:
        numbers = map(_number, (one.value, one.degree, one.evidence))
        return (lexicon.title(one.individual), *numbers)
    return (
        lexicon.title(one.individual),
        _number(one.degree),
        _number(one.evidence),
        "-" if one.probability is None else _number(one.probability),
        "yes" if one.positive else "-",
        "yes" if one.decision else "-",
    )


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
