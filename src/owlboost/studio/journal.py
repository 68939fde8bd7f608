"""The journal of a project: its edits as lines of a file, and the undo/redo history."""

import errno
import json
import os
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from owlboost.errors import OwlboostError
from owlboost.runtime.files import sync_folder
from owlboost.runtime.limits import Json, parse_json
from owlboost.studio.draft import EditError, parts_of
from owlboost.studio.draft_model import concept_of, fuzzy_sets
from owlboost.studio.edit_kind import Edit
from owlboost.studio.edits import Redo, Undo, checked_entry, edit_of
from owlboost.studio.state import ProjectState


@dataclass(frozen=True, slots=True)
class History:
    """Undo/redo history of a project.

    Attributes
    ----------
    n_edits
        The number of edits so far, undo and redo included: it identifies a state.
    past, future
        The states that undo and redo lead to, the nearest last.

    Examples
    --------
    >>> changed = History().apply({"kind": "settings", "rules": 3})
    >>> undone = changed.apply({"kind": "undo"})
    >>> undone.n_edits, undone.work.settings.rules, undone.can_redo
    (2, 10, True)
    """

    n_edits: int = 0
    work: ProjectState = field(default_factory=ProjectState)
    past: tuple[ProjectState, ...] = ()
    future: tuple[ProjectState, ...] = ()

    @property
    def can_undo(self) -> bool:
        """Whether an edit can be undone."""
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        """Whether an edit can be redone."""
        return bool(self.future)

    def apply(self, edit: Json) -> "History":
        """Return the history with one more edit, given as a record.

        Raises
        ------
        EditError
            It cannot be applied.
        """
        return self.apply_edit(edit_of(edit))

    def apply_edit(self, edit: Edit) -> "History":
        """Return the history with one more edit."""
        n_edits = self.n_edits + 1
        match edit:
            case Undo():
                if not self.past:
                    raise EditError("There is nothing to undo.", conflict=True)
                return History(n_edits, self.past[-1], self.past[:-1], (*self.future, self.work))
            case Redo():
                if not self.future:
                    raise EditError("There is nothing to do again.", conflict=True)
                return History(n_edits, self.future[-1], (*self.past, self.work), self.future[:-1])
            case _:
                return History(n_edits, edit.apply(self.work), (*self.past, self.work))


class ProjectError(OwlboostError):
    """The folder of a project cannot be used."""


class Journal:
    """An open journal file: replays its edits and appends new ones.

    The file is created if missing. An incomplete last line, left by a killed process, is truncated:
    it was never reported as saved.

    Raises
    ------
    ProjectError
        It is damaged, or cannot be read or written.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "journal.jsonl"
    >>> with Journal(path) as journal:
    ...     edit = {"kind": "settings", "rules": 3}
    ...     journal.append(edit, journal.history.apply(edit))
    >>> with Journal(path) as journal:
    ...     journal.history.n_edits, journal.history.work.settings.rules
    (1, 3)
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._descriptor = _open(path)
            sync_folder(path.parent)
            data = path.read_bytes()
        except OSError as error:
            raise ProjectError(f"{path} cannot be opened: {error.strerror or error}.") from error
        try:
            complete = data[: data.rfind(b"\n") + 1]
            self.history = _read(complete, path)
            if len(complete) < len(data):
                os.ftruncate(self._descriptor, len(complete))
                os.fsync(self._descriptor)
        except BaseException:
            os.close(self._descriptor)
            raise
        self._size = len(complete)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)

    def append(self, edit: Json, new_history: History) -> None:
        """Save an edit and the history that it leads to.

        Raises
        ------
        ProjectError
            It cannot be written; file and history are as before.
        """
        entry = {"number": new_history.n_edits, "time": now(), "edit": edit}
        line = json.dumps(entry, ensure_ascii=False, allow_nan=False) + "\n"
        data = line.encode("utf-8", errors="strict")
        try:
            _write_all(self._descriptor, data)
            os.fsync(self._descriptor)
        except OSError as error:
            os.ftruncate(self._descriptor, self._size)
            raise ProjectError(
                f"{self._path} cannot be written: {error.strerror or error}."
            ) from error
        self._size += len(data)
        self.history = new_history


def now() -> str:
    """Return the current UTC time in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _read(data: bytes, path: Path) -> History:
    history = History()
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        try:
            entry = parse_json(line.decode("utf-8"), path)
            history = _replay(history, entry)
        except (ValueError, KeyError, TypeError, AttributeError, OwlboostError) as error:
            raise ProjectError(
                f"{path} is damaged in line {number} ({str(error)[:200].rstrip('.')}): restore it "
                "from a copy, or cut it off before this line."
            ) from error
    return history


def _replay(history: History, entry: Json) -> History:
    if entry["number"] != history.n_edits + 1:
        raise ValueError(f"it has the number {entry['number']}")
    edit = checked_entry(entry["edit"])
    new_history = history.apply_edit(edit)
    if (draft := new_history.work.draft) is not None:
        for concept in edit.concepts():  # that it can be read
            concept_of(parts_of(concept), fuzzy_sets(draft))
    return new_history


def _open(path: Path) -> int:
    """Open a journal; symbolic links are refused."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no file")
    no_link = getattr(os, "O_NOFOLLOW", 0)
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | no_link, 0o600)


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
