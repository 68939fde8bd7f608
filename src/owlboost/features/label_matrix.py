"""Label degrees of a knowledge base in one sparse matrix (mathematics §15)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from owlboost.concepts.concept import Atom, CrispValue, DataLabel, FuzzyValue, Label
from owlboost.data.fuzzy_sets import FuzzySet, Partition
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.segments import Segments, in_segments
from owlboost.kernels.fuzzy import count_memberships, fill_memberships
from owlboost.runtime.array_types import Degrees, Floats, Ids, Offsets
from owlboost.runtime.sparse_rows import Values
from owlboost.runtime.threads import SERIAL, ThreadPool


@dataclass(frozen=True, slots=True, eq=False)
class LabelMatrix:
    """Element × label, rows compressed and sorted; degrees > 0 only.

    Attributes
    ----------
    labels
        What the search may add to a node: property by property in the order of names, of fuzzy sets
        partition by partition.
    indptr, indices, degrees
        The matrix: the labels of element x are ``indices[indptr[x]:indptr[x + 1]]``.
    exclusive
        For each label the number of its functional data property, or -1: no two labels with one
        number in one node (note 7).
    properties, partitions
        For each fuzzy label the numbers of its property and of its partition, else -1: a model
        speaks of a property in the words of one partition.
    segments
        Columns of numbers whose labels the matrix has no degrees of: they are computed where they
        are asked for.
    """

    labels: tuple[Label, ...]
    indptr: Offsets
    indices: Ids
    degrees: Degrees
    exclusive: Ids
    properties: Ids
    partitions: Ids
    segments: tuple[Segments, ...] = ()

    def __post_init__(self) -> None:
        numbers = (self.exclusive, self.properties, self.partitions)
        for array in (self.indptr, self.indices, self.degrees, *numbers):
            array.flags.writeable = False

    def is_in_segments(self, label: Label) -> bool:
        """Whether a label is a fuzzy set whose degrees are not in the matrix."""
        return isinstance(label, FuzzyValue) and any(
            label.prop in segments.properties for segments in self.segments
        )

    def fuzzy_partitions(self) -> tuple[Partition, ...]:
        """Return the partitions whose sets are among the labels."""
        members: dict[int, list[FuzzyValue]] = {}
        for label, partition in zip(self.labels, self.partitions.tolist(), strict=True):
            if partition >= 0 and isinstance(label, FuzzyValue):
                members.setdefault(partition, []).append(label)
        return tuple(
            Partition(labels[0].prop, tuple(label.fuzzy_set for label in labels))
            for labels in members.values()
        )


@dataclass(frozen=True, slots=True)
class _Members:
    """A class or value with its elements and, if graded, degrees."""

    label: Label
    elements: Ids
    degrees: Degrees | None = None


@dataclass(frozen=True, slots=True)
class _Sets:
    """The fuzzy labels of one numeric property."""

    labels: tuple[FuzzyValue, ...]
    values: Values
    corners: Floats


_Source = _Members | _Sets


def label_matrix(kb: KnowledgeBase, partitions: Iterable[Partition]) -> LabelMatrix:
    """Compute the degrees of all labels at every element.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Hotel": ["b"]})
    >>> matrix = label_matrix(kb, ())
    >>> matrix.labels, matrix.indptr
    ((Atom(iri='Hotel'),), array([0, 0, 1]))
    """
    return _filled_matrix(kb, sorted(_sources(kb, partitions), key=_source_key), ())


def table_labels(
    kb: KnowledgeBase, partitions: Iterable[Partition], pool: ThreadPool = SERIAL
) -> LabelMatrix:
    """Return the labels of a table, its numbers in segments.

    For other sources, all degrees are computed. Columns are split over the threads of a ``pool``.

    Examples
    --------
    >>> from owlboost.features.partitions import fit_partitions
    >>> kb = KnowledgeBase.from_facts(["a", "b"], numbers={"ex#price": [("a", 10), ("b", 30)]})
    >>> matrix = table_labels(kb, fit_partitions(kb))
    >>> len(matrix.labels), matrix.degrees.size, matrix.segments[0].labels
    (2, 0, array([1, 0, 1, 0], dtype=int32))
    """
    sources = sorted(_sources(kb, partitions), key=_source_key)
    segments = in_segments(kb, _numbered_sets(sources), pool) if kb.has_single_values else ()
    return _filled_matrix(kb, sources, segments)


@dataclass(frozen=True, slots=True)
class LabelLayout:
    """The layout of labels, the same for parts as for the whole.

    Attributes
    ----------
    labels
        All labels.
    partitions
        The fuzzy sets among them.
    segmented
        The properties whose numbers lie in segments.
    """

    labels: tuple[Label, ...]
    partitions: tuple[Partition, ...]
    segmented: frozenset[str]

    @classmethod
    def from_matrix(cls, matrix: LabelMatrix) -> "LabelLayout":
        """Describe the layout of a label matrix."""
        segmented = frozenset(prop for segments in matrix.segments for prop in segments.properties)
        return cls(matrix.labels, matrix.fuzzy_partitions(), segmented)

    def matrix(self, kb: KnowledgeBase) -> LabelMatrix:
        """Return the matrix of other elements in the same layout."""
        sources = sorted(_sources(kb, self.partitions, self.labels), key=_source_key)
        sets = _numbered_sets(sources)
        chosen = {prop: numbered for prop, numbered in sets.items() if prop in self.segmented}
        return _filled_matrix(kb, sources, in_segments(kb, chosen))


def _numbered_sets(sources: Sequence[_Source]) -> dict[str, dict[int, FuzzySet]]:
    """Map each property to its fuzzy sets by label number."""
    numbered: dict[str, dict[int, FuzzySet]] = {}
    first = 0
    for source in sources:
        labels = (source.label,) if isinstance(source, _Members) else source.labels
        for number, label in enumerate(labels, first):
            if isinstance(label, FuzzyValue):
                numbered.setdefault(label.prop, {})[number] = label.fuzzy_set
        first += len(labels)
    return numbered


def _filled_matrix(
    kb: KnowledgeBase, sources: Sequence[_Source], segments: tuple[Segments, ...]
) -> LabelMatrix:
    """Compute the degrees of all labels but those in segments."""
    segmented = {prop for columns in segments for prop in columns.properties}
    labels: list[Label] = []
    label_partitions: list[int] = []
    counts = np.zeros(kb.n_elements + 1, dtype=np.int64)
    for number, source in enumerate(sources):
        match source:
            case _Members(label, elements):
                labels.append(label)
                label_partitions.append(-1)
                counts[1:][elements] += 1  # an element is listed once
            case _Sets(fuzzy, values, corners):
                labels.extend(fuzzy)
                label_partitions += [number] * len(fuzzy)
                if fuzzy[0].prop not in segmented:
                    count_memberships(values.indptr, values.values, corners, counts[1:])
    indptr = np.cumsum(counts) if counts.any() else counts  # zeros not written take no memory
    indices = kb.shelf.allocate(int(indptr[-1]), np.int32)
    degrees = kb.shelf.allocate(int(indptr[-1]), np.float64)
    if indices.size:
        _fill(sources, segmented, indptr[:-1].copy(), indices, degrees)
    partitioned = np.array(label_partitions, dtype=np.int32)
    properties = np.where(partitioned >= 0, _properties(kb, labels), -1).astype(np.int32)
    exclusive = _exclusive(kb, labels)
    return LabelMatrix(
        tuple(labels), indptr, indices, degrees, exclusive, properties, partitioned, segments
    )


def _fill(
    sources: Sequence[_Source],
    segmented: Collection[str],
    cursor: Offsets,
    indices: Ids,
    degrees: Degrees,
) -> None:
    """Write the entries source by source, in the order of labels."""
    first = 0
    for source in sources:
        match source:
            case _Members(_, elements, members_degrees):
                entries = cursor[elements]
                indices[entries] = first
                degrees[entries] = 1.0 if members_degrees is None else members_degrees
                cursor[elements] += 1
                first += 1
            case _Sets(labels, values, corners):
                if labels[0].prop not in segmented:
                    fill_memberships(
                        values.indptr, values.values, corners, first, cursor, indices, degrees
                    )
                first += len(labels)


def _sources(
    kb: KnowledgeBase, partitions: Iterable[Partition], labels: Collection[Label] | None = None
) -> Iterator[_Source]:
    """Yield all ``labels``; if None, those that an element has."""
    names, wanted = kb.vocabulary, None if labels is None else set(labels)
    for number, iri in enumerate(names.classes):
        if kb.members[number].size if wanted is None else Atom(iri) in wanted:
            graded = kb.members.degrees is not None
            degrees = kb.members.degrees_of(number) if graded else None
            yield _Members(Atom(iri), kb.members[number], degrees)
    for partition in partitions:
        sets = sorted(partition.sets, key=lambda fuzzy_set: fuzzy_set.name)
        yield _Sets(
            tuple(FuzzyValue(partition.prop, fuzzy_set) for fuzzy_set in sets),
            kb.numbers[names.data_properties.id(partition.prop)],
            np.array([fuzzy_set.shape.corners for fuzzy_set in sets], dtype=np.float64),
        )
    for number, symbols in kb.symbols.items():
        elements_of = symbols.rows.transposed(len(symbols.values))
        for code, value in enumerate(symbols.values):
            label = CrispValue(names.data_properties[number], value)
            if elements_of[code].size if wanted is None else label in wanted:
                yield _Members(label, elements_of[code])


def _source_key(source: _Source) -> tuple[str, str, str]:
    return source.label.key if isinstance(source, _Members) else source.labels[0].key


def _properties(kb: KnowledgeBase, labels: list[Label]) -> Ids:
    """For each label the number of its data property, or -1."""
    properties = kb.vocabulary.data_properties
    numbers = [
        properties.id(label.prop) if isinstance(label, DataLabel) else -1 for label in labels
    ]
    return np.array(numbers, dtype=np.int32)


def _exclusive(kb: KnowledgeBase, labels: list[Label]) -> Ids:
    """For each label the number of its functional property, or -1."""
    properties = _properties(kb, labels)
    functional = [number for number in set(properties.tolist()) - {-1} if kb.is_functional(number)]
    return np.where(np.isin(properties, functional), properties, -1).astype(np.int32)
