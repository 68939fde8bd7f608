"""What is installed and what is shipped: locked versions, lowest versions, the source archive."""

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections import defaultdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = (ROOT / ".ci" / "requirements.txt").read_text("utf-8")
NAME = re.compile(r"[A-Za-z0-9._-]+")
_LOCKED = r"([a-z0-9-]+)(?:\[[a-z,]+\])?==[0-9][\w.+!]*(?: ; [^-]+?)?((?: +--hash=\S+)+)"
"""A package, perhaps with extras, its version, for whom, and hashes."""


def group(name: str) -> list[str]:
    """Return the requirements of a dependency group, those of included ones too."""
    found: list[str] = []
    for one in PROJECT["dependency-groups"][name]:
        found += [one] if isinstance(one, str) else group(one["include-group"])
    return found


def package(requirement: str) -> str:
    """Return which package a requirement is for."""
    named = NAME.match(requirement)
    assert named
    return re.sub(r"[-_.]+", "-", named[0]).lower()


def locked() -> dict[str, list[str]]:
    """Return the hashes of each locked package; it may have several versions."""
    hashes: dict[str, list[str]] = defaultdict(list)
    for entry in LOCK.replace("\\\n", " ").splitlines():
        found = re.fullmatch(_LOCKED, entry)
        assert found, entry
        hashes[found[1]] += found[2].split()
    return hashes


def test_what_ci_installs_is_locked_with_hashes() -> None:
    hashes = locked()
    assert all(
        re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", one) for all_ in hashes.values() for one in all_
    )
    wanted = {package(one) for one in [*PROJECT["project"]["dependencies"], *group("lock")]}
    assert wanted <= set(hashes), "make lock"
    assert "requirements.txt" in (ROOT / "Makefile").read_text("utf-8")


def test_the_lock_names_no_place_to_install_from() -> None:
    assert not re.search(r"://|--index|--find-links|--extra|@", LOCK)


def test_a_package_has_one_lowest_version() -> None:
    """matplotlib's was lower for users than for tests, which failed with it."""
    project = PROJECT["project"]
    named = list(project["dependencies"])
    for extra in project["optional-dependencies"].values():
        named += extra
    for one in ("test", "lint", "docs", "lock"):
        named += group(one)
    bounds = defaultdict(set)
    for requirement in named:
        bounds[package(requirement)].add(requirement.partition(">=")[2])
    assert all(len(found) == 1 and all(found) for found in bounds.values()), bounds


def test_tests_install_all_extras() -> None:
    tested = {package(one) for one in group("test")}
    for extra in PROJECT["project"]["optional-dependencies"].values():
        assert {package(one) for one in extra} <= tested


@pytest.mark.skipif(not find_spec("hatchling"), reason="the source archive is built by hatchling")
def test_the_source_archive_has_no_folders_that_only_are_called_alike(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "README.md", "LICENSE", "src/owlboost/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    wanted = ("tests/test_it.py", "docs/index.md", "tools/it.py")
    others = ("data/src/x.csv", "notes/docs/x.md", "results/tests/x.json", "secret.txt")
    for name in (*wanted, *others):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist"]
    subprocess.run([*build, "--directory", "out"], cwd=tmp_path, check=True, capture_output=True)
    (archive,) = (tmp_path / "out").iterdir()
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"pyproject.toml", "README.md", "src/owlboost/__init__.py", *wanted} <= names
    assert names.isdisjoint(others)
