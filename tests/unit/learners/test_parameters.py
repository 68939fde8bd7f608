import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Optional

import numpy as np
import pytest

from owlboost.errors import ExtensionError, ParameterError
from owlboost.features import PLACINGS
from owlboost.learners.algorithms import PNOWL, FoilDL, FuzzyOWLBoost, GradientConcepts, PFoilDL
from owlboost.learners.learner import takes, title
from owlboost.learners.parameters import described, param


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_rounds": 2.5}, "n_rounds must be a whole number, not 2.5."),
        ({"n_sets": None}, "n_sets must be a whole number, not None."),
        ({"min_confidence": "high"}, "min_confidence must be a number, not 'high'."),
        ({"fuzzify": "means"}, f"fuzzify must be one of {', '.join(PLACINGS)}, not means."),
        ({"weak_learner": "x"}, "weak_learner must be one of rules, axiom, not x."),
        ({"n_sets": 1}, "n_sets must be one of 2, 3, 4, 5, 6, 7, 8, 9, not 1."),
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


def test_as_many_rules_as_pay_are_at_most_sixty() -> None:
    assert GradientConcepts(n_rules=None).most_rules == 60
    assert GradientConcepts(n_rules=7).most_rules == 7
    assert GradientConcepts().most_rules == 10


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
    used = FuzzyOWLBoost(max_depth=2, n_sets=7, logic="product").as_used()
    assert (used["lookahead"], used["n_sets"], used["min_confidence"]) == (2, 7, 0.34)
    known = {one.name for one in FuzzyOWLBoost.parameters()}
    assert set(used) == {"algorithm", *known} - {"given", "forbidden"}  # told if there are some


def test_numbers_of_numpy_are_taken_as_python_s() -> None:
    used = FoilDL(n_sets=np.int64(3), min_confidence=np.float32(0.5)).as_used()  # type: ignore[arg-type]
    assert json.loads(json.dumps(used)) == FoilDL(n_sets=3, min_confidence=0.5).as_used()
    assert GradientConcepts(monotone=np.True_).monotone is True  # type: ignore[arg-type]
    assert type(FoilDL(min_confidence=1).min_confidence) is int


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"max_depth": True}, "max_depth must be a whole number, not True."),
        ({"min_confidence": np.ones(2)}, "min_confidence must be a number, not array([1., 1.])."),
        ({"monotone": 1}, "monotone must be true or false, not 1."),
        ({"loss": None}, "loss must be a text, not None."),
        ({"ridge": 0.0}, "ridge (λ) must be above 0, not 0.0."),
        ({"balance": True}, "balance must be a text, not True."),
        ({"balance": "yes"}, "balance must be one of auto, on, off, not yes."),
        (
            {"optimise": "auc"},
            "optimise must be one of f1, mcc, balanced, accuracy, cost, not auc.",
        ),
        ({"miss_cost": 0.0}, "miss_cost must be above 0, not 0.0."),
        ({"n_rules": 61}, "n_rules must lie between 1 and 60, not 61."),
        ({"n_rules": 0}, "n_rules must lie between 1 and 60, not 0."),
    ],
)
def test_a_value_of_another_kind_is_refused(parameters: dict[str, Any], message: str) -> None:
    taken = {one.name for one in GradientConcepts.parameters()}
    learner = GradientConcepts if set(parameters) <= taken else FoilDL
    with pytest.raises(ParameterError) as caught:
        learner(**parameters)
    assert str(caught.value) == message


@dataclass(frozen=True, kw_only=True)
class Odd:
    """Parameters of kinds that no learner of ours has."""

    most: int = param(1, "At most 4.", most=4)
    within: float = param(1.0, "Above 0, at most 4.", above=0, most=4, unit="metres")
    word: Literal["a", "b"] | None = param(None, "A word or none.")
    number: Optional[int] = param(None, "A number or none.", least=1)  # noqa: UP045


@pytest.mark.parametrize(
    ("name", "right", "wrong", "message"),
    [
        ("most", 4, 5, "most must be at most 4, not 5."),
        ("within", 4, 0, "within must be above 0 and at most 4 metres, not 0."),
        ("within", 0.1, 4.1, "within must be above 0 and at most 4 metres, not 4.1."),
        ("word", None, "c", "word must be one of a, b, not c."),
        ("number", None, 0, "number must be at least 1, not 0."),
    ],
)
def test_limits_and_choices_hold_in_every_combination(
    name: str, right: object, wrong: object, message: str
) -> None:
    (one,) = (one for one in described(Odd) if one.name == name)
    one.check(right)
    with pytest.raises(ParameterError) as caught:
        one.check(wrong)
    assert str(caught.value) == message


def listed() -> type:
    @dataclass(frozen=True, kw_only=True)
    class Listed:
        sizes: list[int] = param(None, "Some sizes.")

    return Listed


def either() -> type:
    @dataclass(frozen=True, kw_only=True)
    class Either:
        size: int | str = param(1, "A size.")

    return Either


def bare() -> type:
    @dataclass(frozen=True, kw_only=True)
    class Bare:
        size: int = field(default=1)

    return Bare


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (listed, "sizes must be of int, float, bool, str or a Literal.*not list"),
        (either, "size must be of int, float, bool, str or a Literal.*not int | str"),
        (bare, "The field size of Bare must be made by param"),
    ],
)
def test_a_field_that_is_no_parameter_is_told_to_its_author(
    made: Callable[[], type], message: str
) -> None:
    with pytest.raises(ExtensionError, match=message):
        described(made())


def test_a_placing_may_be_registered_after_learners_were_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(ParameterError, match=r"uniform, cmeans, .*, not ends"):
        FoilDL(fuzzify="ends")
    monkeypatch.setitem(PLACINGS._loaded, "ends", lambda values, n_sets: values[:n_sets])
    assert FoilDL(fuzzify="ends").fuzzify == "ends"


def test_a_learner_is_adjusted_by_what_it_has() -> None:
    adjusted = FoilDL(max_depth=2, lookahead=1).adjusted(max_depth=0, lookahead=None, n_rules=3)
    assert adjusted == FoilDL(max_depth=0, lookahead=None)


def test_what_is_not_installed_has_a_name_and_no_parameters() -> None:
    assert title("of another package") == "of another package"
    assert not takes("of another package", "min_confidence")
    assert not takes("foil", "n_rounds")
    assert takes("boost", "n_rounds")


def test_defaults_are_these() -> None:
    shared = {
        "time_limit": None,
        "n_jobs": 1,
        "fuzzify": "cmeans",
        "centroid_exponent": 2.0,
        "max_depth": 1,
        "max_conjuncts": 5,
        "lookahead": None,
        "overlapping_sets": False,
        "logic": "zadeh",
        "given": (),
        "forbidden": (),
    }
    climbing = shared | {"n_sets": 5, "max_negative_coverage": 1.0, "backtrack": 0}
    ensemble = {"beta": 1.0, "prior_examples": 2.0, "min_gain": 0.001}
    assert {one.name: one.default for one in PFoilDL.parameters()} == climbing | ensemble
    covering = climbing | {"min_confidence": 0.34}
    assert {one.name: one.default for one in FoilDL.parameters()} == covering
    against = {
        "min_confidence_against": 0.5,
        "max_positive_coverage": 0.3,
        "min_recall": 0.8,
    }
    assert {one.name: one.default for one in PNOWL.parameters()} == covering | against
    boosting = covering | {"n_rounds": 10, "weak_learner": "rules"}
    assert {one.name: one.default for one in FuzzyOWLBoost.parameters()} == boosting
    assert {one.name: one.default for one in GradientConcepts.parameters()} == shared | {
        "n_rules": 10,
        "n_sets": None,
        "fit_sets": "auto",
        "loss": "auto",
        "ridge": None,
        "min_cover": 2.0,
        "monotone": False,
        "balance": "auto",
        "optimise": "f1",
        "miss_cost": 1.0,
        "points": False,
        "random_state": 0,
    }
