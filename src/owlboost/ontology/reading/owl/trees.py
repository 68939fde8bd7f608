"""Axioms and expressions as trees, the shape that Functional syntax and OWL/XML share.

A tree is a list: a keyword such as ``SubClassOf``, then its operands. An operand is a tree, an IRI,
an anonymous individual (``_:label``), a :class:`Literal`, or a number.
"""

from typing import Any

from owlboost.ontology.language.expressions import Literal

Tree = list[Any]


class ShapeError(Exception):
    """A tree is none of OWL; the message says why."""


def is_tree(operand: Any, *keywords: str) -> bool:
    """Whether an operand is a tree, with one of the keywords if some are given."""
    return isinstance(operand, list) and (not keywords or operand[0] in keywords)


def operands(tree: Tree, least: int, most: int | None = None) -> list[Any]:
    """Return the operands of a tree, of which there must be so many.

    Examples
    --------
    >>> operands(["SubClassOf", "urn:A", "urn:B"], 2, 2)
    ['urn:A', 'urn:B']
    """
    found = tree[1:]
    if len(found) < least or (most is not None and len(found) > most):
        wanted = f"{least}" if most == least else f"{least} or more" if most is None else ""
        wanted = wanted or f"{least} to {most}"
        raise ShapeError(f"{tree[0]} takes {wanted} operands, not {len(found)}")
    return found


def name_in(operand: Any, what: str) -> str:
    """Return an operand that must be an IRI."""
    if not isinstance(operand, str) or operand.startswith("_:"):
        raise ShapeError(f"{said(operand)} is used as {what}")
    return operand


def said(operand: Any) -> str:
    """Return what an operand is, for messages."""
    match operand:
        case list():
            return f"{operand[0]}(…)" if operand[0] else "a list"
        case Literal():
            return "a literal"
        case int():
            return "a number"
        case _:
            return f"<{operand}>" if not str(operand).startswith("_:") else str(operand)
