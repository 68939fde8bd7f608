"""Sums over the examples: what every move at a place adds up to, for any objective.

An objective says what to sum with (a *weighing*); a scorer sums. What sums mean is the affair of
the objective alone, and where the examples lie is that of the scorer alone.
"""

from typing import Protocol

from owlboost._typing import Degrees, Floats, Ids
from owlboost.learners.search.ground import Ground
from owlboost.learners.search.local_scorer import LocalScorer
from owlboost.learners.search.refinement import Limits
from owlboost.learners.search.shards import Parts
from owlboost.learners.search.weighings import Weighing
from owlboost.model.concepts import Concept, Path


class Place(Protocol):
    """Where a move ends: a node of a concept, or the end of a chain of new roles from it."""

    @property
    def path(self) -> Path:
        """The node."""
        ...

    @property
    def roles(self) -> tuple[str, ...]:
        """The chain."""
        ...

    def beyond(self, role: str) -> "Place":
        """Return the place one new role further."""
        ...

    def labels(self, part: int) -> Floats:
        """Return the sums of every label that is added here, over one part of the examples."""
        ...

    def top(self, part: int) -> Floats:
        """Return the sums of the move that ends here with ⊤, over one part of the examples."""
        ...

    def reach(self) -> Floats:
        """Return what bounds the sums of everything here and beyond; the first part decides."""
        ...


class Scene(Protocol):
    """A concept in the search, and where its nodes are among the examples."""

    def at(self, path: Path) -> Place:
        """Return the place of a node."""
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
    ground: Ground, parts: Parts, limits: Limits, n_jobs: int = 1, cluster: Cluster | None = None
) -> Scorer:
    """Return what sums over the examples of a ground: the one place where that is decided."""
    if cluster is not None:
        return cluster.scorer(ground, parts, limits.max_depth)
    return LocalScorer(ground, parts, n_jobs)
