"""The part of an RDF graph that builds axioms: reserved predicates, lists and expressions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from owlboost.ontology.language.expressions import Literal
from owlboost.ontology.language.reserved import FIRST, NIL, REST
from owlboost.ontology.reading.drafts import MalformedError

Node = str | Literal
"""An IRI, a blank node (``_:…``) or a literal."""


def is_blank(node: Node) -> bool:
    """Whether a node is a blank node."""
    return isinstance(node, str) and node.startswith("_:")


@dataclass(slots=True)
class Graph:
    """Triples with reserved predicates, by subject and by predicate."""

    by_subject: dict[str, dict[str, list[Node]]] = field(default_factory=dict)
    by_predicate: dict[str, list[tuple[str, Node]]] = field(default_factory=dict)
    types: dict[str, set[str]] = field(default_factory=dict)
    """Reserved types such as ``owl:Restriction``, by subject."""
    visited: set[str] = field(default_factory=set)
    """Blank nodes that have become part of an axiom."""

    def add(self, subject: str, predicate: str, object_: Node) -> None:
        """Add a triple."""
        self.by_subject.setdefault(subject, {}).setdefault(predicate, []).append(object_)
        self.by_predicate.setdefault(predicate, []).append((subject, object_))

    def pairs(self, predicate: str) -> Iterable[tuple[str, Node]]:
        """Return (subject, object) of all triples with a predicate."""
        return self.by_predicate.get(predicate, ())

    def has(self, node: Node, predicate: str) -> bool:
        """Whether a node has a value of a predicate."""
        return isinstance(node, str) and predicate in self.by_subject.get(node, ())

    def types_of(self, node: Node) -> set[str]:
        """Return the reserved types of a node."""
        return self.types.get(node, set()) if isinstance(node, str) else set()

    def typed(self, type_: str) -> Iterator[str]:
        """Return the nodes of a reserved type."""
        return (node for node, types in self.types.items() if type_ in types)

    def value(self, node: str, *predicates: str) -> Node:
        """Return the one value of a node for the first of the predicates that it has."""
        self.visited.add(node)
        found = self.by_subject.get(node, {})
        for predicate in predicates:
            if predicate in found:
                values = list(dict.fromkeys(found[predicate]))
                if len(values) > 1:
                    raise MalformedError(
                        "malformed-expression",
                        f"a node has {len(values)} values of <{predicate}> instead of one",
                    )
                return values[0]
        raise MalformedError("malformed-expression", f"a node has no <{predicates[0]}>")

    def name(self, node: str, *predicates: str) -> str:
        """Return the one value of a node, which must not be a literal."""
        value = self.value(node, *predicates)
        if isinstance(value, Literal):
            raise MalformedError(
                "malformed-expression", f"<{predicates[0]}> has a literal as its value"
            )
        return value

    def list_of(self, head: Node) -> list[Node]:
        """Return the items of an RDF list."""
        items: list[Node] = []
        seen: set[str] = set()
        while head != NIL:
            if not isinstance(head, str) or head in seen or not self.has(head, FIRST):
                raise MalformedError("malformed-list", "an RDF list is broken or cyclic")
            seen.add(head)
            items.append(self.value(head, FIRST))
            head = self.value(head, REST)
        return items

    def names_of(self, head: Node) -> list[str]:
        """Return the items of an RDF list without literals."""
        items = self.list_of(head)
        names = [item for item in items if isinstance(item, str)]
        if len(names) != len(items):
            raise MalformedError(
                "malformed-list", "an RDF list contains a literal where none is allowed"
            )
        return names
