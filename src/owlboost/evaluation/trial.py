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
from owlboost.learners.preparation import Shared
from owlboost.learners.rule_constraints import placed_on
from owlboost.learners.run import Watch
from owlboost.learners.training import Fit, fit
from owlboost.models.definition import combined, complement
from owlboost.models.measures import Measures, measure
from owlboost.models.outcomes import Rates, Truths, decisions, truths_of
from owlboost.runtime.array_types import Answers, Ids, Weights
from owlboost.runtime.engine import portable
from owlboost.runtime.sparse_rows import Rows


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """What all folds of an evaluation have in common.

    Attributes
    ----------
    examples, positive
        All examples and their labels: truth values, or degrees if they are graded.
    kb
        Everything the source knows but the target: where test degrees are read.
    configurations
        What to learn with.
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
        """Let other processes have learners and placings of a script, too."""
        of_others = (portable(self.configurations), self.mask, portable(dict(self.placings)))
        return Trial, (self.examples, self.positive, self.kb, *of_others, self.definition)


def run_fold(trial: Trial, fold: Fold) -> FoldScores:
    """Learn and measure on one fold; its training knowledge is reasoned over once.

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
    told_anew = isinstance(train.source, RetellingSource)  # what is held out is not even there
    remarks = [] if trial.mask or told_anew else leaks(problem.kb, train.held_out)
    shared, known = Shared(problem), _test_knowledge(trial, fold)
    both = trial.definition and fold.inner is None
    turned = Shared(complement(problem)) if both else None
    extents = {one.logic: Extents(known, one.semantics) for one in trial.configurations}
    test = FoldTest.of(trial, fold)
    labels = test.labels
    scores: list[Score] = []
    learned: list[tuple[LearnedRule, ...]] = []
    for configuration in trial.configurations:
        if fold.inner is not None and not is_choice(trial.configurations, configuration.name):
            scores.append(_constant(test, 0.0))
            continue
        start, saved = time.perf_counter(), shared.saved
        watch = Watch(shared=shared)
        learner, told = placed_on(configuration, problem)
        remarks += told
        found = fit(problem, learner, watch)
        against = None
        if turned is not None:  # given rules are those of the target
            opposite = learner.adjusted(given=())
            against = fit(turned.problem, opposite, Watch(shared=turned))
        measures = _tested(found, extents[learner.logic], test, against)
        seconds = time.perf_counter() - start + shared.saved - saved
        n_rules = found.hypothesis.n_rules
        scores.append(Score(measures, found.threshold, n_rules, seconds))
        learned.append(learned_rules(found.hypothesis))
        if watch.budget.cut:
            remarks.append("The time limit was reached; the best result so far was measured.")
    constant = float(trial.positive[fold.train].mean()) if is_graded(labels) else 1.0
    said, top = tuple(dict.fromkeys(remarks)), _constant(test, constant)
    kept = tuple(learned) if fold.inner is None else ()
    return FoldScores(fold.repeat, fold.number, fold.inner, tuple(scores), top, said, kept)


@dataclass(frozen=True, slots=True, eq=False)
class FoldTest:
    """What a fold is tested on.

    Attributes
    ----------
    individuals, labels, weights
        The examples; all weigh 1 if there are no weights.
    asked
        Individuals that are no examples, but are asked about.
    truths
        Of the examples, then of those; None if nobody is told to be unknown.
    """

    individuals: Ids
    labels: Answers
    weights: Weights | None = None
    asked: Ids = field(default_factory=lambda: np.empty(0, dtype=np.int32))
    truths: Truths | None = None

    @classmethod
    def of(cls, trial: Trial, fold: Fold) -> "FoldTest":
        """Return the test of a fold; inner folds are not asked about truths."""
        individuals, labels = trial.examples[fold.test].individuals, trial.positive[fold.test]
        unknown = trial.examples.unknown
        weights = None if unknown is None else unknown.weighed(individuals, None)
        if fold.inner is not None or (unknown is None and not trial.definition):
            return cls(individuals, labels, weights)
        if unknown is None:
            unknown = UnknownExamples(individuals[:0], 1.0)
        asked = unknown.asked[fold.asked]
        told = truths_of(labels, unknown.among(individuals))
        truths = np.concatenate([told, np.zeros(asked.size, dtype=np.int8)])
        return cls(individuals, labels, weights, asked, truths)

    @property
    def everybody(self) -> Ids:
        """The examples, then those that are asked about."""
        return np.concatenate([self.individuals, self.asked])

    def rates(self, answers: Truths) -> Rates | None:
        """Compare what is said of everybody with truths."""
        return None if self.truths is None else Rates.of(self.truths, answers)


def _answers(found: Fit, against: Fit | None, extents: Extents, everybody: Ids) -> Truths:
    """Return what a model says or, with one of the complement, what both say."""
    degrees = extents.hypothesis(found.hypothesis)[everybody]
    belongs = decisions(degrees, found.threshold)
    if against is None:
        return belongs
    degrees = extents.hypothesis(against.hypothesis)[everybody]
    return combined(belongs, decisions(degrees, against.threshold))


def _tested(
    found: Fit, extents: Extents, test: FoldTest, against: Fit | None = None
) -> dict[str, float]:
    """Measure what was learnt on the test, by its degrees, evidence and probabilities."""
    degrees = extents.hypothesis(found.hypothesis)[test.individuals]
    evidence = extents.evidence(found.hypothesis)[test.individuals]
    probability = found.probabilities(evidence)
    return _of_a_fold(
        measure(
            test.labels,
            degrees,
            found.threshold,
            test.weights,
            evidence=evidence,
            probability=probability,
            graded=is_graded(test.labels),
            rates=test.rates(_answers(found, against, extents, test.everybody)),
        )
    )


def _constant(test: FoldTest, degree: float) -> Score:
    """Score the same degree for all: it has no rules, ranks nothing and knows no probability."""
    found = measure(
        test.labels,
        np.full(test.labels.size, degree),
        0.5,
        test.weights,
        graded=is_graded(test.labels),
        rates=test.rates(decisions(np.full(test.everybody.size, degree), 0.5)),
    )
    return Score(_of_a_fold(found), 0.5, 0, 0.0)


def _of_a_fold(found: Measures) -> dict[str, float]:
    named = found.named()
    return {name: named[name] for name in MEASURES if name in named}


def _test_knowledge(trial: Trial, fold: Fold) -> KnowledgeBase:
    """Return all that may be known when the test of a fold is taken, without the target."""
    known = trial.examples[fold.known]
    if trial.mask or not np.setdiff1d(trial.examples.individuals, known.individuals).size:
        return trial.kb
    return known.source.knowledge_base(without=known.held_out)


def leaks(kb: KnowledgeBase, held_out: Ids) -> list[str]:
    """Tell what a knowledge base still says about individuals that were left out of it.

    What holds for everybody (a class that contains all individuals, a reflexive role) tells
    nothing. Anything else is a sentence in the result.

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
    found = []
    n = len(kb.individuals)
    for number, iri in enumerate(kb.vocabulary.classes):
        members = kb.members[number]
        told = members[out[members]]
        if told.size and np.count_nonzero(members < n) < n:
            found.append(_sentence(kb, int(told[0]), f"belongs to '{kb.lexicon.name(iri)}'"))
    return found


def _roles(kb: KnowledgeBase, out: np.ndarray) -> list[str]:
    found = []
    for number, iri in enumerate(kb.vocabulary.roles):
        left, right = _pairs(kb.roles[number])
        told = (out[left] | out[right]) & (left != right)
        if told.any():
            at = int(np.argmax(told))
            end = int(left[at]) if out[left[at]] else int(right[at])
            found.append(_sentence(kb, end, f"is related to something by '{kb.lexicon.name(iri)}'"))
    return found


def _values(kb: KnowledgeBase, out: np.ndarray) -> list[str]:
    found = []
    indptrs = [(number, values.indptr) for number, values in kb.numbers.items()]
    indptrs += [(number, symbols.rows.indptr) for number, symbols in kb.symbols.items()]
    for number, indptr in indptrs:
        told = np.flatnonzero(out & (np.diff(indptr) > 0))
        if told.size:
            name = kb.lexicon.name(kb.vocabulary.data_properties[number])
            found.append(_sentence(kb, int(told[0]), f"has a value for '{name}'"))
    return found


def _pairs(rows: Rows) -> tuple[Ids, Ids]:
    left = np.repeat(np.arange(len(rows), dtype=np.int32), np.diff(rows.indptr))
    return left, rows.indices


def _sentence(kb: KnowledgeBase, element: int, fact: str) -> str:
    return f"The training data still show that '{kb.lexicon.name(kb.individuals[element])}' {fact}."
