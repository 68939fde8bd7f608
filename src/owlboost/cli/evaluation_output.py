"""An evaluation on stdout, as a table of figures."""

from collections.abc import Iterator, Sequence
from itertools import compress

from rich.console import Console
from rich.table import Table as Grid

from owlboost.cli.terminal import colours
from owlboost.evaluation.grid import shown_parameters
from owlboost.evaluation.run import ConfigurationResult, RunResult, Scores
from owlboost.models.measures import Measure, counts_text, shown_in
from owlboost.report.number_text import ABSENT, figure, number, with_brief_deviation

_WIDTH = 110

_CHOICE = ("", "θ", "sets")

_FEW_EXAMPLES = 100
"""Below this number figures of one division into folds say little."""


def print_run(run: RunResult) -> None:
    """Print the best configurations, the nested figure and the baseline ⊤."""
    console = Console(width=_WIDTH, highlight=False, color_system=colours())
    star = "★ " if run.starred else ""
    way = "trained and tested on the same examples" if run.starred else _way(run)
    console.print(
        f"{star}{run.lexicon.name(run.target)}, {run.algorithm}: {run.told_examples}, "
        f"{_background(run)}{way}",
        markup=False,
    )
    titles = [*_CHOICE, *(one.brief_heading for one in run.measures), "rules", "seconds"]
    console.print(_grid(titles, list(_cells(run))))
    if run.given_sets is not None:
        console.print(f"Given sets: {run.given_sets.told(run.lexicon)}.", markup=False)
    counts = _counts(run)
    if counts:
        console.print(counts, markup=False)
    rates = _rates(run)
    if rates:
        console.print(rates, markup=False)
    how_sure = _how_sure(run)
    if how_sure:
        console.print(how_sure, markup=False)


def _grid(titles: list[str], rows: list[list[str]]) -> Grid:
    """Lay out rows; a column that nobody fills is left out."""
    grid = Grid(box=None, header_style="bold", pad_edge=False)
    filled = [
        any(cell not in ("", ABSENT) for cell in column) for column in zip(*rows, strict=True)
    ]
    for at, title in enumerate(titles):
        if filled[at]:
            figures = at >= len(_CHOICE)
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
    """Tell what precision and recall are made of, over all test examples of a division."""
    scores = run.winner.scores if run.nested is None else run.nested.scores
    told = counts_text(scores.figures, len(scores.folds) / run.protocol.repeats)
    return f"Over all test examples: {told}." if told else ""


def _rates(run: RunResult) -> str:
    """Tell how answers compare with what the source says, if somebody is unknown there."""
    scores = run.winner.scores if run.nested is None else run.nested.scores
    found = scores.figures
    told = [
        f"{one.heading} {number(found[one.name])}" for one in shown_in("rates") if one.name in found
    ]
    return f"Answers beside what the ontology says: {', '.join(told)}." if told else ""


def _how_sure(run: RunResult) -> str:
    """Tell how far figures vary with the division into folds, or how to find out."""
    scores = run.winner.scores if run.nested is None else run.nested.scores
    telling = [one for one in run.measures if _is_telling(one)]
    varied = {one: scores.repeat_deviation(one.name) for one in telling}
    told = [f"{one.heading} ±{number(far)}" for one, far in varied.items() if far is not None]
    if told:
        return f"The means vary between repeats with different folds: {', '.join(told)}."
    if run.starred or run.examples >= _FEW_EXAMPLES:
        return ""
    return (
        f"{run.examples} examples are few. Use --repeats 5 to see how much these figures depend on "
        "chance."
    )


def _background(run: RunResult) -> str:
    return f"{run.background} others weighing in, " if run.background else ""


def _way(run: RunResult) -> str:
    times = f" × {run.protocol.repeats}" if run.protocol.repeats > 1 else ""
    masked = ", labels masked" if run.protocol.mask else ""
    return f"{run.protocol.folds} folds{times}{masked}, mean ± s.d."


def _rows(run: RunResult) -> Iterator[tuple[str, ConfigurationResult]]:
    yield "best", run.winner
    for at in run.best_by_fuzzify.values():
        if at != run.best:
            yield "next", run.configurations[at]


def _is_telling(one: Measure) -> bool:
    """Whether it is told how far a measure varies."""
    return "repeats" in one.shown or one.basis == "grade"


def _figures(scores: Scores, measures: Sequence[Measure]) -> Iterator[str]:
    """Yield the figures of a row; there is room for the deviations of the most telling."""
    found, deviation = scores.figures, scores.deviation if len(scores.folds) > 1 else {}
    for one in measures:
        far = deviation.get(one.name) if _is_telling(one) else None
        yield with_brief_deviation(one.name, found.get(one.name), far)
    yield from (figure(name, found.get(name)) for name in ("rules", "seconds"))
