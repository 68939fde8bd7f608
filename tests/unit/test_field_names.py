"""Fields that files, JSON and settings are made of: whoever renames one must keep these names."""

from dataclasses import fields

import pytest

from owlboost.data.fuzzy_sets import LeftShoulder, RightShoulder, Trapezoidal, Triangular
from owlboost.evaluation.run import UnknownShare
from owlboost.evaluation.statistics import Comparison
from owlboost.learners.learner import LEARNERS
from owlboost.models.measures import TABLE
from owlboost.models.predictions import Prediction
from owlboost.models.verdicts import Properties
from owlboost.ontology.ontology import Remark
from owlboost.report.suite_summary import Summary
from owlboost.runtime.limits import InputLimits
from owlboost.sources.ontology_summary import Candidate, OntologySummary
from owlboost.studio.state import Settings

WRITTEN = {
    Prediction: "individual degree evidence probability positive decision value",  # predict --json
    Properties: "consistent non_redundant sound complete strongly_complete",  # model files
    UnknownShare: "individuals share",  # run files
    Summary: (  # bench
        "suite protocol rows placings nested baseline comparisons by_placing mse median_mse ranks "
        "critical_difference not_run remarks"
    ),
    Comparison: (
        "wins ties losses improvement median largest without_largest left_out statistic p_value"
    ),
    OntologySummary: (  # inspect --json
        "iri expressivity classes roles data_properties individuals axioms class_assertions "
        "role_assertions data_assertions graded_assertions fuzzy_concepts inferred_types witnesses "
        "imports remarks candidates further_candidates"
    ),
    Remark: "code message count",
    Candidate: "name iri members",
    InputLimits: "bytes depth digits entity columns",  # OWLBOOST_LIMITS
    Settings: "algorithm rules max_conjuncts max_depth fuzzify sets logic seed",  # journals
}
CONCEPTS = (
    "algorithm time_limit n_jobs fuzzify centroid_exponent max_depth max_conjuncts lookahead "
    "overlapping_sets"
)
CLIMBING = f"{CONCEPTS} n_sets max_negative_coverage backtrack"
PARAMETERS = {
    "gradient": (
        f"{CONCEPTS} n_rules n_sets fit_sets loss ridge min_cover monotone balance optimise "
        "miss_cost points random_state"
    ),
    "boost": f"{CLIMBING} min_confidence n_rounds weak_learner",
    "foil": f"{CLIMBING} min_confidence",
    "pn": f"{CLIMBING} min_confidence min_confidence_against max_positive_coverage min_recall",
    "pfoil": f"{CLIMBING} beta prior_examples min_gain",
}
MEASURES = (
    "F1 fuzzy_F1 precision recall fuzzy_precision fuzzy_recall MSE MAE R2 Spearman threshold_F1 "
    "balanced_accuracy MCC AUC AP Brier log_loss calibration_error exact_share TP FP TNP FNP "
    "fuzzy_TP fuzzy_FP fuzzy_TNP fuzzy_FNP match commission omission induction fF1F1"
)


@pytest.mark.parametrize(("kind", "names"), WRITTEN.items(), ids=lambda one: str(one)[:40])
def test_fields_are_written_under_these_names(kind: type, names: str) -> None:
    assert [field.name for field in fields(kind)] == names.split()


@pytest.mark.parametrize("kind", [LeftShoulder, RightShoulder, Triangular, Trapezoidal])
def test_points_of_a_shape_are_in_this_order(kind: type) -> None:
    names = [field.name for field in fields(kind)]
    assert names == ["a", "b", "c", "d"][: len(names)]
    assert list(getattr(kind, "__slots__")) == names  # noqa: B009


def test_parameters_are_written_under_these_names() -> None:
    found = {name: " ".join(LEARNERS[name]().as_used()) for name in PARAMETERS}
    assert found == PARAMETERS


def test_measures_are_written_under_these_names_in_this_order() -> None:
    assert " ".join(measure.name for measure in TABLE) == MEASURES
