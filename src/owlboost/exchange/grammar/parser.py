"""A recursive-descent parser of rules, sums and fuzzy sets."""

import json
import re
from collections.abc import Iterable, Sequence

from owlboost.data.fuzzy_sets import SHAPE_NAMES, make_shape
from owlboost.errors import ModelError, OwlboostError, did_you_mean
from owlboost.exchange.grammar.tokens import (
    AllParts,
    NamePart,
    Part,
    SomePart,
    Statements,
    Token,
    TokenKind,
    ValuePart,
    Word,
    WrittenRule,
    WrittenSet,
    WrittenSum,
    tokens,
    unlearned,
)
from owlboost.exchange.metadata import Coverage, coverage_of

_NAMES: tuple[TokenKind, ...] = ("name", "quoted", "iri", "number")


class Cursor:
    """Takes words from left to right, and says what is wrong where one cannot be read.

    Examples
    --------
    >>> from owlboost.exchange.grammar.tokens import tokens
    >>> words = Cursor(list(tokens("-0.5 * WL1")))
    >>> words.number("a weight"), words.took("times"), words.word("a name").text
    (-0.5, True, 'WL1')
    """

    def __init__(self, words: Sequence[Token]) -> None:
        self._words = words
        self.at = 0

    def peek(self, ahead: int = 0) -> Token:
        """Return a word ahead; at the end the last one, which says so."""
        return self._words[min(self.at + ahead, len(self._words) - 1)]

    def comes(self, *kinds: TokenKind) -> bool:
        """Whether tokens of these kinds come next."""
        return all(self.peek(ahead).kind == kind for ahead, kind in enumerate(kinds))

    def take(self) -> Token:
        """Take the next word."""
        token = self.peek()
        self.at += 1
        return token

    def took(self, kind: TokenKind) -> bool:
        """Take the next token if it is of a kind."""
        if self.peek().kind != kind:
            return False
        self.at += 1
        return True

    def expect(self, kind: TokenKind, wanted: str) -> Token:
        """Take the next word, which must be of a kind."""
        if self.peek().kind != kind:
            raise self.unreadable(wanted)
        return self.take()

    def unreadable(self, wanted: str) -> ModelError:
        """Return the error that the next word is not what is wanted."""
        token = self.peek()
        if token.kind == "end":
            line = self._words[self.at - 1].line if self.at else token.line
            return ModelError(f"The listing ends too soon, in line {line}: {wanted}.")
        return ModelError(
            f"Line {token.line} of the listing cannot be read at {token.text!r}: {wanted}."
        )

    def word(self, wanted: str) -> Word:
        """Take a name."""
        token = self.peek()
        if token.kind not in _NAMES:
            raise self.unreadable(wanted)
        self.at += 1
        text = token.text.rstrip(".") if token.kind == "number" else token.text
        in_quotes = token.kind == "quoted" and text.startswith("<") and text.endswith(">")
        return Word(text[1:-1] if in_quotes else text, token.line, in_quotes or token.kind == "iri")

    def number(self, wanted: str) -> float:
        """Take a number with its signs."""
        factor = 1.0
        while self.comes("sign"):
            factor *= 1.0 if self.take().text == "+" else -1.0
        return factor * float(self.expect("number", wanted).text)


_STARTS = ("name", "quoted", "iri", "open", "top", "exists", "unlearned")
_BOTTOM = ("Nothing", "owl:Nothing")

MAX_DEPTH = 100
"""How deep conditions may be nested."""


class ConditionCursor(Cursor):
    """Reads conditions from left to right.

    Examples
    --------
    >>> from owlboost.exchange.grammar.tokens import tokens
    >>> ConditionCursor(list(tokens("∃near.Beach"))).body().prop.text
    'near'
    """

    def __init__(self, words: Sequence[Token]) -> None:
        super().__init__(words)
        self._depth = 0

    def body(self) -> Part:
        """Read a conjunction."""
        parts = [self._part()]
        while self.took("and"):
            parts.append(self._part())
        return parts[0] if len(parts) == 1 else AllParts(tuple(parts))

    def _part(self) -> Part:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self.unreadable(f"conditions are nested more than {MAX_DEPTH} deep")
        self._refuse_unlearned()
        found = self._nested_part()
        self._depth -= 1
        return found

    def _refuse_unlearned(self) -> None:
        """Refuse ¬ and ⊥, however they are written; things may have such names, too."""
        token, after = self.peek(), self.peek(1)
        negates = token.text == "not" and (after.kind in _STARTS and after.text != "is")
        bottom = (
            token.text in _BOTTOM and after.kind not in ("some", "value") and after.text != "is"
        )
        if token.kind == "unlearned" or (token.kind == "name" and (negates or bottom)):
            raise unlearned(Word(token.text, token.line))

    def _nested_part(self) -> Part:
        if self.took("open"):
            body = self.body()
            self.expect("close", '"and" or a closing parenthesis should stand here')
            return body
        if self.took("top"):
            return AllParts()
        if self.took("exists"):
            return self._existential()
        bare = self.peek().kind == "name"
        word = self.word("a class or a condition should stand here")
        if self.took("some"):
            return SomePart(word, self._part())
        if self.took("value"):
            return ValuePart(word, self._value())
        return AllParts() if bare and word.text == "Thing" else NamePart(word)

    def _existential(self) -> Part:
        """Read what follows ∃; a property alone means that it has any filler."""
        prop = self.word("a property should stand here")
        return SomePart(prop, self._part() if self.took("dot") else AllParts())

    def _value(self) -> str | bool:
        token = self.peek()
        if token.kind == "text":
            return self.take().text
        if token.kind == "name" and token.text in ("true", "false"):
            return self.take().text == "true"
        raise self.unreadable("a value is a text in double quotes, or true or false")


HEADING = "# Rules of owlboost as a listing, version 1"
"""A listing that begins so has a header, a remark for each of its lines."""

_SHAPES = {
    "left": "left-shoulder", "leftshoulder": "left-shoulder", "ls": "left-shoulder",
    "right": "right-shoulder", "rightshoulder": "right-shoulder", "rs": "right-shoulder",
    "triangular": "triangular", "triangle": "triangular", "tri": "triangular",
    "trapezoidal": "trapezoidal", "trapezoid": "trapezoidal", "trz": "trapezoidal",
}  # fmt: skip
_N_POINTS = {name: len(kind.__slots__) for kind, name in SHAPE_NAMES.items()}
_HEADER = re.compile(r"# (\w+): (.*)")
_THRESHOLD = re.compile(r"^# On the training examples\n(?s:.*)^degree ≥ (\d*\.?\d+)", re.MULTILINE)
_LEARNER = re.compile(r"(?:#\s*)?weak learner (.+?)(?:, weight \S+)?:?", re.IGNORECASE)


def statements(text: str) -> Statements:
    r"""Read the statements of a listing.

    Raises
    ------
    ModelError
        A line cannot be read.

    Examples
    --------
    >>> found = statements("1.199 * WL1 + .5 * WL2 SubClassOf 2\nHue_H tri(1, 1.08, 1.21)")
    >>> [weight for weight, _ in found.sums[0].terms], found.sets[0].shape
    ([1.199, 0.5], Triangular(a=1.0, b=1.08, c=1.21))
    """
    found = list(tokens(text))
    places = [place for place, token in enumerate(found) if token.kind == "remark"]
    parser = _Parser([token for token in found if token.kind != "remark"])
    coverages: dict[int, Coverage] = {}
    learners = set()
    for nth, place in enumerate(places):
        remark = found[place].text
        if coverage := coverage_of(remark.removeprefix("#")):
            coverages.setdefault(place - nth, coverage)  # by how many words stand before it
        elif heading := _LEARNER.fullmatch(remark):
            learners.add(_name(heading[1]))
    rules, sums, sets = parser.everything(coverages)
    return Statements(
        tuple(rules),
        tuple(sums),
        tuple(sets),
        frozenset(learners),
        _threshold(found[place].text for place in places)
        | _header([token.text for token in found[: _first(found)]]),
        tuple(parser.remarks),
    )


def _first(found: Sequence[Token]) -> int:
    return next(place for place, token in enumerate(found) if token.kind != "remark")


def _name(text: str) -> str:
    try:
        return next(iter(tokens(text))).text
    except ModelError:  # a heading of a person's
        return text


def _threshold(remarks: Iterable[str]) -> dict[str, object]:
    """Return the threshold that ``learn`` prints after the rules."""
    found = [mark[1] for mark in map(_THRESHOLD.match, remarks) if mark]
    return {"threshold": float(found[0])} if found else {}


def _header(remarks: Sequence[str]) -> dict[str, object]:
    if not remarks or remarks[0] != HEADING:
        return {}
    found = {}
    for remark in remarks:
        if mark := _HEADER.fullmatch(remark):
            try:
                found[mark[1]] = json.loads(mark[2])
            except ValueError:
                raise ModelError(
                    f"The header line {mark[1]!r} is damaged: it is not valid JSON."
                ) from None
    return found


def _plain(shape: str) -> str:
    return re.sub(r"[-_]", "", shape).lower()


class _Parser(ConditionCursor):
    """Reads statements from left to right."""

    def __init__(self, words: Sequence[Token]) -> None:
        super().__init__(words)
        self.remarks: list[str] = []

    def everything(
        self, coverages: dict[int, Coverage]
    ) -> tuple[list[WrittenRule], list[WrittenSum], list[WrittenSet]]:
        rules: list[WrittenRule] = []
        sums: list[WrittenSum] = []
        sets: list[WrittenSet] = []
        while self._passed_marks().kind != "end":
            if self._is_sum():
                sums.append(self._sum())
            elif self._is_set():
                sets.append(self._set())
            else:
                body, head, degree = self._rule()
                rules.append(WrittenRule(body, head, degree, coverages.get(self.at)))
        return rules, sums, sets

    # What comes next

    def _passed_marks(self) -> Token:
        """Pass over bullets, numbering and the dots that end statements."""
        while True:
            if self.peek().kind in ("bullet", "dot", "comma", "times") or self._is_dash():
                self.at += 1
            elif n_words := self._numbering():
                self.at += n_words
            else:
                return self.peek()

    def _is_dash(self) -> bool:
        """Whether the bullet of a list comes next, not the sign of a weight."""
        if not self.comes("sign", "number"):
            return self.comes("sign")
        if not self.peek(1).touched:
            sign, number = self.peek().text, self.peek(1).text
            raise ModelError(
                f"Line {self.peek().line} of the listing begins with '{sign} {number}': write "
                f"{sign}{number} if that is the sign of a weight, else leave {sign!r} out."
            )
        return False

    def _numbering(self) -> int:
        """Return how many tokens number a statement: ``1.``, ``1)`` or ``(1)``."""
        if not self.peek().leads:
            return 0
        if self.comes("number", "close"):
            return 2
        if self.comes("open", "number", "close") and self.peek(3).kind not in ("and", "below"):
            return 3
        numbered = self.comes("number") and self.peek().text.endswith(".")
        return int(numbered and self.peek(1).kind != "times")

    def _is_sum(self) -> bool:
        first, second = self.peek(), self.peek(1)
        if first.kind == "name" and first.text == "Nothing":
            return second.kind == "below"
        return first.kind == "sign" or (
            first.kind == "number" and second.kind not in ("and", "below", "some", "value")
        )

    def _is_set(self) -> bool:
        if self.peek().kind not in ("name", "quoted"):
            return False
        after = 2 if self.peek(1).kind == "equals" else 1
        shape, then = self.peek(after), self.peek(after + 1)
        if then.kind == "open":
            then = self.peek(after + 2)
        if shape.kind != "name":
            return False
        return after == 2 or then.kind == "number" or _plain(shape.text) in _SHAPES

    # Statements

    def _rule(self) -> tuple[Part, Word, float | None]:
        pointed = self.comes("left")
        self.at += pointed
        body = self.body()
        while self.comes("close"):
            line = self.take().line
            self.remarks.append(f"Line {line}: a closing parenthesis too many is passed over.")
        self.expect("below", 'a rule goes on with "and" or "SubClassOf" here')
        self._refuse_unlearned()
        head = self.word("the name of a weak learner or of the target should stand here")
        if pointed:
            if not self.took("comma"):
                self.expect("at least", "a comma and the degree of the rule should stand here")
            degree = self.number("the degree of the rule should stand here")
            self.expect("right", "the bracket of the rule should be closed here")
            return body, head, degree
        if self._is_degree() and self.took("left"):
            degree = self.number("the degree of the rule should stand here")
            self.expect("right", "the bracket of the degree should be closed here")
            return body, head, degree
        return body, head, self.number("a degree") if self.took("at least") else None

    def _is_degree(self) -> bool:
        """Whether a bracket after a rule holds its degree, and is not that of the next rule."""
        return self.comes("left", "number") or self.peek().text == "["

    def _sum(self) -> WrittenSum:
        terms: list[tuple[float, Word]] = []
        if not self.comes("name"):  # Nothing
            terms.append(self._term())
            while self.comes("sign"):
                terms.append(self._term())
        else:
            self.at += 1
        self.expect("below", 'a weighted sum goes on with "+" or "SubClassOf" here')
        return WrittenSum(tuple(terms), self.word("the name of the target should stand here"))

    def _term(self) -> tuple[float, Word]:
        weight = self.number("the weight of a weak learner should stand here")
        self.took("times")
        return weight, self.word("the name of a weak learner should stand here")

    def _set(self) -> WrittenSet:
        name = self.word("")
        self.took("equals")
        shape = self._shape()
        opened = self.took("open")
        points: list[float] = []
        while self._is_point(name.line, opened or len(points) < _N_POINTS[shape]):
            points.append(self.number("a number should stand here"))
            self.took("comma")
        if opened:
            self.expect("close", "the parenthesis of the fuzzy set should be closed here")
        try:
            return WrittenSet(name, make_shape(shape, points))
        except OwlboostError as error:
            raise ModelError(f"Line {name.line} of the listing: {error}") from error

    def _shape(self) -> str:
        token = self.take()
        text = token.text
        if self.comes("name") and text.lower() in ("left", "right"):
            text += self.take().text
        found = _SHAPES.get(_plain(text))
        if found is None:
            raise ModelError(
                f"Line {token.line} of the listing: there is no fuzzy set of the shape {text!r}."
                f"{did_you_mean(text, _N_POINTS)}"
            )
        return found

    def _is_point(self, line: int, wanted: bool) -> bool:
        """Whether a number of a fuzzy set comes next: a wanted one, or one too many in its line."""
        signed = self.comes("sign", "number")
        if not signed and not self.comes("number"):
            return False
        last = self.peek(int(signed))
        weighs = self.peek(int(signed) + 1).kind == "times"
        return not weighs and (wanted or last.line == line)
