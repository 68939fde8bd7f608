"""Fuzzy sets that rules bring along, beside the partitions of their properties."""

from collections.abc import Collection, Iterable

from owlboost.model.concepts import FuzzyValue
from owlboost.model.fuzzysets import FuzzySet, Partition, Shape


def beside(partitions: Iterable[Partition], own: Collection[FuzzyValue]) -> tuple[Partition, ...]:
    """Name the sets of partitions so that no name means two sets.

    A set that rules have brought along keeps its name, and a set of the partition that is the same
    takes it. Another one of that name is numbered, as properties of one name are.

    Examples
    --------
    >>> from owlboost.model.fuzzysets import LeftShoulder, RightShoulder
    >>> placed = FuzzySet("p_L", LeftShoulder(1, 2)), FuzzySet("p_H", RightShoulder(1, 2))
    >>> own = [
    ...     FuzzyValue("ex#p", FuzzySet("little", LeftShoulder(1, 2))),
    ...     FuzzyValue("ex#p", FuzzySet("p_H", RightShoulder(1, 3))),
    ... ]
    >>> [one.name for one in beside([Partition("ex#p", placed)], own)[0].sets]
    ['little', 'p.2_H']
    """
    if not own:
        return tuple(partitions)
    known: dict[tuple[str, Shape], str] = {}
    for label in own:
        known.setdefault((label.prop, label.fuzzy_set.shape), label.fuzzy_set.name)
    placed = tuple(partitions)
    taken = {*known.values(), *(one.name for part in placed for one in part.sets)}
    found: list[Partition] = []
    for part in placed:
        sets: list[FuzzySet] = []
        for one in part.sets:
            name = known.get((part.prop, one.shape))
            if name is None:
                name = _free(one.name, taken) if one.name in known.values() else one.name
                taken.add(name)
            sets.append(FuzzySet(name, one.shape))
        found.append(Partition(part.prop, tuple(sets)))
    return tuple(found)


def _free(name: str, taken: Collection[str]) -> str:
    """Return the first numbered name that no set has."""
    stem, mark, label = name.rpartition("_")
    number = 2
    while (found := f"{stem}.{number}{mark}{label}" if mark else f"{label}.{number}") in taken:
        number += 1
    return found
