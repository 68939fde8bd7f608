"""The page of licences lists everything that is needed."""

import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from tools.licences import PAGE, licence, page

ROOT = Path(__file__).parents[3]
ROW = re.compile(r"^\| ([\w-]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def test_every_dependency_is_listed_with_a_licence() -> None:
    rows = {name: (why, stated) for name, why, stated in ROW.findall(PAGE.read_text("utf-8"))}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = list(project["dependencies"])
    for extra in project["optional-dependencies"].values():
        wanted += extra
    for name in (Requirement(one).name for one in wanted):
        assert rows[name][1] != "not stated"
    assert rows["py-horned-owl"] == ("always", "LGPL-3.0-or-later")


def test_the_page_can_be_made() -> None:
    assert set(ROW.findall(page())) >= {("numpy", "always", licence(distribution("numpy")))}
