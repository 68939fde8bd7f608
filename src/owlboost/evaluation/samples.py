"""Small data sets that come with the package or a dependency, as files to learn from."""

import csv
from contextlib import AbstractContextManager
from importlib.resources import as_file, files
from pathlib import Path

from owlboost.files import atomic_path


def hotels() -> AbstractContextManager[Path]:
    """Give the path of the bundled ontology of hotels in an invented town.

    Examples
    --------
    >>> with hotels() as path:
    ...     path.name
    'hotels.ofn'
    """
    return as_file(files("owlboost.evaluation") / "data" / "hotels.ofn")


def write_iris_table(path: Path) -> None:
    """Write scikit-learn's iris data as a CSV table with the species last.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "iris.csv"
    >>> write_iris_table(target)
    >>> len(target.read_text().splitlines())
    151
    """
    from sklearn.datasets import load_iris

    iris = load_iris()
    names = [name.removesuffix(" (cm)").replace(" ", "_") for name in iris.feature_names]
    with atomic_path(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*names, "species"])
        for values, species in zip(iris.data.tolist(), iris.target.tolist(), strict=True):
            writer.writerow([*values, iris.target_names[species]])
