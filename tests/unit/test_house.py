"""The plan of the house is true: what texts and settings name of it is there."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name

import pytest
from tests.unit.runtime.test_registry import GROUPS

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "owlboost"
PLAN = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
CHANGES = (ROOT / "CONTRIBUTING.md").read_text("utf-8")

MODULES = sorted(set(re.findall(r"`((?:[a-z_]+\.)+[a-z_]+)`", PLAN)))
TEXTS = [
    *sorted(set(ROOT.glob("*.md")) - {ROOT / "CHANGELOG.md"}),  # which tells of former times
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted(ROOT.glob("docs/**/*.ipynb")),
    *sorted(ROOT.glob("docs/*.py")),
    *sorted(ROOT.glob("tools/**/*.toml")),
    *(ROOT / name for name in ("pyproject.toml", "mkdocs.yml", "Makefile")),
]
DOTTED = re.compile(r"\bowlboost(?:\.[A-Za-z_]\w*)+")
IMPORTED = re.compile(r"\bfrom (owlboost[\w.]*) import (\w+(?:, \w+)*)")
NO_MODULES = {*GROUPS, "owlboost.example"}
"""Groups of entry points, and what examples make up."""

ROWS = re.findall(r"^\| (an? [^|]+) \| (.+) \|$", CHANGES, re.MULTILINE)


@pytest.mark.parametrize("name", MODULES)
def test_a_module_of_the_plan_exists(name: str) -> None:
    path = SOURCE / name.replace(".", "/")
    assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


@pytest.mark.parametrize(
    "way", ["The path of a row", "The path of an individual", "The path of an edit"]
)
def test_a_path_has_at_most_twelve_steps_of_one_module_each(way: str) -> None:
    section = PLAN.split(f"## {way}\n")[1].split("\n## ")[0]
    steps = re.findall(r"^(\d+)\. `([a-z_.]+)` ", section, re.MULTILINE)
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    assert 5 < len(steps) <= 12
    assert len({module for _, module in steps}) == len(steps)


def test_the_plan_has_two_pages_at_most() -> None:
    assert len(PLAN.splitlines()) <= 120


def test_a_module_has_a_test_of_its_name_or_a_stand_in() -> None:
    """Tests lie as the modules do; tests/unit/stand_ins.toml lists what is tried elsewhere."""
    modules = [path.relative_to(SOURCE) for path in SOURCE.rglob("*.py")]
    nameless = {
        ".".join(path.with_suffix("").parts)
        for path in modules
        if path.name not in {"__init__.py", "__main__.py"}
        and not list((ROOT / "tests/unit" / path.parent).glob(f"test_{path.stem.strip('_')}*.py"))
    }
    stand_ins = tomllib.loads((ROOT / "tests/unit/stand_ins.toml").read_text("utf-8"))
    assert set(stand_ins) == nameless
    assert [file for file in stand_ins.values() if not (ROOT / file).is_file()] == []


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


def named_in(text: str) -> Iterator[str]:
    """Dotted names of ours that a text has, and what it imports from them."""
    yield from DOTTED.findall(text)
    for module, things in IMPORTED.findall(text):
        yield from (f"{module}.{thing}" for thing in things.split(", "))


def strings_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def unresolved(names: set[str]) -> list[str]:
    """Names that lead to no module, and to nothing in one."""
    found = []
    for name in sorted(names - NO_MODULES):
        try:
            resolve_name(name)
        except (ImportError, AttributeError):
            found.append(name)
    return found


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_dotted_name_in_a_text_leads_somewhere(path: Path) -> None:
    assert unresolved(set(named_in(path.read_text("utf-8")))) == []


def test_a_dotted_name_in_a_string_of_the_code_leads_somewhere() -> None:
    strings = (text for path in SOURCE.rglob("*.py") for text in strings_of(path))
    names = {name for text in strings for name in named_in(text)}
    assert len(names) > 30
    assert unresolved(names) == []


def test_a_name_in_the_mathematics_leads_somewhere() -> None:
    text = (ROOT / "docs" / "mathematics.md").read_text("utf-8")
    names = set(re.findall(r"`([a-z_]+(?:\.[A-Za-z_]\w*)+)", text)) - {
        "model.properties.sound.holds"
    }
    assert len(names) > 50
    assert unresolved({f"owlboost.{name}" for name in names}) == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_path_in_a_text_is_there(path: Path) -> None:
    named = re.findall(r"\b(?:src/owlboost|tests|tools)/[\w./*-]*\w", path.read_text("utf-8"))
    assert [name for name in named if "NAME" not in name and not list(ROOT.glob(name))] == []


def test_every_module_in_the_walls_exists() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    named = {
        name
        for contract in contracts
        for part in ("source_modules", "forbidden_modules", "containers")
        for name in contract.get(part, ())
    }
    assert len(named) > 20
    assert [name for name in sorted(named) if find_spec(name) is None] == []
