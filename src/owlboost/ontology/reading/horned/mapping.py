"""What py-horned-owl has parsed to axioms and facts."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import numpy as np
import pyhornedowl.model as horned

from owlboost.ontology.language.axioms import (
    Axiom,
    ClassAssertion,
    DataDomain,
    DataPropertyRange,
    DatatypeDefinition,
    DifferentIndividuals,
    DisjointClasses,
    DisjointDataProperties,
    DisjointRoles,
    DisjointUnion,
    EquivalentClasses,
    EquivalentDataProperties,
    EquivalentRoles,
    FunctionalData,
    HasKey,
    InverseRoles,
    NegativeDataAssertion,
    NegativeRoleAssertion,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SameIndividual,
    SubClassOf,
    SubDataPropertyOf,
    SubRoleOf,
)
from owlboost.ontology.language.expressions import NOTHING, THING, Class, Literal, Role
from owlboost.ontology.language.reserved import TOP_DATA, TOP_ROLE
from owlboost.ontology.reading.drafts import Draft, FactTable, MalformedError, no_rows
from owlboost.ontology.reading.horned.expressions import HornedExpressions

_T = TypeVar("_T")
_ANNOTATIONS = (
    horned.AnnotationAssertion,
    horned.OntologyAnnotation,
    horned.SubAnnotationPropertyOf,
    horned.AnnotationPropertyDomain,
    horned.AnnotationPropertyRange,
)
_CHARACTERISTICS = {
    horned.FunctionalObjectProperty: "functional",
    horned.InverseFunctionalObjectProperty: "inverse-functional",
    horned.ReflexiveObjectProperty: "reflexive",
    horned.IrreflexiveObjectProperty: "irreflexive",
    horned.SymmetricObjectProperty: "symmetric",
    horned.AsymmetricObjectProperty: "asymmetric",
    horned.TransitiveObjectProperty: "transitive",
}


def map_components(components: list[Any], draft: Draft, file: int) -> None:
    """Add the axioms, facts and remarks of parsed components to a draft."""
    mapping = _Mapping(draft, f"_:{file}." if file else "_:")
    for one in components:
        mapping.add(one.component)
        mapping.annotations += len(one.ann)
    mapping.finish()


class _Mapping:
    """Turns components into axioms, and gathers plain assertions as rows."""

    def __init__(self, draft: Draft, blank: str) -> None:
        self.draft = draft
        self.read = HornedExpressions(draft.entities, blank)
        self.annotations = 0
        self.names: dict[str, int] = {}
        self.literals: dict[Literal, int] = {}
        self.types: list[tuple[int, int]] = []
        self.roles: list[tuple[int, int, int]] = []
        self.values: list[tuple[int, int, int]] = []

    def add(self, component: Any) -> None:
        kind = type(component)
        if kind in _IGNORED:
            return
        if kind in _ANNOTATIONS:
            self.annotations += 1
            return
        rule = _RULES.get(kind)
        if rule is None:
            name = "SWRL" if kind is horned.Rule else kind.__name__
            self.draft.remarks.add(f"unsupported-axiom:{name}", "such axioms are not used")
            return
        try:
            for axiom in rule(self, component):
                self.draft.add(axiom)
        except MalformedError as error:
            self.draft.remarks.add(error.code, str(error))

    def finish(self) -> None:
        self.draft.remarks.add(
            "annotation-ignored", "annotations are not used for learning", self.annotations
        )
        table = FactTable(list(self.names), list(self.literals))
        for name, width in (("types", 2), ("roles", 3), ("values", 3)):
            rows = getattr(self, name)
            setattr(table, name, np.array(rows, np.int32) if rows else no_rows(width))
        self.draft.facts.append(table)

    def number(self, name: str) -> int:
        return self.names.setdefault(name, len(self.names))

    # Declarations

    def _class(self, component: Any) -> Iterator[Axiom]:
        self.draft.entities.class_(str(component.first.first))
        yield from ()

    def _role(self, component: Any) -> Iterator[Axiom]:
        self.draft.entities.roles.add(str(component.first.first))
        yield from ()

    def _data_property(self, component: Any) -> Iterator[Axiom]:
        self.draft.entities.data_properties.add(str(component.first.first))
        yield from ()

    def _named_individual(self, component: Any) -> Iterator[Axiom]:
        self.draft.entities.individuals.add(str(component.first.first))
        yield from ()

    def _annotation_property(self, component: Any) -> Iterator[Axiom]:
        self.draft.entities.annotation_properties.add(str(component.first.first))
        yield from ()

    def _datatype(self, component: Any) -> Iterator[Axiom]:
        self.draft.entities.datatypes.add(str(component.first.first))
        yield from ()

    # Classes

    def _sub_class(self, component: Any) -> Iterator[Axiom]:
        yield SubClassOf(self.read.class_(component.sub), self.read.class_(component.sup))

    def _equivalent_classes(self, component: Any) -> Iterator[Axiom]:
        classes = [self.read.class_(part) for part in component.first]
        for pair in _consecutive(classes):
            yield EquivalentClasses(pair)

    def _disjoint_classes(self, component: Any) -> Iterator[Axiom]:
        yield DisjointClasses(tuple(self.read.class_(part) for part in component.first))

    def _disjoint_union(self, component: Any) -> Iterator[Axiom]:
        whole = self.read.class_(component.first)
        if isinstance(whole, Class):
            yield DisjointUnion(whole.iri, tuple(self.read.class_(p) for p in component.second))

    def _key(self, component: Any) -> Iterator[Axiom]:
        keys = list(component.vpe)
        data = [key for key in keys if isinstance(key, horned.DataProperty)]
        roles = [
            key
            for key in keys
            if isinstance(key, horned.ObjectProperty | horned.InverseObjectProperty)
        ]
        yield HasKey(
            self.read.class_(component.ce),
            tuple(self.read.role(key) for key in roles),
            tuple(self.read.data_property(key) for key in data),
        )

    # Object properties

    def _sub_role(self, component: Any) -> Iterator[Axiom]:
        chain = component.sub if isinstance(component.sub, list) else [component.sub]
        if str(getattr(component.sup, "first", "")) == TOP_ROLE:
            self._tautology()
            return
        roles = tuple(self.read.role(role) for role in chain)
        yield SubRoleOf(roles, self.read.role(component.sup))

    def _tautology(self) -> None:
        raise MalformedError("tautology", "every property is below the top property")

    def _equivalent_roles(self, component: Any) -> Iterator[Axiom]:
        for pair in _consecutive([self.read.role(role) for role in component.first]):
            yield EquivalentRoles(pair)

    def _disjoint_roles(self, component: Any) -> Iterator[Axiom]:
        yield DisjointRoles(tuple(self.read.role(role) for role in component.first))

    def _inverse_roles(self, component: Any) -> Iterator[Axiom]:
        yield InverseRoles(self.read.role(component.first), self.read.role(component.second))

    def _role_domain(self, component: Any) -> Iterator[Axiom]:
        yield RoleDomain(self.read.role(component.ope), self.read.class_(component.ce))

    def _role_range(self, component: Any) -> Iterator[Axiom]:
        yield RoleRange(self.read.role(component.ope), self.read.class_(component.ce))

    def _characteristic(self, component: Any) -> Iterator[Axiom]:
        kind = _CHARACTERISTICS[type(component)]
        yield RoleCharacteristic(self.read.role(component.first), kind)

    # Data properties

    def _sub_data(self, component: Any) -> Iterator[Axiom]:
        if str(component.sup.first) == TOP_DATA:
            self._tautology()
        yield SubDataPropertyOf(
            self.read.data_property(component.sub), self.read.data_property(component.sup)
        )

    def _equivalent_data(self, component: Any) -> Iterator[Axiom]:
        for pair in _consecutive([self.read.data_property(name) for name in component.first]):
            yield EquivalentDataProperties(pair)

    def _disjoint_data(self, component: Any) -> Iterator[Axiom]:
        yield DisjointDataProperties(tuple(self.read.data_property(n) for n in component.first))

    def _data_domain(self, component: Any) -> Iterator[Axiom]:
        yield DataDomain(self.read.data_property(component.dp), self.read.class_(component.ce))

    def _data_range(self, component: Any) -> Iterator[Axiom]:
        yield DataPropertyRange(
            self.read.data_property(component.dp), self.read.range(component.dr)
        )

    def _functional_data(self, component: Any) -> Iterator[Axiom]:
        yield FunctionalData(self.read.data_property(component.first))

    def _datatype_definition(self, component: Any) -> Iterator[Axiom]:
        iri = str(component.kind.first)
        self.draft.entities.datatypes.add(iri)
        yield DatatypeDefinition(iri, self.read.range(component.range))

    # Individuals

    def _same(self, component: Any) -> Iterator[Axiom]:
        for pair in _consecutive([self.read.individual(a) for a in component.first]):
            yield SameIndividual(pair)

    def _different(self, component: Any) -> Iterator[Axiom]:
        yield DifferentIndividuals(tuple(self.read.individual(a) for a in component.first))

    def _type(self, component: Any) -> Iterator[Axiom]:
        expression = self.read.class_(component.ce)
        individual = self.read.individual(component.i)
        if not isinstance(expression, Class) or expression.iri == NOTHING:
            yield ClassAssertion(individual, expression)
        elif expression.iri != THING:
            self.types.append((self.number(individual), self.number(expression.iri)))

    def _related(self, component: Any) -> Iterator[Axiom]:
        role, subject, object_ = self._ends(component)
        self.roles.append((self.number(role), self.number(subject), self.number(object_)))
        yield from ()

    def _unrelated(self, component: Any) -> Iterator[Axiom]:
        role, subject, object_ = self._ends(component)
        yield NegativeRoleAssertion(Role(role), subject, object_)

    def _ends(self, component: Any) -> tuple[str, str, str]:
        """Return a named role with its subject and object, swapped if it was an inverse."""
        role = self.read.role(component.ope)
        ends = self.read.individual(component.source), self.read.individual(component.target)
        return (role.iri, *(ends[::-1] if role.inverse else ends))

    def _value(self, component: Any) -> Iterator[Axiom]:
        name = self.read.data_property(component.dp)
        subject, value = self.read.individual(component.source), self.read.literal(component.target)
        place = self.literals.setdefault(value, len(self.literals))
        self.values.append((self.number(name), self.number(subject), place))
        yield from ()

    def _no_value(self, component: Any) -> Iterator[Axiom]:
        yield NegativeDataAssertion(
            self.read.data_property(component.dp),
            self.read.individual(component.source),
            self.read.literal(component.target),
        )


def _consecutive(items: list[_T]) -> Iterator[tuple[_T, _T]]:
    """Return the pairs of neighbours, which is how RDF writes an equivalence of many."""
    return itertools.pairwise(items)


_IGNORED = frozenset({horned.OntologyID, horned.DocIRI, horned.Import})
_RULES: Mapping[type, Callable[[_Mapping, Any], Iterator[Axiom]]] = {
    horned.DeclareClass: _Mapping._class,
    horned.DeclareObjectProperty: _Mapping._role,
    horned.DeclareDataProperty: _Mapping._data_property,
    horned.DeclareNamedIndividual: _Mapping._named_individual,
    horned.DeclareAnnotationProperty: _Mapping._annotation_property,
    horned.DeclareDatatype: _Mapping._datatype,
    horned.SubClassOf: _Mapping._sub_class,
    horned.EquivalentClasses: _Mapping._equivalent_classes,
    horned.DisjointClasses: _Mapping._disjoint_classes,
    horned.DisjointUnion: _Mapping._disjoint_union,
    horned.HasKey: _Mapping._key,
    horned.SubObjectPropertyOf: _Mapping._sub_role,
    horned.EquivalentObjectProperties: _Mapping._equivalent_roles,
    horned.DisjointObjectProperties: _Mapping._disjoint_roles,
    horned.InverseObjectProperties: _Mapping._inverse_roles,
    horned.ObjectPropertyDomain: _Mapping._role_domain,
    horned.ObjectPropertyRange: _Mapping._role_range,
    **dict.fromkeys(_CHARACTERISTICS, _Mapping._characteristic),
    horned.SubDataPropertyOf: _Mapping._sub_data,
    horned.EquivalentDataProperties: _Mapping._equivalent_data,
    horned.DisjointDataProperties: _Mapping._disjoint_data,
    horned.DataPropertyDomain: _Mapping._data_domain,
    horned.DataPropertyRange: _Mapping._data_range,
    horned.FunctionalDataProperty: _Mapping._functional_data,
    horned.DatatypeDefinition: _Mapping._datatype_definition,
    horned.SameIndividual: _Mapping._same,
    horned.DifferentIndividuals: _Mapping._different,
    horned.ClassAssertion: _Mapping._type,
    horned.ObjectPropertyAssertion: _Mapping._related,
    horned.NegativeObjectPropertyAssertion: _Mapping._unrelated,
    horned.DataPropertyAssertion: _Mapping._value,
    horned.NegativeDataPropertyAssertion: _Mapping._no_value,
}
