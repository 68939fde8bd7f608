import pytest
from tests.configurations import foil

from owlboost.errors import ParameterError
from owlboost.evaluation.grid import best_configuration, grid
from owlboost.learners.algorithms import PNOWL, FoilDL, FuzzyOWLBoost, PFoilDL


def test_the_papers_grid_has_twelve_configurations_for_each_kind_of_sets() -> None:
    configurations = grid("paper", FoilDL(max_depth=3))
    for fuzzify in ("uniform", "cmeans"):
        kind = [one for one in configurations if one.fuzzify == fuzzify]
        assert {(one.n_sets, one.min_confidence) for one in kind} == {
            (sets, theta) for sets in (3, 5, 7) for theta in (0.34, 0.64, 0.94, 1.0)
        }
        assert len(kind) == 12
    assert {one.max_depth for one in configurations} == {3}


def test_ties_go_to_the_lowest_theta_then_to_the_fewest_sets() -> None:
    settings = [
        FuzzyOWLBoost(min_confidence=0.94, n_sets=3),
        FuzzyOWLBoost(min_confidence=0.34, n_sets=7),
        FuzzyOWLBoost(min_confidence=0.34, n_sets=5),
        FuzzyOWLBoost(min_confidence=0.34, n_sets=3),
    ]
    assert best_configuration(settings, [0.8, 0.8, 0.8 + 1e-15, 0.7]) == 2
    assert best_configuration(settings, [0.8, 0.8 + 1e-15, 0.8, 0.7]) == 2
    assert best_configuration(settings, [0.8, 0.8 + 1e-9, 0.8, 0.7]) == 1
    assert best_configuration(settings, [0.9, 0.8, 0.8, 0.7]) == 0


def test_of_what_differs_in_nothing_else_the_first_is_best() -> None:
    grid = [foil(n_sets=3, max_depth=depth) for depth in (2, 1, 0)]
    assert best_configuration(grid, [0.4, 0.5, 0.5]) == 1


def test_an_unknown_grid_is_named() -> None:
    with pytest.raises(ParameterError, match="paper, none"):
        grid("huge", FuzzyOWLBoost())


def test_an_ensemble_needs_no_theta_and_so_varies_only_the_sets() -> None:
    configurations = grid("paper", PFoilDL(max_depth=3))
    assert len(configurations) == 6
    assert {(one.n_sets, one.fuzzify) for one in configurations} == {
        (n_sets, fuzzify) for n_sets in (3, 5, 7) for fuzzify in ("uniform", "cmeans")
    }
    assert len(grid("paper", PNOWL())) == 24
