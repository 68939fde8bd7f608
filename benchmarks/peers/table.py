"""Tables of finished results: Markdown for people, CSV for programs."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from benchmarks.peers.classifiers import PEERS
from benchmarks.peers.problems import all_problems
from benchmarks.peers.results import Result
from owlboost.errors import DataError
from owlboost.evaluation.statistics import average_ranks, compare
from owlboost.runtime.array_types import Floats

COMPARED = {"AUC": 1.0, "Brier": -1.0, "F1": 1.0, "MCC": 1.0}
"""What is compared, and whether more of it is better (1) or less (−1)."""

READABLE = {
    "rules": "rules",
    "conditions": "most conditions",
    "exact": "exactly 0 or 1",
    "against_confidence": "against confidence",
    "against_counts": "against counts",
    "fF1F1": "fF1F1",
    "seconds": "seconds",
}
"""What is told of our learner alone, and the heading of its column."""

Cells = Sequence[object]


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Results by problem and learner, in the order of tables: ours first.

    Attributes
    ----------
    problems
        Names of the problems that any learner has figures for.
    learners
        Names of the learners.
    found
        (problem, learner) → result with figures.
    """

    problems: tuple[str, ...]
    learners: tuple[str, ...]
    found: dict[tuple[str, str], Result]

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Grid":
        """Arrange results.

        Raises
        ------
        DataError
            Two results on one problem are of different folds.
        """
        scored = [result for result in results if result.folds]
        _require_same_folds(scored)
        order = [problem.name for problem in all_problems()]
        peers = list(PEERS)
        own = sorted({result.learner for result in scored if result.own})
        others = {result.learner for result in scored if not result.own}
        return cls(
            tuple(sorted({result.problem for result in scored}, key=order.index)),
            (*own, *sorted(others, key=peers.index)),
            {(result.problem, result.learner): result for result in scored},
        )

    @property
    def own(self) -> tuple[str, ...]:
        """Names of our learners."""
        return tuple(name for name in self.learners if name not in PEERS)

    def titles(self) -> list[str]:
        """Headings of the columns of learners."""
        return [PEERS[name].title if name in PEERS else name for name in self.learners]

    def figures(self, measure: str) -> Floats:
        """Return a measure, a row for each problem, NaN where it is missing."""
        rows = [[self._mean(one, name, measure) for name in self.learners] for one in self.problems]
        return np.array(rows, dtype=np.float64).reshape(len(self.problems), len(self.learners))

    def _mean(self, problem: str, learner: str, measure: str) -> float:
        result = self.found.get((problem, learner))
        return float("nan") if result is None else result.mean(measure)


def _require_same_folds(results: Iterable[Result]) -> None:
    first: dict[str, Result] = {}
    for result in results:
        known = first.setdefault(result.problem, result)
        if known.division != result.division:
            raise DataError(
                f"{known.title} and {result.title} have figures on {result.problem} that are of "
                "different folds; compare results of one seed, with as many folds and repeats."
            )


def markdown(results: Sequence[Result]) -> str:
    """Write all tables and what was left out."""
    grid = Grid.of(results)
    if not grid.problems:
        return "There are no figures yet.\n"
    parts = [_measure_table(grid, measure) for measure in COMPARED]
    if grid.own and len(grid.learners) > 1:
        parts.append(_comparison_table(grid))
    parts += [_own_table(grid, name) for name in grid.own]
    left_out = _left_out(results)
    if left_out:
        parts.append("\n".join(["## Left out", "", *left_out]))
    return "\n\n".join(parts) + "\n"


def _left_out(results: Iterable[Result]) -> list[str]:
    """Say why figures are missing: a line for each problem and reason."""
    found: dict[tuple[str, str], list[str]] = {}
    for one in results:
        if one.skipped:
            found.setdefault((one.problem, one.skipped), []).append(one.title)
    return [
        f"- {problem} ({', '.join(sorted(titles))}): {reason.rstrip('.')}."
        for (problem, reason), titles in sorted(found.items())
    ]


def _lines(heading: Cells, rows: Iterable[Cells]) -> str:
    ruled = [heading, ["---"] * len(heading), *rows]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in ruled)


def _measure_table(grid: Grid, measure: str) -> str:
    """One measure: problems down, learners across, then means and average ranks."""
    figures, sign = grid.figures(measure), COMPARED[measure]
    everywhere = ~np.isnan(figures).any(axis=1)
    n_all = int(everywhere.sum())
    rows: list[Cells] = [
        [problem, *_cells(row, sign)] for problem, row in zip(grid.problems, figures, strict=True)
    ]
    if n_all:
        common = figures[everywhere]
        rows.append([f"**mean of {n_all} that all have**", *_cells(common.mean(axis=0), sign)])
        ranks = average_ranks(sign * np.round(common, 9))
        rows.append(["**average rank there**", *(f"{rank:.2f}" for rank in ranks)])
    if n_all < len(figures):
        rows.append(["**mean of those it has**", *(_own_mean(one) for one in figures.T)])
    note = "" if sign > 0 else " (less is better)"
    return f"## {measure}{note}\n\n" + _lines(["problem", *grid.titles()], rows)


def _own_mean(column: Floats) -> str:
    known = column[~np.isnan(column)]
    return f"{known.mean():.3f} ({known.size})" if known.size else "–"


def _cells(row: Floats, sign: float) -> list[str]:
    """Three decimals each, the best in bold."""
    rounded = np.round(row, 3)
    best = np.nanmax(sign * rounded) if not np.isnan(rounded).all() else np.nan
    return [
        "–" if isnan(value) else f"**{value:.3f}**" if sign * value == best else f"{value:.3f}"
        for value in rounded.tolist()
    ]


def _comparison_table(grid: Grid) -> str:
    """Ours against each other learner, over the problems that both have."""
    rows = [
        _comparison(grid, ours, other, measure)
        for ours in grid.own
        for other in grid.learners
        if other != ours
        for measure in COMPARED
    ]
    heading = ["ours", "against", "measure", "problems", "difference", "wins/ties/losses", "p"]
    return "## In pairs\n\nWilcoxon's signed-rank test, two-sided.\n\n" + _lines(heading, rows)


def _comparison(grid: Grid, ours: str, other: str, measure: str) -> Cells:
    figures, sign = grid.figures(measure), COMPARED[measure]
    pair = figures[:, [grid.learners.index(ours), grid.learners.index(other)]]
    first, second = pair[~np.isnan(pair).any(axis=1)].T
    title = PEERS[other].title if other in PEERS else other
    if not first.size:
        return [ours, title, measure, 0, "–", "–", "–"]
    found = compare((sign * first).tolist(), (sign * second).tolist())
    return [
        ours,
        title,
        measure,
        first.size,
        f"{(first - second).mean():+.3f}",
        f"{found.wins}/{found.ties}/{found.losses}",
        f"{found.p_value:.4f}",
    ]


def _own_table(grid: Grid, name: str) -> str:
    """Tell of our learner alone, and give the paper's figure over its rows."""
    results = [grid.found[one, name] for one in grid.problems if (one, name) in grid.found]
    rows: list[Cells] = [
        [one.problem, *(_told(one.mean(measure), measure) for measure in READABLE)]
        for one in results
    ]
    rows.append(["**mean**", *(_told(_mean(results, one), one) for one in READABLE)])
    paper = [one for one in results if one.suite == "paper"]
    against, by_counts = (_total(results, f"against_{one}") for one in ("confidence", "counts"))
    notes = (
        f"Mean fF1F1 on {len(paper)} rows of the paper: {_mean(paper, 'fF1F1'):.3f}. Brier is "
        f"that of calibrated probabilities on {100 * _mean(results, 'calibrated'):.0f} % of folds, "
        f"of degrees on the others. Of {_total(results, 'rules')} rules of all folds, {against} "
        f"have a weight against their confidence, {by_counts} against their counts."
    )
    heading = ["problem", *READABLE.values()]
    return f"## {name}\n\n" + _lines(heading, rows) + f"\n\n{notes}"


def _total(results: Iterable[Result], measure: str) -> int:
    return int(sum(fold[measure] or 0 for result in results for fold in result.folds))


def _mean(results: Sequence[Result], measure: str) -> float:
    return float(np.mean([one.mean(measure) for one in results])) if results else float("nan")


def _told(value: float, measure: str) -> str:
    counted = measure in ("rules", "conditions", "seconds")
    return f"{value:.1f}" if counted else f"{value:.3f}"


def csv_text(results: Sequence[Result]) -> str:
    """Write one line for each problem, learner and measure: mean and deviation over folds."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["problem", "suite", "learner", "measure", "mean", "deviation", "folds"])
    for one in results:
        for measure in one.measures:
            values = [value for fold in one.folds if (value := fold.get(measure)) is not None]
            spread = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
            writer.writerow(
                [one.problem, one.suite, one.learner, measure, one.mean(measure), spread,
                 len(values)]
            )  # fmt: skip
    return out.getvalue()
