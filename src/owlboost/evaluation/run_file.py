"""RUN.json in both directions, with the environment it names."""

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar

from owlboost.data.example_labels import range_from_json
from owlboost.data.vocabulary import lexicon_from_json, lexicon_to_json
from owlboost.errors import ExamplesError, RunError
from owlboost.evaluation.folds import Protocol
from owlboost.evaluation.run import (
    ConfigurationResult,
    GivenSets,
    Nested,
    RunResult,
    Scores,
    UnknownShare,
)
from owlboost.evaluation.scores import RecurringRule
from owlboost.runtime.files import atomic_path, read_bytes
from owlboost.runtime.limits import parse_json

_PACKAGES = ("owlboost", "numpy", "numba", "scikit-learn", "scipy")


def installed_version(package: str = "owlboost") -> str:
    """Return the installed version of a package, or "unknown"."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def environment() -> dict[str, Any]:
    """Return versions, platform and number of cores.

    Examples
    --------
    >>> sorted(environment())
    ['cores', 'platform', 'versions']
    """
    versions = {package: installed_version(package) for package in _PACKAGES}
    versions["python"] = platform.python_version()
    return {
        "versions": versions,
        "platform": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
    }


FORMAT = "owlboost/run"
VERSION = 1


def run_to_json(run: RunResult) -> dict[str, Any]:
    """Return the content of a RUN.json file."""
    protocol = run.protocol
    return {
        "format": FORMAT,
        "version": VERSION,
        "dataset": run.dataset,
        "target": run.target,
        "algorithm": run.algorithm,
        "protocol": {
            "folds": protocol.folds,
            "seed": protocol.seed,
            "starred": run.starred,
            "repeats": protocol.repeats,
            "mask": protocol.mask,
        }
        | _nonempty(
            {
                "train_is_test": protocol.train_is_test,
                "definition": protocol.definition,
                "name": protocol.name,
            }
        ),
        "examples": run.examples,
        "positives": run.positives,
        **_nonempty(
            {
                "background": run.background,
                **lexicon_to_json(run.lexicon),
                "target_range": None if run.target_range is None else run.target_range.to_json(),
                "unknown": None if run.unknown is None else asdict(run.unknown),
                "given_sets": None if run.given_sets is None else run.given_sets.to_json(),
            }
        ),
        "parameters": dict(run.parameters),
        "configurations": [
            dict(configuration.parameters) | configuration.scores.to_json()
            for configuration in run.configurations
        ],
        "best": run.best,
        "best_by_fuzzify": dict(run.best_by_fuzzify),
        "baselines": {"top": run.top.to_json()},
        "nested": _nested_to_json(run),
        **_nonempty({"rules": [rule.to_json(run.lexicon) for rule in run.rules]}),
        "remarks": list(run.remarks),
        "environment": dict(run.environment),
        "seconds": run.seconds,
    }


def _nonempty(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries with a value, the same for runs of all versions."""
    return {name: value for name, value in entries.items() if value}


def _nested_to_json(run: RunResult) -> dict[str, Any] | None:
    if run.nested is None:
        return None
    data = run.nested.scores.to_json()
    for fold, number in zip(data["folds"], run.nested.chosen, strict=True):
        fold["configuration"] = number
    return data


Kind = TypeVar("Kind")

_SCORES = ("folds", "mean", "deviation", "fF1F1")


def run_from_json(data: Mapping[str, Any]) -> RunResult:
    """Read the content of a RUN.json file.

    Examples
    --------
    >>> run_from_json({"format": "owlboost/model"})
    Traceback (most recent call last):
    owlboost.errors.RunError: This is not an owlboost run: its format is 'owlboost/model'.
    """
    if data.get("format") != FORMAT:
        raise RunError(f"This is not an owlboost run: its format is {data.get('format')!r:.60}.")
    if data.get("version") != VERSION:
        raise RunError(
            f"This run has version {str(data.get('version'))[:60]}; only {VERSION} can be read."
        )
    try:
        return _checked(_run(data))
    except (
        KeyError, TypeError, ValueError, AttributeError, OverflowError, ExamplesError,
    ) as error:  # fmt: skip
        raise RunError(f"This run is damaged: {error!r:.200}.") from error


def _run(data: Mapping[str, Any]) -> RunResult:
    protocol, nested = data["protocol"], data["nested"]
    return RunResult(
        dataset=_typed(str, data["dataset"]),
        target=_typed(str, data["target"]),
        algorithm=_typed(str, data["algorithm"]),
        protocol=Protocol(
            folds=_typed(int, protocol["folds"]),
            repeats=_typed(int, protocol["repeats"]),
            seed=_typed(int, protocol["seed"]),
            mask=_typed(bool, protocol["mask"]),
            nested=nested is not None,
            train_is_test=_typed(bool, protocol.get("train_is_test", False)),
            definition=_typed(bool, protocol.get("definition", False)),
            name=_typed(str, protocol.get("name", "")),
        ),
        starred=_typed(bool, protocol["starred"]),
        examples=_typed(int, data["examples"]),
        positives=_typed(int, data["positives"]),
        parameters=_typed(dict, data["parameters"]),
        configurations=tuple(
            ConfigurationResult(
                {name: value for name, value in configuration.items() if name not in _SCORES},
                Scores.from_json(configuration),
            )
            for configuration in _typed(list, data["configurations"])
        ),
        best=_typed(int, data["best"]),
        best_by_fuzzify=_typed(dict, data["best_by_fuzzify"]),
        top=Scores.from_json(data["baselines"]["top"]),
        nested=None
        if nested is None
        else Nested(
            Scores.from_json(nested),
            tuple(_typed(int, fold["configuration"]) for fold in nested["folds"]),
        ),
        environment=_typed(dict, data["environment"]),
        seconds=float(data["seconds"]),
        remarks=tuple(_typed(str, remark) for remark in _typed(list, data["remarks"])),
        background=_typed(int, data.get("background", 0)),
        rules=tuple(map(RecurringRule.from_json, _typed(list, data.get("rules", [])))),
        lexicon=lexicon_from_json(data),
        target_range=range_from_json(data.get("target_range")),
        unknown=_unknown(data.get("unknown")),
        given_sets=GivenSets.from_json(data.get("given_sets")),
    )


def _unknown(data: Mapping[str, Any] | None) -> UnknownShare | None:
    if data is None:
        return None
    unknown = UnknownShare(_typed(int, data["individuals"]), float(data["share"]))
    if unknown.individuals < 0 or not 0 <= unknown.share <= 1:
        raise ValueError("the share of unknown individuals is not between 0 and 1")
    return unknown


def _typed(kind: type[Kind], value: object) -> Kind:
    """Check the type of a value; Booleans do not count as numbers."""
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise TypeError(f"{str(value)[:40]!r} is no {kind.__name__}")
    return value


def _checked(run: RunResult) -> RunResult:
    """Return a run whose choices are among its configurations."""
    chosen = () if run.nested is None else run.nested.chosen
    every = [run.top, *(configuration.scores for configuration in run.configurations)]
    if not all(scores.folds for scores in every + ([run.nested.scores] if run.nested else [])):
        raise ValueError("there are no folds")
    for number in (run.best, *run.best_by_fuzzify.values(), *chosen):
        if number not in range(len(run.configurations)):
            raise ValueError(f"there is no configuration {number}")
    if any(len(rule.weights) != len(run.winner.scores.folds) for rule in run.rules):
        raise ValueError("a rule does not tell of every fold")
    return run


def run_text(run: RunResult) -> str:
    """Return the text of a RUN.json file."""
    return json.dumps(run_to_json(run), indent=1, ensure_ascii=False)


def save_run(run: RunResult, path: str | os.PathLike[str]) -> None:
    """Write a RUN.json file atomically."""
    with atomic_path(path) as temporary:
        temporary.write_text(f"{run_text(run)}\n", encoding="utf-8")


def load_run(path: str | os.PathLike[str]) -> RunResult:
    """Read a RUN.json file.

    Examples
    --------
    >>> load_run("no-such-run.json")
    Traceback (most recent call last):
    owlboost.errors.RunError: There is no file no-such-run.json.
    """
    path = Path(path)
    try:
        data = parse_json(read_bytes(path).decode("utf-8"), path)
    except FileNotFoundError:
        raise RunError(f"There is no file {path}.") from None
    except (OSError, ValueError) as error:
        raise RunError(f"{path} cannot be read as a run: {error}.") from error
    if not isinstance(data, dict):
        raise RunError(f"{path} is not an owlboost run.")
    return run_from_json(data)
