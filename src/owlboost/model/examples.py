"""Examples of a source, slices that know what they hold out, and the learning problem they make."""

from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from owlboost._typing import Ids, Mask, Weights
from owlboost.errors import ExamplesError
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.resolving import Resolver
from owlboost.model.vocabulary import Names


class Source(Protocol):
    """A file that can state what it knows, as a whole or with some individuals left out.

    The numbering of elements is the same whatever is left out.
    """

    def knowledge_base(self, without: Ids | None = None) -> KnowledgeBase:
        """State and infer everything, except what is said about some individuals."""
        ...


def as_mask(labels: npt.ArrayLike) -> Mask:
    """Return for each example whether it is positive, given as truth values or as 0 and 1.

    Raises
    ------
    ExamplesError
        The labels are something else, such as names of classes: all of those would count as true.

    Examples
    --------
    >>> as_mask([1, 0])
    array([ True, False])
    >>> as_mask(["good", "bad"])
    Traceback (most recent call last):
    ...
    owlboost.errors.ExamplesError: Labels must be true or false, not 'good': compare them first, \
such as y == 'good'.
    """
    found = np.asarray(labels)
    if found.dtype != np.bool_:
        for label in found.ravel().tolist():
            if label not in (0, 1):
                raise ExamplesError(
                    f"Labels must be true or false, not {label!r}: compare them first, such as "
                    f"y == {label!r}."
                )
    return found.astype(np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Individuals of a source, sliced like an array by scikit-learn's splitters.

    A slice remembers the individuals it came from: what it leaves out is held out, and training on
    it drops all that the source says about those before anything is inferred.

    Attributes
    ----------
    source
        Where knowledge bases come from; it does not know the target.
    target
        IRI of the class to learn.
    names
        Names of all individuals of the source; an individual's number is its element.
    individuals
        The examples, as elements.
    universe
        All examples that there were before slicing.
    """

    source: Source
    target: str
    names: Names
    individuals: Ids
    universe: Ids

    @property
    def shape(self) -> tuple[int, int]:
        """Number of examples, and 1: an example is its individual."""
        return self.individuals.size, 1

    def __len__(self) -> int:
        return self.individuals.size

    def __getitem__(self, key: Any) -> "Examples":
        if isinstance(key, str):
            return replace(self, individuals=np.array([self._number(key)], dtype=np.int32))
        return replace(self, individuals=np.atleast_1d(self.individuals[key]))

    def _number(self, name: str) -> int:
        return self.names.id(Resolver(self.names, "individual", "The source").iri(name))

    @property
    def held_out(self) -> Ids:
        """Examples of the universe that are not in this slice."""
        return np.setdiff1d(self.universe, self.individuals)

    def problem(
        self,
        positive: npt.ArrayLike,
        *,
        mask: bool = False,
        weights: npt.ArrayLike | None = None,
    ) -> "LearningProblem":
        """Make the learning problem of these examples.

        Parameters
        ----------
        positive
            For each example, whether it is positive.
        mask
            Keep what the source says about held-out individuals, hiding only their labels.
        weights
            For each example, how many it stands for; 1 if None.
        """
        held_out = None if mask or not self.held_out.size else self.held_out
        kb = self.source.knowledge_base(without=held_out)
        labels = as_mask(positive)
        counts = None if weights is None else np.asarray(weights, dtype=np.float64)
        return LearningProblem(kb, self.target, self.individuals, labels, counts)


@dataclass(frozen=True, slots=True, eq=False)
class LearningProblem:
    """The individuals I with their labels, over a knowledge base that does not know the target.

    Attributes
    ----------
    kb
        The saturated knowledge base, the target hidden.
    target
        IRI of the class to learn.
    individuals
        Elements of ``kb``: the set I of the paper.
    positive
        For each of them, whether it belongs to E⁺; the others are E⁻.
    weights
        For each of them, how many examples it stands for; 1 if None. An example of weight 2 counts
        as two everywhere: in scores, in tests of acceptance, in fuzzy partitions.
    """

    kb: KnowledgeBase
    target: str
    individuals: Ids
    positive: Mask
    weights: Weights | None = None

    def __post_init__(self) -> None:
        individuals = np.ascontiguousarray(self.individuals, dtype=np.int32)
        positive = np.ascontiguousarray(self.positive, dtype=np.bool_)
        if individuals.shape != positive.shape:
            raise ExamplesError("Each example needs one label.")
        if not np.diff(np.sort(individuals)).all():
            raise ExamplesError("An individual is listed twice among the examples.")
        if not positive.any():
            raise ExamplesError(f"The target {self.target} has no positive example to learn from.")
        if positive.all():
            raise ExamplesError(f"The target {self.target} has no negative example to learn from.")
        individuals.flags.writeable = False
        positive.flags.writeable = False
        object.__setattr__(self, "individuals", individuals)
        object.__setattr__(self, "positive", positive)
        if self.weights is not None:
            object.__setattr__(self, "weights", _checked_weights(self.weights, individuals.size))

    def __len__(self) -> int:
        return self.individuals.size

    def part(self, chosen: npt.NDArray[np.int64]) -> "LearningProblem":
        """Return the problem of some of the examples, in the order given."""
        return replace(
            self,
            individuals=self.individuals[chosen],
            positive=self.positive[chosen],
            weights=None if self.weights is None else self.weights[chosen],
        )

    @property
    def counts(self) -> Weights:
        """How many examples each one stands for."""
        return np.ones(len(self)) if self.weights is None else self.weights

    @property
    def element_counts(self) -> Weights | None:
        """How often each element of the knowledge base counts; None if all count once."""
        if self.weights is None:
            return None
        counts = np.ones(self.kb.n_elements)
        counts[self.individuals] = self.weights
        return counts


def _checked_weights(weights: Weights, n_examples: int) -> Weights:
    checked = np.array(weights, dtype=np.float64)
    if checked.shape != (n_examples,):
        raise ExamplesError("Each example needs one weight.")
    if not (np.isfinite(checked) & (checked > 0)).all():
        raise ExamplesError("The weight of an example must be a number above 0.")
    checked.flags.writeable = False
    return checked
