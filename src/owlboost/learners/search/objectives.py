"""What makes one refinement better than another."""

from dataclasses import dataclass
from typing import Protocol

from owlboost.learners.search.weighings import Weighing
from owlboost.runtime.array_types import Floats, Mask

Sums = tuple[float, float]
"""What an objective keeps of a concept."""


@dataclass(frozen=True, slots=True, eq=False)
class MoveScores:
    """Scores of moves from one place: two sums each, the gain, and what decides equal gains."""

    left: Floats
    right: Floats
    gains: Floats
    seconds: Floats
    usable: Mask
    """Which of them reach anything at all."""


class Objective(Protocol):
    """Tells what to sum over the examples, and what the sums are worth.

    Attributes
    ----------
    parts
        How the examples are divided. The first part alone bounds what can be gained at a place;
        the others are summed over where that promises something.
    weighing
        What to sum with; the same until a search is over.
    """

    @property
    def parts(self) -> tuple[slice, ...]:
        """The parts of the examples, in order."""
        ...

    @property
    def weighing(self) -> Weighing:
        """What to sum with."""
        ...

    def start(self) -> Sums:
        """Return the sums of ⊤."""
        ...

    def bounds(self, before: Sums, reaches: Floats) -> Floats:
        """For each place, what no move that ends there or beyond exceeds; 0 if none can gain.

        ``before`` are the sums of the concept that is refined; ``reaches`` has a column a place.
        """
        ...

    def score(self, sums: Floats, before: Sums) -> MoveScores:
        """Score moves by their sums, one column each."""
        ...
