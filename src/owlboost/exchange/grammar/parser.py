"""Recursive-descent parsers from words to syntax trees."""

import re
from typing import Generic, TypeVar

from owlboost.data.fuzzy_sets import SHAPE_NAMES, make_shape
from owlboost.errors import ModelError, OwlboostError, did_you_mean
from owlboost.exchange.grammar.tokens import ListedWords, ScannedWords, Token, Words
from owlboost.exchange.grammar.tree import (
    BOTTOM,
    AllParts,
    NamePart,
    Part,
    Quotation,
    RuleStatement,
    SetStatement,
    SomePart,
    SumStatement,
    ValuePart,
    Word,
    unlearned,
)
from owlboost.exchange.metadata import Coverage

MAX_DEPTH = 100
"""Refuse conditions of a listing that are nested more deeply."""

Graded = tuple[Part, float]
"""Conditions, and the degree to which they imply their head."""

_SHAPES = {
    "left": "left-shoulder", "leftshoulder": "left-shoulder", "ls": "left-shoulder",
    "right": "right-shoulder", "rightshoulder": "right-shoulder", "rs": "right-shoulder",
    "triangular": "triangular", "triangle": "triangular", "tri": "triangular",
    "trapezoidal": "trapezoidal", "trapezoid": "trapezoidal", "trz": "trapezoidal",
}  # fmt: skip
_N_POINTS = {name: len(kind.__slots__) for kind, name in SHAPE_NAMES.items()}

W = TypeVar("W", bound=Words)


class ConditionParser(Generic[W]):
    """A left-to-right parser of conditions: the part that all notations share."""

    def __init__(self, words: W) -> None:
        self.words = words

    def body(self) -> Part:
        """Read a conjunction."""
        parts = self._conjuncts(self._part())
        return parts[0] if len(parts) == 1 else AllParts(parts)

    def _conjuncts(self, first: Part) -> tuple[Part, ...]:
        parts = [first]
        while self.words.accept("and"):
            parts.append(self._part())
        return tuple(parts)

    def _part(self) -> Part:
        raise NotImplementedError

    def _value(self) -> str | bool | Quotation:
        raise NotImplementedError

    def _restriction(self, prop: Word) -> Part | None:
        """Read a restriction of a property; None if there is none."""
        if self.words.accept("some"):
            return SomePart(prop, self._part())
        if self.words.accept("value"):
            return ValuePart(prop, self._value())
        return None


_STARTS = ("name", "quoted", "iri", "open", "top", "exists", "unlearned")


class ListedConditions(ConditionParser[ListedWords]):
    """A parser of conditions as papers, LaTeX and people write them.

    Examples
    --------
    >>> from owlboost.exchange.grammar.tokens import tokens
    >>> ListedConditions(ListedWords(list(tokens("∃near.Beach")))).body().prop.text
    'near'
    """

    def __init__(self, words: ListedWords) -> None:
        super().__init__(words)
        self._depth = 0

    def _part(self) -> Part:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self.words.syntax_error(f"conditions are nested more than {MAX_DEPTH} deep")
        self._refuse_unlearned()
        part = self._nested_part()
        self._depth -= 1
        return part

    def _refuse_unlearned(self) -> None:
        """Refuse ¬ and ⊥, in any spelling; things may have such names."""
        token, after = self.words.peek(), self.words.peek(1)
        negates = token.text == "not" and (after.kind in _STARTS and after.text != "is")
        bottom = token.text in BOTTOM and after.kind not in ("some", "value") and after.text != "is"
        if token.kind == "unlearned" or (token.kind == "name" and (negates or bottom)):
            raise unlearned(self.words.dialect.word(token.text, token.line))

    def _nested_part(self) -> Part:
        if self.words.accept("open"):
            body = self.body()
            self.words.expect("close", '"and" or a closing parenthesis should stand here')
            return body
        if self.words.accept("top"):
            return AllParts()
        if self.words.accept("exists"):
            return self._existential()
        bare = self.words.next_is("name")
        word = self.words.word("a class or a condition should stand here")
        if restriction := self._restriction(word):
            return restriction
        return AllParts() if bare and word.text == "Thing" else NamePart(word)

    def _existential(self) -> Part:
        """Read what follows ∃; without filler it is ⊤."""
        prop = self.words.word("a property should stand here")
        return SomePart(prop, self._part() if self.words.accept("dot") else AllParts())

    def _value(self) -> str | bool:
        token = self.words.peek()
        if token.kind == "text":
            return self.words.take().text
        if token.kind == "name" and token.text in ("true", "false"):
            return self.words.take().text == "true"
        raise self.words.syntax_error("a value is a text in double quotes, or true or false")


class ManchesterParser(ConditionParser[ScannedWords]):
    """A parser of one whole statement in Manchester syntax.

    Examples
    --------
    >>> rule = ManchesterParser(ScannedWords("A and (r some B) SubClassOf WL1 [0.5]", 1))
    >>> _, head = rule.rule()
    >>> head.text
    'WL1'
    """

    def rule(self) -> tuple[tuple[Graded, ...], Word]:
        """Read ``body SubClassOf head [degree]``."""
        body = self.body()
        self.words.expect("below")
        head = self.words.word()
        graded = ((body, self._degree()),)
        self.words.expect("end")
        return graded, head

    def definition(self) -> tuple[tuple[Graded, ...], Word]:
        """Read ``body [degree] or … EquivalentTo head``."""
        alternatives = [(self.body(), self._degree())]
        while self.words.accept("or"):
            alternatives.append((self.body(), self._degree()))
        self.words.expect("equivalent")
        return tuple(alternatives), self._last_word()

    def weighted_sum(self) -> tuple[tuple[float, Word], ...]:
        """Read ``w₁ * A₁ + … SubClassOf head``; its terms."""
        if self.words.accept("nothing"):
            self.words.expect("below")
            self._last_word()
            return ()
        terms = [self._term()]
        while self.words.next_is("sign"):
            factor = -1.0 if self.words.take("sign").text == "-" else 1.0
            weight, name = self._term()
            terms.append((factor * weight, name))
        if not self.words.accept("below"):
            self.words.expect("equivalent")
        self._last_word()
        return tuple(terms)

    def fuzzy_set(self) -> SetStatement:
        """Read a name, a shape and the points of the shape."""
        name, shape = self.words.word(), self.words.expect("shape").text
        points = [self._number()]
        while self.words.next_is("number"):
            points.append(self._number())
        self.words.expect("end")
        return made_set(name, shape, points)

    def entry(self) -> tuple[Word, str, str]:
        """Read a name of the table, its kind, its meaning as JSON."""
        entry = self.words.word(), self.words.expect("kind").text, self.words.expect("text").text
        self.words.expect("end")
        return entry

    def learner(self) -> Word:
        """Read a learner's heading: its name, perhaps its weight."""
        name = self.words.word()
        if self.words.accept("comma"):
            self.words.expect("weight")
            self._number()  # the sum says it
        self.words.expect("end")
        return name

    def _part(self) -> Part:
        if not self.words.accept("open"):
            return NamePart(self.words.word())
        part = self._within()
        self.words.expect("close")
        return part

    def _within(self) -> Part:
        """Read a restriction or a conjunction inside parentheses."""
        if self.words.next_is("open"):
            return AllParts(self._conjuncts(self._part()))
        word = self.words.word()
        return self._restriction(word) or AllParts(self._conjuncts(NamePart(word)))

    def _value(self) -> bool | Quotation:
        if self.words.next_is("text"):
            return Quotation(self.words.take("text").text)
        return self.words.expect("truth").text == "true"

    def _degree(self) -> float:
        if not self.words.accept("left"):
            return 1.0
        degree = self._number()
        self.words.expect("right")
        return degree

    def _term(self) -> tuple[float, Word]:
        weight = self._number()
        self.words.expect("times")
        return weight, self.words.word()

    def _number(self) -> float:
        return float(self.words.expect("number").text)

    def _last_word(self) -> Word:
        word = self.words.word()
        self.words.expect("end")
        return word


def made_set(name: Word, shape: str, points: list[float]) -> SetStatement:
    """Return a fuzzy set; ModelError if its points do not fit."""
    try:
        return SetStatement(name, make_shape(shape, points))
    except OwlboostError as error:
        raise name.error(str(error)) from error


# Listings


def _plain(shape: str) -> str:
    return re.sub(r"[-_]", "", shape).lower()


class ListingParser(ListedConditions):
    """A parser of the statements of a listing."""

    def __init__(self, words: ListedWords) -> None:
        super().__init__(words)
        self.remarks: list[str] = []

    def everything(
        self, coverages: dict[int, Coverage]
    ) -> tuple[list[RuleStatement], list[SumStatement], list[SetStatement]]:
        """Read all statements; ``coverages`` go by the words before them."""
        rules: list[RuleStatement] = []
        sums: list[SumStatement] = []
        sets: list[SetStatement] = []
        while self._passed_marks().kind != "end":
            if self._is_sum():
                sums.append(self._sum())
            elif self._is_set():
                sets.append(self._set())
            else:
                body, head, degree = self._rule()
                rules.append(RuleStatement(body, head, degree, coverages.get(self.words.at)))
        return rules, sums, sets

    # What comes next

    def _passed_marks(self) -> Token:
        """Pass over bullets, numbering and the dots that end statements."""
        while True:
            if self.words.peek().kind in ("bullet", "dot", "comma", "times") or self._is_dash():
                self.words.at += 1
            elif n_words := self._numbering():
                self.words.at += n_words
            else:
                return self.words.peek()

    def _is_dash(self) -> bool:
        """Return whether a list's bullet comes next, not a weight's sign."""
        if not self.words.next_is("sign", "number"):
            return self.words.next_is("sign")
        if not self.words.peek(1).touched:
            sign, number = self.words.peek().text, self.words.peek(1).text
            raise ModelError(
                f"Line {self.words.peek().line} of the listing begins with '{sign} {number}': "
                f"write {sign}{number} if that is the sign of a weight, else leave {sign!r} out."
            )
        return False

    def _numbering(self) -> int:
        """Return how many tokens number a statement: ``1.``, ``1)`` or ``(1)``."""
        if not self.words.peek().leads:
            return 0
        if self.words.next_is("number", "close"):
            return 2
        if self.words.next_is("open", "number", "close") and self.words.peek(3).kind not in (
            "and",
            "below",
        ):
            return 3
        numbered = self.words.next_is("number") and self.words.peek().text.endswith(".")
        return int(numbered and self.words.peek(1).kind != "times")

    def _is_sum(self) -> bool:
        first, second = self.words.peek(), self.words.peek(1)
        if first.kind == "name" and first.text == "Nothing":
            return second.kind == "below"
        return first.kind == "sign" or (
            first.kind == "number" and second.kind not in ("and", "below", "some", "value")
        )

    def _is_set(self) -> bool:
        if self.words.peek().kind not in ("name", "quoted"):
            return False
        after = 2 if self.words.peek(1).kind == "equals" else 1
        shape, then = self.words.peek(after), self.words.peek(after + 1)
        if then.kind == "open":
            then = self.words.peek(after + 2)
        if shape.kind != "name":
            return False
        return after == 2 or then.kind == "number" or _plain(shape.text) in _SHAPES

    # RuleDocument

    def _rule(self) -> tuple[Part, Word, float | None]:
        pointed = self.words.next_is("left")
        self.words.at += pointed
        body = self.body()
        while self.words.next_is("close"):
            line = self.words.take().line
            self.remarks.append(f"Line {line}: a closing parenthesis too many is passed over.")
        self.words.expect("below", 'a rule goes on with "and" or "SubClassOf" here')
        self._refuse_unlearned()
        head = self.words.word("the name of a weak learner or of the target should stand here")
        if pointed:
            if not self.words.accept("comma"):
                self.words.expect(
                    "at least", "a comma and the degree of the rule should stand here"
                )
            degree = self.words.number("the degree of the rule should stand here")
            self.words.expect("right", "the bracket of the rule should be closed here")
            return body, head, degree
        if self._is_degree() and self.words.accept("left"):
            degree = self.words.number("the degree of the rule should stand here")
            self.words.expect("right", "the bracket of the degree should be closed here")
            return body, head, degree
        return body, head, self.words.number("a degree") if self.words.accept("at least") else None

    def _is_degree(self) -> bool:
        """Return whether a bracket after a rule holds its degree."""
        return self.words.next_is("left", "number") or self.words.peek().text == "["

    def _sum(self) -> SumStatement:
        terms: list[tuple[float, Word]] = []
        if not self.words.next_is("name"):  # Nothing
            terms.append(self._term())
            while self.words.next_is("sign"):
                terms.append(self._term())
        else:
            self.words.at += 1
        self.words.expect("below", 'a weighted sum goes on with "+" or "SubClassOf" here')
        return SumStatement(
            tuple(terms), self.words.word("the name of the target should stand here")
        )

    def _term(self) -> tuple[float, Word]:
        weight = self.words.number("the weight of a weak learner should stand here")
        self.words.accept("times")
        return weight, self.words.word("the name of a weak learner should stand here")

    def _set(self) -> SetStatement:
        name = self.words.word("")
        self.words.accept("equals")
        shape = self._shape()
        opened = self.words.accept("open")
        points: list[float] = []
        while self._is_point(name.line, opened or len(points) < _N_POINTS[shape]):
            points.append(self.words.number("a number should stand here"))
            self.words.accept("comma")
        if opened:
            self.words.expect("close", "the parenthesis of the fuzzy set should be closed here")
        return made_set(name, shape, points)

    def _shape(self) -> str:
        token = self.words.take()
        text = token.text
        if self.words.next_is("name") and text.lower() in ("left", "right"):
            text += self.words.take().text
        shape = _SHAPES.get(_plain(text))
        if shape is None:
            raise self.words.dialect.word(text, token.line).error(
                f"there is no fuzzy set of the shape {text!r}.{did_you_mean(text, _N_POINTS)}"
            )
        return shape

    def _is_point(self, line: int, wanted: bool) -> bool:
        """Return whether a number of the fuzzy set comes next.

        It is a wanted one, or one too many in the same line.
        """
        signed = self.words.next_is("sign", "number")
        if not signed and not self.words.next_is("number"):
            return False
        last = self.words.peek(int(signed))
        weighs = self.words.peek(int(signed) + 1).kind == "times"
        return not weighs and (wanted or last.line == line)
