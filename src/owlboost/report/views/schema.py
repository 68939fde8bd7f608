"""The JSON of reports: owlboost/report, version 1.

``make front`` writes these types in TypeScript, for the pages that draw them.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from owlboost.runtime.calendar import Moment

Symbol = bool | str

Pair = Annotated[list[float], 2]
"""Two numbers, such as the ends of a range or a point."""

Whom = Literal["all", "examples", "nearest"]
"""The rows for which nearest changes are sought."""


PackedType = Literal["i1", "i2", "i4", "f4", "f8"]


class PackedJson(TypedDict):
    """Numbers in base64, little-endian, to be divided by the divisor."""

    type: PackedType
    divisor: int
    data: str


class NamedJson(TypedDict):
    iri: str
    name: str


class TitledJson(TypedDict):
    name: str
    title: str


class PartJson(TypedDict):
    words: str
    manchester: str


class ShareJson(TypedDict):
    """A share with Wilson's 95 % interval; null without examples."""

    of: int
    count: int
    share: float | None
    low: float
    high: float


class FuzzySetJson(TypedDict):
    """A fuzzy set; corners at infinity are null."""

    name: str
    title: str
    shape: str
    points: list[float]
    corners: list[float | None]


class OutlinedSetJson(FuzzySetJson):
    outline: list[Pair]


ClassLabelJson = TypedDict(
    "ClassLabelJson", {"text": str, "words": str, "kind": Literal["class"], "class": int}
)


class SetLabelJson(FuzzySetJson):
    text: str
    words: str
    kind: Literal["set"]
    property: int


class ValueLabelJson(TypedDict):
    text: str
    words: str
    kind: Literal["value"]
    property: int
    value: Symbol


LabelJson = ClassLabelJson | SetLabelJson | ValueLabelJson


class EdgeJson(TypedDict):
    """A role and its filler, by number."""

    role: int
    filler: "TreeJson"


class TreeJson(TypedDict):
    labels: list[int]
    edges: list[EdgeJson]


class DegreeJson(TypedDict):
    """A rule of a term, by number, with its degree in it."""

    rule: int
    degree: float


class TermJson(TypedDict):
    """A term of a sum: the best of its rules counts."""

    name: str
    weight: float
    rules: list[DegreeJson]


class TermsJson(TypedDict):
    sums: bool
    terms: list[TermJson]
    trees: list[TreeJson]


class RecurrenceJson(TypedDict):
    same: int
    alike: int
    of: int


class TrainedOnJson(TypedDict):
    positives: int
    negatives: int
    precision: ShareJson


class SeenJson(TrainedOnJson):
    recall: ShareJson
    coverage: ShareJson


class RuleCardJson(PartJson):
    learner: str
    weight: float
    is_top: bool
    confidence: float
    trained_on: TrainedOnJson
    seen: SeenJson | None
    stability: RecurrenceJson | None
    folds: RecurrenceJson | None


class ValueGroupJson(TypedDict):
    name: str
    size: int
    counts: list[int]
    shares: list[float]


class ValuesJson(TypedDict):
    low: float
    high: float
    edges: list[float]
    groups: list[ValueGroupJson]


class TimedJson(TypedDict):
    moment: NotRequired[Moment]


class PropertyJson(NamedJson, TimedJson):
    range: Pair
    sets: list[OutlinedSetJson]
    values: ValuesJson | None


class NumberView(PropertyJson):
    property: int


class MeasureView(TitledJson):
    value: float
    decimals: int
    basis: str


class HistogramJson(TypedDict):
    edges: list[float]
    positive: list[int]
    negative: list[int]


class PointJson(TypedDict):
    fallout: float
    recall: float
    precision: float


class CurvesJson(TypedDict):
    roc: list[Pair]
    precision_recall: list[Pair]
    average: float


class CalibrationBinJson(TypedDict):
    predicted: float
    observed: ShareJson


class DecisionsJson(CurvesJson):
    examples: int
    positives: int
    measures: list[MeasureView]
    at_threshold: PointJson
    degrees: HistogramJson
    probabilities: HistogramJson | None
    calibration: list[CalibrationBinJson] | None


class GradesJson(TypedDict):
    """Graded examples; points are label and prediction."""

    examples: int
    range: Pair
    measures: list[MeasureView]
    points: list[Pair]


class PlattJson(TypedDict):
    method: Literal["platt"]
    slope: float
    intercept: float


class IsotonicJson(TypedDict):
    method: Literal["isotonic"]
    evidence: list[float]
    probability: list[float]


CalibrationJson = PlattJson | IsotonicJson


class NumberedJson(TypedDict):
    numbered: str


class IriPartsJson(TypedDict):
    """IRIs: a prefix, and rests unless these are the names."""

    prefix: str
    rests: list[str] | None


class NamesJson(TypedDict):
    names: list[str] | NumberedJson
    iris: IriPartsJson | None


class IndividualsJson(NamesJson):
    count: int
    total: int
    sampled: bool
    labels: PackedJson
    evidence: PackedJson


class MembersJson(TypedDict):
    """The members of a class, with degrees unless all are 1."""

    members: PackedJson
    degrees: PackedJson | None


class LinksJson(TypedDict):
    """The fillers of a role, with degrees unless all are 1."""

    counts: PackedJson
    ends: PackedJson
    degrees: PackedJson | None


class NumbersJson(TypedDict):
    """The numbers of a property; no counts if every element has one."""

    counts: PackedJson | None
    values: PackedJson


class SymbolsJson(TypedDict):
    """The coded values of a property; no counts if every element has one."""

    values: list[Symbol]
    counts: PackedJson | None
    codes: PackedJson


class ClassFactsJson(NamedJson, MembersJson):
    """The facts of a class."""


class RoleFactsJson(NamedJson, LinksJson):
    """The facts of a role."""


class NumberFactsJson(NamedJson, TimedJson, NumbersJson):
    """The facts of a numeric property."""


class SymbolFactsJson(NamedJson, SymbolsJson):
    """The facts of a property with crisp values."""


class FactsView(TypedDict):
    """The facts that rules use: of the rows first, then of elements reached from them."""

    elements: int
    others: list[str]
    classes: list[ClassFactsJson]
    roles: list[RoleFactsJson]
    numbers: list[NumberFactsJson]
    symbols: list[SymbolFactsJson]


class ValueChangeJson(NamedJson):
    kind: Literal["number", "truth", "category", "class"]
    before: float | Symbol
    after: float | Symbol
    shown: float | Symbol
    distance: float


class ChangedFactsJson(TypedDict):
    """Changed values, by the numbers of facts."""

    numbers: list[tuple[int, list[float]]]
    symbols: list[tuple[int, list[Symbol]]]
    classes: list[tuple[int, bool]]


class NearestChangeJson(TypedDict):
    found: bool
    most_changes: int
    distance: float | None
    evidence: float | None
    degree: float | None
    changes: list[ValueChangeJson]


class CounterfactualJson(NearestChangeJson):
    text: str
    values: ChangedFactsJson


class CounterfactualsJson(TypedDict):
    """Nearest changes of some rows; null while the page has not read them."""

    threshold: float
    whom: Whom
    rows: list[int]
    found: list[CounterfactualJson] | None


class VerdictJson(TypedDict):
    """Whether a property of the rules holds; null if unknown."""

    name: str
    holds: bool | None
    reason: str


class ProvenanceJson(TypedDict):
    source: dict[str, Any]
    parameters: dict[str, Any]
    command: str | None


class OverlapJson(TypedDict):
    rules: list[int]
    both: list[list[int]]


class AppliedJson(TypedDict):
    overlap: OverlapJson | None
    decisions: DecisionsJson | None
    grades: GradesJson | None
    individuals: IndividualsJson | None
    facts: FactsView | None
    counterfactuals: CounterfactualsJson | None


class ModelView(TermsJson, AppliedJson):
    target: NamedJson
    algorithm: TitledJson
    threshold: float
    logic: str
    average: float | None
    calibration: CalibrationJson | None
    labels: list[LabelJson]
    rules: list[RuleCardJson]
    numbers: list[NumberView]
    curve: list[Pair]
    training: list[MeasureView]
    verdicts: list[VerdictJson]
    remarks: list[str]
    provenance: ProvenanceJson


class ScoresView(TypedDict):
    mean: Mapping[str, float]
    deviation: Mapping[str, float]
    folds: list[dict[str, float]]


class RecurringRuleJson(PartJson, RecurrenceJson):
    """A rule over folds; its weight is null where it was not learned."""

    against: bool
    weights: list[float | None]


class ProtocolJson(TypedDict):
    folds: int
    repeats: int
    seed: int
    name: str
    starred: bool


class ConfigurationJson(TypedDict):
    parameters: dict[str, Any]
    scores: ScoresView


class RunView(TypedDict):
    dataset: str
    target: NamedJson
    algorithm: TitledJson
    protocol: ProtocolJson
    examples: int
    positives: int
    parameters: dict[str, Any]
    configurations: list[ConfigurationJson]
    best: int
    nested: ScoresView | None
    top: ScoresView
    rules: list[RecurringRuleJson]
    environment: dict[str, Any]
    seconds: float
    remarks: list[str]


class MeasureTitleJson(TitledJson):
    decimals: int
    larger_is_better: bool


class ComparedRowJson(TypedDict):
    """Figures of a data set: algorithm → measure → value."""

    dataset: str
    figures: dict[str, Mapping[str, float | None]]


class PairJson(TypedDict):
    first: str
    second: str
    wins: int
    ties: int
    losses: int
    p: float


class ComparisonJson(TypedDict):
    algorithms: list[TitledJson]
    measures: list[MeasureTitleJson]
    merit: str
    rows: list[ComparedRowJson]
    ranked: int
    ranks: dict[str, float]
    critical_difference: float | None
    pairs: list[PairJson]


class SuiteJson(TypedDict):
    name: str
    protocol: str
    not_run: dict[str, str]
    remarks: dict[str, list[str]]


class ReportJson(TypedDict):
    format: str
    version: int
    made_by: str
    title: str
    models: list[ModelView]
    runs: list[RunView]
    comparison: ComparisonJson | None
    suite: SuiteJson | None
