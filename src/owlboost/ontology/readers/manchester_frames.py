"""Manchester frames to statements, with the kinds of properties left open."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from owlboost.errors import SourceError
from owlboost.ontology.expressions import Literal
from owlboost.ontology.ontology import LABEL_RANKS
from owlboost.ontology.readers.builder import Header, Remarks, is_fuzzy_label, joined
from owlboost.ontology.readers.manchester_expressions import (
    FRAMES,
    Descriptions,
    ManchesterNames,
    Tokens,
)
from owlboost.ontology.readers.tree_expressions import Prefixes, ShapeError, Tree

_ENTITIES = {
    "Class:": "Class",
    "ObjectProperty:": "ObjectProperty",
    "DataProperty:": "DataProperty",
    "AnnotationProperty:": "AnnotationProperty",
    "Individual:": "NamedIndividual",
    "Datatype:": "Datatype",
}
_LISTS = {
    "EquivalentClasses:": ("EquivalentClasses", "description"),
    "DisjointClasses:": ("DisjointClasses", "description"),
    "EquivalentProperties:": ("EquivalentProperties", "property"),
    "DisjointProperties:": ("DisjointProperties", "property"),
    "SameIndividual:": ("SameIndividual", "individual"),
    "DifferentIndividuals:": ("DifferentIndividuals", "individual"),
}
_CHARACTERISTICS = frozenset(
    {
        "Functional",
        "InverseFunctional",
        "Reflexive",
        "Irreflexive",
        "Symmetric",
        "Asymmetric",
        "Transitive",
    }
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A syntax tree in which data and object properties are not yet distinguished, and its line."""

    tree: Tree
    line: int


@dataclass(slots=True)
class Frames:
    """A file in Manchester syntax: its header, and its statements in order."""

    path: Path
    header: Header = field(default_factory=Header)
    statements: list[Statement] = field(default_factory=list)
    annotations: int = 0
    labels: list[tuple[str, int, Literal]] = field(default_factory=list)
    """Labels in the frames of entities: IRI, rank of the property, value."""
    notes: list[tuple[str, str]] = field(default_factory=list)
    """Annotations of Fuzzy OWL 2: subject ('' for the ontology) and text."""


def read_manchester(text: str, path: Path, remarks: Remarks, blank: str) -> Frames:
    """Read a text in Manchester syntax."""
    reader = _Reader(text, path, remarks, blank)
    try:
        reader.run()
    except ShapeError as error:
        raise SourceError(
            f"'{path}' is not valid Manchester syntax at line {reader.tokens.line}: {error}; "
            "repair it or export it again."
        ) from error
    return reader.frames


class _Reader:
    """Reader of the frames of a text."""

    def __init__(self, text: str, path: Path, remarks: Remarks, blank: str) -> None:
        self.tokens = Tokens.split(text)
        self.frames = Frames(path)
        self.remarks = remarks
        self.base = f"file:///{quote(path.name.removesuffix('.gz'))}"
        self.names = ManchesterNames(Prefixes(blank), self.base, remarks)
        self.read = Descriptions(self.tokens, self.names)
        self.line = 1
        self.noted: list[Tree] = []
        """Annotations of Fuzzy OWL 2 on the current item."""

    def run(self) -> None:
        self._header()
        while self.tokens.next.kind != "end" or self.tokens.next.text:
            self._frame()

    def add(self, *tree: Any) -> None:
        self.frames.statements.append(Statement([*tree, *self.noted], self.line))

    # The header

    def _header(self) -> None:
        tokens, header = self.tokens, self.frames.header
        while tokens.took("Prefix:", "Namespace:"):
            self._prefix()
        if tokens.took("Ontology:"):
            names: list[str] = []
            while len(names) < 2 and not tokens.at_keyword:
                names.append(self.read.name("the IRI of the ontology"))
            header.iri, header.version = (*names, "", "")[:2]
        self.names.base = header.iri or self.base
        while True:
            if tokens.took("Import:"):
                imported = self.read.name("the IRI of an imported ontology")
                header.imports.append(joined(self.base, imported))
            elif tokens.took("Annotations:"):
                self._annotations("")
            else:
                break
        self.names.learn_labels(tokens)

    def _prefix(self) -> None:
        token = self.tokens.next
        if token.kind == "iri":  # an old way to declare the default prefix
            prefix = ""
        elif token.kind == "word" and token.text.endswith(":"):
            prefix = self.tokens.take().text[:-1]
        else:
            raise self.tokens.unexpected("a prefix that ends in ':'")
        iri = self.tokens.next
        if iri.kind != "iri":
            raise self.tokens.unexpected("the IRI of a prefix in <>")
        self.names.prefixes.declare(prefix, self.tokens.take().text[1:-1])

    # Frames

    def _frame(self) -> None:
        tokens = self.tokens
        self.line = tokens.line
        keyword = tokens.next.text if tokens.next.kind == "word" else ""
        if keyword not in FRAMES:
            raise tokens.unexpected("a frame such as Class:")
        tokens.take()
        if keyword == "ValuePartition:":
            self._value_partition()
        elif keyword == "Rule:":
            self._rule()
        elif keyword in _LISTS:
            self._optional_annotations()
            name, item = _LISTS[keyword]
            self.add(name, *self._items(getattr(self.read, item)))
            self.noted = []
        else:
            self._entity_frame(keyword)

    def _entity_frame(self, keyword: str) -> None:
        if keyword == "Class:":
            subject = self.read.description()
        elif keyword == "ObjectProperty:":
            subject = self.read.property()
        else:
            subject = self.read.name(f"a name after {keyword}")
        if isinstance(subject, str) and not subject.startswith("_:"):
            self.add("Declaration", [_ENTITIES[keyword], subject])
        sections = _SECTIONS[keyword]
        while True:
            self.line = self.tokens.line
            if self.tokens.took("Annotations:"):
                self._annotations(subject)
                continue
            section = sections.get(self.tokens.next.text)
            if section is None or self.tokens.next.kind != "word":
                break
            self.tokens.take()
            if not self.tokens.at_keyword or self.tokens.next.text == "Annotations:":
                self._section(section, subject)
                self.noted = []
        if not self.tokens.at_keyword or self.tokens.next.text not in (*FRAMES, ""):
            raise self.tokens.unexpected(f"a section of {keyword[:-1]}, or another frame,")

    def _items(self, read: Callable[[], Any]) -> Iterator[Any]:
        """Read items between commas, each of which may have annotations before it."""
        while True:
            self.noted = []
            self._optional_annotations()
            self.line = self.tokens.line
            yield read()
            if not self.tokens.took(","):
                return

    def _value_partition(self) -> None:
        """Read ``ValuePartition: property Class [Value, Other [Sub, …]]`` of the OWL API."""
        role = self.read.property()
        whole = self.read.name("a class")
        self.add("Declaration", ["Class", whole])
        if isinstance(role, str):
            self.add("Declaration", ["ObjectProperty", role])
        self.tokens.expect("[")
        self._values(whole, 0)
        self.add("FunctionalObjectProperty", role)
        self.add("ObjectPropertyRange", role, whole)

    def _values(self, whole: str, depth: int) -> None:
        if depth > 100:
            raise ShapeError("a value partition is nested more than 100 deep")
        values: list[str] = []
        while not values or self.tokens.took(","):
            values.append(self.read.name("a value"))
            self.add("Declaration", ["Class", values[-1]])
            if self.tokens.took("["):
                self._values(values[-1], depth + 1)
        self.tokens.expect("]")
        self.add("DisjointUnion", whole, *values)

    def _rule(self) -> None:
        while not self.tokens.at_keyword:
            self.tokens.take()
        self.add("DLSafeRule")

    # Annotations

    def _optional_annotations(self) -> None:
        while self.tokens.took("Annotations:"):
            self._annotations()

    def _annotations(self, subject: Any = None) -> None:
        """Read annotations, and note labels and those of Fuzzy OWL 2."""
        if self.tokens.at_keyword and self.tokens.next.text != "Annotations:":
            return
        while True:
            self._optional_annotations()
            name = self.read.name("an annotation property")
            value = self.read.individual_or_literal()
            if name in LABEL_RANKS and isinstance(subject, str) and isinstance(value, Literal):
                self.frames.labels.append((subject, LABEL_RANKS[name], value))
            if is_fuzzy_label(name) and isinstance(value, Literal):
                if isinstance(subject, str):
                    self.frames.notes.append((subject, value.lexical))
                else:
                    self.noted.append(["Annotation", name, value])
            else:
                self.frames.annotations += 1
            if not self.tokens.took(","):
                return

    # Sections

    def _section(self, section: "_Plain | _Special", subject: Any) -> None:
        if not isinstance(section, _Plain):
            section(self, subject)
            return
        for item in self._items(getattr(self.read, section.item)):
            ends = (item, subject) if section.swapped else (subject, item)
            self.add(section.keyword, *ends)

    def _disjoint_union(self, subject: Any) -> None:
        self.add("DisjointUnion", subject, *self._items(self.read.description))

    def _key(self, subject: Any) -> None:
        """Read the properties of a key, with or without commas."""
        self._optional_annotations()
        names = [self.read.property()]
        while self.tokens.took(",") or not self.tokens.at_keyword:
            names.append(self.read.property())
        self.add("HasKey", subject, *names)

    def _role_characteristics(self, subject: Any) -> None:
        for word in self._items(self._characteristic):
            self.add(f"{word}ObjectProperty", subject)

    def _data_characteristics(self, subject: Any) -> None:
        for word in self._items(self._characteristic):
            if word != "Functional":
                raise ShapeError(f"a data property cannot be {word}")
            self.add("FunctionalDataProperty", subject)

    def _characteristic(self) -> str:
        word = self.tokens.next.text
        if word not in _CHARACTERISTICS:
            raise self.tokens.unexpected("a characteristic such as Functional")
        return self.tokens.take().text

    def _chains(self, subject: Any) -> None:
        for chain in self._items(self._chain):
            self.add("SubObjectPropertyOf", ["ObjectPropertyChain", *chain], subject)

    def _chain(self) -> list[Any]:
        chain = [self.read.property()]
        while self.tokens.took("o"):
            chain.append(self.read.property())
        return chain

    def _notes(self, _: Any) -> None:
        self.frames.annotations += len(list(self._items(self.read.property)))

    def _facts(self, subject: Any) -> None:
        for negative, name, value in self._items(self._fact):
            is_data = isinstance(value, Literal)
            kind = "DataPropertyAssertion" if is_data else "ObjectPropertyAssertion"
            self.add(f"Negative{kind}" if negative else kind, name, subject, value)

    def _fact(self) -> tuple[bool, Any, Any]:
        negative = self.tokens.took("not")
        return negative, self.read.property(), self.read.individual_or_literal()


@dataclass(frozen=True, slots=True)
class _Plain:
    """A section that makes one axiom of each item and the subject."""

    keyword: str
    item: str
    swapped: bool = False


_Special = Callable[[_Reader, Any], None]
_SECTIONS: dict[str, dict[str, _Plain | _Special]] = {
    "Class:": {
        "SubClassOf:": _Plain("SubClassOf", "description"),
        "SuperClassOf:": _Plain("SubClassOf", "description", swapped=True),
        "EquivalentTo:": _Plain("EquivalentClasses", "description"),
        "DisjointWith:": _Plain("DisjointClasses", "description"),
        "DisjointUnionOf:": _Reader._disjoint_union,
        "HasKey:": _Reader._key,
        "Individuals:": _Plain("ClassAssertion", "individual"),
        "Instances:": _Plain("ClassAssertion", "individual"),
    },
    "ObjectProperty:": {
        "Domain:": _Plain("ObjectPropertyDomain", "description"),
        "Range:": _Plain("ObjectPropertyRange", "description"),
        "Characteristics:": _Reader._role_characteristics,
        "SubPropertyOf:": _Plain("SubObjectPropertyOf", "property"),
        "SuperPropertyOf:": _Plain("SubObjectPropertyOf", "property", swapped=True),
        "EquivalentTo:": _Plain("EquivalentObjectProperties", "property"),
        "DisjointWith:": _Plain("DisjointObjectProperties", "property"),
        "InverseOf:": _Plain("InverseObjectProperties", "property"),
        "Inverses:": _Plain("InverseObjectProperties", "property"),
        "Inverse:": _Plain("InverseObjectProperties", "property"),
        "SubPropertyChain:": _Reader._chains,
    },
    "DataProperty:": {
        "Domain:": _Plain("DataPropertyDomain", "description"),
        "Range:": _Plain("DataPropertyRange", "description"),
        "Characteristics:": _Reader._data_characteristics,
        "SubPropertyOf:": _Plain("SubDataPropertyOf", "property"),
        "SuperPropertyOf:": _Plain("SubDataPropertyOf", "property", swapped=True),
        "EquivalentTo:": _Plain("EquivalentDataProperties", "property"),
        "DisjointWith:": _Plain("DisjointDataProperties", "property"),
    },
    "AnnotationProperty:": {
        "Domain:": _Reader._notes,
        "Range:": _Reader._notes,
        "SubPropertyOf:": _Reader._notes,
    },
    "Individual:": {
        "Types:": _Plain("ClassAssertion", "description", swapped=True),
        "Facts:": _Reader._facts,
        "SameAs:": _Plain("SameIndividual", "individual"),
        "DifferentFrom:": _Plain("DifferentIndividuals", "individual"),
    },
    "Datatype:": {"EquivalentTo:": _Plain("DatatypeDefinition", "description")},
}
