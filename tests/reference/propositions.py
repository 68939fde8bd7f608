"""Clauses by truth table: what they say of one element, in the plainest way."""

from collections.abc import Collection, Iterator, Sequence
from itertools import product


def models(
    clauses: Collection[Sequence[int]], label: Collection[int], n_atoms: int
) -> Iterator[frozenset[int]]:
    """Iterate over the ways for each atom to be true or false that satisfy clauses and label.

    Term ``2 i`` says that atom i is true, ``2 i + 1`` that it is false.
    """
    for values in product((0, 1), repeat=n_atoms):
        true = frozenset(2 * atom + (1 - value) for atom, value in enumerate(values))
        if true.issuperset(label) and all(not true.isdisjoint(clause) for clause in clauses):
            yield true


def consequences(
    clauses: Collection[Sequence[int]], label: Collection[int], n_atoms: int
) -> frozenset[int] | None:
    """Return the terms that hold in all models; None if there is none."""
    found = [*models(clauses, label, n_atoms)]
    return frozenset.intersection(*found) if found else None
