"""Which changes are tried: all of them, or a fixed sample spread over the modules."""

import hashlib
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from functools import cached_property
from pathlib import Path

from tools.mutants.changes import Change, changes_of

PACKAGES = (
    "src/owlboost/learners",
    "src/owlboost/evaluation",
    "src/owlboost/ontology/reasoner",
)
RECORD = Path("tools/mutants/equivalent.toml")


@dataclass(frozen=True)
class Mutant:
    """A change of one module."""

    module: str
    change: Change
    source: bytes
    occurrence: int
    """How many changes of the same words in the same function stand before it."""

    @cached_property
    def before(self) -> str:
        """Changed lines as they were, without the space around them."""
        return _lines(self.source, self.change.start, self.change.end)

    @cached_property
    def after(self) -> str:
        """Changed lines as they are now."""
        return _lines(
            self.change.applied(self.source),
            self.change.start,
            self.change.start + len(self.change.text.encode()),
        )

    @cached_property
    def line(self) -> int:
        """Line of the change, counted from 1."""
        return self.source[: self.change.start].count(b"\n") + 1

    @cached_property
    def name(self) -> str:
        """Name that stays the same while the function does, wherever it stands in the module."""
        return hashlib.sha256("\0".join(self._words).encode()).hexdigest()[:10]

    def rank(self, seed: int) -> str:
        """Random but fixed place among the mutants of a module."""
        return hashlib.sha256("\0".join((str(seed), *self._words)).encode()).hexdigest()

    def diff(self) -> str:
        """Show the change as a patch."""
        old = self.source.decode().splitlines(keepends=True)
        new = self.change.applied(self.source).decode().splitlines(keepends=True)
        return "".join(unified_diff(old, new, self.module, self.module, n=1))

    @property
    def _words(self) -> tuple[str, ...]:
        here = (self.module, self.change.where, self.change.kind)
        return (*here, self.before, self.after, str(self.occurrence))


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A change that no test can notice, and why."""

    module: str
    where: str
    before: str
    after: str
    reason: str


def _lines(source: bytes, start: int, end: int) -> str:
    first = source.rfind(b"\n", 0, start) + 1
    last = source.find(b"\n", end)
    text = source[first : None if last < 0 else last].decode()
    return " ".join(line.strip() for line in text.splitlines())


def all_mutants(root: Path, packages: Iterable[str] = PACKAGES) -> list[Mutant]:
    """All mutants of some packages, by module and place."""
    paths = sorted(path for package in packages for path in (root / package).rglob("*.py"))
    return [mutant for path in paths for mutant in mutants_of(root, path)]


def mutants_of(root: Path, path: Path) -> list[Mutant]:
    """All mutants of one module, by place."""
    module, source = path.relative_to(root).as_posix(), path.read_bytes()
    seen: dict[tuple[str, ...], int] = defaultdict(int)
    found = []
    for change in changes_of(path):
        first = Mutant(module, change, source, 0)
        words = (change.where, change.kind, first.before, first.after)
        found.append(Mutant(module, change, source, seen[words]))
        seen[words] += 1
    return found


def sampled(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Sample of mutants: at least one of each module, the rest as modules are rich in them.

    Which ones of a module are taken depends on nothing but the seed and their words, so that work
    on one function leaves the sample elsewhere as it was.
    """
    modules: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        modules[mutant.module].append(mutant)
    shares = _shares({name: len(found) for name, found in modules.items()}, count)
    chosen = [
        mutant
        for name, found in modules.items()
        for mutant in sorted(found, key=lambda one: one.rank(seed))[: shares[name]]
    ]
    chosen = sorted(chosen, key=lambda one: one.rank(seed))[:count]  # or fewer than modules
    return sorted(chosen, key=lambda one: (one.module, one.change.start, one.change.text))


def _shares(sizes: dict[str, int], count: int) -> dict[str, int]:
    """Deal seats to modules: one each, the rest by size (largest remainder).

    >>> _shares({"a": 1, "b": 30, "c": 10}, 12)
    {'a': 1, 'b': 8, 'c': 3}
    """
    left = min(count, sum(sizes.values())) - len(sizes)
    if left <= 0:
        return dict.fromkeys(sizes, 1)
    more = {name: size - 1 for name, size in sizes.items()}
    exact = {name: left * size / sum(more.values()) for name, size in more.items()}
    shares = {name: int(part) for name, part in exact.items()}
    waiting = sorted(sizes, key=lambda name: (shares[name] - exact[name], name))
    for name in waiting[: left - sum(shares.values())]:
        shares[name] += 1
    return {name: 1 + share for name, share in shares.items()}


def known_equivalents(root: Path) -> list[Equivalent]:
    """Read the changes recorded as unnoticeable."""
    data = tomllib.loads((root / RECORD).read_text(encoding="utf-8"))
    return [Equivalent(**entry) for entry in data.get("equivalent", [])]


def why_equivalent(mutant: Mutant, known: Iterable[Equivalent]) -> str | None:
    """Reason why no test can notice a mutant, if one is recorded."""
    words = (mutant.module, mutant.change.where, mutant.before, mutant.after)
    for entry in known:
        if (entry.module, entry.where, entry.before, entry.after) == words:
            return entry.reason
    return None
