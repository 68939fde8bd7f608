"""Nodes of an RDF graph to classes, data ranges and object properties."""

from dataclasses import dataclass, field

from owlboost.ontology import expressions as ex
from owlboost.ontology.datatypes.literals import natural_number
from owlboost.ontology.readers.builder import Entities, MalformedError
from owlboost.ontology.readers.rdf_graph import Graph, Kinds, Node, is_blank
from owlboost.ontology.vocabulary import OWL, RDFS_LITERAL, XSD
from owlboost.runtime.limits import limits

_BOOLEANS = (OWL + "intersectionOf", OWL + "unionOf", OWL + "complementOf", OWL + "oneOf")
_COUNTS = {
    OWL + "minCardinality": "min",
    OWL + "maxCardinality": "max",
    OWL + "cardinality": "exact",
    OWL + "minQualifiedCardinality": "min",
    OWL + "maxQualifiedCardinality": "max",
    OWL + "qualifiedCardinality": "exact",
}


def malformed(message: str) -> MalformedError:
    """Return the error for an expression that OWL does not have."""
    return MalformedError("malformed-expression", message)


@dataclass(slots=True)
class Expressions:
    """Reader of expressions from a graph with known kinds of properties."""

    graph: Graph
    kinds: Kinds
    entities: Entities
    _done: dict[str, ex.ClassExpression] = field(default_factory=dict)
    _open: list[str] = field(default_factory=list)

    def role(self, node: Node) -> ex.Role:
        """Return a named object property or the inverse of one."""
        if isinstance(node, ex.Literal):
            raise malformed("a literal is used as an object property")
        inverse = False
        for _ in range(limits().depth):
            if not is_blank(node):
                return self.entities.role(node, inverse=inverse)
            node, inverse = self.graph.name(node, OWL + "inverseOf"), not inverse
        raise malformed("an inverse property refers to itself")

    def individual(self, node: Node) -> str:
        """Return a named or anonymous individual."""
        if isinstance(node, ex.Literal):
            raise malformed("a literal is used as an individual")
        return self.entities.individual(node)

    def class_(self, node: Node) -> ex.ClassExpression:
        """Return the class expression that a node stands for."""
        if isinstance(node, ex.Literal):
            raise malformed("a literal is used as a class")
        if not is_blank(node):
            if self.kinds.is_data_range(node):
                raise malformed(f"the datatype <{node}> is used as a class")
            return self.entities.class_(node)
        if node not in self._done:
            self._done[node] = self._nested(node)
        return self._done[node]

    def _nested(self, node: str) -> ex.ClassExpression:
        if node in self._open:
            raise malformed("a class expression contains itself")
        if len(self._open) >= limits().depth:
            raise malformed(f"a class expression is nested more than {limits().depth} deep")
        self._open.append(node)
        try:
            if self.graph.has(node, OWL + "onProperty"):
                return self.restriction(node)
            for predicate in _BOOLEANS:
                if self.graph.has(node, predicate):
                    return self.boolean(predicate, self.graph.value(node, predicate))
        finally:
            self._open.pop()
        if self.graph.has(node, OWL + "onProperties"):
            raise MalformedError(
                "unsupported-expression:n-ary-data", "restrictions on several data properties"
            )
        raise malformed("a blank node is used as a class but does not describe one")

    def boolean(self, predicate: str, value: Node) -> ex.ClassExpression:
        """Return an intersection, union, complement or enumeration from its RDF list."""
        if predicate == OWL + "complementOf":
            return ex.Not(self.class_(value))
        items = self.graph.list_of(value)
        if predicate == OWL + "oneOf":
            individuals = tuple(self.individual(item) for item in items)
            return ex.OneOf(individuals) if individuals else ex.Class(ex.NOTHING)
        parts = tuple(self.class_(item) for item in items)
        return (
            ex.intersection_of(parts) if predicate == OWL + "intersectionOf" else ex.union_of(parts)
        )

    def restriction(self, node: str) -> ex.ClassExpression:
        """Return the restriction that a node describes."""
        name = self.graph.name(node, OWL + "onProperty")
        if self._is_data(node, name):
            return self._data_restriction(node, self.entities.data_property(name))
        if not is_blank(name) and name in self.entities.annotation_properties - self.entities.roles:
            raise malformed(f"a restriction on the annotation property <{name}>")
        graph, role = self.graph, self.role(name)
        if graph.has(node, OWL + "someValuesFrom"):
            return ex.Some(role, self.class_(graph.value(node, OWL + "someValuesFrom")))
        if graph.has(node, OWL + "allValuesFrom"):
            return ex.Only(role, self.class_(graph.value(node, OWL + "allValuesFrom")))
        if graph.has(node, OWL + "hasValue"):
            return ex.HasValue(role, self.individual(graph.value(node, OWL + "hasValue")))
        if graph.has(node, OWL + "hasSelf"):
            return ex.HasSelf(role)
        kind, number = self._count(node)
        filler = (
            graph.value(node, OWL + "onClass") if graph.has(node, OWL + "onClass") else ex.THING
        )
        return ex.Cardinality(kind, number, role, self.class_(filler))

    def _is_data(self, node: str, name: str) -> bool:
        """Whether a restriction is one on values.

        Where a property is of both kinds, the filler decides.
        """
        if is_blank(name) or name not in self.entities.data_properties:
            return False
        if name not in self.entities.roles:
            return True
        fillers = self.graph.by_subject[node]
        return any(
            isinstance(filler, ex.Literal) or self.kinds.is_data_range(filler)
            for predicate in ("hasValue", "someValuesFrom", "allValuesFrom", "onDataRange")
            for filler in fillers.get(OWL + predicate, ())
        )

    def _data_restriction(self, node: str, name: str) -> ex.ClassExpression:
        graph = self.graph
        if graph.has(node, OWL + "someValuesFrom"):
            return ex.DataSome(name, self.range(graph.value(node, OWL + "someValuesFrom")))
        if graph.has(node, OWL + "allValuesFrom"):
            return ex.DataOnly(name, self.range(graph.value(node, OWL + "allValuesFrom")))
        if graph.has(node, OWL + "hasValue"):
            value = graph.value(node, OWL + "hasValue")
            if not isinstance(value, ex.Literal):
                raise malformed(f"the value of a restriction on <{name}> is not a literal")
            return ex.DataHasValue(name, value)
        kind, number = self._count(node)
        qualified = graph.has(node, OWL + "onDataRange")
        filler = graph.value(node, OWL + "onDataRange") if qualified else RDFS_LITERAL
        return ex.DataCardinality(kind, number, name, self.range(filler))

    def _count(self, node: str) -> tuple[str, int]:
        for predicate, kind in _COUNTS.items():
            if self.graph.has(node, predicate):
                value = self.graph.value(node, predicate)
                text = value.lexical if isinstance(value, ex.Literal) else ""
                number = natural_number(text)
                if number is None:
                    raise malformed(f"{text!r} is not a valid number for a cardinality")
                return kind, number
        raise malformed("a restriction names a property but does not say what it requires")

    def range(self, node: Node, depth: int = 0) -> ex.DataRange:
        """Return the data range that a node stands for."""
        if isinstance(node, ex.Literal) or depth > limits().depth:
            raise malformed("a literal, or a range that contains itself, is used as a data range")
        if not is_blank(node):
            if not self.kinds.is_data_range(node):
                raise malformed(f"<{node}> is used as a datatype but is not one")
            return ex.Datatype(node)
        return self.described_range(node, depth)

    def described_range(self, node: str, depth: int = 0) -> ex.DataRange:
        """Return the data range that a node describes, named or not."""
        graph = self.graph
        if graph.has(node, OWL + "oneOf"):
            return self._enumeration(graph.list_of(graph.value(node, OWL + "oneOf")))
        if graph.has(node, OWL + "onDatatype"):
            return self._facets(node)
        if graph.has(node, OWL + "datatypeComplementOf"):
            inner = graph.value(node, OWL + "datatypeComplementOf")
            return ex.DataComplement(self.range(inner, depth + 1))
        for predicate, maker in (
            ("intersectionOf", ex.DataIntersection),
            ("unionOf", ex.DataUnion),
        ):
            if graph.has(node, OWL + predicate):
                items = graph.list_of(graph.value(node, OWL + predicate))
                return ex.range_of(maker(tuple(self.range(item, depth + 1) for item in items)))
        raise malformed("a blank node is used as a data range but does not describe one")

    def _enumeration(self, items: list[Node]) -> ex.DataOneOf:
        literals = tuple(item for item in items if isinstance(item, ex.Literal))
        if len(literals) != len(items):
            raise malformed("an enumeration mixes values and individuals")
        return ex.DataOneOf(literals)

    def _facets(self, node: str) -> ex.DatatypeRestriction:
        graph = self.graph
        facets: list[tuple[str, ex.Literal]] = []
        for item in graph.names_of(graph.value(node, OWL + "withRestrictions")):
            graph.visited.add(item)
            for facet, values in graph.by_subject.get(item, {}).items():
                facets += [(facet, value) for value in values if isinstance(value, ex.Literal)]
        if not all(facet.startswith((XSD, "http://www.w3.org/1999/02")) for facet, _ in facets):
            raise malformed("a datatype is restricted by a facet that OWL does not have")
        return ex.DatatypeRestriction(graph.name(node, OWL + "onDatatype"), tuple(facets))
