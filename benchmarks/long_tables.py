"""Ten million rows of twenty numbers: within how much memory, and how time grows up to there.

Takes a few minutes and 8 GB of memory, so it runs only where it is named.
"""

from collections.abc import Iterator

from benchmarks.tables import exponent, measured

ROWS = (10_000, 1_000_000, 10_000_000)
N_COLUMNS = 20


def run() -> Iterator[str]:
    """Yield the figures, one line each."""
    found = {n_rows: measured("gradient", n_rows, N_COLUMNS) for n_rows in ROWS}
    for n_jobs in (1, 2):
        many = found[ROWS[-1]] if n_jobs == 1 else measured("gradient", ROWS[-1], N_COLUMNS, n_jobs)
        yield (
            f"tables {ROWS[-1]:,} × {N_COLUMNS}, gradient on {n_jobs} threads: "
            f"{many['wall']:.0f} s by the clock, {many['seconds']:.0f} s of the processor; "
            f"{many['bytes_a_row']:.0f} bytes a row above the table, {many['gigabytes']:.1f} GB in "
            f"all (goal: at most 12); F1 {many['F1']:.3f}"
        )
    times = [(n_rows, one["seconds"]) for n_rows, one in found.items()]
    yield exponent("rows", times)
    yield exponent("rows", times[1:])
