"""Matrices element × label of ∃r.X and ∃r.∃s.X, made once.

They depend on neither weights nor rules nor folds, so all searches over the same labels share them
(mathematics §15).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import RLock
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from owlboost.features.label_matrix import Labelling
from owlboost.kernels.relations import Relation, best_labels, extended
from owlboost.runtime.array_types import Degrees, Ids, Offsets
from owlboost.runtime.sparse_rows import Rows

_Number = TypeVar("_Number", np.int32, np.int64, np.float64)

Chain = tuple[str, ...]
"""Roles, one after the other."""

MOST_BYTES = 256 << 20
"""The matrices of one space of labels together take no more memory than this."""

_MOST_REMEMBERED = 1000
"""So many sets of chains that are asked for together are remembered."""

_ENTRY = np.dtype(np.int32).itemsize + np.dtype(np.float64).itemsize
_OFFSET = np.dtype(np.int64).itemsize

_building = RLock()
"""Matrices are made by one thread at a time, and read by any number."""


class Room:
    """Memory that is left for matrices."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.left = most

    def take(self, n_bytes: int) -> bool:
        """Take some of it, if there is enough."""
        enough = n_bytes <= self.left
        self.left -= n_bytes if enough else 0
        return enough


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """Matrices with the same rows, one after the other.

    The entries of matrix m in row x are ``labels[starts[m, x]:starts[m, x + 1]]``.
    """

    starts: Offsets
    labels: Ids
    degrees: Degrees


class _Growing:
    """A stack that grows; what was handed out stays as it is."""

    def __init__(self, n_rows: int) -> None:
        self._starts: Offsets = np.zeros((1, n_rows + 1), dtype=np.int64)
        self._labels: Ids = np.empty(16, dtype=np.int32)
        self._degrees: Degrees = np.empty(16, dtype=np.float64)
        self._n_matrices = 0
        self._n_entries = 0

    def push(self, indptr: Offsets, labels: Ids, degrees: Degrees) -> int:
        """Add a matrix and return its number."""
        number, start = self._n_matrices, self._n_entries
        stop = start + labels.size
        self._starts = _with_room(self._starts, number + 1)
        self._labels = _with_room(self._labels, stop)
        self._degrees = _with_room(self._degrees, stop)
        self._starts[number] = indptr + start
        self._labels[start:stop] = labels
        self._degrees[start:stop] = degrees
        self._n_matrices, self._n_entries = number + 1, stop
        return number

    @property
    def whole(self) -> Stack:
        """All matrices so far."""
        return Stack(self._starts, self._labels, self._degrees)


def _with_room(array: npt.NDArray[_Number], n: int) -> npt.NDArray[_Number]:
    """Return an array of at least n, with what it holds."""
    if array.shape[0] >= n:
        return array
    grown = np.empty((max(n, 2 * array.shape[0]), *array.shape[1:]), dtype=array.dtype)
    grown[: array.shape[0]] = array
    return grown


class _Numbers:
    """The numbers of chains in a stack, looked up one by one or as they are asked for together."""

    def __init__(self) -> None:
        self._each: dict[Chain, int] = {}
        self._together: dict[tuple[Chain, ...], Ids] = {}

    def of(self, chains: tuple[Chain, ...], make: Callable[[Chain], int]) -> Ids:
        """Return the numbers of chains; what there is not yet is made."""
        found = self._together.get(chains)
        if found is not None:
            return found
        with _building:
            for chain in chains:
                if chain not in self._each:
                    self._each[chain] = make(chain)
        if len(self._together) > _MOST_REMEMBERED:
            self._together.clear()
        numbers = np.array([self._each[chain] for chain in chains], dtype=np.int32)
        return self._together.setdefault(chains, numbers)


class Chains:
    """Where chains of roles lead from some elements, and what holds there.

    There is no matrix where there is no room for it, and none of a chain with a graded role.

    Examples
    --------
    >>> from owlboost.features.label_matrix import label_matrix
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts("ab", types={"Bar": ["b"]}, roles={"near": [("a", "b")]})
    >>> everyone = np.arange(2, dtype=np.int32)
    >>> chains = Chains(label_matrix(kb, ()), {"near": kb.roles[0]}, everyone, Room())
    >>> chains.labels((("near",),))
    array([0], dtype=int32)
    >>> chains.of_labels.starts[0]  # a is near a bar and so near something, b is near nothing
    array([0, 2, 2])
    """

    def __init__(
        self, labelling: Labelling, roles: Mapping[str, Rows], elements: Ids, room: Room
    ) -> None:
        self._labelling = labelling
        self._roles = roles
        self._room = room
        self._elements = np.unique(elements)
        n_elements = labelling.indptr.size - 1
        self._rows = np.full(n_elements, -1, dtype=np.int32)
        self._rows[self._elements] = np.arange(self._elements.size, dtype=np.int32)
        self._ends = _Growing(self._elements.size)
        self._of_labels = _Growing(self._elements.size)
        self._among_ends = _Numbers()
        self._among_labels = _Numbers()
        self._trail: list[tuple[str, Relation]] = []

    def rows(self, elements: Ids) -> Ids | None:
        """Return the rows of elements in all matrices; None if one has no row."""
        found = self._rows[elements]
        return None if (found < 0).any() else found

    @property
    def ends(self) -> Stack:
        """For each chain the elements from which it leads anywhere: degrees of ``∃c.⊤``."""
        return self._ends.whole

    @property
    def of_labels(self) -> Stack:
        """For each chain the degrees of ``∃c.X`` for every label X, and after these of ``∃c.⊤``.

        Of the chain without roles, which leads nowhere else, only those of every label.
        """
        return self._of_labels.whole

    def tops(self, chains: tuple[Chain, ...]) -> Ids:
        """Return the numbers of chains among the ends; −1 where there is no matrix."""
        return self._among_ends.of(chains, self._make_ends)

    def labels(self, chains: tuple[Chain, ...]) -> Ids:
        """Return the numbers of chains among the labels; −1 where there is no matrix."""
        return self._among_labels.of(chains, self._make_labels)

    def _make_ends(self, chain: Chain) -> int:
        n_rows = self._elements.size
        if self._is_graded(chain):
            return -1
        if not self._room.take(_OFFSET * (n_rows + 1) + _ENTRY * n_rows):
            return -1
        rows, *_ = self._relation(chain)
        nothing = np.zeros(rows.size, dtype=np.int32)
        return self._ends.push(self._offsets(rows, np.ones(rows.size)), nothing, np.ones(rows.size))

    def _make_labels(self, chain: Chain) -> int:
        if self._is_graded(chain):
            return -1
        offsets = _OFFSET * (self._elements.size + 1)
        rows, indptr, elements, _ = self._relation(chain)
        found = self._labelling
        most = max(0, (self._room.left - offsets) // _ENTRY)
        matrix = found.indptr, found.indices, found.degrees, len(found.labels)
        starts, labels, degrees = best_labels(indptr, elements, *matrix, bool(chain), most)
        if not starts.size or not self._room.take(offsets + _ENTRY * labels.size):
            return -1
        return self._of_labels.push(self._offsets(rows, np.diff(starts)), labels, degrees)

    def _is_graded(self, chain: Chain) -> bool:
        """Whether ways along a chain have degrees, of which matrices know nothing."""
        return any(self._roles[role].degrees is not None for role in chain)

    def _offsets(self, rows: Ids, counts: npt.NDArray[np.generic]) -> Offsets:
        """Where the entries of each element begin, if some have so many."""
        offsets = np.zeros(self._elements.size + 1, dtype=np.int64)
        offsets[rows + 1] = counts
        return np.cumsum(offsets, out=offsets)

    def _relation(self, chain: Chain) -> Relation:
        """Where a chain leads; ways are shared with the chain before it as far as they agree."""
        common = 0
        for (role, _), wanted in zip(self._trail, chain, strict=False):
            if role != wanted:
                break
            common += 1
        del self._trail[common:]
        n = self._elements.size
        rows = np.arange(n, dtype=np.int32)
        everyone = rows, np.arange(n + 1, dtype=np.int64), self._elements, np.ones(n)
        found = self._trail[-1][1] if self._trail else everyone
        for role in chain[common:]:
            pairs = self._roles[role]
            found = extended(*found, pairs.indptr, pairs.indices, len(pairs))
            self._trail.append((role, found))
        return found
