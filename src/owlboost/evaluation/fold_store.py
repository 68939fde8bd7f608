"""Finished folds on disk, to resume an interrupted evaluation."""

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np

from owlboost.data.fuzzy_sets import (
    FuzzySet,
    LeftShoulder,
    RightShoulder,
    Shape,
    Trapezoidal,
    Triangular,
)
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import SourceError
from owlboost.evaluation.folds import Fold
from owlboost.evaluation.scores import FoldScores, can_be_chosen
from owlboost.evaluation.trial import Trial
from owlboost.runtime.files import atomic_path, lock_file, read_bytes, remove_leftovers
from owlboost.runtime.limits import LimitError, parse_json
from owlboost.runtime.signals import undone

_LOCK = ".lock"
_DAMAGE = (
    OSError,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    OverflowError,
    LimitError,
)
"""Errors of reading a missing or damaged file."""


class FoldStore:
    """A folder with one JSON file for each finished fold.

    A file is found only with the same data, labels, parameters and folds; a damaged one counts as
    absent.

    Examples
    --------
    >>> import tempfile
    >>> store = FoldStore(Path(tempfile.mkdtemp()) / "folds")
    >>> store.load("0" * 64) is None
    True
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self, key: str) -> FoldScores | None:
        """Return a finished fold, or None."""
        try:
            path = self._path(key)
            data = parse_json(read_bytes(path).decode("utf-8"), path)
            scores = FoldScores.from_json(data)
        except _DAMAGE:
            return None
        return scores if all(map(can_be_chosen, scores.scores)) else None

    def save(self, key: str, scores: FoldScores) -> None:
        """Save a finished fold atomically."""
        self._make()
        with atomic_path(self._path(key)) as temporary:
            temporary.write_text(json.dumps(scores.to_json()), encoding="utf-8")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Lock the folder against other processes while the block runs.

        An empty folder is removed at the end.

        Raises
        ------
        SourceError
            Another process is at work there, or there can be no such folder.
        """
        with undone(self._make, self._remove_if_empty), lock_file(self.folder / _LOCK) as mine:
            if not mine:
                raise SourceError(
                    f"Another evaluation is keeping its folds in {self.folder}; wait until it "
                    "is done, or choose another output."
                )
            yield

    def remove(self) -> None:
        """Remove the folder, if nothing else is in it."""
        if self.folder.is_dir():
            remove_leftovers(self.folder)
        for path in (*self.folder.glob("*.fold.json"), self.folder / _LOCK):
            path.unlink(missing_ok=True)
        self._remove_if_empty()

    def _make(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            message = f"Finished folds cannot be saved in {self.folder}: {reason}."
            raise SourceError(message) from error

    def _remove_if_empty(self) -> None:
        with suppress(OSError):  # something is in it, or it is gone
            self.folder.rmdir()

    def _path(self, key: str) -> Path:
        return self.folder / f"{key[:40]}.fold.json"


def trial_digest(trial: Trial, version: str, fingerprint: str = "") -> str:
    """Digest of everything the scores depend on, but the fold.

    Parameters
    ----------
    fingerprint
        What else tells sources apart: axioms that entail nothing now may matter once assertions
        are dropped, so a file's own digest belongs here.
    """
    digest = hashlib.sha256()
    parameters = [learner.decisive() for learner in trial.configurations]
    examples = trial.examples
    added = {type(learner) for learner in trial.configurations} | {*trial.placings.values()}
    code = sorted({_code(thing) for thing in added})
    words = [
        *(version, fingerprint, examples.target, trial.mask, trial.definition),
        *(parameters, code),
    ]
    digest.update(json.dumps(words, sort_keys=True).encode())
    for array in (examples.individuals, examples.universe, examples.others, trial.positive):
        _feed(digest, array)
    if examples.unknown is not None:
        _feed(digest, examples.unknown.individuals)
        _feed(digest, np.array(examples.unknown.share))
    for array in _arrays(trial.kb):
        _feed(digest, array)
    return digest.hexdigest()


def _code(thing: object) -> str:
    """Digest of an external learner's or placing's file, else empty."""
    module = sys.modules.get(getattr(thing, "__module__", None) or "")
    file = getattr(module, "__file__", None)
    if module is None or file is None or module.__name__.startswith("owlboost."):
        return ""
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


def fold_key(trial_digest: str, fold: Fold) -> str:
    """Name of a fold's file."""
    digest = hashlib.sha256(f"{trial_digest} {fold.place}".encode())
    for array in (fold.train, fold.test, fold.visible, fold.queried):
        _feed(digest, array)
    return digest.hexdigest()


def _feed(digest: "hashlib._Hash", array: np.ndarray) -> None:
    digest.update(f"{array.dtype} {array.shape}".encode())
    digest.update(np.ascontiguousarray(array).data)


def _arrays(kb: KnowledgeBase) -> Iterator[np.ndarray]:
    names = kb.vocabulary
    for words in (names.classes, names.roles, names.data_properties, names.individuals):
        yield np.frombuffer("\n".join(words).encode(), dtype=np.uint8)
    yield from (kb.taxonomy.indptr, kb.taxonomy.indices)
    for rows in (kb.types, *kb.roles):
        yield from (rows.indptr, rows.indices)
        if rows.degrees is not None:
            yield rows.degrees
    for number, values in sorted(kb.numbers.items()):
        yield from (np.array([number]), values.indptr, values.values)
    for number, symbols in sorted(kb.symbols.items()):
        yield np.frombuffer(repr((number, symbols.values)).encode(), dtype=np.uint8)
        yield from (symbols.rows.indptr, symbols.rows.indices)
    yield np.array(sorted(kb.functional), dtype=np.int64)
    if kb.authored:
        yield np.frombuffer(authored_text(kb.authored).encode(), dtype=np.uint8)


def authored_text(authored: Mapping[str, tuple[FuzzySet, ...]]) -> str:
    """Return given fuzzy sets as the digest of a trial spells them.

    The names are constants: if they changed with renamed classes, stored folds would not be found.

    Examples
    --------
    >>> authored_text({"urn:x#price": (FuzzySet("Cheap", LeftShoulder(60, 100)),)})
    "[('urn:x#price', (FuzzySet(name='Cheap', shape=LeftShoulder(a=60, b=100)),))]"
    """
    entries = (
        f"({prop!r}, {_tuple_text(list(map(_set_text, sets)))})"
        for prop, sets in sorted(authored.items())
    )
    return f"[{', '.join(entries)}]"


def _tuple_text(parts: Sequence[str]) -> str:
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def _set_text(fuzzy_set: FuzzySet) -> str:
    return f"FuzzySet(name={fuzzy_set.name!r}, shape={_shape_text(fuzzy_set.shape)})"


def _shape_text(shape: Shape) -> str:
    match shape:
        case LeftShoulder(a, b):
            return f"LeftShoulder(a={a!r}, b={b!r})"
        case RightShoulder(a, b):
            return f"RightShoulder(a={a!r}, b={b!r})"
        case Triangular(a, b, c):
            return f"Triangular(a={a!r}, b={b!r}, c={c!r})"
        case Trapezoidal(a, b, c, d):
            return f"Trapezoidal(a={a!r}, b={b!r}, c={c!r}, d={d!r})"
