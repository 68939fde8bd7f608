"""What a concept means at one element of a knowledge base, by its definition (note 2)."""

import math
from collections.abc import Callable, Iterable
from functools import reduce

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue, Label
from owlboost.data.fuzzy_sets import FuzzySet, Shape, membership
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.runtime.sparse_rows import Rows


def excess(x: float, y: float) -> float:
    """``max(0, x + y - 1)``, rounded once; 0 up to 1e-12, unless one of them is 1."""
    exceeds = math.fsum((x, y, -1.0))
    return exceeds if exceeds > 1e-12 or 1.0 in {x, y} else 0.0


TNORMS: dict[str, Callable[[float, float], float]] = {
    "zadeh": min,
    "product": lambda x, y: x * y,
    "lukasiewicz": excess,
}
"""``x ⊗ y``, by the name of the logic."""


def degree(concept: Concept, element: int, kb: KnowledgeBase, logic: str = "zadeh") -> float:
    """Degree ``C(x)``: the conjunction of the labels and edges of the root; ``⊤(x) = 1``."""
    parts = [label_degree(label, element, kb) for label in concept.labels]
    parts += [edge_degree(edge, element, kb, logic) for edge in concept.edges]
    return reduce(TNORMS[logic], parts, 1.0)


def degrees(
    concept: Concept, kb: KnowledgeBase, elements: Iterable[int], logic: str = "zadeh"
) -> list[float]:
    """Degrees ``C(x)`` of several elements."""
    return [degree(concept, int(element), kb, logic) for element in elements]


def edge_degree(edge: Edge, element: int, kb: KnowledgeBase, logic: str = "zadeh") -> float:
    """``(∃r.C)(x) = max_y r(x,y) ⊗ C(y)``, 0 without a filler."""
    if edge.role not in kb.vocabulary.roles:
        return 0.0
    fillers = held(kb.roles[kb.vocabulary.roles.id(edge.role)], element)
    found = [
        TNORMS[logic](how_far, degree(edge.filler, filler, kb, logic))
        for filler, how_far in fillers.items()
    ]
    return max(found, default=0.0)


def held(rows: Rows, row: int) -> dict[int, float]:
    """Return what belongs to a row, each with its degree: 1 where none is told."""
    places = range(int(rows.indptr[row]), int(rows.indptr[row + 1]))
    told = rows.degrees
    return {int(rows.indices[at]): 1.0 if told is None else float(told[at]) for at in places}


def label_degree(label: Label, element: int, kb: KnowledgeBase) -> float:
    """Degree of one label: that of a class, 0 or 1 for a crisp value, membership for a set."""
    match label:
        case Atom(iri):
            classes = {
                kb.vocabulary.classes[number]: how_far
                for number, how_far in held(kb.types, element).items()
            }
            return classes.get(iri, 0.0)
        case FuzzyValue(prop, FuzzySet(_, shape)):
            return fuzzy_degree(shape, numbers_of(prop, element, kb))
        case CrispValue(prop, value):
            return float(value in symbols_of(prop, element, kb))


def fuzzy_degree(shape: Shape, values: Iterable[float]) -> float:
    """Return the maximum of the memberships of several values, 0 without one (note 5)."""
    return max((membership(shape, value) for value in values), default=0.0)


def numbers_of(prop: str, element: int, kb: KnowledgeBase) -> list[float]:
    """All numbers that an element has for a data property."""
    store = kb.numbers.get(property_id(prop, kb))
    if store is None:
        return []
    start, stop = store.indptr[element], store.indptr[element + 1]
    return [float(value) for value in store.values[start:stop]]


def symbols_of(prop: str, element: int, kb: KnowledgeBase) -> list[bool | str]:
    """All crisp values that an element has for a data property."""
    store = kb.symbols.get(property_id(prop, kb))
    if store is None:
        return []
    return [store.values[number] for number in store.rows[element]]


def property_id(prop: str, kb: KnowledgeBase) -> int:
    """Return the number of a data property, −1 for one that the knowledge base lacks."""
    names = kb.vocabulary.data_properties
    return names.id(prop) if prop in names else -1
