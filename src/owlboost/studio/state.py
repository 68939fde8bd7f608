"""The state of a project: source, question, settings, draft, versions."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal

from owlboost.errors import ParameterError
from owlboost.learners.algorithms import MOST_RULES
from owlboost.learners.learner import DEFAULT, LEARNERS, NUMBERS_OF_SETS, Learner
from owlboost.models.source import SourceKind, source_from
from owlboost.runtime.files import real_path
from owlboost.studio.draft import EditError, Name, RuleDraft

Auto = Literal["auto"]


def kind_of_file(name: str) -> SourceKind:
    """Return whether a file is a table or an ontology, by its name.

    Examples
    --------
    >>> kind_of_file("iris.csv.gz"), kind_of_file("hotels.ofn")
    ('table', 'ontology')
    """
    return source_from(name).kind


@dataclass(frozen=True, slots=True)
class StudioSource:
    """The file to learn from, by a path in the project's folder or an absolute one."""

    name: str
    kind: SourceKind
    file: str

    def path(self, folder: Path) -> Path:
        """Return its path, refusing uploaded links out of the folder.

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
    """The question to learn: target, scope, marks, hidden names.

    Attributes
    ----------
    target
        Class of an ontology, by IRI, or ``COLUMN=VALUE`` of a table; None if only marks give it.
    scope
        Class whose instances are the examples.
    marks
        Individuals that a person marked, and whether they are positive.
    hidden
        IRIs that the learner must not see.
    """

    target: str | None = None
    scope: str | None = None
    marks: Mapping[str, bool] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of learning.

    Raises
    ------
    ParameterError
        The learner does not take one of them.

    Examples
    --------
    >>> Settings(algorithm="boost", rules=3).learner().n_rounds
    3
    """

    algorithm: Name = "gradient"
    rules: int | Auto = 10
    max_conjuncts: int = 5
    max_depth: int = 1
    fuzzify: Name = "cmeans"
    sets: int | Auto = "auto"
    logic: Name = "zadeh"
    seed: int = 0

    def __post_init__(self) -> None:
        _require("rules", self.rules, 1, MOST_RULES, auto=True)
        _require("sets", self.sets, NUMBERS_OF_SETS[0], NUMBERS_OF_SETS[-1], auto=True)
        _require("max_conjuncts", self.max_conjuncts, 1, _MOST)
        _require("max_depth", self.max_depth, 0, _MOST)
        _require("seed", self.seed, 0, 2**32 - 1)
        if self.algorithm != DEFAULT:  # names that another learner does not look at
            replace(self, algorithm=DEFAULT)
        self.learner()

    def learner(self, n_jobs: int = 1) -> Learner:
        """Return the learner with these settings, as far as it takes them."""
        kind = LEARNERS[self.algorithm]
        parameters = {parameter.name: parameter for parameter in kind.parameters()}
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
            if name not in parameters:
                continue
            if value != "auto":
                given[name] = value
            elif parameters[name].optional:
                given[name] = None
        return kind(**given)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON values."""
        return {setting.name: getattr(self, setting.name) for setting in fields(self)}


_MOST = 100
"""Largest number of conditions of a rule, and of nested roles."""


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
    """A state of the project, saved under a name."""

    number: int
    name: str
    time: str
    source: StudioSource | None
    question: LearningQuestion
    settings: Settings
    draft: RuleDraft | None
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProjectState:
    """The state of a project; labels are displayed names of entities in rules, by IRI."""

    source: StudioSource | None = None
    question: LearningQuestion = field(default_factory=LearningQuestion)
    settings: Settings = field(default_factory=Settings)
    draft: RuleDraft | None = None
    versions: tuple[Version, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)

    def require_draft(self) -> RuleDraft:
        """Return the draft; EditError if there is none."""
        if self.draft is None:
            raise EditError("There are no rules yet: learn some, or add one.", conflict=True)
        return self.draft

    def at(self, version: int | None) -> "ProjectState":
        """Return the state saved as a version; None is the present one."""
        if version is None:
            return self
        for saved in self.versions:
            if saved.number == version:
                return replace(
                    self,
                    source=saved.source,
                    question=saved.question,
                    settings=saved.settings,
                    draft=saved.draft,
                    labels=saved.labels,
                )
        raise EditError(f"There is no version {version}.", conflict=True)
