"""Numbers in texts, as people write them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from owlboost.runtime.array_types import Floats, Mask
from owlboost.tables.arrow import doubles, integers, mask, text, truths
from owlboost.tables.read_options import MARKS, Mark

PLAIN = r"^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$|^[+-]?(?i:inf|infinity)$"
"""Numbers as programs write them."""

PLAIN_EITHER = r"^[+-]?[1-9][0-9]{0,2}\.[0-9]{3}(?:[eE][+-]?[0-9]+)?$"
"""Those that are other numbers with a decimal comma: the point may part thousands."""

_NOTHING = text("")
_PERCENT = "%"
_SPACES = "[ '’\u00a0\u2007\u2009\u202f]"
_CURRENCY = (
    r"\p{Sc}|US\$|(?:AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HUF|INR|JPY|KRW|MXN|NOK|NZD|PLN|RUB|SEK"
    r"|SGD|TRY|USD|ZAR)"
)
_NUMERAL = (
    rf"^(?P<sign>[+\-−]?){_SPACES}?(?P<before>(?:{_CURRENCY})?){_SPACES}?(?P<inner>[+\-−]?)"
    rf"(?P<digits>(?:[0-9.,]|{_SPACES})*[0-9][.,]?)(?P<power>(?:[eE][+-]?[0-9]+)?)"
    rf"(?:{_SPACES}?(?P<after>{_CURRENCY}|%))?$"
)


def _digits(mark: str, grouping: str) -> str:
    """Return a pattern of digits with a decimal mark, with plain spaces."""
    groups = "|".join(rf"[1-9][0-9]{{0,2}}(?:{sign}[0-9]{{3}})+" for sign in (grouping, " "))
    return rf"^(?:(?:[0-9]+|{groups})(?:{mark}[0-9]*)?|{mark}[0-9]+)$"


_DIGITS: dict[Mark, str] = {".": _digits(r"\.", ","), ",": _digits(",", r"\.")}


@dataclass(frozen=True, slots=True, eq=False)
class ParsedNumbers:
    """Texts parsed as numbers, as far as they look like such.

    Attributes
    ----------
    fitting
        By decimal mark, a mask of the texts that are numbers with it.
    values
        By decimal mark, these numbers; NaN for other texts.
    units
        Currency or ``%`` of each text; empty for none.
    """

    fitting: dict[Mark, Mask]
    values: dict[Mark, Floats]
    units: tuple[str, ...]

    @property
    def one_unit(self) -> bool:
        """Whether the units of all texts agree."""
        units = set(self.units)
        return len(units - {""}) <= 1 and not units >= {"", _PERCENT}

    @property
    def likely(self) -> Mask:
        """The texts that are numbers with one mark or the other."""
        return self.fitting["."] | self.fitting[","]

    def marks(self) -> tuple[Mark, ...]:
        """Return the decimal marks with which all texts are numbers."""
        return tuple(mark for mark in MARKS if self.fitting[mark].all())

    @property
    def differ(self) -> bool:
        """Whether the decimal mark changes a number."""
        return bool((self.values["."] != self.values[","]).any())

    @property
    def either(self) -> bool:
        """Whether some text is a number with either mark, but not the same one."""
        both = self.fitting["."] & self.fitting[","]
        return bool((self.values["."] != self.values[","])[both].any())


def numerals(distinct: Any) -> ParsedNumbers:
    """Parse texts as numbers.

    Examples
    --------
    >>> parsed = numerals(pa.array(["$2,701.50", "$ 12", "-$40"]))
    >>> parsed.marks(), parsed.values["."]
    (('.',), array([2701.5,   12. ,  -40. ]))
    >>> numerals(pa.array(["1.234,50 €", "18,0 €"])).values[","]
    array([1234.5,   18. ])
    >>> numerals(pa.array(["1 234,5", "0,25"])).marks()
    (',',)
    >>> numerals(pa.array(["1,234"])).differ, numerals(pa.array(["12 %", "7"])).one_unit
    (True, False)
    >>> numerals(pa.array(["1,234", "0,5"])).either, numerals(pa.array(["1,23", "7"])).either
    (True, False)
    """
    parts = pc.extract_regex(distinct.cast(pa.large_string()), pattern=_NUMERAL)
    digits = pc.replace_substring_regex(_part(parts, "digits"), _SPACES, " ")
    signs = pc.binary_join_element_wise(_part(parts, "sign"), _part(parts, "inner"), _NOTHING)
    single = integers(pc.utf8_length(signs)) < 2
    negative = truths(pc.match_substring_regex(signs, "[-−]"))
    power = _part(parts, "power")
    fitting, values = {}, {}
    for mark, pattern in _DIGITS.items():
        fits = truths(pc.match_substring_regex(digits, pattern)) & single
        numbers = _numbers(digits, power, mark, fits)
        fitting[mark], values[mark] = fits, np.where(negative, -numbers, numbers)
    before, after = (_part(parts, name).to_pylist() for name in ("before", "after"))
    units = tuple((left or "") + (right or "") for left, right in zip(before, after, strict=True))
    return ParsedNumbers(fitting, values, units)


def plain_values(distinct: Any) -> Floats:
    """Return the numbers of texts as programs write them."""
    return doubles(distinct.cast(pa.float64()))


def _numbers(digits: Any, power: Any, mark: Mark, fits: Mask) -> Floats:
    grouping = "," if mark == "." else "."
    bare = pc.replace_substring(pc.replace_substring(digits, grouping, ""), " ", "")
    pointed = pc.replace_substring(bare, mark, ".")
    written = pc.binary_join_element_wise(pointed, power, _NOTHING)
    return doubles(pc.if_else(mask(fits), written, text(None)).cast(pa.float64()))


def _part(parts: Any, name: str) -> Any:
    return pc.struct_field(parts, name)
