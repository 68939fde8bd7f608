"""Bounds on untrusted input, and JSON read within them."""

import json
import math
import os
import re
import sys
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from owlboost.errors import Hint, Message, OwlboostError, ParameterError, did_you_mean

VARIABLE = "OWLBOOST_LIMITS"

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_NUMBER = re.compile(r"([0-9]{1,18})([KMGT]?)", re.IGNORECASE)

DEEPEST = 400
"""No depth can be allowed beyond this: walking so far down takes the stack of a process."""


_TEXT = 4
"""So many brackets may stand for one level of an expression."""

_FRAMES = 20
"""So many calls of functions may lie between two levels."""


class LimitError(OwlboostError):
    """A file has more of something than may be read."""


@dataclass(frozen=True, slots=True)
class InputLimits:
    """The most that a file may have.

    Attributes
    ----------
    bytes
        Of one file, after decompression; for a Parquet file also the number of its cells.
    depth
        To which expressions are nested: those of ontologies and of rules. Of text that is nested
        for other reasons, such as JSON, four times as much.
    digits
        Of one whole number.
    entity
        Characters that one entity of an XML document stands for.
    columns
        Of a table.

    Examples
    --------
    >>> InputLimits().depth, InputLimits().columns
    (150, 100000)
    """

    bytes: int = 2 * 2**30
    depth: int = 150
    digits: int = 4_000
    entity: int = 100_000
    columns: int = 100_000


_SAID = {
    "bytes": "has more than {most} bytes",
    "depth": "is nested more than {most} deep",
    "digits": "has a number of more than {most} digits",
    "entity": "has an entity of more than {most} characters (an entity bomb?)",
    "columns": "has more than {most} columns",
}


def limits() -> InputLimits:
    """Return the limits that hold now.

    Raises
    ------
    ParameterError
        The environment variable cannot be read.
    """
    return parsed(os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=8)
def parsed(text: str) -> InputLimits:
    """Read limits such as ``bytes=8G,columns=500000``; those that are not named stay.

    Examples
    --------
    >>> parsed("bytes=8G, digits=10").bytes == 8 * 2**30
    True
    >>> parsed("bites=8G")
    Traceback (most recent call last):
    owlboost.errors.ParameterError: There is no limit named 'bites'. Did you mean bytes, digits?
    """
    found = InputLimits()
    known = [one.name for one in fields(InputLimits)]
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = part.partition("=")
        number = _NUMBER.fullmatch(value.strip())
        if name.strip() not in known:
            raise ParameterError(
                f"There is no limit named {name.strip()!r}.{did_you_mean(name, known)}"
            )
        if number is None:
            raise ParameterError(
                f"The limit {part[:80]!r} must be NAME=NUMBER, such as bytes=8G or columns=500000."
            )
        most = int(number[1]) * _UNITS[number[2].upper()]
        if name.strip() == "depth" and most > DEEPEST:
            raise ParameterError(f"The limit depth cannot be more than {DEEPEST}, not {most}.")
        if name.strip() == "depth":
            sys.setrecursionlimit(max(sys.getrecursionlimit(), _FRAMES * most))
        found = replace(found, **{name.strip(): most})
    return found


def exceeded(name: str, what: object, *, times: int = 1) -> LimitError:
    """Return the error that something has more than it may have, some times the limit.

    Examples
    --------
    >>> print(exceeded("columns", "wide.csv"))
    wide.csv has more than 100,000 columns; if you trust it, use OWLBOOST_LIMITS=columns=200000.
    """
    most = getattr(limits(), name)
    said = _SAID[name].format(most=f"{times * most:,}")
    doubled = f"{name}={2 * most}"
    if name == "depth" and 2 * most > DEEPEST:
        return LimitError(f"{what} {said}; write it with fewer parts inside of parts.")
    way_out = Hint("limit", f"{VARIABLE}={doubled}", doubled)
    return LimitError(Message(f"{what} {said}; if you trust it, use ", way_out, "."))


def require_shallow(text: str, what: object, *, opening: str = "[{(", closing: str = "]})") -> None:
    r"""Refuse text whose brackets are nested too deeply, before a parser goes down there.

    Brackets in quotation marks do not count.

    Raises
    ------
    LimitError
        The brackets are nested more than four times as deep as expressions may be.

    Examples
    --------
    >>> require_shallow('{"a": ["[[[["]}', "it.json")
    """
    most = _TEXT * limits().depth
    if sum(map(text.count, opening)) <= most:
        return
    depth = 0
    for found in _BRACKETS.finditer(text):
        mark = found[0]
        if mark in opening:
            depth += 1
            if depth > most:
                raise exceeded("depth", what, times=_TEXT)
        elif mark in closing:
            depth = max(depth - 1, 0)


_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}()]', re.DOTALL)


def require_digits(text: str, what: object) -> None:
    """Refuse a whole number that is too long to be computed with.

    Raises
    ------
    LimitError
        It has more digits than may be.
    """
    if len(text) > limits().digits:
        raise exceeded("digits", what)


Json = dict[str, Any]
"""An object, as the module ``json`` reads and writes it."""

_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def parse_json(text: str, what: object) -> Any:
    """Return the value of a text.

    Parameters
    ----------
    text
        JSON, with NaN and infinities as Python writes them.
    what
        How an error calls it.

    Raises
    ------
    LimitError
        It is nested too deeply, or a number has too many digits.
    ValueError
        It is not JSON (``json.JSONDecodeError``), or has characters that no file can hold.

    Examples
    --------
    >>> parse_json('{"a": [1]}', "it.json")
    {'a': [1]}
    """
    require_shallow(text, what)

    def whole(digits: str) -> int:
        require_digits(digits, what)
        return int(digits)

    value = json.loads(text, parse_int=whole)
    if _HALF.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            raise ValueError("it has half of a character (a lone surrogate)") from None
    return value


def page_json(value: object) -> str:
    """Return a value as the JSON that a page reads; numbers that JSON does not have become null.

    Examples
    --------
    >>> page_json({"degree": 0.5, "of": (1, float("nan"))})
    '{"degree":0.5,"of":[1,null]}'
    """
    return json.dumps(_finite(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _finite(value: object) -> object:
    match value:
        case float():
            return value if math.isfinite(value) else None
        case dict():
            return {str(key): _finite(one) for key, one in value.items()}
        case list() | tuple():
            return [_finite(one) for one in value]
        case _:
            return value
