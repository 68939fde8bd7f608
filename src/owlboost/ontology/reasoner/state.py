"""The derived facts as arrays, and those still waiting for the rules."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from owlboost.ontology.reasoner.relations import (
    NO_KEYS,
    Keys,
    ascending,
    distinct,
    objects,
    pair_keys,
    subjects,
)
from owlboost.ontology.reasoner.terms import TOP
from owlboost.runtime.array_types import Mask


@dataclass(slots=True)
class Delta:
    """New facts, sorted.

    Term → elements; role → pairs; data property → (element, value) pairs.
    """

    members: dict[int, Keys] = field(default_factory=dict)
    pairs: dict[int, Keys] = field(default_factory=dict)
    values: dict[int, Keys] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.members or self.pairs or self.values)


class State:
    """The elements of each term and the pairs that relate them.

    Elements are of three kinds. *Individuals* (named, anonymous, or witnesses of an assertion)
    are single things. A *shared witness* is a description: it stands for some thing of its kind
    wherever it is met, so a pair (x, w) says "every x has a filler that is as w says". A
    *prototype* is the description "any member of class A". Descriptions that are reached from an
    individual are *real*: something fits them.

    Attributes
    ----------
    individual, real
        Masks over the elements.
    representative
        Element → the element that stands for it and all that are the same.
    members
        Term → mask of the elements known to belong to it.
    pairs, values
        Role → sorted pairs; data property → sorted (element, value) pairs.
    closed
        Deep transitive role → how many pairs it had when it was last closed at one stroke.
    """

    def __init__(self, individual: Mask, real: Mask) -> None:
        self.individual = individual
        self.real = real
        self.representative: Keys = np.arange(individual.size, dtype=np.int64)
        self.members: dict[int, Mask] = {TOP: np.ones(individual.size, dtype=np.bool_)}
        self.pairs: dict[int, Keys] = {}
        self.values: dict[int, Keys] = {}
        self.closed: dict[int, int] = {}
        self._members: dict[int, list[Keys]] = defaultdict(list)
        self._pairs: dict[int, list[Keys]] = defaultdict(list)
        self._values: dict[int, list[Keys]] = defaultdict(list)

    @property
    def n(self) -> int:
        """The number of elements."""
        return self.individual.size

    @property
    def n_facts(self) -> int:
        """The number of members, pairs and values."""
        members = sum(int(mask.sum()) for mask in self.members.values())
        stores = (*self.pairs.values(), *self.values.values())
        return members + sum(keys.size for keys in stores)

    def has(self, term: int) -> Mask:
        """Return the mask of a term; not to be written to."""
        mask = self.members.get(term)
        return np.zeros(self.n, dtype=np.bool_) if mask is None else mask

    def role(self, role: int) -> Keys:
        """Return the pairs of a role."""
        return self.pairs.get(role, NO_KEYS)

    def data(self, property_: int) -> Keys:
        """Return the (element, value) pairs of a data property."""
        return self.values.get(property_, NO_KEYS)

    def add_members(self, term: int, elements: npt.NDArray[np.integer]) -> None:
        """Add elements to a term; the new ones wait for the rules."""
        if not elements.size:
            return
        mask = self.members.get(term)
        if mask is None:
            mask = self.members[term] = np.zeros(self.n, dtype=np.bool_)
        new = elements[~mask[elements]]
        if new.size:
            mask[new] = True
            self._members[term].append(distinct(new.astype(np.int64)))

    def take_members(self, term: int) -> list[Keys]:
        """Return and forget the members of a term that wait."""
        return self._members.pop(term, [])

    def add_pairs(self, role: int, keys: Keys) -> None:
        """Add pairs to a role; the new ones wait for the rules."""
        _add(self.pairs, self._pairs, role, keys)

    def add_values(self, property_: int, keys: Keys) -> None:
        """Add values to a data property; new ones wait for the rules."""
        _add(self.values, self._values, property_, keys)

    @property
    def waiting(self) -> bool:
        """Whether some facts wait for the rules."""
        return bool(self._members or self._pairs or self._values)

    def take(self) -> Delta:
        """Return and forget the facts that wait for the rules."""
        delta = Delta(
            _concatenated(self._members), _concatenated(self._pairs), _concatenated(self._values)
        )
        self._members.clear()
        self._pairs.clear()
        self._values.clear()
        return delta

    def grow(self, real: Mask, descriptions: Sequence[Collection[int]]) -> Keys:
        """Add shared witnesses, each with the terms that describe it; return their numbers."""
        count, start = real.size, self.n
        no = np.zeros(count, dtype=np.bool_)
        self.individual = np.concatenate([self.individual, no])
        self.real = np.concatenate([self.real, real])
        new = np.arange(start, start + count, dtype=np.int64)
        self.representative = np.concatenate([self.representative, new])
        for term, mask in self.members.items():
            self.members[term] = np.concatenate([mask, ~no if term == TOP else no])
        for number, terms in zip(new, descriptions, strict=True):
            for term in terms:
                self.add_members(term, np.array([number]))
        return new

    def merge(self, representative: Keys) -> None:
        """Replace every element by its representative; all facts wait for the rules again."""
        self.take()
        self.representative = representative[self.representative]
        old_members, old_pairs, old_values = self.members, self.pairs, self.values
        self.members = {TOP: old_members[TOP]}
        self.pairs, self.values, self.closed = {}, {}, {}
        for term, mask in old_members.items():
            self.add_members(term, representative[np.flatnonzero(mask)])
        for role, keys in old_pairs.items():
            self.add_pairs(
                role, pair_keys(representative[subjects(keys)], representative[objects(keys)])
            )
        for property_, keys in old_values.items():
            self.add_values(property_, pair_keys(representative[subjects(keys)], objects(keys)))


def _concatenated(pending: dict[int, list[Keys]]) -> dict[int, Keys]:
    return {key: ascending(parts) for key, parts in pending.items()}


_FEWER = 8
"""Show the rules old facts again if the new ones are at least so many times as many."""


def _are_among(old: Keys, new: Keys) -> bool:
    """Whether some facts are a small part of others; both are sorted."""
    if _FEWER * old.size > new.size:
        return False
    positions = np.minimum(np.searchsorted(new, old), new.size - 1)
    return bool((new[positions] == old).all())


def _add(store: dict[int, Keys], pending: dict[int, list[Keys]], place: int, keys: Keys) -> None:
    if not keys.size:
        return
    new = distinct(keys)
    old = store.get(place)
    if old is None or _are_among(old, new):  # then all of them may wait: few are not new
        store[place] = new
    else:
        positions = np.searchsorted(old, new)
        is_old = old[np.minimum(positions, old.size - 1)] == new
        new, positions = new[~is_old], positions[~is_old]
        if not new.size:
            return
        store[place] = np.insert(old, positions, new)
    pending[place].append(new)
