"""A model applied to labelled data, and the view of its individuals."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from owlboost.concepts.evaluation import Extents
from owlboost.data.example_labels import TargetRange, as_labels
from owlboost.data.examples import Examples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ParameterError
from owlboost.learners.training import MIDDLE
from owlboost.models.trained import TrainedModel
from owlboost.report.views.facts import packed
from owlboost.report.views.schema import IndividualsJson, NamesJson
from owlboost.runtime.array_types import Answers, Floats, Ids, Mask


def _nothing() -> Ids:
    return np.empty(0, dtype=np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A knowledge base with the examples in it.

    Attributes
    ----------
    kb
        The knowledge base without the target.
    examples
        The examples, as elements; empty without labels.
    positive
        Which of them belong to the target.
    remarks
        Remarks of the reader and the reasoner, in sentences.
    grades
        How far each of them belongs, if labels are graded; those from the middle on are positive.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a", "b", "c"])
    >>> Labelled(kb, np.array([0, 2]), np.array([True, False])).labels
    array([ 1, -1,  0], dtype=int8)
    """

    kb: KnowledgeBase
    examples: Ids = field(default_factory=_nothing)
    positive: Mask = field(default_factory=lambda: np.empty(0, dtype=np.bool_))
    remarks: tuple[str, ...] = ()
    grades: Floats | None = None

    @classmethod
    def from_labels(
        cls,
        kb: KnowledgeBase,
        examples: Ids,
        labels: Answers,
        remarks: tuple[str, ...] = (),
        target_range: TargetRange | None = None,
    ) -> "Labelled":
        """Label examples by truth values or, for a graded model, by degrees.

        Examples
        --------
        >>> kb = KnowledgeBase.from_facts(["a", "b"])
        >>> data = Labelled.from_labels(
        ...     kb, np.arange(2), np.array([0.5, 0.2]), target_range=TargetRange(1, 5)
        ... )
        >>> data.positive, data.remarks
        (array([ True, False]), ('Examples with a label of at least 3 count as positive here.',))
        """
        if target_range is None:
            return cls(kb, examples, as_labels(labels) > 0, remarks)
        middle = f"{target_range.value(MIDDLE):g}"
        remark = f"Examples with a label of at least {middle} count as positive here."
        grades = as_labels(labels)
        return cls(kb, examples, grades >= MIDDLE, (*remarks, remark), grades)

    @property
    def labels(self) -> npt.NDArray[np.int8]:
        """Labels of all individuals: 1 positive, 0 negative, −1 no example."""
        labels = np.full(len(self.kb.individuals), -1, dtype=np.int8)
        labels[self.examples] = self.positive
        return labels

    @property
    def has_both(self) -> bool:
        """Whether there are positives and negatives."""
        return bool(self.positive.any() and not self.positive.all())


def labelled(model: TrainedModel, source: object, labels: object) -> Labelled | None:
    """Return the data that a model is shown on, if any.

    Parameters
    ----------
    model
        What it may not know is left out.
    source
        Examples, a knowledge base, an ontology or a table, in memory or as the path of a file.
    labels
        Which of the examples are positive, as truth values, or for a graded model to what degree;
        None if nobody knows.

    Raises
    ------
    ParameterError
        There are more or fewer labels than examples.
    """
    if source is None or isinstance(source, Labelled):
        return source
    kb = source.source.knowledge_base() if isinstance(source, Examples) else model.knowledge(source)
    if labels is None:
        return Labelled(kb)
    everyone = np.arange(len(kb.individuals), dtype=np.int32)
    examples = source.individuals if isinstance(source, Examples) else everyone
    given = np.asarray(labels)
    if given.shape != examples.shape:
        raise ParameterError(
            f"Each of the {examples.size} examples needs one label; {given.size} were given."
        )
    return Labelled.from_labels(kb, examples, given, target_range=model.target_range)


@dataclass(frozen=True, slots=True, eq=False)
class Applied:
    """A model with its degrees and evidence for every individual.

    There are no probabilities if the model is not calibrated.
    """

    model: TrainedModel
    data: Labelled
    extents: Extents
    evidence: Floats
    degrees: Floats
    probabilities: Floats | None

    @classmethod
    def from_model(cls, model: TrainedModel, data: Labelled) -> "Applied":
        """Apply a model."""
        extents = Extents(data.kb, model.semantics)
        evidence = extents.evidence(model.hypothesis)
        calibration = model.calibration
        return cls(
            model,
            data,
            extents,
            evidence,
            extents.hypothesis(model.hypothesis),
            None if calibration is None else calibration.probability(evidence),
        )


MOST_INDIVIDUALS = 200_000
"""Default for the largest number of individuals in a page."""


def chosen_rows(data: Labelled, most: int = MOST_INDIVIDUALS) -> Ids:
    """Return the individuals that a page shows, examples first.

    If there are more than ``most``, they are evenly spread.

    Examples
    --------
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts([f"i{number}" for number in range(9)])
    >>> chosen_rows(Labelled(kb, np.array([0, 4]), np.array([True, False])), 4).tolist()
    [0, 1, 4, 8]
    """
    everyone = np.arange(len(data.kb.individuals), dtype=np.int32)
    if everyone.size <= most:
        return everyone
    examples = _spread(np.sort(data.examples), most)
    background = _spread(np.setdiff1d(everyone, data.examples), most - examples.size)
    return np.sort(np.concatenate([examples, background]))


def _spread(elements: Ids, most: int) -> Ids:
    if elements.size <= most:
        return elements
    if most <= 0:
        return elements[:0]
    return elements[np.unique(np.linspace(0, elements.size - 1, most).astype(np.int64))]


def individuals_view(applied: Applied, rows: Ids, lexicon: Lexicon) -> IndividualsJson:
    """Return names, labels and evidence of some individuals."""
    individuals = applied.data.kb.individuals
    iris = [individuals[row] for row in rows.tolist()]
    return {
        "count": len(iris),
        "total": len(individuals),
        "sampled": len(iris) < len(individuals),
        **names_view(iris, lexicon),
        "labels": packed(applied.data.labels[rows]),
        "evidence": packed(applied.evidence[rows]),
    }


def names_view(iris: Sequence[str], lexicon: Lexicon) -> NamesJson:
    """Return names of individuals, and IRIs where they differ.

    Examples
    --------
    >>> names_view(["row1", "row2"], Lexicon())
    {'names': {'numbered': 'row'}, 'iris': None}
    >>> names_view(["urn:x#ab", "urn:x#ac"], Lexicon())
    {'names': ['ab', 'ac'], 'iris': {'prefix': 'urn:x#', 'rests': None}}
    """
    names = [lexicon.name(iri) for iri in iris]
    if names == list(iris):
        numbered = all(name == f"row{number}" for number, name in enumerate(names, 1))
        return {"names": {"numbered": "row"} if numbered else names, "iris": None}
    prefix = _prefix(iris, names)
    rests = [iri.removeprefix(prefix) for iri in iris]
    return {"names": names, "iris": {"prefix": prefix, "rests": None if rests == names else rests}}


def _prefix(iris: Sequence[str], names: Sequence[str]) -> str:
    """Return the prefix of IRIs before names, else their common one."""
    if iris and iris[0].endswith(names[0]):
        before = iris[0].removesuffix(names[0])
        if all(iri.startswith(before) for iri in iris):
            return before
    first, last = min(iris, default=""), max(iris, default="")
    shared = [a == b for a, b in zip(first, last, strict=False)]
    return first[: [*shared, False].index(False)]
