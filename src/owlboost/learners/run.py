"""The run of a learner: its budget, events and shared preparations."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from owlboost.runtime.signals import check_interrupt
from owlboost.runtime.threads import ThreadPool

if TYPE_CHECKING:
    from owlboost.concepts.concept import Concept
    from owlboost.learners.preparation import ProblemCache
    from owlboost.learners.search.aggregator import Cluster
    from owlboost.learners.search.training_set import LearnedConcept
    from owlboost.runtime.array_types import Weights


class Budget:
    """A time budget, checked between steps; once spent it stays spent.

    Examples
    --------
    >>> budget = Budget()
    >>> budget.spent
    False
    >>> budget.stop()
    >>> budget.spent
    True
    """

    def __init__(self, seconds: float | None = None, within: "Budget | None" = None) -> None:
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._within = within
        self._stopped = False
        self._cut = False

    def stop(self) -> None:
        """End the work after the step under way."""
        self._stopped = True

    def half(self) -> "Budget":
        """Return a budget of half the remaining time, within this one.

        Examples
        --------
        >>> whole = Budget(60)
        >>> half = whole.half()
        >>> whole.stop()
        >>> half.spent
        True
        """
        left = None if self._deadline is None else (self._deadline - time.monotonic()) / 2
        return Budget(left, within=self)

    @property
    def spent(self) -> bool:
        """Whether to stop and return the best so far; obeys signals."""
        check_interrupt()
        if self._deadline is not None and time.monotonic() >= self._deadline:
            self._stopped = True
        spent = self._stopped or (self._within is not None and self._within.spent)
        if spent:
            self._mark_cut()
        return spent

    @property
    def cut(self) -> bool:
        """Whether any work was cut short, including that of a half budget.

        Examples
        --------
        >>> whole = Budget()
        >>> half = whole.half()
        >>> half.stop()
        >>> whole.cut, half.spent, whole.cut, whole.spent
        (False, True, True, False)
        """
        return self._cut

    def _mark_cut(self) -> None:
        self._cut = True
        if self._within is not None:
            self._within._mark_cut()


@dataclass(frozen=True, slots=True)
class Step:
    """One refinement, and how many candidates it was chosen from."""

    step: int
    concept: "Concept"
    chosen: "Concept"
    gain: float
    confidence: float
    candidates: int
    pruned: int


@dataclass(frozen=True, slots=True, eq=False)
class RuleFound:
    """A new rule of the hypothesis."""

    learned: "LearnedConcept"


@dataclass(frozen=True, slots=True, eq=False)
class RoundEnded:
    """The end of a boosting round: its concepts and new weights."""

    number: int
    leverage: float
    margin: float
    weights: "Weights"
    learned: "tuple[LearnedConcept, ...]"


@dataclass(frozen=True, slots=True)
class Validating:
    """The start of another validation."""

    done: int
    total: int


Event = Step | RuleFound | RoundEnded | Validating
"""Events of built-in learners. A learner may emit others, too."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """The context of a learner's run: events, budget, shared work.

    Attributes
    ----------
    on_event
        Called with each event, if given.
    budget
        The budget that may end the run early; a learner checks it between steps. ``train`` also
        applies the learner's own time limit.
    shared
        Work shared by runs on the same problem, if any; this one adds to it. The result is the
        same.
    cluster
        Other processes that sum over the examples, if any; the result is the same. Inner validation
        stays in this process.

    Examples
    --------
    >>> events = []
    >>> RunContext(events.append).emit(Validating(0, 8))
    >>> events
    [Validating(done=0, total=8)]
    """

    on_event: Callable[[object], None] | None = None
    budget: Budget = field(default_factory=Budget)
    shared: "ProblemCache | None" = None
    cluster: "Cluster | None" = None

    @property
    def has_listener(self) -> bool:
        """Whether events are listened to."""
        return self.on_event is not None

    def pool(self, n_jobs: int) -> ThreadPool:
        """Return a pool of ``n_jobs`` threads, the shared one if it has as many."""
        pool = None if self.shared is None else self.shared.pool
        return pool if pool is not None and pool.n_jobs == n_jobs else ThreadPool(n_jobs)

    def emit(self, event: object) -> None:
        """Emit an event."""
        if self.on_event is not None:
            self.on_event(event)
