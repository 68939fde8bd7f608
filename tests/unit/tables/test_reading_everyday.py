"""Small files as people have them, each in one of the usual encodings, separators and spellings."""

import datetime as dt
import gzip
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.spreadsheets import Sheets, write_ods, write_xlsx
from tests.unit.tables.contents import contents

from owlboost.errors import MissingExtraError, ParameterError, SourceError, UnknownNameError
from owlboost.tables.kinds import kind_of
from owlboost.tables.read_options import MARKS
from owlboost.tables.reading import read_table

GERMAN = "Preis;Ort;gut\n18,0;Köln;ja\n7,25;Gießen;nein\n1.234,5;Köln;ja\n"
AS_READ = {
    "Preis": [18.0, 7.25, 1234.5],
    "Ort": ["Köln", "Gießen", "Köln"],
    "gut": ["ja", "nein", "ja"],
}


def file_of(folder: Path, text: str | bytes, name: str = "t.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


# Encodings


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "latin-1"],
)
def test_the_encoding_is_told_by_content(tmp_path: Path, encoding: str) -> None:
    table = read_table(file_of(tmp_path, GERMAN.encode(encoding)))
    assert contents(table) == AS_READ
    western = encoding in ("cp1252", "latin-1")
    assert table.remarks == (
        (
            (
                "t.csv is not UTF-8 and was read as Windows-1252. If letters look wrong, say the "
                "encoding with encoding."
            ),
        )
        if western
        else ()
    )


def test_a_compressed_file_has_an_encoding_too(tmp_path: Path) -> None:
    packed = gzip.compress(GERMAN.encode("utf-16"))
    assert contents(read_table(file_of(tmp_path, packed, "t.csv.gz"))) == AS_READ


def test_an_encoding_may_be_given(tmp_path: Path) -> None:
    path = file_of(tmp_path, "a,b\n1,Пётр\n".encode("cp1251"))
    assert contents(read_table(path, encoding="cp1251")) == {"a": [1.0], "b": ["Пётр"]}
    with pytest.raises(SourceError, match="is not text in the encoding utf-8: leave out encoding"):
        read_table(path, encoding="utf-8")
    with pytest.raises(ParameterError, match="encoding must be one that Python knows"):
        read_table(path, encoding="klingon")


def test_a_letter_late_in_the_file_may_show_that_it_is_not_utf_8(tmp_path: Path) -> None:
    text = b"a,b\n" + b"1,x\n" * 300_000 + b"1,caf\xe9\n"
    table = read_table(file_of(tmp_path, text))
    assert contents(table)["b"][-1] == "café"
    assert "was read as Windows-1252" in table.remarks[0]


def test_a_name_like_the_message_on_encodings_is_no_encoding(tmp_path: Path) -> None:
    path = file_of(tmp_path, "a,b\n" + "1,x\n" * 20_000 + "1\n", "no text in UTF-8.csv")
    with pytest.raises(SourceError, match="row 20001 has 1 cell: correct that row"):
        read_table(path, encoding="utf-8")


# Separators


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
@pytest.mark.parametrize("header", [True, False])
def test_commas_in_numbers_separate_nothing(tmp_path: Path, delimiter: str, header: bool) -> None:
    rows = ["a;b"] * header + ["1,5;2,5", "3,25;4,0"]
    text = "\n".join(rows).replace(";", delimiter)
    table = read_table(file_of(tmp_path, text), header=header)
    assert list(contents(table).values()) == [[1.5, 3.25], [2.5, 4.0]]
    assert table.remarks == ()


def test_the_first_line_may_name_the_separator(tmp_path: Path) -> None:
    table = read_table(file_of(tmp_path, "sep=;\r\na;b\r\n1,5;x\r\n2,5;y\r\n"))
    assert contents(table) == {"a": [1.5, 2.5], "b": ["x", "y"]}
    with pytest.raises(SourceError, match="but row 2 has 1 cell"):
        read_table(file_of(tmp_path, "sep=;\na;b\n1;x\n2\n"))


# Numbers


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["18,0", "7,25", "?"], [18.0, 7.25, None]),
        (["1,234.50", "12.00"], [1234.5, 12.0]),
        (["1.234,50", "-12,00"], [1234.5, -12.0]),
        (["1 234,5", "12 345 678,0"], [1234.5, 12345678.0]),
        (["1\u00a0234,5", "0,5"], [1234.5, 0.5]),
        (["1\u202f234,5", "0,5"], [1234.5, 0.5]),
        (["1'234.50", "1’000.25"], [1234.5, 1000.25]),
        (["1,234,567", "12"], [1234567.0, 12.0]),
        (["1,234", "0,5"], [1.234, 0.5]),
        (["1,234", "1,234,567"], [1234.0, 1234567.0]),
        (["$2,701.00", "$12"], [2701.0, 12.0]),
        (["-$3.50", "$-4.50", "+$1"], [-3.5, -4.5, 1.0]),
        (["18,0 €", "7 €"], [18.0, 7.0]),
        (["€ 18,0", "7,5"], [18.0, 7.5]),
        (["CHF 12.50", "CHF 1'000.00"], [12.5, 1000.0]),
        (["18.00 EUR", "7 EUR"], [18.0, 7.0]),
        (["12 %", "7,5 %"], [12.0, 7.5]),
        (["12%", "0.5%"], [12.0, 0.5]),
        (["−5", "3"], [-5.0, 3.0]),
        (["1,5e3", "2"], [1500.0, 2.0]),
    ],
)
def test_numbers_as_people_write_them(
    tmp_path: Path, cells: list[str], expected: list[float | None]
) -> None:
    path = file_of(tmp_path, "\n".join(["n\tx", *(f"{cell}\t1" for cell in cells)]))
    table = read_table(path)
    assert contents(table)["n"] == expected
    assert table.remarks == ()
    asked = read_table(path, kinds={"n": "number"})
    assert contents(asked)["n"] == expected


@pytest.mark.parametrize(
    ("separator", "cells", "number", "meaning"),
    [
        (",", ['"1,234"', '"5,678"'], 1234.0, "part thousands"),
        ("\t", ["1,234", "5,678"], 1234.0, "part thousands"),
        (";", ["1,234", "5,678"], 1.234, "stand before decimals"),
    ],
)
def test_what_a_comma_means_is_decided_by_the_separator_if_nothing_else_tells(
    tmp_path: Path, separator: str, cells: list[str], number: float, meaning: str
) -> None:
    path = file_of(tmp_path, "\n".join(f"{cell}{separator}x" for cell in ["n", *cells]))
    table = read_table(path)
    assert contents(table)["n"][0] == number
    assert table.remarks == (
        (
            f"Column 'n' has numbers such as '1,234' in row 1, whose comma was taken to {meaning}. "
            f"If that is wrong, use decimal={'.' if number < 2 else ','!r} instead."
        ),
    )
    for mark, expected in zip(MARKS, (1234.0, 1.234), strict=True):
        said = read_table(path, decimal=mark)
        assert (contents(said)["n"][0], said.remarks) == (expected, ())


def test_other_columns_tell_what_a_point_means(tmp_path: Path) -> None:
    text = "people;price\n1.234;18,0\n5.678;7,25\n"
    table = read_table(file_of(tmp_path, text))
    assert contents(table) == {"people": [1234.0, 5678.0], "price": [18.0, 7.25]}
    assert table.remarks == (
        (
            "Column 'people' has numbers such as '1.234' in row 1, whose point was taken to part "
            "thousands. If that is wrong, use decimal='.' instead."
        ),
    )
    contrary = read_table(file_of(tmp_path, text.replace("18,0", "0.5").replace("7,25", "0.25")))
    assert contents(contrary)["people"] == [1.234, 5.678]
    assert contrary.remarks == ()


def test_a_decimal_mark_must_be_one(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"decimal must be '\.' or ',', not ';'"):
        read_table(file_of(tmp_path, "a\n1\n"), decimal=";")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cells", "remark"),
    [
        (
            ["113803", "A/5 21171", "373450"],
            (
                "has numbers and texts, such as 'A/5 21171' in row 2, and is read as text. "
                "Correct the cell, or write ? if the value is missing."
            ),
        ),
        (
            ["$5", "€7", "$8"],
            (
                "has numbers in different units, such as '€7' in row 2, and is read as text. "
                "Correct the cell, or write ? if the value is missing."
            ),
        ),
        (
            ["12 %", "0.12", "7 %"],
            (
                "has numbers in different units, such as '0.12' in row 2, and is read as text. "
                "Correct the cell, or write ? if the value is missing."
            ),
        ),
    ],
)
def test_a_mixed_column_is_text(tmp_path: Path, cells: list[str], remark: str) -> None:
    table = read_table(file_of(tmp_path, "\n".join(["n|x", *(f"{cell}|1" for cell in cells)])))
    assert contents(table)["n"] == cells
    assert table.remarks == (f"Column 'n' {remark}",)


def test_a_mixed_column_with_many_texts_is_left_out(tmp_path: Path) -> None:
    cells = [str(number) for number in range(1000, 1200)] + ["A/5 21171"]
    table = read_table(file_of(tmp_path, "\n".join(["n,x", *(f"{cell},1" for cell in cells)])))
    assert table.column_names == ("x",)
    assert len(table.remarks) == 2
    assert "such as 'A/5 21171' in row 201" in table.remarks[0]
    assert "is left out: it has 201 different texts" in table.remarks[1]


# Dates

NEW_YEAR = 20089.0  # days from 1970-01-01 to 2025-01-01: 55 · 365 + 14 leap days


@pytest.mark.parametrize(
    "cells",
    [
        ["2024-12-31", "2025-01-01"],
        ["2024/12/31", "2025/1/1"],
        ["31.12.2024", "1.1.2025"],
        ["31.12.24", "01.01.25"],
        ["12/31/2024", "1/1/2025"],
        ["31/12/2024", "1/1/2025"],
        ["12/31/24", "1/1/25"],
        ["31-12-2024", "01-01-2025"],
        ["31 Dec 2024", "1 January 2025"],
        ["31-Dec-2024", "01-Jan-2025"],
        ["31. December 2024", "1. January 2025"],
        ["Dec 31, 2024", "January 1st, 2025"],
    ],
)
def test_dates_as_people_write_them(tmp_path: Path, cells: list[str]) -> None:
    path = file_of(tmp_path, "\n".join(["d|x", *(f"{cell}|1" for cell in [*cells, "?"])]))
    table = read_table(path)
    assert contents(table)["d"] == [NEW_YEAR - 1, NEW_YEAR, None]
    assert kind_of(table.columns["d"]) == "time"
    assert table.remarks == ()
    for kind in ("number", "time"):  # as a model asks for it
        assert contents(read_table(path, kinds={"d": kind})) == contents(table)


@pytest.mark.parametrize(
    "cells",
    [
        ["01.01.2025 12:00", "31.12.2024 06:00:00"],
        ["1/1/2025 12:00 PM", "12/31/2024 6:00 am"],
        ["1 Jan 2025, 12:00", "31 Dec 2024"],
        ["2025/01/01T12:00:00.0", "2024/12/31T06:00"],
    ],
)
def test_dates_may_have_times(tmp_path: Path, cells: list[str]) -> None:
    path = file_of(tmp_path, "\n".join(["d|x", *(f"{cell}|1" for cell in cells)]))
    second = NEW_YEAR - 1 + (0.25 if ":" in cells[1] else 0)
    assert contents(read_table(path))["d"] == [NEW_YEAR + 0.5, second]


@pytest.mark.parametrize(
    ("text", "first", "month"),
    [("d,x\n03/04/2024,1\n", "month", 3), ("d;x\n03/04/2024;1\n", "day", 4)],
)
def test_an_ambiguous_date_is_remarked(tmp_path: Path, text: str, first: str, month: int) -> None:
    table = read_table(file_of(tmp_path, text))
    day = 7 - month
    expected = (dt.date(2024, month, day) - dt.date(1970, 1, 1)).days
    assert contents(table)["d"] == [float(expected)]
    other = "dmy" if first == "month" else "mdy"
    assert table.remarks == (
        (
            f"Column 'd' has dates such as '03/04/2024' in row 1, in which the {first} was taken "
            f"to come first. If that is wrong, use dates={other!r} instead."
        ),
    )
    said = read_table(file_of(tmp_path, text), dates="dmy" if first == "day" else "mdy")
    assert (contents(said), said.remarks) == (contents(table), ())


@pytest.mark.parametrize(
    "cells", [["31.02.2024"], ["13/13/2024"], ["31 Foo 2024"], ["1.1.2024 25:00"]]
)
def test_what_is_in_no_calendar_is_text(tmp_path: Path, cells: list[str]) -> None:
    path = file_of(tmp_path, "\n".join(["d|x", *(f"{cell}|1" for cell in cells)]))
    assert contents(read_table(path))["d"] == cells


# Workbooks

SHEETS: Sheets = {
    "hotels": [
        ["price", "pool", "kind", "built", "note"],
        [79.5, True, "good", dt.date(2025, 1, 1), "12 %"],
        [None, False, "bad", None, "7 %"],
        [None, None, None, None, None],
        [120.0, None, "bad", dt.date(2024, 12, 31), None],
    ],
    "other": [["a"], [1.0], [2.0]],
}
HOTELS = {
    "price": [79.5, None, 120.0],
    "pool": [True, False, None],
    "kind": ["good", "bad", "bad"],
    "built": [NEW_YEAR, None, NEW_YEAR - 1],
    "note": [12.0, 7.0, None],
}


@pytest.mark.parametrize(("write", "name"), [(write_xlsx, "t.xlsx"), (write_ods, "t.ods")])
def test_a_sheet_is_a_table(
    tmp_path: Path, write: Callable[[Path, Sheets], Path], name: str
) -> None:
    path = write(tmp_path / name, SHEETS)
    table = read_table(path)
    assert contents(table) == HOTELS
    assert table.remarks == (f"{name} has 2 sheets; 'hotels' was read. For another, use sheet.",)
    assert contents(read_table(path, sheet="other")) == {"a": [1.0, 2.0]}
    assert contents(read_table(path, leave_out=["price", "note"])) == {
        cell: HOTELS[cell] for cell in ("pool", "kind", "built")
    }
    unnamed = read_table(path, sheet="other", header=False)
    assert contents(unnamed) == {"column1": ["a", "1", "2"]}
    with pytest.raises(UnknownNameError, match=r"no sheet named 'hotel'. Did you mean hotels?"):
        read_table(path, sheet="hotel")


def test_what_is_wrong_with_a_workbook(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"The sheet 'empty' of .* is empty"):
        read_table(write_xlsx(tmp_path / "e.xlsx", {"empty": []}))
    with pytest.raises(SourceError, match="has a header but no rows"):
        read_table(write_xlsx(tmp_path / "h.xlsx", {"h": [["a", "b"]]}))
    with pytest.raises(SourceError, match="cannot be read as a workbook"):
        read_table(file_of(tmp_path, "a,b\n1,2\n", "c.xlsx"))
    with pytest.raises(SourceError, match="There is no file"):
        read_table(tmp_path / "nothing.xlsx")


def test_the_extra_for_workbooks_may_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(MissingExtraError) as caught:
        read_table(write_xlsx(tmp_path / "t.xlsx", SHEETS))
    assert str(caught.value) == "Reading t.xlsx needs an extra: pip install 'owlboost[excel]'"


# Targets


@pytest.mark.parametrize(
    ("target", "value", "label", "positive"),
    [
        ("q>=7", "q>=7", "q >= 7", [False, True, True, False]),
        ("q > 7.0", "q>7", "q > 7", [False, False, True, False]),
        ("q<=7", "q<=7", "q <= 7", [True, True, False, False]),
        ("q<7", "q<7", "q < 7", [True, False, False, False]),
        ("q≥7", "q>=7", "q >= 7", [False, True, True, False]),
        ("q=7", "7", "q = 7", [False, True, False, False]),
        ("b=true", "true", "b = true", [True, False, False, True]),
        ("c=x", "x", None, [True, False, False, True]),
        ("d>=2024-12-31", "d>=2024-12-31", "d >= 2024-12-31", [False, True, True, False]),
        ("a>=b=1", "1", "a>=b = 1", [True, True, False, False]),
    ],
)
def test_targets(
    tmp_path: Path, target: str, value: str, label: str | None, positive: list[bool]
) -> None:
    text = (
        "q,b,c,d,a>=b\n6,true,x,2024-01-01,1\n7,false,y,2024-12-31,1\n8,false,y,2025-01-01,2\n"
        "?,true,x,?,2\n"
    )
    found = read_table(file_of(tmp_path, text)).target(target)
    assert (found.value, found.label) == (value, label)
    assert found.positive.tolist() == positive
    assert found.has_value.tolist() == [True, True, True, found.column not in ("q", "d")]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (
            "kind",
            (
                "The target 'kind' is only a column; say which value to learn: one of kind=a, "
                "kind=b."
            ),
        ),
        ("age>=old", "Column 'age' can be compared with a number, not with 'old'."),
        (
            "kind>=2",
            (
                "Column 'kind' of t.csv does not contain numbers, so it cannot be compared with "
                "'2'; say which value to learn: one of kind=a, kind=b."
            ),
        ),
    ],
)
def test_what_is_wrong_with_a_target(tmp_path: Path, target: str, message: str) -> None:
    text = "age,kind\n" + "".join(f"{age},{'ab'[age % 2]}\n" for age in range(26))
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is compared
        read_table(file_of(tmp_path, text)).target(target)
    assert str(caught.value) == message


def test_numbers_that_are_no_classes_are_no_candidates(tmp_path: Path) -> None:
    rows = [f"{number * 1.5},{number},{number % 2},{'xy'[number % 2]}" for number in range(12)]
    table = read_table(file_of(tmp_path, "\n".join(["price,number,bit,kind", *rows])))
    assert table.candidate_targets() == {"bit": {"0": 6, "1": 6}, "kind": {"x": 6, "y": 6}}
