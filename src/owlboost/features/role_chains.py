"""Matrices element × label of ∃r.X and ∃r.∃s.X, computed once.

They do not depend on weights, rules or folds, so all searches over the same labels share them
(mathematics §15).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import RLock
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from owlboost.features.label_matrix import LabelMatrix
from owlboost.kernels.relations import Relation, best_labels, extended
from owlboost.runtime.array_types import Degrees, Ids, Offsets
from owlboost.runtime.arrays import MemoryBudget
from owlboost.runtime.sparse_rows import Rows

_Number = TypeVar("_Number", np.int32, np.int64, np.float64)

Chain = tuple[str, ...]
"""Roles, one after the other."""

MOST_BYTES = 256 << 20
"""Maximum total memory of the matrices of one search space."""

_MOST_REMEMBERED = 1000
"""Number of tuples of chains to cache matrix numbers for."""

_ENTRY = np.dtype(np.int32).itemsize + np.dtype(np.float64).itemsize
_OFFSET = np.dtype(np.int64).itemsize

_building = RLock()
"""Lock for making matrices; any number of threads may read them."""


@dataclass(frozen=True, slots=True, eq=False)
class MatrixStack:
    """Matrices with the same rows, one after the other.

    The entries of matrix m in row x are ``labels[starts[m, x]:starts[m, x + 1]]``.
    """

    starts: Offsets
    labels: Ids
    degrees: Degrees


class _GrowingStack:
    """A growing stack of matrices; earlier snapshots stay as they are."""

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
    def whole(self) -> MatrixStack:
        """All matrices so far."""
        return MatrixStack(self._starts, self._labels, self._degrees)


def _with_room(array: npt.NDArray[_Number], n: int) -> npt.NDArray[_Number]:
    """Return an array with room for at least n, with the same content."""
    if array.shape[0] >= n:
        return array
    grown = np.empty((max(n, 2 * array.shape[0]), *array.shape[1:]), dtype=array.dtype)
    grown[: array.shape[0]] = array
    return grown


class _ChainNumbers:
    """Matrix numbers of chains, by chain and by tuple of chains."""

    def __init__(self) -> None:
        self._each: dict[Chain, int] = {}
        self._together: dict[tuple[Chain, ...], Ids] = {}

    def get(self, chains: tuple[Chain, ...], make: Callable[[Chain], int]) -> Ids:
        """Return the numbers of chains; make the matrices that are missing."""
        cached = self._together.get(chains)
        if cached is not None:
            return cached
        with _building:
            for chain in chains:
                if chain not in self._each:
                    self._each[chain] = make(chain)
        if len(self._together) > _MOST_REMEMBERED:
            self._together.clear()
        numbers = np.array([self._each[chain] for chain in chains], dtype=np.int32)
        return self._together.setdefault(chains, numbers)


class Chains:
    """Matrices of chains of roles: their ends, and the labels there.

    Chains with a graded role, and those beyond the memory budget, have no matrix.

    Examples
    --------
    >>> from owlboost.features.label_matrix import label_matrix
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts("ab", types={"Bar": ["b"]}, roles={"near": [("a", "b")]})
    >>> elements = np.arange(2, dtype=np.int32)
    >>> chains = Chains(label_matrix(kb, ()), {"near": kb.roles[0]}, elements, MemoryBudget(2**20))
    >>> chains.labels((("near",),))
    array([0], dtype=int32)
    >>> chains.label_stack.starts[0]  # a is near a bar and so near something, b is near nothing
    array([0, 2, 2])
    """

    def __init__(
        self, matrix: LabelMatrix, roles: Mapping[str, Rows], elements: Ids, budget: MemoryBudget
    ) -> None:
        self._matrix = matrix
        self._roles = roles
        self._budget = budget
        self._elements = np.unique(elements)
        n_elements = matrix.indptr.size - 1
        self._rows = np.full(n_elements, -1, dtype=np.int32)
        self._rows[self._elements] = np.arange(self._elements.size, dtype=np.int32)
        self._ends = _GrowingStack(self._elements.size)
        self._labels = _GrowingStack(self._elements.size)
        self._among_ends = _ChainNumbers()
        self._among_labels = _ChainNumbers()
        self._trail: list[tuple[str, Relation]] = []

    def rows(self, elements: Ids) -> Ids | None:
        """Return the matrix rows of elements; None if one has none."""
        rows = self._rows[elements]
        return None if (rows < 0).any() else rows

    @property
    def ends(self) -> MatrixStack:
        """Degrees of ``∃c.⊤`` for each chain: elements from which it leads anywhere."""
        return self._ends.whole

    @property
    def label_stack(self) -> MatrixStack:
        """Degrees of ``∃c.X`` for each chain and label X, then of ``∃c.⊤``.

        The chain without roles, which leads nowhere else, has no ``∃c.⊤``.
        """
        return self._labels.whole

    def tops(self, chains: tuple[Chain, ...]) -> Ids:
        """Return the numbers of chains among the ends; −1 without a matrix."""
        return self._among_ends.get(chains, self._make_ends)

    def labels(self, chains: tuple[Chain, ...]) -> Ids:
        """Return the numbers of chains among the labels; −1 without a matrix."""
        return self._among_labels.get(chains, self._make_labels)

    def _make_ends(self, chain: Chain) -> int:
        n_rows = self._elements.size
        if self._is_graded(chain):
            return -1
        if not self._budget.take(_OFFSET * (n_rows + 1) + _ENTRY * n_rows):
            return -1
        rows, *_ = self._relation(chain)
        nothing = np.zeros(rows.size, dtype=np.int32)
        return self._ends.push(self._offsets(rows, np.ones(rows.size)), nothing, np.ones(rows.size))

    def _make_labels(self, chain: Chain) -> int:
        if self._is_graded(chain):
            return -1
        offsets = _OFFSET * (self._elements.size + 1)
        rows, indptr, elements, _ = self._relation(chain)
        all_labels = self._matrix
        most = max(0, (self._budget.left - offsets) // _ENTRY)
        matrix = all_labels.indptr, all_labels.indices, all_labels.degrees, len(all_labels.labels)
        starts, labels, degrees = best_labels(indptr, elements, *matrix, bool(chain), most)
        if not starts.size or not self._budget.take(offsets + _ENTRY * labels.size):
            return -1
        return self._labels.push(self._offsets(rows, np.diff(starts)), labels, degrees)

    def _is_graded(self, chain: Chain) -> bool:
        """Whether a chain has a graded role, which matrices cannot hold."""
        return any(self._roles[role].degrees is not None for role in chain)

    def _offsets(self, rows: Ids, counts: npt.NDArray[np.generic]) -> Offsets:
        """Return where the entries of each element begin."""
        offsets = np.zeros(self._elements.size + 1, dtype=np.int64)
        offsets[rows + 1] = counts
        return np.cumsum(offsets, out=offsets)

    def _relation(self, chain: Chain) -> Relation:
        """Follow a chain, reusing the prefix shared with the chain before."""
        common = 0
        for (role, _), wanted in zip(self._trail, chain, strict=False):
            if role != wanted:
                break
            common += 1
        del self._trail[common:]
        n = self._elements.size
        rows = np.arange(n, dtype=np.int32)
        identity = rows, np.arange(n + 1, dtype=np.int64), self._elements, np.ones(n)
        relation = self._trail[-1][1] if self._trail else identity
        for role in chain[common:]:
            pairs = self._roles[role]
            relation = extended(*relation, pairs.indptr, pairs.indices, len(pairs))
            self._trail.append((role, relation))
        return relation
