"""Public data sets: their registry, and their files, downloaded once."""

import gzip
import hashlib
import json
import os
import re
import shutil
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from owlboost.errors import DataError, Hint, Message, ParameterError, did_you_mean
from owlboost.learners.learner import Learner
from owlboost.runtime.files import atomic_path

Side = Literal["positives", "negatives"]


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of a data set.

    Attributes
    ----------
    name
        Path within the folder of the data set.
    sha256
        Digest of the content, uncompressed.
    lines_sha256
        Instead, for a list of examples: digest of its sorted lines.
    member
        The file within the archive at the address.
    side
        The address has a DL-Learner configuration; the file lists one side of its examples.
    made
        How it is made, if it is published nowhere.
    """

    name: str
    sha256: str | None = None
    lines_sha256: str | None = None
    url: str | None = None
    member: str | None = None
    side: Side | None = None
    made: str | None = None


@dataclass(frozen=True, slots=True)
class DataSet:
    """Files that belong together, under one licence."""

    name: str
    licence: str
    project: str
    files: Mapping[str, DataFile]


@dataclass(frozen=True, slots=True)
class Task:
    """A learning problem of the registry.

    Attributes
    ----------
    columns, target
        For a table without header: its column names, and ``COLUMN=VALUE``.
    positives, negatives
        Otherwise: the files that list the examples.
    beside
        Other files that the source imports.
    hide
        IRIs of classes that give the answer away.
    max_depth, max_conjuncts, eta
        The paper's dth/cj/η.
    note
        Where the data differ from the paper's.
    """

    name: str
    title: str
    dataset: str
    source: str
    n_positives: int
    n_negatives: int
    max_depth: int
    max_conjuncts: int
    eta: float
    columns: tuple[str, ...] | None = None
    target: str | None = None
    positives: str | None = None
    negatives: str | None = None
    beside: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    note: str = ""

    @property
    def files(self) -> tuple[str, ...]:
        """Names of the files it needs."""
        named = (self.source, self.positives, self.negatives, *self.beside)
        return tuple(name for name in named if name is not None)

    def limited(self, learner: Learner) -> Learner:
        """Return a learner with the limits of this task."""
        return learner.adjusted(
            max_depth=self.max_depth,
            max_conjuncts=self.max_conjuncts,
            max_negative_coverage=self.eta,
        )


@dataclass(frozen=True, slots=True)
class LocalTask:
    """A task with its files at hand."""

    task: Task
    source: Path
    positives: Path | None = None
    negatives: Path | None = None
    remarks: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class DataRegistry:
    """All data sets, tasks and suites."""

    datasets: Mapping[str, DataSet]
    tasks: Mapping[str, Task]
    suites: Mapping[str, tuple[str, ...]]

    def suite(self, name: str) -> tuple[Task, ...]:
        """Return the tasks of a suite, or a single task by name.

        Examples
        --------
        >>> [task.name for task in registry().suite("pair50")]
        ['pair50']
        >>> len(registry().suite("paper"))
        19
        """
        if name in self.suites:
            return tuple(self.tasks[task] for task in self.suites[name])
        if name in self.tasks:
            return (self.tasks[name],)
        names = [*self.suites, *self.tasks]
        raise ParameterError(f"There is no suite or task {name!r}.{did_you_mean(name, names)}")


@lru_cache(maxsize=1)
def registry() -> DataRegistry:
    """Return the registry that comes with the package.

    Examples
    --------
    >>> registry().datasets["pair50"].files["pair50.owl"].url.rpartition("/")[2]
    'pair50.owl'
    """
    text = (files("owlboost.evaluation") / "registry.json").read_text(encoding="utf-8")
    data = json.loads(text)
    return DataRegistry(
        datasets={name: _dataset(name, dataset) for name, dataset in data["datasets"].items()},
        tasks={task["name"]: _task(task) for task in data["tasks"]},
        suites={name: tuple(tasks) for name, tasks in data["suites"].items()},
    )


def _dataset(name: str, data: Mapping[str, Any]) -> DataSet:
    listed = {path: DataFile(path, **entry) for path, entry in data["files"].items()}
    return DataSet(name, data["licence"], data["project"], listed)


def _task(data: Mapping[str, Any]) -> Task:
    lists = {key: tuple(data[key]) for key in ("columns", "beside", "hide") if key in data}
    return Task(**{**data, **lists})


VARIABLE = "OWLBOOST_DATA"
FOLDER = Hint("folder", "folder")


def data_folder(given: Path | None = None) -> Path | None:
    """Return the given data folder, or the one ``OWLBOOST_DATA`` names.

    Raises
    ------
    DataError
        The folder is not there.
    """
    named = given or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None)
    if named is not None and not named.is_dir():
        raise DataError(f"The data folder {named} does not exist.")
    return named


def cache_folder() -> Path:
    """Return the folder that downloads go to."""
    import pooch

    return Path(pooch.os_cache("owlboost")) / "datasets"


def local_task(task: Task, registry: DataRegistry, folder: Path | None = None) -> LocalTask:
    """Find or download the files of a task.

    Parameters
    ----------
    folder
        The user's data: a file is sought as ``folder/DATASET/FILE``, also with ``.gz``.

    Raises
    ------
    DataError
        A file is neither there nor to be had.
    """
    dataset = registry.datasets[task.dataset]
    paths, remarks = {}, []
    for name in task.files:
        file = dataset.files[name]
        path = _at_hand(folder, dataset, name)
        if path is not None and not matches(file, path):
            remarks.append(
                f"{path} is not the file that the registry expects: its checksum differs."
            )
        paths[name] = path or _downloaded(dataset, file, folder)
    return LocalTask(
        task,
        paths[task.source],
        None if task.positives is None else paths[task.positives],
        None if task.negatives is None else paths[task.negatives],
        tuple(remarks),
    )


def where_to_get(datasets: Iterable[DataSet]) -> Message:
    """Say who publishes some data sets, and where to put them.

    Examples
    --------
    >>> from owlboost.evaluation.datasets import registry
    >>> print(where_to_get([registry().datasets["iris"], registry().datasets["pair50"]]))
    Projects on GitHub publish the data: jbrownlee/Datasets (iris); SmartDataAnalytics/DL-Learner \
(pair50). Put the files of each data set into a folder of its name, as in DIR/iris, and give DIR \
as the folder of your data sets (folder or the environment variable OWLBOOST_DATA).
    """
    projects: dict[str, list[str]] = {}
    for dataset in datasets:
        names = projects.setdefault(dataset.project, [])
        if dataset.name not in names:
            names.append(dataset.name)
    publishers = "; ".join(f"{project} ({', '.join(names)})" for project, names in projects.items())
    first = next(iter(projects.values()))[0]
    return Message(
        f"Projects on GitHub publish the data: {publishers}. Put the files of each data set into a "
        f"folder of its name, as in DIR/{first}, and give DIR as the folder of your data sets (",
        FOLDER,
        f" or the environment variable {VARIABLE}).",
    )


def matches(file: DataFile, path: Path) -> bool:
    """Whether a local file is undamaged and the one of the registry."""
    try:
        return _fits(file, _content(path))
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return False


def _fits(file: DataFile, content: bytes) -> bool:
    if file.lines_sha256 is not None:
        lines = sorted(
            {line.strip() for line in content.decode(errors="replace").splitlines() if line.strip()}
        )
        return hashlib.sha256("\n".join(lines).encode()).hexdigest() == file.lines_sha256
    return hashlib.sha256(content).hexdigest() == file.sha256


def _content(path: Path) -> bytes:
    if path.suffix == ".gz":
        with gzip.open(path) as file:
            return file.read()
    return path.read_bytes()


def _at_hand(folder: Path | None, dataset: DataSet, name: str) -> Path | None:
    places = [place / dataset.name for place in (folder, cache_folder()) if place is not None]
    for place in places:
        for path in (place / name, place / f"{name}.gz"):
            if path.is_file():
                return path
    return None


def _downloaded(dataset: DataSet, file: DataFile, folder: Path | None) -> Path:
    """Download a file into the cache, check it, and return its path."""
    wanted = (folder or cache_folder()) / dataset.name
    if file.url is None:
        raise DataError(
            f"{file.name} of the data set {dataset.name} ({dataset.project} on GitHub) cannot be "
            f"downloaded, because it is made {file.made}. Put it into {wanted}."
        )
    target = cache_folder() / dataset.name / file.name
    target.parent.mkdir(parents=True, exist_ok=True)
    content = _published(dataset, file, wanted)
    if not _fits(file, content):
        shutil.rmtree(_download_folder(file.url), ignore_errors=True)  # the next one may be whole
        raise DataError(f"{file.url} has changed: its checksum differs from the registry.")
    with atomic_path(target) as temporary:
        temporary.write_bytes(content)
    return target


def _published(dataset: DataSet, file: DataFile, wanted: Path) -> bytes:
    """Return the published content of a file, as the registry describes it."""
    import pooch

    url = file.url or ""
    folder = _download_folder(url)
    name = url.rpartition("/")[2]
    pooch.get_logger().setLevel("ERROR")
    try:
        pooch.retrieve(url, known_hash=None, fname=name, path=folder)
    except (OSError, ValueError) as error:  # no connection, no such page; no sense in its headers
        shutil.rmtree(folder, ignore_errors=True)
        raise DataError(
            Message(
                f"{file.name} of the data set {dataset.name} is missing and could not be "
                f"downloaded from {url} ({type(error).__name__}). Put it into {wanted}, or give "
                "the folder of your data sets (",
                FOLDER,
                f" or the environment variable {VARIABLE}).",
            )
        ) from error
    path = folder / name
    if file.member is not None:
        return _from_archive(path, file.member)
    if file.side is not None:
        examples = configured_examples(path.read_text(encoding="utf-8", errors="replace"))
        return "".join(f"{iri}\n" for iri in examples[file.side]).encode()
    return path.read_bytes()


def _download_folder(url: str) -> Path:
    return cache_folder() / "downloads" / hashlib.sha256(url.encode()).hexdigest()[:16]


def _from_archive(path: Path, member: str) -> bytes:
    """Return a file of an archive; empty if there is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name == member or name.endswith(f"/{member}"):
                    return archive.read(name)
    except zipfile.BadZipFile:
        pass
    return b""


_PREFIX = re.compile(r'\(\s*"([^"]*)"\s*,\s*"([^"]+)"\s*\)')
_LIST = re.compile(r"\blp\.(positive|negative)Examples\s*=\s*\{([^}]*)\}")
_LINE = re.compile(r'^\s*([+-])\s*"([^"]+)"', re.MULTILINE)
_REMARK = re.compile(r"/\*.*?\*/|^\s*//.*?$|^\s*#.*?$", re.DOTALL | re.MULTILINE)


def configured_examples(text: str) -> dict[str, list[str]]:
    r"""Return the examples of a DL-Learner configuration, in either notation.

    Examples
    --------
    >>> configured_examples('+"ex:a"  \n-"ex:b"')
    {'positives': ['ex:a'], 'negatives': ['ex:b']}
    >>> text = 'prefixes = [ ("kb","http://x#") ] lp.positiveExamples = { "kb:a", "kb:b" }'
    >>> configured_examples(text)["positives"]
    ['http://x#a', 'http://x#b']
    """
    text = _REMARK.sub("", text)
    prefixes = dict(_PREFIX.findall(text))
    examples: dict[str, list[str]] = {"positives": [], "negatives": []}
    for kind, body in _LIST.findall(text):
        examples[f"{kind}s"] += [
            _expanded(name, prefixes) for name in re.findall(r'"([^"]+)"', body)
        ]
    for sign, name in _LINE.findall(text):
        examples["positives" if sign == "+" else "negatives"].append(_expanded(name, prefixes))
    return examples


def _expanded(name: str, prefixes: dict[str, str]) -> str:
    prefix, colon, local = name.partition(":")
    return prefixes[prefix] + local if colon and prefix in prefixes else name
