"""Relations as sorted arrays of packed pairs: join, compose, transitive closure."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from owlboost.runtime.array_types import Mask

Keys = npt.NDArray[np.int64]
"""Pairs (x, y) as ``x << 32 | y``."""

_LOW = np.int64(0xFFFFFFFF)


def pair_keys(left: npt.ArrayLike, right: npt.ArrayLike) -> Keys:
    """Pack pairs of subjects and objects.

    Examples
    --------
    >>> keys = pair_keys([3], [5])
    >>> subjects(keys), objects(keys)
    (array([3]), array([5]))
    """
    return (np.asarray(left, dtype=np.int64) << 32) | np.asarray(right, dtype=np.int64)


def subjects(keys: Keys) -> Keys:
    """Return the first ends of packed pairs."""
    return keys >> 32


def objects(keys: Keys) -> Keys:
    """Return the second ends of packed pairs."""
    return keys & _LOW


def swapped(keys: Keys) -> Keys:
    """Return packed pairs with their ends exchanged."""
    return (objects(keys) << 32) | subjects(keys)


def distinct(keys: Keys) -> Keys:
    """Return numbers sorted and distinct, faster than :func:`numpy.unique`.

    Examples
    --------
    >>> distinct(np.array([3, 1, 3]))
    array([1, 3])
    """
    rising = keys[1:] > keys[:-1]
    if rising.all():
        return keys
    keys = np.sort(keys)
    first = np.ones(keys.size, dtype=np.bool_)
    first[1:] = keys[1:] != keys[:-1]
    return keys[first]


def joined(pairs: Keys, keys: Keys) -> Keys:
    """Join two relations on their first ends.

    Returns (b, c) for all (a, b) of the first and (a, c) of the second, which is sorted.

    Examples
    --------
    >>> keys = joined(pair_keys([1, 2], [10, 20]), pair_keys([2, 2], [5, 6]))
    >>> subjects(keys), objects(keys)
    (array([20, 20]), array([5, 6]))
    """
    start = np.searchsorted(subjects(keys), subjects(pairs), "left")
    count = np.searchsorted(subjects(keys), subjects(pairs), "right") - start
    ends = np.cumsum(count)
    rows = np.arange(count.sum()) - np.repeat(ends - count, count) + np.repeat(start, count)
    return pair_keys(np.repeat(objects(pairs), count), objects(keys)[rows])


NO_KEYS: Keys = np.empty(0, dtype=np.int64)


def ascending(parts: Sequence[Keys]) -> Keys:
    """Put sorted parts together, sorted.

    Examples
    --------
    >>> ascending([np.array([2, 5]), np.array([3])])
    array([2, 3, 5])
    """
    return parts[0] if len(parts) == 1 else np.sort(np.concatenate(parts))


_FEW = 20_000
"""Join relations pair by pair up to so many steps; multiply matrices beyond."""

_DENSE = 2048
"""Use matrices that store their zeros up to so many elements."""

_ZERO_COST = 1 / 64
"""Cost of a step through such matrices, relative to a step from pair to pair."""


def composed(first: Keys, second: Keys, n: int) -> Keys:
    """Return the pairs (x, z) with (x, y) in one sorted relation, (y, z) in another."""
    continued = np.zeros(n, dtype=np.bool_)
    continued[subjects(second)] = True
    first = first[continued[objects(first)]]
    steps = _steps(first, second, n)
    if steps <= _FEW:
        return joined(swapped(first), second)
    if n <= _DENSE and steps > _ZERO_COST * n**3:
        return _composed_densely(first, second, n)
    product = (_matrix(first, n) @ _matrix(second, n)).tocoo()
    return pair_keys(product.row, product.col)


def _steps(first: Keys, second: Keys, n: int) -> int:
    """Count the ways through one relation and then another."""
    ends = np.bincount(objects(first), minlength=n)
    return int(ends @ np.bincount(subjects(second), minlength=n))


def _composed_densely(first: Keys, second: Keys, n: int) -> Keys:
    first_matrix, second_matrix = (np.zeros((n, n), dtype=np.float32) for _ in range(2))
    first_matrix[subjects(first), objects(first)] = 1
    second_matrix[subjects(second), objects(second)] = 1
    return pair_keys(*np.nonzero(first_matrix @ second_matrix))


def _matrix(keys: Keys, n: int) -> sparse.csr_array:
    indptr = np.zeros(n + 1, dtype=np.int32)
    np.cumsum(np.bincount(subjects(keys), minlength=n), out=indptr[1:])
    ones = np.ones(keys.size, dtype=np.bool_)
    return sparse.csr_array((ones, objects(keys).astype(np.int32), indptr), shape=(n, n))


Nodes = npt.NDArray[np.int32]


class Condensation:
    """A relation without its circles: elements on one circle are one part.

    Attributes
    ----------
    names
        Node → element.
    circular
        Which parts can be reached from themselves.
    """

    def __init__(self, pairs: Keys) -> None:
        ends = np.concatenate([subjects(pairs), objects(pairs)])
        self.names, numbers = np.unique(ends, return_inverse=True)
        starts, stops = np.split(numbers.astype(np.int32), 2)
        ones = np.ones(pairs.size, dtype=np.bool_)
        n = self.names.size
        edges = sparse.csr_array((ones, (starts, stops)), shape=(n, n))
        n_parts, part = connected_components(edges, connection="strong")
        sizes = np.bincount(part, minlength=n_parts)
        order = np.argsort(part, kind="stable").astype(np.int32)
        self._nodes = np.concatenate([[0], np.cumsum(sizes)]), order
        self.circular = sizes > 1
        self.circular[part[starts[starts == stops]]] = True
        between = part[starts] != part[stops]
        links = np.unique(pair_keys(part[starts[between]], part[stops[between]]))
        self._after = _rows(links, n_parts)
        self._before = _rows(np.sort(pair_keys(objects(links), subjects(links))), n_parts)
        self.n_parts = int(n_parts)

    def layers(self) -> Iterator[Keys]:
        """Iterate over parts in layers, each after those it leads to."""
        successors = np.diff(self._after[0])
        layer = np.flatnonzero(successors == 0)
        while layer.size:
            yield layer
            predecessors, counts = np.unique(_rows_of(self._before, layer), return_counts=True)
            successors[predecessors] -= counts
            layer = predecessors[successors[predecessors] == 0]

    def members(self, part: int) -> Nodes:
        """Return the nodes of a part."""
        starts, nodes = self._nodes
        return nodes[starts[part] : starts[part + 1]]

    def is_deeper_than(self, most: int) -> bool:
        """Whether some way leads through more than so many parts."""
        return any(number >= most for number, _ in enumerate(self.layers()))

    def reached(self) -> Iterator[tuple[int, Nodes]]:
        """Iterate over parts with the nodes that are reached from them, ascending."""
        height = np.zeros(self.n_parts, dtype=np.int64)
        reached: list[Nodes] = [np.empty(0, dtype=np.int32)] * self.n_parts
        seen = np.zeros(self.names.size, dtype=np.bool_)
        first_node = self._nodes[1][self._nodes[0][:-1]]
        for number, layer in enumerate(self.layers()):
            height[layer] = number
            for part in layer.tolist():
                own = self.members(part)
                pieces: list[Nodes] = [own] if self.circular[part] else []
                seen[own] = True
                ahead = _row(self._after, part)
                ahead = ahead[np.argsort(-height[ahead], kind="stable")]  # the nearest first
                while ahead.size:
                    next_ = int(ahead[0])
                    piece = reached[next_]
                    if not self.circular[next_]:
                        piece = np.concatenate([self.members(next_), piece])
                    pieces.append(piece[~seen[piece]])
                    seen[pieces[-1]] = True
                    ahead = ahead[~seen[first_node[ahead]]]
                reached[part] = _ascending(pieces, seen, own, bool(self.circular[part]))
                seen[reached[part]] = False
                seen[own] = False
                yield part, reached[part]

    def rows(self) -> list[Nodes]:
        """Return for each node the nodes that are reached from it, ascending."""
        rows: list[Nodes] = [np.empty(0, dtype=np.int32)] * self.names.size
        for part, nodes in self.reached():
            for node in self.members(part).tolist():
                rows[node] = nodes
        return rows


def _ascending(pieces: list[Nodes], seen: Mask, own: Nodes, circular: bool) -> Nodes:
    """Put the nodes of some pieces, held by the mask ``seen`` with the own, in order."""
    total = sum(piece.size for piece in pieces)
    if _MANY * total < seen.size:
        return np.sort(np.concatenate([np.empty(0, dtype=np.int32), *pieces]))
    seen[own] = circular
    return np.flatnonzero(seen).astype(np.int32)


_MANY = 16
"""Scan the mask instead of sorting if at least one node in so many is reached."""


def closure(condensed: Condensation) -> Keys:
    """Return the least transitive relation with the pairs of another, sorted.

    Examples
    --------
    >>> keys = closure(Condensation(pair_keys([7, 3, 5], [9, 5, 7])))
    >>> [*zip(subjects(keys).tolist(), objects(keys).tolist())]
    [(3, 5), (3, 7), (3, 9), (5, 7), (5, 9), (7, 9)]
    """
    names, rows = condensed.names, condensed.rows()
    ends = np.cumsum([0, *(row.size for row in rows)])
    keys = np.empty(ends[-1], dtype=np.int64)
    for node, row in enumerate(rows):
        keys[ends[node] : ends[node + 1]] = names[row] | (names[node] << 32)
    return keys


Adjacency = tuple[Keys, Keys]
"""Where the entries of each row begin, and the entries."""


def _rows(pairs: Keys, n: int) -> Adjacency:
    return np.searchsorted(subjects(pairs), np.arange(n + 1)), objects(pairs)


def _row(rows: Adjacency, number: int) -> Keys:
    return rows[1][rows[0][number] : rows[0][number + 1]]


def _rows_of(rows: Adjacency, numbers: Keys) -> Keys:
    """Return the entries of many rows, one row after the other."""
    starts, counts = rows[0][numbers], np.diff(rows[0])[numbers]
    ends = np.cumsum(counts)
    places: Keys = np.repeat(starts - ends + counts, counts) + np.arange(counts.sum())
    return rows[1][places]
