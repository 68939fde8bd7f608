"""Fuzzy OWL 2 ontologies that owlboost wrote, read back."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any, Literal, get_args
from xml.parsers import expat

import pyhornedowl
import pyhornedowl.model as owl
from pyoxigraph import RdfFormat, parse, serialize

from owlboost.data.fuzzy_sets import make_shape
from owlboost.errors import ModelError, OwlboostError
from owlboost.exchange.flat import rules as flat
from owlboost.exchange.metadata import Coverage, NameEntry, NameKind, coverage_of
from owlboost.ontology.expressions import THING
from owlboost.ontology.readers.xml_text import shallow_parser
from owlboost.ontology.vocabulary import FUZZY_LABEL, RDFS, XSD
from owlboost.runtime.limits import exceeded

Serialisation = Literal["rdf", "owx", "ofn", "ttl", "omn"]

NAMESPACE = "urn:owlboost:rules#"
ENTRY = f"{NAMESPACE}entry"
HEADER = f"{NAMESPACE}header"
COMPLEMENT = f"{NAMESPACE}complementOf"
EVERYTHING = f"{NAMESPACE}Everything"
COMMENT = f"{RDFS}comment"

_NAMED = flat.WeightedSum | flat.Complement | flat.Union
_NEGATIONS = re.compile(r"(?:\bnot\b\s*){150}")
_SHAPES = {
    "leftshoulder": "left-shoulder",
    "rightshoulder": "right-shoulder",
    "triangular": "triangular",
    "trapezoidal": "trapezoidal",
}


def rules_from_fuzzyowl(text: str) -> flat.FlatModel:
    """Read rules from an ontology in RDF/XML, OWL/XML, Functional syntax or Turtle.

    Classes and properties that a person has added stand for themselves.

    Examples
    --------
    >>> from owlboost.exchange.fuzzyowl import fuzzyowl_text
    >>> rules = flat.FlatModel({}, (NameEntry("Good", "target", "urn:x#Good"),))
    >>> rules_from_fuzzyowl(fuzzyowl_text(rules)).entries
    (NameEntry(name='urn:x#Good', kind='target', meaning='urn:x#Good', value=None),)
    """
    try:
        components = _components(text)
    except (ValueError, expat.ExpatError, SyntaxError, OSError) as error:
        # of the OWL parser, the XML parser, Turtle, and Turtle that RDF/XML cannot say
        raise ModelError(f"The file cannot be read as an ontology: {error}.") from error
    try:
        return _Reader(components).rules()
    except (ValueError, KeyError, TypeError, ET.ParseError) as error:
        raise ModelError(f"An annotation of the ontology is damaged: {error}.") from error


def _components(text: str) -> list[Any]:
    kind = serialization_of(text)
    if kind == "ttl":
        triples = parse(text, format=RdfFormat.TURTLE)
        text = (serialize(triples, format=RdfFormat.RDF_XML) or b"").decode()
        kind = "rdf"
    if kind in ("rdf", "owx"):
        shallow_parser("The ontology").Parse(text.encode(), True)
    if kind == "omn" and _NEGATIONS.search(text):  # brackets are counted elsewhere
        raise exceeded("depth", "The ontology")
    try:
        return list(pyhornedowl.open_ontology_from_string(text, kind).get_components())
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of the parser; it is no Exception
            raise ValueError(str(error)) from error
        raise


def serialization_of(text: str) -> Serialisation:
    """Tell the syntax of an ontology by its first words.

    Examples
    --------
    >>> serialization_of("Prefix(:=<urn:x#>) Ontology()")
    'ofn'
    """
    start = text[:4000]
    if "<rdf:RDF" in start:
        return "rdf"
    if re.search(r"<Ontology\b", start):
        return "owx"
    if re.search(r"^\s*(Prefix|Ontology)\(", start, re.MULTILINE):
        return "ofn"
    return "omn" if re.search(r"^\s*(Prefix|Ontology):", start, re.MULTILINE) else "ttl"


class _Reader:
    def __init__(self, components: list[Any]) -> None:
        self._axioms = [annotated.component for annotated in components]
        self._header: dict[str, object] = {}
        self._annotations: list[tuple[str, str, str]] = []
        self._entries: dict[str, NameEntry] = {}
        self._flat: list[flat.FlatAxiom] = []
        self._inner = 0
        self._collect()
        self._short = {
            str(axiom.first.first).rpartition("#")[2]: str(axiom.first.first)
            for axiom in self._axioms
            if isinstance(axiom, owl.DeclareClass)
        }

    def _collect(self) -> None:
        for axiom in self._axioms:
            match axiom:
                case owl.OntologyAnnotation():
                    prop, text = _pair(axiom.first)
                    if prop == HEADER:
                        self._header = _record(text)
                case owl.AnnotationAssertion():
                    self._annotations.append((str(axiom.subject), *_pair(axiom.ann)))
                case _:
                    pass

    def rules(self) -> flat.FlatModel:
        """Put the rules together."""
        orders: dict[str, int] = {}
        for subject, text in self._about(ENTRY):
            record = _record(text)
            orders[subject] = int(record.get("order", 0))
            self._entries[subject] = _entry(subject, record)
        self._entries = dict(sorted(self._entries.items(), key=lambda pair: orders[pair[0]]))
        self._complements()
        self._sums()
        self._subclasses()
        sets = tuple(self._sets())
        self._name_unexplained()
        return flat.FlatModel(
            self._header,
            tuple(entry for entry in self._entries.values() if entry.kind != "individual"),
            sets,
            tuple(self._flat),
            dict(self._coverage()),
        )

    def _about(self, prop: str) -> Iterator[tuple[str, str]]:
        return (
            (subject, text)
            for subject, annotated_by, text in self._annotations
            if annotated_by == prop
        )

    def _coverage(self) -> Iterator[tuple[str, Coverage]]:
        for subject, text in self._about(COMMENT):
            if counted := coverage_of(text):
                yield subject, counted

    def _complements(self) -> None:
        self._flat += [
            flat.Complement(subject, negated) for subject, negated in self._about(COMPLEMENT)
        ]

    def _sums(self) -> None:
        for subject, text in self._about(FUZZY_LABEL):
            root = ET.fromstring(text)
            concept = root.find("Concept")
            if concept is None or concept.get("type") != "weightedSum":
                continue
            parts = tuple(
                (float(part.attrib["value"]), self._summand(part.attrib["base"]))
                for part in concept.findall("Concept")
            )
            self._flat.append(flat.WeightedSum(subject, parts))

    def _summand(self, name: str) -> str | None:
        iri = self._short.get(name, name)
        return None if iri in (EVERYTHING, THING) else iri

    def _sets(self) -> Iterator[flat.FlatSet]:
        bounds = dict(self._bounds())
        for subject, text in self._about(FUZZY_LABEL):
            datatype = ET.fromstring(text).find("Datatype")
            if datatype is None:
                continue
            points = [
                float(datatype.attrib[letter]) for letter in "abcd" if letter in datatype.attrib
            ]
            low, high = bounds.get(subject, (min(points), max(points)))
            try:
                shape = make_shape(_SHAPES[datatype.attrib["type"]], points)
            except OwlboostError as error:
                raise ModelError(f"The fuzzy datatype {subject} is damaged: {error}") from error
            yield flat.FlatSet(subject, shape, low, high)

    def _bounds(self) -> Iterator[tuple[str, tuple[float, float]]]:
        for axiom in self._axioms:
            if isinstance(axiom, owl.DatatypeDefinition) and isinstance(
                axiom.range, owl.DatatypeRestriction
            ):
                numbers = [float(facet.l.literal) for facet in axiom.range.second]
                yield str(axiom.kind.first), (min(numbers), max(numbers))

    def _subclasses(self) -> None:
        """Read the axioms in the order of their names' numbers."""
        inclusions = [axiom for axiom in self._axioms if isinstance(axiom, owl.SubClassOf)]
        for axiom in sorted(inclusions, key=lambda axiom: _numbered(axiom.sub.serialize())):
            if isinstance(axiom.sup, owl.Class) and not self._is_link(str(axiom.sup.first)):
                self._below(axiom.sub, str(axiom.sup.first))

    def _is_link(self, head: str) -> bool:
        """Return whether an axiom only links a name to the source."""
        return head == EVERYTHING or (
            head in self._entries and self._entries[head].kind in ("class", "value")
        )

    def _below(self, lower: Any, head: str) -> None:
        match lower:
            case owl.Class():
                name = self._summand(str(lower.first))
                self._flat.append(flat.Conjunction(() if name is None else (name,), head))
            case owl.ObjectIntersectionOf():
                names = [self._name(part) for part in lower.first]
                self._flat.append(flat.Conjunction(tuple(name for name in names if name), head))
            case owl.ObjectSomeValuesFrom(ope=owl.ObjectProperty()):
                role = str(lower.ope.first)
                self._flat.append(flat.RoleStep(role, self._name(lower.bce), head))
            case owl.DataSomeValuesFrom(dr=owl.Datatype()):
                self._flat.append(flat.DataStep(str(lower.dp.first), str(lower.dr.first), head))
            case owl.DataHasValue():
                self._flat.append(flat.Conjunction((self._value(lower),), head))
            case _:
                shown = lower.serialize()[:100]
                raise ModelError(f"The rules have a body that cannot be read: {shown}.")

    def _name(self, expression: Any) -> str | None:
        """Name an expression inside another; ⊤ is None."""
        if isinstance(expression, owl.Class):
            return self._summand(str(expression.first))
        self._inner += 1
        name = f"({self._inner})"
        self._below(expression, name)
        return name

    def _value(self, expression: owl.DataHasValue) -> str:
        prop, literal = str(expression.dp.first), expression.l
        datatype = str(getattr(literal, "datatype_iri", ""))
        value: bool | str = literal.literal
        if datatype == f"{XSD}boolean":
            value = literal.literal in ("true", "1")
        name = f"{prop} {json.dumps(value)}"
        self._entries.setdefault(name, NameEntry(name, "value", prop, value))
        return name

    def _name_unexplained(self) -> None:
        """Let unexplained classes and properties stand for themselves."""
        heads = {axiom.head for axiom in self._flat if not isinstance(axiom, _NAMED)}
        heads |= {axiom.name for axiom in self._flat if isinstance(axiom, _NAMED)}
        for axiom in self._flat:
            match axiom:
                case flat.Conjunction(parts, _):
                    for part in parts:
                        self._own(part, "class", heads)
                case flat.RoleStep(role, filler, _):
                    self._own(role, "role", heads)
                    if filler is not None:
                        self._own(filler, "class", heads)
                case flat.DataStep(prop, name, _):
                    self._own(prop, "data", heads)
                    self._own(name, "set", heads)
                case flat.WeightedSum(_, terms) if len(terms) > 1:
                    for _, term in terms:
                        if term in heads:
                            self._learner(term)
                case _:
                    pass

    def _own(self, iri: str, kind: NameKind, heads: set[str]) -> None:
        if iri not in heads and iri not in self._entries:
            meaning = iri.rpartition("#")[2] if kind == "set" else iri
            self._entries[iri] = NameEntry(iri, kind, meaning)

    def _learner(self, iri: str | None) -> None:
        complements = {axiom.name for axiom in self._flat if isinstance(axiom, flat.Complement)}
        if iri is not None and iri not in self._entries and iri not in complements:
            self._entries[iri] = NameEntry(iri, "learner", iri.rpartition("#")[2])


def _record(text: str) -> dict[str, Any]:
    record = json.loads(text)
    if not isinstance(record, dict):
        raise TypeError(f"{text} is not a JSON object")
    return record


def _entry(subject: str, record: dict[str, Any]) -> NameEntry:
    for kind in get_args(NameKind):
        if record["kind"] == kind:
            return NameEntry(subject, kind, str(record["meaning"]), record.get("value"))
    raise ValueError(record["kind"])


def _pair(annotation: owl.Annotation) -> tuple[str, str]:
    value = annotation.av
    return str(annotation.ap.first), str(getattr(value, "literal", value))


def _numbered(text: str) -> list[int | str]:
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text)]
