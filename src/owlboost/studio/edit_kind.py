"""Kinds of edits: classes of typed fields with limits, written by pages or the server."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypedDict,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from owlboost.errors import OwlboostError
from owlboost.runtime.limits import Json
from owlboost.studio.draft import DraftSet, DraftSetJson, EditError, Name, RuleDraft, Text
from owlboost.studio.state import ProjectState

_LARGEST = sys.float_info.max

SourcePath = Annotated[Name, lambda path: "\0" not in path]
ModelNumber = Annotated[int, lambda number: 0 <= number < 10**9]


class MovedSet(TypedDict):
    """A fuzzy set of the draft, and where its points go."""

    name: Name
    points: list[float]


class LearnedRuleJson(TypedDict):
    """A rule of a model, with the weight of its term and its degree within that."""

    term: Text
    leverage: float
    degree: float
    concept: Json


Move = Annotated[MovedSet, lambda move: len(move) == 2]


@dataclass(frozen=True, slots=True)
class EditField:
    """A field of an edit, as pages send it or as the server adds it for the journal."""

    name: str
    type: Any
    is_required: bool
    is_by_server: bool


def optional() -> Any:
    """Declare a field that pages may leave out, which makes it None."""
    return field(default=None)


def by_server(*, required: bool = True) -> Any:
    """Declare a field that only the server writes, so that journals are read without look-ups."""
    return field(default=None, metadata={"required": required})


def edit_fields(kind: type) -> tuple[EditField, ...]:
    """Return the fields of a dataclass, in order, but for the record of an edit.

    Examples
    --------
    >>> @dataclass
    ... class Grade:
    ...     points: list[float]
    ...     remark: Text = optional()
    >>> [(grade.name, grade.is_required) for grade in edit_fields(Grade)]
    [('points', True), ('remark', False)]
    """
    types = get_type_hints(kind, include_extras=True)
    return tuple(
        EditField(
            declared.name,
            types[declared.name],
            declared.metadata.get("required", declared.default is MISSING),
            "required" in declared.metadata,
        )
        for declared in fields(kind)
        if declared.name != "record"
    )


def accepts(kind: Any, value: Any) -> bool:
    """Whether a value of JSON has a type, and keeps to its limits.

    Examples
    --------
    >>> accepts(list[float], [1, 0.5]), accepts(float, True), accepts(Name | None, "")
    (True, False, False)
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return accepts(args[0], value) and all(limit(value) for limit in args[1:])
    if origin in (Union, UnionType):
        return any(accepts(each, value) for each in args)
    if origin is Literal:
        return value in args
    if isinstance(value, list):
        return origin is list and all(accepts(args[0], each) for each in value)
    if isinstance(value, dict):
        return _accepts_object(kind, value)
    return _accepts_plain(kind, value)


def _accepts_object(kind: Any, value: Json) -> bool:
    if is_typeddict(kind):
        types = typed_keys(kind)
        return all(name in value and accepts(types[name], value[name]) for name in types)
    if get_origin(kind) is not dict:
        return False
    content = get_args(kind)[1]
    return content is Any or all(accepts(content, each) for each in value.values())


def _accepts_plain(kind: Any, value: Any) -> bool:
    if isinstance(value, bool):
        return kind is bool
    if kind is float:  # or a whole number that a float can be near
        return isinstance(value, int | float) and -_LARGEST <= value <= _LARGEST
    return isinstance(kind, type) and not is_typeddict(kind) and isinstance(value, kind)


@cache
def typed_keys(kind: Any) -> dict[str, Any]:
    """Return the keys of a TypedDict with their types, limits included."""
    return get_type_hints(kind, include_extras=True)


def require_sendable(edit: Json, fields: Sequence[EditField]) -> None:
    """Raise EditError unless an edit has the fields that pages must send, and no others."""
    kind, sendable = edit["kind"], {each.name: each for each in fields if not each.is_by_server}
    for name, each in sendable.items():
        if each.is_required and name not in edit:
            raise EditError(f"The edit {kind} needs {name}.")
    for name, value in edit.items():
        if name == "kind":
            continue
        if name not in sendable:
            raise EditError(f"The edit {kind} has no {str(name)[:80]!r}.")
        if not accepts(sendable[name].type, value):
            raise EditError(f"The edit {kind} cannot have {str(value)[:80]!r} as its {name}.")


def require_readable(edit: Json, fields: Sequence[EditField]) -> None:
    """Raise EditError unless an edit of a journal has all fields, the server's included."""

    def place(each: EditField) -> tuple[bool, bool]:
        return each.is_required and not each.is_by_server, each.is_by_server

    for each in sorted(fields, key=place):  # what a page must send comes last
        if each.name not in edit:
            if each.is_required:
                raise EditError(f"its {each.name} is missing")
        elif not accepts(each.type, edit[each.name]):
            raise EditError(f"its {each.name} cannot be {str(edit[each.name])[:80]}")


E = TypeVar("E", bound="Edit")

EDITS: dict[str, type["Edit"]] = {}
"""All edits, by kind."""


@dataclass_transform(
    kw_only_default=True, frozen_default=True, field_specifiers=(field, optional, by_server)
)
def edit(
    kind: str | None = None, own_fields: tuple[EditField, ...] | None = None
) -> Callable[[type[E]], type[E]]:
    """Make a class a frozen dataclass, and the edit of a kind if it has one."""

    def register(cls: type[E]) -> type[E]:
        made = dataclass(frozen=True, slots=True, kw_only=True)(cls)
        if kind is not None:
            EDITS[kind] = made
            made.kind = kind
            made.fields = edit_fields(made) if own_fields is None else own_fields
        return made

    return register


@edit()
class Edit:
    """An edit of a project.

    Its record is the JSON that was sent, with what the server added: journals keep it as it is.
    """

    kind: ClassVar[str]
    fields: ClassVar[tuple[EditField, ...]]
    record: Json = field(repr=False, compare=False)

    def apply(self, work: ProjectState) -> ProjectState:
        """Return the state after the edit.

        Raises
        ------
        EditError
            It cannot be applied.
        """
        try:
            return self._after(work)
        except EditError:
            raise
        except OwlboostError as error:
            raise EditError(str(error)) from error
        except RecursionError:
            raise EditError("The conditions are nested too deeply.") from None

    def _after(self, work: ProjectState) -> ProjectState:
        raise NotImplementedError

    def concepts(self) -> Iterator[Json]:
        """Yield the conditions that it brings into the draft."""
        yield from ()


@edit()
class DraftEdit(Edit):
    """An edit of a draft that is there."""

    def _after(self, work: ProjectState) -> ProjectState:
        return replace(work, draft=self._edited(work.require_draft()))

    def _edited(self, draft: RuleDraft) -> RuleDraft:
        raise NotImplementedError


@edit()
class ConditionEdit(Edit):
    """An edit with conditions, which the server reads, and the sets and labels of these."""

    concept: Json = by_server()
    sets: list[DraftSetJson] = by_server()
    labels: dict[str, Text] = by_server()

    def concepts(self) -> Iterator[Json]:
        """Yield the conditions."""
        yield self.concept

    def _after(self, work: ProjectState) -> ProjectState:
        draft = self._drafted(work).with_sets(tuple(map(DraftSet.from_json, self.sets)))
        return replace(work, draft=draft, labels={**work.labels, **self.labels})

    def _drafted(self, work: ProjectState) -> RuleDraft:
        raise NotImplementedError
