"""Conditions of a listing: concepts in any of its notations."""

from collections.abc import Sequence

from owlboost.exchange.listing.cursor import Cursor
from owlboost.exchange.listing.statements import (
    AllParts,
    NamePart,
    Part,
    SomePart,
    ValuePart,
    Word,
    unlearned,
)
from owlboost.exchange.listing.tokens import Token

_STARTS = ("name", "quoted", "iri", "open", "top", "exists", "unlearned")
_BOTTOM = ("Nothing", "owl:Nothing")

MAX_DEPTH = 100
"""How deep conditions may be nested."""


class ConditionCursor(Cursor):
    """Reads conditions from left to right.

    Examples
    --------
    >>> from owlboost.exchange.listing.tokens import tokens
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
