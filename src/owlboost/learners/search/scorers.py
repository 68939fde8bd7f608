"""Sums over the examples: what every move at a place adds up to, for any objective.

An objective says what to sum with (a *weighing*); a scorer sums. What sums mean is the affair of
the objective alone, and where the examples lie is that of the scorer alone.
"""

from typing import Protocol

from owlboost.learners.search.ground import Ground
from owlboost.learners.search.local_scorer import LocalScorer
from owlboost.learners.search.places import Places
from owlboost.learners.search.refinement import Limits
from owlboost.learners.search.shards import Parts
from owlboost.learners.search.weighings import Weighing
from owlboost.model.concepts import Concept
from owlboost.runtime.array_types import Degrees, Floats, Ids
from owlboost.runtime.threads import ALONE, Crew


class Scene(Protocol):
    """A concept in the search, and where its nodes are among the examples."""

    def labels(self, places: Places, part: int) -> Floats:
        """Return the sums of every label that is added at places, over one part of the examples.

        There is a row for each sum. Each place has a column for each label, and one more for the
        move that ends there with ⊤; of a node, which is no move, this is 0.
        """
        ...

    def tops(self, places: Places, part: int) -> Floats:
        """Return the sums of the moves that end at places with ⊤ alone, one column each."""
        ...

    def reaches(self, places: Places) -> Floats:
        """Return what bounds the sums of everything at places and beyond, one column each.

        The first part of the examples decides. Of a linear weighing that is ``Σ u·m`` with
        ``m = max_z P(a, z)``, of an excess ``Σ u·max(0, m − f)``; of moments ``Σ|g|·m`` and
        ``Σ g²/k`` over the examples with falling slopes, then over those with rising ones.
        """
        ...

    def refined(self, concept: Concept) -> "Scene":
        """Go on to a refinement; only the support of this concept is looked at."""
        ...

    def degrees(self) -> tuple[Ids, Degrees]:
        """Return whom the concept covers, and their degrees."""
        ...


class Scorer(Protocol):
    """Sums degrees over the examples of a ground, wherever they lie."""

    def weigh(self, weighing: Weighing) -> None:
        """Set what to sum with, for all scenes."""
        ...

    def start(self) -> Scene:
        """Return ⊤ over all examples."""
        ...


class Cluster(Protocol):
    """Other processes among which examples can be dealt out, to sum over them there."""

    def scorer(self, ground: Ground, parts: Parts, max_depth: int) -> Scorer:
        """Deal out the examples of a ground, with what concepts of some depth can reach."""
        ...


def scorer_for(
    ground: Ground, parts: Parts, limits: Limits, crew: Crew = ALONE, cluster: Cluster | None = None
) -> Scorer:
    """Return what sums over the examples of a ground: the one place where that is decided."""
    if cluster is not None:
        return cluster.scorer(ground, parts, limits.max_depth)
    return LocalScorer(ground, parts, crew)
