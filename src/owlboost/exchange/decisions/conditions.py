"""Conditions that hold or do not, and the conjunctions of them that put things into a class."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from owlboost.concepts.concept import Atom, Concept, DataLabel
from owlboost.concepts.evaluation import Extents
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.runtime.array_types import Degrees, Mask


@dataclass(frozen=True, slots=True)
class HeldTo:
    """A concept holds to some degree above 0, or to a higher one."""

    concept: Concept
    degree: float


@dataclass(frozen=True, slots=True)
class Below:
    """The only value of a functional data property is known, and not in a range to some degree."""

    label: DataLabel
    degree: float


Condition = HeldTo | Below
Exclusions = Mapping[str, frozenset[str]]
"""Class → the classes that share no member with it."""


@dataclass(frozen=True, slots=True)
class CrispRule:
    """Conditions that put whatever meets all of them into the target.

    Attributes
    ----------
    conditions
        All of them; none for what everything meets.
    rules
        Numbers of the rules behind it, as the hypothesis lists them from 0.
    """

    conditions: tuple[Condition, ...]
    rules: tuple[int, ...]


class KnownIndividuals:
    """The individuals of a knowledge base, with what is known of them.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> cheap = HeldTo(Concept((Atom("Cheap"),)), 0.5)
    >>> KnownIndividuals(kb, Extents(kb)).met(CrispRule((cheap,), (0,)))
    array([ True, False])
    """

    def __init__(
        self, kb: KnowledgeBase, extents: Extents, exclusions: Exclusions = MappingProxyType({})
    ) -> None:
        self.n = len(kb.individuals)
        self._exclusions = exclusions
        self._kb = kb
        self._extents = extents

    def degrees(self, concept: Concept) -> Degrees:
        """Degree of a concept for every named individual."""
        return self._extents.degrees(concept)[: self.n]

    def certain(self, label: DataLabel) -> Mask:
        """Whose value of a functional data property is known, so that there is no other."""
        number = self._kb.vocabulary.data_properties.id(label.prop)
        counts = np.zeros(self._kb.n_elements, dtype=np.int64)
        if number in self._kb.functional:
            if number in self._kb.numbers:
                counts += np.diff(self._kb.numbers[number].indptr)
            if number in self._kb.symbols:
                counts += np.diff(self._kb.symbols[number].rows.indptr)
        found: Mask = counts[: self.n] > 0
        return found

    def excluding(self, body: Concept) -> list[tuple[HeldTo, Mask]]:
        """Return the classes of which no member meets a concept, and who belongs to them."""
        asked = (label.iri for label in body.labels if isinstance(label, Atom))
        names = {name for iri in asked for name in self._exclusions.get(iri, ())}
        classes = (Concept((Atom(name),)) for name in sorted(names))
        return [(HeldTo(concept, 1.0), self.degrees(concept) == 1) for concept in classes]

    def met(self, conjunction: CrispRule) -> Mask:
        """Which individuals are known to meet all conditions."""
        mask = np.ones(self.n, dtype=np.bool_)
        for condition in conjunction.conditions:
            match condition:
                case HeldTo(concept, degree):
                    mask &= self.degrees(concept) >= degree
                case Below(label, degree):
                    mask &= self.certain(label) & (self.degrees(Concept((label,))) < degree)
        return mask
