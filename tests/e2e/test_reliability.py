"""The page on reliability: its commands run, its numbers are those of the code."""

import re
import shlex
from dataclasses import asdict

from tests.e2e.commands import ROOT, Commands
from tools.fuzzing import trials
from tools.fuzzing.readers import readers

from owlboost.evaluation.samples import write_iris_table
from owlboost.runtime.limits import DEEPEST, InputLimits

PAGE = (ROOT / "docs" / "reliability.md").read_text("utf-8")
MAKE = (ROOT / "Makefile").read_text("utf-8")


def test_the_commands_of_the_page_run(owlboost: Commands) -> None:
    write_iris_table(owlboost.folder / "iris.csv")
    owlboost.monkeypatch.setenv("OWLBOOST_LIMITS", "")  # what a command sets is undone
    lines = "".join(re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)).splitlines()
    assert lines
    for line in lines:
        words = shlex.split(line)
        assert words[0] == "owlboost"
        owlboost.done(*words[1:])


def test_the_goals_of_make_exist() -> None:
    goals = set(re.findall(r"make (\w+)", PAGE))
    assert goals == {"fuzz", "faults", "lock", "lowest", "pythons", "test", "wheel"}
    assert all(re.search(rf"^{goal}:", MAKE, re.MULTILINE) for goal in goals)


def test_the_limits_are_those_of_the_code() -> None:
    told = dict(re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", PAGE, re.MULTILINE))
    numbers = {
        name: int(text.replace(" ", "").replace("GiB", "")) * (2**30 if "GiB" in text else 1)
        for name, text in told.items()
    }
    assert numbers == asdict(InputLimits())
    assert f"at most {DEEPEST}." in PAGE


def test_what_is_said_of_fuzzing_is_so() -> None:
    assert f"for {len(readers())} readers" in " ".join(PAGE.split())
    assert f"{trials.MEMORY // 2**30} GiB of memory" in " ".join(PAGE.split())
    assert f"{trials.SECONDS:g} seconds of computing time" in " ".join(PAGE.split())


def test_files_that_are_named_exist() -> None:
    named = re.findall(r"`(tests/[\w/.]+)`", PAGE)
    assert named
    assert all((ROOT / name).is_file() for name in named)
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / "SECURITY.md").read_text("utf-8"))
    assert links
    assert all((ROOT / link).is_file() for link in links)
