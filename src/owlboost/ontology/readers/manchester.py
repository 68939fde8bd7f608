"""Manchester syntax to axioms; kinds of properties disambiguate statements."""

from typing import Any

from owlboost.ontology.expressions import Literal
from owlboost.ontology.readers.builder import (
    Draft,
    Entities,
    MalformedError,
    is_datatype,
    remark_on_undeclared,
)
from owlboost.ontology.readers.manchester_frames import Frames, Statement
from owlboost.ontology.readers.tree_axioms import AxiomReader
from owlboost.ontology.readers.tree_expressions import ShapeError, Tree, is_tree
from owlboost.ontology.vocabulary import TOP_DATA, TOP_ROLE

_BOOLEANS = {"And": "IntersectionOf", "Or": "UnionOf", "Not": "ComplementOf", "OneOf": "OneOf"}
_RESTRICTIONS = {
    "Some": "SomeValuesFrom",
    "Only": "AllValuesFrom",
    "Value": "HasValue",
    "Min": "MinCardinality",
    "Max": "MaxCardinality",
    "Exactly": "ExactCardinality",
}
_CLASS_OPERANDS: dict[str, tuple[int, ...] | None] = {
    "SubClassOf": None,
    "EquivalentClasses": None,
    "DisjointClasses": None,
    "DisjointUnion": None,
    "ClassAssertion": (1,),
    "HasKey": (1,),
    "ObjectPropertyDomain": (2,),
    "ObjectPropertyRange": (2,),
    "DataPropertyDomain": (2,),
}
"""Axiom → the places of operands that are classes; None for all."""

_RANGE_OPERANDS = {"DataPropertyRange": 2, "DatatypeDefinition": 2}


def declare(frames: Frames, entities: Entities) -> None:
    """Note the properties and datatypes that the frames declare."""
    declared = {
        "ObjectProperty": entities.roles,
        "DataProperty": entities.data_properties,
        "AnnotationProperty": entities.annotation_properties,
        "Datatype": entities.datatypes,
    }
    for statement in frames.statements:
        if statement.tree[0] == "Declaration":
            kind, iri = statement.tree[1]
            if kind in declared:
                declared[kind].add(iri)


def map_frames(frames: Frames, draft: Draft) -> None:
    """Add the axioms, facts and remarks of frames to a draft.

    All declarations, of this file and of those it imports, must be in the draft.
    """
    typing = _Typing(draft.entities)
    statements = AxiomReader(draft)
    statements.annotations += frames.annotations
    for label in frames.labels:
        draft.label(*label)
    draft.notes.entities += (note for note in frames.notes if note[0])
    draft.notes.ontology += (text for subject, text in frames.notes if not subject)
    for statement in frames.statements:
        try:
            notes = [part for part in statement.tree if is_tree(part, "Annotation")]
            plain = [part for part in statement.tree if not is_tree(part, "Annotation")]
            statements.add([*typing.statement(plain), *notes])
        except ShapeError as error:
            draft.remarks.add("malformed-axiom", f"{_place(frames, statement)}: {error}")
        except MalformedError as error:
            draft.remarks.add(error.code, f"{_place(frames, statement)}: {error}")
    remark_on_undeclared(draft.remarks, len(typing.undeclared))
    statements.finish()


def _place(frames: Frames, statement: Statement) -> str:
    return f"line {statement.line} of {frames.path.name} is not used"


class _Typing:
    """Translation of the trees of descriptions into trees of OWL."""

    def __init__(self, entities: Entities) -> None:
        self.entities = entities
        self.undeclared: set[str] = set()

    def statement(self, tree: Tree) -> Tree:
        keyword = tree[0]
        if keyword in ("EquivalentProperties", "DisjointProperties"):
            data = any(self._kind(operand) == "data" for operand in tree[1:])
            keyword = keyword.replace("Properties", f"{'Data' if data else 'Object'}Properties")
            return [keyword, *map(self._property, tree[1:])]
        if keyword in _RANGE_OPERANDS:
            return [keyword, tree[1], self.range(tree[2])]
        if keyword not in _CLASS_OPERANDS:
            return [keyword, *map(self._property, tree[1:])]
        places = _CLASS_OPERANDS[keyword]
        typed = [
            self.class_(operand) if places is None or place in places else self._property(operand)
            for place, operand in enumerate(tree[1:], start=1)
        ]
        if keyword == "HasKey":
            typed[1:] = [
                ["DataProperty", name] if self._kind(name) == "data" else name for name in typed[1:]
            ]
        return [keyword, *typed]

    def _property(self, operand: Any) -> Any:
        """Return a property or chain with inverses as in OWL trees."""
        if is_tree(operand, "Inverse"):
            return ["ObjectInverseOf", operand[1]]
        if is_tree(operand, "ObjectPropertyChain"):
            return [operand[0], *map(self._property, operand[1:])]
        return operand

    def _kind(self, operand: Any) -> str:
        """Return ``object``, ``data``, or '' if it is neither or both."""
        if not isinstance(operand, str):
            return "object"
        data = operand in self.entities.data_properties or operand == TOP_DATA
        role = operand in self.entities.roles or operand == TOP_ROLE
        if data == role:
            return ""
        return "data" if data else "object"

    def class_(self, operand: Any) -> Any:
        """Return a description as a class expression."""
        if not isinstance(operand, list):
            if isinstance(operand, str) and is_datatype(operand, self.entities):
                raise ShapeError(f"the datatype <{operand}> is used as a class")
            return operand
        keyword = operand[0]
        if keyword == "OneOf":
            return ["ObjectOneOf", *operand[1:]]
        if keyword in _BOOLEANS:
            return [f"Object{_BOOLEANS[keyword]}", *map(self.class_, operand[1:])]
        if keyword == "Self":
            return ["ObjectHasSelf", self._property(operand[1])]
        if keyword in _RESTRICTIONS:
            return self._restriction(operand)
        raise ShapeError("a data range is used as a class")

    def _restriction(self, tree: Tree) -> Tree:
        keyword = tree[0]
        number, (name, *filler) = (
            ([], tree[1:])
            if len(tree) < 3 or not isinstance(tree[1], int)
            else ([tree[1]], tree[2:])
        )
        kind = self._kind(name)
        if not kind:
            data = bool(filler) and self._is_range(filler[0])
            if isinstance(name, str) and name not in self.entities.roles:
                self.undeclared.add(name)
            kind = "data" if data else "object"
        prefix = "Data" if kind == "data" else "Object"
        if keyword != "Value":
            read = self.range if kind == "data" else self.class_
            filler = [read(inner) for inner in filler]
        return [prefix + _RESTRICTIONS[keyword], *number, self._property(name), *filler]

    def _is_range(self, operand: Any) -> bool:
        """Whether a filler can only be a data range, or a value."""
        if isinstance(operand, Literal):
            return True
        if isinstance(operand, str):
            return is_datatype(operand, self.entities)
        if operand[0] == "Facets":
            return True
        return operand[0] in _BOOLEANS and any(self._is_range(part) for part in operand[1:])

    def range(self, operand: Any) -> Any:
        """Return a description as a data range."""
        if not isinstance(operand, list):
            if isinstance(operand, str) and not is_datatype(operand, self.entities):
                raise ShapeError(f"<{operand}> is used as a datatype but is not one")
            return operand
        keyword = operand[0]
        if keyword == "OneOf":
            return ["DataOneOf", *operand[1:]]
        if keyword in _BOOLEANS:
            return [f"Data{_BOOLEANS[keyword]}", *map(self.range, operand[1:])]
        if keyword == "Facets":
            return ["DatatypeRestriction", *operand[1:]]
        raise ShapeError("a class is used as a data range")
