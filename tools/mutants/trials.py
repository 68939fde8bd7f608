"""Trying mutants: what became of each, and the score of all."""

import json
import queue
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event

from tools.mutants.sample import Mutant
from tools.mutants.selection import CoverageMap, chosen_for
from tools.mutants.trees import Ended, run_tests

KILLED, TIMEOUT, SURVIVED, EQUIVALENT = "killed", "timeout", "survived", "equivalent"
FAILED, USAGE = 1, 4
"""Statuses of pytest: a test failed; a test that was named cannot be found."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant."""

    name: str
    outcome: str
    tests: int
    seconds: float
    reason: str
    """The test that failed, or why no test can."""


class BrokenTreeError(Exception):
    """The tests chosen for a mutant cannot be run, mutant or not."""


def limit_of(tests: Sequence[str], known: CoverageMap) -> float:
    """Seconds after which tests are taken never to end: far more than they usually need."""
    return 90 + 5 * sum(known.seconds[test] for test in tests)


def tried(mutant: Mutant, tree: Path, known: CoverageMap) -> Verdict:
    """Try a mutant in a copy of the repository, which is afterwards as it was."""
    tests = chosen_for(mutant, known)
    if not tests:
        return Verdict(mutant.name, SURVIVED, 0, 0.0, "no test runs it")
    file = tree / mutant.module
    file.write_bytes(mutant.change.applied(mutant.source))
    try:
        ended = run_tests(tree, tests, limit_of(tests, known))
    finally:
        file.write_bytes(mutant.source)
    if ended.status == USAGE:  # the mutant does not even let tests be found, or they are not there
        again = run_tests(tree, tests, limit_of(tests, known))
        if again.status != 0:
            raise BrokenTreeError(again.output[-2000:])
    return _verdict(mutant, tests, ended)


def _verdict(mutant: Mutant, tests: Sequence[str], ended: Ended) -> Verdict:
    match ended.status:
        case 0:
            outcome, reason = SURVIVED, ""
        case None:
            outcome, reason = TIMEOUT, "no end"
        case _:
            outcome, reason = KILLED, _first_failure(ended.output)
    return Verdict(mutant.name, outcome, len(tests), round(ended.seconds, 1), reason)


def _first_failure(output: str) -> str:
    for line in output.splitlines():
        if line.startswith(("FAILED ", "ERROR ")):
            return line.partition(" ")[2].partition(" - ")[0]
    return "it does not import"


def try_all(
    mutants: Sequence[Mutant], trees: Sequence[Path], known: CoverageMap
) -> Iterator[tuple[Mutant, Verdict]]:
    """Try mutants, one at a time in each tree; results come as they are known."""
    free: queue.SimpleQueue[Path] = queue.SimpleQueue()
    for tree in trees:
        free.put(tree)
    stopped = Event()

    def one(mutant: Mutant) -> tuple[Mutant, Verdict] | None:
        if stopped.is_set():
            return None
        tree = free.get()
        try:
            return mutant, tried(mutant, tree, known)
        finally:
            free.put(tree)

    with ThreadPoolExecutor(len(trees)) as pool:
        waiting = [pool.submit(one, mutant) for mutant in mutants]
        try:
            for future in as_completed(waiting):
                found = future.result()
                if found:
                    yield found
        finally:
            stopped.set()


class Journal:
    """Verdicts in a file, so that a run that was stopped goes on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self.verdicts = {
            verdict.name: verdict for verdict in (Verdict(**json.loads(line)) for line in lines)
        }

    def add(self, verdict: Verdict) -> None:
        """Note a verdict."""
        self.verdicts[verdict.name] = verdict
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(verdict)) + "\n")


def score(verdicts: Sequence[Verdict]) -> str:
    """Tell the score in one sentence.

    >>> found = [Verdict("", outcome, 1, 1.0, "") for outcome in (KILLED, TIMEOUT, SURVIVED)]
    >>> score(found)
    '3 mutants: 1 killed, 1 without end (killed), 1 survived, 0 equivalent. Score 2/3 = 66.7 %.'
    """
    counts = Counter(verdict.outcome for verdict in verdicts)
    noticed, able = counts[KILLED] + counts[TIMEOUT], len(verdicts) - counts[EQUIVALENT]
    share = f"{noticed}/{able} = {100 * noticed / able:.1f} %" if able else "0/0"
    return (
        f"{len(verdicts)} mutants: {counts[KILLED]} killed, {counts[TIMEOUT]} without end (killed),"
        f" {counts[SURVIVED]} survived, {counts[EQUIVALENT]} equivalent. Score {share}."
    )
