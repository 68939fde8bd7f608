"""What surrounds a run of a learner: whom it tells, what may end it, what it shares with others."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from owlboost.learners.budget import Budget
from owlboost.runtime.threads import Crew

if TYPE_CHECKING:
    from owlboost.learners.search.ground import Learned
    from owlboost.learners.search.scorers import Cluster
    from owlboost.learners.sharing import Shared
    from owlboost.model.concepts import Concept
    from owlboost.runtime.array_types import Weights


@dataclass(frozen=True, slots=True)
class Step:
    """One refinement: what was refined, what was chosen, and out of how many."""

    step: int
    concept: "Concept"
    chosen: "Concept"
    gain: float
    confidence: float
    candidates: int
    pruned: int


@dataclass(frozen=True, slots=True, eq=False)
class RuleFound:
    """A rule of the hypothesis is there."""

    learned: "Learned"


@dataclass(frozen=True, slots=True, eq=False)
class RoundEnded:
    """A round of boosting is over: what it learned, and the weights after it."""

    number: int
    leverage: float
    margin: float
    weights: "Weights"
    learned: "tuple[Learned, ...]"


@dataclass(frozen=True, slots=True)
class Validating:
    """Another way to learn is about to be validated."""

    done: int
    total: int


Event = Step | RuleFound | RoundEnded | Validating
"""What is told while learning goes on. A learner may tell other things, too."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What surrounds a run of a learner.

    Attributes
    ----------
    on_event
        Told of everything on the way, if given.
    budget
        What may end the run early; a learner asks it between steps. ``train`` ends it after the
        learner's own time limit, too.
    shared
        What other runs on the same problem have made, if there are any; this one adds to it. The
        result is the same.
    cluster
        Other processes that sum over the examples, if there are any; the result is the same. Inner
        validation stays in this one.

    Examples
    --------
    >>> events = []
    >>> Watch(events.append).tell(Validating(0, 8))
    >>> events
    [Validating(done=0, total=8)]
    """

    on_event: Callable[[object], None] | None = None
    budget: Budget = field(default_factory=Budget)
    shared: "Shared | None" = None
    cluster: "Cluster | None" = None

    @property
    def is_followed(self) -> bool:
        """Whether anybody listens."""
        return self.on_event is not None

    def crew(self, n_jobs: int) -> Crew:
        """Return so many threads: those that have made what is shared, if they are as many."""
        known = None if self.shared is None else self.shared.crew
        return known if known is not None and known.n_jobs == n_jobs else Crew(n_jobs)

    def tell(self, event: object) -> None:
        """Tell of an event."""
        if self.on_event is not None:
            self.on_event(event)
