"""Sequences of octets: hexBinary and base64Binary, each a space of its own."""

import base64
import re

_HEX = re.compile("(?:[0-9a-fA-F]{2})*")
_BASE64 = re.compile(
    "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?"
)


def hex_octets(text: str) -> bytes | None:
    """Return the octets that a text of xsd:hexBinary means, None if it is no form of it."""
    return bytes.fromhex(text) if _HEX.fullmatch(text) else None


def base64_octets(text: str) -> bytes | None:
    """Return the octets that a text of xsd:base64Binary means, None if it is no form of it.

    Examples
    --------
    >>> base64_octets("YW Jj")
    b'abc'
    """
    packed = text.replace(" ", "")
    return base64.b64decode(packed) if _BASE64.fullmatch(packed) else None


def hex_text(octets: bytes) -> str:
    """Return octets in the canonical form of xsd:hexBinary."""
    return octets.hex().upper()


def base64_text(octets: bytes) -> str:
    """Return octets in the canonical form of xsd:base64Binary."""
    return base64.b64encode(octets).decode()
