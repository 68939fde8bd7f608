"""Things found by name: ours, those of packages that are installed, and those of programs."""

import math
from pathlib import Path

import pytest

from owlboost.errors import ExtensionError, ParameterError
from owlboost.registries import Registry

GROUP = "owlboost.tests"


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
