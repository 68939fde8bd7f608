"""The OWL 2 mapping from RDF graphs: triples to axioms and facts."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from owlboost.ontology import axioms as ax
from owlboost.ontology.expressions import Class, Literal, Role
from owlboost.ontology.readers.builder import Draft, MalformedError
from owlboost.ontology.readers.rdf_expressions import Expressions, malformed
from owlboost.ontology.readers.rdf_facts import (
    Columns,
    annotated_triples,
    compound_types,
    facts_of,
    fuzzy_texts,
    graph_of,
    note_labels,
    separate_annotations,
)
from owlboost.ontology.readers.rdf_graph import Graph, Kinds, Node, is_blank
from owlboost.ontology.readers.rdf_terms import TermTable
from owlboost.ontology.vocabulary import (
    CHARACTERISTICS,
    DECLARING_TYPES,
    FIRST,
    NEGATIVE,
    NIL,
    OWL,
    PART_PREDICATES,
    RDFS,
    REST,
    SWRL,
    SWRLB,
    TOP_DATA,
    TOP_ROLE,
    TYPE,
    XSD,
)


def map_graph(table: TermTable, draft: Draft) -> None:
    """Add the axioms, facts and remarks of a graph to a draft.

    The entities already in the draft, as declared by files in other syntaxes, count as declared.
    """
    columns = Columns.classify(table, draft)
    graph = graph_of(columns, draft)
    kinds = Kinds(graph, draft.entities, draft.remarks)
    kinds.declare()
    kinds.infer(*separate_annotations(columns, kinds))
    note_labels(columns, draft)
    mapping = _Mapping(draft, graph, kinds, Expressions(graph, kinds, draft.entities))
    mapping.run(compound_types(columns))
    texts = fuzzy_texts(columns)
    triples = annotated_triples(columns, {node for node, _ in texts})
    for node, text in texts:
        mapping.note(node, triples.get(node), text)
    draft.facts.append(facts_of(columns, draft))


@dataclass(slots=True)
class _Mapping:
    draft: Draft
    graph: Graph
    kinds: Kinds
    read: Expressions

    def run(self, compound: list[tuple[str, str]]) -> None:
        """Read all axioms; each that is not understood becomes a remark."""
        for predicate, pairs in self.graph.by_predicate.items():
            rule = _RULES.get(predicate)
            if rule is None:
                self._not_understood(predicate, len(pairs))
                continue
            for subject, object_ in pairs:
                self._attempt(rule, subject, object_)
        self._broken_nil()
        for node, types in self.graph.types.items():
            for type_ in types:
                self._attempt(_Mapping._by_type, node, type_)
        for individual, node in compound:
            self._attempt(_Mapping._assertion, individual, node)
        self._orphans()
        self._lists_of_data()

    def note(self, node: str, triple: tuple[Node, Node, Node] | None, text: str) -> None:
        """Note a Fuzzy OWL 2 annotation of a node.

        ``triple`` is the one that the node stands for, if any.
        """
        notes = self.draft.notes
        if triple is not None:
            self._note_axiom(*triple, text)
        elif self.graph.types_of(node) & _TYPED.keys():
            axioms = [
                _TYPED[type_](self, node) for type_ in self.graph.types_of(node) & _TYPED.keys()
            ]
            notes.axioms += ((axiom, text) for axiom in axioms if axiom is not None)
        elif OWL + "Ontology" in self.graph.types_of(node):
            notes.ontology.append(text)
        elif not is_blank(node):
            notes.entities.append((node, text))

    def _note_axiom(self, subject: Node, predicate: Node, object_: Node, text: str) -> None:
        notes, entities = self.draft.notes, self.draft.entities
        if not isinstance(subject, str) or not isinstance(predicate, str):
            return
        rule = _Mapping._assertion if predicate == TYPE else _RULES.get(predicate)
        if isinstance(object_, Literal):
            notes.values.append(((predicate, subject, object_), text))
        elif predicate == TYPE and object_ in CHARACTERISTICS:
            axiom = self._characteristic(subject, CHARACTERISTICS[object_])
            notes.axioms += () if axiom is None else ((axiom, text),)
        elif predicate == TYPE and not is_blank(object_):
            notes.types.append(((subject, object_), text))
        elif rule is not None:
            with suppress(MalformedError):  # which was remarked on where it was read
                axiom = rule(self, subject, object_)
                notes.axioms += () if axiom is None else ((axiom, text),)
        elif predicate in entities.roles:
            notes.roles.append(((predicate, subject, object_), text))

    def _attempt(
        self, rule: Callable[["_Mapping", str, Node], ax.Axiom | None], subject: str, object_: Node
    ) -> None:
        try:
            axiom = rule(self, subject, object_)
        except MalformedError as error:
            self.draft.remarks.add(error.code, str(error))
        else:
            if axiom is not None:
                self.draft.add(axiom)

    def _not_understood(self, predicate: str, count: int) -> None:
        if predicate in PART_PREDICATES or predicate.startswith((SWRL, SWRLB, XSD)):
            return
        self.draft.remarks.add(
            "unsupported-triple", f"triples with <{predicate}> are not understood", count
        )

    def _broken_nil(self) -> None:
        parts = self.graph.by_subject.get(NIL, {})
        self.draft.remarks.add(
            "malformed-list",
            "the empty list, rdf:nil, is given items, which are not used",
            sum(len(parts.get(predicate, ())) for predicate in (FIRST, REST)),
        )

    def _orphans(self) -> None:
        """Remark on expressions that no axiom uses."""
        names = (
            *("onProperty", "unionOf", "intersectionOf", "complementOf"),
            *("members", "distinctMembers"),
        )
        orphans = {
            node
            for name in names
            for node, _ in self.graph.pairs(OWL + name)
            if is_blank(node) and node not in self.graph.visited
        }
        self.draft.remarks.add(
            "unused-expression",
            "expressions do not belong to any axiom that was read",
            len(orphans),
        )

    def _lists_of_data(self) -> None:
        """Remark on lists that belong to no construct of OWL."""
        heads = {node for node, _ in self.graph.pairs(FIRST)} - self.graph.visited - {NIL}
        for pairs in self.graph.by_predicate.values():
            heads.difference_update(node for _, node in pairs if isinstance(node, str))
        self.draft.remarks.add(
            "list-as-data",
            "RDF lists stand for data, not for a construct of OWL; what is in them is not used",
            len(heads),
        )

    # Axioms from reserved types

    def _by_type(self, node: str, type_: Node) -> ax.Axiom | None:
        if type_ in CHARACTERISTICS:
            return self._characteristic(node, CHARACTERISTICS[str(type_)])
        reader = _TYPED.get(str(type_))
        if reader is not None:
            return reader(self, node)
        if str(type_).startswith(SWRL):
            if type_ == SWRL + "Imp":
                raise MalformedError("unsupported-axiom:SWRL", "rules are not used")
            return None
        if type_ not in DECLARING_TYPES:
            raise MalformedError("unsupported-type", f"the type <{type_}> is not understood")
        return None

    def _characteristic(self, node: str, kind: str) -> ax.Axiom | None:
        entities = self.draft.entities
        is_data = node in entities.data_properties
        if node in entities.annotation_properties and not is_data and node not in entities.roles:
            return None
        if is_data and kind == "functional":
            self.draft.add(ax.FunctionalData(node))
        if is_data and node not in entities.roles:
            if kind != "functional":
                raise malformed(f"a data property cannot be {kind}")
            return None
        return ax.RoleCharacteristic(self.read.role(node), kind)

    def _members(self, node: str) -> list[str]:
        return self.graph.names_of(self.graph.value(node, OWL + "members", OWL + "distinctMembers"))

    def _all_different(self, node: str) -> ax.Axiom:
        return ax.DifferentIndividuals(
            tuple(self.read.individual(name) for name in self._members(node))
        )

    def _all_disjoint_classes(self, node: str) -> ax.Axiom:
        return ax.DisjointClasses(tuple(self.read.class_(item) for item in self._members(node)))

    def _all_disjoint_properties(self, node: str) -> ax.Axiom:
        names = self._members(node)
        if names and self._are_data(*names):
            return ax.DisjointDataProperties(tuple(names))
        return ax.DisjointRoles(tuple(self.read.role(name) for name in names))

    def _negative(self, node: str) -> ax.Axiom:
        graph, read = self.graph, self.read
        subject = read.individual(graph.value(node, OWL + "sourceIndividual"))
        name = graph.name(node, OWL + "assertionProperty")
        if graph.has(node, OWL + "targetValue"):
            if graph.has(node, OWL + "targetIndividual"):
                raise malformed("a negative assertion is about a value and an individual")
            value = graph.value(node, OWL + "targetValue")
            if not isinstance(value, Literal):
                raise malformed("the value of a negative assertion is not a literal")
            return ax.NegativeDataAssertion(self.draft.entities.data_property(name), subject, value)
        target = read.individual(graph.value(node, OWL + "targetIndividual"))
        role = read.role(name)
        if role.inverse:
            subject, target = target, subject
        return ax.NegativeRoleAssertion(Role(role.iri), subject, target)

    def _assertion(self, individual: str, node: Node) -> ax.Axiom | None:
        expression = self.read.class_(node)
        return ax.ClassAssertion(self.read.individual(individual), expression)

    # Axioms from reserved predicates

    def _are_data(self, *names: Node) -> bool:
        """Whether properties are data properties, and only that."""
        entities = self.draft.entities
        data, roles = entities.data_properties | {TOP_DATA}, entities.roles
        are_data = [name in data and name not in roles for name in names]
        if any(are_data) and not all(are_data):
            raise malformed("an axiom mixes object and data properties")
        return all(are_data)

    def _annotate(self, *names: Node) -> bool:
        """Whether properties only annotate; an axiom on them is then ignored."""
        entities = self.draft.entities
        notes = entities.annotation_properties - entities.roles - entities.data_properties
        if any(name in notes for name in names):
            self.draft.remarks.add("annotation-ignored", "annotations are not used for learning")
            return True
        return False

    def _sub_class(self, lower: str, upper: Node) -> ax.Axiom | None:
        if self.kinds.is_data_range(lower):
            raise malformed("a datatype is a subclass")
        return ax.SubClassOf(self.read.class_(lower), self.read.class_(upper))

    def _equivalent_class(self, first: str, second: Node) -> ax.Axiom | None:
        if self.kinds.is_data_range(first) or self.kinds.is_data_range(second):
            if is_blank(first):
                raise malformed("a nameless datatype is defined")
            self.draft.entities.classes.discard(first)
            self.draft.entities.datatypes.add(first)
            return ax.DatatypeDefinition(first, self.read.range(second))
        return ax.EquivalentClasses((self.read.class_(first), self.read.class_(second)))

    def _disjoint_with(self, first: str, second: Node) -> ax.Axiom | None:
        return ax.DisjointClasses((self.read.class_(first), self.read.class_(second)))

    def _disjoint_union(self, name: str, items: Node) -> ax.Axiom | None:
        whole = self.read.class_(name)
        if not isinstance(whole, Class):
            raise malformed("a disjoint union defines a nameless class")
        parts = tuple(self.read.class_(item) for item in self.graph.list_of(items))
        return ax.DisjointUnion(whole.iri, parts)

    def _definition(self, predicate: str, name: str, value: Node) -> ax.Axiom | None:
        """Read a named class or datatype with its definition (OWL 1)."""
        if is_blank(name):
            return None  # an expression, read where it is used
        if self.kinds.is_data_range(name):
            return self._datatype_definition(name, value)
        return ax.EquivalentClasses((self.read.class_(name), self.read.boolean(predicate, value)))

    def _datatype_definition(self, name: str, _: Node) -> ax.Axiom | None:
        """Read a named datatype that carries its definition."""
        if is_blank(name):
            return None  # an expression, read where it is used
        self.draft.entities.classes.discard(name)
        self.draft.entities.datatypes.add(name)
        return ax.DatatypeDefinition(name, self.read.described_range(name))

    def _n_ary(self, name: str, _: Node) -> ax.Axiom | None:
        if is_blank(name):
            return None  # an expression, read where it is used
        raise MalformedError(
            "unsupported-expression:n-ary-data", "restrictions on several data properties"
        )

    def _restriction(self, name: str, _: Node) -> ax.Axiom | None:
        """Read a restriction that has a name: a class with that definition."""
        if is_blank(name):
            return None  # an expression, read where it is used
        return ax.EquivalentClasses((self.read.class_(name), self.read.restriction(name)))

    def _sub_property(self, lower: str, upper: Node) -> ax.Axiom | None:
        if self._annotate(lower, upper):
            return None
        if upper in (TOP_ROLE, TOP_DATA):
            raise MalformedError("tautology", "every property is below the top property")
        if self._are_data(lower, upper):
            return ax.SubDataPropertyOf(lower, str(upper))
        return ax.SubRoleOf((self.read.role(lower),), self.read.role(upper))

    def _chain(self, upper: str, chain: Node) -> ax.Axiom | None:
        roles = tuple(self.read.role(item) for item in self.graph.list_of(chain))
        if not roles:
            raise MalformedError("malformed-list", "a property chain is empty")
        return ax.SubRoleOf(roles, self.read.role(upper))

    def _equivalent_property(self, first: str, second: Node) -> ax.Axiom | None:
        if self._annotate(first, second):
            return None
        if self._are_data(first, second):
            return ax.EquivalentDataProperties((first, str(second)))
        return ax.EquivalentRoles((self.read.role(first), self.read.role(second)))

    def _disjoint_property(self, first: str, second: Node) -> ax.Axiom | None:
        if self._are_data(first, second):
            return ax.DisjointDataProperties((first, str(second)))
        return ax.DisjointRoles((self.read.role(first), self.read.role(second)))

    def _inverse(self, first: str, second: Node) -> ax.Axiom | None:
        if is_blank(first):
            return None  # an expression, read where it is used
        return ax.InverseRoles(self.read.role(first), self.read.role(second))

    def _domain(self, name: str, domain: Node) -> ax.Axiom | None:
        if self._annotate(name):
            return None
        if self._are_data(name):
            return ax.DataDomain(name, self.read.class_(domain))
        return ax.RoleDomain(self.read.role(name), self.read.class_(domain))

    def _range(self, name: str, range_: Node) -> ax.Axiom | None:
        if self._annotate(name):
            return None
        if self._are_data(name) or (
            name in self.draft.entities.data_properties and self.kinds.is_data_range(range_)
        ):
            return ax.DataPropertyRange(name, self.read.range(range_))
        return ax.RoleRange(self.read.role(name), self.read.class_(range_))

    def _key(self, node: str, items: Node) -> ax.Axiom | None:
        names = self.graph.names_of(items)
        data = tuple(name for name in names if self._are_data(name))
        roles = tuple(self.read.role(name) for name in names if name not in data)
        return ax.HasKey(self.read.class_(node), roles, data)

    def _same(self, first: str, second: Node) -> ax.Axiom | None:
        return ax.SameIndividual((self.read.individual(first), self.read.individual(second)))

    def _different(self, first: str, second: Node) -> ax.Axiom | None:
        return ax.DifferentIndividuals((self.read.individual(first), self.read.individual(second)))


def _defining(predicate: str) -> Callable[[_Mapping, str, Node], ax.Axiom | None]:
    def rule(mapping: _Mapping, name: str, value: Node) -> ax.Axiom | None:
        return mapping._definition(predicate, name, value)

    return rule


_RULES: dict[str, Callable[[_Mapping, str, Node], ax.Axiom | None]] = {
    RDFS + "subClassOf": _Mapping._sub_class,
    RDFS + "subPropertyOf": _Mapping._sub_property,
    RDFS + "domain": _Mapping._domain,
    RDFS + "range": _Mapping._range,
    OWL + "equivalentClass": _Mapping._equivalent_class,
    OWL + "disjointWith": _Mapping._disjoint_with,
    OWL + "disjointUnionOf": _Mapping._disjoint_union,
    OWL + "propertyChainAxiom": _Mapping._chain,
    OWL + "equivalentProperty": _Mapping._equivalent_property,
    OWL + "propertyDisjointWith": _Mapping._disjoint_property,
    OWL + "inverseOf": _Mapping._inverse,
    OWL + "hasKey": _Mapping._key,
    OWL + "sameAs": _Mapping._same,
    OWL + "sameIndividualAs": _Mapping._same,
    OWL + "differentFrom": _Mapping._different,
    OWL + "onProperty": _Mapping._restriction,
    OWL + "onProperties": _Mapping._n_ary,
    OWL + "onDatatype": _Mapping._datatype_definition,
    OWL + "datatypeComplementOf": _Mapping._datatype_definition,
    **{
        OWL + name: _defining(OWL + name)
        for name in ("intersectionOf", "unionOf", "complementOf", "oneOf")
    },
}
_TYPED: dict[str, Callable[[_Mapping, str], ax.Axiom | None]] = {
    OWL + "AllDifferent": _Mapping._all_different,
    OWL + "AllDisjointClasses": _Mapping._all_disjoint_classes,
    OWL + "AllDisjointProperties": _Mapping._all_disjoint_properties,
    NEGATIVE: _Mapping._negative,
}
