"""A hierarchy of classes, stored as direct steps instead of all pairs.

A chain of n classes has n (n − 1) / 2 pairs, but only n − 1 steps.
"""

import numpy as np

from owlboost.runtime.array_types import Ids, Mask, Offsets

_REMEMBERED = 16_000_000
"""Empty the cache beyond this many classes above others (64 MB)."""


class Taxonomy:
    """The superclasses of each class that K proves, equivalent ones included.

    Nodes with at most one step form trees, in which intervals of numbers decide what is above what.
    The nodes above the root of a tree are searched for when they are needed, and cached.

    Parameters
    ----------
    indptr, indices
        Node → nodes above it, compressed as in :class:`~owlboost.runtime.sparse_rows.Rows`. What
        can be reached is above. The first nodes are the classes.
    n_classes
        The number of classes.
    closed
        Number from which on nodes stand for what several classes share, and step to all nodes
        above them. By default there are none.

    Examples
    --------
    >>> taxonomy = Taxonomy.from_pairs(np.array([0, 1]), np.array([1, 2]), 3)
    >>> taxonomy[0], taxonomy.holds(2, 0)
    (array([1, 2], dtype=int32), False)
    """

    __slots__ = ("_above", "_forest", "_remembered", "closed", "indices", "indptr", "n_classes")

    def __init__(
        self, indptr: Offsets, indices: Ids, n_classes: int, closed: int | None = None
    ) -> None:
        self.indptr, self.indices = indptr, indices
        self.indptr.flags.writeable = False
        self.indices.flags.writeable = False
        self.n_classes = n_classes
        self.closed = indptr.size - 1 if closed is None else closed
        self._forest: _Forest | None = None
        self._above: dict[int, Ids] = {}
        self._remembered = 0

    @classmethod
    def from_pairs(
        cls, lower: Ids, upper: Ids, n_classes: int, n_nodes: int = 0, closed: int | None = None
    ) -> "Taxonomy":
        """Make a taxonomy of steps, in any order and possibly repeated."""
        width = np.int64(max(n_nodes, n_classes, 1))
        keys = np.unique(np.asarray(lower, dtype=np.int64) * width + np.asarray(upper))
        indptr = np.searchsorted(keys, np.arange(max(n_nodes, n_classes) + 1) * width)
        return cls(indptr.astype(np.int64), (keys % width).astype(np.int32), n_classes, closed)

    def __len__(self) -> int:
        return self.n_classes

    def __reduce__(self) -> tuple[type["Taxonomy"], tuple[Offsets, Ids, int, int]]:
        """Pickle the steps, without the cache."""
        return Taxonomy, (self.indptr, self.indices, self.n_classes, self.closed)

    def __getitem__(self, number: int) -> Ids:
        """Return the classes above a class, without itself, ascending."""
        forest = self._trees
        path = forest.path(number)
        above = self._above_root(forest.roots[number])
        nodes: Ids = np.union1d(np.array(path, dtype=np.int32), above).astype(np.int32)
        superclasses: Mask = (nodes < self.n_classes) & (nodes != number)
        return nodes[superclasses]

    def holds(self, lower: int, upper: int) -> bool:
        """Whether a class is below another, or the same."""
        forest = self._trees
        if forest.is_above(upper, lower):
            return True
        above = self._above_root(forest.roots[lower])
        if not above.size:
            return False
        position = int(np.searchsorted(above, upper))
        return position < above.size and bool(above[position] == upper)

    def pairs(self) -> tuple[Ids, Ids]:
        """Return all pairs of a class and another above it.

        Examples
        --------
        >>> lower, upper = Taxonomy.from_pairs(np.array([0, 1]), np.array([1, 2]), 3).pairs()
        >>> [*zip(lower.tolist(), upper.tolist())]
        [(0, 1), (0, 2), (1, 2)]
        """
        superclasses = [self[number] for number in range(self.n_classes)]
        lower = np.repeat(
            np.arange(self.n_classes, dtype=np.int32), [above.size for above in superclasses]
        )
        return lower, np.concatenate([np.empty(0, dtype=np.int32), *superclasses])

    @property
    def _trees(self) -> "_Forest":
        if self._forest is None:
            counts = np.diff(self.indptr)
            counts[self.closed :] = 0
            single = np.flatnonzero(counts == 1)
            parents = np.full(counts.size, -1, dtype=np.int64)
            parents[single] = self.indices[self.indptr[single]]
            self._forest = _Forest(parents.tolist())
        return self._forest

    def _above_root(self, root: int) -> Ids:
        """Return the nodes above a node, ascending."""
        above = self._above.get(root)
        if above is None:
            above = self._search_from(root)
            if self._remembered + above.size > _REMEMBERED:
                self._above, self._remembered = {}, 0
            self._above[root] = above
            self._remembered += above.size
        return above

    def _search_from(self, root: int) -> Ids:
        seen: set[int] = set()
        pending = [root]
        while pending:
            node = pending.pop()
            steps = self.indices[self.indptr[node] : self.indptr[node + 1]].tolist()
            new = [above for above in steps if above not in seen]
            seen.update(new)
            if node < self.closed:
                pending.extend(new)
        return np.array(sorted(seen), dtype=np.int32)


NO_CLASSES = Taxonomy(np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32), 0)
"""The taxonomy of no classes."""


class _Forest:
    """Trees of nodes with at most one parent.

    A circle is cut at one of its nodes, which becomes a root. ``roots`` are those of each node.
    """

    __slots__ = ("_after", "_parents", "_place", "roots")

    def __init__(self, parents: list[int]) -> None:
        self._parents = _without_circles(parents)
        n = len(parents)
        self.roots = [-1] * n
        self._place, self._after = [0] * n, [0] * n
        below: list[list[int]] = [[] for _ in range(n)]
        for node, parent in enumerate(self._parents):
            if parent >= 0:
                below[parent].append(node)
        count = 0
        pending = [node for node, parent in enumerate(self._parents) if parent < 0]
        while pending:
            node = pending.pop()
            if node < 0:  # all below it have their places
                self._after[~node] = count
                continue
            parent = self._parents[node]
            self.roots[node] = node if parent < 0 else self.roots[parent]
            self._place[node] = count
            count += 1
            pending.append(~node)
            pending.extend(below[node])

    def is_above(self, upper: int, lower: int) -> bool:
        """Whether one node is above another in a tree, or the same."""
        return self._place[upper] <= self._place[lower] < self._after[upper]

    def path(self, node: int) -> list[int]:
        """Return the nodes from a node to its root, both included."""
        nodes = [node]
        while (node := self._parents[node]) >= 0:
            nodes.append(node)
        return nodes


def _without_circles(parents: list[int]) -> list[int]:
    """Remove the parent of one node of each circle."""
    remaining = parents.copy()
    met_from = [-1] * len(parents)
    for start in range(len(parents)):
        node = start
        while node >= 0 and met_from[node] < 0:
            met_from[node] = start
            node = remaining[node]
        if node >= 0 and met_from[node] == start:
            remaining[node] = -1
    return remaining
