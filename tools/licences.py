"""``python -m tools.licences``: the table of licences in docs/licences.md, of what is installed."""

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "licences.md"
_LONG = 60
_INTRODUCTION = """# Licences

owlboost is under the Apache Licence 2.0. It contains no code of others; what it needs is installed
beside it, under these licences, as the packages themselves state them. `python -m tools.licences`
writes this page.

| package | needed | licence |
|---|---|---|
"""


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """Return the page for what is installed here."""
    return _INTRODUCTION + "".join(f"| {' | '.join(row)} |\n" for row in rows())


def rows() -> Iterator[tuple[str, str, str]]:
    """Yield package, what for, and licence: what is needed first, then what comes with it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = dict.fromkeys(map(Requirement, project["dependencies"]), "always")
    for extra, needed in project["optional-dependencies"].items():
        wanted |= dict.fromkeys(map(Requirement, needed), f"for the extra {extra}")
    seen = {_name(one): why for one, why in wanted.items()}
    waiting = list(wanted)
    while waiting:
        needing = waiting.pop(0)
        for further in _needed(needing):
            if _name(further) not in seen:
                seen[_name(further)] = f"by {_name(needing)}"
                waiting.append(further)
    for name, why in sorted(seen.items()):
        try:
            found = distribution(name)
        except PackageNotFoundError:
            sys.exit(f"{name} is not installed: make test installs all that is needed.")
        yield name, why, licence(found)


def licence(found: Distribution) -> str:
    """Return the licence that a package states: an expression, classifiers or a few words."""
    told = found.metadata
    classified = [
        one.rpartition(" :: ")[2]
        for one in told.get_all("Classifier", [])
        if one.startswith("License ::") and one.count("::") > 1
    ]
    words = "".join(told.get_all("License", [])).strip().partition("\n")[0]
    stated = "".join(told.get_all("License-Expression", [])) or ", ".join(classified) or words
    return re.sub(r"\s+", " ", stated)[:_LONG] or "not stated"


def _needed(needing: Requirement) -> Iterator[Requirement]:
    """Yield what a package needs here, with the extras that are asked of it."""
    try:
        requires = distribution(needing.name).requires or []
    except PackageNotFoundError:
        return
    for one in map(Requirement, requires):
        extras = ("", *needing.extras)
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in extras):
            yield one


def _name(requirement: Requirement) -> str:
    return re.sub(r"[-_.]+", "-", requirement.name).lower()


if __name__ == "__main__":
    main()
