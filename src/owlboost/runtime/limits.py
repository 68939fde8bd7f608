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
"""Allow no greater depth: recursion beyond it exhausts the stack of a process."""


_TEXT = 4
"""Allow this many brackets for each level of an expression."""

_FRAMES = 20
"""Allow this many function calls for each level of an expression."""


class LimitError(OwlboostError):
    """A file exceeds a limit on input."""


@dataclass(frozen=True, slots=True)
class InputLimits:
    """Upper bounds on an input file.

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


_EXCESS = {
    "bytes": "has more than {most} bytes",
    "depth": "is nested more than {most} deep",
    "digits": "has a number of more than {most} digits",
    "entity": "has an entity of more than {most} characters (an entity bomb?)",
    "columns": "has more than {most} columns",
}


def limits() -> InputLimits:
    """Return the current limits.

    Raises
    ------
    ParameterError
        The environment variable cannot be read.
    """
    return parse_limits(os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=8)
def parse_limits(text: str) -> InputLimits:
    """Read limits such as ``bytes=8G,columns=500000``; the others keep their defaults.

    Examples
    --------
    >>> parse_limits("bytes=8G, digits=10").bytes == 8 * 2**30
    True
    >>> parse_limits("bites=8G")
    Traceback (most recent call last):
    owlboost.errors.ParameterError: There is no limit named 'bites'. Did you mean bytes, digits?
    """
    parsed = InputLimits()
    names = [field.name for field in fields(InputLimits)]
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = part.partition("=")
        number = _NUMBER.fullmatch(value.strip())
        if name.strip() not in names:
            raise ParameterError(
                f"There is no limit named {name.strip()!r}.{did_you_mean(name, names)}"
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
        parsed = replace(parsed, **{name.strip(): most})
    return parsed


def exceeded(name: str, subject: object, *, times: int = 1) -> LimitError:
    """Return the error that a limit, or its multiple, is exceeded.

    Examples
    --------
    >>> print(exceeded("columns", "wide.csv"))
    wide.csv has more than 100,000 columns; if you trust it, use OWLBOOST_LIMITS=columns=200000.
    """
    most = getattr(limits(), name)
    excess = _EXCESS[name].format(most=f"{times * most:,}")
    doubled = f"{name}={2 * most}"
    if name == "depth" and 2 * most > DEEPEST:
        return LimitError(f"{subject} {excess}; write it with fewer parts inside of parts.")
    way_out = Hint("limit", f"{VARIABLE}={doubled}", doubled)
    return LimitError(Message(f"{subject} {excess}; if you trust it, use ", way_out, "."))


def require_shallow(
    text: str, subject: object, *, opening: str = "[{(", closing: str = "]})"
) -> None:
    r"""Reject text whose brackets are nested too deeply for a parser.

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
    for match in _BRACKETS.finditer(text):
        mark = match[0]
        if mark in opening:
            depth += 1
            if depth > most:
                raise exceeded("depth", subject, times=_TEXT)
        elif mark in closing:
            depth = max(depth - 1, 0)


_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}()]', re.DOTALL)


def require_digits(text: str, subject: object) -> None:
    """Reject a whole number with too many digits to compute with.

    Raises
    ------
    LimitError
        It has more digits than may be.
    """
    if len(text) > limits().digits:
        raise exceeded("digits", subject)


Json = dict[str, Any]
"""A JSON object, as the module ``json`` reads and writes it."""

_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def parse_json(text: str, subject: object) -> Any:
    """Parse untrusted JSON: bounded depth, no lone surrogates.

    NaN and infinities are as Python writes them; errors name the text by its subject.

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
    require_shallow(text, subject)

    def whole(digits: str) -> int:
        require_digits(digits, subject)
        return int(digits)

    value = json.loads(text, parse_int=whole)
    if _HALF.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            raise ValueError("it has half of a character (a lone surrogate)") from None
    return value


def page_json(value: object) -> str:
    """Return JSON for a page, with null for NaN and infinite numbers.

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
            return {str(key): _finite(item) for key, item in value.items()}
        case list() | tuple():
            return [_finite(item) for item in value]
        case _:
            return value
