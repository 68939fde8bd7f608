"""The tables of docs/results-paper.md, made from the committed results."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import mean, median, stdev
from typing import Any

from tools.paper.data_sets import COUNTED, SIZES, STATED, read_sizes
from tools.paper.results import MAIN, OTHERS, Experiment, Row, read_rows

from owlboost.evaluation.statistics import Comparison, compare
from owlboost.report.number_text import markdown_head, markdown_row
from owlboost.report.suite_summary import PAPER, PLACING_LETTERS, common, compare_placings

ALGORITHMS = ("foil", "boost")
FIGURES = {
    "precision": "precision",
    "recall": "recall",
    "F1": "F1",
    "fuzzy_F1": "fuzzy F1",
    "MSE": "MSE",
    "fF1F1": "fF1F1",
}
"""Columns of figures: names in files → headings."""

FAMILY_TREE, MSE_OF_BOTH = -1.20, 0.041
"""What the paper states of its only loss, in percent, and of both algorithms' errors."""

Pair = tuple[dict[str, Any], dict[str, Any]]
"""Rows of FOIL-DL and of Fuzzy OWL-Boost."""


@dataclass(frozen=True, slots=True)
class Results:
    """The committed results of an experiment."""

    experiment: Experiment
    rows: tuple[Row, ...]

    @property
    def best(self) -> list[Row]:
        """The better placing of each task and algorithm."""
        return [row for row in self.rows if row["best"]]

    def compared(self, measure: str) -> Comparison:
        """Compare Fuzzy OWL-Boost with FOIL-DL over all tasks."""
        foil, boost = common(self.best, ALGORITHMS, measure)
        return compare(boost, foil)

    def column(self, algorithm: str, measure: str) -> list[float]:
        """Return a figure of the better placing, task by task."""
        return common(self.best, [algorithm], measure)[0]

    def pairs(self) -> dict[tuple[str, str], Pair]:
        """Task and placing → the rows of both algorithms."""
        found = {(row["task"], row["fuzzify"], row["algorithm"]): row for row in self.rows}
        keys = dict.fromkeys((str(row["task"]), str(row["fuzzify"])) for row in self.rows)
        return {key: (found[*key, "foil"], found[*key, "boost"]) for key in keys}


def results_of(experiments: Sequence[Experiment]) -> list[Results]:
    """Read the committed results."""
    return [Results(one, tuple(read_rows(one.path))) for one in experiments]


def sections() -> dict[str, str]:
    """Return all tables by the names that the page gives them."""
    main, others = results_of(MAIN), results_of(OTHERS)
    made: dict[str, Iterator[str]] = {
        "beside the paper": beside_the_paper(main),
        "seed 0": one_seed(main[0]),
        "three seeds": several_seeds(main),
        "sets": numbers_of_sets(main),
        "thresholds": thresholds(main),
        "protocols": protocols([*main, *others]),
        "data sets": data_sets(main[0]),
    }
    return {name: "\n".join(lines) for name, lines in made.items()}


def brief(value: float, decimals: int = 3) -> str:
    """Write a figure without the leading zero.

    Examples
    --------
    >>> brief(0.25), brief(1), brief(-0.5)
    ('.250', '1.000', '-.500')
    """
    return f"{value:.{decimals}f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.3f}"


def gain(pair: Pair) -> float | None:
    """Return by how many percent Fuzzy OWL-Boost improves fF1F1; None over 0."""
    foil, boost = (row["fF1F1"] for row in pair)
    return 100 * (boost / foil - 1) if foil > 0 else None


def percent(value: float | None) -> str:
    """Write an improvement.

    Examples
    --------
    >>> percent(12.345), percent(-0.04), percent(None)
    ('+12.3 %', '±0.0 %', '–')
    """
    if value is None:
        return "–"
    return f"{value:+.1f} %" if abs(value) >= 0.05 else "±0.0 %"


def beside_the_paper(seeds: Sequence[Results]) -> Iterator[str]:
    """Write what the paper's text states, and the same figure of each division."""
    titles = [f"seed {one.experiment.seed}" for one in seeds]
    yield markdown_head(["Fuzzy OWL-Boost against FOIL-DL", "the paper", *titles])
    lines: list[tuple[str, str, Callable[[Results], str]]] = []
    for name, title in (("fF1F1", "fF1F1"), ("fuzzy_F1", "fuzzy F1"), ("F1", "F1")):
        said = PAPER[name]
        counts = f"{said['wins']}/{said['ties']}/{said['losses']}"
        lines.append((f"{title}: wins/ties/losses", counts, partial(_counts, measure=name)))
        stated = f"{said['improvement']:+.2f} %"
        lines.append((f"{title}: mean improvement", stated, partial(_improvement, measure=name)))
    lines += [
        (f"mean MSE of {title}", brief(PAPER["MSE"][name]), partial(_mse, algorithm=name))
        for name, title in (("foil", "FOIL-DL"), ("boost", "Fuzzy OWL-Boost"))
    ]
    placed = PAPER["c-means against uniform"]
    lines += [
        ("mean MSE of both", brief(MSE_OF_BOTH), _mse_of_both),
        ("FamilyTree: improvement of fF1F1", f"{FAMILY_TREE:+.2f} %", _family_tree),
        ("c-means against uniform: wins/losses", f"{placed['wins']}/{placed['losses']}", _placings),
    ]
    for title, stated, of in lines:
        yield markdown_row([title, stated, *map(of, seeds)])


def _counts(results: Results, measure: str) -> str:
    found = results.compared(measure)
    return f"{found.wins}/{found.ties}/{found.losses}"


def _improvement(results: Results, measure: str) -> str:
    return f"{results.compared(measure).improvement:+.2f} %"


def _mse(results: Results, algorithm: str) -> str:
    return brief(mean(results.column(algorithm, "MSE")))


def _mse_of_both(results: Results) -> str:
    return brief(mean(mean(results.column(name, "MSE")) for name in ALGORITHMS))


def _family_tree(results: Results) -> str:
    foil, boost = (row for row in results.best if row["task"] == "familytree")
    return f"{gain((foil, boost)):+.2f} %"


def _placings(results: Results) -> str:
    found = compare_placings(results.rows)
    return "–" if found is None else f"{found.wins}/{found.losses} ({found.ties} ties)"


def _task_cells(task: str, placing: str, *, starred: bool) -> list[str]:
    """Name the task in the first of its two rows, and the placing."""
    named = task + (" ★" if starred else "") if placing == "uniform" else ""
    return [named, PLACING_LETTERS[placing]]


def one_seed(results: Results) -> Iterator[str]:
    """Write a row for each task and placing: what was chosen, and every figure."""
    yield markdown_head(
        ["data set", "", "sets", "θ", *FIGURES.values(), "improvement of fF1F1", "rules"]
    )
    for (task, placing), pair in results.pairs().items():
        cells = _task_cells(task, placing, starred=pair[0]["starred"])
        cells.append(_arrow(pair, lambda row: f"{row['sets']:.0f}") if _has_numbers(task) else "–")
        cells.append(_arrow(pair, lambda row: f"{row['theta']:g}"))
        cells += [_arrow(pair, partial(_led, name=name)) for name in FIGURES]
        cells += [percent(gain(pair)), _arrow(pair, lambda row: f"{row['rules']:.1f}")]
        yield markdown_row(cells)


def _arrow(pair: Pair, shown: Callable[[dict[str, Any]], str]) -> str:
    return " → ".join(map(shown, pair))


def _led(row: dict[str, Any], name: str) -> str:
    """Write a figure, fF1F1 in bold if this placing is the better one."""
    shown = brief(row[name])
    return f"**{shown}**" if name == "fF1F1" and row["leads"] else shown


def _has_numbers(task: str) -> bool:
    return int(read_sizes(COUNTED)[task]["numeric_properties"]) > 0


def several_seeds(seeds: Sequence[Results]) -> Iterator[str]:
    """Write means and standard deviations over divisions for each task and placing."""
    yield markdown_head(["data set", "", *FIGURES.values(), "improvement of fF1F1", "rules"])
    each = [one.pairs() for one in seeds]
    for task, placing in each[0]:
        pairs = [one[task, placing] for one in each]
        cells = _task_cells(task, placing, starred=pairs[0][0]["starred"])
        cells += [" → ".join(_spread(pairs, at, name) for at in (0, 1)) for name in FIGURES]
        gains = [value for value in map(gain, pairs) if value is not None]
        cells.append(f"{percent(mean(gains))} (± {stdev(gains):.1f})" if len(gains) > 1 else "–")
        cells.append(
            " → ".join(f"{mean(pair[at]['rules'] for pair in pairs):.1f}" for at in (0, 1))
        )
        yield markdown_row(cells)


def _spread(pairs: Sequence[Pair], at: int, name: str) -> str:
    values = [pair[at][name] for pair in pairs]
    return f"{brief(mean(values))} ± {brief(stdev(values))}"


def _chosen(results: Results, algorithm: str, placing: str, name: str) -> Counter[float]:
    """Count what was chosen, over the data sets with numbers."""
    return Counter(
        float(row[name] or 0)
        for row in results.rows
        if (row["algorithm"], row["fuzzify"]) == (algorithm, placing)
        and _has_numbers(str(row["task"]))
    )


def _chosen_table(seeds: Sequence[Results], name: str, values: Sequence[float]) -> Iterator[str]:
    titles = [f"seed {one.experiment.seed}" for one in seeds]
    yield markdown_head(["", "", *titles, "all"])
    for algorithm, title in zip(ALGORITHMS, ("FOIL-DL", "Fuzzy OWL-Boost"), strict=True):
        for placing in PLACING_LETTERS:
            counts = [_chosen(one, algorithm, placing, name) for one in seeds]
            every = [*counts, sum(counts, Counter[float]())]
            cells = [" : ".join(f"{found[value]}" for value in values) for found in every]
            yield markdown_row([title, PLACING_LETTERS[placing], *cells])


def numbers_of_sets(seeds: Sequence[Results]) -> Iterator[str]:
    """Write how often 3, 5 and 7 sets were best."""
    return _chosen_table(seeds, "sets", (3.0, 5.0, 7.0))


def thresholds(seeds: Sequence[Results]) -> Iterator[str]:
    """Write how often each θ was best."""
    return _chosen_table(seeds, "theta", (0.34, 0.64, 0.94, 1.0))


def protocols(every: Sequence[Results]) -> Iterator[str]:
    """Write a row of averages for each experiment."""
    yield markdown_head(
        [
            *("options", "fF1F1 w/t/l", "improvement: mean", "without the largest", "median"),
            *("F1 w/t/l", "fuzzy F1 w/t/l", "MSE FOIL-DL → boost: mean", "median"),
            "c-means against uniform w/t/l",
        ]
    )
    for results in every:
        selection_score, f1, fuzzy = (
            results.compared(name) for name in ("fF1F1", "F1", "fuzzy_F1")
        )
        placed = compare_placings(results.rows)
        errors = [results.column(name, "MSE") for name in ALGORITHMS]
        gains = (
            selection_score.improvement,
            selection_score.without_largest,
            selection_score.median,
        )
        yield markdown_row(
            [
                _options(results.experiment),
                f"{selection_score.wins}/{selection_score.ties}/{selection_score.losses}",
                *map(percent, gains),
                f"{f1.wins}/{f1.ties}/{f1.losses}",
                f"{fuzzy.wins}/{fuzzy.ties}/{fuzzy.losses}",
                " → ".join(brief(mean(column)) for column in errors),
                " → ".join(brief(median(column)) for column in errors),
                "–" if placed is None else f"{placed.wins}/{placed.ties}/{placed.losses}",
            ]
        )


def _options(experiment: Experiment) -> str:
    words = ("--protocol", experiment.protocol, *experiment.options)
    return f"`{' '.join((*words, '--seed', str(experiment.seed)))}`"


def data_sets(results: Results) -> Iterator[str]:
    """Write the paper's tables of data sets with our counts: ``paper / ours`` where they differ."""
    stated, counted = read_sizes(STATED), read_sizes(COUNTED)
    examples = {str(row["task"]): row["negatives"] for row in results.rows}
    titles = ("logic", "classes", "object properties", "data properties", "individuals")
    yield markdown_head(["data set", *titles, "pos", "neg", "neg by I_E = I_K"])
    for task, sizes in stated.items():
        cells = [_both(sizes[name], counted[task][name]) for name in SIZES]
        yield markdown_row([task, *cells, f"{examples[task]:.0f}"])


def _both(stated: str, counted: str) -> str:
    """Write what is stated and what is counted; once if that is the same.

    Examples
    --------
    >>> _both("46", "50"), _both("12", "12"), _both("", "9"), _both("", "")
    ('46 / **50**', '12', '– / 9', '–')
    """
    if stated == counted:
        return stated or "–"
    return f"{stated} / **{counted}**" if stated else f"– / {counted}"
