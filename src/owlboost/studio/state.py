"""The state of a project: source, question, settings, draft, versions."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from owlboost.errors import ParameterError
from owlboost.runtime.files import real_path
from owlboost.studio.draft import EditError, RuleDraft

if TYPE_CHECKING:
    from owlboost.learners.learner import Learner


SourceKind = Literal["table", "ontology"]

Auto = Literal["auto"]


def kind_of_file(name: str) -> SourceKind:
    """Tell tables from ontologies by the name of a file.

    Examples
    --------
    >>> kind_of_file("iris.csv.gz"), kind_of_file("hotels.ofn")
    ('table', 'ontology')
    """
    from owlboost.tables.suffixes import is_table_path

    return "table" if is_table_path(Path(name)) else "ontology"


@dataclass(frozen=True, slots=True)
class StudioSource:
    """The file that is learned from.

    Attributes
    ----------
    name
        What people call it.
    kind
        What it is.
    file
        Where it lies: in the project's folder, or an absolute path.
    """

    name: str
    kind: SourceKind
    file: str

    def path(self, folder: Path) -> Path:
        """Return where it lies; an uploaded file is no link out of the project's folder.

        Raises
        ------
        EditError
            It leads elsewhere.
        """
        path = folder / self.file
        inside = real_path(path).is_relative_to(real_path(folder))
        if not inside and not Path(self.file).is_absolute():
            raise EditError(f"{self.name} is a link that leads out of the project: upload it.")
        return path


@dataclass(frozen=True, slots=True)
class LearningQuestion:
    """What is to be learned, from which examples, and without what.

    Attributes
    ----------
    target
        Class of an ontology, by IRI, or ``COLUMN=VALUE`` of a table; None if only marks say it.
    scope
        Class whose instances are the examples.
    marks
        Individuals that a person marked, and whether they are positive.
    hidden
        IRIs of what the learner must not see.
    """

    target: str | None = None
    scope: str | None = None
    marks: Mapping[str, bool] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """How to learn.

    Raises
    ------
    ParameterError
        The learner does not take one of them.

    Examples
    --------
    >>> Settings(algorithm="boost", rules=3).learner().n_rounds
    3
    """

    algorithm: str = "gradient"
    rules: int | Auto = 10
    max_conjuncts: int = 5
    max_depth: int = 1
    fuzzify: str = "cmeans"
    sets: int | Auto = "auto"
    logic: str = "zadeh"
    seed: int = 0

    def __post_init__(self) -> None:
        from owlboost.learners.algorithms import MOST_RULES
        from owlboost.learners.learner import DEFAULT, NUMBERS_OF_SETS

        _require("rules", self.rules, 1, MOST_RULES, auto=True)
        _require("sets", self.sets, NUMBERS_OF_SETS[0], NUMBERS_OF_SETS[-1], auto=True)
        _require("max_conjuncts", self.max_conjuncts, 1, _MOST)
        _require("max_depth", self.max_depth, 0, _MOST)
        _require("seed", self.seed, 0, 2**32 - 1)
        if self.algorithm != DEFAULT:  # names that another learner does not look at
            replace(self, algorithm=DEFAULT)
        self.learner()

    def learner(self, n_jobs: int = 1) -> "Learner":
        """Return the learner that these settings describe; parameters that it lacks are ignored."""
        from owlboost.learners.learner import LEARNERS

        kind = LEARNERS[self.algorithm]
        known = {one.name: one for one in kind.parameters()}
        values: dict[str, Any] = {
            "n_rules": self.rules,
            "n_rounds": self.rules,
            "max_conjuncts": self.max_conjuncts,
            "max_depth": self.max_depth,
            "fuzzify": self.fuzzify,
            "n_sets": self.sets,
            "logic": self.logic,
            "random_state": self.seed,
            "n_jobs": n_jobs,
        }
        given: dict[str, Any] = {}
        for name, value in values.items():
            if name not in known:
                continue
            if value != "auto":
                given[name] = value
            elif known[name].optional:
                given[name] = None
        return kind(**given)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON values."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


_MOST = 100
"""No rule has more conditions, or nests roles deeper."""


def _require(name: str, value: object, least: int, most: int, *, auto: bool = False) -> None:
    """Raise ParameterError unless a setting is a whole number in its range."""
    if auto and value == "auto":
        return
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not least <= int(str(value)) <= most:
        words = "auto, or a whole number" if auto else "a whole number"
        raise ParameterError(f"{name} must be {words} from {least} to {most}, not {value!r}.")


@dataclass(frozen=True, slots=True)
class Version:
    """A state of the work that a person keeps, with a name."""

    number: int
    name: str
    time: str
    source: StudioSource | None
    question: LearningQuestion
    settings: Settings
    draft: RuleDraft | None
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Work:
    """What a project holds at a moment.

    Attributes
    ----------
    source, question, settings, draft, versions
        See their classes.
    labels
        What people call the things that rules speak of: IRI → label.
    """

    source: StudioSource | None = None
    question: LearningQuestion = field(default_factory=LearningQuestion)
    settings: Settings = field(default_factory=Settings)
    draft: RuleDraft | None = None
    versions: tuple[Version, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)

    def at(self, version: int | None) -> "Work":
        """Return the work as a version has it; None is the draft of now."""
        if version is None:
            return self
        for one in self.versions:
            if one.number == version:
                return replace(
                    self,
                    source=one.source,
                    question=one.question,
                    settings=one.settings,
                    draft=one.draft,
                    labels=one.labels,
                )
        raise EditError(f"There is no version {version}.", gone=True)
