"""Predictions of a graded target: the value on its own scale, beside degree and evidence."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator

from rich.cells import cell_len
from rich.text import Text

from owlboost.cli.options import PredictionFormat
from owlboost.cli.terminal import console
from owlboost.data.vocabulary import Lexicon
from owlboost.models.predictions import Prediction, Predictions
from owlboost.report.number_text import harmless

_COLUMNS = ("individual", "value", "degree", "evidence")
_LEAST = 8
"""The fewest characters of a number in a table."""


def print_values(
    parts: Iterable[Predictions], layout: PredictionFormat, names: int, lexicon: Lexicon
) -> None:
    """Print predictions on stdout; ``names`` is how much room the longest name takes."""
    told = (one for part in parts for one in part)
    match layout:
        case PredictionFormat.JSON:
            sys.stdout.writelines(_json_parts(told))
        case PredictionFormat.CSV:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(_COLUMNS)
            writer.writerows(
                (harmless(one.individual), one.value, one.degree, one.evidence) for one in told
            )
        case PredictionFormat.TABLE:
            names = max(names, len(_COLUMNS[0]))
            head = _line(_COLUMNS[0], _COLUMNS[1:], names)
            console().print(Text(head, style="bold"), soft_wrap=True)
            for one in told:
                numbers = (f"{one.value:.6g}", f"{one.degree:.4f}", f"{one.evidence:.4f}")
                sys.stdout.write(f"{_line(lexicon.title(one.individual), numbers, names)}\n")


def _line(name: str, numbers: Iterable[str], names: int) -> str:
    cells = "".join(f"  {number:>{_LEAST}}" for number in numbers)
    return f"{name}{' ' * (names - cell_len(name))}{cells}"


def _json_parts(told: Iterable[Prediction]) -> Iterator[str]:
    """Write the list as ``json.dumps`` does, in pieces."""
    before = "["
    for one in told:
        record = json.dumps(one.as_json(), ensure_ascii=False, indent=1).replace("\n", "\n ")
        yield f"{before}\n {record}"
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"
