"""One learner on all folds of one problem."""

import hashlib
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.contradictions import contradictions
from benchmarks.peers.classifiers import Peer
from benchmarks.peers.scoring import Figures, believed, decided, quietly, ranked
from owlboost.concepts.evaluation import SEMANTICS, Extents
from owlboost.data.examples import Examples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.evaluation.folds import Fold
from owlboost.learners.learner import Learner
from owlboost.learners.training import Fit, fit
from owlboost.runtime.array_types import Floats, Mask

Tables = tuple[Floats, Floats]
"""What learners of tables are given: the training examples and those of the test."""


class TooSlowError(Exception):
    """A fold takes more of the processor than it may."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """What all folds of a problem have in common.

    Attributes
    ----------
    examples, positive
        All examples and their labels.
    kb
        Everything the source knows but the target.
    folds
        How the examples are divided.
    """

    examples: Examples
    positive: Mask
    kb: KnowledgeBase
    folds: tuple[Fold, ...]

    @property
    def division(self) -> str:
        """A digest of examples, labels and folds: results with the same one can be paired."""
        told = hashlib.sha256(self.examples.individuals.tobytes() + self.positive.tobytes())
        for fold in self.folds:
            told.update(np.sort(fold.test).tobytes())
        return told.hexdigest()[:16]


def own_fold(setting: Setting, fold: Fold, learner: Learner) -> Figures:
    """Learn as ``evaluation.trial`` does: training is silent about the test individuals."""
    labels, test = setting.positive[fold.train], setting.examples[fold.test].individuals
    problem = setting.examples[fold.train].problem(labels)
    start = time.perf_counter()
    found = fit(problem, learner)
    extents = Extents(setting.kb, SEMANTICS[learner.logic])
    evidence = extents.evidence(found.hypothesis)[test]
    degrees = extents.hypothesis(found.hypothesis)[test]
    seconds = time.perf_counter() - start
    positive, probabilities = setting.positive[fold.test], found.probabilities(evidence)
    return {
        **ranked(positive, evidence),
        **believed(positive, degrees if probabilities is None else probabilities),
        **decided(positive, degrees),
        "calibrated": float(probabilities is not None),
        "exact": float(np.mean((degrees == 0) | (degrees == 1))),
        **_readable(found, float(labels.mean())),
        "seconds": seconds,
    }


def _readable(found: Fit, share: float) -> Figures:
    """Count rules, the conditions of the longest one, and rules that mislead."""
    bodies = [rule.inclusion.body for rule in found.hypothesis.rules()]
    contrary = contradictions(found.hypothesis, share)
    return {
        "rules": found.hypothesis.n_rules,
        "conditions": max((body.n_conjuncts for body in bodies), default=0),
        "labels": max((len(list(body.all_labels())) for body in bodies), default=0),
        "against_confidence": contrary.by_confidence,
        "against_counts": contrary.by_counts,
    }


def peer_fold(setting: Setting, fold: Fold, peer: Peer, tables: Tables, seed: int) -> Figures:
    """Learn from the table of the training examples and measure on that of the test.

    Raises
    ------
    TooSlowError
        It took more of the processor than the peer may.
    """
    learned, test = tables
    start = time.perf_counter()
    with quietly(), processor_limit(peer.limit):
        model = peer.make(seed).fit(learned, setting.positive[fold.train].astype(np.int64))
        probabilities = _of_positives(model, test)
        decisions = np.asarray(model.predict(test)).astype(np.float64)
    seconds = time.perf_counter() - start
    labels = setting.positive[fold.test]
    figures = decided(labels, decisions)
    return {
        **ranked(labels, probabilities),
        **believed(labels, probabilities),
        **{name: figures[name] for name in ("F1", "MCC", "balanced_accuracy")},
        "seconds": seconds,
    }


def _of_positives(model: Any, rows: Any) -> Any:
    return np.asarray(model.predict_proba(rows), dtype=np.float64)[:, 1]


@contextmanager
def processor_limit(seconds: float | None) -> Iterator[None]:
    """Raise TooSlowError in a block that uses the processor for longer; needs Unix."""
    if seconds is None:
        yield
        return

    def stop(*_: object) -> None:
        raise TooSlowError(f"one fold takes more than {seconds:g} s of the processor")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
