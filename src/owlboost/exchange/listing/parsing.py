"""From the words of a listing to its statements. Lines may be broken anywhere between words."""

import json
import re
from collections.abc import Iterable, Sequence

from owlboost.errors import ModelError, OwlboostError, did_you_mean
from owlboost.exchange.flat.rules import Coverage
from owlboost.exchange.listing.statements import (
    AllParts,
    NamePart,
    Part,
    SomePart,
    Statements,
    ValuePart,
    Word,
    WrittenRule,
    WrittenSet,
    WrittenSum,
)
from owlboost.exchange.listing.tokens import Token, TokenKind, tokens
from owlboost.exchange.manchester.reading import coverage_of
from owlboost.model.fuzzysets import SHAPE_NAMES, make_shape

HEADING = "# Rules of owlboost as a listing, version 1"
"""A listing that begins so has a header, a remark for each of its lines."""

MAX_DEPTH = 100
"""How deep conditions may be nested."""

_SHAPES = {
    "left": "left-shoulder", "leftshoulder": "left-shoulder", "ls": "left-shoulder",
    "right": "right-shoulder", "rightshoulder": "right-shoulder", "rs": "right-shoulder",
    "triangular": "triangular", "triangle": "triangular", "tri": "triangular",
    "trapezoidal": "trapezoidal", "trapezoid": "trapezoidal", "trz": "trapezoidal",
}  # fmt: skip
_N_POINTS = {name: len(kind.__slots__) for kind, name in SHAPE_NAMES.items()}
_NAMES: tuple[TokenKind, ...] = ("name", "quoted", "iri", "number")
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
        if coverage := coverage_of(remark):
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


class _Parser:
    """Reads statements from left to right."""

    def __init__(self, words: Sequence[Token]) -> None:
        self._words = words
        self._at = 0
        self._depth = 0
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
                rules.append(WrittenRule(body, head, degree, coverages.get(self._at)))
        return rules, sums, sets

    # What comes next

    def _peek(self, ahead: int = 0) -> Token:
        return self._words[min(self._at + ahead, len(self._words) - 1)]

    def _kinds(self, *kinds: TokenKind) -> bool:
        """Whether tokens of these kinds come next."""
        return all(self._peek(ahead).kind == kind for ahead, kind in enumerate(kinds))

    def _take(self) -> Token:
        token = self._peek()
        self._at += 1
        return token

    def _took(self, kind: TokenKind) -> bool:
        """Take the next token if it is of a kind."""
        if self._peek().kind != kind:
            return False
        self._at += 1
        return True

    def _expect(self, kind: TokenKind, wanted: str) -> Token:
        if self._peek().kind != kind:
            raise self._unreadable(wanted)
        return self._take()

    def _unreadable(self, wanted: str) -> ModelError:
        token = self._peek()
        if token.kind == "end":
            line = self._words[self._at - 1].line if self._at else token.line
            return ModelError(f"The listing ends too soon, in line {line}: {wanted}.")
        return ModelError(
            f"Line {token.line} of the listing cannot be read at {token.text!r}: {wanted}."
        )

    def _passed_marks(self) -> Token:
        """Pass over bullets, numbering and the dots that end statements."""
        while True:
            if self._peek().kind in ("bullet", "dot", "comma", "times") or self._is_dash():
                self._at += 1
            elif n_words := self._numbering():
                self._at += n_words
            else:
                return self._peek()

    def _is_dash(self) -> bool:
        """Whether the bullet of a list comes next, not the sign of a weight."""
        if not self._kinds("sign", "number"):
            return self._kinds("sign")
        if not self._peek(1).touched:
            sign, number = self._peek().text, self._peek(1).text
            raise ModelError(
                f"Line {self._peek().line} of the listing begins with '{sign} {number}': write "
                f"{sign}{number} if that is the sign of a weight, else leave {sign!r} out."
            )
        return False

    def _numbering(self) -> int:
        """Return how many tokens number a statement: ``1.``, ``1)`` or ``(1)``."""
        if not self._peek().leads:
            return 0
        if self._kinds("number", "close"):
            return 2
        if self._kinds("open", "number", "close") and self._peek(3).kind not in ("and", "below"):
            return 3
        numbered = self._kinds("number") and self._peek().text.endswith(".")
        return int(numbered and self._peek(1).kind != "times")

    def _is_sum(self) -> bool:
        first, second = self._peek(), self._peek(1)
        if first.kind == "name" and first.text == "Nothing":
            return second.kind == "below"
        return first.kind == "sign" or (
            first.kind == "number" and second.kind not in ("and", "below", "some", "value")
        )

    def _is_set(self) -> bool:
        if self._peek().kind not in ("name", "quoted"):
            return False
        after = 2 if self._peek(1).kind == "equals" else 1
        shape, then = self._peek(after), self._peek(after + 1)
        if then.kind == "open":
            then = self._peek(after + 2)
        if shape.kind != "name":
            return False
        return after == 2 or then.kind == "number" or _plain(shape.text) in _SHAPES

    # Statements

    def _rule(self) -> tuple[Part, Word, float | None]:
        pointed = self._kinds("left")
        self._at += pointed
        body = self._body()
        while self._kinds("close"):
            line = self._take().line
            self.remarks.append(f"Line {line}: a closing parenthesis too many is passed over.")
        self._expect("below", 'a rule goes on with "and" or "SubClassOf" here')
        head = self._word("the name of a weak learner or of the target should stand here")
        if pointed:
            if not self._took("comma"):
                self._expect("at least", "a comma and the degree of the rule should stand here")
            degree = self._number("the degree of the rule should stand here")
            self._expect("right", "the bracket of the rule should be closed here")
            return body, head, degree
        if self._is_degree() and self._took("left"):
            degree = self._number("the degree of the rule should stand here")
            self._expect("right", "the bracket of the degree should be closed here")
            return body, head, degree
        return body, head, self._number("a degree") if self._took("at least") else None

    def _is_degree(self) -> bool:
        """Whether a bracket after a rule holds its degree, and is not that of the next rule."""
        return self._kinds("left", "number") or self._peek().text == "["

    def _sum(self) -> WrittenSum:
        terms: list[tuple[float, Word]] = []
        if not self._kinds("name"):  # Nothing
            terms.append(self._term())
            while self._kinds("sign"):
                terms.append(self._term())
        else:
            self._at += 1
        self._expect("below", 'a weighted sum goes on with "+" or "SubClassOf" here')
        return WrittenSum(tuple(terms), self._word("the name of the target should stand here"))

    def _term(self) -> tuple[float, Word]:
        weight = self._number("the weight of a weak learner should stand here")
        self._took("times")
        return weight, self._word("the name of a weak learner should stand here")

    def _set(self) -> WrittenSet:
        name = self._word("")
        self._took("equals")
        shape = self._shape()
        opened = self._took("open")
        points: list[float] = []
        while self._is_point(name.line, opened or len(points) < _N_POINTS[shape]):
            points.append(self._number("a number should stand here"))
            self._took("comma")
        if opened:
            self._expect("close", "the parenthesis of the fuzzy set should be closed here")
        try:
            return WrittenSet(name, make_shape(shape, points))
        except OwlboostError as error:
            raise ModelError(f"Line {name.line} of the listing: {error}") from error

    def _shape(self) -> str:
        token = self._take()
        text = token.text
        if self._kinds("name") and text.lower() in ("left", "right"):
            text += self._take().text
        found = _SHAPES.get(_plain(text))
        if found is None:
            raise ModelError(
                f"Line {token.line} of the listing: there is no fuzzy set of the shape {text!r}."
                f"{did_you_mean(text, _N_POINTS)}"
            )
        return found

    def _is_point(self, line: int, wanted: bool) -> bool:
        """Whether a number of a fuzzy set comes next: a wanted one, or one too many in its line."""
        signed = self._kinds("sign", "number")
        if not signed and not self._kinds("number"):
            return False
        last = self._peek(int(signed))
        weighs = self._peek(int(signed) + 1).kind == "times"
        return not weighs and (wanted or last.line == line)

    # Parts of rules

    def _body(self) -> Part:
        parts = [self._part()]
        while self._took("and"):
            parts.append(self._part())
        return parts[0] if len(parts) == 1 else AllParts(tuple(parts))

    def _part(self) -> Part:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._unreadable(f"conditions are nested more than {MAX_DEPTH} deep")
        found = self._nested_part()
        self._depth -= 1
        return found

    def _nested_part(self) -> Part:
        if self._took("open"):
            body = self._body()
            self._expect("close", '"and" or a closing parenthesis should stand here')
            return body
        if self._took("top"):
            return AllParts()
        if self._took("exists"):
            return self._existential()
        bare = self._peek().kind == "name"
        word = self._word("a class or a condition should stand here")
        if self._took("some"):
            return SomePart(word, self._part())
        if self._took("value"):
            return ValuePart(word, self._value())
        return AllParts() if bare and word.text == "Thing" else NamePart(word)

    def _existential(self) -> Part:
        """Read what follows ∃; a property alone means that it has any filler."""
        prop = self._word("a property should stand here")
        return SomePart(prop, self._part() if self._took("dot") else AllParts())

    def _value(self) -> str | bool:
        token = self._peek()
        if token.kind == "text":
            return self._take().text
        if token.kind == "name" and token.text in ("true", "false"):
            return self._take().text == "true"
        raise self._unreadable("a value is a text in double quotes, or true or false")

    def _word(self, wanted: str) -> Word:
        token = self._peek()
        if token.kind not in _NAMES:
            raise self._unreadable(wanted)
        self._at += 1
        text = token.text.rstrip(".") if token.kind == "number" else token.text
        in_quotes = token.kind == "quoted" and text.startswith("<") and text.endswith(">")
        return Word(text[1:-1] if in_quotes else text, token.line, in_quotes or token.kind == "iri")

    def _number(self, wanted: str) -> float:
        factor = 1.0
        while self._kinds("sign"):
            factor *= 1.0 if self._take().text == "+" else -1.0
        return factor * float(self._expect("number", wanted).text)
