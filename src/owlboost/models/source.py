"""Sources of knowledge that models are learned from and applied to, such as files."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar, runtime_checkable

from owlboost.errors import ParameterError, SourceError
from owlboost.runtime.files import open_bytes
from owlboost.runtime.registry import Registry

if TYPE_CHECKING:
    from owlboost.data.knowledge_base import KnowledgeBase
    from owlboost.data.vocabulary import Lexicon, Vocabulary
    from owlboost.models.trained import TrainedModel


SourceKind = Literal["table", "ontology"]

Options = TypeVar("Options")


@dataclass(frozen=True, slots=True, eq=False)
class SourceNames:
    """The names of a source that rules may use.

    Attributes
    ----------
    vocabulary, lexicon
        Its classes and properties, and what people call them.
    new_target
        Makes the IRI of a target that the source does not have.
    knowledge
        Reads all that is known, on which fuzzy sets are placed.
    where
        What messages call the source, at the beginning of a sentence.
    of_table
        Whether its data properties are the columns of a table.
    """

    vocabulary: "Vocabulary"
    lexicon: "Lexicon"
    new_target: Callable[[str], str]
    knowledge: "Callable[[], KnowledgeBase] | None" = None
    where: str = "The ontology"
    of_table: bool = False


@runtime_checkable
class OpenSource(Protocol):
    """A source that is open: a table, or an ontology."""

    def files(self) -> tuple[Path, ...]:
        """Return the files that were read, which no output may overwrite."""
        ...

    def notices(self) -> tuple[str, ...]:
        """Return the remarks to show on opening it."""
        ...

    def rule_names(self) -> SourceNames:
        """Return the names that rules may use."""
        ...

    def knowledge_for(self, model: "TrainedModel") -> "KnowledgeBase":
        """Return what a model may use: all but the target and what was hidden from it."""
        ...


class Source(Protocol):
    """An origin of data and the options to read it; nothing is read yet."""

    @property
    def name(self) -> str:
        """The name in messages."""
        ...

    @property
    def kind(self) -> SourceKind:
        """Kind of the source once it is open."""
        ...

    def record(self) -> dict[str, object]:
        """Return the entries of a model's file about the source."""
        ...

    def open(self) -> OpenSource:
        """Open all of it."""
        ...

    def open_for(self, model: "TrainedModel") -> OpenSource | None:
        """Open only what a model needs; None if it can only be opened as a whole."""
        ...

    def portions(self, model: "TrainedModel", rows: int) -> Iterator[OpenSource] | None:
        """Open some rows at a time for a model; None if that is impossible."""
        ...

    def rule_names(self) -> SourceNames | None:
        """Return the names that rules may use; None if it must be opened for them."""
        ...


SOURCES: Registry[Callable[[object, tuple[object, ...]], Source | None]] = Registry(
    "kind of source",
    "owlboost.sources",
    {
        "ontology": "owlboost.sources.ontology_path:ontology_path",
        "table": "owlboost.tables.read_options:table_path",
    },
)
"""Functions that make a source of an object, with options, or return None; the last one first."""


def source_from(thing: object, *options: object) -> Source:
    """Return an object as a source, such as the path of a file.

    Parameters
    ----------
    thing
        Something that one of :data:`SOURCES` knows.
    options
        How to read it, one value for each kind of source; it takes those of its own.

    Examples
    --------
    >>> source_from("data/iris.csv.gz").name, source_from("iris.tsv").kind
    ('iris.csv.gz', 'table')
    >>> source_from("hotels.ofn").kind
    'ontology'
    """
    for name in reversed(list(SOURCES)):
        source = SOURCES[name](thing, options)
        if source is not None:
            return source
    raise ParameterError(
        "A model is applied to an ontology, a table, examples, a knowledge base or the path of a "
        f"file, not to a {type(thing).__name__}."
    )


def opened_for(model: "TrainedModel", thing: object) -> OpenSource:
    """Open what a model needs of a source, unless it is open already."""
    if isinstance(thing, OpenSource):
        return thing
    source = source_from(thing)
    return source.open_for(model) or source.open()


def own_options(kind: type[Options], options: tuple[object, ...]) -> Options:
    """Return the options of one kind of source, else its defaults."""
    return next((given for given in options if isinstance(given, kind)), None) or kind()


@dataclass(frozen=True, slots=True)
class FileSource:
    """A file, known by its name, recorded by its path and content."""

    path: Path

    @property
    def name(self) -> str:
        """The name in messages."""
        return self.path.name

    def record(self) -> dict[str, object]:
        """Return its path and SHA-256."""
        path = self.path
        try:
            with open_bytes(path) as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise SourceError(f"{path} cannot be read: {error.strerror or error}.") from error
        return {"path": str(path), "sha256": digest}
