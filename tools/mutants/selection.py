"""Which tests are asked about a mutant: those that run its line, the quickest first."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from coverage import CoverageData
from tools.mutants.sample import Mutant

MOST_SECONDS = 60.0
"""Tests are chosen until they take this long together, as measured without a mutant."""
MOST_TESTS = 400
IMPORT = ""
"""Context of lines run while modules are imported, outside any test."""


@dataclass(frozen=True, slots=True)
class CoverageMap:
    """Which tests run which lines, and how long each test takes."""

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]

    def running(self, module: str, first: int, last: int) -> set[str]:
        """Find tests that run any of these lines of a module."""
        lines = self.lines.get(module, {})
        return {
            test for line, tests in lines.items() if first <= line <= last for test in tests if test
        }

    def save(self, path: Path) -> None:
        """Write the map to a file."""
        path.write_text(
            json.dumps({"lines": self.lines, "seconds": self.seconds}), encoding="utf-8"
        )

    @classmethod
    def load(cls, path: Path) -> "CoverageMap":
        """Read a map from a file."""
        data = json.loads(path.read_text(encoding="utf-8"))
        lines = {
            module: {int(line): tests for line, tests in found.items()}
            for module, found in data["lines"].items()
        }
        return cls(lines, data["seconds"])


def measured(root: Path, coverage_file: Path, durations_file: Path) -> CoverageMap:
    """Make a map of what a run of pytest with ``--cov-context=test`` left behind."""
    data = CoverageData(str(coverage_file))
    data.read()
    seconds = json.loads(durations_file.read_text(encoding="utf-8"))["seconds"]
    lines = {}
    for file in sorted(data.measured_files()):
        found = data.contexts_by_lineno(file)
        lines[Path(file).relative_to(root).as_posix()] = {
            line: sorted({context.rpartition("|")[0] for context in contexts})
            for line, contexts in sorted(found.items())
        }
    return CoverageMap(lines, seconds)


def chosen_for(mutant: Mutant, tests: CoverageMap) -> list[str]:
    """Choose tests to ask about a mutant, in the order in which they are run.

    First come tests that run the changed line, or its statement. Where there are none, because the
    line is run on import or in another process, come those that run the module; where there are
    none either, those of the room. Tests in files named after the module come in the end.
    """
    module, change = mutant.module, mutant.change
    candidates = (
        tests.running(module, *change.lines)
        or tests.running(module, change.statement, change.statement),
        set(_named_after(module, tests.seconds)),
    )
    if not candidates[0]:
        running = tests.running(module, 0, len(mutant.source))
        candidates = (running or set(_of_room(module, tests.seconds)), candidates[1])
    return list(_within_limits(candidates, tests.seconds))


def _within_limits(groups: Iterable[Iterable[str]], seconds: dict[str, float]) -> Iterator[str]:
    spent, chosen = 0.0, set[str]()
    for group in groups:
        for test in sorted(group, key=lambda name: (seconds.get(name, 0.0), name)):
            if test in chosen or test not in seconds:
                continue
            spent += seconds[test]
            if chosen and (spent > MOST_SECONDS or len(chosen) >= MOST_TESTS):
                return
            chosen.add(test)
            yield test


def _named_after(module: str, tests: Iterable[str]) -> Iterator[str]:
    """Find tests in files named after a module or the package it is in."""
    path = PurePosixPath(module)
    names = {path.stem, path.parent.name}
    for test in tests:
        file = PurePosixPath(test.partition("::")[0])
        words = file.stem.removeprefix("test_")
        if file.parts[0] == "tests" and any(
            words == name or words.startswith(f"{name}_") for name in names
        ):
            yield test


def _of_room(module: str, tests: Iterable[str]) -> Iterator[str]:
    """Find tests of the room a module is in: ``tests/unit/learners`` for ``owlboost.learners``."""
    room = PurePosixPath(module).parts[2]
    return (test for test in tests if room in PurePosixPath(test.partition("::")[0]).parts)
