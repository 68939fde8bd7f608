"""Tokens of Manchester syntax, and what its names mean: prefixed, simple, in quotes."""

import re
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote

from owlboost.ontology.readers.builder import Remarks
from owlboost.ontology.readers.tree_expressions import Prefixes, ShapeError, legal, unquoted
from owlboost.ontology.vocabulary import RDFS, XSD

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
    """A token: its kind, its text and its line."""

    kind: str
    text: str
    line: int


@dataclass(slots=True)
class Tokens:
    """All tokens of a text, and the place of the next one."""

    all: list[Lexeme]
    place: int = 0

    @classmethod
    def split(cls, text: str) -> "Tokens":
        """Split a text into tokens."""
        text = text.rstrip()
        tokens: list[Lexeme] = []
        position, line = 0, 1
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                tokens.append(Lexeme("end", text[position : position + 1], line))
                break
            if match.lastgroup != "space":
                tokens.append(Lexeme(match.lastgroup or "", match[0], line))
            line += match[0].count("\n")
            position = match.end()
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
        """Skip the next token and return True if it matches."""
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


_SHORT_DATATYPES = frozenset({"integer", "decimal", "float", "string"})


class ManchesterNames:
    """Resolution of names into IRIs.

    A simple name has the default prefix. A name in single quotes is the label of an entity of the
    same file, or else a simple name with characters that simple names may not have.
    """

    def __init__(self, prefixes: Prefixes, base: str, remarks: Remarks) -> None:
        self.prefixes = prefixes
        self.base = base
        self._remarks = remarks
        self._labels: dict[str, set[str]] = {}
        self._iris: dict[str, str] = {}

    def resolved(self, token: Lexeme) -> str:
        """Return the IRI of a name."""
        text = token.text
        if text not in self._iris:
            self._iris[text] = self._looked_up(token)
        return self._iris[text]

    def _looked_up(self, token: Lexeme) -> str:
        if token.kind == "quoted":
            return self._in_quotes(token.text[1:-1].replace("\\'", "'").replace("\\\\", "\\"))
        if token.kind == "iri":
            return legal(token.text[1:-1])
        if ":" in token.text:
            return self.prefixes.expanded(token.text)
        if token.text in _SHORT_DATATYPES:
            return XSD + token.text
        return self._simple(token.text)

    def _simple(self, name: str) -> str:
        namespace = self.prefixes.namespaces.get("")
        if namespace is None:
            namespace = self.base.rstrip("#") + "#"
            self._remarks.add(
                "no-default-prefix",
                f"names without a prefix, such as {name!r}, are taken for <{namespace}…>, "
                "as no default prefix is declared",
            )
            self.prefixes.declare("", namespace)
        return namespace + name

    def _in_quotes(self, name: str) -> str:
        labelled = self._labels.get(name, set())
        if len(labelled) > 1:
            raise ShapeError(f"the name '{name}' is the label of {len(labelled)} entities")
        if labelled:
            return next(iter(labelled))
        return self._simple(quote(name, safe="/?:@!$&'()*+,;=-._~"))

    def learn_labels(self, tokens: Tokens) -> None:
        """Note the labels of all frames, if names in quotes occur."""
        lexemes = tokens.all
        if not any(token.kind == "quoted" for token in lexemes):
            return
        subject, section, is_axiom_annotation = None, "", False
        for place, token in enumerate(lexemes[:-2]):
            if token.kind == "word" and token.text in FRAMES:
                subject, section = lexemes[place + 1], ""
            elif token.kind == "word" and token.text in SECTIONS:
                section = token.text
                is_axiom_annotation = lexemes[place - 1].text in SECTIONS
            elif subject and section == "Annotations:" and not is_axiom_annotation:
                self._learn(token, lexemes[place + 1], subject)

    def _learn(self, token: Lexeme, value: Lexeme, subject: Lexeme) -> None:
        if value.kind != "text" or subject.kind not in ("iri", "word"):
            return
        if token.text in ("rdfs:label", f"<{RDFS}label>"):
            self._labels.setdefault(unquoted(value.text), set()).add(self.resolved(subject))
