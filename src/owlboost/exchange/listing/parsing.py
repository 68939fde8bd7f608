"""From the words of a listing to its statements. Lines may be broken anywhere between words."""

import json
import re
from collections.abc import Iterable, Sequence

from owlboost.data.fuzzy_sets import SHAPE_NAMES, make_shape
from owlboost.errors import ModelError, OwlboostError, did_you_mean
from owlboost.exchange.flat.rules import Coverage, coverage_of
from owlboost.exchange.listing.conditions import ConditionCursor
from owlboost.exchange.listing.statements import (
    Part,
    Statements,
    Word,
    WrittenRule,
    WrittenSet,
    WrittenSum,
)
from owlboost.exchange.listing.tokens import Token, tokens

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
