"""A model as boxes and arrows: the trees of its concepts, and what they argue for."""

from dataclasses import dataclass

from owlboost.concepts.concept import Atom, Concept, CrispValue, FuzzyValue, Label
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet
from owlboost.data.fuzzy_sets import FuzzySet, shape_name, shape_points
from owlboost.data.vocabulary import Lexicon
from owlboost.models.trained import TrainedModel


@dataclass(frozen=True, slots=True)
class Node:
    """A box with lines of text; ``kind`` is ``target``, ``learner`` or ``concept``."""

    name: str
    kind: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between two boxes: a role, or what a rule counts."""

    start: str
    end: str
    text: str
    is_role: bool = False


@dataclass(frozen=True, slots=True)
class Diagram:
    """Boxes and arrows."""

    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]


def diagram(model: TrainedModel) -> Diagram:
    """Draw each rule as the tree of its concept, with an arrow to what it argues for.

    Examples
    --------
    >>> rules = RuleSet((Inclusion(Concept((Atom("urn:x#Cheap"),)), 0.8),))
    >>> found = diagram(TrainedModel("foil", "urn:x#Good", rules, 0.5))
    >>> [node.lines for node in found.nodes], found.arrows[0].text
    ([('Good',), ('Cheap',)], '0.8')
    """
    artist = _Artist(model.lexicon)
    target = artist.node("target", (artist.lexicon.name(model.target),))
    match model.hypothesis:
        case RuleSet(inclusions):
            artist.rules(inclusions, target)
        case BoostedHypothesis() as hypothesis:
            for term, weight in hypothesis.weighted_terms:
                learner = artist.node("learner", (term.name,))
                artist.arrows.append(Arrow(learner, target, _number(weight)))
                artist.rules(term.inclusions, learner)
    return Diagram(tuple(artist.nodes), tuple(artist.arrows))


class _Artist:
    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.nodes: list[Node] = []
        self.arrows: list[Arrow] = []

    def node(self, kind: str, lines: tuple[str, ...]) -> str:
        """Draw a box and return its name."""
        name = f"n{len(self.nodes)}"
        self.nodes.append(Node(name, kind, lines))
        return name

    def rules(self, inclusions: tuple[Inclusion, ...], head: str) -> None:
        """Draw the bodies of rules, each with an arrow to their head."""
        for one in inclusions:
            body = self.concept(one.body)
            self.arrows.append(Arrow(body, head, "" if one.degree == 1 else _number(one.degree)))

    def concept(self, concept: Concept) -> str:
        """Draw the tree of a concept and return the name of its root."""
        lines = tuple(map(self._line, concept.labels))
        root = self.node("concept", lines or ("anything",))
        for edge in concept.edges:
            filler = self.concept(edge.filler)
            self.arrows.append(Arrow(root, filler, self.lexicon.name(edge.role), is_role=True))
        return root

    def _line(self, label: Label) -> str:
        match label:
            case Atom(iri):
                return self.lexicon.name(iri)
            case FuzzyValue(prop, FuzzySet(name, shape)):
                points = ", ".join(
                    self.lexicon.number(prop, point, 4) for point in shape_points(shape)
                )
                text = f"{self.lexicon.name(prop)}: {self.lexicon.set_name(name)}"
                return f"{text}, {shape_name(shape)} {points}"
            case CrispValue(prop, value):
                shown = str(value).lower() if isinstance(value, bool) else value
                return f"{self.lexicon.name(prop)} = {shown}"


def _number(number: float) -> str:
    return f"{number:.4g}"
