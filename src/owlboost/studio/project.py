"""The folder of a project, and the files in it."""

import errno
import filecmp
import itertools
import os
import re
import stat
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from owlboost.errors import SourceError
from owlboost.runtime.files import atomic_path, lock_file, remove_leftovers, sync_folder
from owlboost.studio.draft import EditError
from owlboost.studio.journal import Journal, ProjectError
from owlboost.studio.state import StudioSource, kind_of_file

_FOLDERS = ("sources", "models", "exports")
_PLAIN = re.compile(r"[^\x00-\x1f\x7f/\\:*?\"<>|]{1,200}")
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")


def plain_name(name: str) -> str:
    """Return a file name if it is plain and leads nowhere else.

    Raises
    ------
    EditError
        It is not.

    Examples
    --------
    >>> plain_name("hotels.ofn")
    'hotels.ofn'
    >>> plain_name("../secrets.csv")
    Traceback (most recent call last):
    owlboost.studio.draft.EditError: A file needs a plain name, not '../secrets.csv'.
    """
    plain = _PLAIN.fullmatch(name) and not _RESERVED.fullmatch(name)
    fits = len(name.encode("utf-8", "replace")) <= 200
    if not plain or not fits or name.startswith(".") or name != name.strip() or name.endswith("."):
        raise EditError(f"A file needs a plain name, not {name[:80]!r}.")
    return name


class Project:
    """The folder of a project.

    Attributes
    ----------
    folder
        Its absolute path.
    given
        Files that the command line named: name → absolute path.
    """

    def __init__(self, folder: Path, journal: Journal) -> None:
        self.folder = folder
        self.journal = journal
        self.given: dict[str, Path] = {}
        self._keeping = threading.Lock()

    @property
    def name(self) -> str:
        """The displayed name of the project."""
        return self.folder.name.removesuffix(".studio")

    @property
    def uploads(self) -> Path:
        """The folder of uploaded files."""
        return self.folder / "sources"

    @property
    def exports(self) -> Path:
        """The folder of exported files."""
        return self.folder / "exports"

    def source(self, name: str) -> StudioSource:
        """Return the source of a name, uploaded or from the command line.

        Raises
        ------
        EditError
            There is none.
        """
        plain_name(name)
        work = self.journal.history.work
        if name in self.given:
            file = os.fspath(self.given[name])
        elif (self.uploads / name).is_file():
            file = f"sources/{name}"
        elif work.source is not None and work.source.name == name:
            file = work.source.file
        else:
            raise EditError(f"There is no file {name!r} in the project: upload it.", conflict=True)
        source = StudioSource(name, kind_of_file(name), file)
        source.path(self.folder)
        return source

    @contextmanager
    def uploading(self) -> Iterator[tuple[Path, Callable[[str], str]]]:
        """Give a temporary file for an upload, and its saving function.

        That saves it under a name, or a free one if a different file has that name already, and
        returns the name used.

        Raises
        ------
        ProjectError
            It cannot be written.
        """
        temporary = self.uploads

        def keep(name: str) -> str:
            with self._keeping:  # two files of one name may come at once
                for number in itertools.count(1):
                    free = _numbered(plain_name(name), number)
                    path = self.uploads / free
                    if path.is_file() and filecmp.cmp(path, temporary, shallow=False):
                        return free
                    if not path.exists() and free not in self.given:
                        temporary.rename(path)
                        sync_folder(self.uploads)
                        return free
                raise AssertionError  # there are infinitely many numbers

        try:
            descriptor, text = tempfile.mkstemp(".upload", ".", self.uploads)
            temporary = Path(text)
            os.close(descriptor)
            yield temporary, keep
        except OSError as error:
            reason = error.strerror or error
            raise ProjectError(f"The file cannot be kept in {self.uploads}: {reason}.") from error
        finally:
            if temporary != self.uploads:
                temporary.unlink(missing_ok=True)

    def next_model(self) -> int:
        """Return a number that no model has."""
        taken = [
            int(path.stem)
            for path in (self.folder / "models").glob("*.json")
            if path.stem.isdigit()
        ]
        return 1 + max(taken, default=0)

    def save_export(self, name: str, data: bytes) -> Path:
        """Write an export, whole or not at all.

        Raises
        ------
        ProjectError
            It cannot be written.
        """
        path = self.exports / plain_name(name)
        try:
            with atomic_path(path, private=True) as temporary:
                temporary.write_bytes(data)
        except SourceError as error:
            raise ProjectError(str(error)) from error
        return path


def _make_private(folder: Path) -> None:
    """Make a folder private to its owner; refuse links."""
    if folder.is_symlink():
        raise NotADirectoryError(errno.ENOTDIR, f"{folder.name} is a link")
    folder.mkdir(0o700, exist_ok=True)
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        with suppress(PermissionError):  # some disks have no modes, and some folders other owners
            folder.chmod(0o700)


def _numbered(name: str, number: int) -> str:
    """Return the numbered variant of a file's name.

    Examples
    --------
    >>> _numbered("iris.csv.gz", 1), _numbered("iris.csv.gz", 2)
    ('iris.csv.gz', 'iris (2).csv.gz')
    """
    if number == 1:
        return name
    stem, dot, ending = name.partition(".")
    return f"{stem} ({number}){dot}{ending}"


@contextmanager
def opened_project(folder: Path) -> Iterator[Project]:
    """Open or make the folder of a project, locked for others.

    Raises
    ------
    ProjectError
        Another process has it open, it cannot be written to, or its journal is damaged.
    """
    folder = folder.absolute()
    with ExitStack() as stack:
        try:
            folder.mkdir(0o700, parents=True, exist_ok=True)
            for name in _FOLDERS:
                _make_private(folder / name)
            mine = stack.enter_context(lock_file(folder / "lock"))
        except OSError as error:
            raise ProjectError(
                f"{folder} cannot be used as a project: {error.strerror or error}."
            ) from error
        if not mine:
            raise ProjectError(
                f"{folder} is open in another studio; close that one, or give another folder with "
                "--project."
            )
        for name in _FOLDERS:
            remove_leftovers(folder / name)
        for left in (folder / "sources").glob(".*.upload"):
            left.unlink(missing_ok=True)
        yield Project(folder, stack.enter_context(Journal(folder / "journal.jsonl")))


def model_path(folder: Path, number: int) -> Path:
    """Return the path of a model file.

    Examples
    --------
    >>> model_path(Path("hotels.studio"), 7).as_posix()
    'hotels.studio/models/0007.json'
    """
    return folder / "models" / f"{number:04}.json"
