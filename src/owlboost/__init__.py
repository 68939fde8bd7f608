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
    from owlboost.evaluation.evaluating import evaluate
    from owlboost.evaluation.figures import plot_degrees, plot_partition, plot_rules
    from owlboost.evaluation.folds import Protocol
    from owlboost.evaluation.measures import Measures, measure
    from owlboost.evaluation.runs import RunResult, load_run, save_run
    from owlboost.evaluation.scoring import all_measures, fuzzy_crisp_f1
    from owlboost.evaluation.training import train
    from owlboost.features.partitions import fit_partitions
    from owlboost.learners.estimators import (
        FoilDLClassifier,
        FuzzyOWLBoostClassifier,
        GradientConceptClassifier,
    )
    from owlboost.learners.settings import Settings
    from owlboost.model.extents import Extents
    from owlboost.model.hypotheses import TrainedModel, partitions_used
    from owlboost.model.model_files import load, save
    from owlboost.ontology.loading import read_ontology
    from owlboost.ontology.table_reading import read_table

__version__ = "0.1.0"

_HOMES = {
    "Extents": "owlboost.model.extents",
    "FoilDLClassifier": "owlboost.learners.estimators",
    "FuzzyOWLBoostClassifier": "owlboost.learners.estimators",
    "GradientConceptClassifier": "owlboost.learners.estimators",
    "Measures": "owlboost.evaluation.measures",
    "Protocol": "owlboost.evaluation.folds",
    "RunResult": "owlboost.evaluation.runs",
    "Settings": "owlboost.learners.settings",
    "TrainedModel": "owlboost.model.hypotheses",
    "all_measures": "owlboost.evaluation.scoring",
    "evaluate": "owlboost.evaluation.evaluating",
    "fit_partitions": "owlboost.features.partitions",
    "fuzzy_crisp_f1": "owlboost.evaluation.scoring",
    "load": "owlboost.model.model_files",
    "load_run": "owlboost.evaluation.runs",
    "measure": "owlboost.evaluation.measures",
    "partitions_used": "owlboost.model.hypotheses",
    "plot_degrees": "owlboost.evaluation.figures",
    "plot_partition": "owlboost.evaluation.figures",
    "plot_rules": "owlboost.evaluation.figures",
    "read_ontology": "owlboost.ontology.loading",
    "read_table": "owlboost.ontology.table_reading",
    "save": "owlboost.model.model_files",
    "save_run": "owlboost.evaluation.runs",
    "train": "owlboost.evaluation.training",
}

__all__ = [
    "Extents",
    "FoilDLClassifier",
    "FuzzyOWLBoostClassifier",
    "GradientConceptClassifier",
    "Measures",
    "Protocol",
    "RunResult",
    "Settings",
    "TrainedModel",
    "all_measures",
    "evaluate",
    "fit_partitions",
    "fuzzy_crisp_f1",
    "load",
    "load_run",
    "measure",
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
