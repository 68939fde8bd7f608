"""The result of an evaluation as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import stdev
from typing import Any

from owlboost.concepts.concept_json import datatype_to_json, fuzzy_sets_from_json
from owlboost.data.example_labels import TargetRange
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ParameterError
from owlboost.evaluation.folds import Protocol
from owlboost.evaluation.scores import RecurringRule, Score, deviations, figures, means
from owlboost.models.measures import Measure, Measures, shown_in
from owlboost.runtime.registry import NotebookRepr


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores over all folds of all repeats, in order."""

    folds: tuple[Score, ...]
    places: tuple[tuple[int, int], ...]

    @property
    def mean(self) -> dict[str, float]:
        """Macro averages over the folds that have a measure."""
        return means(self.folds)

    @property
    def deviation(self) -> dict[str, float]:
        """Sample standard deviations over folds."""
        return deviations(self.folds)

    @property
    def figures(self) -> dict[str, float]:
        """Macro averages and what follows from them, as ``fF1F1`` does."""
        return figures(self.folds)

    @property
    def fuzzy_crisp_f1(self) -> float | None:
        """Mean fuzzy F1 times mean F1 (``fF1F1``); None without either."""
        return self.figures.get(Measures.fuzzy_crisp_f1.name)

    def repeat_deviation(self, measure: str) -> float | None:
        """Sample standard deviation of repeats' means; None for a single repeat."""
        repeats = sorted({repeat for repeat, _ in self.places})
        folds = list(zip(self.places, self.folds, strict=True))
        averages = [means(score for (at, _), score in folds if at == wanted) for wanted in repeats]
        with_measure = [average[measure] for average in averages if measure in average]
        return stdev(with_measure) if len(with_measure) > 1 else None

    def to_json(self) -> dict[str, Any]:
        """Return folds, mean, standard deviation and fF1F1."""
        return {
            "folds": [
                {"repeat": repeat, "fold": number} | score.to_json()
                for (repeat, number), score in zip(self.places, self.folds, strict=True)
            ],
            "mean": self.mean,
            "deviation": self.deviation,
            "fF1F1": self.fuzzy_crisp_f1,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Scores":
        """Read the scores of a configuration; means are recomputed."""
        return cls(
            tuple(Score.from_json(fold) for fold in data["folds"]),
            tuple((int(fold["repeat"]), int(fold["fold"])) for fold in data["folds"]),
        )


@dataclass(frozen=True, slots=True)
class ConfigurationResult:
    """A configuration of the grid and its scores."""

    parameters: Mapping[str, Any]
    scores: Scores


@dataclass(frozen=True, slots=True)
class Nested:
    """Nested scores: the configuration of each fold was chosen on its training examples.

    Attributes
    ----------
    scores
        Of the chosen configurations on the outer folds.
    chosen
        For each fold, the position of its configuration.
    """

    scores: Scores
    chosen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UnknownShare:
    """Number and weight as negatives of unknown individuals (0 if ignored)."""

    individuals: int
    share: float

    def __str__(self) -> str:
        if self.share == 0:
            return f"{self.individuals} others unknown"
        weighing = "" if self.share == 1 else f" of weight {self.share:g}"
        return f"{self.individuals} unknown (negatives{weighing})"


@dataclass(frozen=True, slots=True)
class GivenSets:
    """The sets that were given, and whether there were any others.

    Attributes
    ----------
    sets
        Data property → its sets.
    complete
        Whether every property with numbers has given sets, so that none are computed.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import LeftShoulder
    >>> cheap = {"urn:x#price": (FuzzySet("Cheap", LeftShoulder(60, 100)),)}
    >>> GivenSets(cheap, complete=False).beside("5 cmeans")
    '5 cmeans, some given'
    >>> GivenSets(cheap, complete=True).text(Lexicon())
    'price (Cheap)'
    """

    sets: Mapping[str, tuple[FuzzySet, ...]]
    complete: bool

    @classmethod
    def from_knowledge_base(cls, kb: KnowledgeBase) -> "GivenSets | None":
        """Return the given sets of numeric properties; None if there are none."""
        properties = kb.vocabulary.data_properties
        numeric = [
            properties[number] for number, column in kb.numbers.items() if column.values.size
        ]
        given = {prop: kb.authored[prop] for prop in sorted(numeric) if prop in kb.authored}
        return cls(given, len(given) == len(numeric)) if given else None

    def beside(self, computed: str) -> str:
        """Describe given sets beside the computed ones."""
        return "given" if self.complete else f"{computed}, some given"

    def text(self, lexicon: Lexicon) -> str:
        """Name the properties with their sets."""
        return ", ".join(
            f"{lexicon.name(prop)} ({', '.join(fuzzy_set.name for fuzzy_set in sets)})"
            for prop, sets in self.sets.items()
        )

    def to_json(self) -> dict[str, Any]:
        """Return the JSON of a run file."""
        return {
            "complete": self.complete,
            "datatypes": [
                datatype_to_json(prop, fuzzy_set)
                for prop, sets in self.sets.items()
                for fuzzy_set in sets
            ],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> "GivenSets | None":
        """Read given sets from a run file; None if there are none.

        Raises
        ------
        ValueError
            The data are damaged.
        """
        if data is None:
            return None
        sets: dict[str, tuple[FuzzySet, ...]] = {}
        for entry in data["datatypes"]:
            try:
                (fuzzy_set,) = fuzzy_sets_from_json([entry]).values()
            except ParameterError as error:
                raise ValueError(str(error)) from error
            sets[str(entry["property"])] = (*sets.get(str(entry["property"]), ()), fuzzy_set)
        if not isinstance(data["complete"], bool) or not sets:
            raise ValueError("given sets are not told")
        return cls(sets, data["complete"])


@dataclass(frozen=True, slots=True)
class RunResult(NotebookRepr):
    """An evaluation of one algorithm on one data set.

    Attributes
    ----------
    dataset, target, algorithm
        What was learned, from what, by what.
    starred
        Training and test were the same examples (★).
    parameters
        All parameters that do not differ within the grid.
    best
        Position of the best configuration by fF1F1, and by kind of fuzzy sets.
    top
        The concept ⊤, everything is positive, as a baseline.
    nested
        The nested figure, if asked for.
    seconds
        Wall time.
    rules
        Those of the best configuration over all folds, most frequent first; empty if not known.
    target_range
        What degrees of 0 and 1 stand for, if labels are graded; then ``positives`` is their sum,
        and the baseline their mean in training.
    unknown
        How many individuals were unknown, if those are distinguished.
    given_sets
        The fuzzy sets that were used in place of computed ones, if any.
    """

    dataset: str
    target: str
    algorithm: str
    protocol: Protocol
    starred: bool
    examples: int
    positives: int
    parameters: Mapping[str, Any]
    configurations: tuple[ConfigurationResult, ...]
    best: int
    best_by_fuzzify: Mapping[str, int]
    top: Scores
    nested: Nested | None
    environment: Mapping[str, Any]
    seconds: float
    remarks: tuple[str, ...] = field(default=())
    background: int = 0
    rules: tuple[RecurringRule, ...] = ()
    lexicon: Lexicon = field(default_factory=Lexicon, compare=False)
    target_range: TargetRange | None = None
    unknown: UnknownShare | None = None
    given_sets: GivenSets | None = None

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures to show."""
        return shown_in("run" if self.target_range is None else "graded")

    @property
    def baseline(self) -> str:
        """The name of the baseline."""
        return "⊤" if self.target_range is None else "mean"

    @property
    def examples_text(self) -> str:
        """The number and kinds of examples, as text."""
        if self.target_range is not None:
            low, high = self.target_range.low, self.target_range.high
            return f"{self.examples} examples, graded from {low:g} to {high:g}"
        unknown = "" if self.unknown is None else f", {self.unknown}"
        return f"{self.examples} examples, {self.positives} of them positive{unknown}"

    @property
    def winner(self) -> ConfigurationResult:
        """The best configuration."""
        return self.configurations[self.best]
