"""The contract between Python and the pages, in TypeScript.

``python -m tools.contract`` writes front/src/contract.ts: the views of reports and of the studio,
and the edits that pages may send.
"""

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from owlboost.report.views import schema
from owlboost.runtime.calendar import Moment
from owlboost.studio import views
from owlboost.studio.draft import DraftSetJson
from owlboost.studio.edit_kind import EditField, MovedSet
from owlboost.studio.edits import edits_of_people
from owlboost.studio.state import Settings

FILE = Path(__file__).parents[1] / "front" / "src" / "contract.ts"

HEAD = "// What Python and the pages agree on. Written by tools/contract.py (make front)."

ALIASES = {
    "Moment": Moment,
    "Label": schema.LabelJson,
    "Calibration": schema.CalibrationJson,
    "Measures": views.Measures,
}

_PLAIN: dict[Any, str] = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    NoneType: "null",
    Any: "unknown",
}


def contract() -> str:
    """Return the contract."""
    kinds = (*_views(schema), DraftSetJson, MovedSet, Settings, *_views(views))
    interfaces = [interface(kind) for kind in kinds]
    edits = "\n".join(f"  | {_edit(kind, cls.fields)}" for kind, cls in edits_of_people().items())
    types = [f"export type {name} = {typescript(kind)};" for name, kind in ALIASES.items()]
    return "\n\n".join([HEAD, *types, *interfaces, f"export type Edit =\n{edits};"]) + "\n"


def interface(kind: Any) -> str:
    """Return a TypedDict, or a dataclass that is sent as one, as an interface.

    Examples
    --------
    >>> print(interface(schema.NumberedJson))
    export interface Numbered {
      numbered: string;
    }
    """
    members = "".join(
        f"  {name}{'?' if get_origin(each) is NotRequired else ''}: {typescript(each)};\n"
        for name, each in get_type_hints(kind, include_extras=True).items()
    )
    return f"export interface {_name(kind)} {{\n{members}}}"


def typescript(kind: Any) -> str:
    """Return a type in TypeScript.

    Examples
    --------
    >>> typescript(list[str | None]), typescript(dict[str, int]), typescript(schema.Pair)
    ('(string | null)[]', 'Record<string, number>', '[number, number]')
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(args[0], args[1])
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(map(typescript, args)))
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in args)
    if origin in (list, tuple, dict, Mapping):
        return _collection(origin, args)
    if origin is NotRequired:
        return typescript(args[0])
    return _PLAIN.get(kind) or _name(kind)


def _name(kind: type) -> str:
    """Return the name of an interface, which is sent as JSON in any case."""
    return kind.__name__.removesuffix("Json")


def _annotated(kind: Any, note: Any) -> str:
    """Return a list of known length, what JSON is made of, or a type without its limits."""
    if isinstance(note, int):
        return f"[{', '.join([typescript(get_args(kind)[0])] * note)}]"
    return typescript(note if is_dataclass(note) else kind)


def _collection(origin: Any, args: tuple[Any, ...]) -> str:
    if origin is tuple:
        return f"[{', '.join(map(typescript, args))}]"
    content = typescript(args[-1])
    if origin is list:
        return f"({content})[]" if " | " in content else f"{content}[]"
    return f"Record<string, {content}>"


def _views(module: ModuleType) -> Iterator[Any]:
    """Yield the TypedDicts that a module defines, in its order."""
    for kind in vars(module).values():
        if is_typeddict(kind) and kind.__module__ == module.__name__:
            yield kind


def _edit(kind: str, fields: tuple[EditField, ...]) -> str:
    members = "".join(
        f"; {each.name}{'' if each.is_required else '?'}: {typescript(each.type)}"
        for each in fields
        if not each.is_by_server
    )
    return f'{{ kind: "{kind}"{members} }}'


if __name__ == "__main__":
    FILE.write_text(contract(), encoding="utf-8")
