"""Finished results: one JSON file for each problem and learner, written whole or not at all."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers.scoring import Figures
from owlboost.errors import DataError
from owlboost.runtime.files import atomic_path

FORMAT = "owlboost/peers"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Result:
    """What one learner reached on all folds of one problem.

    Attributes
    ----------
    problem, suite
        The problem.
    learner, title
        The learner, in names of files and in tables.
    own
        Whether it is a learner of ours.
    settings
        All that the figures depend on but the code: folds, repeats, seed, parameters.
    examples, positives, columns
        Sizes; no columns for ours.
    division
        Digest of examples and folds.
    folds
        Measures of each fold.
    skipped
        Why there are no figures; empty if there are.
    versions
        Versions of what was run.
    """

    problem: str
    suite: str
    learner: str
    title: str
    own: bool
    settings: Mapping[str, Any]
    examples: int = 0
    positives: int = 0
    columns: int = 0
    division: str = ""
    folds: tuple[Figures, ...] = ()
    skipped: str = ""
    versions: Mapping[str, str] | None = None

    def mean(self, name: str) -> float:
        """Mean of a measure over folds that have it; ``fF1F1`` is a product of means (Eq. 17)."""
        if name == "fF1F1":
            return self.mean("fuzzy_F1") * self.mean("F1")
        found = [value for fold in self.folds if (value := fold.get(name)) is not None]
        return float(np.mean(found)) if found else float("nan")

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of what was measured."""
        return tuple(self.folds[0]) if self.folds else ()


def path_of(folder: Path, problem: str, learner: str) -> Path:
    """Return where the result of a learner on a problem is kept."""
    return folder / f"{problem}.{learner}.json"


def save(result: Result, folder: Path) -> None:
    """Write a result."""
    text = json.dumps({"format": FORMAT, **asdict(result)}, indent=1)
    with atomic_path(path_of(folder, result.problem, result.learner)) as path:
        path.write_text(text + "\n", encoding="utf-8")


def read(path: Path) -> Result | None:
    """Read a result; None if the file is none."""
    data = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
        return None
    return Result(**{**data, "folds": tuple(data["folds"])})


def finished(folder: Path, problem: str, learner: str, settings: Mapping[str, Any]) -> bool:
    """Whether a result is there already; data that were not at hand are looked for again.

    Raises
    ------
    DataError
        There is one, but of other settings.
    """
    path = path_of(folder, problem, learner)
    found = read(path) if path.is_file() else None
    if found is not None and dict(found.settings) != dict(settings):
        raise DataError(
            f"{path} was made with other settings ({found.settings}); give another folder (-o), or "
            "another name to our learner (--label)."
        )
    return found is not None and bool(found.division)


def read_all(folders: Iterable[Path]) -> list[Result]:
    """Read all results of some folders; of the same problem and learner the first counts."""
    kept: dict[tuple[str, str], Result] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.json")):
            found = read(path)
            if found is not None:
                kept.setdefault((found.problem, found.learner), found)
    return list(kept.values())
