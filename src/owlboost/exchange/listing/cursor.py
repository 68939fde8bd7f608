"""The words of a listing, read one after the other."""

from collections.abc import Sequence

from owlboost.errors import ModelError
from owlboost.exchange.listing.statements import Word
from owlboost.exchange.listing.tokens import Token, TokenKind

_NAMES: tuple[TokenKind, ...] = ("name", "quoted", "iri", "number")


class Cursor:
    """Takes words from left to right, and says what is wrong where one cannot be read.

    Examples
    --------
    >>> from owlboost.exchange.listing.tokens import tokens
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
