"""The graph of triples that axioms are built of, and what kind each property is of."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeGuard

from owlboost.ontology.expressions import Literal
from owlboost.ontology.readers.builder import (
    Entities,
    MalformedError,
    Remarks,
    is_datatype,
    remark_on_undeclared,
)
from owlboost.ontology.vocabulary import FIRST, NIL, OWL, RDF, RDFS, REST, TOP_DATA, TOP_ROLE

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
        """Iterate over the nodes of a reserved type."""
        return (node for node, types in self.types.items() if type_ in types)

    def value(self, node: str, *predicates: str) -> Node:
        """Return the only value for the first predicate a node has."""
        self.visited.add(node)
        by_predicate = self.by_subject.get(node, {})
        for predicate in predicates:
            if predicate in by_predicate:
                values = list(dict.fromkeys(by_predicate[predicate]))
                if len(values) > 1:
                    raise MalformedError(
                        "malformed-expression",
                        f"a node has {len(values)} values of <{predicate}> instead of one",
                    )
                return values[0]
        raise MalformedError("malformed-expression", f"a node has no <{predicates[0]}>")

    def name(self, node: str, *predicates: str) -> str:
        """Return the only value of a node, which is no literal."""
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


ROLE_TYPES = frozenset(
    OWL + name
    for name in (
        "ObjectProperty",
        "SymmetricProperty",
        "AsymmetricProperty",
        "TransitiveProperty",
        "ReflexiveProperty",
        "IrreflexiveProperty",
        "InverseFunctionalProperty",
    )
)
"""Types of object properties, unless they are data properties."""

PROPERTY_TYPES = frozenset(
    {OWL + "FunctionalProperty", RDF + "Property", OWL + "DeprecatedProperty"}
)
ANNOTATION_TYPES = frozenset({OWL + "AnnotationProperty", OWL + "OntologyProperty"})
CLASS_TYPES = frozenset({OWL + "Class", RDFS + "Class", OWL + "DeprecatedClass"})
DATA_RANGE_TYPES = frozenset({RDFS + "Datatype", OWL + "DataRange"})

_SAME_KIND = (RDFS + "subPropertyOf", OWL + "equivalentProperty", OWL + "propertyDisjointWith")
_CARDINALITIES = tuple(
    OWL + name for name in ("onClass", "onDataRange", "someValuesFrom", "allValuesFrom", "hasValue")
)


@dataclass(slots=True)
class Kinds:
    """The kind of every property of a graph."""

    graph: Graph
    entities: Entities
    remarks: Remarks
    undeclared: set[str] = field(default_factory=set)

    def declare(self) -> None:
        """Take the kinds that the types of the graph declare."""
        entities = self.entities
        for node, types in self.graph.types.items():
            if is_blank(node):
                continue
            if types & CLASS_TYPES and not types & DATA_RANGE_TYPES:
                entities.class_(node)
            if types & DATA_RANGE_TYPES:
                entities.datatypes.add(node)
            if OWL + "DatatypeProperty" in types:
                entities.data_properties.add(node)
            elif types & ROLE_TYPES:
                entities.roles.add(node)
            if OWL + "ObjectProperty" in types:
                entities.roles.add(node)
            if types & ANNOTATION_TYPES:
                entities.annotation_properties.add(node)
            elif types & PROPERTY_TYPES and not self.is_known(node):
                self.undeclared.add(node)

    def is_known(self, name: str) -> bool:
        """Whether the kind of a property is known."""
        entities = self.entities
        return (
            name in entities.roles
            or name in entities.data_properties
            or name in entities.annotation_properties
        )

    def infer(self, with_names: set[str], with_literals: set[str]) -> None:
        """Infer the kinds of undeclared properties from their use.

        Those with names, and with literals, are properties of assertions with such objects.
        """
        self._by_axioms()
        for name in with_names | with_literals:
            if not self.is_known(name):
                self.undeclared.add(name)
        asserted = [name for name in self.undeclared if not self.is_known(name)]
        self.entities.roles.update(name for name in asserted if name in with_names)
        self.entities.data_properties.update(name for name in asserted if name in with_literals)
        self._by_kin()
        for name in self.undeclared:
            if not self.is_known(name):
                self.entities.roles.add(name)
        remark_on_undeclared(self.remarks, len(self.undeclared))

    def is_data_range(self, node: Node) -> bool:
        """Whether a node stands for a data range."""
        if isinstance(node, Literal):
            return False
        if not is_blank(node):
            return is_datatype(node, self.entities)
        graph = self.graph
        if graph.types_of(node) & DATA_RANGE_TYPES or graph.has(node, OWL + "onDatatype"):
            return True
        if graph.has(node, OWL + "datatypeComplementOf"):
            return True
        for predicate in ("oneOf", "unionOf", "intersectionOf"):
            if graph.has(node, OWL + predicate):
                return self._is_data_list(graph.by_subject[node][OWL + predicate][0])
        return False

    def _is_data_list(self, head: Node) -> bool:
        try:
            items = self.graph.list_of(head)
        except MalformedError:  # reported where the list is read
            return False
        return bool(items) and (isinstance(items[0], Literal) or self.is_data_range(items[0]))

    def _note(self, name: Node, *, data: bool) -> None:
        if isinstance(name, Literal) or is_blank(name) or self.is_known(name):
            return
        self.undeclared.add(name)
        (self.entities.data_properties if data else self.entities.roles).add(name)

    def _by_axioms(self) -> None:
        graph = self.graph
        for first, second in graph.pairs(OWL + "inverseOf"):
            self._note(first, data=False)
            self._note(second, data=False)
        for upper, chain in graph.pairs(OWL + "propertyChainAxiom"):
            for name in (upper, *self._items(chain)):
                self._note(name, data=False)
        for name, range_ in graph.pairs(RDFS + "range"):
            if self.is_data_range(range_) or not is_blank(name):
                self._note(name, data=self.is_data_range(range_))
        for node, name in graph.pairs(OWL + "onProperty"):
            self._by_restriction(node, name)

    def _items(self, head: Node) -> list[Node]:
        try:
            return self.graph.list_of(head)
        except MalformedError:  # reported where the list is read
            return []

    def _by_restriction(self, node: str, name: Node) -> None:
        if isinstance(name, str) and not is_blank(name) and not self.is_known(name):
            self.undeclared.add(name)
        for predicate in _CARDINALITIES:
            if self.graph.has(node, predicate):
                filler = self.graph.by_subject[node][predicate][0]
                self._note(name, data=isinstance(filler, Literal) or self.is_data_range(filler))

    def _by_kin(self) -> None:
        """Let unknown properties be what their sub-, super- and equivalent properties are."""
        kin = [pair for predicate in _SAME_KIND for pair in self.graph.pairs(predicate)]
        changed = True
        while changed:
            changed = False
            for left, right in kin:
                for name, related in ((left, right), (right, left)):
                    if not self._is_open(name):
                        continue
                    if related in (TOP_ROLE, TOP_DATA):
                        self._note(name, data=related == TOP_DATA)
                        changed = True
                    elif isinstance(related, str) and self.is_known(related):
                        self._like(name, related)
                        changed = True

    def _is_open(self, name: Node) -> TypeGuard[str]:
        return not (
            isinstance(name, Literal)
            or self.is_known(name)
            or is_blank(name)
            or name in (TOP_ROLE, TOP_DATA)
        )

    def _like(self, name: str, related: str) -> None:
        entities = self.entities
        for kind in (entities.roles, entities.data_properties, entities.annotation_properties):
            if related in kind:
                kind.add(name)
        self.undeclared.add(name)
