"""OBO stanzas to the OWL axioms that they stand for."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from owlboost.errors import SourceError
from owlboost.ontology.datatypes.literals import unified_literal
from owlboost.ontology.ontology import LABEL_RANKS
from owlboost.ontology.readers.builder import Draft, Header
from owlboost.ontology.readers.functional import read_functional
from owlboost.ontology.readers.obo_stanzas import (
    Identifiers,
    Stanza,
    TagLine,
    TagLineError,
    header_of,
    stanzas,
    unescaped,
)
from owlboost.ontology.readers.tree_axioms import AxiomReader
from owlboost.ontology.readers.tree_expressions import ShapeError, Tree
from owlboost.ontology.vocabulary import RDFS
from owlboost.runtime.limits import require_digits

_ANNOTATIONS = frozenset(
    {
        "namespace",
        "alt_id",
        "def",
        "comment",
        "subset",
        "synonym",
        "exact_synonym",
        "narrow_synonym",
        "broad_synonym",
        "related_synonym",
        "xref",
        "xref_analog",
        "xref_unk",
        "created_by",
        "creation_date",
        "modified_by",
        "modification_date",
        "is_obsolete",
        "replaced_by",
        "consider",
        "use_term",
        "is_anonymous",
        "is_cyclic",
        "is_anti_symmetric",
        "expand_assertion_to",
        "expand_expression_to",
    }
)
_SILENT = frozenset({"id", "is_metadata_tag", "is_class_level", "builtin"})
_CHARACTERISTICS = {
    "is_transitive": "TransitiveObjectProperty",
    "is_reflexive": "ReflexiveObjectProperty",
    "is_symmetric": "SymmetricObjectProperty",
    "is_asymmetric": "AsymmetricObjectProperty",
    "is_functional": "FunctionalObjectProperty",
    "is_inverse_functional": "InverseFunctionalObjectProperty",
}
_COUNTS = {
    "cardinality": "ObjectExactCardinality",
    "minCardinality": "ObjectMinCardinality",
    "min_cardinality": "ObjectMinCardinality",
    "maxCardinality": "ObjectMaxCardinality",
    "max_cardinality": "ObjectMaxCardinality",
}


def read_obo(text: str, path: Path, draft: Draft, blank: str) -> Header:
    """Read a text in OBO format into a draft."""
    try:
        header, *bodies = stanzas(text)
        translation = _Translation(header, bodies, draft)
        for stanza in bodies:
            translation.add(stanza)
    except TagLineError as error:
        raise _refused(path, error.line, str(error)) from error
    except _WrongClauseError as error:
        raise _refused(path, error.line, str(error)) from error
    translation.statements.finish()
    for clause in header.all("owl-axioms"):
        read_functional(unescaped(clause.text), path, draft, blank)
    _remark_on_macros(header, draft)
    return header_of(header)


def _refused(path: Path, line: int, reason: str) -> SourceError:
    return SourceError(
        f"'{path}' is not valid OBO at line {line}: {reason}; repair it or export it again."
    )


def _remark_on_macros(header: Stanza, draft: Draft) -> None:
    for clause in header.clauses:
        if clause.tag.startswith("treat-xrefs-as-") or clause.tag == "treat-xrefs-as":
            draft.remarks.add(f"unsupported-axiom:{clause.tag}", "such headers are not used")


class _WrongClauseError(Exception):
    """A clause without the content that its tag requires."""

    def __init__(self, clause: TagLine, reason: str) -> None:
        super().__init__(f"{clause.tag}: {reason}")
        self.line = clause.line


class _Translation:
    """Translation of stanzas, one after the other."""

    def __init__(self, header: Stanza, bodies: list[Stanza], draft: Draft) -> None:
        self.draft = draft
        self.statements = AxiomReader(draft)
        self.identifiers = Identifiers(header)
        self.notes: set[str] = set()
        """Relations that only annotate."""
        self.class_relations: set[str] = set()
        """Relations between classes themselves, not their members."""
        for stanza in bodies:
            if stanza.kind == "Typedef":
                self.identifiers.learn(stanza)
                if stanza.says("is_metadata_tag"):
                    self.notes.add(stanza.first("id"))
                if stanza.says("is_class_level"):
                    self.class_relations.add(stanza.first("id"))

    def add(self, stanza: Stanza) -> None:
        """Translate a stanza."""
        kinds = {"Term": self._term, "Typedef": self._typedef, "Instance": self._instance}
        if stanza.kind not in kinds:
            self._skipped(f"stanza-{stanza.kind}", "such stanzas are not used")
            return
        name = stanza.first("id")
        if not name:
            clause = TagLine("id", "", stanza.line)
            raise _WrongClauseError(clause, f"a {stanza.kind} has none (was the file cut short?)")
        if not stanza.says("builtin"):
            kinds[stanza.kind](stanza, self.identifiers.iri(name))

    def _add(self, clause: TagLine, *tree: Any) -> None:
        try:
            self.statements.add(list(tree))
        except ShapeError as error:
            raise _WrongClauseError(clause, str(error)) from error

    def _iris(self, clause: TagLine, count: int) -> list[str]:
        """Return the identifiers of a clause, checking their number."""
        if len(clause.words) != count:
            wanted = "one identifier" if count == 1 else f"{count} identifiers"
            raise _WrongClauseError(clause, f"{wanted} expected, not {clause.value!r}")
        return [self.identifiers.iri(word) for word in clause.words]

    def _each(self, stanza: Stanza, iri: str, rules: dict[str, Callable[[TagLine], None]]) -> None:
        """Translate the clauses of a stanza one by one."""
        rules = {"name": lambda clause: self._name(clause, iri), **rules}
        rules["property_value"] = lambda clause: self._property_value(clause, iri)
        for clause in stanza.clauses:
            rule = rules.get(clause.tag)
            if rule is not None:
                rule(clause)
            elif clause.tag in _ANNOTATIONS:
                self.statements.annotations += 1
            elif clause.tag not in _SILENT:
                self._skipped(clause.tag, "such clauses are not used")

    def _name(self, clause: TagLine, iri: str) -> None:
        """Take a name as the label that it stands for in OWL."""
        self._label(clause, RDFS + "label", iri, clause.value)

    def _property_value(self, clause: TagLine, iri: str) -> None:
        """Take a text of a property that gives labels; other properties annotate."""
        relation, text = clause.words[:1], clause.quoted
        name = self.identifiers.iri(relation[0]) if relation else ""
        if name in LABEL_RANKS and text is not None:
            self._label(clause, name, iri, text)
        else:
            self.statements.annotations += 1

    def _label(self, clause: TagLine, name: str, iri: str, text: str) -> None:
        self._add(clause, "AnnotationAssertion", name, iri, unified_literal(text))

    def _skipped(self, construct: str, message: str) -> None:
        self.draft.remarks.add(f"unsupported-axiom:{construct}", message)

    # Terms

    def _term(self, stanza: Stanza, iri: str) -> None:
        first = stanza.clauses[0]
        self._add(first, "Declaration", ["Class", iri])
        self._each(
            stanza,
            iri,
            {
                "is_a": lambda clause: self._sub_class(clause, iri, self._iris(clause, 1)[0]),
                "relationship": lambda clause: self._relationship(clause, iri),
                "equivalent_to": lambda clause: self._add(
                    clause, "EquivalentClasses", iri, *self._iris(clause, 1)
                ),
                "disjoint_from": lambda clause: self._add(
                    clause, "DisjointClasses", iri, *self._iris(clause, 1)
                ),
                "intersection_of": lambda _: None,
                "union_of": lambda _: None,
            },
        )
        for tag, keyword in (
            ("intersection_of", "ObjectIntersectionOf"),
            ("union_of", "ObjectUnionOf"),
        ):
            parts = stanza.all(tag)
            if parts:
                operands = [self._operand(clause) for clause in parts]
                self._add(parts[0], "EquivalentClasses", iri, [keyword, *operands])

    def _operand(self, clause: TagLine) -> Any:
        """Return a class, or a restriction on a relation."""
        if len(clause.words) == 1:
            return self._iris(clause, 1)[0]
        return self._related(clause)

    def _related(self, clause: TagLine) -> Tree:
        """Return ``some``, ``only`` or a cardinality, depending on the qualifiers."""
        role, filler = self._iris(clause, 2)
        parts: list[Tree] = []
        for name, value in clause.qualifiers.items():
            if name in _COUNTS:
                if not (value.isascii() and value.isdigit()):
                    raise _WrongClauseError(clause, f"{value!r} is no number")
                require_digits(value, "The number of a cardinality")
                parts.append([_COUNTS[name], int(value), role, filler])
            elif name == "all_only" and value == "true":
                parts.append(["ObjectAllValuesFrom", role, filler])
        some = clause.qualifiers.get("all_some") == "true"
        if some or not parts:
            parts.insert(0, ["ObjectSomeValuesFrom", role, filler])
        return parts[0] if len(parts) == 1 else ["ObjectIntersectionOf", *parts]

    def _relationship(self, clause: TagLine, iri: str) -> None:
        relation = clause.words[0] if clause.words else ""
        if relation in self.notes:
            self.statements.annotations += 1
        elif relation in self.class_relations:
            self._skipped("is_class_level", "relations between classes themselves are not used")
        else:
            self._sub_class(clause, iri, self._related(clause))

    def _sub_class(self, clause: TagLine, lower: Any, upper: Any) -> None:
        qualifiers = clause.qualifiers
        if "gci_relation" in qualifiers and "gci_filler" in qualifiers:
            role, filler = (
                self.identifiers.iri(qualifiers[f"gci_{name}"]) for name in ("relation", "filler")
            )
            lower = ["ObjectIntersectionOf", lower, ["ObjectSomeValuesFrom", role, filler]]
        self._add(clause, "SubClassOf", lower, upper)

    # Relations

    def _typedef(self, stanza: Stanza, iri: str) -> None:
        first = stanza.clauses[0]
        if stanza.says("is_metadata_tag"):
            self._add(first, "Declaration", ["AnnotationProperty", iri])
            self.statements.annotations += sum(
                clause.tag not in _SILENT for clause in stanza.clauses
            )
            return
        self._add(first, "Declaration", ["ObjectProperty", iri])

        def relate(keyword: str, *, swapped: bool = False) -> Callable[[TagLine], None]:
            def rule(clause: TagLine) -> None:
                ends = [iri, *self._iris(clause, 1)]
                self._add(clause, keyword, *(reversed(ends) if swapped else ends))

            return rule

        def chain(clause: TagLine) -> None:
            roles = self._iris(clause, 2)
            self._add(clause, "SubObjectPropertyOf", ["ObjectPropertyChain", *roles], iri)

        def transitive_over(clause: TagLine) -> None:
            roles = ["ObjectPropertyChain", iri, *self._iris(clause, 1)]
            self._add(clause, "SubObjectPropertyOf", roles, iri)

        def characteristic(clause: TagLine) -> None:
            if clause.value == "true":
                self._add(clause, _CHARACTERISTICS[clause.tag], iri)

        self._each(
            stanza,
            iri,
            {
                "is_a": relate("SubObjectPropertyOf"),
                "intersection_of": relate("SubObjectPropertyOf"),
                "union_of": relate("SubObjectPropertyOf", swapped=True),
                "domain": relate("ObjectPropertyDomain"),
                "range": relate("ObjectPropertyRange"),
                "inverse_of": relate("InverseObjectProperties"),
                "equivalent_to": relate("EquivalentObjectProperties"),
                "disjoint_from": relate("DisjointObjectProperties"),
                "transitive_over": transitive_over,
                "holds_over_chain": chain,
                "equivalent_to_chain": chain,
                **dict.fromkeys(_CHARACTERISTICS, characteristic),
            },
        )

    # Instances

    def _instance(self, stanza: Stanza, iri: str) -> None:
        self._add(stanza.clauses[0], "Declaration", ["NamedIndividual", iri])

        def type_(clause: TagLine) -> None:
            self._add(clause, "ClassAssertion", *self._iris(clause, 1), iri)

        def related(clause: TagLine) -> None:
            if clause.words and clause.words[0] in self.notes:
                self.statements.annotations += 1
                return
            role, filler = self._iris(clause, 2)
            self._add(clause, "ObjectPropertyAssertion", role, iri, filler)

        self._each(stanza, iri, {"instance_of": type_, "relationship": related})
