"""The format ``mermaid``: a picture of the rules that Mermaid draws, as in Markdown on the web."""

from owlboost.exchange.formats import ALL_LOGICS, Format
from owlboost.exchange.pictures.diagram import Arrow, Node, diagram
from owlboost.models.trained import TrainedModel

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
    found = diagram(model)
    lines = [*map(_node, found.nodes), *map(_arrow, found.arrows)]
    return "\n".join(["flowchart RL", *(f"  {one}" for one in lines)]) + "\n"


def _node(node: Node) -> str:
    left, right = _BRACKETS[node.kind]
    return f"{node.name}{left}{_quoted(*node.lines)}{right}"


def _arrow(arrow: Arrow) -> str:
    text = f"|{_quoted(arrow.text)}|" if arrow.text else ""
    if arrow.is_role:
        return f"{arrow.end} -.-{text} {arrow.start}"
    return f"{arrow.start} -->{text} {arrow.end}"


def _quoted(*lines: str) -> str:
    """Quote text; marks that mean something to Mermaid are written as entities of theirs."""
    plain = (" ".join(line.split()) for line in lines)
    return '"' + "<br/>".join("".join(map(_mark, line)) for line in plain) + '"'


def _mark(mark: str) -> str:
    return f"#{ord(mark)};" if mark in _UNSAFE else mark


FORMAT = Format(
    name="mermaid",
    title="A picture of the rules, for Mermaid",
    extensions=(".mmd",),
    semantics=ALL_LOGICS,
    write=mermaid_text,
)
