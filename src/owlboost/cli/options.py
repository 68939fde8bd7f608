"""Options that several commands share: data, examples, formats."""

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from owlboost.errors import ParameterError

if TYPE_CHECKING:
    from owlboost.data.example_labels import TargetRange


_EXAMPLES = "Examples"
_TABLE = "Tables"
_ONTOLOGY = "Ontologies"


SourceFile = Annotated[
    Path,
    typer.Argument(
        metavar="SOURCE",
        help="An ontology in any OWL syntax, or a table: .csv, .tsv, .parquet, .xlsx, .ods; - for "
        "standard input.",
    ),
]
ModelFile = Annotated[
    Path,
    typer.Argument(metavar="MODEL.json", help="A model, or rules: exported, or a listing."),
]


DefinitionFlag = Annotated[
    bool,
    typer.Option(
        "--definition",
        help="Learn who belongs to the target and who does not, and answer yes, no or unknown; "
        "unknown individuals are ignored.",
        rich_help_panel=_EXAMPLES,
    ),
]


class Reasoner(StrEnum):
    """Reasoners to choose from."""

    STRUCTURAL = "structural"
    HERMIT = "hermit"


class Background(StrEnum):
    """Individuals that weigh in without being examples."""

    NONE = "none"
    SCOPE = "scope"
    ALL = "all"


class PredictionFormat(StrEnum):
    """Formats of printed predictions."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


class Decimal(StrEnum):
    """Decimal marks."""

    POINT = "."
    COMMA = ","


class DateOrder(StrEnum):
    """Orders of day and month."""

    DAY_FIRST = "dmy"
    MONTH_FIRST = "mdy"


class OutOfCoreMode(StrEnum):
    """Uses of temporary files for the columns of a table."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


class RuleLayout(StrEnum):
    """Layouts of printed rules."""

    TEXT = "text"
    PAPER = "paper"
    MANCHESTER = "manchester"
    DL = "dl"


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Options for reading a table."""

    no_header: Annotated[
        bool,
        typer.Option(
            "--no-header",
            help="The file has no header; its first line is data.",
            rich_help_panel=_TABLE,
        ),
    ] = False
    columns: Annotated[
        str | None,
        typer.Option(
            metavar="a,b,c",
            help="Column names, for a file without a header.",
            rich_help_panel=_TABLE,
        ),
    ] = None
    id_column: Annotated[
        str | None,
        typer.Option(
            "--id",
            metavar="COLUMN",
            help="Column with the names of the rows.",
            rich_help_panel=_TABLE,
        ),
    ] = None
    categorical: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="Treat this column as categories; repeatable.",
            rich_help_panel=_TABLE,
        ),
    ] = None
    numeric: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="Treat this column as numbers; repeatable.",
            rich_help_panel=_TABLE,
        ),
    ] = None
    drop: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN", help="Do not read this column; repeatable.", rich_help_panel=_TABLE
        ),
    ] = None
    encoding: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Encoding of a text file, such as latin-1.",
            show_default="found out",
            rich_help_panel=_TABLE,
        ),
    ] = None
    decimal: Annotated[
        Decimal | None,
        typer.Option(
            help="What stands before decimals, where a number could be read both ways.",
            show_default="found out",
            rich_help_panel=_TABLE,
        ),
    ] = None
    dates: Annotated[
        DateOrder | None,
        typer.Option(
            help="Whether the day or the month comes first, where a date could be read both ways.",
            show_default="found out",
            rich_help_panel=_TABLE,
        ),
    ] = None
    calendar: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="Take month and weekday of this column of dates as categories, too; repeatable.",
            rich_help_panel=_TABLE,
        ),
    ] = None
    texts: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="Learn from the words that the texts of this column contain; repeatable.",
            rich_help_panel=_TABLE,
        ),
    ] = None
    sheet: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Sheet of a workbook.",
            show_default="the first",
            rich_help_panel=_TABLE,
        ),
    ] = None
    out_of_core: Annotated[
        OutOfCoreMode,
        typer.Option(
            help="Keep the columns in temporary files (TMPDIR), for a table larger than memory; "
            "auto: if they would take an eighth of it.",
            rich_help_panel=_TABLE,
        ),
    ] = OutOfCoreMode.AUTO

    @property
    def names(self) -> list[str] | None:
        """The names given to ``--columns``."""
        return None if self.columns is None else [name.strip() for name in self.columns.split(",")]

    @property
    def mark(self) -> Literal[".", ","] | None:
        """The decimal mark given."""
        return None if self.decimal is None else self.decimal.value

    @property
    def order(self) -> Literal["dmy", "mdy"] | None:
        """The order of dates given."""
        return None if self.dates is None else self.dates.value

    @property
    def header(self) -> bool:
        """Whether the first line names the columns."""
        return not self.no_header and self.columns is None


@dataclass(frozen=True, slots=True)
class OntologyOptions:
    """Options for reading and reasoning over an ontology."""

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
            "--strict", help="Treat a missing import as an error.", rich_help_panel=_ONTOLOGY
        ),
    ] = False
    reasoner: Annotated[
        Reasoner,
        typer.Option(
            help="The built-in reasoner, or HermiT (which needs Java and the extra dl).",
            rich_help_panel=_ONTOLOGY,
        ),
    ] = Reasoner.STRUCTURAL
    reasoner_timeout: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS", help="How long HermiT may take.", rich_help_panel=_ONTOLOGY
        ),
    ] = None
    lang: Annotated[
        str | None,
        typer.Option(
            metavar="TAG",
            help="Language of the labels to show, such as de; those of all are understood.",
            rich_help_panel=_ONTOLOGY,
        ),
    ] = None
    iris: Annotated[
        bool,
        typer.Option(
            "--iris",
            help="Show IRIs in full instead of labels and short names.",
            rich_help_panel=_ONTOLOGY,
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class LabelOptions:
    """Options that name examples and their labels."""

    target: Annotated[
        str | None,
        typer.Option(
            metavar="T",
            help="Class to learn; for a table, COLUMN=VALUE or COLUMN>=NUMBER, or a COLUMN of "
            "numbers that grades the rows.",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None
    target_range: Annotated[
        str | None,
        typer.Option(
            metavar="LOW,HIGH",
            help="What grades are at least (degree 0) and at most (degree 1).",
            show_default="where a column's values end; 0,1 with --examples",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None
    graded: Annotated[
        Path | None,
        typer.Option(
            "--examples",
            metavar="FILE",
            help="File with all examples, on each line a name, a comma or tab, and a grade.",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None
    positives: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File with the positive examples, one name per line.",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None
    negatives: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File with the negative examples; by default, all other individuals.",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None
    problem: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A problem file from Ontolearn (JSON) or DL-Learner (.conf).",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None
    scope: Annotated[
        str | None,
        typer.Option(
            metavar="CLASS",
            help="Use only the members of this class as examples.",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None

    @property
    def given(self) -> bool:
        """Whether an option decides the labels."""
        options = (self.target, self.positives, self.problem, self.graded)
        return any(option is not None for option in options)

    @property
    def range(self) -> "TargetRange | None":
        """The range given to ``--target-range``."""
        from owlboost.data.example_labels import parsed_range

        return None if self.target_range is None else parsed_range(self.target_range)


@dataclass(frozen=True, slots=True)
class ExampleOptions(LabelOptions):
    """Options that name examples to learn from."""

    background: Annotated[
        Background,
        typer.Option(
            help="Individuals that weigh in without being examples: none, the other members of "
            "--scope, or all others.",
            rich_help_panel=_EXAMPLES,
        ),
    ] = Background.NONE
    unknown: Annotated[
        str | None,
        typer.Option(
            metavar="ignore|negative|SHARE",
            help="What to do with individuals that are neither listed or inferred to be positive "
            "nor to be negative: ignore them, count them as negatives, or with this weight.",
            show_default="who is not positive is negative",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None
    hide: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Class, property or column that the learner must not see; repeatable.",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None
    sets_from: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Model, exported rules or fuzzy ontology whose fuzzy sets are used in place of "
            "computed ones.",
            rich_help_panel=_EXAMPLES,
        ),
    ] = None

    def defining(self, *, of_table: bool) -> "ExampleOptions":
        """Return the options for a definition, which ignores unknown individuals."""
        if self.unknown not in (None, "ignore"):
            raise ParameterError(
                f"--definition ignores unknown individuals; leave out --unknown {self.unknown}."
            )
        if self.graded is not None:
            raise ParameterError("--definition does not go with --examples, which grades them.")
        return self if of_table else replace(self, unknown="ignore")
