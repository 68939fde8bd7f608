"""JSON as files of others have it: not too deep, no number too long, no half characters."""

import json
import re
from typing import Any

from owlboost.limits import require_digits, require_shallow

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
