# Every public name and where it lives, once: type checkers read this file, and so does __init__.py.

from .estimators.classifiers import FoilDLClassifier as FoilDLClassifier
from .estimators.classifiers import FuzzyOWLBoostClassifier as FuzzyOWLBoostClassifier
from .estimators.classifiers import GradientConceptClassifier as GradientConceptClassifier
from .estimators.classifiers import PFoilDLClassifier as PFoilDLClassifier
from .estimators.classifiers import PNOWLClassifier as PNOWLClassifier
from .estimators.derivation import classifier_of as classifier_of
from .estimators.regressors import GradientConceptRegressor as GradientConceptRegressor
from .estimators.scorers import all_measures as all_measures
from .estimators.scorers import fuzzy_crisp_f1 as fuzzy_crisp_f1
from .evaluation.evaluating import evaluate as evaluate
from .evaluation.folds import Protocol as Protocol
from .evaluation.runs import RunResult as RunResult
from .evaluation.runs import load_run as load_run
from .evaluation.runs import save_run as save_run
from .exchange.rule_files import read_model as read_model
from .features.partitions import fit_partitions as fit_partitions
from .learners.boosting.learner import FuzzyOWLBoost as FuzzyOWLBoost
from .learners.covering.learner import FoilDL as FoilDL
from .learners.gradient.learner import GradientConcepts as GradientConcepts
from .learners.learner import Learner as Learner
from .learners.parameters import param as param
from .learners.pfoil.learner import PFoilDL as PFoilDL
from .learners.pn.learner import PNOWL as PNOWL
from .learners.registry import register_learner as register_learner
from .learners.training import train as train
from .model.assessments import assess as assess
from .model.comparisons import compare as compare
from .model.extents import Extents as Extents
from .model.hypotheses import RuleSet as RuleSet
from .model.hypotheses import partitions_used as partitions_used
from .model.measures import Measures as Measures
from .model.measures import measure as measure
from .model.model_files import load as load
from .model.model_files import save as save
from .model.target_ranges import TargetRange as TargetRange
from .model.trained import TrainedModel as TrainedModel
from .ontology.loading import read_ontology as read_ontology
from .report.figures import plot_degrees as plot_degrees
from .report.figures import plot_partition as plot_partition
from .report.figures import plot_rules as plot_rules
from .report.writing import write_report as write_report
from .tables.reading import read_table as read_table

__version__: str
