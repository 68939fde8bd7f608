import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from owlboost.errors import ExamplesError, OwlboostError, UnknownNameError
from owlboost.runtime.names import Names
from owlboost.tables.columns import Column, NumberColumn, SymbolColumn
from owlboost.tables.reading import read_table
from owlboost.tables.table import Table, numbered_rows


def numbers(*values: float | None) -> NumberColumn:
    return NumberColumn(np.array([np.nan if value is None else value for value in values]))


def symbols(*values: bool | str | None) -> SymbolColumn:
    known = tuple(sorted({value for value in values if value is not None}, key=str))
    codes = [known.index(value) if value is not None else -1 for value in values]
    return SymbolColumn(np.array(codes, dtype=np.int32), known)


def table_of(**columns: Column) -> Table:
    first = next(iter(columns.values()))
    return Table(Path("t.csv"), numbered_rows(first.present.size), columns)


# The knowledge base


def test_each_cell_is_a_value_of_a_functional_property() -> None:
    table = table_of(
        price=numbers(79, None, 120),
        pool=symbols(True, False, None),
        colour=symbols("red", "blue", "red"),
    )
    kb = table.knowledge_base()
    assert list(kb.vocabulary.data_properties) == [
        "urn:owlboost:table#colour",
        "urn:owlboost:table#pool",
        "urn:owlboost:table#price",
    ]
    assert list(kb.individuals) == ["row1", "row2", "row3"]
    assert kb.n_elements == 3
    assert (len(kb.vocabulary.classes), len(kb.roles), len(kb.types)) == (0, 0, 3)
    assert kb.numbers[2].indptr.tolist() == [0, 1, 1, 2]
    assert kb.numbers[2].values.tolist() == [79, 120]
    assert kb.symbols[1].values == (False, True)
    assert [kb.symbols[1].rows[row].tolist() for row in range(3)] == [[1], [0], []]
    assert [kb.symbols[0].rows[row].tolist() for row in range(3)] == [[1], [0], [1]]
    assert kb.functional == {0, 1, 2}


def test_names_are_percent_encoded() -> None:
    kb = table_of(**{"alcohol % (vol)": numbers(1), "été": numbers(2)}).knowledge_base()
    assert list(kb.vocabulary.data_properties) == [
        "urn:owlboost:table#%C3%A9t%C3%A9",
        "urn:owlboost:table#alcohol%20%25%20%28vol%29",
    ]


def test_hidden_columns_are_absent() -> None:
    table = table_of(a=numbers(1), b=numbers(2))
    assert list(table.knowledge_base(hide=["a"]).vocabulary.data_properties) == [
        "urn:owlboost:table#b"
    ]
    with pytest.raises(UnknownNameError, match="no column named 'c'"):
        table.knowledge_base(hide=["c"])


@pytest.mark.parametrize("without", [np.array([0, 2]), np.array([True, False, True, False])])
def test_nothing_is_stated_about_rows_held_out(without: np.ndarray) -> None:
    table = table_of(a=numbers(1, 2, 3, 4), c=symbols("x", "y", "x", None))
    kb = table.knowledge_base(without=without)
    assert len(kb.individuals) == 4
    assert kb.numbers[0].indptr.tolist() == [0, 0, 1, 1, 2]
    assert kb.numbers[0].values.tolist() == [2, 4]
    assert kb.symbols[1].rows.indices.tolist() == [1]


def test_a_complete_column_is_not_copied() -> None:
    column = numbers(1, 2)
    assert table_of(a=column).knowledge_base().numbers[0].values is column.values


def test_a_table_can_be_sent_to_another_process() -> None:
    table = pickle.loads(pickle.dumps(table_of(a=numbers(1, 2), c=symbols("x", "y"))))
    assert table.problem("c=x").kb.numbers[0].values.tolist() == [1, 2]


def test_a_large_table() -> None:
    rng = np.random.default_rng(0)
    n_rows = 200_000
    values = {f"n{number}": rng.normal(size=n_rows) for number in range(3)}
    values["n1"][rng.random(n_rows) < 0.1] = np.nan
    codes = rng.integers(-1, 3, size=n_rows).astype(np.int32)
    columns: dict[str, Column] = {name: NumberColumn(column) for name, column in values.items()}
    columns["s"] = SymbolColumn(codes, ("a", "b", "c"))
    columns["t"] = SymbolColumn((codes > 0).astype(np.int32), (False, True))
    table = table_of(**columns)
    problem = table.problem("t=true")
    kb = problem.kb
    assert kb.numbers[0].values.tolist() == values["n0"].tolist()  # no two rows have the same
    assert kb.individuals[0] == "row1"
    second = values["n1"]
    present = ~np.isnan(second)
    np.testing.assert_array_equal(np.diff(kb.numbers[1].indptr), present)
    np.testing.assert_array_equal(kb.numbers[1].values, second[present])
    np.testing.assert_array_equal(np.diff(kb.symbols[3].rows.indptr), codes >= 0)
    np.testing.assert_array_equal(kb.symbols[3].rows.indices, codes[codes >= 0])
    np.testing.assert_array_equal(problem.positive, codes > 0)
    assert problem.weights is None


# The learning problem


def test_the_target_column_is_hidden_and_its_value_a_class() -> None:
    problem = table_of(x=numbers(1, 2, 3), kind=symbols("a b", "c", "a b")).problem("kind=a b")
    assert problem.target == "urn:owlboost:table#a%20b"
    assert problem.positive.tolist() == [True, False, True]
    assert list(problem.kb.vocabulary.data_properties) == ["urn:owlboost:table#x"]


@pytest.mark.parametrize("target", ["class=1", "class=1.0", "class = 1"])
def test_a_class_may_be_a_number(target: str) -> None:
    problem = table_of(x=numbers(1, 2, 3), **{"class": numbers(1, 2, 1)}).problem(target)
    assert problem.target == "urn:owlboost:table#1"
    assert problem.positive.tolist() == [True, False, True]


@pytest.mark.parametrize("target", ["churn=true", "churn=True", "churn=TRUE"])
def test_a_class_may_be_a_truth_value(target: str) -> None:
    problem = table_of(x=numbers(1, 2), churn=symbols(True, False)).problem(target)
    assert problem.positive.tolist() == [True, False]


def test_equal_rows_are_one_example_of_more_weight() -> None:
    table = table_of(x=numbers(2, 1, 2, 2, 5), y=symbols("p", "q", "p", "q", None))
    problem = table.problem("y=p")
    #   the rows 2 and 4 (q), 1 and 3 (p); row 5 is no example
    assert problem.kb.numbers[0].values.tolist() == [1, 2, 2, 5]
    assert problem.individuals.tolist() == [0, 1, 2]
    assert problem.labels.tolist() == [0, 0, 1]
    assert problem.counts.tolist() == [1, 1, 2]
    assert list(problem.kb.individuals) == ["row2", "row4", "row1", "row5"]


def test_a_slice_knows_nothing_of_what_it_leaves_out() -> None:
    X, y = table_of(x=numbers(4, 3, 2, 1), y=symbols("p", "q", "p", "q")).examples("y=p")
    chosen = np.array([0, 1, 3])
    assert X[chosen].problem(y[chosen]).kb.numbers[0].values.tolist() == [4, 3, 1]
    masked = X[chosen].problem(y[chosen], mask=True)
    assert masked.kb.numbers[0].values.tolist() == [4, 3, 1, 2]
    assert masked.individuals.tolist() == [0, 1, 2]
    weighed = X[chosen].problem(y[chosen], mask=True, others=np.array([2], dtype=np.int32))
    assert weighed.others.tolist() == [3]


def test_column_names_and_values_may_hold_equals_signs() -> None:
    target = table_of(**{"a=b": symbols("c=d", "e")}).target("a=b=c=d")
    assert (target.column, target.value) == ("a=b", "c=d")


def test_rows_without_a_target_are_individuals_but_no_examples() -> None:
    table = table_of(x=numbers(1, 2, 3, 4), y=symbols("p", None, "q", None))
    problem = table.problem("y=p")
    assert problem.individuals.tolist() == [0, 1]
    assert problem.positive.tolist() == [True, False]
    assert problem.kb.numbers[0].values.tolist() == [1, 3, 2, 4]
    assert table.target("y=p").remarks == ("2 rows have no value in column 'y' and are not used.",)
    assert table_of(y=symbols("p", "q")).target("y=p").remarks == ()


def test_more_columns_can_be_hidden() -> None:
    table = table_of(x=numbers(1, 2), z=numbers(3, 4), y=symbols("p", "q"))
    kb = table.problem("y=p", hide=["z"]).kb
    assert list(kb.vocabulary.data_properties) == ["urn:owlboost:table#x"]


@pytest.mark.parametrize(
    ("target", "error", "message"),
    [
        (
            "kind",
            ExamplesError,
            "'kind' is only a column; say which value to learn: one of kind=blue, kind=red.",
        ),
        ("knd=red", UnknownNameError, "t.csv has no column named 'knd'. Did you mean kind"),
        ("kind=rd", UnknownNameError, "Column 'kind' of t.csv has no value 'rd'. Did you mean red"),
        ("n=3", UnknownNameError, "Column 'n' of t.csv has no value '3'. The choices are '1', '2'"),
        ("n=one", UnknownNameError, "Column 'n' of t.csv has no value 'one'."),
        ("n=nan", UnknownNameError, "Column 'n' of t.csv has no value 'nan'."),
        (
            "red",
            UnknownNameError,
            "The target 'red' is not of the form COLUMN=VALUE. Write kind=red.",
        ),
        (
            "knd",
            UnknownNameError,
            "The target 'knd' is not of the form COLUMN=VALUE. Did you mean kind",
        ),
        ("same=x", ExamplesError, "All rows have 'x' in column 'same', so there are no negative"),
        ("never=true", ExamplesError, "Column 'never' of t.csv is never true."),
        ("when=now", UnknownNameError, "Column 'when' is left out: it holds dates."),
        ("when", UnknownNameError, "Column 'when' is left out: it holds dates."),
    ],
)
def test_what_is_wrong_with_a_target(target: str, error: type[OwlboostError], message: str) -> None:
    table = Table(
        Path("t.csv"),
        Names(["a", "b"]),
        {
            "kind": symbols("red", "blue"),
            "n": numbers(1, 2),
            "same": symbols("x", None),
            "never": SymbolColumn(np.zeros(2, dtype=np.int32), (False, True)),
        },
        {"when": "Column 'when' is left out: it holds dates."},
    )
    with pytest.raises(error) as caught:
        table.problem(target)
    assert message in str(caught.value)


def test_times_are_no_classes() -> None:
    table = table_of(built=NumberColumn(np.array([0.0, 1.0]), "date"))
    assert table.candidate_targets() == {}
    for target in ("built=0", "built=1970-01-01", "built"):
        with pytest.raises(ExamplesError) as caught:
            table.problem(target)
        assert str(caught.value) == (
            "Column 'built' of t.csv contains dates or times, which are treated as numbers; use "
            "kinds={'built': 'category'} to make classes of them."
        )


def test_candidate_targets_have_two_to_twenty_values() -> None:
    many = np.arange(30) % 21
    table = table_of(
        many=NumberColumn(many.astype(float)),
        texts=SymbolColumn(many.astype(np.int32), tuple(f"{value:02}" for value in range(21))),
        one=numbers(*[7] * 30),
        two=numbers(*[1, 2, None] * 10),
        truth=symbols(*[True] * 29, False),
    )
    assert table.candidate_targets() == {
        "two": {"1": 10, "2": 10},
        "truth": {"false": 1, "true": 29},
    }


# The paper's tables


@pytest.fixture(scope="module")
def paper_table() -> Callable[[str, str], Table]:
    folder = os.environ.get("OWLBOOST_DATA")
    if not folder:
        pytest.skip("the environment variable OWLBOOST_DATA names no folder of data sets")
    entries = json.loads((Path(folder) / "datasets.json").read_text())
    columns = {entry["name"]: entry.get("columns") for entry in entries}

    def read(name: str, file: str) -> Table:
        return read_table(Path(folder) / name / file, columns=columns[name])

    return read


@pytest.mark.parametrize(
    ("name", "file", "target", "n_rows", "n_positive", "n_properties"),
    [
        ("iris", "iris.csv", "class=Iris-setosa", 150, 50, 4),
        ("wine", "wine.csv", "class=1", 178, 59, 13),
        ("wine", "wine.csv", "class=3.0", 178, 48, 13),
        ("winequality", "winequality-red.csv", "quality=8", 1599, 18, 11),
        ("winequality", "winequality-white.csv", "quality=9", 4898, 5, 11),
    ],
)
def test_the_tables_of_the_paper(
    paper_table: Callable[[str, str], Table],
    name: str,
    file: str,
    target: str,
    n_rows: int,
    n_positive: int,
    n_properties: int,
) -> None:
    table = paper_table(name, file)
    problem = table.problem(target)
    counts = problem.counts
    assert (counts.sum(), counts[problem.positive].sum()) == (n_rows, n_positive)
    assert len(problem.kb.numbers) == n_properties
    assert table.remarks == ()
    assert list(table.candidate_targets()) == [target.partition("=")[0]]
