"""Facts of one individual, and the conditions of a rule there."""

from collections.abc import Iterable, Iterator, Mapping
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
"""What may change, in the order in which equals are preferred."""

Position = tuple[Kind, str, Value]
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
    def place(self) -> Position:
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


@dataclass(frozen=True, slots=True)
class Filler:
    """The successor that satisfies an existential restriction best.

    Attributes
    ----------
    individual
        Its IRI, or the empty text if it has no name.
    degree
        How far it satisfies the filler.
    conditions
        What the filler asks for, there.
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
            "conditions": [each.as_json(lexicon) for each in self.conditions],
        }


@dataclass(frozen=True, slots=True)
class Condition:
    """One conjunct of a rule, how far it holds, and what that is due to.

    Attributes
    ----------
    part
        The class, the datatype restriction or the existential restriction.
    degree
        How far it holds.
    values
        What the individual has of the data property.
    value
        The one of them that decides: in the fuzzy set most, or the very one asked for.
    filler
        The successor that satisfies an existential restriction best; None without successors.
    n_fillers
        How many successors there are.
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
        return {"condition": self.text(lexicon), "degree": self.degree, **self._asked(lexicon)}

    def _asked(self, lexicon: Lexicon) -> dict[str, Any]:
        match self.part:
            case Atom(iri):
                return {"kind": "class", "iri": iri, "name": lexicon.name(iri)}
            case Edge(role, _):
                filler = None if self.filler is None else self.filler.as_json(lexicon)
                told = {"kind": "role", "iri": role, "name": lexicon.name(role)}
                return {**told, "fillers": self.n_fillers, "filler": filler}
            case FuzzyValue(prop, FuzzySet(name, shape)):
                points = list(shape_points(shape))
                wanted = {"set": name, "shape": shape_name(shape), "points": points}
                return self._of_property("number", prop, wanted, lexicon)
            case CrispValue(prop, value):
                kind = "truth" if isinstance(value, bool) else "category"
                return self._of_property(kind, prop, value, lexicon)

    def _of_property(self, kind: str, prop: str, asked: Any, lexicon: Lexicon) -> dict[str, Any]:
        told = {"kind": kind, "iri": prop, "name": lexicon.name(prop)}
        return {**told, "asked": asked, "values": list(self.values), "value": self.value}


def conditions_at(concept: Concept, extents: Extents, element: int) -> tuple[Condition, ...]:
    """Take a concept apart at one element.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import Triangular
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> fair = FuzzyValue("price", FuzzySet("price_F", Triangular(40, 60, 98)))
    >>> kb = KnowledgeBase.from_facts(["a"], numbers={"price": [("a", 79), ("a", 200)]})
    >>> (found,) = conditions_at(Concept((fair,)), Extents(kb), 0)
    >>> found.value, found.degree, found.values
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
                best = max(numbers, key=lambda one: membership(shape, one), default=None)
                yield Condition(label, degree, numbers, best)
            case CrispValue(prop, wanted):
                symbols = symbols_of(extents.kb, prop, element)
                yield Condition(label, degree, symbols, _decisive(wanted, symbols))
    for edge in concept.edges:
        yield _edge(edge, extents, element)


def _decisive(wanted: bool | str, values: tuple[Value, ...]) -> Value | None:
    """Return the value that was asked for, or the first if there is no such."""
    same = (one for one in values if type(one) is type(wanted) and one == wanted)
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
