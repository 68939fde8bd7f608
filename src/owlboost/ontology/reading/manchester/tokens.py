"""The tokens of Manchester syntax, and a place among them."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from owlboost.ontology.reading.owl.trees import ShapeError

FRAMES = frozenset(
    {
        "Class:",
        "ObjectProperty:",
        "DataProperty:",
        "AnnotationProperty:",
        "Individual:",
        "Datatype:",
        "ValuePartition:",
        "Rule:",
        "EquivalentClasses:",
        "DisjointClasses:",
        "EquivalentProperties:",
        "DisjointProperties:",
        "SameIndividual:",
        "DifferentIndividuals:",
    }
)
SECTIONS = frozenset(
    {
        "Annotations:",
        "SubClassOf:",
        "SuperClassOf:",
        "EquivalentTo:",
        "DisjointWith:",
        "DisjointUnionOf:",
        "HasKey:",
        "Individuals:",
        "Instances:",
        "Domain:",
        "Range:",
        "Characteristics:",
        "SubPropertyOf:",
        "SuperPropertyOf:",
        "InverseOf:",
        "Inverses:",
        "Inverse:",
        "SubPropertyChain:",
        "Types:",
        "Facts:",
        "SameAs:",
        "DifferentFrom:",
    }
)
KEYWORDS = FRAMES | SECTIONS | {"Prefix:", "Namespace:", "Ontology:", "Import:"}

_TOKEN = re.compile(
    r"""(?P<space>\s+|\#[^\n]*)
    |(?P<text>\"\"\"(?:[^"\\]|\\.|"(?!""))*\"\"\"|"(?:[^"\\]|\\.)*")
    |(?P<quoted>'(?:[^'\\]|\\.)*')
    |(?P<iri><(?=[A-Za-z/\#>])[^<>\s"]*>)
    |(?P<language>@[A-Za-z0-9-]+)
    |(?P<mark>\^\^|<=|>=|[()\[\]{},<>=])
    |(?P<word>[^\s"'<>()\[\]{},^@\#=][^\s"<>()\[\]{},^@\#=]*)""",
    re.VERBOSE | re.DOTALL,
)


class Lexeme(NamedTuple):
    """A piece of text: what it is, how it is written, and in which line."""

    kind: str
    text: str
    line: int


@dataclass(slots=True)
class Tokens:
    """All tokens of a text, and which of them comes next."""

    all: list[Lexeme]
    place: int = 0

    @classmethod
    def of(cls, text: str) -> "Tokens":
        """Cut a text into tokens."""
        text = text.rstrip()
        tokens: list[Lexeme] = []
        position, line = 0, 1
        while position < len(text):
            found = _TOKEN.match(text, position)
            if found is None:
                tokens.append(Lexeme("end", text[position : position + 1], line))
                break
            if found.lastgroup != "space":
                tokens.append(Lexeme(found.lastgroup or "", found[0], line))
            line += found[0].count("\n")
            position = found.end()
        return cls([*tokens, Lexeme("end", "", line)])

    @property
    def next(self) -> Lexeme:
        """The token that comes next."""
        return self.all[self.place]

    @property
    def at_keyword(self) -> bool:
        """Whether a frame, a section or nothing at all comes next."""
        token = self.next
        return token.kind == "end" or (token.kind == "word" and token.text in KEYWORDS)

    @property
    def line(self) -> int:
        """The line of the next token."""
        return self.next.line

    def take(self) -> Lexeme:
        """Return the next token and go past it."""
        token = self.all[self.place]
        if token.kind != "end":
            self.place += 1
        return token

    def took(self, *texts: str) -> bool:
        """Go past the next token if it is one of these words or marks, and say whether it was."""
        token = self.all[self.place]
        if token.text in texts and token.kind in ("word", "mark"):
            self.place += 1
            return True
        return False

    def expect(self, text: str) -> None:
        """Go past a word or mark that must come next."""
        if not self.took(text):
            raise self.unexpected(f"{text!r}")

    def unexpected(self, wanted: str) -> ShapeError:
        """Return the error that something else was expected."""
        token = self.next
        if token.kind == "end" and not token.text:
            return ShapeError(f"{wanted} is missing at the end (was the file cut short?)")
        return ShapeError(f"{wanted} is expected, not {token.text[:40]!r}")
