"""File name suffixes of tables."""

import os
from pathlib import Path

TEXT_SUFFIXES = (".csv", ".tsv", ".txt")
PARQUET_SUFFIX = ".parquet"
SHEET_SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
TABLE_SUFFIXES = (*TEXT_SUFFIXES, PARQUET_SUFFIX, *SHEET_SUFFIXES)


def bare_suffix(path: Path) -> str:
    """Return the suffix of a file's name, without ``.gz``."""
    name = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    return name.suffix.lower()


def is_table_path(path: str | os.PathLike[str]) -> bool:
    """Whether a file's name says that it is a table.

    Examples
    --------
    >>> is_table_path("iris.csv"), is_table_path("iris.tsv.gz"), is_table_path("hotel.owl")
    (True, True, False)
    """
    return bare_suffix(Path(path)) in TABLE_SUFFIXES
