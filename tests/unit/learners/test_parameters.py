from typing import Any

import pytest

from owlboost.errors import ParameterError
from owlboost.learners.boosting.learner import FuzzyOWLBoost


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_rounds": 2.5}, "n_rounds must be a whole number, not 2.5."),
        ({"n_sets": None}, "n_sets must be a whole number, not None."),
        ({"min_confidence": "high"}, "min_confidence must be a number, not 'high'."),
        ({"fuzzify": "kmeans"}, "fuzzify must be one of uniform, cmeans, not kmeans."),
        ({"weak_learner": "x"}, "weak_learner must be one of rules, axiom, not x."),
        ({"n_sets": 4}, "n_sets must be one of 3, 5, 7, not 4."),
        ({"min_confidence": 1.1}, "min_confidence (θ) must lie between 0 and 1, not 1.1."),
        ({"min_confidence": -0.1}, "min_confidence (θ) must lie between 0 and 1, not -0.1."),
        ({"min_confidence": float("nan")}, "min_confidence (θ) must lie between 0 and 1, not nan."),
        (
            {"max_negative_coverage": 2.0},
            "max_negative_coverage (η) must lie between 0 and 1, not 2.0.",
        ),
        ({"n_rounds": 0}, "n_rounds must be at least 1, not 0."),
        ({"max_depth": -1}, "max_depth must be at least 0, not -1."),
        ({"max_conjuncts": 0}, "max_conjuncts must be at least 1, not 0."),
        ({"lookahead": -1}, "lookahead must be at least 0, not -1."),
        ({"backtrack": -1}, "backtrack must be at least 0, not -1."),
        ({"n_jobs": 0}, "n_jobs must be at least 1, not 0."),
        ({"time_limit": 0.0}, "time_limit must be above 0 seconds, not 0.0."),
        ({"time_limit": float("nan")}, "time_limit must be above 0 seconds, not nan."),
        ({"centroid_exponent": 0.0}, "centroid_exponent must be above 0, not 0.0."),
    ],
)
def test_a_value_out_of_range_is_refused_by_name(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        FuzzyOWLBoost(**parameters)
    assert str(caught.value) == message


def test_the_ends_of_the_ranges_are_allowed() -> None:
    FuzzyOWLBoost(min_confidence=0.0, max_negative_coverage=0.0, max_depth=0, lookahead=0)
    FuzzyOWLBoost(min_confidence=1.0, max_negative_coverage=1.0, n_rounds=1, max_conjuncts=1)


def test_the_lookahead_reaches_the_depth_unless_it_is_given() -> None:
    assert FuzzyOWLBoost(max_depth=3).lookahead_or_depth == 3
    assert FuzzyOWLBoost(max_depth=3, lookahead=0).lookahead_or_depth == 0


def test_a_default_that_is_another_parameter_is_named_as_the_reader_knows_it() -> None:
    import owlboost as ob
    from owlboost.cli.learner_options import LearnerOptions

    options = {one.name: one for one in LearnerOptions.option_parameters()}
    (about,) = options["lookahead"].annotation.__metadata__
    assert about.show_default == "as --max-depth"
    assert "may pass through. None: as max_depth." in (ob.FoilDLClassifier.__doc__ or "")


def test_all_parameters_are_recorded_as_used() -> None:
    used = FuzzyOWLBoost(max_depth=2, n_sets=7).as_used()
    assert (used["lookahead"], used["n_sets"], used["min_confidence"]) == (2, 7, 0.34)
    assert set(used) == {"algorithm", *(one.name for one in FuzzyOWLBoost.parameters())}
