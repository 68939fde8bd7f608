"""Reading the ``.fdl`` files that owlboost writes, also after a person has edited them."""

import json
import re
from collections.abc import Iterator
from typing import get_args

from owlboost.data.fuzzy_sets import make_shape
from owlboost.errors import ModelError, OwlboostError
from owlboost.exchange.flat.decoding import decode
from owlboost.exchange.flat.rules import (
    Complement,
    Conjunction,
    Coverage,
    DataStep,
    Entry,
    FlatAxiom,
    FlatRules,
    FlatSet,
    NameKind,
    RoleStep,
    Sum,
    Union,
    coverage_of,
)
from owlboost.exchange.fuzzydl.writing import TOP
from owlboost.exchange.unnamed import Lookup
from owlboost.models.trained import TrainedModel

Form = str | list["Form"]

_TOKEN = re.compile(r"[()]|[^\s(),]+")
_HEADER = re.compile(r"% (\w+): (.*)")
_COVERAGE = re.compile(r"% (\w+): (confidence .*)")
_ENTRY = re.compile(r"%@ (\w+) (\S+) (.*)")
_SHAPES = ("left-shoulder", "right-shoulder", "triangular", "trapezoidal")


def model_from_fuzzydl(text: str, lookup: Lookup | None = None) -> TrainedModel:
    """Read a model from the text of an ``.fdl`` file; facts and queries are passed over.

    Parameters
    ----------
    text
        The file.
    lookup
        Who knows names that the table of names lacks.

    Raises
    ------
    UnexplainedNameError
        A name is used that the table of names lacks, and there is nobody to ask.
    ModelError
        The text is not what owlboost writes, or an edit has broken it.

    Examples
    --------
    >>> model_from_fuzzydl("(implies A B)")
    Traceback (most recent call last):
    owlboost.errors.ModelError: The rules name 0 targets; there must be one.
    """
    header, entries, coverage = _comments(text)
    reader = _Reader({entry.name for entry in entries if entry.kind == "data"})
    for form in forms(text):
        reader.take(form)
    if reader.logic is not None:
        header["logic"] = reader.logic
    rules = FlatRules(header, entries, tuple(reader.sets), tuple(reader.axioms), coverage)
    return decode(rules, lookup)


def _comments(text: str) -> tuple[dict[str, object], tuple[Entry, ...], dict[str, Coverage]]:
    header: dict[str, object] = {}
    entries: list[Entry] = []
    coverage: dict[str, Coverage] = {}
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if found := _ENTRY.fullmatch(line.rstrip()):
                entries.append(_entry(*found.groups()))
            elif found := _COVERAGE.fullmatch(line.rstrip()):
                if counted := coverage_of(found[2]):
                    coverage[found[1]] = counted
            elif found := _HEADER.fullmatch(line.rstrip()):
                header[found[1]] = json.loads(found[2])
        except (ValueError, TypeError):
            if line.startswith("%@"):
                raise ModelError(f"Line {number} of the table of names is damaged.") from None
    return header, tuple(entries), coverage


def _entry(kind: str, name: str, rest: str) -> Entry:
    decoder = json.JSONDecoder()
    meaning, end = decoder.raw_decode(rest)
    value = json.loads(rest[end:]) if rest[end:].strip() else None
    for known in get_args(NameKind):
        if kind == known:
            return Entry(name, known, str(meaning), value)
    raise ValueError(kind)


def forms(text: str) -> Iterator[Form]:
    """Yield the parenthesised forms of a text, comments left out.

    Examples
    --------
    >>> list(forms("(a (b c)) % remark"))
    [['a', ['b', 'c']]]
    """
    stack: list[list[Form]] = [[]]
    for number, line in enumerate(text.splitlines(), 1):
        for token in _TOKEN.findall(line.partition("%")[0]):
            if token == "(":
                stack.append([])
            elif token == ")":
                if len(stack) == 1:
                    raise ModelError(f"Line {number} has one closing parenthesis too many.")
                done = stack.pop()
                stack[-1].append(done)
            else:
                stack[-1].append(token)
    if len(stack) > 1:
        raise ModelError("The rules end inside a parenthesis.")
    return iter(stack[0])


class _Reader:
    """Collects axioms; what stands inside another expression gets a name of its own."""

    def __init__(self, data_properties: set[str]) -> None:
        self.axioms: list[FlatAxiom] = []
        self.sets: list[FlatSet] = []
        self._data = data_properties
        self.logic: str | None = None
        self._inner = 0

    def take(self, form: Form) -> None:
        """Read one top-level form."""
        match form:
            case ["implies", left, str(head)] | ["implies", left, str(head), "1" | "1.0"]:
                self._implies(left, head)
            case ["implies", str(head), ["and" | "g-and", *_]] if self._has_just_met(head):
                pass  # the other half of a definition
            case ["define-concept", str(name), definition]:
                self._define(name, definition)
            case ["define-fuzzy-concept", str(name), str(shape), list(numbers)] if shape in _SHAPES:
                self.sets.append(_fuzzy_set(name, shape, numbers))
            case ["define-fuzzy-logic", str(logic)]:
                self.logic = None if logic == _CRISP else logic
            case [str(kind), *_] if kind in _PASSED_OVER or kind.endswith("?"):
                pass
            case _:
                raise ModelError(f"The rules have an axiom that cannot be read: {_shown(form)}.")

    def _define(self, name: str, definition: Form) -> None:
        match definition:
            case ["w-sum", *parts]:
                self.axioms.append(Sum(name, tuple(_weighted(part) for part in parts)))
            case ["not", str(of)]:
                self.axioms.append(Complement(name, of))
            case ["g-or", *parts]:
                self.axioms.append(Union(name, tuple(self._name(part) for part in parts)))
            case "*bottom*":
                self.axioms.append(Union(name, ()))
            case _:
                self._implies(definition, name)

    def _has_just_met(self, head: str) -> bool:
        last = self.axioms[-1] if self.axioms else None
        return isinstance(last, Conjunction) and last.head == head

    def _implies(self, left: Form, head: str) -> None:
        match left:
            case str(name):
                self.axioms.append(Conjunction(() if name == TOP else (name,), head))
            case ["and" | "g-and" as joined, *parts]:
                names = tuple(self._name(part) for part in parts if part != TOP)
                self.axioms.append(Conjunction(names, head, least=joined == "g-and"))
            case ["some", str(prop), str(name)] if prop in self._data or self._is_set(name):
                self.axioms.append(DataStep(prop, name, head))
            case ["some", str(role), filler]:
                inner = None if filler == TOP else self._name(filler)
                self.axioms.append(RoleStep(role, inner, head))
            case _:
                raise ModelError(f"The rules have a body that cannot be read: {_shown(left)}.")

    def _is_set(self, name: str) -> bool:
        return any(each.name == name for each in self.sets)

    def _name(self, form: Form) -> str:
        if isinstance(form, str):
            return form
        self._inner += 1
        name = f"({self._inner})"  # no name of the file can be this
        self._implies(form, name)
        return name


_CRISP = "classical"
"""The reasoner's name for degrees of 0 and 1 only, in which all logics agree."""

_PASSED_OVER = frozenset({"functional", "range", "instance", "related"})


def _weighted(part: Form) -> tuple[float, str | None]:
    match part:
        case [str(weight), str(name)]:
            return _number(weight), None if name == TOP else name
        case _:
            raise ModelError(f"A sum has a term that cannot be read: {_shown(part)}.")


def _fuzzy_set(name: str, shape: str, numbers: list[Form]) -> FlatSet:
    if len(numbers) < 2:
        raise ModelError(f"The fuzzy set {name!r} is damaged: it has no range.")
    low, high, *points = [_number(number) for number in numbers]
    try:
        return FlatSet(name, make_shape(shape, points), low, high)
    except OwlboostError as error:
        raise ModelError(f"The fuzzy set {name!r} is damaged: {error}") from error


def _number(text: Form) -> float:
    try:
        return float(str(text))
    except ValueError:
        raise ModelError(f"There is {_shown(text)} where a number should be.") from None


def _shown(form: Form) -> str:
    if isinstance(form, str):
        return form
    return f"({' '.join(map(_shown, form))})"[:120]
