"""The plan of the house is true: what ARCHITECTURE.md and CONTRIBUTING.md name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "owlboost"
PLAN = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
CHANGES = (ROOT / "CONTRIBUTING.md").read_text("utf-8")

MODULES = sorted(set(re.findall(r"`((?:[a-z_]+\.)+[a-z_]+)`", PLAN)))
ROWS = re.findall(r"^\| (an? [^|]+) \| (.+) \|$", CHANGES, re.MULTILINE)


@pytest.mark.parametrize("name", MODULES)
def test_a_module_of_the_plan_exists(name: str) -> None:
    path = SOURCE / name.replace(".", "/")
    assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


@pytest.mark.parametrize("way", ["The way of a row", "The way of an individual"])
def test_a_way_has_at_most_fifteen_steps(way: str) -> None:
    section = PLAN.split(f"## {way}\n")[1].split("\n## ")[0]
    steps = [int(number) for number in re.findall(r"^(\d+)\. ", section, re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1))
    assert 5 < len(steps) <= 15


def test_every_room_is_on_the_plan() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").is_file()}
    table = PLAN.split("## Rooms")[1].split("## The way")[0]
    named = set(re.findall(r"`(\w+)`", table))
    assert rooms <= named


def test_ten_changes_are_shown() -> None:
    assert len(ROWS) == 10


@pytest.mark.parametrize(("change", "files"), ROWS)
def test_a_change_touches_at_most_three_files(change: str, files: str) -> None:
    named = re.findall(r"`(src/[^`]+)`", files)
    alternatives = files.count(" or `src/")
    assert 1 <= len(named) - (2 if alternatives else 0) <= 3, change
    for name in named:
        if "NAME" not in name:
            assert (ROOT / name).is_file(), name


def test_one_name_is_one_thing() -> None:
    """No two classes of one name; a leading underscore is a room's own affair."""
    found: dict[str, list[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for name in re.findall(r"^class ([A-Za-z]\w*)", path.read_text("utf-8"), re.MULTILINE):
            found.setdefault(name, []).append(str(path.relative_to(SOURCE)))
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
