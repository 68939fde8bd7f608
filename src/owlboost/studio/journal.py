"""The journal of a project: an append-only file, and its history."""

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
from owlboost.studio.state import Work


@dataclass(frozen=True, slots=True)
class History:
    """All states of the work that can be returned to.

    Attributes
    ----------
    number
        How many edits there were.
    past, future
        The states that undo and redo lead to, the nearest last.

    Examples
    --------
    >>> changed = History().after({"kind": "settings", "rules": 3})
    >>> undone = changed.after({"kind": "undo"})
    >>> undone.number, undone.work.settings.rules, undone.can_redo
    (2, 10, True)
    """

    number: int = 0
    work: Work = field(default_factory=Work)
    past: tuple[Work, ...] = ()
    future: tuple[Work, ...] = ()

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to be undone."""
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        """Whether there is an edit to be done again."""
        return bool(self.future)

    def after(self, edit: Json) -> "History":
        """Return the history after one more edit.

        Raises
        ------
        EditError
            It cannot be applied.
        """
        return self.after_edit(edit_of(edit))

    def after_edit(self, edit: Edit) -> "History":
        """Return the history after an edit that has been read."""
        number = self.number + 1
        match edit:
            case Undo():
                if not self.past:
                    raise EditError("There is nothing to undo.", gone=True)
                return History(number, self.past[-1], self.past[:-1], (*self.future, self.work))
            case Redo():
                if not self.future:
                    raise EditError("There is nothing to do again.", gone=True)
                return History(number, self.future[-1], (*self.past, self.work), self.future[:-1])
            case _:
                return History(number, edit.apply(self.work), (*self.past, self.work))


class ProjectError(OwlboostError):
    """The folder of a project cannot be used."""


class Journal:
    """An open journal, made if it is not there: its history, and the next edits.

    A last line that is torn, because its process was killed, is cut off: it was never reported as
    saved. The history is that of all other lines.

    Raises
    ------
    ProjectError
        It is damaged, or cannot be read or written.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "journal.jsonl"
    >>> with Journal(path) as journal:
    ...     journal.append({"kind": "settings", "rules": 3})
    >>> with Journal(path) as journal:
    ...     journal.history.number, journal.history.work.settings.rules
    (1, 3)
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._descriptor = _opened(path)
            sync_folder(path.parent)
            data = path.read_bytes()
        except OSError as error:
            raise ProjectError(f"{path} cannot be opened: {error.strerror or error}.") from error
        try:
            whole = data[: data.rfind(b"\n") + 1]
            self.history = _read(whole, path)
            if len(whole) < len(data):
                os.ftruncate(self._descriptor, len(whole))
                os.fsync(self._descriptor)
        except BaseException:
            os.close(self._descriptor)
            raise
        self._size = len(whole)

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
        """Let go of the file."""
        os.close(self._descriptor)

    def append(self, edit: Json) -> None:
        """Apply an edit and save it, or do neither.

        Raises
        ------
        EditError
            It cannot be applied.
        ProjectError
            It cannot be written.
        """
        self.write(edit, self.history.after(edit))

    def write(self, edit: Json, after: History) -> None:
        """Save an edit whose history is computed already."""
        entry = {"number": after.number, "time": now(), "edit": edit}
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
        self.history = after


def now() -> str:
    """Return the time, as files have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _read(data: bytes, path: Path) -> History:
    history = History()
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        try:
            entry = parse_json(line.decode("utf-8"), path)
            history = _next(history, entry)
        except (ValueError, KeyError, TypeError, AttributeError, OwlboostError) as error:
            raise ProjectError(
                f"{path} is damaged in line {number} ({str(error)[:200].rstrip('.')}): restore it "
                "from a copy, or cut it off before this line."
            ) from error
    return history


def _next(history: History, entry: Json) -> History:
    if entry["number"] != history.number + 1:
        raise ValueError(f"it has the number {entry['number']}")
    edit = checked_entry(entry["edit"])
    after = history.after_edit(edit)
    if (draft := after.work.draft) is not None:
        for concept in edit.concepts():  # that it can be read
            concept_of(parts_of(concept), fuzzy_sets(draft))
    return after


def _opened(path: Path) -> int:
    """Open a journal, refusing links, which lead elsewhere."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no file")
    no_link = getattr(os, "O_NOFOLLOW", 0)
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | no_link, 0o600)


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
