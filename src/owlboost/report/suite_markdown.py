"""A suite as Markdown: the table of tasks, comparisons, remarks."""

from collections.abc import Iterator, Sequence

import numpy as np

from owlboost.evaluation.grid import shown_parameters
from owlboost.evaluation.statistics import Comparison, compare
from owlboost.learners.learner import title
from owlboost.models.measures import shown_in
from owlboost.report.number_text import (
    ABSENT,
    figure,
    markdown_head,
    markdown_row,
    number,
    with_deviation,
)
from owlboost.report.suite_summary import (
    CHOSEN,
    MERIT,
    NESTED_COLUMNS,
    PAPER,
    Row,
    Summary,
    common,
    has_deviation,
    mean_of,
    median_of,
)

PLACING_LETTERS = {"uniform": "u", "cmeans": "c"}
"""What the paper's table calls placings of fuzzy sets."""


def markdown_text(summary: Summary) -> str:
    """Return the table, the averages and the remarks as Markdown."""
    return "\n".join(_markdown(summary)) + "\n"


def _markdown(summary: Summary) -> Iterator[str]:
    yield f"# Suite {summary.suite}"
    yield ""
    yield "Best configuration by fF1F1; mean over test folds, ± standard deviation. ★: training and"
    yield "test are the same examples. ⊤: everything is positive. t: threshold fitted in training."
    if summary.protocol == "paper":
        yield "Protocol of the paper: all individuals are examples, and lookahead is 0 unless asked"
        yield "for. A row is the best of uniform (u) or of c-means sets (c), the better in bold."
    yield ""
    yield from _paper_table(summary) if summary.protocol == "paper" else _table(summary)
    if summary.comparisons:
        yield ""
        yield from _comparisons(summary)
    if summary.nested:
        yield ""
        yield from _nested(summary.nested)
    for heading, notes in (("Not run", summary.not_run), ("Remarks", _joined(summary.remarks))):
        if notes:
            yield from ("", f"## {heading}", "")
            yield from (f"- {task}: {text}" for task, text in notes.items())


def _joined(remarks: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {task: " ".join(told) for task, told in remarks.items()}


def _table(summary: Summary) -> Iterator[str]:
    nested = any(row[f"nested_{MERIT.name}"] is not None for row in summary.rows)
    titles = ["task", "algorithm", "sets", "θ"]
    for one in shown_in("summary"):
        titles.append(one.heading)
        if one is MERIT and nested:
            titles.append(f"nested {one.heading}")
    yield markdown_head([*titles, "F1 of ⊤", "rules", "seconds"])
    for row in summary.rows:
        yield markdown_row(list(_cells(row, nested=nested)))


def _cells(row: Row, *, nested: bool) -> Iterator[str]:
    """One row of the table of tasks."""
    chosen = shown_parameters(row["algorithm"], {name: row[name] for name in CHOSEN})
    yield row["task"] + (" ★" if row["starred"] else "")
    yield title(row["algorithm"])
    yield f"{chosen['sets']} {chosen['fuzzify']}"
    yield chosen["theta"]
    yield from _row_figures(row, nested=nested)


def _paper_table(summary: Summary) -> Iterator[str]:
    """Write a row for each task, algorithm and placing of fuzzy sets."""
    headings = [one.heading for one in shown_in("summary")]
    titles = ["task", "algorithm", "placing", "sets", "θ", *headings]
    yield markdown_head([*titles, "F1 of ⊤", "rules", "seconds"])
    for row in summary.placings:
        yield markdown_row(list(_placing_cells(row)))


def _placing_cells(row: Row) -> Iterator[str]:
    chosen = shown_parameters(row["algorithm"], {name: row[name] for name in CHOSEN})
    letter = PLACING_LETTERS.get(row["fuzzify"], chosen["fuzzify"])
    yield row["task"] + (" ★" if row["starred"] else "")
    yield title(row["algorithm"])
    yield f"**{letter}**" if row["leads"] else letter
    yield from (chosen["sets"], chosen["theta"])
    yield from _row_figures(row, nested=False)


def _row_figures(row: Row, *, nested: bool) -> Iterator[str]:
    for one in shown_in("summary"):
        deviation = row[f"{one.name}_deviation"] if has_deviation(one.name) else None
        yield with_deviation(one.name, row[one.name], deviation)
        if one is MERIT and nested:
            yield figure(one.name, row[f"nested_{one.name}"])
    yield figure("F1", row["top_F1"])
    yield from (figure(name, row[name]) for name in ("rules", "seconds"))


def _comparisons(summary: Summary) -> Iterator[str]:
    paper = summary.is_of_the_paper
    titles = ["algorithm", "measure", "mean improvement", "without the largest", "median"]
    titles += ["wins/ties/losses", "Wilcoxon p"]
    yield f"## Against {title(summary.baseline)}"
    yield ""
    yield markdown_head([*titles, "the paper"] if paper else titles)
    for name, measures in summary.comparisons.items():
        for measure, found in measures.items():
            cells = [title(name), measure, f"{found.improvement:+.2f} %"]
            cells += [_without_largest(found), f"{found.median:+.2f} %"]
            cells += [f"{found.wins}/{found.ties}/{found.losses}", number(found.p_value, 4)]
            cells += [_stated(measure) if name == "boost" else ABSENT][:paper]
            yield markdown_row(cells)
    yield ""
    stated = f"; the paper: {_errors(PAPER['MSE'], list(summary.mse))}" if paper else ""
    yield f"Mean MSE: {_errors(summary.mse, list(summary.mse))}{stated}."
    yield f"Median MSE: {_errors(summary.median_mse, list(summary.mse))}."
    if summary.ranks:
        ranks = ", ".join(f"{title(name)} {number(at, 2)}" for name, at in summary.ranks.items())
        far = number(summary.critical_difference, 2)
        yield f"Average ranks by fF1F1: {ranks}; critical difference {far}."
    if summary.by_placing is not None:
        said = PAPER["c-means against uniform"]
        stated = f"; the paper: {said['wins']} wins, {said['losses']} losses" if paper else ""
        found = summary.by_placing
        counted = f"{found.wins} wins, {found.ties} ties, {found.losses} losses"
        yield f"C-means against uniform sets by fF1F1: {counted}{stated}."
    left_out = max(
        found.left_out for group in summary.comparisons.values() for found in group.values()
    )
    if left_out:
        yield (
            f"An improvement over 0 cannot be given in percent, so up to {left_out} tasks are left "
            "out."
        )


def _without_largest(found: Comparison) -> str:
    """Write the mean without the largest improvement, and what that is."""
    if found.without_largest is None:
        return ABSENT
    return f"{found.without_largest:+.2f} % ({found.largest:+.2f} % left out)"


def _errors(mse: "dict[str, float] | dict[str, float | None]", algorithms: Sequence[str]) -> str:
    """Name the errors of algorithms, as far as they are stated, always in the same order."""
    named = [name for name in algorithms if name in mse]
    return ", ".join(f"{title(name)} {figure('MSE', mse[name])}" for name in named)


def _stated(measure: str) -> str:
    said = PAPER[measure]
    return f"{said['improvement']:+.2f} %, {said['wins']}/{said['ties']}/{said['losses']}"


def _nested(rows: Sequence[Row]) -> Iterator[str]:
    """Write the rows, their averages, and each algorithm against the others."""
    yield "## Nested"
    yield ""
    yield "Each fold's configuration was chosen inside its training examples. ±: standard deviation"
    yield "over folds; in brackets that of the means of repeats."
    yield ""
    headings = [one.heading for one in shown_in("nested")]
    yield markdown_head(["task", "algorithm", *headings, "rules", "seconds"])
    for row in rows:
        yield markdown_row([row["task"], title(row["algorithm"]), *_nested_cells(row)])
    names = list(dict.fromkeys(row["algorithm"] for row in rows))
    for name in names:
        means = [figure(key, mean_of(rows, name, key)) for key in NESTED_COLUMNS]
        yield markdown_row(["**mean**", title(name), *means])
    for name in names:
        medians = [figure(key, median_of(rows, name, key)) for key in NESTED_COLUMNS]
        yield markdown_row(["**median**", title(name), *medians])
    if len(names) > 1:
        yield ""
        yield from _against(rows, names)


def _nested_cells(row: Row) -> Iterator[str]:
    for name in NESTED_COLUMNS:
        shown = with_deviation(name, row[name], row.get(f"{name}_deviation"))
        over_repeats = row.get(f"{name}_over_repeats")
        yield shown if over_repeats is None else f"{shown} ({figure(name, over_repeats)})"


def _against(rows: Sequence[Row], names: Sequence[str]) -> Iterator[str]:
    yield markdown_head(
        ["nested", "against", "measure", "ratio of means", "wins/ties/losses", "Wilcoxon p"]
    )
    for at, first in enumerate(names):
        for second in names[at + 1 :]:
            for one in shown_in("nested_compared"):
                better, other = common(rows, (second, first), one.name)
                found = compare(better, other)
                ratio = float(np.mean(better) / np.mean(other)) if sum(other) > 0 else None
                cells = [title(second), title(first), one.name, number(ratio)]
                cells += [f"{found.wins}/{found.ties}/{found.losses}", number(found.p_value, 4)]
                yield markdown_row(cells)
