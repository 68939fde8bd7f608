"""Predictions of a model for the individuals of a source."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from operator import index
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import numpy as np

from owlboost.concepts.hypothesis import COVERED, covers
from owlboost.data.example_labels import TargetRange
from owlboost.data.examples import Examples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Resolver
from owlboost.errors import UnknownNameError
from owlboost.models.source import OpenSource, opened_for
from owlboost.runtime.array_types import Degrees, Floats, Ids, Mask

if TYPE_CHECKING:
    from owlboost.models.trained import TrainedModel


Individual = str | SupportsIndex
"""A name, an IRI, or a number from 0."""

Wanted = Individual | Iterable[Individual] | Literal["all"]


def known_to(model: "TrainedModel", source: object) -> tuple[KnowledgeBase, Ids]:
    """Return a source's knowledge for a model, and its individuals.

    Raises
    ------
    ParameterError
        The source is nothing that a model can be applied to.
    """
    if isinstance(source, Examples):
        return source.source.knowledge_base(), source.individuals
    kb = source if isinstance(source, KnowledgeBase) else _opened(model, source)
    return kb, np.arange(len(kb.individuals), dtype=np.int32)


def _opened(model: "TrainedModel", source: object) -> KnowledgeBase:
    if hasattr(source, "knowledge_base") and not isinstance(source, OpenSource):
        kb: KnowledgeBase = source.knowledge_base()
        return kb
    return opened_for(model, source).knowledge_for(model)


def chosen(wanted: Wanted, kb: KnowledgeBase, among: Ids) -> list[int]:
    """Return elements by name, IRI, or number from 0 among some elements.

    Raises
    ------
    UnknownNameError
        There is no such individual, or more than one of that name.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["urn:x#a", "urn:x#b", "urn:x#c"])
    >>> chosen(["c", 0], kb, np.array([1, 2])), chosen("all", kb, np.array([1, 2]))
    ([2, 1], [1, 2])
    """
    if isinstance(wanted, str):
        wanted = range(among.size) if wanted == "all" else [wanted]
    listed = list(wanted) if isinstance(wanted, Iterable) else [wanted]
    names = kb.individuals
    named = [item for item in listed if isinstance(item, str)]
    iris = iter(_individuals(kb).iris(named) if named else ())
    return [
        names.id(next(iris)) if isinstance(item, str) else _counted(item, among) for item in listed
    ]


def _individuals(kb: KnowledgeBase) -> Resolver:
    return Resolver(kb.individuals, "individual", "The source", kb.lexicon)


def _counted(place: SupportsIndex, among: Ids) -> int:
    number = index(place)
    if not 0 <= number < among.size:
        raise UnknownNameError(
            f"There is no individual with number {number}: the source has {among.size} of them, "
            "counted from 0."
        )
    return int(among[number])


@dataclass(frozen=True, slots=True)
class Prediction:
    """The prediction of a model for one individual.

    Attributes
    ----------
    individual
        Its IRI, or the name of a row.
    degree
        Its degree of the target, from 0 to 1.
    evidence
        The sum of the rules, before it is clipped to a degree.
    probability
        Its probability to belong to the target; None if the model is not calibrated.
    positive
        Whether the degree is above 0.
    decision
        Whether it reaches the fitted threshold; that of a graded target is ½.
    value
        The degree as a value of a graded target; None if it is crisp.
    """

    individual: str
    degree: float
    evidence: float
    probability: float | None
    positive: bool
    decision: bool
    value: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Return JSON values, with a ``value`` if the target is graded."""
        fields = asdict(self)
        if self.value is None:
            del fields["value"]
        return fields


@dataclass(frozen=True, slots=True, eq=False)
class Predictions(Sequence[Prediction]):
    """Predictions for many individuals, each made on access.

    Attributes
    ----------
    names
        The names of all individuals.
    elements
        The numbers of those in question, in their order.
    degrees, evidence, probabilities
        Of each of them; probabilities are None if the model is not calibrated.
    threshold
        The degree from which on the answer is yes.
    target_range
        The values that degrees of 0 and 1 stand for, if the target is graded.

    Examples
    --------
    >>> predictions = Predictions(
    ...     ["a", "b"], np.array([1]), np.array([0.3]), np.array([0.3]), None, 0.5
    ... )
    >>> len(predictions), predictions[0].individual, predictions[0].decision
    (1, 'b', False)
    """

    names: Sequence[str]
    elements: Ids
    degrees: Degrees
    evidence: Floats
    probabilities: Floats | None
    threshold: float
    target_range: TargetRange | None = None

    @property
    def individuals(self) -> Iterator[str]:
        """The names of the predicted individuals."""
        return (self.names[element] for element in self.elements.tolist())

    @property
    def positive(self) -> Mask:
        """Which degrees are above 0."""
        return covers(self.degrees)

    @property
    def decisions(self) -> Mask:
        """Which degrees reach the threshold."""
        return np.asarray(self.degrees >= self.threshold)

    def parts(self, size: int) -> "Iterator[Predictions]":
        """Cut them into parts of at most that many.

        Examples
        --------
        >>> ones = np.ones(3)
        >>> predictions = Predictions(["a", "b", "c"], np.arange(3), ones, ones, None, 0.5)
        >>> [list(part.individuals) for part in predictions.parts(2)]
        [['a', 'b'], ['c']]
        """
        for start in range(0, len(self), size):
            span = slice(start, start + size)
            probabilities = self.probabilities
            yield replace(
                self,
                elements=self.elements[span],
                degrees=self.degrees[span],
                evidence=self.evidence[span],
                probabilities=None if probabilities is None else probabilities[span],
            )

    def __len__(self) -> int:
        return self.elements.size

    @overload
    def __getitem__(self, index: int) -> Prediction: ...
    @overload
    def __getitem__(self, index: slice) -> list[Prediction]: ...
    def __getitem__(self, index: int | slice) -> Prediction | list[Prediction]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        degree = float(self.degrees[index])
        return Prediction(
            self.names[int(self.elements[index])],
            degree,
            float(self.evidence[index]),
            None if self.probabilities is None else float(self.probabilities[index]),
            degree > COVERED,
            degree >= self.threshold,
            None if self.target_range is None else self.target_range.value(degree),
        )
