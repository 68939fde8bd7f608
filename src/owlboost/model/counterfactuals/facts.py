"""What is known of one individual itself, and what changes of it are like."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from owlboost.model.concepts import Atom, CrispValue, FuzzyValue, Label
from owlboost.model.fuzzysets import FuzzySet, membership
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.lexicon import Lexicon

Value = float | bool | str
"""A number, a truth value or a category."""

Kind = Literal["number", "truth", "category", "class"]
"""What may change, in the order in which equals are preferred."""

Place = tuple[Kind, str, Value]
"""What changes: its kind, its property or class, and its value as it is."""

KINDS: tuple[Kind, ...] = ("number", "truth", "category", "class")


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value of an individual, and what it would be instead.

    Attributes
    ----------
    kind
        Whether it is a number, a truth value, a category, or belonging to a class.
    iri
        The property or class.
    before, after
        The value as it is, and as it would be; of a class, whether it belongs.
    distance
        How large the change is: of a number as a share of the property's range, else 1.
    shown
        The new value as it is told to people: a number with few digits, hardly further away.

    Examples
    --------
    >>> ValueChange("number", "urn:x#price", 79.0, 87.25, 0.1, 87.3).shown
    87.3
    """

    kind: Kind
    iri: str
    before: Value
    after: Value
    distance: float
    shown: Value

    @property
    def place(self) -> Place:
        """What changes, whatever it becomes."""
        return self.kind, self.iri, self.before

    def as_json(self, lexicon: Lexicon) -> dict[str, Any]:
        """Return JSON values; docs/reference/explanation.md has the fields."""
        return {
            "kind": self.kind,
            "iri": self.iri,
            "name": lexicon.name(self.iri),
            "before": self.before,
            "after": self.after,
            "shown": self.shown,
            "distance": self.distance,
        }


@dataclass(frozen=True, slots=True)
class OwnFacts:
    """The classes and values of an individual, without its fillers.

    Attributes
    ----------
    classes
        Those it belongs to.
    numbers, symbols
        Data property → its values there.
    degrees
        How far it belongs to those classes that it does not belong to in full.
    """

    classes: frozenset[str]
    numbers: Mapping[str, tuple[float, ...]]
    symbols: Mapping[str, tuple[Value, ...]]
    degrees: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, kb: KnowledgeBase, element: int) -> "OwnFacts":
        """Collect what a knowledge base has of an element.

        Examples
        --------
        >>> kb = KnowledgeBase.from_facts(["a"], numbers={"price": [("a", 79)]})
        >>> OwnFacts.of(kb, 0).numbers
        {'price': (79.0,)}
        """
        names = kb.vocabulary
        classes = [names.classes[number] for number in kb.types[element].tolist()]
        held = zip(classes, kb.types.degrees_of(element).tolist(), strict=True)
        return cls(
            frozenset(classes),
            {prop: numbers_of(kb, prop, element) for prop in _names(kb, kb.numbers)},
            {prop: symbols_of(kb, prop, element) for prop in _names(kb, kb.symbols)},
            {iri: degree for iri, degree in held if degree < 1},
        )

    def degree(self, label: Label) -> float:
        """How far the individual has a label."""
        match label:
            case Atom(iri):
                return self.degrees.get(iri, 1.0) if iri in self.classes else 0.0
            case FuzzyValue(prop, FuzzySet(_, shape)):
                values = self.numbers.get(prop, ())
                return max((membership(shape, value) for value in values), default=0.0)
            case CrispValue(prop, value):
                return float(any(_same(value, one) for one in self.symbols.get(prop, ())))

    def changed(self, change: ValueChange, kb: KnowledgeBase) -> "OwnFacts":
        """Return the facts after a change; who joins a class joins those above it.

        Who leaves a class leaves those below it, of which the class follows.
        """
        match change:
            case ValueChange("number", prop, before, after):
                moved = float(after)
                numbers = tuple(moved if one == before else one for one in self.numbers[prop])
                return replace(self, numbers={**self.numbers, prop: numbers})
            case ValueChange("class", iri, _, True):
                above = {each for each in kb.vocabulary.classes if kb.implies(iri, each)}
                held = {each: d for each, d in self.degrees.items() if each not in above}
                return replace(self, classes=self.classes | {iri, *above}, degrees=held)
            case ValueChange("class", iri, _, _):
                kept = (each for each in self.classes if not kb.implies(each, iri))
                return replace(self, classes=frozenset(kept))
            case ValueChange(_, prop, before, after):
                symbols = tuple(after if _same(one, before) else one for one in self.symbols[prop])
                return replace(self, symbols={**self.symbols, prop: symbols})


def _same(one: Value, other: Value) -> bool:
    """Whether two crisp values are the same; True is not a number here."""
    return type(one) is type(other) and one == other


def _names(kb: KnowledgeBase, numbers: Iterable[int]) -> list[str]:
    return [kb.vocabulary.data_properties[number] for number in numbers]


def numbers_of(kb: KnowledgeBase, prop: str, element: int) -> tuple[float, ...]:
    """Return the numbers that an element has for a data property.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a"], numbers={"price": [("a", 79)]})
    >>> numbers_of(kb, "price", 0)
    (79.0,)
    """
    store = kb.numbers.get(kb.vocabulary.data_properties.id(prop))
    if store is None:
        return ()
    return tuple(store.values[store.indptr[element] : store.indptr[element + 1]].tolist())


def symbols_of(kb: KnowledgeBase, prop: str, element: int) -> tuple[Value, ...]:
    """Return the truth values and categories that an element has for a data property.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["a"], symbols={"colour": [("a", "red")]})
    >>> symbols_of(kb, "colour", 0)
    ('red',)
    """
    store = kb.symbols.get(kb.vocabulary.data_properties.id(prop))
    if store is None:
        return ()
    return tuple(store.values[code] for code in store.rows[element].tolist())
