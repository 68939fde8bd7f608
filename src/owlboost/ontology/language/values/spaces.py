"""A data value: the space that it lies in, and what tells it from the others of that space."""

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from owlboost.ontology.language.values.instants import Instant
from owlboost.ontology.language.values.numbers import Binary, Exact, float_near
from owlboost.ontology.language.values.octets import base64_text, hex_text
from owlboost.ontology.language.values.strings import Tagged

Content = Exact | Binary | bool | str | Tagged | bytes | Instant | tuple[str, str]

OPEN = "open"
"""The space of values of which nothing is known: those of datatypes that are not defined."""

CLEAR = frozenset(
    {
        *("real", "float", "double", "boolean"),
        *("string", "tagged", "uri", "hex", "base64", "dateTime"),
    }
)
"""Spaces in which different contents are different values."""


class DataValue(NamedTuple):
    """The value that a literal stands for; literals of equal values mean the same.

    Values of different spaces differ, as OWL 2 has it: the integer 1, the float 1 and the double
    1 are three. Outside the spaces of :data:`CLEAR`, different contents may be the same value.

    Attributes
    ----------
    space
        ``real`` (integers, decimals, rationals), ``float``, ``double``, ``boolean``, ``string``,
        ``tagged`` (with a language), ``uri``, ``hex``, ``base64``, ``dateTime``; ``date`` and
        other spaces whose values are told apart by their writing only; or ``open``.
    content
        What tells it apart within its space; (datatype, text) where that is its writing.
    """

    space: str
    content: Content

    @property
    def meaning(self) -> float | bool | str:
        """The value as learners see it: numbers of every datatype as floats, the rest as text.

        Examples
        --------
        >>> value = DataValue("real", Fraction(1, 4))
        >>> value.meaning
        0.25
        """
        match self.content:
            case Binary() as number:
                return number.as_float
            case Decimal() | Fraction() as number:
                return float_near(number)
            case bool() | str() as plain:
                return plain
            case Instant() as instant:
                return instant.text
            case bytes() as octets:
                return hex_text(octets) if self.space == "hex" else base64_text(octets)
            case Tagged(text, _) | (_, text):
                return text


def surely_different(left: DataValue, right: DataValue) -> bool:
    """Whether two values are known to differ; those told apart by their writing only may not."""
    if left.space != right.space:
        return OPEN not in (left.space, right.space)
    return left.content != right.content and left.space in CLEAR
