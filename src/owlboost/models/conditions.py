"""Facts of one individual, and the conditions of a rule there."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue, Label
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.text import manchester, people
from owlboost.data.fuzzy_sets import FuzzySet, membership, shape_name, shape_points
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon

Value = float | bool | str
"""A number, a truth value or a category."""

Kind = Literal["number", "truth", "category", "class"]
"""The kind of a value that may change, in order of preference at equal distance."""

Position = tuple[Kind, str, Value]
"""The value that changes: its kind, its property or class, and the value before."""

KINDS: tuple[Kind, ...] = ("number", "truth", "category", "class")


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A change of one value of an individual.

    Attributes
    ----------
    kind
        Whether it is a number, a truth value, a category, or belonging to a class.
    iri
        The property or class.
    before, after
        The value as it is, and as it would be; of a class, whether it belongs.
    distance
        The size of the change: of a number as a share of the property's range, else 1.
    shown
        The new value as people read it: a number with few digits, hardly further away.

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
    def place(self) -> Position:
        """The value that changes, without its new value."""
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
class IndividualFacts:
    """The classes and values of an individual, without its fillers.

    Attributes
    ----------
    classes
        The classes it belongs to.
    numbers, symbols
        Data property → its values.
    degrees
        Class → its degree, for those classes that it does not belong to in full.
    """

    classes: frozenset[str]
    numbers: Mapping[str, tuple[float, ...]]
    symbols: Mapping[str, tuple[Value, ...]]
    degrees: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def from_kb(cls, kb: KnowledgeBase, element: int) -> "IndividualFacts":
        """Collect the facts that a knowledge base has of an element.

        Examples
        --------
        >>> kb = KnowledgeBase.from_facts(["a"], numbers={"price": [("a", 79)]})
        >>> IndividualFacts.from_kb(kb, 0).numbers
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
        """Return the degree of a label for the individual."""
        match label:
            case Atom(iri):
                return self.degrees.get(iri, 1.0) if iri in self.classes else 0.0
            case FuzzyValue(prop, FuzzySet(_, shape)):
                values = self.numbers.get(prop, ())
                return max((membership(shape, value) for value in values), default=0.0)
            case CrispValue(prop, value):
                return float(any(_same(value, own) for own in self.symbols.get(prop, ())))

    def changed(self, change: ValueChange, kb: KnowledgeBase) -> "IndividualFacts":
        """Return the facts after a change.

        Joining a class implies joining its superclasses; leaving it, leaving its subclasses.
        """
        match change:
            case ValueChange("number", prop, before, after):
                moved = float(after)
                numbers = tuple(moved if own == before else own for own in self.numbers[prop])
                return replace(self, numbers={**self.numbers, prop: numbers})
            case ValueChange("class", iri, _, True):
                above = {name for name in kb.vocabulary.classes if kb.implies(iri, name)}
                held = {name: d for name, d in self.degrees.items() if name not in above}
                return replace(self, classes=self.classes | {iri, *above}, degrees=held)
            case ValueChange("class", iri, _, _):
                remaining = (name for name in self.classes if not kb.implies(name, iri))
                return replace(self, classes=frozenset(remaining))
            case ValueChange(_, prop, before, after):
                symbols = tuple(after if _same(own, before) else own for own in self.symbols[prop])
                return replace(self, symbols={**self.symbols, prop: symbols})

    def crisp_changes(
        self, label: Label, now: "IndividualFacts", unmentioned: Callable[[str, str], str | None]
    ) -> Iterator[ValueChange]:
        """Yield the changes relevant to a label, given the facts ``now`` after earlier changes.

        Truth values change to their opposites, categories to the required one and to one that no
        rule mentions besides the value before. Numbers move by any amount.
        """
        match label:
            case Atom(iri):
                belongs = iri in self.classes
                if (iri in now.classes) == belongs:
                    yield ValueChange("class", iri, belongs, not belongs, 1.0, not belongs)
            case CrispValue(prop, wanted):
                for value in self.symbols.get(prop, ()):
                    yield from _symbol_changes(prop, value, wanted, unmentioned)
            case FuzzyValue():
                return


def _symbol_changes(
    prop: str, before: Value, wanted: bool | str, unmentioned: Callable[[str, str], str | None]
) -> Iterator[ValueChange]:
    if isinstance(wanted, bool):
        if isinstance(before, bool):
            yield ValueChange("truth", prop, before, not before, 1.0, not before)
    elif isinstance(before, str):
        for category in (wanted, unmentioned(prop, before)):
            if category and category != before:
                yield ValueChange("category", prop, before, category, 1.0, category)


def _same(left: Value, right: Value) -> bool:
    """Whether two crisp values are equal and of one type."""
    return type(left) is type(right) and left == right


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
    """Return the truth values and categories of an element for a property.

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


@dataclass(frozen=True, slots=True)
class Filler:
    """The successor that satisfies an existential restriction best.

    Attributes
    ----------
    individual
        Its IRI, or the empty text if it has no name.
    """

    individual: str
    degree: float
    conditions: tuple["Condition", ...]

    def as_json(self, lexicon: Lexicon) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "individual": self.individual or None,
            "name": lexicon.name(self.individual) if self.individual else None,
            "degree": self.degree,
            "conditions": [condition.as_json(lexicon) for condition in self.conditions],
        }


@dataclass(frozen=True, slots=True)
class Condition:
    """One conjunct of a rule, its degree and the values behind it.

    Attributes
    ----------
    part
        The class, the datatype restriction or the existential restriction.
    degree
        Its degree.
    values
        The values of the data property.
    value
        The decisive one of them: the best in the fuzzy set, or the required one.
    filler
        The successor that satisfies an existential restriction best; None without successors.
    n_fillers
        The number of successors.
    """

    part: Label | Edge
    degree: float
    values: tuple[Value, ...] = ()
    value: Value | None = None
    filler: Filler | None = None
    n_fillers: int = 0

    @property
    def concept(self) -> Concept:
        """The condition as a concept."""
        if isinstance(self.part, Edge):
            return Concept((), (self.part,))
        return Concept((self.part,))

    def text(self, lexicon: Lexicon = SHORT_NAMES) -> str:
        """Return the condition in Manchester syntax."""
        return manchester(self.concept, people(lexicon))

    def as_json(self, lexicon: Lexicon) -> dict[str, Any]:
        """Return JSON values."""
        return {
            "condition": self.text(lexicon),
            "degree": self.degree,
            **self._kind_to_json(lexicon),
        }

    def _kind_to_json(self, lexicon: Lexicon) -> dict[str, Any]:
        match self.part:
            case Atom(iri):
                return {"kind": "class", "iri": iri, "name": lexicon.name(iri)}
            case Edge(role, _):
                filler = None if self.filler is None else self.filler.as_json(lexicon)
                about = {"kind": "role", "iri": role, "name": lexicon.name(role)}
                return {**about, "fillers": self.n_fillers, "filler": filler}
            case FuzzyValue(prop, FuzzySet(name, shape)):
                points = list(shape_points(shape))
                wanted = {"set": name, "shape": shape_name(shape), "points": points}
                return self._property_to_json("number", prop, wanted, lexicon)
            case CrispValue(prop, value):
                kind = "truth" if isinstance(value, bool) else "category"
                return self._property_to_json(kind, prop, value, lexicon)

    def _property_to_json(
        self, kind: str, prop: str, required: Any, lexicon: Lexicon
    ) -> dict[str, Any]:
        about = {"kind": kind, "iri": prop, "name": lexicon.name(prop)}
        return {**about, "asked": required, "values": list(self.values), "value": self.value}


def conditions_at(concept: Concept, extents: Extents, element: int) -> tuple[Condition, ...]:
    """Split a concept into its conditions at one element.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import Triangular
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> fair = FuzzyValue("price", FuzzySet("price_F", Triangular(40, 60, 98)))
    >>> kb = KnowledgeBase.from_facts(["a"], numbers={"price": [("a", 79), ("a", 200)]})
    >>> (condition,) = conditions_at(Concept((fair,)), Extents(kb), 0)
    >>> condition.value, condition.degree, condition.values
    (79.0, 0.5, (79.0, 200.0))
    """
    return tuple(_conditions(concept, extents, element))


def _conditions(concept: Concept, extents: Extents, element: int) -> Iterator[Condition]:
    for label in concept.labels:
        degree = float(extents.degrees(Concept((label,)))[element])
        match label:
            case Atom():
                yield Condition(label, degree)
            case FuzzyValue(prop, FuzzySet(_, shape)):
                numbers = numbers_of(extents.kb, prop, element)
                best = max(numbers, key=lambda number: membership(shape, number), default=None)
                yield Condition(label, degree, numbers, best)
            case CrispValue(prop, wanted):
                symbols = symbols_of(extents.kb, prop, element)
                yield Condition(label, degree, symbols, _decisive(wanted, symbols))
    for edge in concept.edges:
        yield _edge(edge, extents, element)


def _decisive(wanted: bool | str, values: tuple[Value, ...]) -> Value | None:
    """Return the required value, or the first if it is missing."""
    same = (value for value in values if type(value) is type(wanted) and value == wanted)
    return next(same, values[0] if values else None)


def _edge(edge: Edge, extents: Extents, element: int) -> Condition:
    kb = extents.kb
    fillers, degrees = extents.fillers(edge.role, element, edge.filler)
    if not fillers.size:
        return Condition(edge, 0.0)
    best = int(fillers[int(degrees.argmax())])
    degree = float(degrees.max())
    name = kb.individuals[best] if best < len(kb.individuals) else ""
    own = float(extents.degrees(edge.filler)[best])
    filler = Filler(name, own, conditions_at(edge.filler, extents, best))
    return Condition(edge, degree, filler=filler, n_fillers=int(fillers.size))
