"""OWL/XML: elements to trees, translated as soon as they close."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.parsers import expat

from owlboost.errors import SourceError
from owlboost.ontology.datatypes.literals import natural_number, unified_literal
from owlboost.ontology.expressions import Literal
from owlboost.ontology.readers.builder import Draft, Header, joined
from owlboost.ontology.readers.owl_xml_facts import PlainAssertions
from owlboost.ontology.readers.tree_axioms import AxiomReader
from owlboost.ontology.readers.tree_expressions import Prefixes, ShapeError, Tree, legal
from owlboost.ontology.readers.xml_text import not_well_formed
from owlboost.ontology.vocabulary import OWL

_XML = "http://www.w3.org/XML/1998/namespace "
_ENTITIES = {
    f"{OWL} {name}": name
    for name in (
        "Class",
        "ObjectProperty",
        "DataProperty",
        "AnnotationProperty",
        "NamedIndividual",
        "Datatype",
    )
}
_WITH_TEXT = frozenset({"Literal", "IRI", "AbbreviatedIRI", "Import"})
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LEGAL = re.compile(rf'{_SCHEME.pattern}[^\x00-\x20<>"{{}}|^`\\]*')


def read_owl_xml(text: str, path: Path, draft: Draft, blank: str) -> Header:
    """Read a text in OWL/XML into a draft.

    Raises
    ------
    SourceError
        If the text is not well-formed XML, or not OWL/XML.
    """
    plain = PlainAssertions()
    remaining = plain.cut_out(text)
    reader = _Reader(path, draft, blank)
    try:
        reader.parser.Parse(remaining.encode(), True)
        reader.take(plain)
    except expat.ExpatError as error:
        raise not_well_formed(error, path) from error
    except ShapeError as error:
        line = _line_of_error(text, path, blank) or reader.parser.CurrentLineNumber
        raise SourceError(
            f"'{path}' is not valid OWL/XML at line {line}: {error}; repair it or export it again."
        ) from error
    reader.statements.finish()
    return reader.header


def _line_of_error(text: str, path: Path, blank: str) -> int | None:
    """Return the line of the first error, reading without shortcuts."""
    reader = _Reader(path, Draft(), blank)
    try:
        reader.parser.Parse(text.encode(), True)
    except ShapeError:
        return reader.parser.CurrentLineNumber
    return None


class _Reader:
    """Reader that builds a tree of each child of the ontology."""

    def __init__(self, path: Path, draft: Draft, blank: str) -> None:
        self.header = Header()
        self.prefixes = Prefixes(blank)
        self.declared: set[str] = set()
        self.blank = blank
        self.statements = AxiomReader(draft)
        self.bases = [f"file:///{quote(path.name.removesuffix('.gz'))}"]
        self.base = self.bases[0]
        """The base that the root sets."""
        self.based: list[int] = []
        """Depths of the elements that set a base."""
        self.iris: dict[tuple[str, str], str] = {}
        """IRIs by attribute and its value."""
        self.open: list[Tree] = []
        self.text: list[str] = []
        self.literal: tuple[str, str] = ("", "")
        self.depth = 0
        parser = expat.ParserCreate("utf-8", " ")
        parser.buffer_text = True
        parser.ordered_attributes = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.StartNamespaceDeclHandler = self.namespace
        self.parser = parser

    def take(self, plain: PlainAssertions) -> None:
        """Take the assertions that were cut out of the text.

        All prefixes must be known.
        """
        self.bases = [self.base]
        plain.hand_over(self.statements, self._named, self._valued)

    def _named(self, attribute: str, value: str) -> str:
        if attribute == "IRI" and _LEGAL.fullmatch(value):
            return value  # as _iri would, but at once
        return self._iri("an entity", {attribute: value})

    def _valued(self, attribute: str, value: str, text: str) -> Literal:
        is_language = attribute == "xml:lang"
        self.literal = (value, "") if is_language else ("", self._absolute(value) if value else "")
        return self._literal(text)

    def namespace(self, prefix: str | None, iri: str | None) -> None:
        """Take an XML namespace as a prefix unless one is declared.

        The OWL API does so, too.
        """
        if prefix and prefix not in self.declared and iri:
            self.prefixes.namespaces.setdefault(prefix, iri)

    def start(self, tag: str, given: list[str]) -> None:
        if tag in _ENTITIES:
            self._entity(_ENTITIES[tag], given)
            return
        self.depth += 1
        name = tag.removeprefix(OWL + " ")
        attributes = dict(zip(given[::2], given[1::2], strict=True))
        base = attributes.get(_XML + "base")
        if base is not None:
            self._base(base)
        if name in _WITH_TEXT:
            self._text_begins(attributes)
        elif not self.open:
            self._root(name, attributes)
        elif name == "Prefix":
            self._prefix(attributes)
        elif name == "AnonymousIndividual":
            label = attributes.get("nodeID", "").removeprefix("_:")
            self.open[-1].append(self.blank + label)
        else:
            self.open.append([name, *self._numbers(name, attributes)] if given else [name])

    def _base(self, base: str) -> None:
        """Let a base hold until the element that sets it ends."""
        self.bases.append(self._absolute(base))
        self.based.append(self.depth)
        self.iris.clear()

    def _entity(self, name: str, given: list[str]) -> None:
        """Take an entity, which has nothing within."""
        if len(self.open) < 2:
            raise ShapeError(f"there is no axiom called {name!r}")
        parent = self.open[-1]
        key = (given[0], given[1]) if len(given) == 2 else None
        iri = self.iris.get(key) if key else None
        if iri is None:
            iri = self._iri(name, dict(zip(given[::2], given[1::2], strict=True)))
        if key:
            self.iris[key] = iri
        keyword = parent[0]
        typed = keyword == "Declaration" or (keyword == "HasKey" and name != "Class")
        parent.append([name, iri] if typed else iri)

    def _root(self, name: str, attributes: dict[str, str]) -> None:
        if name != "Ontology":
            raise ShapeError(f"the root element is {name}, not Ontology")
        self.open.append([name])
        if not self.based and attributes.get("ontologyIRI"):
            self.bases.append(self._absolute(attributes["ontologyIRI"]))
        if "ontologyIRI" in attributes:
            self.header.iri = self._absolute(attributes["ontologyIRI"])
        if "versionIRI" in attributes:
            self.header.version = self._absolute(attributes["versionIRI"])
        self.base = self.bases[-1]

    def _prefix(self, attributes: dict[str, str]) -> None:
        if "name" not in attributes or "IRI" not in attributes:
            raise ShapeError("a Prefix lacks its name or its IRI")
        name = attributes["name"].removesuffix(":")
        self.declared.add(name)
        self.prefixes.declare(name, self._absolute(attributes["IRI"]))
        self.iris.clear()

    def _text_begins(self, attributes: dict[str, str]) -> None:
        datatype = attributes.get("datatypeIRI", "")
        self.literal = (
            attributes.get(_XML + "lang", ""),
            self._absolute(datatype) if datatype else "",
        )
        self.text = []
        self.parser.CharacterDataHandler = self.text.append

    def _numbers(self, name: str, attributes: dict[str, str]) -> list[Any]:
        """Return the attributes of an element that are operands."""
        if name == "FacetRestriction":
            return [self._absolute(attributes.get("facet", ""))]
        if not name.endswith("Cardinality"):
            return []
        number = natural_number(attributes.get("cardinality", ""))
        if number is None:
            raise ShapeError(f"{name} lacks a valid number")
        return [number]

    def end(self, tag: str) -> None:
        if tag in _ENTITIES:
            return
        depth, self.depth = self.depth, self.depth - 1
        if self.based and self.based[-1] == depth:
            self.based.pop()
            self.bases.pop()
            self.iris.clear()
        name = tag.removeprefix(OWL + " ")
        if name in _WITH_TEXT:
            self._text_ends(name)
        elif name not in ("Prefix", "AnonymousIndividual"):
            tree = self.open.pop()
            if len(self.open) > 1:
                self.open[-1].append(tree)
            elif self.open:
                self.statements.add(tree)

    def _text_ends(self, name: str) -> None:
        self.parser.CharacterDataHandler = None
        text = "".join(self.text)
        if name == "Literal":
            self.open[-1].append(self._literal(text))
        elif name == "Import":
            self.header.imports.append(self._absolute(text.strip()))
        else:
            self.open[-1].append(self._mentioned(name, text.strip()))

    def _mentioned(self, name: str, text: str) -> str:
        """Return the IRI in an annotation.

        One with an undeclared prefix stays as written.
        """
        with suppress(ShapeError):
            return self._absolute(text) if name == "IRI" else self._expanded(text)
        return text

    def _literal(self, text: str) -> Literal:
        language, datatype = self.literal
        if language:
            return unified_literal(text, language=language)
        return unified_literal(text, datatype) if datatype else unified_literal(text)

    def _iri(self, name: str, attributes: dict[str, str]) -> str:
        if "IRI" in attributes:
            base = attributes.get(_XML + "base")
            return self._absolute(attributes["IRI"], self._absolute(base) if base else None)
        if "abbreviatedIRI" in attributes:
            return self._expanded(attributes["abbreviatedIRI"])
        raise ShapeError(f"{name} lacks its IRI")

    def _expanded(self, name: str) -> str:
        try:
            return self.prefixes.expanded(name if ":" in name else ":" + name)
        except ShapeError as error:
            raise ShapeError(f"{error}; add a <Prefix> element") from error

    def _absolute(self, reference: str, base: str | None = None) -> str:
        """Return the IRI of a reference.

        The OWL API cuts the base off the IRIs that begin with it. Where the base ends in ``#``,
        the remainder is no reference that the rules of URIs would resolve to the same IRI.
        """
        base = base or self.bases[-1]
        if _SCHEME.match(reference):
            return legal(reference)
        if base.endswith("#") and reference[:1] not in ("#", "/", "?"):
            return legal(base + reference)
        return legal(joined(base, reference) if reference else base)
