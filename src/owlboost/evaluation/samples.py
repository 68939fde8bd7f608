"""Small data sets that come with a dependency, as files to learn from."""

import csv
from pathlib import Path

from owlboost.files import atomic_path


def write_wine_table(path: Path) -> None:
    """Write scikit-learn's wine data as a CSV table; the cultivars are 1, 2 and 3.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "wine.csv"
    >>> write_wine_table(target)
    >>> len(target.read_text().splitlines())
    179
    """
    from sklearn.datasets import load_wine

    wine = load_wine()
    with atomic_path(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*wine.feature_names, "cultivar"])
        for values, cultivar in zip(wine.data.tolist(), wine.target.tolist(), strict=True):
            writer.writerow([*values, cultivar + 1])
