"""``python -m tools.mutants``: try a sample of mutants and list those that no test notices."""

import argparse
import os
import shutil
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.mutants.sample import (
    RECORD,
    Mutant,
    all_mutants,
    known_equivalents,
    sampled,
    why_equivalent,
)
from tools.mutants.selection import CoverageMap, measured
from tools.mutants.trees import cloned, copied, digest, map_tests
from tools.mutants.trials import EQUIVALENT, SURVIVED, Journal, Verdict, score, try_all

ROOT = Path(__file__).parents[2]
COUNT, SEED = 160, 2025


def main() -> None:
    """Try mutants and print what became of them."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was started is ended too
    everything = all_mutants(ROOT)
    _check(everything)
    mutants = everything if options.all else sampled(everything, options.count, options.seed)
    if options.only:
        mutants = [one for one in everything if _is_named(one, options.only)]
    print(f"{len(mutants)} of {len(everything)} mutants", flush=True)
    if options.list:
        print("\n".join(map(_title, mutants)))
        return
    folder = options.folder / digest(ROOT, options.tests)
    verdicts = _verdicts(mutants, _Work(folder, options.jobs, tuple(options.tests)))
    _report(mutants, verdicts, options.folder / "survivors.diff")


def _check(mutants: Sequence[Mutant]) -> None:
    """Refuse records of equivalent mutants that are none: code has moved on, they have not."""
    for entry in known_equivalents(ROOT):
        if not any(why_equivalent(one, [entry]) for one in mutants):
            sys.exit(f"{RECORD} has a mutant that does not exist: {entry.where}: {entry.after}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help="size of the sample")
    parser.add_argument("--seed", type=int, default=SEED, help="another sample")
    parser.add_argument("--all", action="store_true", help="try all mutants, not a sample")
    parser.add_argument("--only", nargs="+", help="names of mutants, or parts of module paths")
    parser.add_argument("--list", action="store_true", help="list mutants without trying them")
    parser.add_argument("--tests", nargs="+", default=[], help="ask only tests in these paths")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="processes")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutants", help="work here")
    return parser.parse_args()


def _is_named(mutant: Mutant, names: Sequence[str]) -> bool:
    return any(name == mutant.name or ("/" in name and name in mutant.module) for name in names)


def _title(mutant: Mutant) -> str:
    place = f"{mutant.module}:{mutant.line}"
    return f"{mutant.name}  {place}  {mutant.change.kind}: {mutant.before}  →  {mutant.after}"


@dataclass(frozen=True, slots=True)
class _Work:
    """Where mutants are tried, in how many processes, and with which tests."""

    folder: Path
    jobs: int
    tests: tuple[str, ...]


def _verdicts(mutants: Sequence[Mutant], work: _Work) -> dict[str, Verdict]:
    """Verdicts on mutants: those known, those recorded as equivalent, and the others tried."""
    work.folder.mkdir(parents=True, exist_ok=True)
    journal, equivalents = Journal(work.folder / "verdicts.jsonl"), known_equivalents(ROOT)
    reasons = {one.name: why_equivalent(one, equivalents) for one in mutants}
    excused = {
        name: Verdict(name, EQUIVALENT, 0, 0.0, reason)
        for name, reason in reasons.items()
        if reason
    }
    waiting = [
        one for one in mutants if one.name not in journal.verdicts and one.name not in excused
    ]
    if waiting:
        trees, known = _prepared(work)
        for number, (mutant, verdict) in enumerate(try_all(waiting, trees, known), 1):
            journal.add(verdict)
            told = f"[{number}/{len(waiting)}] {verdict.outcome:8} {verdict.seconds:5.1f} s"
            print(f"{told}  {_title(mutant)}  ({verdict.reason})", flush=True)
    return {one.name: excused.get(one.name) or journal.verdicts[one.name] for one in mutants}


def _prepared(work: _Work) -> tuple[list[Path], CoverageMap]:
    """Copy the repository and find out which tests run what, once for each state of it."""
    folder, jobs = work.folder, work.jobs
    for other in folder.parent.iterdir():
        if other.is_dir() and other != folder:
            shutil.rmtree(other)
    first, file = folder / "tree-1", folder / "tests.json"
    if not file.exists():
        print("Finding out which tests run which lines ...", flush=True)
        copied(ROOT, first)
        noted = (folder / "coverage", folder / "durations.json")
        ended = map_tests(first, *noted, processes=jobs, tests=work.tests)
        if ended.status != 0:
            sys.exit(f"The tests fail without any mutant:\n{ended.output[-3000:]}")
        measured(first, *noted).save(file)
    others = [cloned(first, folder / f"tree-{number}") for number in range(2, jobs + 1)]
    return [first, *others], CoverageMap.load(file)


def _report(mutants: Sequence[Mutant], verdicts: dict[str, Verdict], file: Path) -> None:
    """Print survivors as patches, and the score of each package and of all."""
    survivors = [one for one in mutants if verdicts[one.name].outcome == SURVIVED]
    patches = [f"# {_title(one)}\n{one.diff()}" for one in survivors]
    file.write_text("\n".join(patches), encoding="utf-8")
    for patch in patches:
        print(f"\n{patch}")
    for one in mutants:
        if verdicts[one.name].outcome == EQUIVALENT:
            print(f"equivalent: {_title(one)}  ({verdicts[one.name].reason})")
    print()
    for room in sorted({_room(one) for one in mutants}):
        print(f"{room}: {score([verdicts[one.name] for one in mutants if _room(one) == room])}")
    print(score(list(verdicts.values())))


def _room(mutant: Mutant) -> str:
    return mutant.module.removeprefix("src/owlboost/").partition("/")[0]


if __name__ == "__main__":
    main()
