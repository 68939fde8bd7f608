"""Learn readable fuzzy rules from OWL ontologies and tables.

Names are imported when first used, so that ``import owlboost`` is instant.

Examples
--------
>>> import owlboost as ob
>>> ob.measure([1, 0], [0.5, 0.0]).fuzzy_f1
0.6666666666666666
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from owlboost.estimators.classifiers import (
        FoilDLClassifier,
        FuzzyOWLBoostClassifier,
        GradientConceptClassifier,
    )
    from owlboost.estimators.derivation import classifier_of
    from owlboost.estimators.scorers import all_measures, fuzzy_crisp_f1
    from owlboost.evaluation.evaluating import evaluate
    from owlboost.evaluation.folds import Protocol
    from owlboost.evaluation.runs import RunResult, load_run, save_run
    from owlboost.features.partitions import fit_partitions
    from owlboost.learners.boosting.learner import FuzzyOWLBoost
    from owlboost.learners.covering.learner import FoilDL
    from owlboost.learners.gradient.learner import GradientConcepts
    from owlboost.learners.learner import Learner
    from owlboost.learners.parameters import param
    from owlboost.learners.registry import LEARNERS
    from owlboost.learners.training import train
    from owlboost.model.extents import Extents
    from owlboost.model.hypotheses import TrainedModel, partitions_used
    from owlboost.model.measures import Measures, measure
    from owlboost.model.model_files import load, save
    from owlboost.ontology.loading import read_ontology
    from owlboost.report.figures import plot_degrees, plot_partition, plot_rules
    from owlboost.tables.reading import read_table

__version__ = "0.1.0"

_HOMES = {
    "Extents": "owlboost.model.extents",
    "FoilDLClassifier": "owlboost.estimators.classifiers",
    "FuzzyOWLBoostClassifier": "owlboost.estimators.classifiers",
    "GradientConceptClassifier": "owlboost.estimators.classifiers",
    "Measures": "owlboost.model.measures",
    "Protocol": "owlboost.evaluation.folds",
    "RunResult": "owlboost.evaluation.runs",
    "FoilDL": "owlboost.learners.covering.learner",
    "FuzzyOWLBoost": "owlboost.learners.boosting.learner",
    "GradientConcepts": "owlboost.learners.gradient.learner",
    "LEARNERS": "owlboost.learners.registry",
    "Learner": "owlboost.learners.learner",
    "param": "owlboost.learners.parameters",
    "classifier_of": "owlboost.estimators.derivation",
    "TrainedModel": "owlboost.model.hypotheses",
    "all_measures": "owlboost.estimators.scorers",
    "evaluate": "owlboost.evaluation.evaluating",
    "fit_partitions": "owlboost.features.partitions",
    "fuzzy_crisp_f1": "owlboost.estimators.scorers",
    "load": "owlboost.model.model_files",
    "load_run": "owlboost.evaluation.runs",
    "measure": "owlboost.model.measures",
    "partitions_used": "owlboost.model.hypotheses",
    "plot_degrees": "owlboost.report.figures",
    "plot_partition": "owlboost.report.figures",
    "plot_rules": "owlboost.report.figures",
    "read_ontology": "owlboost.ontology.loading",
    "read_table": "owlboost.tables.reading",
    "save": "owlboost.model.model_files",
    "save_run": "owlboost.evaluation.runs",
    "train": "owlboost.learners.training",
}

__all__ = [
    "LEARNERS",
    "Extents",
    "FoilDL",
    "FoilDLClassifier",
    "FuzzyOWLBoost",
    "FuzzyOWLBoostClassifier",
    "GradientConceptClassifier",
    "GradientConcepts",
    "Learner",
    "Measures",
    "Protocol",
    "RunResult",
    "TrainedModel",
    "all_measures",
    "classifier_of",
    "evaluate",
    "fit_partitions",
    "fuzzy_crisp_f1",
    "load",
    "load_run",
    "measure",
    "param",
    "partitions_used",
    "plot_degrees",
    "plot_partition",
    "plot_rules",
    "read_ontology",
    "read_table",
    "save",
    "save_run",
    "train",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'owlboost' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
