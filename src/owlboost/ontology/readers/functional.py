"""Functional syntax: plain assertions by pattern, everything else through trees."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from owlboost.errors import SourceError
from owlboost.ontology.expressions import NOTHING, THING, Literal
from owlboost.ontology.ontology import LABEL_RANKS
from owlboost.ontology.readers.builder import Draft, Header, is_fuzzy_label
from owlboost.ontology.readers.tree_axioms import AxiomReader
from owlboost.ontology.readers.tree_expressions import Prefixes, ShapeError, Tree, name_in
from owlboost.runtime.limits import require_digits

_SPACE = r"(?:\s++|\#[^\n]*+)*+"  # possessive: backtracking in long space would take for ever
_NAME = r"<[^<>\s]*>|[^\s()<>\"\#:=]*:[^\s()<>\"\#]*"
_TEXT = r'"""(?:[^"\\]|\\.|"(?!""))*"""|"[^"\\]*(?:\\.[^"\\]*)*"'
_PREFIX = re.compile(
    rf"{_SPACE}Prefix{_SPACE}\({_SPACE}([^\s()<>:=]*):{_SPACE}={_SPACE}<([^<>\s]*)>{_SPACE}\)"
)
_ONTOLOGY = re.compile(rf"{_SPACE}Ontology{_SPACE}\(")
_ANY_NAME = re.compile(rf"{_SPACE}({_NAME})(?!{_SPACE}\()")
_END = re.compile(rf"{_SPACE}\)")
_REST = re.compile(_SPACE)
_FACT = re.compile(
    rf"\s*(?:ClassAssertion\(\s*(?P<class>{_NAME})\s+(?P<member>{_NAME})\s*\)"
    rf"|ObjectPropertyAssertion\(\s*(?P<role>{_NAME})\s+(?P<subject>{_NAME})\s+(?P<object>{_NAME})\s*\)"
    rf"|DataPropertyAssertion\(\s*(?P<data>{_NAME})\s+(?P<of>{_NAME})\s+"
    rf"(?P<value>(?:{_TEXT})(?:@[\w-]+|\^\^(?:{_NAME}))?)\s*\)"
    rf"|AnnotationAssertion\(\s*(?P<noting>{_NAME})\s+(?P<noted>{_NAME})\s+"
    rf"(?P<note>(?:{_TEXT})(?:@[\w-]+|\^\^(?:{_NAME}))?|{_NAME})\s*\))",
    re.DOTALL,
)
_TOKEN = re.compile(
    rf"""{_SPACE}(?:(?P<open>[A-Za-z]*){_SPACE}\(
    |(?P<close>\))
    |(?P<text>{_TEXT})(?:@(?P<language>[\w-]+)|\^\^(?P<datatype>{_NAME}))?
    |(?P<name>{_NAME})
    |(?P<number>\d+)(?![^\s()\#]))""",
    re.DOTALL | re.VERBOSE,
)
_VALUE = re.compile(
    rf"(?P<text>{_TEXT})(?:@(?P<language>[\w-]+)|\^\^(?P<datatype>{_NAME}))?", re.DOTALL
)
_PLAIN_IRI = re.compile(r'<[^<>\s\x00-\x20"{}|^`\\]*>')
_ONLY_NAME = re.compile(_NAME)

_LONGEST = 2000
"""Stop looking for the end of a line after this many characters."""

_Start = tuple[Callable[[tuple[int, ...]], None], int, dict[str, int] | None]
_T = TypeVar("_T")
_NO_LABEL = -1
_FUZZY = -2
"""Ranks of annotation properties other than labels; the second is that of Fuzzy OWL 2."""


def read_functional(text: str, path: Path, draft: Draft, blank: str) -> Header:
    """Read a text in Functional syntax into a draft."""
    reader = _Reader(text, draft, blank)
    try:
        return reader.run()
    except ShapeError as error:
        space = _REST.match(text, reader.start)
        line = text.count("\n", 0, space.end() if space else reader.start) + 1
        cut = " (was the file cut short?)" if reader.at_end else ""
        raise SourceError(
            f"'{path}' is not valid Functional syntax at line {line}: {error}{cut}; "
            "repair it or export it again."
        ) from error


class _Table(dict[str, _T]):
    """A cache of the meanings of tokens."""

    def __init__(self, meaning: Callable[[str], _T]) -> None:
        super().__init__()
        self.meaning = meaning

    def __missing__(self, token: str) -> _T:
        self[token] = meaning = self.meaning(token)
        return meaning


class _Reader:
    """Reader of the text; ``start`` is the current statement's position."""

    def __init__(self, text: str, draft: Draft, blank: str) -> None:
        self.text = text
        self.start = 0
        self.at_end = False
        self.prefixes = Prefixes(blank)
        self.statements = AxiomReader(draft)
        self.header = Header()
        self.numbers = _Table(self._number)
        self.classes = _Table(self._class)
        self.values = _Table(self._value)
        self.starts = _Table(self._start)
        self.names: dict[str, str] = {}
        self.ranks: dict[str, int] = {}

    def run(self) -> Header:
        position = self._opening()
        while self._close(position) is None:
            position = self._facts(position)
            if self._close(position) is None:
                position = self._statement(position)
        close = self._close(position)
        self.start = position
        space = _REST.match(self.text, close.end() if close else position)
        if space is None or space.end() != len(self.text):
            self.start = space.end() if space else position
            raise ShapeError("there is text after the end of the ontology")
        self.statements.finish()
        return self.header

    def _close(self, position: int) -> re.Match[str] | None:
        return _END.match(self.text, position)

    def _opening(self) -> int:
        """Read prefixes and the ontology's IRIs; return the position behind them."""
        position = 0
        while match := _PREFIX.match(self.text, position):
            self.prefixes.declare(match[1], match[2])
            position = match.end()
        match = _ONTOLOGY.match(self.text, position)
        if match is None:
            self._fail(position, "this is neither a prefix nor an ontology")
        position = match.end()
        names: list[str] = []
        while len(names) < 2 and (match := _ANY_NAME.match(self.text, position)):
            names.append(self.prefixes.resolved(match[1]))
            position = match.end()
        self.header.iri, self.header.version = (*names, "", "")[:2]
        return position

    def _facts(self, position: int) -> int:
        """Read consecutive plain assertions; return the position behind them."""
        match_fact, statements = _FACT.match, self.statements
        numbers, classes, literals = self.numbers, self.classes, self.values
        label_rank = self._label_rank
        types, roles, values = statements.types, statements.roles, statements.values
        while match := match_fact(self.text, position := self._lines(position)):
            self.start = position
            kind = match.lastgroup
            if kind == "member":
                class_ = classes[match["class"]]
                if class_ < 0:
                    break
                types.extend((numbers[match["member"]], class_))
            elif kind == "object":
                role = numbers[match["role"]]
                roles.extend((role, numbers[match["subject"]], numbers[match["object"]]))
            elif kind == "value":
                name = numbers[match["data"]]
                values.extend((name, numbers[match["of"]], literals[match["value"]]))
            else:
                rank = label_rank(match["noting"])
                statements.annotations += 0 if rank == _FUZZY else 1
                if rank != _NO_LABEL:
                    self._label(match)
            position = match.end()
        return position

    def _lines(self, position: int) -> int:
        """Read lines of one plain assertion each; return the position behind.

        Only new tokens are parsed. Text that is laid out otherwise, or wrong, is left.
        """
        text, find = self.text, self.text.find
        starts, numbers = self.starts, self.numbers
        while (end := find(")\n", position, position + _LONGEST)) >= 0:
            parts = text[position:end].lstrip().split(" ", 2)
            try:
                add, number, objects = starts[parts[0]]
                if objects is None:
                    _, member = parts
                    add((numbers[member], number))
                else:
                    _, subject, object_ = parts
                    add((number, numbers[subject], objects[object_]))
            except (KeyError, ValueError, ShapeError):
                break
            position = end + 1
        return position

    def _start(self, start: str) -> _Start:
        """Return the column, first number and numbering of an assertion's start."""
        keyword, _, token = start.partition("(")
        statements = self.statements
        if keyword == "ObjectPropertyAssertion":
            return statements.roles.extend, self.numbers[token], self.numbers
        if keyword == "DataPropertyAssertion":
            return statements.values.extend, self.numbers[token], self.values
        if keyword != "ClassAssertion" or self.classes[token] < 0:
            raise KeyError(start)
        return statements.types.extend, self.classes[token], None

    def _number(self, token: str) -> int:
        if _PLAIN_IRI.fullmatch(token):
            return self.statements.number(token[1:-1])
        if not _ONLY_NAME.fullmatch(token):
            raise KeyError(token)
        return self.statements.number(self.prefixes.resolved(token))

    def _class(self, token: str) -> int:
        """Return the number of a class, -1 for top and bottom."""
        if not _ONLY_NAME.fullmatch(token):
            raise KeyError(token)
        iri = name_in(self.prefixes.resolved(token), "a class")
        return -1 if iri in (THING, NOTHING) else self.statements.number(iri)

    def _value(self, token: str) -> int:
        return self.statements.number_of_value(self._literal(token))

    def _literal(self, token: str) -> Literal:
        parts = _VALUE.fullmatch(token)
        if parts is None:
            raise ShapeError("a literal is malformed")
        return self.prefixes.literal(parts["text"], parts["language"], parts["datatype"])

    def _label_rank(self, token: str) -> int:
        """Return the rank of an annotation property among label properties."""
        rank = self.ranks.get(token)
        if rank is None:
            rank = _NO_LABEL
            with suppress(ShapeError):  # other annotations may use prefixes that nobody declares
                iri = self.prefixes.resolved(token)
                rank = LABEL_RANKS.get(iri, _FUZZY if is_fuzzy_label(iri) else _NO_LABEL)
            self.ranks[token] = rank
        return rank

    def _label(self, match: re.Match[str]) -> None:
        if match["note"].startswith('"'):
            iri, rank = self.prefixes.resolved(match["noted"]), self._label_rank(match["noting"])
            draft, literal = self.statements.draft, self._literal(match["note"])
            if rank == _FUZZY:
                draft.notes.entities.append((iri, literal.lexical))
            else:
                draft.label(iri, rank, literal)

    def _statement(self, position: int) -> int:
        """Read another statement; return the position behind it."""
        self.start = position
        tree, end = self._tree(position)
        if tree[0] == "Import":
            if len(tree) != 2:
                raise ShapeError("Import takes one IRI")
            self.header.imports.append(name_in(tree[1], "an import"))
        else:
            self.statements.add(tree)
        return end

    def _tree(self, position: int) -> tuple[Tree, int]:
        """Return a tree and the position behind it."""
        enclosing: list[Tree] = []
        while True:
            match = _TOKEN.match(self.text, position)
            if match is None:
                self._fail(position, "this is not allowed here")
            kind, position = match.lastgroup, match.end()
            if kind == "open":
                enclosing.append([match["open"]])
                continue
            if not enclosing:
                self._fail(match.start(), "an axiom is expected")
            if kind != "close":
                enclosing[-1].append(self._leaf(kind, match))
                continue
            tree = enclosing.pop()
            if not enclosing:
                return tree, position
            enclosing[-1].append(tree)

    def _leaf(self, kind: str | None, match: re.Match[str]) -> Any:
        if kind == "number":
            require_digits(match["number"], "The number of a cardinality")
            return int(match["number"])
        if kind != "name":
            return self.prefixes.literal(match["text"], match["language"], match["datatype"])
        token = match["name"]
        name = self.names.get(token)
        if name is None:
            name = self.names[token] = self.prefixes.resolved(token)
        return name

    def _fail(self, position: int, reason: str) -> NoReturn:
        space = _REST.match(self.text, position)
        self.start = space.end() if space else position
        self.at_end = self.start >= len(self.text.rstrip())
        raise ShapeError(reason)
