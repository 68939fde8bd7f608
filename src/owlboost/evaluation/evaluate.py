"""Evaluate all configurations on all folds, with nested choice; resumable."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from owlboost.concepts.hypothesis import Inclusion, RuleSet, iris_used
from owlboost.data.example_labels import TargetRange, as_labels, as_mask
from owlboost.data.examples import Examples
from owlboost.errors import ParameterError
from owlboost.evaluation.fold_store import FoldStore, fold_key, trial_digest
from owlboost.evaluation.folds import Fold, Protocol, asking, inner_folds, is_graded, outer_folds
from owlboost.evaluation.grid import (
    best_configuration,
    configurations_of,
    is_choice,
    split_parameters,
)
from owlboost.evaluation.run import (
    ConfigurationResult,
    GivenSets,
    Nested,
    RunResult,
    Scores,
    UnknownShare,
)
from owlboost.evaluation.run_file import environment, installed_version
from owlboost.evaluation.scores import FoldScores, RecurringRule, recurring, selection_score
from owlboost.evaluation.trial import Trial, run_fold
from owlboost.features import PLACINGS
from owlboost.learners.learner import Learner
from owlboost.learners.rule_constraints import has_rules, look_up_rules
from owlboost.runtime.array_types import Answers
from owlboost.runtime.engine import Engine, LocalEngine

OnFold = Callable[[int, int], None]
"""Called with the numbers of finished folds and of all folds."""

Learners = Learner | Sequence[Learner] | Any


@dataclass(frozen=True, slots=True)
class EvaluationContext:
    """The place where an evaluation runs, its store and progress callback.

    No result depends on it.

    Attributes
    ----------
    engine
        Where folds run; this process if None.
    store
        Where finished folds are kept; nowhere if None.
    fingerprint
        Identifies the source, such as a file's digest.
    on_fold
        Called after each fold.
    """

    engine: Engine | None = None
    store: FoldStore | None = None
    fingerprint: str = ""
    on_fold: OnFold | None = None


def evaluate(
    learner: Learners,
    X: Examples,
    y: npt.ArrayLike,
    *,
    folds: int | Protocol = 5,
    dataset: str = "",
    running: EvaluationContext | None = None,
) -> RunResult:
    """Evaluate one algorithm by cross-validation.

    Parameters
    ----------
    learner
        A learner, the configurations of a grid, one of our classifiers, or a ``GridSearchCV`` over
        one, whose figure is then nested: each fold chooses its own configuration.
    X, y
        The examples, and for each whether it is positive, or to what degree.
    folds
        Number of stratified folds, or the whole protocol.
    dataset
        Name for the record.
    running
        Engine, store of finished folds, progress.

    Raises
    ------
    ParameterError
        The configurations are of several algorithms; see :func:`evaluate_all`.

    Examples
    --------
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> from owlboost.runtime.names import Names
    >>> kb = KnowledgeBase.from_facts(list("abcd"), types={"Cheap": ["a", "b"]})
    >>> class Constant:
    ...     def knowledge_base(self, without=None):
    ...         return kb
    >>> all_four = np.arange(4, dtype=np.int32)
    >>> X = Examples(Constant(), "Good", Names("abcd"), all_four, all_four)
    >>> from owlboost.learners.algorithms import FoilDL
    >>> run = evaluate(FoilDL(), X, [True, True, False, False], folds=2)
    >>> run.winner.scores.mean["F1"]
    1.0
    """
    runs = evaluate_all(learner, X, y, folds=folds, dataset=dataset, running=running)
    if len(runs) > 1:
        raise ParameterError(
            f"These configurations belong to {len(runs)} algorithms; use evaluate_all for them."
        )
    return runs[0]


def evaluate_all(
    learner: Learners,
    X: Examples,
    y: npt.ArrayLike,
    *,
    folds: int | Protocol = 5,
    dataset: str = "",
    running: EvaluationContext | None = None,
) -> tuple[RunResult, ...]:
    """Evaluate the configurations of one or more algorithms on the same folds.

    Inference and label matrices are computed once per fold.
    Parameters as for :func:`evaluate`; one result for each algorithm, in the order in which they
    first come.
    """
    start = time.perf_counter()
    running = running or EvaluationContext()
    nested = hasattr(learner, "param_grid")
    protocol = Protocol(folds=folds, nested=nested) if isinstance(folds, int) else folds
    configurations = configurations_of(learner)
    if not configurations:
        raise ParameterError("There is no configuration to evaluate.")
    _require_examples(X)
    X, positive = _answered(X, y)
    n_asked = 0 if X.unknown is None else X.unknown.ignored_individuals.size
    jobs = list(_jobs(protocol, positive, n_asked, choice=is_choice(configurations)))
    held_out = X.held_out if X.held_out.size else None
    kb = X.drawn(X.source.knowledge_base(without=held_out))
    configurations = _settled(configurations, X, positive)
    trial = Trial(
        X,
        positive,
        kb,
        configurations,
        protocol.mask,
        _placings(configurations),
        protocol.definition,
    )
    fold_scores = sorted(_finished(trial, jobs, running), key=_place)
    seconds = time.perf_counter() - start
    return tuple(
        _result(algorithm, trial, protocol, fold_scores, dataset, seconds)
        for algorithm in dict.fromkeys(learner.name for learner in configurations)
    )


def _settled(
    configurations: Sequence[Learner], X: Examples, positive: Answers
) -> tuple[Learner, ...]:
    """Look up given and forbidden rules, once for all folds.

    Sets given by name only are placed on the training part of each fold.
    """
    if not any(map(has_rules, configurations)):
        return tuple(configurations)
    problem = X.problem(positive)
    return tuple(look_up_rules(learner, problem)[0] for learner in configurations)


def _placings(configurations: Sequence[Learner]) -> dict[str, Callable[..., Any]]:
    """Return the placements that configurations name and only this process has registered."""
    named = {getattr(learner, "fuzzify", None) for learner in configurations}
    return {name: placing for name, placing in PLACINGS.registered.items() if name in named}


def _require_examples(given: object) -> None:
    if not isinstance(given, Examples):
        raise ParameterError(
            "evaluate needs the examples of an ontology or of a table from read_table, not a "
            f"{type(given).__name__}. For rows of data, use scikit-learn's cross_validate."
        )


def _answered(X: Examples, y: npt.ArrayLike) -> tuple[Examples, Answers]:
    """Return examples with their labels, as truth values or degrees."""
    given = np.asarray(y)
    graded = given.dtype.kind == "f" and not np.isin(given, (0.0, 1.0)).all()
    if X.target_range is None and not graded:
        return X, as_mask(y)
    return replace(X, target_range=X.target_range or TargetRange()), as_labels(y)


def _jobs(protocol: Protocol, positive: Answers, n_asked: int, *, choice: bool) -> Iterator[Fold]:
    """Yield all folds, outer ones first; inner ones only for a choice."""
    outer = asking(outer_folds(protocol, positive), protocol, n_asked)
    yield from outer
    if choice and protocol.nested and not protocol.starred(positive):
        for fold in outer:
            yield from inner_folds(protocol, positive, fold)


def _place(scores: FoldScores) -> tuple[int, int, int]:
    return scores.repeat, scores.number, -1 if scores.inner is None else scores.inner


def _finished(trial: Trial, jobs: list[Fold], running: EvaluationContext) -> Iterator[FoldScores]:
    """Yield the stored folds, then run and save the remaining ones."""
    keys: dict[int, str] = {}
    if running.store is not None:
        digest = trial_digest(trial, installed_version(), running.fingerprint)
        keys = {number: fold_key(digest, fold) for number, fold in enumerate(jobs)}
    pending = []
    for number in range(len(jobs)):
        stored = running.store.load(keys[number]) if running.store is not None else None
        if stored is None:
            pending.append(number)
        else:
            yield stored
    done = len(jobs) - len(pending)
    _tell(running, done, len(jobs))
    engine = running.engine or LocalEngine()
    for at, scores in engine.run(run_fold, trial, [jobs[number] for number in pending]):
        if running.store is not None:
            running.store.save(keys[pending[at]], scores)
        done += 1
        _tell(running, done, len(jobs))
        yield scores


def _tell(running: EvaluationContext, done: int, total: int) -> None:
    if running.on_fold is not None:
        running.on_fold(done, total)


def _result(
    algorithm: str,
    trial: Trial,
    protocol: Protocol,
    fold_scores: list[FoldScores],
    dataset: str,
    seconds: float,
) -> RunResult:
    """Gather the folds of one algorithm."""
    mine = [at for at, learner in enumerate(trial.configurations) if learner.name == algorithm]
    learners = [trial.configurations[at] for at in mine]
    outer = [fold for fold in fold_scores if fold.inner is None]
    places = tuple((fold.repeat, fold.number) for fold in outer)
    scores = [Scores(tuple(fold.scores[at] for fold in outer), places) for at in mine]
    parameters, common = split_parameters(learners)
    figures = [selection_score(configuration_scores.folds) for configuration_scores in scores]
    best = best_configuration(learners, figures)
    rules = _recurring(outer, mine[best])
    given = GivenSets.from_knowledge_base(trial.kb)
    return RunResult(
        dataset=dataset,
        target=trial.examples.target,
        algorithm=algorithm,
        protocol=protocol,
        starred=protocol.starred(trial.positive),
        examples=len(trial.examples),
        positives=round(float(trial.positive.sum())),
        background=trial.examples.others.size,
        parameters=common,
        configurations=tuple(map(ConfigurationResult, parameters, scores)),
        best=best,
        best_by_fuzzify=_best_by_fuzzify(learners, figures),
        top=Scores(tuple(fold.top for fold in outer), places),
        nested=nested_result(fold_scores, mine, learners)
        if protocol.nested and not protocol.starred(trial.positive)
        else None,
        environment=environment(),
        seconds=seconds,
        remarks=_remarks(protocol, trial.positive, fold_scores),
        rules=rules,
        lexicon=trial.examples.lexicon.only(
            [trial.examples.target, *_named(rules), *(given.sets if given else ())]
        ),
        target_range=trial.examples.target_range,
        unknown=_unknown(trial.examples),
        given_sets=given,
    )


def _unknown(examples: Examples) -> UnknownShare | None:
    unknown = examples.unknown
    return None if unknown is None else UnknownShare(len(unknown), unknown.share)


def _recurring(outer: list[FoldScores], column: int) -> tuple[RecurringRule, ...]:
    """Gather the rules of a configuration; none if a fold lacks them."""
    if not all(fold.learned for fold in outer):
        return ()
    return recurring([fold.learned[column] for fold in outer])


def _named(rules: Sequence[RecurringRule]) -> set[str]:
    """Return the classes and properties that rules mention."""
    return iris_used(RuleSet(tuple(Inclusion(rule.body) for rule in rules)))


def _best_by_fuzzify(learners: Sequence[Learner], figures: Sequence[float]) -> dict[str, int]:
    """Return the best configuration's position for each placing of sets."""
    placings = [str(getattr(learner, "fuzzify", "")) for learner in learners]
    best = {}
    for placing in filter(None, dict.fromkeys(placings)):
        of_kind = [at for at, name in enumerate(placings) if name == placing]
        chosen = best_configuration(
            [learners[at] for at in of_kind], [figures[at] for at in of_kind]
        )
        best[placing] = of_kind[chosen]
    return best


def _remarks(
    protocol: Protocol, positive: Answers, fold_scores: list[FoldScores]
) -> tuple[str, ...]:
    remarks = [remark for fold in fold_scores for remark in fold.remarks]
    if protocol.starred(positive):
        remarks.insert(
            0,
            f"★ {_why_starred(protocol, positive)} The figures show how well the rules describe "
            "these data, not how well they predict others.",
        )
        if protocol.nested:
            remarks.insert(1, "A nested figure needs folds, so there is none.")
    return tuple(dict.fromkeys(remarks))


def _why_starred(protocol: Protocol, positive: Answers) -> str:
    if protocol.train_is_test:
        return "As asked for, training and test use the same examples."
    same = "so training and test use the same examples."
    if is_graded(positive):
        return f"{positive.size} examples are too few for {protocol.folds} folds, {same}"
    n_positives = int(np.count_nonzero(positive))
    return (
        f"{n_positives} positives and {positive.size - n_positives} negatives are too few "
        f"for {protocol.folds} folds, {same}"
    )


def nested_result(
    fold_scores: Sequence[FoldScores], columns: Sequence[int], learners: Sequence[Learner]
) -> Nested:
    """Choose by the inner folds, score by the outer ones."""
    outer = [fold for fold in fold_scores if fold.inner is None]
    chosen = [
        _chosen(fold_scores, fold, columns, learners) if len(columns) > 1 else 0 for fold in outer
    ]
    scores = Scores(
        tuple(fold.scores[columns[at]] for fold, at in zip(outer, chosen, strict=True)),
        tuple((fold.repeat, fold.number) for fold in outer),
    )
    return Nested(scores, tuple(chosen))


def _chosen(
    fold_scores: Sequence[FoldScores],
    outer: FoldScores,
    columns: Sequence[int],
    learners: Sequence[Learner],
) -> int:
    """Return the best configuration over the inner folds of an outer one."""
    inside = [
        fold
        for fold in fold_scores
        if fold.inner is not None and (fold.repeat, fold.number) == (outer.repeat, outer.number)
    ]
    figures = [selection_score([fold.scores[at] for fold in inside]) for at in columns]
    return best_configuration(learners, figures)
