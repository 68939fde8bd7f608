"""What the benchmark of tables tells, with figures made to measure."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from benchmarks import tables

ROOT = Path(__file__).parents[3]


def test_ten_times_the_time_for_a_hundred_times_the_rows_is_an_exponent_of_a_half() -> None:
    line = tables.exponent("rows", [(100, 1.0), (1000, 7.0), (10_000, 10.0)])
    assert line == "tables growth with rows from 100 to 10,000: exponent 0.50"


def test_a_line_compares_with_the_peer() -> None:
    one = {"rows": 1000, "columns": 20, "seconds": 3, "peer": 2, "bytes_a_row": 99.6, "F1": 0.5}
    assert tables._line("boost", one) == (
        "tables     1,000 × 20, boost: 3.00 s of the processor, 1.50 × AdaBoost(50); "
        "100 bytes a row above the table; F1 0.500"
    )


def test_one_row_in_five_is_positive_and_draws_are_the_same_again() -> None:
    values, positive = tables.drawn(5000, 4)
    assert values.shape == (4, 5000)
    assert positive.mean() == pytest.approx(0.21, abs=0.02)
    assert np.array_equal(values, tables.drawn(5000, 4)[0])


def test_a_large_array_shows_in_the_peak() -> None:
    code = (  # in a process of its own, whose peak nobody else has raised
        "import numpy as np; from benchmarks.memory import held, peak; before = held(); "
        "ones = np.ones(20_000_000); print((peak() - before) / ones.nbytes)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert 0.9 < float(done.stdout) < 1.5
