"""``python -m tools.studies [NAME …|all]``: run studies, and write docs/studies.md anew."""

import argparse
from pathlib import Path

from tools.paper.__main__ import filled
from tools.studies.definitions import CMEANS, STUDIES, Study
from tools.studies.running import csv_text, read_rows, rows_of
from tools.studies.tables import table

from owlboost.features import PLACINGS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "studies.md"
FOLDER = ROOT / "docs" / "results" / "studies"


def results_path(study: Study) -> Path:
    """Return where the results of a study are committed."""
    return FOLDER / f"{study.name}.csv"


def run(study: Study) -> None:
    """Run a study with progress, and write its results when all is done."""
    PLACINGS.include(CMEANS)
    rows = []
    for row in rows_of(study):
        rows.append(row)
        print(study.name, row["task"], row["algorithm"], row["setting"], row["repeat"], flush=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    results_path(study).write_text(csv_text(rows), encoding="utf-8")


def sections() -> dict[str, str]:
    """Return the tables of all studies, by the names that the page gives them."""
    return {
        study.name: "\n".join(table(study, read_rows(results_path(study))))
        for study in STUDIES.values()
    }


def write_page() -> None:
    """Replace the tables of the page by those of the committed results."""
    PAGE.write_text(filled(PAGE.read_text("utf-8"), sections()), encoding="utf-8")


def main() -> None:
    """Read the words of the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.studies", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"all, {', '.join(STUDIES)}; none: only write the page",
    )
    names = parser.parse_args().names
    if names == ["all"]:
        names = list(STUDIES)
    if unknown := [name for name in names if name not in STUDIES]:
        parser.error(f"there is no study {unknown[0]!r}; choose from {', '.join(STUDIES)}")
    for name in names:
        run(STUDIES[name])
    write_page()


if __name__ == "__main__":
    main()
