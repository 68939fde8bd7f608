"""The honest figure: the configuration is chosen inside each training fold."""

from collections import Counter
from collections.abc import Sequence

from owlboost.evaluation.grids import best_configuration
from owlboost.evaluation.runs import Nested, Scores
from owlboost.evaluation.scores import FoldScores, merit
from owlboost.learners.learner import Learner


def is_choice(configurations: Sequence[Learner], algorithm: str | None = None) -> bool:
    """Whether an algorithm, or any, has more than one configuration.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FuzzyOWLBoost
    >>> from owlboost.learners.algorithms import FoilDL
    >>> is_choice([FuzzyOWLBoost(), FoilDL()])
    False
    """
    counts = Counter(learner.name for learner in configurations)
    return any(n > 1 for name, n in counts.items() if algorithm in (None, name))


def nested_result(
    found: Sequence[FoldScores], columns: Sequence[int], learners: Sequence[Learner]
) -> Nested:
    """Choose by the inner folds, score by the outer ones; a single configuration needs no choice.

    Parameters
    ----------
    found
        Outer and inner folds, in order.
    columns
        Positions among their scores of the configurations to choose from.
    learners
        Those configurations.
    """
    outer = [fold for fold in found if fold.inner is None]
    chosen = [_chosen(found, fold, columns, learners) if len(columns) > 1 else 0 for fold in outer]
    scores = Scores(
        tuple(fold.scores[columns[at]] for fold, at in zip(outer, chosen, strict=True)),
        tuple((fold.repeat, fold.number) for fold in outer),
    )
    return Nested(scores, tuple(chosen))


def _chosen(
    found: Sequence[FoldScores],
    outer: FoldScores,
    columns: Sequence[int],
    learners: Sequence[Learner],
) -> int:
    """Position of the configuration that is best over the inner folds of an outer one."""
    inside = [
        fold
        for fold in found
        if fold.inner is not None and (fold.repeat, fold.number) == (outer.repeat, outer.number)
    ]
    figures = [merit([fold.scores[at] for fold in inside]) for at in columns]
    return best_configuration(learners, figures)
