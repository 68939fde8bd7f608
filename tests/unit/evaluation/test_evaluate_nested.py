"""The choice inside training, on scores made by hand."""

from tests.configurations import boost, foil

from owlboost.evaluation.evaluate import nested_result
from owlboost.evaluation.grid import is_choice
from owlboost.evaluation.scores import FoldScores, Score


def score(figure: float) -> Score:
    return Score({"F1": figure, "fuzzy_F1": figure}, 0.5, 1, 1.0)


TOP = score(0.0)


def outer(repeat: int, number: int, *figures: float) -> FoldScores:
    return FoldScores(repeat, number, None, tuple(map(score, figures)), TOP)


def inner(repeat: int, number: int, at: int, *figures: float) -> FoldScores:
    return FoldScores(repeat, number, at, tuple(map(score, figures)), TOP)


FOUND = [
    #   repeat 0 chooses the first inside fold 0, the second inside fold 1
    outer(0, 0, 0.11, 0.12),
    inner(0, 0, 0, 0.9, 0.2),
    inner(0, 0, 1, 0.4, 0.6),
    outer(0, 1, 0.13, 0.14),
    inner(0, 1, 0, 0.5, 0.7),
    inner(0, 1, 1, 0.5, 0.6),
    #   repeat 1 the other way round
    outer(1, 0, 0.15, 0.16),
    inner(1, 0, 0, 0.1, 0.9),
    inner(1, 0, 1, 0.1, 0.9),
    outer(1, 1, 0.17, 0.18),
    inner(1, 1, 0, 0.9, 0.1),
    inner(1, 1, 1, 0.9, 0.1),
]
GRID = [boost(min_confidence=0.34), boost(min_confidence=0.94)]


def test_each_fold_is_scored_by_what_its_own_inner_folds_choose() -> None:
    nested = nested_result(FOUND, [0, 1], GRID)
    assert nested.chosen == (0, 1, 1, 0)
    assert [one.measures["F1"] for one in nested.scores.folds] == [0.11, 0.14, 0.16, 0.17]
    assert nested.scores.places == ((0, 0), (0, 1), (1, 0), (1, 1))


def test_columns_say_where_the_scores_of_an_algorithm_stand() -> None:
    turned = nested_result(FOUND, [1, 0], GRID)
    assert turned.chosen == (1, 0, 0, 1)
    assert [one.measures["F1"] for one in turned.scores.folds] == [0.11, 0.14, 0.16, 0.17]


def test_a_single_configuration_is_not_chosen() -> None:
    alone = nested_result([fold for fold in FOUND if fold.inner is None], [1], GRID[1:])
    assert alone.chosen == (0, 0, 0, 0)
    assert [one.measures["F1"] for one in alone.scores.folds] == [0.12, 0.14, 0.16, 0.18]


def test_inner_equals_go_to_the_lowest_theta() -> None:
    found = [outer(0, 0, 0.1, 0.2), inner(0, 0, 0, 0.5, 0.5)]
    assert nested_result(found, [0, 1], GRID).chosen == (0,)
    assert nested_result(found, [0, 1], GRID[::-1]).chosen == (1,)


def test_only_an_algorithm_with_two_configurations_has_a_choice() -> None:
    mixed = [*GRID, foil()]
    assert is_choice(mixed)
    assert is_choice(mixed, "boost")
    assert not is_choice(mixed, "foil")
    assert not is_choice([GRID[0], foil()])
