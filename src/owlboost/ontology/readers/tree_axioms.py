"""Trees of axioms to axioms and facts in a draft."""

from array import array
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from owlboost.ontology import axioms as ax
from owlboost.ontology.expressions import NOTHING, THING, Class, Literal, Role
from owlboost.ontology.ontology import LABEL_RANKS
from owlboost.ontology.readers.builder import (
    Draft,
    FactRows,
    FactTable,
    MalformedError,
    distinct_numbers,
    is_fuzzy_label,
)
from owlboost.ontology.readers.tree_expressions import (
    ShapeError,
    Tree,
    TreeExpressions,
    is_tree,
    name_in,
    operand_text,
    operands,
    read_each,
)
from owlboost.ontology.vocabulary import TOP_DATA, TOP_ROLE

_ANNOTATIONS = frozenset(
    {
        "Annotation",
        "AnnotationAssertion",
        "SubAnnotationPropertyOf",
        "AnnotationPropertyDomain",
        "AnnotationPropertyRange",
    }
)
_NOT_USED = {"DLSafeRule": "SWRL", "DescriptionGraphRule": "SWRL", "DGRule": "SWRL"}
_CHARACTERISTICS = {
    "FunctionalObjectProperty": "functional",
    "InverseFunctionalObjectProperty": "inverse-functional",
    "ReflexiveObjectProperty": "reflexive",
    "IrreflexiveObjectProperty": "irreflexive",
    "SymmetricObjectProperty": "symmetric",
    "AsymmetricObjectProperty": "asymmetric",
    "TransitiveObjectProperty": "transitive",
}


class AxiomReader:
    """Reader of the axioms of one file; plain assertions become number rows.

    Call :meth:`finish` once, at the end.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.read = TreeExpressions(draft.entities)
        self.annotations = 0
        self.names: dict[str, int] = {}
        self.literals: dict[Literal, int] = {}
        self.types = array("i")
        self.roles = array("i")
        self.values = array("i")
        self.noted: list[tuple[array[int], int, str]] = []
        """Annotations of Fuzzy OWL 2 on facts: the column and place of the fact, the text."""

    def add(self, tree: Tree) -> None:
        """Add an axiom."""
        if self._plain(tree):
            return
        keyword = tree[0]
        if keyword in _ANNOTATIONS:
            self._label(tree)
            return
        rule = _RULES.get(keyword)
        if rule is None:
            if keyword not in _NOT_USED:
                raise ShapeError(f"there is no axiom called {keyword or '('!r}")
            code = f"unsupported-axiom:{_NOT_USED[keyword]}"
            self.draft.remarks.add(code, "such axioms are not used")
            return
        plain = [part for part in tree if not is_tree(part, "Annotation")]
        texts = [text for part in tree for text in _fuzzy_text(part)]
        self.annotations += len(tree) - len(plain) - len(texts)
        facts = (self.types, 2), (self.roles, 3), (self.values, 3)
        starts = [len(numbers) for numbers, _ in facts]
        try:
            for axiom in rule(self, plain):
                self.draft.add(axiom)
                self.draft.notes.axioms += ((axiom, text) for text in texts)
        except MalformedError as error:
            self.draft.remarks.add(error.code, str(error))
        for text in texts:
            for (numbers, width), start in zip(facts, starts, strict=True):
                for place in range(start, len(numbers), width):
                    self.noted.append((numbers, place, text))

    def _label(self, tree: Tree) -> None:
        """Note the label, or Fuzzy OWL 2 text, of an annotation."""
        texts = _fuzzy_text(tree)
        self.draft.notes.ontology += texts
        self.annotations += 1 - len(texts)
        arguments = [part for part in tree[1:] if not is_tree(part, "Annotation")]
        if tree[0] == "AnnotationAssertion" and len(arguments) == 3:
            name, iri, value = arguments
            if is_fuzzy_label(name) and isinstance(iri, str) and isinstance(value, Literal):
                self.draft.notes.entities.append((iri, value.lexical))
                self.annotations -= 1
            rank = LABEL_RANKS.get(name) if isinstance(name, str) else None
            if rank is not None and isinstance(iri, str) and isinstance(value, Literal):
                self.draft.label(iri, rank, value)

    def _plain(self, tree: Tree) -> bool:
        """Take a plain assertion about names; return whether it was one. There are many."""
        match tree:
            case ["ClassAssertion", str(class_), str(subject)]:
                if class_ in (THING, NOTHING) or class_.startswith("_:"):
                    return False
                self.types.extend((self.number(subject), self.number(class_)))
            case ["ObjectPropertyAssertion", str(role), str(subject), str(object_)]:
                if role.startswith("_:"):
                    return False
                self.roles.extend((self.number(role), self.number(subject), self.number(object_)))
            case ["DataPropertyAssertion", str(name), str(subject), Literal() as value]:
                if name.startswith("_:"):
                    return False
                place = self.number_of_value(value)
                self.values.extend((self.number(name), self.number(subject), place))
            case _:
                return False
        return True

    def finish(self) -> None:
        """Add the facts and the entities they mention to the draft."""
        self.draft.remarks.add(
            "annotation-ignored", "annotations are not used for learning", self.annotations
        )
        names = list(self.names)
        table = FactTable(
            names,
            list(self.literals),
            _rows(self.types, 2),
            _rows(self.roles, 3),
            _rows(self.values, 3),
        )
        entities = self.draft.entities
        people = (table.types[:, 0], table.roles[:, 1:].ravel(), table.values[:, 1])
        for names_of_kind, column in (
            (entities.individuals, np.concatenate(people)),
            (entities.classes, table.types[:, 1]),
            (entities.roles, table.roles[:, 0]),
            (entities.data_properties, table.values[:, 0]),
        ):
            names_of_kind.update(
                names[place] for place in distinct_numbers(column, len(names)).tolist()
            )
        self.draft.facts.append(table)
        self._note_facts(names, list(self.literals))

    def _note_facts(self, names: list[str], literals: list[Literal]) -> None:
        notes = self.draft.notes
        for numbers, place, text in self.noted:
            first, second = names[numbers[place]], names[numbers[place + 1]]
            if numbers is self.types:
                notes.types.append(((first, second), text))
            elif numbers is self.roles:
                notes.roles.append(((first, second, names[numbers[place + 2]]), text))
            else:
                notes.values.append(((first, second, literals[numbers[place + 2]]), text))

    def number(self, name: str) -> int:
        """Return the number of a name."""
        return self.names.setdefault(name, len(self.names))

    def number_of_value(self, literal: Literal) -> int:
        """Return the number of a literal."""
        return self.literals.setdefault(literal, len(self.literals))

    # Declarations

    def _declaration(self, tree: Tree) -> Iterator[ax.Axiom]:
        (entity,) = operands(tree, 1, 1)
        kind = _DECLARED.get(entity[0]) if isinstance(entity, list) else None
        if kind is None:
            raise ShapeError(f"{operand_text(entity)} is declared")
        iri = name_in(operands(entity, 1, 1)[0], "an entity")
        if iri not in (THING, NOTHING):
            getattr(self.draft.entities, kind).add(iri)
        yield from ()

    # Classes

    def _sub_class(self, tree: Tree) -> Iterator[ax.Axiom]:  # not by _each(): there are many
        lower, upper = operands(tree, 2, 2)
        yield ax.SubClassOf(self.read.class_(lower), self.read.class_(upper))

    def _disjoint_union(self, tree: Tree) -> Iterator[ax.Axiom]:
        whole, *parts = operands(tree, 2)
        iri = name_in(whole, "the whole of a disjoint union")
        self.draft.entities.class_(iri)
        yield ax.DisjointUnion(iri, self.read.classes(parts))

    def _key(self, tree: Tree) -> Iterator[ax.Axiom]:
        expression, *keys = operands(tree, 2)
        if all(is_tree(key, "") for key in keys):  # Functional syntax has two lists
            if len(keys) != 2:
                raise ShapeError("HasKey takes a class and two lists of properties")
            roles, data = keys[0][1:], keys[1][1:]
        else:
            roles = [_untyped(key) for key in keys if not is_tree(key, "DataProperty")]
            data = [_untyped(key) for key in keys if is_tree(key, "DataProperty")]
        yield ax.HasKey(
            self.read.class_(expression),
            tuple(self.read.role(key) for key in roles),
            tuple(self.read.data_property(key) for key in data),
        )

    # Object properties

    def _sub_role(self, tree: Tree) -> Iterator[ax.Axiom]:
        lower, upper = operands(tree, 2, 2)
        chain = operands(lower, 1) if is_tree(lower, "ObjectPropertyChain") else [lower]
        if upper == TOP_ROLE:
            raise _tautology()
        yield ax.SubRoleOf(tuple(self.read.role(role) for role in chain), self.read.role(upper))

    def _characteristic(self, tree: Tree) -> Iterator[ax.Axiom]:
        (role,) = operands(tree, 1, 1)
        yield ax.RoleCharacteristic(self.read.role(role), _CHARACTERISTICS[tree[0]])

    # Data properties

    def _sub_data(self, tree: Tree) -> Iterator[ax.Axiom]:
        lower, upper = operands(tree, 2, 2)
        if upper == TOP_DATA:
            raise _tautology()
        yield ax.SubDataPropertyOf(self.read.data_property(lower), self.read.data_property(upper))

    def _datatype_definition(self, tree: Tree) -> Iterator[ax.Axiom]:
        name, range_ = operands(tree, 2, 2)
        iri = name_in(name, "a datatype")
        self.draft.entities.datatypes.add(iri)
        yield ax.DatatypeDefinition(iri, self.read.range(range_))

    # Individuals

    def _type(self, tree: Tree) -> Iterator[ax.Axiom]:
        class_, name = operands(tree, 2, 2)
        expression, individual = self.read.class_(class_), self.read.individual(name)
        if not isinstance(expression, Class) or expression.iri == NOTHING:
            yield ax.ClassAssertion(individual, expression)
        elif expression.iri != THING:
            self.types.extend((self.number(individual), self.number(expression.iri)))

    def _related(self, tree: Tree) -> Iterator[ax.Axiom]:
        role, subject, object_ = self._ends(tree)
        self.roles.extend((self.number(role), self.number(subject), self.number(object_)))
        yield from ()

    def _unrelated(self, tree: Tree) -> Iterator[ax.Axiom]:
        role, subject, object_ = self._ends(tree)
        yield ax.NegativeRoleAssertion(Role(role), subject, object_)

    def _ends(self, tree: Tree) -> tuple[str, str, str]:
        """Return a named role, subject and object, swapped for an inverse."""
        name, subject, object_ = operands(tree, 3, 3)
        role = self.read.role(name)
        ends = self.read.individual(subject), self.read.individual(object_)
        return (role.iri, *(ends[::-1] if role.inverse else ends))

    def _value(self, tree: Tree) -> Iterator[ax.Axiom]:
        name, subject, value = operands(tree, 3, 3)
        iri, individual = self.read.data_property(name), self.read.individual(subject)
        place = self.number_of_value(self.read.literal(value))
        self.values.extend((self.number(iri), self.number(individual), place))
        yield from ()


def _fuzzy_text(part: Any) -> list[str]:
    """Return the text of a Fuzzy OWL 2 annotation, or nothing."""
    match part:
        case ["Annotation", *_, str(name), Literal(text)] if is_fuzzy_label(name):
            return [text]
        case _:
            return []


def _tautology() -> MalformedError:
    return MalformedError("tautology", "every property is below the top property")


def _rows(numbers: "array[int]", width: int) -> FactRows:
    return np.array(numbers, np.int32).reshape(-1, width)


def _untyped(operand: Any) -> Any:
    """Return a property of OWL/XML or Manchester frames without its type."""
    typed = is_tree(operand, "ObjectProperty", "DataProperty")
    return operands(operand, 1, 1)[0] if typed else operand


_Rule = Callable[[AxiomReader, Tree], Iterator[ax.Axiom]]
_Part = Callable[[TreeExpressions, Any], Any]


def _each(make: Callable[..., ax.Axiom], *kinds: _Part) -> _Rule:
    """Return the rule of an axiom with one operand of each kind."""
    read = read_each(make, *kinds)

    def rule(reader: AxiomReader, tree: Tree) -> Iterator[ax.Axiom]:
        yield read(reader.read, tree)

    return rule


def _set_of(make: Callable[[tuple[Any, ...]], ax.Axiom], kind: _Part) -> _Rule:
    """Return the rule of an axiom with a set of operands."""

    def rule(reader: AxiomReader, tree: Tree) -> Iterator[ax.Axiom]:
        yield make(tuple(kind(reader.read, part) for part in operands(tree, 1)))

    return rule


def _pairs_of(make: Callable[[tuple[Any, ...]], ax.Axiom], kind: _Part) -> _Rule:
    """Return the rule of axioms on neighbours, as RDF writes an equivalence of many."""

    def rule(reader: AxiomReader, tree: Tree) -> Iterator[ax.Axiom]:
        for pair in pairwise([kind(reader.read, part) for part in operands(tree, 1)]):
            yield make(pair)

    return rule


_DECLARED = {
    "Class": "classes",
    "ObjectProperty": "roles",
    "DataProperty": "data_properties",
    "NamedIndividual": "individuals",
    "AnnotationProperty": "annotation_properties",
    "Datatype": "datatypes",
}


_class = TreeExpressions.class_
_role = TreeExpressions.role
_data = TreeExpressions.data_property
_individual = TreeExpressions.individual
_range = TreeExpressions.range
_literal = TreeExpressions.literal

_RULES: Mapping[str, _Rule] = {
    "Declaration": AxiomReader._declaration,
    "SubClassOf": AxiomReader._sub_class,
    "EquivalentClasses": _pairs_of(ax.EquivalentClasses, _class),
    "DisjointClasses": _set_of(ax.DisjointClasses, _class),
    "DisjointUnion": AxiomReader._disjoint_union,
    "HasKey": AxiomReader._key,
    "SubObjectPropertyOf": AxiomReader._sub_role,
    "EquivalentObjectProperties": _pairs_of(ax.EquivalentRoles, _role),
    "DisjointObjectProperties": _set_of(ax.DisjointRoles, _role),
    "InverseObjectProperties": _each(ax.InverseRoles, _role, _role),
    "ObjectPropertyDomain": _each(ax.RoleDomain, _role, _class),
    "ObjectPropertyRange": _each(ax.RoleRange, _role, _class),
    **dict.fromkeys(_CHARACTERISTICS, AxiomReader._characteristic),
    "SubDataPropertyOf": AxiomReader._sub_data,
    "EquivalentDataProperties": _pairs_of(ax.EquivalentDataProperties, _data),
    "DisjointDataProperties": _set_of(ax.DisjointDataProperties, _data),
    "DataPropertyDomain": _each(ax.DataDomain, _data, _class),
    "DataPropertyRange": _each(ax.DataPropertyRange, _data, _range),
    "FunctionalDataProperty": _each(ax.FunctionalData, _data),
    "DatatypeDefinition": AxiomReader._datatype_definition,
    "SameIndividual": _pairs_of(ax.SameIndividual, _individual),
    "DifferentIndividuals": _set_of(ax.DifferentIndividuals, _individual),
    "ClassAssertion": AxiomReader._type,
    "ObjectPropertyAssertion": AxiomReader._related,
    "NegativeObjectPropertyAssertion": AxiomReader._unrelated,
    "DataPropertyAssertion": AxiomReader._value,
    "NegativeDataPropertyAssertion": _each(ax.NegativeDataAssertion, _data, _individual, _literal),
}
