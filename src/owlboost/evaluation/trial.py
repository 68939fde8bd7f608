"""One fold: learn on its training examples, measure on its test."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from owlboost.concepts.evaluation import Extents
from owlboost.data.example_labels import UnknownExamples
from owlboost.data.examples import Examples, RetellingSource
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.evaluation.folds import Fold, is_graded
from owlboost.evaluation.grid import is_choice
from owlboost.evaluation.scores import MEASURES, FoldScores, LearnedRule, Score, learned_rules
from owlboost.features import PLACINGS
from owlboost.learners.learner import Learner
from owlboost.learners.preparation import ProblemCache
from owlboost.learners.rule_constraints import placed_on
from owlboost.learners.run import RunContext
from owlboost.learners.training import Fit, fit
from owlboost.models.definition import combined, complement
from owlboost.models.measures import Measures, measure
from owlboost.models.outcomes import Rates, TernaryLabels, decisions, ternary_labels
from owlboost.runtime.array_types import Answers, Ids, Weights
from owlboost.runtime.engine import portable
from owlboost.runtime.sparse_rows import Rows


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """The common data of all folds of an evaluation.

    Attributes
    ----------
    examples, positive
        All examples and their labels: truth values, or degrees if they are graded.
    kb
        Everything the source knows but the target: where test degrees are read.
    mask
        Keep what is known about test individuals while training.
    placings
        Placings of fuzzy sets that the program has registered and configurations name; other
        processes do not know them.
    definition
        Learn the complement of the target as well; the rates are those of both together.
    """

    examples: Examples
    positive: Answers
    kb: KnowledgeBase
    configurations: tuple[Learner, ...]
    mask: bool = False
    placings: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    definition: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with the learners and placements of a script, for other processes."""
        of_others = (portable(self.configurations), self.mask, portable(dict(self.placings)))
        return Trial, (self.examples, self.positive, self.kb, *of_others, self.definition)


def run_fold(trial: Trial, fold: Fold) -> FoldScores:
    """Learn and measure on one fold, reasoning over its knowledge once.

    Examples
    --------
    >>> from owlboost.evaluation.folds import Protocol, outer_folds
    >>> from owlboost.runtime.names import Names
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> class Constant:
    ...     def knowledge_base(self, without=None):
    ...         return kb
    >>> from owlboost.learners.algorithms import FoilDL
    >>> both = np.arange(2, dtype=np.int32)
    >>> labels = np.array([True, False])
    >>> trial = Trial(Examples(Constant(), "T", Names("ab"), both, both), labels, kb, (FoilDL(),))
    >>> run_fold(trial, outer_folds(Protocol(), labels)[0]).scores[0].measures["F1"]
    1.0
    """
    PLACINGS.include(trial.placings)
    train = trial.examples[fold.train]
    problem = train.problem(trial.positive[fold.train], mask=trial.mask)
    reasoned_anew = isinstance(train.source, RetellingSource)  # what is held out is not even there
    remarks = [] if trial.mask or reasoned_anew else leaks(problem.kb, train.held_out)
    shared, test_kb = ProblemCache(problem), _test_knowledge(trial, fold)
    both = trial.definition and fold.inner is None
    turned = ProblemCache(complement(problem)) if both else None
    extents = {
        configuration.logic: Extents(test_kb, configuration.semantics)
        for configuration in trial.configurations
    }
    test = FoldTest.from_trial(trial, fold)
    labels = test.labels
    scores: list[Score] = []
    learned: list[tuple[LearnedRule, ...]] = []
    for configuration in trial.configurations:
        if fold.inner is not None and not is_choice(trial.configurations, configuration.name):
            scores.append(_constant(test, 0.0))
            continue
        start, saved = time.perf_counter(), shared.saved
        context = RunContext(shared=shared)
        learner, placing_remarks = placed_on(configuration, problem)
        remarks += placing_remarks
        fitted = fit(problem, learner, context)
        against = None
        if turned is not None:  # given rules are those of the target
            opposite = learner.adjusted(given=())
            against = fit(turned.problem, opposite, RunContext(shared=turned))
        measures = _tested(fitted, extents[learner.logic], test, against)
        seconds = time.perf_counter() - start + shared.saved - saved
        n_rules = fitted.hypothesis.n_rules
        scores.append(Score(measures, fitted.threshold, n_rules, seconds))
        learned.append(learned_rules(fitted.hypothesis))
        if context.budget.cut:
            remarks.append("The time limit was reached; the best result so far was measured.")
    constant = float(trial.positive[fold.train].mean()) if is_graded(labels) else 1.0
    distinct_remarks, top = tuple(dict.fromkeys(remarks)), _constant(test, constant)
    fold_rules = tuple(learned) if fold.inner is None else ()
    return FoldScores(
        fold.repeat, fold.number, fold.inner, tuple(scores), top, distinct_remarks, fold_rules
    )


@dataclass(frozen=True, slots=True, eq=False)
class FoldTest:
    """The test data of a fold.

    Attributes
    ----------
    individuals, labels, weights
        The examples; all weigh 1 if there are no weights.
    queried
        Ignored unknown individuals that the test asks about.
    truths
        Of the examples, then of those; None without unknown individuals or a definition.
    """

    individuals: Ids
    labels: Answers
    weights: Weights | None = None
    queried: Ids = field(default_factory=lambda: np.empty(0, dtype=np.int32))
    truths: TernaryLabels | None = None

    @classmethod
    def from_trial(cls, trial: Trial, fold: Fold) -> "FoldTest":
        """Return the test of a fold; inner folds have no truths."""
        individuals, labels = trial.examples[fold.test].individuals, trial.positive[fold.test]
        unknown = trial.examples.unknown
        weights = None if unknown is None else unknown.weighed(individuals, None)
        if fold.inner is not None or (unknown is None and not trial.definition):
            return cls(individuals, labels, weights)
        if unknown is None:
            unknown = UnknownExamples(individuals[:0], 1.0)
        queried = unknown.ignored_individuals[fold.queried]
        example_truths = ternary_labels(labels, unknown.among(individuals))
        truths = np.concatenate([example_truths, np.zeros(queried.size, dtype=np.int8)])
        return cls(individuals, labels, weights, queried, truths)

    @property
    def everybody(self) -> Ids:
        """The examples, then the queried individuals."""
        return np.concatenate([self.individuals, self.queried])

    def rates(self, answers: TernaryLabels) -> Rates | None:
        """Compare the answers for everybody with the truths."""
        return None if self.truths is None else Rates.from_answers(self.truths, answers)


def _answers(fitted: Fit, against: Fit | None, extents: Extents, everybody: Ids) -> TernaryLabels:
    """Return the decisions of a model, combined with those of the complement's model."""
    degrees = extents.hypothesis(fitted.hypothesis)[everybody]
    belongs = decisions(degrees, fitted.threshold)
    if against is None:
        return belongs
    degrees = extents.hypothesis(against.hypothesis)[everybody]
    return combined(belongs, decisions(degrees, against.threshold))


def _tested(
    fitted: Fit, extents: Extents, test: FoldTest, against: Fit | None = None
) -> dict[str, float]:
    """Measure a fit by its degrees, evidence and probabilities on the test."""
    degrees = extents.hypothesis(fitted.hypothesis)[test.individuals]
    evidence = extents.evidence(fitted.hypothesis)[test.individuals]
    probability = fitted.probabilities(evidence)
    return _fold_measures(
        measure(
            test.labels,
            degrees,
            fitted.threshold,
            test.weights,
            evidence=evidence,
            probability=probability,
            graded=is_graded(test.labels),
            rates=test.rates(_answers(fitted, against, extents, test.everybody)),
        )
    )


def _constant(test: FoldTest, degree: float) -> Score:
    """Score the same degree for all examples."""
    measures = measure(
        test.labels,
        np.full(test.labels.size, degree),
        0.5,
        test.weights,
        graded=is_graded(test.labels),
        rates=test.rates(decisions(np.full(test.everybody.size, degree), 0.5)),
    )
    return Score(_fold_measures(measures), 0.5, 0, 0.0)


def _fold_measures(measures: Measures) -> dict[str, float]:
    named = measures.named()
    return {name: named[name] for name in MEASURES if name in named}


def _test_knowledge(trial: Trial, fold: Fold) -> KnowledgeBase:
    """Return the knowledge available when a fold is tested, without the target."""
    available = trial.examples[fold.visible]
    if trial.mask or not np.setdiff1d(trial.examples.individuals, available.individuals).size:
        return trial.kb
    return available.source.knowledge_base(without=available.held_out)


def leaks(kb: KnowledgeBase, held_out: Ids) -> list[str]:
    """Report facts of a knowledge base about individuals held out of it.

    Facts that hold for every individual (a class of all individuals, a reflexive role) are no leak.
    Any other is a sentence in the result.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["b"]})
    >>> leaks(kb, np.array([0])), leaks(kb, np.array([1]))
    ([], ["The training data still show that 'b' belongs to 'Cheap'."])
    """
    if not held_out.size:
        return []
    out = np.zeros(kb.n_elements, dtype=np.bool_)
    out[held_out] = True
    return [*_classes(kb, out), *_roles(kb, out), *_values(kb, out)]


def _classes(kb: KnowledgeBase, out: np.ndarray) -> list[str]:
    leaked = []
    n = len(kb.individuals)
    for number, iri in enumerate(kb.vocabulary.classes):
        members = kb.members[number]
        shown = members[out[members]]
        if shown.size and np.count_nonzero(members < n) < n:
            leaked.append(_sentence(kb, int(shown[0]), f"belongs to '{kb.lexicon.name(iri)}'"))
    return leaked


def _roles(kb: KnowledgeBase, out: np.ndarray) -> list[str]:
    leaked = []
    for number, iri in enumerate(kb.vocabulary.roles):
        left, right = _pairs(kb.roles[number])
        shown = (out[left] | out[right]) & (left != right)
        if shown.any():
            at = int(np.argmax(shown))
            end = int(left[at]) if out[left[at]] else int(right[at])
            leaked.append(
                _sentence(kb, end, f"is related to something by '{kb.lexicon.name(iri)}'")
            )
    return leaked


def _values(kb: KnowledgeBase, out: np.ndarray) -> list[str]:
    leaked = []
    indptrs = [(number, values.indptr) for number, values in kb.numbers.items()]
    indptrs += [(number, symbols.rows.indptr) for number, symbols in kb.symbols.items()]
    for number, indptr in indptrs:
        shown = np.flatnonzero(out & (np.diff(indptr) > 0))
        if shown.size:
            name = kb.lexicon.name(kb.vocabulary.data_properties[number])
            leaked.append(_sentence(kb, int(shown[0]), f"has a value for '{name}'"))
    return leaked


def _pairs(rows: Rows) -> tuple[Ids, Ids]:
    left = np.repeat(np.arange(len(rows), dtype=np.int32), np.diff(rows.indptr))
    return left, rows.indices


def _sentence(kb: KnowledgeBase, element: int, fact: str) -> str:
    return f"The training data still show that '{kb.lexicon.name(kb.individuals[element])}' {fact}."
