"""Things found by name: ours, those of packages that are installed, and those of programs."""

import math
import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

import owlboost
from owlboost.errors import ExtensionError, ParameterError
from owlboost.runtime.registry import Registry

GROUP = "owlboost.tests"
SOURCE = Path(owlboost.__file__).parent
MADE = re.compile(r"^(\w+)(?:: [^=]+)? = Registry\(", re.MULTILINE)
PLACES = [
    f"owlboost.{'.'.join(path.relative_to(SOURCE).with_suffix('').parts)}:{name}"
    for path in sorted(SOURCE.rglob("*.py"))
    for name in MADE.findall(path.read_text("utf-8"))
]
GROUPS = {
    "owlboost.exporters",
    "owlboost.formats",
    "owlboost.learners",
    "owlboost.placings",
    "owlboost.rule_readers",
    "owlboost.sources",
    "owlboost.views",
}
"""What other packages write into their ``pyproject.toml``: names for good, not of modules."""


def test_groups_of_entry_points_keep_their_names() -> None:
    found = [resolve_name(place).group for place in PLACES]
    assert len(found) == len(GROUPS)
    assert set(found) == GROUPS


@pytest.mark.parametrize("place", PLACES)
def test_every_name_of_ours_leads_to_a_thing(place: str) -> None:
    registry = resolve_name(place)
    assert isinstance(registry, Registry)
    assert len(registry) > 0
    for name, where in registry._own.items():
        assert registry[name] is resolve_name(where)


def package(folder: Path, name: str, **entries: str) -> None:
    """Install a package that has nothing but entry points."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"[{GROUP}]", *(f"{entry} = {where}" for entry, where in entries.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n")


def roots() -> "Registry[object]":
    return Registry("root", GROUP, {"square": "math:sqrt"})


def test_a_package_adds_by_an_entry_point_but_replaces_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path, "more-roots", cube="math:cbrt", square="math:floor")
    monkeypatch.syspath_prepend(tmp_path)
    found = roots()
    assert list(found) == ["square", "cube"]
    assert len(found) == 2
    assert "cube" in found
    assert found["square"] is math.sqrt
    assert found["cube"] is getattr(math, "cbrt")  # noqa: B009
    assert found.registered == {}


def test_a_package_that_cannot_be_loaded_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path, "broken-roots", cube="no_such_module:root")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ExtensionError) as caught:
        roots()["cube"]
    assert str(caught.value) == (
        "The root 'cube' of the package broken-roots cannot be loaded: ModuleNotFoundError: "
        "No module named 'no_such_module'. Repair or uninstall broken-roots."
    )


def test_a_program_takes_names_that_are_free() -> None:
    found = roots()
    found.register("same", abs)
    assert found.registered == {"same": abs}
    for name in ("same", "square"):
        with pytest.raises(ParameterError, match=f"There is already a root named '{name}'"):
            found.register(name, round)
    assert found["same"] is abs
    found.include({"same": round, "near": round, "square": round})
    assert (found["same"], found["near"], found["square"]) == (abs, round, math.sqrt)
    assert list(found) == ["square", "same", "near"]


def test_what_is_not_there_is_nothing_or_an_error_with_a_way_out() -> None:
    found = roots()
    assert found.get("cube") is None
    assert found.get("cube", abs) is abs
    assert found.get("square") is math.sqrt
    with pytest.raises(ParameterError, match=r"There is no root 'sqare'\. Did you mean square\?"):
        found["sqare"]
