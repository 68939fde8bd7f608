"""Tables of the studies: means over tasks, and differences with their standard errors."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from tools.studies.definitions import Setting, Study
from tools.studies.running import Row

from owlboost.learners.learner import title
from owlboost.report.number_text import markdown_head, markdown_row

HEADINGS = {
    "fF1F1": "fF1F1",
    "F1": "F1",
    "MSE": "MSE",
    "threshold_F1": "F1, threshold fitted",
    "MCC": "MCC",
    "AUC": "AUC",
    "AP": "AP",
}
SAME = 1e-9
"""Figures this close are a tie; the files have six digits."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How far a setting is from its baseline, over tasks.

    Attributes
    ----------
    mean, error
        Of the differences, and the standard error of the mean; the error is None for one task.
    wins, ties, losses
        On how many tasks the figure is larger, the same, smaller.
    """

    mean: float
    error: float | None
    wins: int
    ties: int
    losses: int

    @property
    def is_noise(self) -> bool:
        """Whether the mean is within two standard errors of 0.

        Examples
        --------
        >>> [Difference(mean, 0.01, 1, 0, 1).is_noise for mean in (0.02, 0.021)]
        [True, False]
        """
        return self.error is None or abs(self.mean) <= 2 * self.error

    @classmethod
    def of(cls, values: Sequence[float], baseline: Sequence[float]) -> "Difference":
        """Compare figures of the same tasks.

        Examples
        --------
        >>> Difference.of([0.5, 0.75], [0.25, 0.75])
        Difference(mean=0.125, error=0.125, wins=1, ties=1, losses=0)
        """
        apart = [value - other for value, other in zip(values, baseline, strict=True)]
        return cls(
            fmean(apart),
            stdev(apart) / sqrt(len(apart)) if len(apart) > 1 else None,
            sum(gap > SAME for gap in apart),
            sum(abs(gap) <= SAME for gap in apart),
            sum(gap < -SAME for gap in apart),
        )


def table(study: Study, rows: Sequence[Row]) -> Iterator[str]:
    """Write a row for each setting: means over tasks, and how far it is from its baseline.

    Of few tasks that differ by design there is a row for each, without differences.
    """
    if study.by_task:
        yield from _table_by_task(study, rows)
        return
    measures = [HEADINGS[name] for name in study.measures]
    first = measures[0]
    head = ["", "", *measures, f"{first}: wins/ties/losses", "rules", "time"]
    yield markdown_head(head)
    tasks = common_tasks(study, rows)
    for setting in study.settings:
        base = baseline_of(study, setting)
        cells = [title(setting.algorithm), setting.name]
        cells += [_compared(name, setting, base, rows, tasks) for name in study.measures]
        cells.append(_counts(study.measures[0], setting, base, rows, tasks))
        cells.append(f"{fmean(_by_task('rules', setting, rows, tasks)):.1f}")
        cells.append(_time(study, setting, base, rows, tasks))
        yield markdown_row(cells)
    yield ""
    yield _footing(study, rows, tasks)


def _table_by_task(study: Study, rows: Sequence[Row]) -> Iterator[str]:
    """Write means and standard deviations over divisions, task by task."""
    yield markdown_head(["", "", *(HEADINGS[name] for name in study.measures), "rules"])
    for task in study.tasks:
        for number, setting in enumerate(study.settings):
            divisions = _rows(setting, rows, task)
            cells = [task if number == 0 else "", setting.name]
            cells += [
                _spread([float(row[name] or 0) for row in divisions]) for name in study.measures
            ]
            cells.append(f"{fmean(float(row['rules'] or 0) for row in divisions):.1f}")
            yield markdown_row(cells)
    yield ""
    yield f"*{study.repeats} divisions into 5 folds each; ± is the standard deviation over these.*"


def _spread(values: Sequence[float]) -> str:
    return f"{brief(fmean(values))} ± {brief(stdev(values))}"


def _rows(setting: Setting, rows: Sequence[Row], task: str) -> list[Row]:
    """Return the rows of a setting on a task: one for each division."""
    key = (task, setting.algorithm, setting.name)
    return [row for row in rows if (row["task"], row["algorithm"], row["setting"]) == key]


def baseline_of(study: Study, setting: Setting) -> Setting:
    """Return the baseline of a setting: the first, or the first of its algorithm."""
    return next(
        each for each in study.settings if study.across or each.algorithm == setting.algorithm
    )


def common_tasks(study: Study, rows: Sequence[Row]) -> list[str]:
    """Return the tasks that were run with every setting."""
    failed = {row["task"] for row in rows if row["failed"]}
    return [task for task in study.tasks if task not in failed]


def _by_task(
    measure: str, setting: Setting, rows: Sequence[Row], tasks: Sequence[str]
) -> list[float]:
    """Return a figure of a setting, task by task: the mean over its divisions."""
    return [fmean(float(row[measure] or 0) for row in _rows(setting, rows, task)) for task in tasks]


def _compared(
    measure: str, setting: Setting, base: Setting, rows: Sequence[Row], tasks: Sequence[str]
) -> str:
    values = _by_task(measure, setting, rows, tasks)
    shown = brief(fmean(values))
    if setting == base:
        return shown
    gap = Difference.of(values, _by_task(measure, base, rows, tasks))
    return f"{shown} ({difference_text(gap)})"


def difference_text(gap: Difference) -> str:
    """Write a difference with its standard error; in brackets of words if it is noise.

    Examples
    --------
    >>> difference_text(Difference(0.0214, 0.004, 9, 0, 1))
    '**+.021** ± .004'
    >>> difference_text(Difference(-0.002, 0.004, 4, 0, 6))
    '-.002 ± .004, noise'
    >>> difference_text(Difference(0.0, 0.0, 0, 10, 0))
    'same'
    """
    if gap.wins + gap.losses == 0:
        return "same"
    mean = f"{gap.mean:+.3f}".replace("0.", ".", 1)
    error = "" if gap.error is None else f" ± {brief(gap.error)}"
    return f"{mean}{error}, noise" if gap.is_noise else f"**{mean}**{error}"


def brief(value: float) -> str:
    """Write a figure without the leading zero.

    Examples
    --------
    >>> brief(0.25), brief(1.0)
    ('.250', '1.000')
    """
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 0.9995 else f"{value:.3f}"


def _counts(
    measure: str, setting: Setting, base: Setting, rows: Sequence[Row], tasks: Sequence[str]
) -> str:
    if setting == base:
        return "baseline"
    figures = [_by_task(measure, each, rows, tasks) for each in (setting, base)]
    gap = Difference.of(*figures)
    return f"{gap.wins}/{gap.ties}/{gap.losses}"


def _time(
    study: Study, setting: Setting, base: Setting, rows: Sequence[Row], tasks: Sequence[str]
) -> str:
    """Write what all tasks take together: in seconds, or as a multiple of the baseline."""
    name = "wall" if study.walled else "seconds"
    own, other = (sum(_by_task(name, each, rows, tasks)) for each in (setting, base))
    if study.walled:
        return f"{own:.0f} s"
    return f"{own / other:.2f} ×" if other else "–"


def _footing(study: Study, rows: Sequence[Row], tasks: Sequence[str]) -> str:
    divisions = "one division" if study.repeats == 1 else f"{study.repeats} divisions"
    text = f"*{len(tasks)} data sets, {divisions} into 5 folds each."
    reasons = {str(row["task"]): str(row["failed"]) for row in rows if row["failed"]}
    left_out = [f"{task}: {reason}" for task, reason in reasons.items()]
    return f"{text}{' Left out: ' if left_out else ''}{' '.join(left_out)}*"
