r"""Stanzas of the OBO format: lines of tags and values.

A value may end in qualifiers within braces and in a comment after ``!``; a backslash takes the
meaning from the character after it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

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
    """One line: a tag, the value as written, and the number of the line."""

    tag: str
    text: str
    line: int

    @cached_property
    def _parts(self) -> tuple[str, str]:
        """The value without its comment and qualifiers, and the qualifiers."""
        value, qualifiers = "", ""
        for found in _PIECE.finditer(self.text):
            piece = found[0]
            if piece == "!":
                break
            if piece == "{":
                closed = self.text.find("}", found.end())
                qualifiers = self.text[found.end() : closed if closed >= 0 else None]
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
        found = _QUOTED.search(self._parts[0])
        return unescaped(found[1]) if found else None

    @property
    def qualifiers(self) -> dict[str, str]:
        """The qualifiers by name."""
        return {
            name: unescaped(quoted or plain)
            for name, quoted, plain in _QUALIFIER.findall(self._parts[1])
        }


@dataclass(slots=True)
class Stanza:
    """A heading such as ``Term`` ('' for the header of the file) and the clauses below it."""

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
    r"""Return the header and the stanzas of a text.

    Raises
    ------
    TagLineError
        If a line is neither a heading nor a clause.

    Examples
    --------
    >>> [one.kind for one in stanzas("ontology: go\n\n[Term]\nid: GO:1 ! one\n")]
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
    """Return numbered lines; one that ends in a backslash goes on in the next."""
    begun: list[str] = []
    start = 0
    for number, line in enumerate(text.split("\n"), start=1):
        whole, start = line.rstrip("\r"), start or number
        backslashes = len(whole) - len(whole.rstrip("\\"))
        if backslashes % 2:
            begun.append(whole[:-1])
            continue
        yield start, "".join([*begun, whole])
        begun, start = [], 0
    if any(begun):
        yield start, "".join(begun)


def unescaped(text: str) -> str:
    """Return a text with its escapes replaced by what they stand for."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text)
