"""The format ``dot``: a picture of the rules that Graphviz draws."""

from owlboost.exchange.formats import ALL_LOGICS, Format
from owlboost.exchange.pictures.diagram import Arrow, Node, diagram
from owlboost.models.trained import TrainedModel

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
    found = diagram(model)
    lines = [*map(_node, found.nodes), *map(_arrow, found.arrows)]
    return "\n".join(["digraph rules {", "  rankdir=RL;", *(f"  {one};" for one in lines), "}\n"])


def _node(node: Node) -> str:
    return f"{node.name} [label={_quoted(*node.lines)}, {_STYLES[node.kind]}]"


def _arrow(arrow: Arrow) -> str:
    style = ", style=dashed, dir=back" if arrow.is_role else ""
    ends = (arrow.end, arrow.start) if arrow.is_role else (arrow.start, arrow.end)
    return f"{ends[0]} -> {ends[1]} [label={_quoted(arrow.text)}{style}]"


def _quoted(*lines: str) -> str:
    """Quote text; a line break is two marks in DOT, and so is a backslash."""
    plain = (" ".join(line.split()) for line in lines)
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in plain)
    return '"' + "\\n".join(escaped) + '"'


FORMAT = Format(
    name="dot",
    title="A picture of the rules, for Graphviz",
    extensions=(".dot", ".gv"),
    semantics=ALL_LOGICS,
    write=dot_text,
)
