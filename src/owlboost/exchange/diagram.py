"""The formats ``dot`` and ``mermaid``: a model as boxes and arrows."""

from dataclasses import dataclass

from owlboost.concepts.concept import Concept
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet
from owlboost.concepts.text import label_line
from owlboost.data.vocabulary import Lexicon
from owlboost.exchange.formats import ALL_LOGICS, Format
from owlboost.models.trained import TrainedModel


@dataclass(frozen=True, slots=True)
class Node:
    """A box with lines of text; ``kind`` is ``target``, ``learner`` or ``concept``."""

    name: str
    kind: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between boxes: a role, or a rule's weight."""

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
    """Draw each rule as a tree that points to its head.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
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
                artist.arrows.append(Arrow(learner, target, _short_number(weight)))
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
        for inclusion in inclusions:
            body = self.concept(inclusion.body)
            self.arrows.append(
                Arrow(body, head, "" if inclusion.degree == 1 else _short_number(inclusion.degree))
            )

    def concept(self, concept: Concept) -> str:
        """Draw the tree of a concept and return its root's name."""
        lines = tuple(label_line(label, self.lexicon) for label in concept.labels)
        root = self.node("concept", lines or ("anything",))
        for edge in concept.edges:
            filler = self.concept(edge.filler)
            self.arrows.append(Arrow(root, filler, self.lexicon.name(edge.role), is_role=True))
        return root


def _short_number(number: float) -> str:
    return f"{number:.4g}"


_STYLES = {
    "target": "shape=box, style=bold",
    "learner": "shape=circle",
    "concept": "shape=box, style=rounded",
}


def dot_text(model: TrainedModel) -> str:
    r"""Write a graph in the DOT language.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> print(dot_text(TrainedModel("foil", 'urn:x#"Good"', RuleSet(), 0.5)), end="")
    digraph rules {
      rankdir=RL;
      n0 [label="\"Good\"", shape=box, style=bold];
    }
    """
    picture = diagram(model)
    lines = [*map(_dot_node, picture.nodes), *map(_dot_arrow, picture.arrows)]
    return "\n".join(["digraph rules {", "  rankdir=RL;", *(f"  {line};" for line in lines), "}\n"])


def _dot_node(node: Node) -> str:
    return f"{node.name} [label={_dot_text(*node.lines)}, {_STYLES[node.kind]}]"


def _dot_arrow(arrow: Arrow) -> str:
    style = ", style=dashed, dir=back" if arrow.is_role else ""
    ends = (arrow.end, arrow.start) if arrow.is_role else (arrow.start, arrow.end)
    return f"{ends[0]} -> {ends[1]} [label={_dot_text(arrow.text)}{style}]"


def _dot_text(*lines: str) -> str:
    """Quote text; line breaks and backslashes are two marks in DOT."""
    plain = (" ".join(line.split()) for line in lines)
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in plain)
    return '"' + "\\n".join(escaped) + '"'


DOT = Format(
    name="dot",
    title="A picture of the rules, for Graphviz",
    extensions=(".dot", ".gv"),
    semantics=ALL_LOGICS,
    write=dot_text,
)


_BRACKETS = {"target": ("[[", "]]"), "learner": ("((", "))"), "concept": ("(", ")")}
_UNSAFE = '#;"`|<>&\\[](){}'


def mermaid_text(model: TrainedModel) -> str:
    """Write a flowchart in the language of Mermaid.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> print(mermaid_text(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5)), end="")
    flowchart RL
      n0[["Good"]]
    """
    picture = diagram(model)
    lines = [*map(_mermaid_node, picture.nodes), *map(_mermaid_arrow, picture.arrows)]
    return "\n".join(["flowchart RL", *(f"  {line}" for line in lines)]) + "\n"


def _mermaid_node(node: Node) -> str:
    left, right = _BRACKETS[node.kind]
    return f"{node.name}{left}{_mermaid_text(*node.lines)}{right}"


def _mermaid_arrow(arrow: Arrow) -> str:
    text = f"|{_mermaid_text(arrow.text)}|" if arrow.text else ""
    if arrow.is_role:
        return f"{arrow.end} -.-{text} {arrow.start}"
    return f"{arrow.start} -->{text} {arrow.end}"


def _mermaid_text(*lines: str) -> str:
    """Quote text; marks with a meaning in Mermaid are written as entities."""
    plain = (" ".join(line.split()) for line in lines)
    return '"' + "<br/>".join("".join(map(_mermaid_mark, line)) for line in plain) + '"'


def _mermaid_mark(mark: str) -> str:
    return f"#{ord(mark)};" if mark in _UNSAFE else mark


MERMAID = Format(
    name="mermaid",
    title="A picture of the rules, for Mermaid",
    extensions=(".mmd",),
    semantics=ALL_LOGICS,
    write=mermaid_text,
)
