"""Tokens, names and descriptions of Manchester syntax, to trees with open kinds of properties.

The keywords of these trees are ``And``, ``Or``, ``Not``, ``OneOf``, ``Facets``, ``Inverse``,
``Some``, ``Only``, ``Value``, ``Self``, ``Min``, ``Max`` and ``Exactly``.
"""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote

from owlboost.ontology.datatypes.literals import unified_literal
from owlboost.ontology.expressions import Literal
from owlboost.ontology.readers.builder import Remarks
from owlboost.ontology.readers.tree_expressions import Prefixes, ShapeError, Tree, legal, unquoted
from owlboost.ontology.vocabulary import RDF, RDFS, XSD
from owlboost.runtime.limits import limits, require_digits

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


_QUANTIFIERS = {"some": "Some", "only": "Only"}
_COUNTS = {"min": "Min", "max": "Max", "exactly": "Exactly"}
_FACETS = {
    "<=": XSD + "maxInclusive",
    "<": XSD + "maxExclusive",
    ">=": XSD + "minInclusive",
    ">": XSD + "minExclusive",
    "langRange": RDF + "langRange",
    **{
        name: XSD + name
        for name in (
            "length",
            "minLength",
            "maxLength",
            "pattern",
            "totalDigits",
            "fractionDigits",
        )
    },
}
_RESERVED = frozenset({"and", "or", "not", "that", "some", "only", "value", "min", "max"})
_NUMBERS = (
    (re.compile(r"[+-]?\d+"), XSD + "integer"),
    (re.compile(r"[+-]?(?:\d+\.\d*|\.\d+)"), XSD + "decimal"),
    (re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fF]"), XSD + "float"),
)
_NO_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)[eE][+-]?\d+")


class Descriptions:
    """Reader of descriptions, properties, individuals and literals from tokens."""

    def __init__(self, tokens: Tokens, names: ManchesterNames) -> None:
        self.tokens = tokens
        self.names = names
        self._depth = 0

    def name(self, wanted: str) -> str:
        """Return the IRI of a name that must come next."""
        token = self.tokens.next
        if not self._is_name(token):
            raise self.tokens.unexpected(wanted)
        name = self.names.resolved(token)
        self.tokens.take()
        return name

    def _is_name(self, token: Lexeme) -> bool:
        return token.kind in ("iri", "quoted") or (
            token.kind == "word" and token.text not in KEYWORDS and token.text not in _RESERVED
        )

    def property(self) -> Any:
        """Return a property, or ``["Inverse", property]``."""
        if self.tokens.took("inverse", "inv"):
            enclosed = self.tokens.took("(")
            inner = self.name("an object property")
            if enclosed:
                self.tokens.expect(")")
            return ["Inverse", inner]
        return self.name("a property")

    def individual(self) -> str:
        """Return an individual."""
        return self.name("an individual")

    def individual_or_literal(self) -> Any:
        """Return an individual or a literal."""
        literal = self.literal()
        return self.individual() if literal is None else literal

    def literal(self) -> Literal | None:
        """Return the literal that comes next, or None if something else does."""
        tokens, token = self.tokens, self.tokens.next
        if token.kind == "word":
            literal = number_or_truth(token.text)
            if literal is not None:
                tokens.take()
            return literal
        if token.kind != "text":
            return None
        lexical = unquoted(tokens.take().text)
        if tokens.next.kind == "language":
            return unified_literal(lexical, language=tokens.take().text[1:])
        if tokens.took("^^"):
            return unified_literal(lexical, self.name("a datatype"))
        return unified_literal(lexical)

    def description(self) -> Any:
        """Return a class or a data range."""
        with self._deeper(1):
            parts = [self._conjunction()]
            while self.tokens.took("or"):
                parts.append(self._conjunction())
        return parts[0] if len(parts) == 1 else ["Or", *parts]

    def _conjunction(self) -> Any:
        parts = [self._primary()]
        while self.tokens.took("and", "that"):
            parts.append(self._primary())
        return parts[0] if len(parts) == 1 else ["And", *parts]

    @contextlib.contextmanager
    def _deeper(self, levels: int) -> Iterator[None]:
        """Descend some levels, up to the limit, for the context's duration."""
        if self._depth + levels > limits().depth:
            raise ShapeError(f"a description is nested more than {limits().depth} deep")
        self._depth += levels
        yield
        self._depth -= levels

    def _primary(self) -> Any:
        negations = 0
        while self.tokens.took("not"):
            negations += 1
        with self._deeper(negations):
            primary = self._plain()
        for _ in range(negations):
            primary = ["Not", primary]
        return primary

    def _plain(self) -> Any:
        tokens = self.tokens
        if tokens.took("("):
            inner = self.description()
            tokens.expect(")")
            return inner
        if tokens.took("{"):
            return self._enumeration()
        if tokens.next.text in ("inverse", "inv") and tokens.next.kind == "word":
            return self._restriction(self.property())
        name = self.name("a class, a restriction or a data range")
        if tokens.took("["):
            return self._facets(name)
        word = tokens.next.text if tokens.next.kind == "word" else ""
        if word in _QUANTIFIERS or word in _COUNTS or word in ("value", "Self"):
            return self._restriction(name)
        return name

    def _enumeration(self) -> Tree:
        tree: Tree = ["OneOf"]
        while not self.tokens.took("}"):
            if len(tree) > 1:
                self.tokens.expect(",")
            tree.append(self.individual_or_literal())
        return tree

    def _facets(self, datatype: str) -> Tree:
        tree: Tree = ["Facets", datatype]
        while not self.tokens.took("]"):
            if len(tree) > 2:
                self.tokens.expect(",")
            facet = _FACETS.get(self.tokens.next.text)
            if facet is None:
                raise self.tokens.unexpected("a facet")
            self.tokens.take()
            literal = self.literal()
            if literal is None:
                raise self.tokens.unexpected("the value of a facet")
            tree += [facet, literal]
        return tree

    def _restriction(self, name: Any) -> Tree:
        tokens = self.tokens
        if tokens.took("Self"):
            return ["Self", name]
        if tokens.took("value"):
            return ["Value", name, self.individual_or_literal()]
        word = tokens.next.text if tokens.next.kind == "word" else ""
        if word in _COUNTS:
            tokens.take()
            return self._cardinality(_COUNTS[word], name)
        if word not in ("some", "only"):
            raise tokens.unexpected("some, only, value, Self, min, max or exactly")
        tokens.take()
        if word == "some" and tokens.took("Self"):
            return ["Self", name]
        return [_QUANTIFIERS[word], name, self._filler()]

    def _cardinality(self, keyword: str, name: Any) -> Tree:
        token = self.tokens.next
        if token.kind != "word" or not (token.text.isascii() and token.text.isdigit()):
            raise self.tokens.unexpected("the number of a cardinality")
        require_digits(token.text, "The number of a cardinality")
        number = int(self.tokens.take().text)
        following = self.tokens.next
        opens = following.kind == "mark" and following.text in ("(", "{")
        if opens or following.text in ("not", "inverse", "inv") or self._is_name(following):
            return [keyword, number, name, self._filler()]
        return [keyword, number, name]

    def _filler(self) -> Any:
        with self._deeper(1):
            return self._primary()


def number_or_truth(word: str) -> Literal | None:
    """Return the literal that an unquoted word is, or None.

    Examples
    --------
    >>> number_or_truth("1.5f").lexical, number_or_truth("-3").datatype.rpartition("#")[2]
    ('1.5', 'integer')
    """
    if word in ("true", "false"):
        return Literal(word, XSD + "boolean")
    for pattern, datatype in _NUMBERS:
        if pattern.fullmatch(word):
            return unified_literal(word.rstrip("fF"), datatype)
    if _NO_NUMBER.fullmatch(word):
        raise ShapeError(f"the number {word} lacks the f of a float, or quotes and a datatype")
    return None
