"""Statements of fuzzyDL as nested lists, and what can be told of all of them before any is read."""

import re
from collections.abc import Iterator
from pathlib import Path

from owlboost.errors import SourceError
from owlboost.ontology.reading.owl.trees import ShapeError
from owlboost.runtime.limits import exceeded, limits

Form = str | list["Form"]

DATA_RANGES = frozenset({"*real*", "*integer*", "*boolean*", "*string*"})
DATA_CONDITIONS = frozenset({"=", ">=", "<="})
_TOKEN = re.compile(r"[%#][^\n]*|[()]|[^\s(),%#]+|,")


def forms_in(text: str, path: Path) -> Iterator[tuple[list[Form], int]]:
    """Iterate over the statements, each with the line it begins at.

    Raises
    ------
    SourceError
        If brackets do not match.
    """
    open_: list[list[Form]] = []
    line, position = 1, 0
    begun = 1
    for found in _TOKEN.finditer(text):
        line += text.count("\n", position, found.start())
        position, token = found.start(), found[0]
        if token == "(":
            begun = begun if open_ else line
            open_.append([])
            if len(open_) > limits().depth:
                raise exceeded("depth", f"'{path}'")
        elif token == ")":
            if not open_:
                raise SourceError(f"'{path}' has a bracket too many at line {line}; take it away.")
            done = open_.pop()
            if open_:
                open_[-1].append(done)
            else:
                yield done, begun
        elif token != "," and token[0] not in "%#":
            if not open_:
                raise SourceError(
                    f"'{path}' has '{token[:40]}' outside of brackets at line {line}; fuzzyDL "
                    "statements are such as (instance a C 0.7)."
                )
            open_[-1].append(token)
    if open_:
        raise SourceError(f"'{path}' ends within the statement of line {begun}; close its bracket.")


def data_properties_in(forms: list[tuple[list[Form], int]]) -> Iterator[str]:
    """Iterate over the names that are used as data properties."""
    for form, _ in forms:
        match form:
            case ["range", str(name), str(kind), *_] if kind in DATA_RANGES:
                yield name
            case _:
                yield from _conditioned(form)


def _conditioned(form: Form) -> Iterator[str]:
    match form:
        case [str(sign), str(name), str()] if sign in DATA_CONDITIONS:
            yield name
        case list():
            for part in form:
                yield from _conditioned(part)
        case _:
            pass


def logic_of(forms: list[tuple[list[Form], int]]) -> str:
    """Return the logic that the statements are meant in."""
    named = (form[1] for form, _ in forms if form[:1] == ["define-fuzzy-logic"] and len(form) > 1)
    return str(next(named, "zadeh")).lower()


def is_number(text: str) -> bool:
    """Whether a text is a number in decimals."""
    return re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", text) is not None


def weighted_part(part: Form) -> tuple[str, Form]:
    """Return a weight and what it is of.

    Raises
    ------
    ShapeError
        If a part is not such as ``(0.5 C)``.
    """
    match part:
        case [str(weight), inner]:
            return weight, inner
        case _:
            raise ShapeError("a part with its weight is such as (0.5 C)")
