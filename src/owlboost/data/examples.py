"""Examples of a source, their slices, and the learning problem they make."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from owlboost.data.example_labels import TargetRange, UnknownExamples, as_labels
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon, Resolver
from owlboost.errors import ExamplesError, ParameterError, did_you_mean
from owlboost.runtime.array_types import Floats, Ids, Mask, Weights
from owlboost.runtime.names import Names, short_name

if TYPE_CHECKING:
    from owlboost.models.verdicts import Judge


def sets_by_property(
    kb: KnowledgeBase, sets: Mapping[str, Sequence[FuzzySet]]
) -> dict[str, tuple[FuzzySet, ...]]:
    """Look up the properties for which sets are given.

    Parameters
    ----------
    sets
        The sets of each property, which is named by its IRI or its short name.

    Raises
    ------
    ParameterError
        A property is not there or has no numbers, or two sets have one name.
    """
    by_property = {_numeric(kb, name): tuple(sets) for name, sets in sets.items()}
    names = Counter(fuzzy_set.name for sets in by_property.values() for fuzzy_set in sets)
    for name, times in names.items():
        if times > 1:
            raise ParameterError(f"Two fuzzy sets are called '{name}'; rename one of them.")
    return by_property


def _numeric(kb: KnowledgeBase, name: str) -> str:
    """Return the numeric data property of a name."""
    properties = kb.vocabulary.data_properties
    numeric = [properties[number] for number in sorted(kb.numbers)]
    matches = (
        [iri for iri in properties if iri == name]
        or [iri for iri in properties if short_name(iri) == name]
        or [iri for iri in properties if short_name(iri) == short_name(name)]
    )
    if not matches:
        hint = did_you_mean(short_name(name), map(short_name, numeric))
        raise ParameterError(f"There is no data property '{short_name(name)}'.{hint}")
    usable = [iri for iri in matches if iri in numeric]
    if len(usable) != 1:
        problem = "means several properties" if usable else "has no numbers, so it has no sets"
        raise ParameterError(f"The property '{short_name(name)}' {problem}.")
    return usable[0]


class KnowledgeSource(Protocol):
    """A source of knowledge bases, complete or with some individuals left out.

    The numbering of elements is the same whatever is left out.
    """

    def knowledge_base(self, without: Ids | None = None) -> KnowledgeBase:
        """Infer the knowledge base without assertions about some individuals."""
        ...


@runtime_checkable
class JudgingSource(KnowledgeSource, Protocol):
    """A source whose statements about the target can be compared with hypotheses."""

    @property
    def judge(self) -> "Judge":
        """The judge that compares hypotheses with all statements of the source."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class MergedExamples:
    """Knowledge in which equal examples are merged, with their labels and weights.

    Attributes
    ----------
    kb
        Its first elements are the examples.
    labels, weights
        Of each of them; a weight is the sum of those that it stands for.
    places
        Which element each individual of the source is now; −1 for one that is left out.
    """

    kb: KnowledgeBase
    labels: Floats
    weights: Weights
    places: Ids


@runtime_checkable
class RetellingSource(KnowledgeSource, Protocol):
    """A source in which equal individuals can be merged by weight.

    Rows of a table can: neither their order nor their number matters, only their contents and how
    often these occur.
    """

    def retold(
        self, individuals: Ids, labels: Floats, weights: Weights, without: Ids | None
    ) -> MergedExamples:
        """Return knowledge without assertions on some individuals, equal examples merged."""
        ...


def _nobody() -> Ids:
    return np.empty(0, dtype=np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Individuals of a source, sliced like an array by scikit-learn's splitters.

    A slice remembers the individuals it came from: those it leaves out are held out, and training
    on it ignores all assertions about them, before inference.

    Attributes
    ----------
    source
        The source of knowledge bases; it does not know the target.
    target
        IRI of the class to learn.
    names
        Names of all individuals of the source; an individual's number is its element.
    individuals
        The examples, as elements.
    universe
        All examples that there were before slicing.
    others
        Background individuals, which count although they are no examples, as elements: I without
        I_E. Slices keep all of them; none is in the universe, so none is ever held out.
    target_range
        The values that labels of 0 and 1 stand for, if the target is graded; None if it is crisp.
    unknown
        Individuals whose membership is unknown; None if these are not distinguished. Those among
        the examples weigh their share.
    authored
        Data property → the fuzzy sets to use for it, in place of computed ones.
    """

    source: KnowledgeSource
    target: str
    names: Names
    individuals: Ids
    universe: Ids
    others: Ids = field(default_factory=_nobody)
    lexicon: Lexicon = field(default_factory=Lexicon)
    target_range: TargetRange | None = None
    unknown: UnknownExamples | None = None
    authored: Mapping[str, tuple[FuzzySet, ...]] = field(default_factory=dict)

    def with_sets(self, sets: Mapping[str, Sequence[FuzzySet]]) -> "Examples":
        """Return the same examples, with fuzzy sets for some data properties.

        Parameters
        ----------
        sets
            The sets of each property, which is named by its IRI or its short name.

        Raises
        ------
        ParameterError
            A property is not there or has no numbers, or two sets have one name.
        """
        named = sets_by_property(self.source.knowledge_base(), sets)
        return replace(self, authored={**self.authored, **named})

    def drawn(self, kb: KnowledgeBase) -> KnowledgeBase:
        """Return a knowledge base with the given fuzzy sets."""
        if not self.authored:
            return kb
        return replace(kb, authored={**kb.authored, **self.authored})

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
        individuals = Resolver(self.names, "individual", "The source", self.lexicon)
        return self.names.id(individuals.iri(name))

    @property
    def held_out(self) -> Ids:
        """Examples of the universe that are not in this slice."""
        if self.individuals is self.universe:
            return _nobody()
        return np.setdiff1d(self.universe, self.individuals)

    def problem(
        self,
        labels: npt.ArrayLike,
        *,
        mask: bool = False,
        weights: npt.ArrayLike | None = None,
        others: Ids | None = None,
    ) -> "LearningProblem":
        """Make the learning problem of these examples.

        Parameters
        ----------
        labels
            For each example, whether it is positive, or to what degree.
        mask
            Keep what the source says about held-out individuals, hiding only their labels.
        weights
            For each example, how many it stands for; 1 if None. An unknown one weighs its share of
            that.
        others
            Background individuals, as elements; those of the examples if None.
        """
        held_out = None if mask or not self.held_out.size else self.held_out
        if isinstance(self.source, RetellingSource):
            return self._retold(self.source, as_labels(labels), weights, others, held_out)
        kb = self.source.knowledge_base(without=held_out)
        counts = None if weights is None else np.asarray(weights, dtype=np.float64)
        if self.unknown is not None:
            counts = self.unknown.weighed(self.individuals, counts)
        return LearningProblem(
            self.drawn(kb),
            self.target,
            self.individuals,
            as_labels(labels),
            counts,
            self.others if others is None else others,
            self.source.judge if isinstance(self.source, JudgingSource) else None,
            self.target_range,
        )

    def _retold(
        self,
        source: RetellingSource,
        labels: Floats,
        weights: npt.ArrayLike | None,
        others: Ids | None,
        without: Ids | None,
    ) -> "LearningProblem":
        if labels.shape != self.individuals.shape:
            raise ExamplesError("Each example needs one label.")
        counts = np.ones(labels.size) if weights is None else np.asarray(weights, dtype=np.float64)
        merged = source.retold(
            self.individuals, labels, _checked_weights(counts, labels.size), without
        )
        return LearningProblem(
            self.drawn(merged.kb),
            self.target,
            np.arange(merged.labels.size, dtype=np.int32),
            merged.labels,
            None if (merged.weights == 1).all() else merged.weights,
            merged.places[self.others if others is None else others],
            target_range=self.target_range,
        )


@dataclass(frozen=True, slots=True, eq=False)
class LearningProblem:
    """Labelled examples over a knowledge base that does not know the target.

    Attributes
    ----------
    kb
        The saturated knowledge base, the target hidden.
    target
        IRI of the class to learn.
    individuals
        The examples I_E, as elements of ``kb``.
    labels
        For each of them, to what degree it belongs to the target: 1 for E⁺ and 0 for E⁻. Truth
        values will do.
    weights
        For each of them, how many examples it stands for; 1 if None. An example of weight 2 counts
        as two everywhere: in scores, in tests of acceptance, in fuzzy partitions.
    others
        Background individuals: I without I_E. They count as not belonging to the target, but
        neither as negatives nor in any measure.
    judge
        The judge that compares hypotheses with the source; None if it says nothing of the target.
    target_range
        The values that labels of 0 and 1 stand for, if the target is graded; None if it is crisp.
        Where a label is neither 0 nor 1, the target is graded, and its range is [0, 1] if none is
        given.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a", "b", "c"], types={"Cheap": ["a"]})
    >>> problem = LearningProblem(kb, "Good", [0, 1], [True, False], others=[2])
    >>> problem.labels, len(problem)
    (array([1., 0.]), 2)
    """

    kb: KnowledgeBase
    target: str
    individuals: Ids
    labels: npt.NDArray[Any]
    weights: Weights | None = None
    others: Ids = field(default_factory=_nobody)
    judge: "Judge | None" = None
    target_range: TargetRange | None = None

    def __post_init__(self) -> None:
        individuals = np.array(self.individuals, dtype=np.int32)
        others = np.array(self.others, dtype=np.int32)
        labels = as_labels(self.labels)
        if individuals.shape != labels.shape:
            raise ExamplesError("Each example needs one label.")
        if not _are_distinct(individuals, others):
            raise ExamplesError("An individual is listed twice among the examples.")
        if self.target_range is None and not ((labels == 0) | (labels == 1)).all():
            object.__setattr__(self, "target_range", TargetRange())
        if self.target_range is None:
            _require_both(labels, self.target)
        for name, array in (("individuals", individuals), ("labels", labels), ("others", others)):
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        if self.weights is not None:
            object.__setattr__(self, "weights", _checked_weights(self.weights, individuals.size))

    def __len__(self) -> int:
        return self.individuals.size

    def part(self, chosen: npt.NDArray[np.int64]) -> "LearningProblem":
        """Return the problem of some of the examples, in the order given."""
        return replace(
            self,
            individuals=self.individuals[chosen],
            labels=self.labels[chosen],
            weights=None if self.weights is None else self.weights[chosen],
        )

    def alone(self) -> "LearningProblem":
        """Return the problem over its own individuals only, if tabular.

        Where no role is filled and every property is functional, no concept depends on other
        individuals. Otherwise the problem is returned as it is.

        Examples
        --------
        >>> kb = KnowledgeBase.from_facts(["a", "b", "c"], types={"Cheap": ["c"]})
        >>> LearningProblem(kb, "Good", [2, 0], [True, False]).alone().kb.individuals
        Names(['c', 'a'])
        """
        if not self.kb.has_single_values or self.kb.n_elements != len(self.kb.individuals):
            return self
        n_examples, n_others = len(self), self.others.size
        return replace(
            self,
            kb=self.kb.reordered(np.concatenate([self.individuals, self.others])),
            individuals=np.arange(n_examples, dtype=np.int32),
            others=np.arange(n_examples, n_examples + n_others, dtype=np.int32),
        )

    @property
    def positive(self) -> Mask:
        """Which examples belong to the target to any degree: E⁺."""
        return self.labels > 0

    @property
    def is_crisp(self) -> bool:
        """Whether every label is 0 or 1."""
        return bool(np.isin(self.labels, (0.0, 1.0)).all())

    @property
    def is_graded(self) -> bool:
        """Whether labels are degrees in the range of a target."""
        return self.target_range is not None

    @property
    def counts(self) -> Weights:
        """How many examples each one stands for."""
        return np.ones(len(self)) if self.weights is None else self.weights

    @property
    def element_counts(self) -> Weights | None:
        """The weight of each element; None if all are 1."""
        if self.weights is None:
            return None
        counts = np.ones(self.kb.n_elements)
        counts[self.individuals] = self.weights
        return counts

    @property
    def element_labels(self) -> Floats:
        """The label of each element; NaN if it is no example."""
        labels = np.full(self.kb.n_elements, np.nan)
        labels[self.individuals] = self.labels
        return labels


def _are_distinct(individuals: Ids, others: Ids) -> bool:
    """Whether no individual is listed twice; fast if examples are ascending."""
    if not others.size and (individuals[1:] > individuals[:-1]).all():
        return True
    return bool(np.diff(np.sort(np.concatenate([individuals, others]))).all())


def _require_both(labels: Floats, target: str) -> None:
    if not labels.any():
        raise ExamplesError(f"The target {target} has no positive examples to learn from.")
    if labels.all():
        raise ExamplesError(f"The target {target} has no negative examples to learn from.")


def _checked_weights(weights: Weights, n_examples: int) -> Weights:
    checked = np.array(weights, dtype=np.float64)
    if checked.shape != (n_examples,):
        raise ExamplesError("Each example needs one weight.")
    if not (np.isfinite(checked) & (checked > 0)).all():
        raise ExamplesError("The weight of an example must be a number above 0.")
    checked.flags.writeable = False
    return checked
