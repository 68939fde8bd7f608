"""A table in portions is the table, and what is said of it is the same to the byte."""

import csv
import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from tests.reference import predictions as literal

from owlboost.cli.options import PredictionFormat, TableOptions
from owlboost.cli.prediction_output import print_predictions, print_spooled, spooled
from owlboost.cli.source import read_options
from owlboost.concepts.concept import Concept, CrispValue, FuzzyValue
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
)
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, Triangular
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import OwlboostError
from owlboost.models.calibration import Platt
from owlboost.models.predictions import Prediction
from owlboost.models.source import source_from
from owlboost.models.trained import TrainedModel
from owlboost.tables.columns import Column, NumberColumn
from owlboost.tables.facts import table_iri
from owlboost.tables.partial_reads import NeedsWholeTableError, portions_for, read_table_for
from owlboost.tables.read_options import ReadOptions

LOW = FuzzyValue(table_iri("price"), FuzzySet("price_L", LeftShoulder(1.5, 40)))
MIDDLE = FuzzyValue(table_iri("price"), FuzzySet("price_M", Triangular(1, 8, 100)))
RED = CrispValue(table_iri("colour"), "red")
POOL = CrispValue(table_iri("pool"), True)
RULES = [Inclusion(Concept((label,)), degree) for label, degree in
         ((LOW, 1.0), (MIDDLE, 0.7), (RED, 0.9), (POOL, 0.3))]  # fmt: skip
SUM = BoostedHypothesis(
    tuple(WeakHypothesis(f"WL{n}", (rule,)) for n, rule in enumerate(RULES)), (0.8, -1.7, 2.1, 0.1)
)

PLAIN = ["1", "2.5", "-3e2", "", "?", " 7 ", "100", "0.1", "-0"]
ODD = [*PLAIN, "1,5", "2020-01-01", "true", "12 %", "inf", "x"]
COLOURS = ["red", " red", "blue", "", "1.0", "rötlich"]
TRUTHS = ["true", "FALSE", "1", "", "0"]
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=14)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A table of text whose rows have names, not all of them different."""
    prices = draw(st.sampled_from([PLAIN, PLAIN, ODD]))
    pools = draw(st.sampled_from([TRUTHS, TRUTHS, [*TRUTHS, "maybe"]]))
    cells = st.tuples(
        st.one_of(NAMES, st.sampled_from(["=1+1", 'a "b", c', "long " * 30])),
        st.sampled_from(prices),
        st.sampled_from(COLOURS),
        st.sampled_from(pools),
    )
    unique = draw(st.booleans())
    rows = draw(st.lists(cells, min_size=1, max_size=12, unique_by=(lambda row: row[0].strip())
                         if unique else None))  # fmt: skip
    out = io.StringIO()
    csv.writer(out).writerows([("name", "price", "colour", "pool"), *rows])
    return out.getvalue()


OPTIONS = st.sampled_from([TableOptions(), TableOptions(id_column="name")])
HYPOTHESES = st.sampled_from([SUM, RuleSet(tuple(RULES)), RuleSet((RULES[0],))])
SIZES = st.integers(1, 13)


def whole(hypothesis: Hypothesis, path: Path, id_column: str | None) -> list[Prediction] | None:
    """What is said of the table that is read as a whole; None if it is refused."""
    try:
        table = read_table_for(hypothesis, path, options=ReadOptions(id_column=id_column))
    except OwlboostError:
        return None
    return model_of(hypothesis).predict(table)


def model_of(hypothesis: Hypothesis) -> TrainedModel:
    calibration = Platt(2.0, -0.3) if isinstance(hypothesis, RuleSet) else None
    return TrainedModel("boost", "urn:x#Good", hypothesis, 0.4, calibration=calibration)


@given(texts(), HYPOTHESES, OPTIONS, SIZES)
def test_portions_put_together_are_the_table(
    text: str, hypothesis: Hypothesis, options: TableOptions, rows: int
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_text(text, encoding="utf-8")
        try:
            found = list(portions_for(hypothesis, path, rows, options=read_options(options)))
        except NeedsWholeTableError:
            event("read as a whole")
            return
        event("read in portions")
        assert all(table.n_rows <= rows for table in found)
        evidence = np.concatenate([model_of(hypothesis).evidence(table) for table in found])
        names = [name for table in found for name in table.row_names]
        expected = whole(hypothesis, path, options.id_column)
    if len({*names}) < len(names):
        assert expected is None  # whoever puts them together has to notice
    else:
        assert expected is not None
        assert names == [one.individual for one in expected]
        assert evidence.tolist() == [one.evidence for one in expected]


@given(texts(), HYPOTHESES, OPTIONS, SIZES, st.sampled_from(PredictionFormat))
def test_what_is_said_of_a_table_is_the_same_in_portions(
    text: str,
    hypothesis: Hypothesis,
    options: TableOptions,
    rows: int,
    layout: PredictionFormat,
) -> None:
    out, model = io.StringIO(), model_of(hypothesis)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_text(text, encoding="utf-8")
        expected = whole(hypothesis, path, options.id_column)
        with redirect_stdout(out), redirect_stderr(io.StringIO()):
            source = source_from(path, read_options(options))
            named = options.id_column is not None
            with spooled(model, source, rows, named=named) as spool:
                if spool is not None:
                    print_spooled(spool, layout)
            if spool is None:
                event("read as a whole")
                if expected is None:
                    return
                table = read_table_for(hypothesis, path, options=read_options(options))
                print_predictions(model.predictions(table), layout)
    assert expected is not None
    write = {
        PredictionFormat.JSON: literal.json_text,
        PredictionFormat.CSV: literal.csv_text,
        PredictionFormat.TABLE: literal.table_text,
    }[layout]
    assert out.getvalue() == write(expected)


def test_plain_numbers_categories_and_truth_values_are_read_in_portions(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("price,colour,pool\n1,red,true\n?,blue,\n2.5,,0\n")
    assert [one.n_rows for one in portions_for(SUM, path, 2)] == [2, 1]
    assert [one.row_names[0] for one in portions_for(SUM, path, 2)] == ["row1", "row3"]


def values(column: Column) -> list[float]:
    assert isinstance(column, NumberColumn)
    numbers: list[float] = column.values.tolist()
    return numbers


def test_so_are_plain_numbers_of_a_column_that_keeps_its_point(tmp_path: Path) -> None:
    path, spelling = tmp_path / "t.csv", Lexicon(habits={table_iri("price"): "."})
    path.write_text("price,colour,pool\n1.234,red,true\n2,blue,false\n")
    found = list(portions_for(SUM, path, 1, spelling))
    assert [values(one.columns["price"]) for one in found] == [[1.234], [2]]
    path.write_text('price,colour,pool\n"1,234",red,true\n')
    with pytest.raises(NeedsWholeTableError):
        list(portions_for(SUM, path, 1, spelling))
