"""Smallest sets of things with a property that only grows: found by leaving out.

If a set has the property, all that contain it should, too. Where that fails, what is found still
has the property, and loses it with any one of its things.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

Test = Callable[[frozenset[int]], bool]
"""Whether a set of numbers has the property."""


def minimal_set(candidates: Sequence[int], holds: Test) -> frozenset[int]:
    """Return a set that has the property, and no set without one of its numbers has.

    Halves are left out at once where that is possible (QuickXplain: Junker, AAAI 2004); numbers at
    the front are rather kept.

    Parameters
    ----------
    candidates
        Distinct numbers that together have the property.
    holds
        The property.

    Examples
    --------
    >>> sorted(minimal_set(range(100), {13, 70}.issubset))
    [13, 70]
    """
    if holds(frozenset()):
        return frozenset()
    found = frozenset(_needed((), candidates, holds, is_new=False))
    if not holds(found):  # the property does not only grow
        found = frozenset(candidates)
    while True:
        spare = next((one for one in sorted(found, reverse=True) if holds(found - {one})), None)
        if spare is None:
            return found
        found -= {spare}


def _needed(
    kept: tuple[int, ...], candidates: Sequence[int], holds: Test, *, is_new: bool
) -> tuple[int, ...]:
    """Return what is needed of the candidates beside what is kept.

    ``is_new`` says that something was just added to what is kept, so that it may be enough.
    """
    if is_new and holds(frozenset(kept)):
        return ()
    if len(candidates) == 1:
        return tuple(candidates)
    middle = len(candidates) // 2
    front, back = candidates[:middle], candidates[middle:]
    later = _needed((*kept, *front), back, holds, is_new=True)
    earlier = _needed((*kept, *later), front, holds, is_new=bool(later))
    return (*earlier, *later)


def minimal_sets(
    find: Callable[[frozenset[int]], frozenset[int] | None],
) -> Iterator[frozenset[int]]:
    """Iterate over all minimal sets with a property, if it only grows (Reiter, 1987).

    A further one lacks something of each that is known; so things of the known ones are left out
    in turn, few before many, and what is left is searched.

    Parameters
    ----------
    find
        Returns a minimal set without some numbers, None if there is none.

    Examples
    --------
    >>> known = [frozenset({1, 2}), frozenset({2, 3})]
    >>> def find(without):
    ...     return next((one for one in known if not one & without), None)
    >>> [sorted(one) for one in minimal_sets(find)]
    [[1, 2], [2, 3]]
    """
    known: list[frozenset[int]] = []
    hopeless: list[frozenset[int]] = []
    level: Iterable[frozenset[int]] = [frozenset()]
    while level:
        after: dict[frozenset[int], None] = {}
        for without in level:
            if any(one <= without for one in hopeless):
                continue
            found = next((one for one in known if not one & without), None)
            if found is None:
                found = find(without)
                if found is None:
                    hopeless.append(without)
                    continue
                if found not in known:
                    known.append(found)
                    yield found
            after.update(dict.fromkeys(without | {number} for number in sorted(found)))
        level = after
