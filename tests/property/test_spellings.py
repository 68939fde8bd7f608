"""Numbers, dates and rows in any of their spellings are the same numbers, dates and rows."""

import datetime as dt
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.reference.spelling import CURRENCIES, SPACES, unit_and_number
from tests.unit.tables.contents import contents

from owlboost.concepts.concept import Concept, FuzzyValue
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.fuzzy_sets import FuzzySet, RightShoulder
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn
from owlboost.tables.dates import dates
from owlboost.tables.facts import table_iri, told_once
from owlboost.tables.numbers import numerals
from owlboost.tables.partial_reads import read_table_for
from owlboost.tables.read_options import MARKS, Mark
from owlboost.tables.reading import read_table

# Numbers


@settings(deadline=None, max_examples=scaled(300))
@given(
    st.lists(
        st.text("0123456789.,'€%$-+−e \u00a0", min_size=1, max_size=9)
        | st.from_regex(
            r"[$€]?[1-9][0-9]{0,2}([., '][0-9]{3}){0,2}([.,][0-9]{1,2})?", fullmatch=True
        ),
        min_size=1,
        max_size=5,
    )
)
@example(["1,234", "1.234", "0,123", ",5", "5,", "1 234,5", "$-5", "-$5", "--5", "5 %", "5e3 €"])
def test_a_numeral_is_read_as_its_definition_says(texts: list[str]) -> None:
    found = numerals(pa.array(texts))
    for mark in MARKS:
        expected = [unit_and_number(text, mark) for text in texts]
        assert found.fitting[mark].tolist() == [one is not None for one in expected]
        for position, one in enumerate(expected):
            if one is not None:
                assert (found.units[position], found.values[mark][position]) == one


def grouped(digits: str, separator: str) -> str:
    """Part thousands."""
    head = len(digits) % 3
    groups = [digits[:head]] * bool(head)
    return separator.join(groups + [digits[at : at + 3] for at in range(head, len(digits), 3)])


@st.composite
def styles(draw: st.DrawFn) -> tuple[Mark, str, str, str]:
    """Draw a decimal mark, what parts thousands, and what stands before and after."""
    mark = draw(st.sampled_from(MARKS))
    separators = ["", "," if mark == "." else ".", *SPACES]
    unit = draw(st.sampled_from(["", "%", *CURRENCIES]))
    space = draw(st.sampled_from(["", " ", "\u00a0"]))
    behind = unit == "%" or draw(st.booleans())
    around = ("", f"{space}{unit}") if behind else (f"{unit}{space}", "")
    return mark, draw(st.sampled_from(separators)), *(around if unit else ("", ""))


def spelt(number: int, style: tuple[Mark, str, str, str]) -> str:
    """Write hundredths in a style."""
    mark, separator, before, after = style
    whole, hundredths = divmod(abs(number), 100)
    sign = "-" if number < 0 else ""
    return f"{sign}{before}{grouped(str(whole), separator)}{mark}{hundredths:02}{after}"


@settings(deadline=None)
@given(
    st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=6),
    styles(),
    st.sampled_from([";", "\t", "|", ","]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_numbers_in_any_style_read_back(
    hundredths: list[int], style: tuple[Mark, str, str, str], delimiter: str, encoding: str
) -> None:
    rows = [f'"{spelt(number, style)}"{delimiter}x' for number in hundredths]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_bytes("\n".join([f"n{delimiter}s", *rows]).encode(encoding))
        table = read_table(path)
    assert contents(table)["n"] == [float(f"{number}e-2") for number in hundredths]
    assert table.remarks == ()


# Dates

SPELLINGS = [
    "%d.%m.%Y",
    "%Y/%m/%d",
    "%d %b %Y",
    "%d-%b-%Y",
    "%B %d, %Y",
    "%d %B %Y %H:%M",
    "%d.%m.%Y %H:%M:%S",
    "%d.%m.%Y %I:%M %p",
]


@settings(deadline=None)
@given(
    st.lists(
        st.datetimes(dt.datetime(1000, 1, 1), dt.datetime(9999, 1, 1)), min_size=1, max_size=5
    ),
    st.sampled_from(SPELLINGS),
)
def test_a_date_is_the_one_that_python_wrote(moments: list[dt.datetime], spelling: str) -> None:
    texts = [moment.strftime(spelling) for moment in moments]
    meant = [dt.datetime.strptime(text, spelling) - dt.datetime(1970, 1, 1) for text in texts]
    found = dates(pa.array(texts))
    assert found is not None
    assert not found.ambiguous
    assert found.days.tolist() == [one / dt.timedelta(microseconds=1) / 86_400e6 for one in meant]


@settings(deadline=None)
@given(st.lists(st.dates(dt.date(1900, 1, 1)), min_size=1, max_size=5), st.sampled_from("/-"))
def test_the_column_tells_whether_the_day_comes_first(days: list[dt.date], sign: str) -> None:
    numbers = [float((day - dt.date(1970, 1, 1)).days) for day in days]
    clear = any(day.day > 12 for day in days)
    differ = any(day.day != day.month for day in days)
    for spelling in (f"%d{sign}%m{sign}%Y", f"%m{sign}%d{sign}%Y"):
        found = dates(pa.array([day.strftime(spelling) for day in days]))
        assert found is not None
        assert found.ambiguous == (differ and not clear)
        day_first = spelling.startswith("%d")
        taken = found.days if clear or day_first or found.month_first is None else found.month_first
        assert taken.tolist() == numbers


# Rows


@settings(deadline=None)
@given(st.data(), st.integers(1, 12), st.integers(0, 3))
def test_rows_told_once_are_those_of_a_sorted_set(
    data: st.DataObject, n_rows: int, n_columns: int
) -> None:
    values = st.sampled_from([0.0, -0.0, 1.0, 2.5, np.nan])
    columns: dict[str, Column] = {
        f"n{number}": NumberColumn(
            np.array(data.draw(st.lists(values, min_size=n_rows, max_size=n_rows)))
        )
        for number in range(n_columns)
    }
    codes = data.draw(st.lists(st.integers(-1, 1), min_size=n_rows, max_size=n_rows))
    columns["s"] = SymbolColumn(np.array(codes, dtype=np.int32), ("a", "b"))
    labels = np.array(data.draw(st.lists(st.booleans(), min_size=n_rows, max_size=n_rows)))
    weights = np.array(
        data.draw(st.lists(st.integers(0, 3), min_size=n_rows, max_size=n_rows)), dtype=np.float64
    )
    found = told_once(columns, labels, weights)
    rows: dict[tuple[float, ...], list[int]] = {}
    for row in np.flatnonzero(weights > 0).tolist():
        cells = [
            column.values[row] if isinstance(column, NumberColumn) else column.codes[row]
            for column in columns.values()
        ]
        key = tuple(np.inf if np.isnan(cell) else float(cell) for cell in [*cells, labels[row]])
        rows.setdefault(key, []).append(row)
    all_told = len(rows) == n_rows  # then they stay where they are
    expected = list(rows.values()) if all_told else [rows[key] for key in sorted(rows)]
    assert found.rows.tolist() == [copies[0] for copies in expected]
    assert found.weights.tolist() == [weights[copies].sum() for copies in expected]


# Parts of a file, read for a model of the whole

HIGH = RuleSet(
    (Inclusion(Concept((FuzzyValue(table_iri("a"), FuzzySet("a_H", RightShoulder(0, 9))),))),)
)

amounts = st.sampled_from(
    ["1,234", "1.234", "0,5", "0.5", "7", "12,345", "1.234,5", "1,234.5", "1.000", "$1,234", "?"]
)
days = st.builds(
    "{0:02}/{1:02}/{2}".format, st.integers(1, 31), st.integers(1, 31), st.integers(1970, 2030)
)


@settings(deadline=None, max_examples=scaled(150))
@given(
    st.sampled_from(",;\t"),
    st.lists(st.tuples(amounts, amounts, amounts), min_size=1, max_size=6)
    | st.lists(st.tuples(days, amounts, amounts), min_size=1, max_size=4),
    st.data(),
)
def test_rows_mean_for_a_model_what_they_meant_when_it_was_learned(
    separator: str, rows: list[tuple[str, str, str]], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "t.csv")

        def written(some: list[tuple[str, str, str]]) -> Path:
            lines = [
                separator.join(f'"{cell}"' for cell in row) for row in [("a", "b", "c"), *some]
            ]
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            return path

        whole = read_table(written(rows))
        column = whole.columns.get("a")
        if not isinstance(column, NumberColumn):
            return
        lexicon = whole.knowledge_base().lexicon.only([table_iri("a")])
        some = data.draw(st.lists(st.integers(0, len(rows) - 1), min_size=1, max_size=3))
        part = read_table_for(HIGH, written([rows[at] for at in some]), lexicon).columns["a"]
        assert isinstance(part, NumberColumn)
        np.testing.assert_array_equal(part.values, column.values[some])
