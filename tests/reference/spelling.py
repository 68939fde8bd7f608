"""Numbers as people write them, read one character after the other."""

import re

CURRENCIES = ("US$", "EUR", "USD", "CHF", "$", "€", "£")
SPACES = " '’\u00a0\u2007\u2009\u202f"


def unit_and_number(text: str, mark: str) -> tuple[str, float] | None:
    """Return the unit of a numeral and its number, for one decimal mark; None if it is none."""
    signs, units, rest = "", "", text
    rest, signs = _sign(rest, signs)
    rest = _space(rest)
    for unit in CURRENCIES:
        if rest.startswith(unit):
            units, rest = unit, rest.removeprefix(unit)
            break
    rest = _space(rest)
    rest, signs = _sign(rest, signs)
    for unit in (*CURRENCIES, "%"):
        if rest.endswith(unit):
            units, rest = units + unit, rest.removesuffix(unit)
            break
    else:
        unit = ""
    if unit and rest and rest[-1] in SPACES:
        rest = rest[:-1]
    number = _number(rest, mark)
    if number is None or len(signs) > 1:
        return None
    return units, -number if signs in ("-", "−") else number


def _sign(text: str, signs: str) -> tuple[str, str]:
    return (text[1:], signs + text[0]) if text[:1] in ("+", "-", "−") else (text, signs)


def _space(text: str) -> str:
    return text[1:] if text and text[0] in SPACES else text


def _number(text: str, mark: str) -> float | None:
    mantissa, power = text, 0
    found = re.search(r"[eE]([+-]?[0-9]+)$", text)
    if found:
        mantissa, power = text[: found.start()], int(found.group(1))
    whole, point, decimals = mantissa.partition(mark)
    digits = _ungrouped(whole, "." if mark == "," else ",")
    if digits is None or not _all_digits(decimals) or not (digits or decimals):
        return None
    if not whole and not point:
        return None
    return float(f"{digits or 0}.{decimals or 0}e{power}")


def _ungrouped(text: str, separator: str) -> str | None:
    """Take separators of thousands away; None if they stand elsewhere."""
    plain = "".join(" " if sign in SPACES else sign for sign in text)
    used = {sign for sign in plain if sign not in "0123456789"}
    if not used:
        return plain
    if len(used) > 1 or not used <= {separator, " "}:
        return None
    first, *others = plain.split(used.pop())
    grouped = 1 <= len(first) <= 3 and first[0] != "0" and all(len(group) == 3 for group in others)
    return "".join([first, *others]) if grouped else None


def _all_digits(text: str) -> bool:
    return all(sign in "0123456789" for sign in text)
