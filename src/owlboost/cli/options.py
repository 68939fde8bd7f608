"""Options that several commands share, under the names that scripts rely on.

A group of options is a dataclass; a command takes it as one parameter (see :func:`spread`).
"""

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

if TYPE_CHECKING:
    from owlboost.learners.settings import Settings

_EXAMPLES = "Examples"
_SEARCH = "Rules"
_GRADIENT = "Gradient boosting"
_PAPER = "Fuzzy OWL-Boost and FOIL-DL"
_SETS = "Fuzzy sets"
_TABLE = "Tables"
_ONTOLOGY = "Ontologies"
_RUN = "Where it runs"


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take dataclasses of options: their fields become its options."""
    hints = get_type_hints(command, include_extras=True)
    hints.pop("return", None)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
    parameters = [
        parameter.replace(kind=parameter.KEYWORD_ONLY, annotation=hints[name])
        for name, parameter in inspect.signature(command).parameters.items()
        if name not in groups
    ]
    for group in groups.values():
        parameters += _parameters(group)

    @functools.wraps(command)
    def run(**values: Any) -> None:
        packed = {
            name: group(**{part.name: values.pop(part.name) for part in fields(group)})
            for name, group in groups.items()
        }
        command(**values, **packed)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _parameters(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            part.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=part.default,
            annotation=hints[part.name],
        )
        for part in fields(group)
    ]


SourceFile = Annotated[
    Path,
    typer.Argument(
        metavar="SOURCE", help="An ontology in any OWL syntax, or a table: .csv, .tsv, .parquet."
    ),
]
ModelFile = Annotated[
    Path,
    typer.Argument(metavar="MODEL.json", help="A model made by learn, or rules made by export."),
]


class Algorithm(StrEnum):
    """The outer loop."""

    GRADIENT = "gradient"
    BOOST = "boost"
    FOIL = "foil"


class WeakLearner(StrEnum):
    """What one round of boosting learns."""

    RULES = "rules"
    AXIOM = "axiom"


class LossChoice(StrEnum):
    """What gradient boosting minimises."""

    AUTO = "auto"
    SQUARED = "squared"
    LOGISTIC = "logistic"


class Fuzzify(StrEnum):
    """How fuzzy sets are placed."""

    UNIFORM = "uniform"
    CMEANS = "cmeans"


class Reasoner(StrEnum):
    """Who infers what the ontology implies."""

    STRUCTURAL = "structural"
    HERMIT = "hermit"


class Format(StrEnum):
    """How predictions are printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


class ExportFormat(StrEnum):
    """What a model is exported as."""

    FUZZYDL = "fuzzydl"
    FUZZYOWL2 = "fuzzyowl2"
    MANCHESTER = "manchester"
    TEXT = "text"
    SPARQL = "sparql"
    PYTHON = "python"


class OwlSyntax(StrEnum):
    """How an ontology is written."""

    RDFXML = "rdfxml"
    OWLXML = "owlxml"
    FUNCTIONAL = "functional"


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How to read a table."""

    no_header: Annotated[
        bool, typer.Option("--no-header", help="The first line is data.", rich_help_panel=_TABLE)
    ] = False
    columns: Annotated[
        str | None,
        typer.Option(
            metavar="a,b,c", help="Names for a file without header.", rich_help_panel=_TABLE
        ),
    ] = None
    id_column: Annotated[
        str | None,
        typer.Option(
            "--id", metavar="COLUMN", help="Column that names the rows.", rich_help_panel=_TABLE
        ),
    ] = None
    categorical: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN", help="Take as categories; repeatable.", rich_help_panel=_TABLE
        ),
    ] = None
    numeric: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="Take as numbers; repeatable.", rich_help_panel=_TABLE),
    ] = None

    @property
    def names(self) -> list[str] | None:
        """The names given to ``--columns``."""
        return None if self.columns is None else [name.strip() for name in self.columns.split(",")]

    @property
    def header(self) -> bool:
        """Whether the first line names the columns."""
        return not self.no_header and self.columns is None


@dataclass(frozen=True, slots=True)
class OntologyOptions:
    """How to read and reason over an ontology."""

    import_dir: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FOLDER",
            help="Where to look for imports, besides the file's folder; repeatable.",
            rich_help_panel=_ONTOLOGY,
        ),
    ] = None
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="An import not found is an error.", rich_help_panel=_ONTOLOGY
        ),
    ] = False
    reasoner: Annotated[
        Reasoner,
        typer.Option(
            help="The built-in one, or HermiT (needs Java and the extra dl).",
            rich_help_panel=_ONTOLOGY,
        ),
    ] = Reasoner.STRUCTURAL
    reasoner_timeout: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS", help="How long HermiT may take.", rich_help_panel=_ONTOLOGY
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class ExampleOptions:
    """Which individuals to learn from."""

    target: Annotated[
        str | None,
        typer.Option(
            metavar="T", help="Class to learn; for a table COLUMN=VALUE.", rich_help_panel=_EXAMPLES
        ),
    ] = None
    positives: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Positive examples, a name a line.", rich_help_panel=_EXAMPLES
        ),
    ] = None
    negatives: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Negative examples; without it all others.",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None
    problem: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A problem of Ontolearn (JSON) or DL-Learner (.conf).",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None
    scope: Annotated[
        str | None,
        typer.Option(
            metavar="CLASS", help="Only its members are examples.", rich_help_panel=_EXAMPLES
        ),
    ] = None
    hide: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Class, property or column to keep from the learner; repeatable.",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to learn."""

    algorithm: Annotated[
        Algorithm,
        typer.Option(help="Gradient-boosted concepts, Fuzzy OWL-Boost, or its baseline FOIL-DL."),
    ] = Algorithm.GRADIENT
    rules: Annotated[
        int, typer.Option(help="Most rules (gradient).", rich_help_panel=_GRADIENT)
    ] = 10
    loss: Annotated[
        LossChoice,
        typer.Option(help="What gradient minimises; auto validates.", rich_help_panel=_GRADIENT),
    ] = LossChoice.AUTO
    monotone: Annotated[
        bool,
        typer.Option(
            "--monotone", help="Only rules that argue for the target.", rich_help_panel=_GRADIENT
        ),
    ] = False
    rounds: Annotated[
        int, typer.Option(help="Boosting rounds (boost).", rich_help_panel=_PAPER)
    ] = 10
    theta: Annotated[
        float, typer.Option(help="Least confidence of a rule (θ).", rich_help_panel=_PAPER)
    ] = 0.34
    eta: Annotated[
        float,
        typer.Option(
            help="Largest share of negatives a rule may cover (η).", rich_help_panel=_PAPER
        ),
    ] = 1.0
    max_depth: Annotated[
        int, typer.Option(help="Nested roles in a rule.", rich_help_panel=_SEARCH)
    ] = 1
    max_conjuncts: Annotated[
        int, typer.Option(help="Conditions in a rule.", rich_help_panel=_SEARCH)
    ] = 5
    lookahead: Annotated[
        int | None,
        typer.Option(
            help="Roles that one move may pass through.",
            show_default="max-depth",
            rich_help_panel=_SEARCH,
        ),
    ] = None
    backtrack: Annotated[
        int, typer.Option(help="Alternatives kept at each step.", rich_help_panel=_PAPER)
    ] = 0
    weak_learner: Annotated[
        WeakLearner,
        typer.Option(
            help="A round learns rules, or one axiom with softmax weights.", rich_help_panel=_PAPER
        ),
    ] = WeakLearner.RULES
    fuzzify: Annotated[
        Fuzzify, typer.Option(help="How sets are placed.", rich_help_panel=_SETS)
    ] = Fuzzify.CMEANS
    sets: Annotated[
        int | None,
        typer.Option(
            help="Sets per numeric property: 3, 5 or 7.",
            show_default="5; gradient chooses",
            rich_help_panel=_SETS,
        ),
    ] = None
    centroid_exponent: Annotated[
        float, typer.Option(help="Exponent of c-means' centroid step.", rich_help_panel=_SETS)
    ] = 2.0
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Return the best so far after this long."),
    ] = None

    def settings(self, seed: int = 0, threads: int = 1) -> "Settings":
        """Check the options and make settings of them."""
        from owlboost.learners.settings import Settings

        return Settings(
            algorithm=self.algorithm.value,
            n_rules=self.rules,
            loss=self.loss.value,
            monotone=self.monotone,
            n_rounds=self.rounds,
            min_confidence=self.theta,
            max_negative_coverage=self.eta,
            n_sets=self.sets,
            fuzzify=self.fuzzify.value,
            centroid_exponent=self.centroid_exponent,
            max_depth=self.max_depth,
            max_conjuncts=self.max_conjuncts,
            lookahead=self.lookahead,
            backtrack=self.backtrack,
            weak_learner=self.weak_learner.value,
            random_state=seed,
            time_limit=self.time_limit,
            n_jobs=threads,
        )


class Grid(StrEnum):
    """The configurations to compare."""

    PAPER = "paper"
    NONE = "none"


class EngineName(StrEnum):
    """Where folds run."""

    LOCAL = "local"
    DASK = "dask"


@dataclass(frozen=True, slots=True)
class ProtocolOptions:
    """How examples are divided into training and test."""

    folds: Annotated[int, typer.Option(help="Stratified folds.")] = 5
    repeats: Annotated[int, typer.Option(help="Divide anew this often.")] = 1
    nested: Annotated[
        bool,
        typer.Option("--nested", help="Also choose the configuration inside each training fold."),
    ] = False
    mask: Annotated[
        bool,
        typer.Option("--mask", help="Hide only the labels of test individuals, not their facts."),
    ] = False
    seed: Annotated[int, typer.Option(help="Seed of the folds.")] = 0


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """Where folds run."""

    jobs: Annotated[
        int,
        typer.Option(
            help="Processes; -1 for all cores. The result is the same.", rich_help_panel=_RUN
        ),
    ] = 1
    engine: Annotated[
        EngineName, typer.Option(help="This machine or Dask.", rich_help_panel=_RUN)
    ] = EngineName.LOCAL
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="A running Dask scheduler, tcp://…", rich_help_panel=_RUN
        ),
    ] = None
