"""All label degrees of a knowledge base as one sparse matrix (mathematics §15)."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from owlboost._typing import Degrees, Floats, Ids, Offsets
from owlboost.kernels.membership import count_memberships, fill_memberships
from owlboost.model.concepts import Atom, Label, SomeData
from owlboost.model.fuzzysets import Equals, FuzzySet, Partition
from owlboost.model.knowledge_base import KnowledgeBase, Values


@dataclass(frozen=True, slots=True, eq=False)
class Labelling:
    """Element × label, rows compressed and sorted; only degrees > 0 are kept.

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
    """

    labels: tuple[Label, ...]
    indptr: Offsets
    indices: Ids
    degrees: Degrees
    exclusive: Ids
    properties: Ids
    partitions: Ids

    def __post_init__(self) -> None:
        numbers = (self.exclusive, self.properties, self.partitions)
        for array in (self.indptr, self.indices, self.degrees, *numbers):
            array.flags.writeable = False

    def fuzzy_partitions(self) -> tuple[Partition, ...]:
        """Return the partitions whose sets are among the labels."""
        found: dict[int, list[SomeData]] = {}
        for label, partition in zip(self.labels, self.partitions.tolist(), strict=True):
            if partition >= 0 and isinstance(label, SomeData):
                found.setdefault(partition, []).append(label)
        return tuple(
            Partition(labels[0].prop, tuple(_fuzzy_set(label) for label in labels))
            for labels in found.values()
        )


def _fuzzy_set(label: SomeData) -> FuzzySet:
    if not isinstance(label.range, FuzzySet):
        raise TypeError(label)
    return label.range


@dataclass(frozen=True, slots=True)
class _Members:
    """A crisp label and the elements that have it."""

    label: Label
    elements: Ids


@dataclass(frozen=True, slots=True)
class _Sets:
    """The fuzzy labels of one numeric property."""

    labels: tuple[SomeData, ...]
    values: Values
    corners: Floats


_Source = _Members | _Sets


def label_matrix(
    kb: KnowledgeBase, partitions: Iterable[Partition], labels: Collection[Label] | None = None
) -> Labelling:
    """Compute the degree of every class, fuzzy set and crisp value at every element.

    Parameters
    ----------
    kb
        What is known of the elements.
    partitions
        The fuzzy sets.
    labels
        All labels there are, if this is a part of more knowledge; else those that an element has.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Hotel": ["b"]})
    >>> matrix = label_matrix(kb, ())
    >>> matrix.labels, matrix.indptr
    ((Atom(iri='Hotel'),), array([0, 0, 1]))
    """
    sources = sorted(_sources(kb, partitions, labels), key=_source_key)
    found: list[Label] = []
    partition_of: list[int] = []
    counts = np.zeros(kb.n_elements + 1, dtype=np.int64)
    for number, source in enumerate(sources):
        match source:
            case _Members(label, elements):
                found.append(label)
                partition_of.append(-1)
                counts[1:][elements] += 1  # an element stands once in a list
            case _Sets(fuzzy, values, corners):
                found.extend(fuzzy)
                partition_of += [number] * len(fuzzy)
                count_memberships(values.indptr, values.values, corners, counts[1:])
    indptr = np.cumsum(counts)
    indices = kb.shelf.room(int(indptr[-1]), np.int32)
    degrees = kb.shelf.room(int(indptr[-1]), np.float64)
    _fill(sources, indptr[:-1].copy(), indices, degrees)
    partitioned = np.array(partition_of, dtype=np.int32)
    properties = np.where(partitioned >= 0, _properties(kb, found), -1).astype(np.int32)
    exclusive = _exclusive(kb, found)
    return Labelling(tuple(found), indptr, indices, degrees, exclusive, properties, partitioned)


def _fill(sources: list[_Source], cursor: Offsets, indices: Ids, degrees: Degrees) -> None:
    """Write the entries source by source; sources come in the order of their labels."""
    first = 0
    for source in sources:
        match source:
            case _Members(_, elements):
                places = cursor[elements]
                indices[places] = first
                degrees[places] = 1.0
                cursor[elements] += 1
                first += 1
            case _Sets(labels, values, corners):
                fill_memberships(
                    values.indptr, values.values, corners, first, cursor, indices, degrees
                )
                first += len(labels)


def _sources(
    kb: KnowledgeBase, partitions: Iterable[Partition], labels: Collection[Label] | None
) -> Iterator[_Source]:
    names, wanted = kb.vocabulary, None if labels is None else set(labels)
    for number, iri in enumerate(names.classes):
        if kb.members[number].size if wanted is None else Atom(iri) in wanted:
            yield _Members(Atom(iri), kb.members[number])
    for partition in partitions:
        sets = sorted(partition.sets, key=lambda fuzzy_set: fuzzy_set.name)
        yield _Sets(
            tuple(SomeData(partition.prop, fuzzy_set) for fuzzy_set in sets),
            kb.numbers[names.data_properties.id(partition.prop)],
            np.array([fuzzy_set.shape.corners for fuzzy_set in sets], dtype=np.float64),
        )
    for number, symbols in kb.symbols.items():
        elements_of = symbols.rows.transposed(len(symbols.values))
        for code, value in enumerate(symbols.values):
            label = SomeData(names.data_properties[number], Equals(value))
            if elements_of[code].size if wanted is None else label in wanted:
                yield _Members(label, elements_of[code])


def _source_key(source: _Source) -> tuple[str, str, str]:
    return source.label.key if isinstance(source, _Members) else source.labels[0].key


def _properties(kb: KnowledgeBase, labels: list[Label]) -> Ids:
    """For each label the number of its data property, or -1."""
    known = kb.vocabulary.data_properties
    numbers = [known.id(one.prop) if isinstance(one, SomeData) else -1 for one in labels]
    return np.array(numbers, dtype=np.int32)


def _exclusive(kb: KnowledgeBase, labels: list[Label]) -> Ids:
    """For each label the number of its data property if that is functional, else -1."""
    properties = _properties(kb, labels)
    functional = [number for number in set(properties.tolist()) - {-1} if kb.is_functional(number)]
    return np.where(np.isin(properties, functional), properties, -1).astype(np.int32)
