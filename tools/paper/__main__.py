"""``python -m tools.paper check``: is a run still as committed; ``page``: write the page anew."""

import argparse
import re
import shutil
import sys
from collections.abc import Mapping

from tools.paper.data_sets import COUNTED, counted_text
from tools.paper.results import BUILD, MAIN, OTHERS, ROOT, Experiment, checked, run
from tools.paper.tables import sections

PAGE = ROOT / "docs" / "results-paper.md"
IMAGES = {
    "improvement.boost.svg": "paper/improvements.svg",
    "sets/hotel.svg": "paper/hotel-prices.svg",
}
"""Figures of the first experiment → their names under docs/images."""

_SECTION = re.compile(
    r"<!-- generated:(?P<name>[\w ]+) -->\n.*?<!-- /generated:(?P=name) -->", re.DOTALL
)


def filled(page: str, made: Mapping[str, str]) -> str:
    r"""Return a page with every generated part replaced.

    Raises
    ------
    ValueError
        The page lacks a part, or has one that is not made.

    Examples
    --------
    >>> filled("<!-- generated:a -->\nold\n<!-- /generated:a -->", {"a": "new"})
    '<!-- generated:a -->\nnew\n<!-- /generated:a -->'
    """
    named = [found["name"] for found in _SECTION.finditer(page)]
    if sorted(named) != sorted(made):
        raise ValueError(f"the page has the parts {sorted(named)}, made were {sorted(made)}")
    return _SECTION.sub(
        lambda found: (
            f"<!-- generated:{found['name']} -->\n{made[found['name']]}\n"
            f"<!-- /generated:{found['name']} -->"
        ),
        page,
    )


def keep(experiment: Experiment) -> None:
    """Run an experiment and copy its results, and the figures of the first one."""
    output = BUILD / experiment.name
    first = experiment == MAIN[0]
    run(experiment, output, plot=first)
    shutil.copyfile(output / "placings.csv", experiment.path)
    for name, image in IMAGES.items() if first else ():
        shutil.copyfile(output / name, ROOT / "docs" / "images" / image)


def write_page(*, again: bool) -> None:
    """Run what has no results, or everything again, count the data, and write the page."""
    COUNTED.write_text(counted_text(), encoding="utf-8")
    for experiment in (*MAIN, *OTHERS):
        if again or not experiment.path.exists():
            keep(experiment)
    PAGE.write_text(filled(PAGE.read_text("utf-8"), sections()), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")


def check(tasks: list[str]) -> int:
    """Run the first experiment anew; print what differs, and return 1 if anything does."""
    found = checked(BUILD / "check", tasks)
    for line in found:
        print(line)
    compared = "differences from" if found else "as in"
    print(f"{f'{len(found)} ' if found else ''}{compared} {MAIN[0].path}")
    return 1 if found else 0


def main() -> None:
    """Read the words of the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.paper", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check", help="run seed 0 anew and compare every cell")
    checking.add_argument("--task", action="append", default=[], help="only this one (repeatable)")
    writing = commands.add_parser("page", help="run what has no results and write the page")
    writing.add_argument("--again", action="store_true", help="run everything again")
    words = parser.parse_args()
    if words.command == "check":
        sys.exit(check(words.task))
    write_page(again=words.again)


if __name__ == "__main__":
    main()
