"""Concepts as one element sees them: what depends on its own facts, and what stays as it is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from owlboost.model.concepts import Concept, DataLabel, Edge, Label
from owlboost.model.extents import Extents
from owlboost.runtime.array_types import Ids

Conjunction = Callable[[float, float], float]


@dataclass(frozen=True, slots=True)
class Outlook:
    """A concept at an element, with the degrees of all that does not depend on another's facts.

    Attributes
    ----------
    labels
        The labels that do depend on them, by number.
    still
        Degrees of conditions that do not.
    moving
        Restrictions of which some fillers do: the best degree of the others, and these, each with
        how far it fills the role.
    properties
        The data properties that the degree depends on.
    """

    labels: tuple[int, ...] = ()
    still: tuple[float, ...] = ()
    moving: "tuple[tuple[float, tuple[tuple[float, Outlook], ...]], ...]" = ()
    properties: frozenset[str] = frozenset()

    def parts(self, held: Sequence[float], conjunction: Conjunction) -> list[float]:
        """Return the degrees of all conditions, given those of the labels."""
        out = [held[label] for label in self.labels]
        out += self.still
        for rest, fillers in self.moving:
            found = (conjunction(fills, one.degree(held, conjunction)) for fills, one in fillers)
            out.append(max(rest, *found))
        return out

    def degree(self, held: Sequence[float], conjunction: Conjunction) -> float:
        """Return the degree of the concept, given those of the labels.

        Examples
        --------
        >>> Outlook((0, 1), (0.5,)).degree([0.4, 0.7], min)
        0.4
        """
        return float(reduce(conjunction, self.parts(held, conjunction), 1.0))


_Fillers = tuple[tuple[float, Outlook], ...]


class Outlooks:
    """Finds out what degrees depend on the own facts of one element.

    The element may be a filler of others, and so of its own conditions.

    Examples
    --------
    >>> from owlboost.model.concepts import Atom
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"C": ["b"]}, roles={"r": [("a", "b")]})
    >>> seen = Outlooks(Extents(kb), 0)
    >>> seen.of(Concept((Atom("C"),), (Edge("r", Concept((Atom("C"),))),))), seen.labels
    (Outlook(labels=(0,), still=(1.0,), moving=(), properties=frozenset()), [Atom(iri='C')])
    """

    def __init__(self, extents: Extents, element: int) -> None:
        self.labels: list[Label] = []
        self._extents = extents
        self._kb = extents.kb
        self._element = element
        self._numbers: dict[Label, int] = {}
        self._touched: dict[Concept, frozenset[int]] = {}

    def of(self, concept: Concept) -> Outlook:
        """Return a concept as the element sees itself."""
        return self._at(concept, self._element)

    def _at(self, concept: Concept, element: int) -> Outlook:
        """Return a concept at an element; the labels of others stay as they are."""
        own = element == self._element
        labels = tuple(self._number(label) for label in concept.labels) if own else ()
        still = [] if own else [self._still(label, element) for label in concept.labels]
        moving = []
        for edge in concept.edges:
            rest, fillers = self._fillers(edge, element)
            if fillers:
                moving.append((rest, fillers))
            else:
                still.append(rest)
        return Outlook(labels, tuple(still), tuple(moving), self._properties(labels, moving))

    def _number(self, label: Label) -> int:
        if label not in self._numbers:
            self._numbers[label] = len(self.labels)
            self.labels.append(label)
        return self._numbers[label]

    def _still(self, label: Label, element: int) -> float:
        return float(self._extents.degrees(Concept((label,)))[element])

    def _fillers(self, edge: Edge, element: int) -> tuple[float, _Fillers]:
        """Return the best degree of the fillers that stay as they are, and the others."""
        fillers, degrees = self._extents.fillers(edge.role, element, edge.filler)
        held = self._kb.roles[self._kb.vocabulary.roles.id(edge.role)].degrees_of(element)
        moving = []
        for place, filler in self._dependents(edge.filler, fillers):
            degrees[place] = 0.0
            moving.append((float(held[place]), self._at(edge.filler, filler)))
        return float(degrees.max(initial=0.0)), tuple(moving)

    def _properties(
        self, labels: tuple[int, ...], moving: list[tuple[float, _Fillers]]
    ) -> frozenset[str]:
        found = (self.labels[number] for number in labels)
        own = frozenset(label.prop for label in found if isinstance(label, DataLabel))
        return own.union(*(one.properties for _, fillers in moving for _, one in fillers))

    def _dependents(self, filler: Concept, fillers: Ids) -> Iterator[tuple[int, int]]:
        touched = self._dependent(filler)
        if touched:
            for place, each in enumerate(fillers.tolist()):
                if each in touched:
                    yield place, each

    def _dependent(self, concept: Concept) -> frozenset[int]:
        """Elements whose degree in a concept may depend on the facts of this one."""
        if concept not in self._touched:
            found = {self._element} if concept.labels else set()
            for edge in concept.edges:
                found |= self._predecessors(edge.role, self._dependent(edge.filler))
            self._touched[concept] = frozenset(found)
        return self._touched[concept]

    def _predecessors(self, role: str, elements: frozenset[int]) -> set[int]:
        if not elements:
            return set()
        rows = self._kb.roles[self._kb.vocabulary.roles.id(role)]
        places = np.flatnonzero(np.isin(rows.indices, list(elements)))
        return set((np.searchsorted(rows.indptr, places, side="right") - 1).tolist())
