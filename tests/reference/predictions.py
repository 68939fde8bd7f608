"""Predictions as text, written one by one."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict

from rich.cells import cell_len, chop_cells

from owlboost.models.predictions import Prediction
from owlboost.report.number_text import harmless

COLUMNS = ("individual", "degree", "evidence", "probability", "positive", "decision")


def json_text(predictions: Sequence[Prediction]) -> str:
    """A list of records."""
    told = [asdict(one) for one in predictions]
    for one in told:
        if one["value"] is None:  # the target is no grade
            del one["value"]
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def csv_text(predictions: Sequence[Prediction]) -> str:
    """A header and a line for each."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in predictions:
        probability = "" if one.probability is None else repr(one.probability)
        truths = [str(truth).lower() for truth in (one.positive, one.decision)]
        name = harmless(one.individual)
        writer.writerow([name, repr(one.degree), repr(one.evidence), probability, *truths])
    return out.getvalue()


def table_text(predictions: Sequence[Prediction], width: int = 100) -> str:
    """Columns as wide as their longest cell; a name that is too long goes on below."""
    rows = [COLUMNS, *map(_cells, predictions)]
    sizes = [max(cell_len(row[at]) for row in rows) for at in range(6)]
    room = width - sum(sizes[1:]) - 5 * len("  ")
    sizes[0] = min(sizes[0], max(room, len("individual")))
    return "".join(line for row in rows for line in _lines(row, sizes))


def _cells(one: Prediction) -> tuple[str, ...]:
    return (
        one.individual,
        f"{one.degree:.4f}",
        f"{one.evidence:.4f}",
        "-" if one.probability is None else f"{one.probability:.4f}",
        "yes" if one.positive else "-",
        "yes" if one.decision else "-",
    )


def _lines(row: Sequence[str], sizes: Sequence[int]) -> list[str]:
    pieces = chop_cells(row[0], sizes[0]) if cell_len(row[0]) > sizes[0] else [row[0]]
    cells = [pieces[0] + " " * (sizes[0] - cell_len(pieces[0]))]
    cells += [row[at].rjust(sizes[at]) for at in (1, 2, 3)]
    cells += [row[at].ljust(sizes[at]) for at in (4, 5)]
    return [f"{'  '.join(cells).rstrip()}\n", *(f"{piece}\n" for piece in pieces[1:])]
