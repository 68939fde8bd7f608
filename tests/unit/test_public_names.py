"""What ``import owlboost`` offers, written out: a name is added or taken away on purpose."""

import inspect

import pytest

import owlboost as ob

NAMES = [
    "Extents",
    "FoilDL",
    "FoilDLClassifier",
    "FuzzyOWLBoost",
    "FuzzyOWLBoostClassifier",
    "GradientConceptClassifier",
    "GradientConceptRegressor",
    "GradientConcepts",
    "Learner",
    "Measures",
    "PFoilDL",
    "PFoilDLClassifier",
    "PNOWL",
    "PNOWLClassifier",
    "Protocol",
    "RuleSet",
    "RunResult",
    "TargetRange",
    "TrainedModel",
    "all_measures",
    "assess",
    "classifier_of",
    "compare",
    "evaluate",
    "fit_partitions",
    "fuzzy_crisp_f1",
    "load",
    "load_run",
    "measure",
    "param",
    "partitions_used",
    "plot_calibration",
    "plot_contributions",
    "plot_curve",
    "plot_degrees",
    "plot_partition",
    "plot_precision_recall",
    "plot_property",
    "plot_roc",
    "plot_rules",
    "read_model",
    "read_ontology",
    "read_table",
    "register_learner",
    "save",
    "save_run",
    "train",
    "write_report",
]
WITHOUT_EXAMPLE = {"RunResult", "read_ontology", "save_run"}


def test_the_public_names_are_these() -> None:
    assert sorted(vars(ob)["__all__"]) == NAMES
    assert set(NAMES) <= set(dir(ob))


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_says_what_it_is_and_shows_it(name: str) -> None:
    thing = getattr(ob, name)
    assert thing.__name__ == name
    assert thing.__module__.startswith("owlboost.")
    told = inspect.getdoc(thing)
    assert told
    assert (">>>" in told) or name in WITHOUT_EXAMPLE


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError):
        _ = ob.no_such_name  # type: ignore[attr-defined]
