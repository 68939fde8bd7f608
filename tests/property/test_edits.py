"""What edits are declared to have is what checks accept, from pages and in journals."""

from collections.abc import Callable
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, is_typeddict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.studio.draft import EditError
from owlboost.studio.edit_kind import EDITS, Edit, EditField, typed_keys
from owlboost.studio.edits import checked_edit, checked_entry, edits_of_people

Record = dict[str, Any]

PLAIN = {
    type(None): st.none(),
    bool: st.booleans(),
    str: st.text(),
    int: st.integers(),
    float: st.floats(-1e9, 1e9) | st.integers(-9, 9),
}
PEOPLE = edits_of_people()


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Draw values of JSON of a type, within its limits."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return values(args[0]).filter(lambda value: all(limit(value) for limit in args[1:]))
    if origin in (Union, UnionType):
        return st.one_of(*map(values, args))
    return PLAIN[kind] if kind in PLAIN else others(kind)


def others(kind: Any) -> st.SearchStrategy[Any]:
    if is_typeddict(kind):
        return st.fixed_dictionaries({key: values(each) for key, each in typed_keys(kind).items()})
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(args)
    if origin is list:
        return st.lists(values(args[0]), max_size=3)
    content = st.none() if args[1] is Any else values(args[1])
    return st.dictionaries(st.text(), content, max_size=3)


def records(cls: type[Edit], has: Callable[[EditField], bool]) -> st.SearchStrategy[Record]:
    fields = [each for each in cls.fields if has(each)]
    return st.fixed_dictionaries(
        {"kind": st.just(cls.kind)}
        | {each.name: values(each.type) for each in fields if each.is_required},
        optional={each.name: values(each.type) for each in fields if not each.is_required},
    )


@given(st.sampled_from([*PEOPLE.values()]).flatmap(lambda cls: records(cls, is_of_pages)))
def test_pages_send_what_is_declared(record: Record) -> None:
    edit = checked_edit(record)
    assert edit.record is record
    for each in edit.fields:
        if each.is_required and not each.is_by_server:
            without = {name: value for name, value in record.items() if name != each.name}
            with pytest.raises(EditError, match=f"^The edit {edit.kind} needs {each.name}.$"):
                checked_edit(without)
        if each.is_by_server:
            with pytest.raises(EditError, match=f"^The edit {edit.kind} has no '{each.name}'.$"):
                checked_edit(record | {each.name: None})


def is_of_pages(field: EditField) -> bool:
    return not field.is_by_server


@given(st.sampled_from([*EDITS.values()]).flatmap(lambda cls: records(cls, lambda _: True)))
def test_journals_have_what_is_declared(record: Record) -> None:
    edit = checked_entry(record | {"of another version": 1})
    assert type(edit) is EDITS[record["kind"]]
    for each in edit.fields:
        without = {name: value for name, value in record.items() if name != each.name}
        if each.is_required:
            with pytest.raises(EditError, match=f"^its {each.name} is missing$"):
                checked_entry(without)
        with pytest.raises(EditError, match=f"^its {each.name} cannot be "):
            checked_entry(record | {each.name: ("no", "JSON")})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ({"kind": "pin", "rule": "r1"}, {"pinned": 1}),
        ({"kind": "pin", "pinned": True}, {"rule": "x" * 2001}),
        ({"kind": "return"}, {"version": True}),
        ({"kind": "return"}, {"version": 1.0}),
        ({"kind": "threshold"}, {"threshold": float("inf")}),
        ({"kind": "settings"}, {"rules": "every"}),
        ({"kind": "settings"}, {"logic": ""}),
        ({"kind": "hide"}, {"names": [""]}),
        ({"kind": "set"}, {"sets": [{"name": "a", "points": [1], "shape": "triangular"}]}),
    ],
)
def test_limits_are_kept(field: Record, value: Record) -> None:
    [name] = value
    with pytest.raises(EditError, match=f"cannot have .* as its {name}"):
        checked_edit(field | value)
    with pytest.raises(EditError, match=f"its {name} cannot be"):
        checked_entry(field | value)
