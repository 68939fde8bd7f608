"""Transitive closures of deep relations, in time of what they come to."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from owlboost.ontology.reasoning.saturation.state import Keys, lefts, pair_keys, rights
from owlboost.runtime.array_types import Mask

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
        ends = np.concatenate([lefts(pairs), rights(pairs)])
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
        self._before = _rows(np.sort(pair_keys(rights(links), lefts(links))), n_parts)
        self.n_parts = int(n_parts)

    def layers(self) -> Iterator[Keys]:
        """Iterate over parts: those that lead nowhere, then those that lead to them alone, …."""
        open_ = np.diff(self._after[0])
        layer = np.flatnonzero(open_ == 0)
        while layer.size:
            yield layer
            met, times = np.unique(_rows_of(self._before, layer), return_counts=True)
            open_[met] -= times
            layer = met[open_[met] == 0]

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
        found: list[Nodes] = [np.empty(0, dtype=np.int32)] * self.n_parts
        known = np.zeros(self.names.size, dtype=np.bool_)
        one_of = self._nodes[1][self._nodes[0][:-1]]
        for number, layer in enumerate(self.layers()):
            height[layer] = number
            for part in layer.tolist():
                own = self.members(part)
                pieces: list[Nodes] = [own] if self.circular[part] else []
                known[own] = True
                ahead = _row(self._after, part)
                ahead = ahead[np.argsort(-height[ahead], kind="stable")]  # the nearest first
                while ahead.size:
                    next_ = int(ahead[0])
                    piece = found[next_]
                    if not self.circular[next_]:
                        piece = np.concatenate([self.members(next_), piece])
                    pieces.append(piece[~known[piece]])
                    known[pieces[-1]] = True
                    ahead = ahead[~known[one_of[ahead]]]
                found[part] = _ascending(pieces, known, own, bool(self.circular[part]))
                known[found[part]] = False
                known[own] = False
                yield part, found[part]

    def rows(self) -> list[Nodes]:
        """Return for each node the nodes that are reached from it, ascending."""
        found: list[Nodes] = [np.empty(0, dtype=np.int32)] * self.names.size
        for part, nodes in self.reached():
            for node in self.members(part).tolist():
                found[node] = nodes
        return found


def _ascending(pieces: list[Nodes], known: Mask, own: Nodes, circular: bool) -> Nodes:
    """Put the nodes of some pieces in order; they and the own ones are the known."""
    total = sum(piece.size for piece in pieces)
    if _MANY * total < known.size:
        return np.sort(np.concatenate([np.empty(0, dtype=np.int32), *pieces]))
    known[own] = circular
    return np.flatnonzero(known).astype(np.int32)


_MANY = 16
"""A part of this size of all nodes is found by looking at each, rather than sorted."""


def closure(condensed: Condensation) -> Keys:
    """Return the least transitive relation with the pairs of another, sorted.

    Examples
    --------
    >>> found = closure(Condensation(pair_keys([7, 3, 5], [9, 5, 7])))
    >>> [*zip(lefts(found).tolist(), rights(found).tolist())]
    [(3, 5), (3, 7), (3, 9), (5, 7), (5, 9), (7, 9)]
    """
    names, rows = condensed.names, condensed.rows()
    ends = np.cumsum([0, *(row.size for row in rows)])
    found = np.empty(ends[-1], dtype=np.int64)
    for node, row in enumerate(rows):
        found[ends[node] : ends[node + 1]] = names[row] | (names[node] << 32)
    return found


Rows = tuple[Keys, Keys]
"""Where the entries of each row begin, and the entries."""


def _rows(pairs: Keys, n: int) -> Rows:
    return np.searchsorted(lefts(pairs), np.arange(n + 1)), rights(pairs)


def _row(rows: Rows, number: int) -> Keys:
    return rows[1][rows[0][number] : rows[0][number + 1]]


def _rows_of(rows: Rows, numbers: Keys) -> Keys:
    """Return the entries of many rows, one row after the other."""
    starts, counts = rows[0][numbers], np.diff(rows[0])[numbers]
    ends = np.cumsum(counts)
    places: Keys = np.repeat(starts - ends + counts, counts) + np.arange(counts.sum())
    return rows[1][places]
