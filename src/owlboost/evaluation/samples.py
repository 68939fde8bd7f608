"""Small bundled data sets, as files to learn from."""

import csv
from contextlib import AbstractContextManager
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from owlboost.runtime.files import atomic_path


def hotels() -> AbstractContextManager[Path]:
    """Give the path of the bundled ontology of invented hotels.

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


def write_hotel_ratings(path: Path) -> None:
    r"""Write a CSV table of 120 invented hotels with their ratings.

    Ratings go from 1 to 5. Hotels that are cheap, near the beach or serve breakfast are rated
    better, and so are those with a pool; guests differ a little.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "ratings.csv"
    >>> write_hotel_ratings(target)
    >>> print(*target.read_text().splitlines()[:2], sep="\n")
    hotel,price,distance,pool,meals,rating
    hotel1,145,1.4,false,none,3
    """
    rng = np.random.default_rng(0)
    with atomic_path(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["hotel", "price", "distance", "pool", "meals", "rating"])
        for number in range(1, 121):
            price, distance, pool, meals, mood = rng.random(5).tolist()
            euros, km = 40 + round(165 * price), round(0.1 + 4.9 * distance, 1)
            served = ("none", "breakfast", "all")[int(3 * meals)]
            likes = 5.2 - (euros - 40) / 55 - 0.45 * km + 0.8 * (pool > 0.6)
            likes += 0.7 * (served != "none") + 1.2 * (mood - 0.5)
            rating = min(max(round(likes), 1), 5)
            writer.writerow([f"hotel{number}", euros, km, str(pool > 0.6).lower(), served, rating])
