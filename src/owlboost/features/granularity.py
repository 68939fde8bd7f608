"""Partitions of several granularities side by side: coarse sets generalise, fine ones discern."""

from collections.abc import Sequence

from owlboost._typing import Weights
from owlboost.features.partitions import fit_partitions
from owlboost.model.fuzzysets import FuzzySet, Partition, Shape
from owlboost.model.knowledge_base import KnowledgeBase


def fit_granularities(
    kb: KnowledgeBase,
    granularities: Sequence[int],
    fuzzify: str = "cmeans",
    centroid_exponent: float = 2.0,
    counts: Weights | None = None,
) -> tuple[Partition, ...]:
    """Partition every numeric property into each of several numbers of sets.

    With one number the sets are named as always; with several, a set's name ends in the number of
    sets of its partition. Of equal sets the coarsest partition's stays; a partition without any set
    of its own is none.

    Examples
    --------
    >>> values = [(f"a{number}", number) for number in range(20)]
    >>> kb = KnowledgeBase.from_facts([name for name, _ in values], numbers={"ex#p": values})
    >>> [[one.name for one in found.sets] for found in fit_granularities(kb, (3, 5), "uniform")]
    [['p_L3', 'p_F3', 'p_H3'], ['p_VL5', 'p_L5', 'p_F5', 'p_H5', 'p_VH5']]
    """
    if len(granularities) == 1:
        return fit_partitions(kb, granularities[0], fuzzify, centroid_exponent, counts)
    found: list[Partition] = []
    known: set[tuple[str, Shape]] = set()
    for n_sets in sorted(granularities):
        for partition in fit_partitions(kb, n_sets, fuzzify, centroid_exponent, counts):
            new = [one for one in partition.sets if (partition.prop, one.shape) not in known]
            known |= {(partition.prop, one.shape) for one in new}
            sets = tuple(FuzzySet(f"{one.name}{n_sets}", one.shape) for one in new)
            if sets:
                found.append(Partition(partition.prop, sets))
    return tuple(found)
