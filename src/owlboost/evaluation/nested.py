"""The honest figure: the configuration is chosen inside each training fold."""

from collections.abc import Sequence

from owlboost.evaluation.grids import best_configuration
from owlboost.evaluation.runs import Nested, Scores
from owlboost.evaluation.scores import FoldScores, fuzzy_crisp_f1
from owlboost.learners.settings import Settings


def nested_result(
    found: Sequence[FoldScores], columns: Sequence[int], settings: Sequence[Settings]
) -> Nested | None:
    """Choose by the inner folds, score by the outer ones.

    Parameters
    ----------
    found
        Outer and inner folds, in order.
    columns
        Positions among their scores of the configurations to choose from.
    settings
        Those configurations.

    Returns
    -------
    Nested or None
        None if there is no inner fold.
    """
    outer = [fold for fold in found if fold.inner is None]
    chosen = []
    for fold in outer:
        inside = [
            inner
            for inner in found
            if inner.inner is not None
            and (inner.repeat, inner.number) == (fold.repeat, fold.number)
        ]
        if not inside:
            return None
        figures = [fuzzy_crisp_f1([inner.scores[at] for inner in inside]) for at in columns]
        chosen.append(best_configuration(settings, figures))
    scores = Scores(
        tuple(fold.scores[columns[at]] for fold, at in zip(outer, chosen, strict=True)),
        tuple((fold.repeat, fold.number) for fold in outer),
    )
    return Nested(scores, tuple(chosen))
