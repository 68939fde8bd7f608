"""Tables like those that newcomers try first, made up: passengers, penguins, diamonds."""

import csv
import io
from collections.abc import Iterable, Sequence

import numpy as np


def _written(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def passengers(n: int = 160) -> str:
    """Passengers of a ship: names, tickets with and without letters, missing ages and cabins."""
    rng = np.random.default_rng(1)
    rows = []
    for number in range(n):
        sex = "female" if rng.random() < 0.4 else "male"
        rank = int(rng.integers(1, 4))
        survived = int(rng.random() < (0.85 if sex == "female" and rank < 3 else 0.15))
        age = "" if rng.random() < 0.2 else f"{rng.integers(1, 160) / 2:g}"
        ticket = f"A/{number} {rng.integers(9999)}" if number % 4 == 0 else f"{113000 + number}"
        cabin = f"C{number}" if number % 5 == 0 else ""
        title = "Mrs." if sex == "female" else "Mr."
        name = f'Brown, {title} Kim "No {number}"'
        fare = f"{rng.integers(700, 9000) / 100:g}"
        port = "SCQ"[rng.integers(3)]
        rows.append((number + 1, survived, rank, name, sex, age, ticket, fare, cabin, port))
    header = "PassengerId,Survived,Pclass,Name,Sex,Age,Ticket,Fare,Cabin,Embarked"
    return _written(header.split(","), rows)


def penguins(n: int = 150) -> str:
    """Penguins: measures of three species, with NA, dates and a remark here and there."""
    rng = np.random.default_rng(2)
    means = {
        "Adelie": (38.8, 190, 3700),
        "Chinstrap": (48.8, 196, 3730),
        "Gentoo": (47.5, 217, 5070),
    }
    rows: list[Sequence[object]] = []
    for number in range(n):
        species = list(means)[number % 3]
        bill, flipper, mass = means[species]
        measured: tuple[object, ...] = (
            f"{rng.normal(bill, 2):.1f}",
            round(rng.normal(flipper, 5)),
            round(rng.normal(mass, 300) / 25) * 25,
        )
        if number % 40 == 3:
            measured = ("NA", "NA", "NA")
        sex = ("male", "female", "NA")[rng.choice(3, p=[0.48, 0.48, 0.04])]
        found = f"{rng.integers(1, 13)}/{rng.integers(1, 29)}/{rng.integers(7, 10):02}"
        island = ("Biscoe", "Dream", "Torgersen")[rng.integers(3)]
        rows.append((species, island, *measured, sex, found, "" if number % 9 else "nest moved"))
    header = "species island bill_length_mm flipper_length_mm body_mass_g sex found comments"
    return _written(header.split(), rows)


def diamonds(n: int = 160) -> str:
    """Diamonds in a shop's list: prices with dollars and thousands, depth in per cent."""
    rng = np.random.default_rng(3)
    rows = []
    for _ in range(n):
        carat = rng.uniform(0.2, 2.5)
        cut = ("Fair", "Good", "Very Good", "Premium", "Ideal")[rng.integers(5)]
        price = 400 + 4000 * carat**1.6 * rng.uniform(0.8, 1.25)
        depth = f"{rng.normal(61.7, 1.4):.1f} %"
        rows.append((f"{carat:.2f}", cut, "DEFGHIJ"[rng.integers(7)], depth, f"${price:,.2f}"))
    return _written(["carat", "cut", "color", "depth", "price"], rows)


def german(text: str) -> bytes:
    """Write a table as a German spreadsheet program does: ``;``, decimal commas, Windows-1252."""
    rows = csv.reader(io.StringIO(text))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    for row in rows:
        writer.writerow([cell.replace(".", ",") if _is_number(cell) else cell for cell in row])
    return out.getvalue().encode("cp1252")


def _is_number(cell: str) -> bool:
    return cell.replace(".", "", 1).lstrip("-").isdigit()
