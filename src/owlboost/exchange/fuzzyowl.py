"""The format ``fuzzyowl2``: OWL 2 with Fuzzy OWL 2 annotations.

Flat axioms in normal form (note 31) become plain OWL 2; weighted sums, fuzzy datatypes and degrees
are annotations ``fuzzyLabel`` that fuzzy reasoners read and others pass over. Names that not all
tools take get an IRI of this ontology, and an annotation keeps what they stand for.
"""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal
from xml.sax.saxutils import quoteattr

import pyhornedowl
import pyhornedowl.model as owl

from owlboost.data.fuzzy_sets import shape_name, shape_points
from owlboost.data.vocabulary import Lexicon, lexicon_from_json
from owlboost.errors import ParameterError
from owlboost.exchange.flat import rules as flat
from owlboost.exchange.flat.facts import flatten
from owlboost.exchange.formats import Format, is_ontology
from owlboost.exchange.fuzzyowl_reader import (
    COMMENT,
    COMPLEMENT,
    ENTRY,
    EVERYTHING,
    HEADER,
    NAMESPACE,
    rules_from_fuzzyowl,
)
from owlboost.exchange.metadata import NameEntry, coverage_remark, decimal_text
from owlboost.exchange.owl.document import Serialisation, owl_iri, serialized
from owlboost.ontology.expressions import THING
from owlboost.ontology.vocabulary import FUZZY_LABEL, RDFS, XSD

if TYPE_CHECKING:
    from owlboost.data.knowledge_base import KnowledgeBase
    from owlboost.models.trained import TrainedModel


Syntax = Literal["rdfxml", "owlxml", "functional"]

SERIALISATIONS: dict[str, Serialisation] = {
    "rdfxml": "rdf",
    "owlxml": "owx",
    "functional": "ofn",
}

_UNUSED = f"{NAMESPACE[:-1]}/none#"
"""Some readers of OWL/XML need a prefix; with one that is in use, names would be no IRIs."""

_NO_IRI = re.compile(r"[\x00-\x20<>\"{}|^`\\]")


def fuzzyowl_text(
    rules: flat.FlatModel,
    facts: flat.FlatFacts | None = None,
    *,
    syntax: Syntax = "rdfxml",
    imports: str | None = None,
) -> str:
    """Write rules, and facts if there are any, as an ontology that imports its source.

    With facts the ontology stands alone and the fuzzy reasoners' translators take it; without,
    axioms link its names to those of the source. The syntax is RDF/XML, OWL/XML or Functional.

    Examples
    --------
    >>> rules = flat.FlatModel({}, (NameEntry("Good", "target", "urn:x#Good"),))
    >>> "Declaration(Class(<urn:x#Good>))" in fuzzyowl_text(rules, syntax="functional")
    True
    """
    if syntax not in SERIALISATIONS:
        raise ParameterError(f"syntax must be {' or '.join(SERIALISATIONS)}, not {syntax}.")
    builder = _Builder(rules, facts)
    builder.ontology.add_prefix_mapping("", _UNUSED if syntax == "owlxml" else NAMESPACE)
    if imports is not None:
        builder.add(owl.Import(owl.IRI.parse(imports)))
    for component, annotations in builder.components():
        builder.add(component, annotations)
    return serialized(builder.ontology, SERIALISATIONS[syntax])


Annotated = tuple[owl.Component, list[owl.Annotation]]


class _Builder:
    def __init__(self, rules: flat.FlatModel, facts: flat.FlatFacts | None) -> None:
        self.ontology = pyhornedowl.PyIndexedOntology()
        self._rules, self._facts = rules, facts
        entries = (*rules.entries, *(facts.entries if facts else ()))
        self._entries = {entry.name: entry for entry in entries}
        self._lexicon = lexicon_from_json(rules.header)

    def add(
        self, component: owl.Component, annotations: list[owl.Annotation] | None = None
    ) -> None:
        """Add one axiom."""
        self.ontology.add_component(component, annotations or None)

    def components(self) -> Iterator[Annotated]:
        """Yield the whole ontology."""
        yield owl.OntologyID(owl.IRI.parse(NAMESPACE.rstrip("#")), None), []
        logic = '<fuzzyOwl2 fuzzyType="ontology"><Fuzzylogic logic="zadeh" /></fuzzyOwl2>'
        yield owl.OntologyAnnotation(_label(logic)), []
        header = json.dumps(dict(self._rules.header))
        yield owl.OntologyAnnotation(_annotation(HEADER, header)), []
        for iri in (FUZZY_LABEL, ENTRY, HEADER, COMPLEMENT):
            yield owl.DeclareAnnotationProperty(owl.AnnotationProperty(owl.IRI.parse(iri))), []
        yield owl.DeclareClass(_class(EVERYTHING)), []
        yield owl.SubClassOf(_class(THING), _class(EVERYTHING)), []
        for position, entry in enumerate(self._entries.values()):
            yield from ((each, []) for each in self._declaration(position, entry))
        yield from ((each, []) for each in self._sets())
        for axiom in self._rules.axioms:
            yield from ((each, []) for each in self._axiom(axiom))
        yield from ((each, []) for each in self._coverage())
        yield from self._assertions() if self._facts else ((each, []) for each in self._links())

    def iri(self, name: str) -> str:
        """Keep an IRI that ends in the plain name; else make one."""
        entry = self._entries.get(name)
        if entry is not None and entry.kind not in ("set", "learner", "value"):
            head, hash_, tail = entry.meaning.rpartition("#")
            if hash_ and tail == name and ":" in head and not _NO_IRI.search(head):
                return entry.meaning
        return NAMESPACE + name

    def _declaration(self, position: int, entry: NameEntry) -> Iterator[owl.Component]:
        iri = owl.IRI.parse(self.iri(entry.name))
        match entry.kind:
            case "role":
                yield owl.DeclareObjectProperty(owl.ObjectProperty(iri))
            case "data":
                prop = owl.DataProperty(iri)
                yield owl.DeclareDataProperty(prop)
                if self._facts:  # of the source's own properties nothing is claimed
                    yield owl.FunctionalDataProperty(prop)
                    yield owl.DataPropertyRange(prop, _datatype("double"))
            case "set":
                yield owl.DeclareDatatype(owl.Datatype(iri))
            case "individual":
                yield owl.DeclareNamedIndividual(owl.NamedIndividual(iri))
            case _:
                yield owl.DeclareClass(owl.Class(iri))
        record = {"order": position, "kind": entry.kind, "meaning": entry.meaning}
        if entry.value is not None:
            record["value"] = entry.value
        yield owl.AnnotationAssertion(iri, _annotation(ENTRY, json.dumps(record)))
        yield owl.AnnotationAssertion(
            iri, _annotation(f"{RDFS}label", _label_text(entry, self._lexicon))
        )

    def _sets(self) -> Iterator[owl.Component]:
        for flat_set in self._rules.sets:
            iri = owl.IRI.parse(self.iri(flat_set.name))
            facets = [
                owl.FacetRestriction(owl.Facet.MinInclusive, _double(flat_set.low)),
                owl.FacetRestriction(owl.Facet.MaxInclusive, _double(flat_set.high)),
            ]
            interval = owl.DatatypeRestriction(_datatype("double"), facets)
            yield owl.DatatypeDefinition(owl.Datatype(iri), interval)
            yield owl.AnnotationAssertion(iri, _label(_set_xml(flat_set)))

    def _axiom(self, axiom: flat.FlatAxiom) -> Iterator[owl.Component]:
        match axiom:
            case flat.Conjunction(parts, head):
                yield from self._auxiliary(head)
                yield owl.SubClassOf(self._meet(parts), self._class(head))
            case flat.RoleStep(role, filler, head):
                yield from self._auxiliary(head)
                some = owl.ObjectSomeValuesFrom(
                    owl.ObjectProperty(owl.IRI.parse(self.iri(role))), self._class(filler)
                )
                yield owl.SubClassOf(some, self._class(head))
            case flat.DataStep(prop, name, head):
                yield from self._auxiliary(head)
                some_data = owl.DataSomeValuesFrom(
                    self._data(prop), owl.Datatype(owl.IRI.parse(self.iri(name)))
                )
                yield owl.SubClassOf(some_data, self._class(head))
            case flat.WeightedSum(name, parts):
                yield from self._auxiliary(name)
                yield owl.AnnotationAssertion(
                    owl.IRI.parse(self.iri(name)), _label(_sum_xml(parts))
                )
            case flat.Complement(name, negated):
                yield from self._auxiliary(name)
                iri = owl.IRI.parse(self.iri(name))
                yield owl.AnnotationAssertion(iri, _annotation(COMPLEMENT, self.iri(negated)))
                remark = (
                    f"The complement of {negated}: what argues against the target by being there."
                )
                yield owl.AnnotationAssertion(iri, _annotation(COMMENT, remark))
            case flat.Union():
                raise TypeError(axiom)  # only rules that define the target have some

    def _auxiliary(self, name: str) -> Iterator[owl.Component]:
        if name not in self._entries:
            yield owl.DeclareClass(self._class(name))

    def _meet(self, parts: tuple[str, ...]) -> owl.ClassExpression:
        if len(parts) > 1:
            return owl.ObjectIntersectionOf([self._class(part) for part in parts])
        return self._class(parts[0] if parts else None)

    def _class(self, name: str | None) -> owl.Class:
        return _class(EVERYTHING if name is None else self.iri(name))

    def _data(self, name: str) -> owl.DataProperty:
        return owl.DataProperty(owl.IRI.parse(self.iri(name)))

    def _coverage(self) -> Iterator[owl.Component]:
        for name, coverage in self._rules.coverage.items():
            remark = _annotation(COMMENT, coverage_remark(coverage))
            yield owl.AnnotationAssertion(owl.IRI.parse(self.iri(name)), remark)

    def _links(self) -> Iterator[owl.Component]:
        """Link the names of this ontology with entities of the source."""
        for entry in self._rules.entries:
            if ":" not in entry.meaning or _NO_IRI.search(entry.meaning):
                continue
            if entry.kind == "value":
                value = owl.DataHasValue(
                    owl.DataProperty(owl_iri(entry.meaning)), _crisp(entry.value)
                )
                yield owl.SubClassOf(value, self._class(entry.name))
            elif self.iri(entry.name) != entry.meaning:
                yield from _equivalence(entry, self.iri(entry.name))

    def _assertions(self) -> Iterator[Annotated]:
        if self._facts is None:
            return
        complements = {
            axiom.negated: axiom.name
            for axiom in self._rules.axioms
            if isinstance(axiom, flat.Complement)
        }
        for entry in self._facts.entries:
            yield owl.ClassAssertion(_class(EVERYTHING), self._individual(entry.name)), []
        for individual, concept, degree in self._facts.types:
            yield self._member(individual, concept, degree)
        for individual, concept, degree in self._facts.complements:
            yield self._member(individual, complements[concept], degree)
        for individual, prop, value in self._facts.numbers:
            assertion = owl.DataPropertyAssertion(
                self._data(prop), self._individual(individual), _double(value)
            )
            yield assertion, []
        for individual, role, filler, degree in self._facts.roles:
            related = owl.ObjectPropertyAssertion(
                owl.ObjectProperty(owl.IRI.parse(self.iri(role))),
                self._individual(individual),
                self._individual(filler),
            )
            yield related, _degree_annotations(degree)

    def _member(self, individual: str, concept: str, degree: float) -> Annotated:
        assertion = owl.ClassAssertion(self._class(concept), self._individual(individual))
        return assertion, _degree_annotations(degree)

    def _individual(self, name: str) -> owl.NamedIndividual:
        return owl.NamedIndividual(owl.IRI.parse(self.iri(name)))


def _degree_annotations(degree: float) -> list[owl.Annotation]:
    """Annotate an axiom with its degree; not at all if full."""
    xml = f'<fuzzyOwl2 fuzzyType="axiom"><Degree value="{decimal_text(degree)}" /></fuzzyOwl2>'
    return [] if degree == 1.0 else [_label(xml)]


def _equivalence(entry: NameEntry, iri: str) -> Iterator[owl.Component]:
    own, source = owl.IRI.parse(iri), owl_iri(entry.meaning)
    match entry.kind:
        case "class" | "target":
            yield owl.EquivalentClasses([owl.Class(own), owl.Class(source)])
        case "role":
            yield owl.EquivalentObjectProperties(
                [owl.ObjectProperty(own), owl.ObjectProperty(source)]
            )
        case "data":
            yield owl.EquivalentDataProperties([owl.DataProperty(own), owl.DataProperty(source)])
        case _:
            pass


def _class(iri: str) -> owl.Class:
    return owl.Class(owl.IRI.parse(iri))


def _datatype(name: str) -> owl.Datatype:
    return owl.Datatype(owl.IRI.parse(XSD + name))


def _double(value: float) -> owl.DatatypeLiteral:
    return owl.DatatypeLiteral(repr(float(value)), owl.IRI.parse(f"{XSD}double"))


def _crisp(value: bool | str | None) -> owl.DatatypeLiteral | owl.SimpleLiteral:
    if isinstance(value, bool):
        return owl.DatatypeLiteral(str(value).lower(), owl.IRI.parse(f"{XSD}boolean"))
    return owl.SimpleLiteral(value or "")


def _annotation(prop: str, text: str) -> owl.Annotation:
    return owl.Annotation(owl.AnnotationProperty(owl.IRI.parse(prop)), owl.SimpleLiteral(text))


def _label(xml: str) -> owl.Annotation:
    return _annotation(FUZZY_LABEL, xml)


def _set_xml(flat_set: flat.FlatSet) -> str:
    kind = shape_name(flat_set.shape).replace("-", "")
    points = " ".join(
        f'{letter}="{decimal_text(point)}"'
        for letter, point in zip("abcd", shape_points(flat_set.shape), strict=False)
    )
    return f'<fuzzyOwl2 fuzzyType="datatype"><Datatype type="{kind}" {points} /></fuzzyOwl2>'


def _sum_xml(parts: tuple[tuple[float, str | None], ...]) -> str:
    weighted = "".join(
        f'<Concept type="weighted" value="{decimal_text(weight)}" '
        f"base={quoteattr(name or 'Everything')} />"
        for weight, name in parts
    )
    return (
        '<fuzzyOwl2 fuzzyType="concept"><Concept type="weightedSum">'
        f"{weighted}</Concept></fuzzyOwl2>"
    )


def _label_text(entry: NameEntry, lexicon: Lexicon) -> str:
    """Return the label of a name; a set has its property's name."""
    if entry.kind == "learner":
        return entry.meaning
    if entry.kind == "set":
        return lexicon.set_name(entry.meaning)
    name = lexicon.name(entry.meaning)
    return f"{name} = {entry.value}" if entry.kind == "value" else name


_OURS = "urn:owlboost:rules"


def _write(
    model: "TrainedModel",
    *,
    kb: "KnowledgeBase | None" = None,
    individuals: list[int] | None = None,
    syntax: "Syntax" = "rdfxml",
    imports: str | None = None,
) -> str:
    rules, facts = flatten(model, kb, individuals)
    return fuzzyowl_text(rules, facts, syntax=syntax, imports=imports)


def _read(text: str) -> "TrainedModel":
    return flat.decode(rules_from_fuzzyowl(text))


def _recognises(text: str) -> bool:
    return is_ontology(text) and _OURS in text


FORMAT = Format(
    name="fuzzyowl2",
    title="An OWL 2 ontology with Fuzzy OWL 2 annotations",
    extensions=(".owl", ".owx", ".ofn"),
    write=_write,
    takes_data=True,
    options=("syntax", "imports"),
    read=_read,
    recognises=_recognises,
)
