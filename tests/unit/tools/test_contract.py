"""The contract of pages in TypeScript is what Python declares."""

from typing import Annotated, Literal, NotRequired, TypedDict

import pytest
from tools.contract import FILE, contract, interface, typescript


class Row(TypedDict):
    """What a row has."""

    name: str
    ends: Annotated[list[float], 2]
    note: NotRequired[str | None]


def test_the_committed_contract_is_written_anew_by_make_front() -> None:
    assert FILE.read_text(encoding="utf-8") == contract()


def test_keys_that_may_be_missing_are_optional() -> None:
    lines = ["  name: string;", "  ends: [number, number];", "  note?: string | null;"]
    assert interface(Row) == "\n".join(["export interface Row {", *lines, "}"])


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (int | float | None, "number | null"),
        (list[Literal["a", "b"]], '("a" | "b")[]'),
        (tuple[int, list[float]], "[number, number[]]"),
        (dict[str, list[Row]], "Record<string, Row[]>"),
        (Annotated[str, len], "string"),
    ],
)
def test_types_are_said_in_typescript(kind: object, text: str) -> None:
    assert typescript(kind) == text


def test_fields_of_the_server_are_not_sent_by_pages() -> None:
    edits = contract().partition("export type Edit =")[2]
    assert '{ kind: "weight"; rule: string; weight: number | null }' in edits
    assert '{ kind: "rule-added"; text: string; weight?: number | null }' in edits
    assert "fitted" not in edits
