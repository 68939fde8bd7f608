"""Which property is an object, a data or an annotation property: declared, or told by its use."""

from dataclasses import dataclass, field
from typing import TypeGuard

from owlboost.ontology.language.expressions import Literal
from owlboost.ontology.language.reserved import OWL, RDF, RDFS, TOP_DATA, TOP_ROLE
from owlboost.ontology.reading.drafts import (
    Entities,
    MalformedError,
    Remarks,
    is_datatype,
    remark_on_undeclared,
)
from owlboost.ontology.reading.rdf.graph import Graph, Node, is_blank

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
"""Being one of these makes a property an object property, unless it is a data property."""

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
            elif types & PROPERTY_TYPES and not self.known(node):
                self.undeclared.add(node)

    def known(self, name: str) -> bool:
        """Whether the kind of a property is known."""
        entities = self.entities
        return (
            name in entities.roles
            or name in entities.data_properties
            or name in entities.annotation_properties
        )

    def infer(self, with_names: set[str], with_literals: set[str]) -> None:
        """Tell the kinds of undeclared properties from their use.

        Parameters
        ----------
        with_names, with_literals
            Properties of assertions whose objects are individuals, and values.
        """
        self._by_axioms()
        for name in with_names | with_literals:
            if not self.known(name):
                self.undeclared.add(name)
        asserted = [name for name in self.undeclared if not self.known(name)]
        self.entities.roles.update(name for name in asserted if name in with_names)
        self.entities.data_properties.update(name for name in asserted if name in with_literals)
        self._by_kin()
        for name in self.undeclared:
            if not self.known(name):
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
        if isinstance(name, Literal) or is_blank(name) or self.known(name):
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
        if isinstance(name, str) and not is_blank(name) and not self.known(name):
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
            for one, two in kin:
                for name, other in ((one, two), (two, one)):
                    if not self._is_open(name):
                        continue
                    if other in (TOP_ROLE, TOP_DATA):
                        self._note(name, data=other == TOP_DATA)
                        changed = True
                    elif isinstance(other, str) and self.known(other):
                        self._like(name, other)
                        changed = True

    def _is_open(self, name: Node) -> TypeGuard[str]:
        return not (
            isinstance(name, Literal)
            or self.known(name)
            or is_blank(name)
            or name in (TOP_ROLE, TOP_DATA)
        )

    def _like(self, name: str, other: str) -> None:
        entities = self.entities
        for kind in (entities.roles, entities.data_properties, entities.annotation_properties):
            if other in kind:
                kind.add(name)
        self.undeclared.add(name)
