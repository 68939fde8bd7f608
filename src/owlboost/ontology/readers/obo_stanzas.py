"""Stanzas of the OBO format: lines of tags and values, and IRIs for identifiers.

A value may end in qualifiers within braces and in a comment after ``!``; a backslash takes the
meaning from the character after it. Identifiers become IRIs by declared spaces and by the rules of
OBO's PURLs.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import quote

from owlboost.ontology.readers.builder import Header
from owlboost.ontology.vocabulary import SKOS, STANDARD_PREFIXES

_HEADING = re.compile(r"\[([^\]]*)\]\s*(?:!.*)?$")
_CLAUSE = re.compile(r"((?:[^:\\]|\\.)+):[ \t]*(.*)$")
_PIECE = re.compile(r'\\.|"(?:[^"\\]|\\.)*"|.', re.DOTALL)
_QUOTED = re.compile(r'(?<!\S)"((?:[^"\\]|\\.)*)"')
_QUALIFIER = re.compile(
    r'(?<![^\s={},"])([^\s={},"]++)\s*+=\s*+(?:"((?:[^"\\]|\\.)*+)"|([^\s,{}"]++))'
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "W": " "}


@dataclass(frozen=True)
class TagLine:
    """A clause: tag, value as written and number of the line."""

    tag: str
    text: str
    line: int

    @cached_property
    def _parts(self) -> tuple[str, str]:
        """The value without its comment and qualifiers, and the qualifiers."""
        value, qualifiers = "", ""
        for match in _PIECE.finditer(self.text):
            piece = match[0]
            if piece == "!":
                break
            if piece == "{":
                closed = self.text.find("}", match.end())
                qualifiers = self.text[match.end() : closed if closed >= 0 else None]
                break
            value += piece
        return value.strip(), qualifiers

    @property
    def words(self) -> list[str]:
        """The words of the value, such as a relation and a term."""
        return [unescaped(word) for word in self._parts[0].split()]

    @property
    def value(self) -> str:
        """The value without its comment and qualifiers."""
        return unescaped(self._parts[0])

    @property
    def quoted(self) -> str | None:
        """The first text in quotation marks, or None."""
        match = _QUOTED.search(self._parts[0])
        return unescaped(match[1]) if match else None

    @property
    def qualifiers(self) -> dict[str, str]:
        """The qualifiers by name."""
        return {
            name: unescaped(quoted or plain)
            for name, quoted, plain in _QUALIFIER.findall(self._parts[1])
        }


@dataclass(slots=True)
class Stanza:
    """A heading such as ``Term``, '' for the file's header, and the clauses below it."""

    kind: str
    line: int
    clauses: list[TagLine] = field(default_factory=list)

    def all(self, tag: str) -> list[TagLine]:
        """Return the clauses with a tag."""
        return [clause for clause in self.clauses if clause.tag == tag]

    def first(self, tag: str) -> str:
        """Return the value of the first clause with a tag, or ''."""
        return next((clause.value for clause in self.clauses if clause.tag == tag), "")

    def says(self, tag: str) -> bool:
        """Whether a tag has the value ``true``."""
        return self.first(tag) == "true"


class TagLineError(Exception):
    """A line is no clause."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"'tag: value' is expected, not {text[:40]!r}")
        self.line = line


def stanzas(text: str) -> Iterator[Stanza]:
    r"""Iterate over the header and the stanzas of a text.

    Examples
    --------
    >>> [stanza.kind for stanza in stanzas("ontology: go\n\n[Term]\nid: GO:1 ! one\n")]
    ['', 'Term']
    """
    stanza = Stanza("", 1)
    for number, line in _lines(text):
        stripped = line.strip()
        if not stripped or stripped.startswith("!"):
            continue
        if heading := _HEADING.match(stripped):
            yield stanza
            stanza = Stanza(heading[1].strip(), number)
        elif clause := _CLAUSE.match(stripped):
            stanza.clauses.append(TagLine(clause[1].strip(), clause[2], number))
        else:
            raise TagLineError(number, stripped)
    yield stanza


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Iterate over numbered lines, continued ones joined."""
    pieces: list[str] = []
    start = 0
    for number, line in enumerate(text.split("\n"), start=1):
        content, start = line.rstrip("\r"), start or number
        backslashes = len(content) - len(content.rstrip("\\"))
        if backslashes % 2:
            pieces.append(content[:-1])
            continue
        yield start, "".join([*pieces, content])
        pieces, start = [], 0
    if any(pieces):
        yield start, "".join(pieces)


def unescaped(text: str) -> str:
    """Return a text with its escapes replaced."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text)


PURL = "http://purl.obolibrary.org/obo/"
_PREFERRED = ("BFO:", "RO:")


def obo_header(text: str) -> Header:
    r"""Return the header of a text in OBO format.

    Examples
    --------
    >>> obo_header("ontology: go\n").iri
    'http://purl.obolibrary.org/obo/go.owl'
    """
    try:
        return header_of(next(stanzas(text)))
    except TagLineError:
        return Header()


def header_of(stanza: Stanza) -> Header:
    """Return the IRI, the version and the imports of a header."""
    name, version = stanza.first("ontology"), stanza.first("data-version")
    header = Header(_document(name) if name else "")
    if name and version and not _is_url(name):
        header.version = f"{PURL}{name}/{quote(version, safe='/:')}/{name.rpartition('/')[2]}.owl"
    elif _is_url(version):
        header.version = version
    header.imports = [_document(clause.value) for clause in stanza.all("import") if clause.value]
    return header


def _document(name: str) -> str:
    """Return the IRI of an ontology from URL, file or name."""
    if _is_url(name):
        return name
    return PURL + (name if name.endswith((".owl", ".obo")) else f"{name}.owl")


def _is_url(text: str) -> bool:
    return text.startswith(("http:", "https:", "file:", "urn:", "ftp:"))


class Identifiers:
    """Resolution of the identifiers of one file into IRIs.

    ``GO:0000001`` is ``…/obo/GO_0000001`` unless its space is declared otherwise. A relation
    without a space, such as ``part_of``, is the relation that its ``xref`` names, of BFO or RO
    before others; else it belongs to the ontology itself.
    """

    def __init__(self, header: Stanza) -> None:
        self._spaces = {**STANDARD_PREFIXES, "skos": SKOS}
        for clause in header.all("idspace"):
            if len(clause.words) > 1:
                self._spaces[clause.words[0]] = clause.words[1]
        self._ontology = header.first("ontology").removesuffix(".owl")
        self._shorthands: dict[str, str] = {}
        self._iris: dict[str, str] = {}

    def learn(self, stanza: Stanza) -> None:
        """Note the relation that a shorthand stands for."""
        name = stanza.first("id")
        if not name or ":" in name:
            return
        xrefs = [clause.words[0] for clause in stanza.all("xref") if clause.words]
        xrefs = [xref for xref in xrefs if ":" in xref and not _is_url(xref)]
        xrefs.sort(key=lambda xref: not xref.startswith(_PREFERRED))
        if xrefs:
            self._shorthands[name] = xrefs[0]

    def iri(self, name: str) -> str:
        """Return the IRI of an identifier."""
        if name not in self._iris:
            self._iris[name] = self._looked_up(self._shorthands.get(name, name))
        return self._iris[name]

    def _looked_up(self, name: str) -> str:
        if _is_url(name):
            return name
        space, colon, local = name.partition(":")
        if not colon:
            ontology = self._ontology or "TEMP"
            start = ontology if _is_url(ontology) else PURL + ontology
            return f"{start}#{quote(name, safe='')}"
        safe = quote(local, safe="-._~:/")
        if space in self._spaces:
            return self._spaces[space] + safe
        return f"{PURL}{space}{'#_' if '_' in local else '_'}{safe}"
