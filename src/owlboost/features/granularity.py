"""Partitions of several granularities side by side: coarse sets generalise, fine ones discern."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from owlboost.features.partitions import fit_several
from owlboost.model.fuzzysets import FuzzySet, Partition, Shape
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.runtime.array_types import Floats, Weights
from owlboost.runtime.threads import ALONE, Crew


class Granularities:
    """The partitions of a knowledge base into several numbers of sets, each placed once.

    Parameters
    ----------
    kb, fuzzify, centroid_exponent, counts, labels
        As in :func:`~owlboost.features.partitions.fit_partitions`.
    crew
        The threads that place sets.

    Examples
    --------
    >>> values = [(f"a{number}", number) for number in range(20)]
    >>> kb = KnowledgeBase.from_facts([name for name, _ in values], numbers={"ex#p": values})
    >>> [[one.name for one in found.sets] for found in Granularities(kb, "uniform").of((3, 5))]
    [['p_L3', 'p_F3', 'p_H3'], ['p_VL5', 'p_L5', 'p_F5', 'p_H5', 'p_VH5']]
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        fuzzify: str = "cmeans",
        centroid_exponent: float = 2.0,
        counts: Weights | None = None,
        crew: Crew = ALONE,
        labels: Floats | None = None,
    ) -> None:
        self._kb = kb
        self._placing = (fuzzify, centroid_exponent, counts, crew, labels)
        self._fitted: dict[int, tuple[Partition, ...]] = {}

    def place(self, numbers_of_sets: Iterable[int]) -> None:
        """Place as many sets as these, if that was not done before; values are sorted once."""
        new = sorted({*numbers_of_sets} - {*self._fitted})
        if new:
            self._fitted |= fit_several(self._kb, new, *self._placing)

    def of(self, granularities: Sequence[int]) -> tuple[Partition, ...]:
        """Return the partitions of some numbers of sets.

        With one number the sets are named as always; with several, a set's name ends in the number
        of sets of its partition. Of equal sets the coarsest partition's stays; a partition without
        any set of its own is none. Sets that authors gave keep their names.
        """
        self.place(granularities)
        if len(granularities) == 1:
            return self._fitted[granularities[0]]
        fitted = {n_sets: self._fitted[n_sets] for n_sets in sorted(granularities)}
        return _side_by_side(fitted, self._kb.authored)


def _side_by_side(
    fitted: Mapping[int, tuple[Partition, ...]], authored: Collection[str]
) -> tuple[Partition, ...]:
    found: list[Partition] = []
    known: set[tuple[str, Shape]] = set()
    for n_sets, partitions in fitted.items():
        for partition in partitions:
            new = [one for one in partition.sets if (partition.prop, one.shape) not in known]
            known |= {(partition.prop, one.shape) for one in new}
            sets = tuple(FuzzySet(f"{one.name}{n_sets}", one.shape) for one in new)
            if partition.prop in authored:
                sets = tuple(new)
            if sets:
                found.append(Partition(partition.prop, sets))
    return tuple(found)


def fit_granularities(
    kb: KnowledgeBase,
    granularities: Sequence[int],
    fuzzify: str = "cmeans",
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> tuple[Partition, ...]:
    """Partition every numeric property into each of several numbers of sets, side by side."""
    return Granularities(kb, fuzzify, centroid_exponent, counts).of(granularities)
