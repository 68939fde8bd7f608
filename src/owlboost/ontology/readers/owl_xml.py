"""OWL/XML: elements to trees, translated as soon as they close."""

import re
from array import array
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.parsers import expat

import numpy as np

from owlboost.errors import SourceError
from owlboost.ontology.datatypes.literals import natural_number, unified_literal
from owlboost.ontology.expressions import NOTHING, THING, Literal
from owlboost.ontology.readers.builder import Draft, FactRows, Header, joined
from owlboost.ontology.readers.tree_axioms import AxiomReader
from owlboost.ontology.readers.tree_expressions import Prefixes, ShapeError, Tree, legal
from owlboost.ontology.readers.xml_text import not_well_formed
from owlboost.ontology.vocabulary import OWL
from owlboost.runtime.array_types import Mask

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
    """Read a text in OWL/XML into a draft."""
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


class _Layout(dict[str, "_Layout"]):
    """The markup of a kind of assertions.

    It maps the text behind the last name or value of an assertion, which is the assertion's own end
    and the beginning of the next, to the layout of the next.
    """

    def __init__(self, markup: list[str], attribute: str, layouts: "dict[str, _Layout]") -> None:
        super().__init__()
        self.start, *self.between, self.end = markup
        self.attribute = attribute
        self.layouts = layouts

    def __missing__(self, markup: str) -> "_Layout":
        if not markup.startswith(self.end):
            raise KeyError(markup)
        self[markup] = layout = self.layouts[markup.removeprefix(self.end)]
        return layout


class PlainAssertions:
    """The plain assertions of a text, with numbered names and values."""

    def __init__(self) -> None:
        self.names = _Numbers(_WRITTEN_NAME)
        """The content of ``IRI="…"``, or all of ``abbreviatedIRI="…"``."""
        self.values = _Numbers(_WRITTEN_VALUE)
        """Attributes and text of a literal."""
        self.types = array("i")
        """Individual, class."""
        self.roles = array("i")
        """Property, individual, individual."""
        self.data = array("i")
        """Property, individual, value."""
        self.layouts: dict[str, _Layout] = {}
        """Layouts by the text before the first quotation mark."""

    def cut_out(self, text: str) -> str:
        """Take the plain assertions out of a text; return the remaining text.

        Its line numbers stay the same.
        """
        root = _ROOT.search(text)
        if root is None or _DEFAULT_NAMESPACE.findall(root[0]) != [OWL]:
            return text
        end = text.rfind("</Ontology")
        take, position = self._taker(), root.end()
        pieces = [text[:position]]
        while match := _PIECE.search(text, position, end):
            before = text[position : match.start()]
            self._learn(before, match)
            pieces += (before, take(match))
            start, position = match.end(), self._alike(text, match.end())
            pieces.append("\n" * text.count("\n", start, position))
        remaining = "".join([*pieces, text[position:]])
        if _is_simple(remaining, root[0]):
            return remaining
        for numbers in (self.names, self.values):
            numbers.clear()
        for facts in (self.types, self.roles, self.data):
            del facts[:]
        return text

    def _learn(self, before: str, match: re.Match[str]) -> None:
        """Remember the layout of an assertion that follows another one."""
        if (
            match.lastgroup is None
            or len(self.layouts) >= _MOST_LAYOUTS
            or _NOT_SPACE.search(before)
        ):
            return
        parts, attribute = (before + match[0]).split('"'), ""
        if match.lastgroup == "value":
            attribute = match["value"].partition('"')[0]
            if len(parts) != 7 or attribute.startswith(">"):
                return
            parts[-1] = parts[-1][parts[-1].index("<") :]
        if "abbreviatedIRI=" not in match[0]:
            self.layouts[parts[0]] = _Layout(parts[::2], attribute, self.layouts)

    def _alike(self, text: str, position: int) -> int:
        """Take assertions of known layouts; return the position behind them.

        The pattern would take them too. Whatever differs but in names and values is left to it.
        """
        width = _NARROW
        while True:
            parts = text[position : position + width].split('"')
            place, layout = self._walk(parts)
            if layout is None or not place:
                return position
            position += len('"'.join(parts[: place + 1])) - len(layout.start)
            width = min(2 * width, _WIDE)

    def _walk(self, parts: list[str]) -> tuple[int, _Layout | None]:
        """Take assertions; return the next one's place and layout."""
        names, values, layouts = self.names, self.values, self.layouts
        types, roles, data = self.types, self.roles, self.data
        place, layout = 0, layouts.get(parts[0])
        last = len(parts) - 7
        while layout is not None and place < last:
            _, name_1, first, name_2, second, name_3, third = parts[place : place + 7]
            try:
                if layout.attribute:
                    lexical, mark, end = third.partition("<")
                    value, after = f'{layout.attribute}"{name_3}"{lexical}', layout[mark + end]
                    if [first, second] != layout.between:
                        break
                    data.extend((names[name_1], names[name_2], values[value]))
                elif len(layout.between) == 2:
                    after = layout[third]
                    if [first, second] != layout.between:
                        break
                    roles.extend((names[name_1], names[name_2], names[name_3]))
                else:
                    after = layout[second]
                    if [first] != layout.between:
                        break
                    types.extend((names[name_2], names[name_1]))
            except KeyError:
                break
            place, layout = place + 2 * len(layout.between) + 2, after
        return place, layout

    def _taker(self) -> Callable[[re.Match[str]], str]:
        names, values = self.names, self.values
        types, roles, data = self.types, self.roles, self.data

        def number(name: str) -> int:
            return names[name if name.startswith("abb") else name[5:-1]]

        def take(match: re.Match[str]) -> str:
            kind = match.lastgroup
            if kind == "member":
                class_, subject = match.group("class", "member")
                types.extend((number(subject), number(class_)))
            elif kind == "object":
                role, subject, object_ = match.group("role", "subject", "object")
                roles.extend((number(role), number(subject), number(object_)))
            elif kind == "value":
                name, subject, value = match.group("data", "of", "value")
                data.extend((number(name), number(subject), values[value]))
            else:
                return match[0]
            return "\n" * match[0].count("\n")

        return take

    def hand_over(
        self,
        statements: AxiomReader,
        iri: Callable[[str, str], str],
        literal: Callable[[str, str, str], Literal],
    ) -> None:
        """Add the assertions to others."""
        names = [iri(*_parts_of_name(written)) for written in self.names]
        literals = [literal(*_parts_of_value(written)) for written in self.values]
        numbers = np.array([statements.number(name) for name in names], np.int32)
        values = np.array([statements.number_of_value(entry) for entry in literals], np.int32)
        top_or_bottom = [number for number, name in enumerate(names) if name in _NO_CLASS]
        types = _rows(self.types, 2)
        for entry, class_ in types[_with(types[:, 1], top_or_bottom)].tolist():
            statements.add(["ClassAssertion", names[class_], names[entry]])
        types = types[~_with(types[:, 1], top_or_bottom)]
        statements.types.frombytes(numbers[types].tobytes())
        roles = _rows(self.roles, 3)
        statements.roles.frombytes(numbers[roles].tobytes())
        data = _rows(self.data, 3)
        if data.size:
            columns = (numbers[data[:, 0]], numbers[data[:, 1]], values[data[:, 2]])
            statements.values.frombytes(np.stack(columns, axis=1).tobytes())


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


_NO_CLASS = (THING, NOTHING)
_DEFAULT_NAMESPACE = re.compile(r"""\sxmlns\s*=\s*["']([^"']*)["']""")
_ROOT = re.compile(r"<Ontology\s[^>]*>")


def _entity(group: str, name: str) -> str:
    return rf'<{name}\s+(?P<{group}>(?:abbreviatedIRI="(?!_:)|IRI=")[^"<&\s]*")\s*/>\s*'


_PIECE = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>"
    rf"|<ClassAssertion>\s*{_entity('class', 'Class')}{_entity('member', 'NamedIndividual')}"
    r"</ClassAssertion>"
    rf"|<ObjectPropertyAssertion>\s*{_entity('role', 'ObjectProperty')}"
    rf"{_entity('subject', 'NamedIndividual')}{_entity('object', 'NamedIndividual')}"
    r"</ObjectPropertyAssertion>"
    rf"|<DataPropertyAssertion>\s*{_entity('data', 'DataProperty')}"
    rf"{_entity('of', 'NamedIndividual')}<Literal"
    r'(?P<value>(?:\s+(?:datatypeIRI|xml:lang)="[^"<&\s]*")?>[^<&\r]*)</Literal>\s*'
    r"</DataPropertyAssertion>",
    re.DOTALL,
)
_WRITTEN_NAME = re.compile(r'[^"<&\s]*|abbreviatedIRI="(?!_:)[^"<&\s]*"')
_WRITTEN_VALUE = re.compile(r'(?:\s+(?:datatypeIRI|xml:lang)="[^"<&\s]*")?>[^<&\r]*')
_NARROW, _WIDE = 1_000, 1 << 18
"""Characters that are split at once, at first and as long as all of them are plain."""

_NOT_SPACE = re.compile(r"[^ \t\r\n]|\r(?!\n)")
"""Text between assertions other than white space, or a carriage return without line feed."""

_MOST_LAYOUTS = 100
"""Remember at most this many layouts of assertions."""

_VALUE = re.compile(r'(?:\s+(datatypeIRI|xml:lang)="([^"]*)")?>(.*)', re.DOTALL)


class _Numbers(dict[str, int]):
    """Numbers of plain names or values in order of first use; others raise a KeyError."""

    def __init__(self, plain: re.Pattern[str]) -> None:
        super().__init__()
        self.plain = plain

    def __missing__(self, written: str) -> int:
        if not self.plain.fullmatch(written):
            raise KeyError(written)
        self[written] = number = len(self)
        return number


def _rows(numbers: "array[int]", width: int) -> FactRows:
    return np.array(numbers, np.int32).reshape(-1, width)


def _with(column: FactRows, numbers: list[int]) -> Mask:
    return np.isin(column, numbers)


def _is_simple(text: str, root: str) -> bool:
    """Whether only the root sets a namespace or a base."""
    return (
        text.count("xmlns") == root.count("xmlns")
        and text.count("xml:base") == root.count("xml:base")
        and text.count("<Ontology") == 1
        and text.count("</Ontology") == 1
    )


def _parts_of_name(written: str) -> tuple[str, str]:
    """Return the attribute and its value.

    Examples
    --------
    >>> _parts_of_name("#a"), _parts_of_name('abbreviatedIRI=":a"')
    (('IRI', '#a'), ('abbreviatedIRI', ':a'))
    """
    if not written.endswith('"'):
        return "IRI", written
    attribute, _, value = written.partition("=")
    return attribute, value[1:-1]


def _parts_of_value(written: str) -> tuple[str, str, str]:
    """Return a literal's attribute ('' for none), its value, and the text.

    Examples
    --------
    >>> _parts_of_value(' xml:lang="en">hi'), _parts_of_value(">a > b")
    (('xml:lang', 'en', 'hi'), ('', '', 'a > b'))
    """
    parts = _VALUE.fullmatch(written)
    return (parts[1] or "", parts[2] or "", parts[3]) if parts else ("", "", written)
