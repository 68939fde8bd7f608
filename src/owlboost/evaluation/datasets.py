"""Finding the files of a task: in a folder of the user's, or downloaded once (pooch)."""

import gzip
import hashlib
import os
import re
import shutil
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path

from owlboost.errors import DataError, Hint, Sentence
from owlboost.evaluation.registry import DataFile, DataRegistry, DataSet, LocalTask, Task
from owlboost.runtime.files import atomic_path

VARIABLE = "OWLBOOST_DATA"
FOLDER = Hint("folder", "folder")


def data_folder(given: Path | None = None) -> Path | None:
    """Return the folder of data sets: the one given, or what ``OWLBOOST_DATA`` names.

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
    task
        The task.
    registry
        Where its files are described.
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


def where_to_get(datasets: Iterable[DataSet]) -> Sentence:
    """Say who publishes some data sets, and where to put them.

    Examples
    --------
    >>> from owlboost.evaluation.registry import registry
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
    told = "; ".join(f"{project} ({', '.join(names)})" for project, names in projects.items())
    first = next(iter(projects.values()))[0]
    return Sentence(
        f"Projects on GitHub publish the data: {told}. Put the files of each data set into a "
        f"folder of its name, as in DIR/{first}, and give DIR as the folder of your data sets (",
        FOLDER,
        f" or the environment variable {VARIABLE}).",
    )


def matches(file: DataFile, path: Path) -> bool:
    """Whether a file at hand is the one of the registry; a damaged one is not."""
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
    """Download a file into the cache, check its digest, and return its path."""
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
    """Return what the address of a file holds, as the registry describes it."""
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
            Sentence(
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
    """Return a file of an archive; nothing, if that is no archive or does not have it."""
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
    r"""Return the examples of a DL-Learner configuration, in either of its notations.

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
    found: dict[str, list[str]] = {"positives": [], "negatives": []}
    for kind, body in _LIST.findall(text):
        found[f"{kind}s"] += [_expanded(name, prefixes) for name in re.findall(r'"([^"]+)"', body)]
    for sign, name in _LINE.findall(text):
        found["positives" if sign == "+" else "negatives"].append(_expanded(name, prefixes))
    return found


def _expanded(name: str, prefixes: dict[str, str]) -> str:
    prefix, colon, local = name.partition(":")
    return prefixes[prefix] + local if colon and prefix in prefixes else name
