"""The figures of an evaluation, printed as tables."""

from collections.abc import Iterator, Sequence
from itertools import compress

from rich.console import Console
from rich.table import Table as RichTable

from owlboost.cli.terminal import colours
from owlboost.evaluation.grid import shown_parameters
from owlboost.evaluation.run import ConfigurationResult, RunResult, Scores
from owlboost.models.measures import Measure, counts_text, shown_in
from owlboost.report.number_text import ABSENT, figure, number, with_brief_deviation

_WIDTH = 110

_CHOICE = ("", "θ", "sets")

_FEW_EXAMPLES = 100
"""Suggest repeats below this number of examples: one division into folds is unreliable."""


def print_run(run: RunResult) -> None:
    """Print the best configurations, the nested figure and the baseline ⊤."""
    console = Console(width=_WIDTH, highlight=False, color_system=colours())
    star = "★ " if run.starred else ""
    protocol = "trained and tested on the same examples" if run.starred else _protocol_text(run)
    console.print(
        f"{star}{run.lexicon.name(run.target)}, {run.algorithm}: {run.examples_text}, "
        f"{_background(run)}{protocol}",
        markup=False,
    )
    titles = [*_CHOICE, *(measure.brief_heading for measure in run.measures), "rules", "seconds"]
    console.print(_grid(titles, list(_cells(run))))
    if run.given_sets is not None:
        console.print(f"Given sets: {run.given_sets.text(run.lexicon)}.", markup=False)
    counts = _counts(run)
    if counts:
        console.print(counts, markup=False)
    rates = _rates(run)
    if rates:
        console.print(rates, markup=False)
    deviations = _spread_text(run)
    if deviations:
        console.print(deviations, markup=False)


def _grid(titles: list[str], rows: list[list[str]]) -> RichTable:
    """Lay out rows in a table, without empty columns."""
    grid = RichTable(box=None, header_style="bold", pad_edge=False)
    filled = [
        any(cell not in ("", ABSENT) for cell in column) for column in zip(*rows, strict=True)
    ]
    for position, title in enumerate(titles):
        if filled[position]:
            figures = position >= len(_CHOICE)
            grid.add_column(title, justify="right" if figures else "left", no_wrap=figures)
    for row in rows:
        grid.add_row(*compress(row, filled))
    return grid


def _cells(run: RunResult) -> Iterator[list[str]]:
    """Yield the rows of the table, each with all its columns."""
    for label, configuration in _rows(run):
        chosen = shown_parameters(run.algorithm, configuration.parameters)
        sets = f"{chosen['sets']} {chosen['fuzzify']}"
        if run.given_sets is not None:
            sets = run.given_sets.beside(sets)
        yield [label, chosen["theta"], sets, *_figures(configuration.scores, run.measures)]
    if run.nested is not None:
        yield ["nested", "", "", *_figures(run.nested.scores, run.measures)]
    yield [run.baseline, "", "", *_figures(run.top, run.measures)]


def _counts(run: RunResult) -> str:
    """Return the counts behind precision and recall over all test examples."""
    scores = run.winner.scores if run.nested is None else run.nested.scores
    text = counts_text(scores.figures, len(scores.folds) / run.protocol.repeats)
    return f"Over all test examples: {text}." if text else ""


def _rates(run: RunResult) -> str:
    """Return how answers compare with the source, if some are unknown."""
    scores = run.winner.scores if run.nested is None else run.nested.scores
    figures = scores.figures
    rates = [
        f"{measure.heading} {number(figures[measure.name])}"
        for measure in shown_in("rates")
        if measure.name in figures
    ]
    return f"Answers beside what the ontology says: {', '.join(rates)}." if rates else ""


def _spread_text(run: RunResult) -> str:
    """Return how figures vary with the folds, or how to find out."""
    scores = run.winner.scores if run.nested is None else run.nested.scores
    varying = [measure for measure in run.measures if _has_deviation(measure)]
    deviations = {measure: scores.repeat_deviation(measure.name) for measure in varying}
    texts = [
        f"{measure.heading} ±{number(deviation)}"
        for measure, deviation in deviations.items()
        if deviation is not None
    ]
    if texts:
        return f"The means vary between repeats with different folds: {', '.join(texts)}."
    if run.starred or run.examples >= _FEW_EXAMPLES:
        return ""
    return (
        f"{run.examples} examples are few. Use --repeats 5 to see how much these figures depend on "
        "chance."
    )


def _background(run: RunResult) -> str:
    return f"{run.background} others weighing in, " if run.background else ""


def _protocol_text(run: RunResult) -> str:
    times = f" × {run.protocol.repeats}" if run.protocol.repeats > 1 else ""
    masked = ", labels masked" if run.protocol.mask else ""
    return f"{run.protocol.folds} folds{times}{masked}, mean ± s.d."


def _rows(run: RunResult) -> Iterator[tuple[str, ConfigurationResult]]:
    yield "best", run.winner
    for position in run.best_by_fuzzify.values():
        if position != run.best:
            yield "next", run.configurations[position]


def _has_deviation(measure: Measure) -> bool:
    """Whether the deviation of a measure is shown."""
    return "repeats" in measure.shown or measure.basis == "grade"


def _figures(scores: Scores, measures: Sequence[Measure]) -> Iterator[str]:
    """Yield the figures of a row, with deviations of some measures."""
    figures, deviations = scores.figures, scores.deviation if len(scores.folds) > 1 else {}
    for measure in measures:
        deviation = deviations.get(measure.name) if _has_deviation(measure) else None
        yield with_brief_deviation(measure.name, figures.get(measure.name), deviation)
    yield from (figure(name, figures.get(name)) for name in ("rules", "seconds"))
