"""The conditions of a rule at one individual: how far each holds, and by which of its values."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from owlboost.model.concepts import Atom, Concept, CrispValue, Edge, FuzzyValue, Label
from owlboost.model.counterfactuals.facts import Value, numbers_of, symbols_of
from owlboost.model.extents import Extents
from owlboost.model.fuzzysets import FuzzySet, membership, shape_name, shape_points
from owlboost.model.lexicon import SHORT_NAMES, Lexicon
from owlboost.model.text import manchester, people


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
    >>> from owlboost.model.fuzzysets import Triangular
    >>> from owlboost.model.knowledge_base import KnowledgeBase
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
