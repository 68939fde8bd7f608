"""A log of derived facts in their order, to explain them.

A rule adds a fact when it knows all that the fact follows from. So whatever a fact follows from is
older than the fact, and going back to older and older facts comes to an end.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from owlboost.ontology.reasoner.relations import NO_KEYS, Keys, objects, swapped
from owlboost.ontology.reasoner.state import State
from owlboost.ontology.reasoner.terms import TOP
from owlboost.runtime.array_types import Mask

Kind = Literal["member", "pair", "value"]

NEVER = np.iinfo(np.int64).max
"""The age of facts that were not derived."""


class Fact(NamedTuple):
    """A member of a term, pair of a role or data value.

    ``predicate`` is the term, role or data property; ``key`` the element, or the packed pair of the
    element and its filler or value.
    """

    kind: Kind
    predicate: int
    key: int

    @property
    def ends(self) -> tuple[int, int]:
        """The element and its filler or value, or the element twice."""
        if self.kind == "member":
            return self.key, self.key
        return self.key >> 32, self.key & 0xFFFFFFFF


def member(term: int, element: int) -> Fact:
    """Return the fact that an element belongs to a term."""
    return Fact("member", term, int(element))


def pair(role: int, left: int, right: int) -> Fact:
    """Return the fact that two elements are related."""
    return Fact("pair", role, (int(left) << 32) | int(right))


@dataclass(frozen=True, slots=True, eq=False)
class Dated:
    """Facts of one predicate: ascending keys, each with its age.

    Examples
    --------
    >>> Dated(np.array([3, 7]), np.array([20, 10])).ages_of(np.array([7, 4])).tolist()
    [10, 9223372036854775807]
    """

    keys: Keys
    ages: Keys

    @classmethod
    def from_log(cls, noted: Sequence[tuple[int, Keys]]) -> "Dated":
        """Sort logged facts; each has its first age."""
        keys = np.concatenate([NO_KEYS, *(keys for _, keys in noted)])
        ages = np.repeat([age for age, _ in noted], [keys.size for _, keys in noted])
        distinct, first = np.unique(keys, return_index=True)
        return cls(distinct, ages[first].astype(np.int64))

    def ages_of(self, keys: Keys) -> Keys:
        """Return when each of some facts was derived."""
        if not self.keys.size:
            return np.full(keys.size, NEVER)
        positions = np.minimum(np.searchsorted(self.keys, keys), self.keys.size - 1)
        return np.where(self.keys[positions] == keys, self.ages[positions], NEVER)

    def of_left(self, left: int, before: int) -> tuple[Keys, Keys]:
        """Return the older pairs that begin with an element.

        Of each pair, its second end and its age.
        """
        start, stop = np.searchsorted(self.keys, [left << 32, (left + 1) << 32])
        older = self.ages[start:stop] < before
        return objects(self.keys[start:stop][older]), self.ages[start:stop][older]


class ChronicledState(State):
    """A state that logs when each fact was added first.

    Attributes
    ----------
    descriptions
        Shared witness → the terms that it was made to belong to.
    """

    def __init__(self, individual: Mask, real: Mask) -> None:
        super().__init__(individual, real)
        self.descriptions: dict[int, frozenset[int]] = {}
        self._noted: dict[tuple[Kind, int], list[tuple[int, Keys]]] = defaultdict(list)
        self._age = 0
        self._dated: dict[tuple[Kind, int, bool], Dated] = {}

    def add_members(self, term: int, elements: npt.NDArray[np.integer]) -> None:
        """Add elements to a term, and note them."""
        before = len(self._members.get(term, ()))
        super().add_members(term, elements)
        self._note("member", term, self._members.get(term, [])[before:])

    def add_pairs(self, role: int, keys: Keys) -> None:
        """Add pairs to a role, and note them."""
        before = len(self._pairs.get(role, ()))
        super().add_pairs(role, keys)
        self._note("pair", role, self._pairs.get(role, [])[before:])

    def add_values(self, property_: int, keys: Keys) -> None:
        """Add values to a data property, and note them."""
        before = len(self._values.get(property_, ()))
        super().add_values(property_, keys)
        self._note("value", property_, self._values.get(property_, [])[before:])

    def grow(self, real: Mask, descriptions: Sequence[Collection[int]]) -> Keys:
        """Add shared witnesses, and note what describes them."""
        new = super().grow(real, descriptions)
        described = map(frozenset[int], descriptions)
        self.descriptions.update(zip(new.tolist(), described, strict=True))
        return new

    def _note(self, kind: Kind, predicate: int, added: list[Keys]) -> None:
        for keys in added:
            self._noted[kind, predicate].append((self._age, keys))
            self._age += 1

    def dated(self, kind: Kind, predicate: int, *, turned: bool = False) -> Dated:
        """Return the facts of a predicate with their ages.

        Pairs are turned round if ``turned``. Ask only when nothing more is added.
        """
        place = (kind, predicate, turned)
        if place not in self._dated:
            if turned:
                plain = self.dated(kind, predicate)
                keys = swapped(plain.keys)
                order = np.argsort(keys)
                self._dated[place] = Dated(keys[order], plain.ages[order])
            else:
                self._dated[place] = Dated.from_log(self._noted.get((kind, predicate), []))
        return self._dated[place]

    def ages_in(self, term: int, elements: Keys) -> Keys:
        """Return when each of some elements joined a term."""
        if term == TOP:
            return np.full(elements.size, -1)
        return self.dated("member", term).ages_of(elements)

    def age(self, fact: Fact) -> int:
        """Return when a fact was derived; the larger, the later."""
        if fact.kind == "member":
            return int(self.ages_in(fact.predicate, np.array([fact.key]))[0])
        return int(self.dated(fact.kind, fact.predicate).ages_of(np.array([fact.key]))[0])
