"""JSON of others, not too deep and without half characters, and JSON that pages read."""

import json
import math
import re
from typing import Any

from owlboost.limits import require_digits, require_shallow

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
