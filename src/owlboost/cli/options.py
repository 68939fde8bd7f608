"""Options of commands: how one is declared, and those that several commands share."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from enum import Flag, StrEnum, auto
from functools import partial
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer.models import ArgumentInfo, OptionInfo

from owlboost.errors import ParameterError

if TYPE_CHECKING:
    from owlboost.data.example_labels import TargetRange


class Where(Flag):
    """Conditions under which an option has an effect; none means always."""

    EVERYWHERE = 0
    TABLE = auto()  # on a table
    ONTOLOGY = auto()  # on an ontology
    COLUMNS = auto()  # where no model defines the columns
    ALGORITHM = auto()  # where the algorithm has the parameter
    FORMAT = auto()  # where the format has the parameter
    DATA = auto()  # where the format includes data
    INFERENCES = auto()  # where conclusions are drawn rather than justified
    RULES = auto()  # where rules are printed, not JSON
    FOLDS = auto()  # where examples are divided into folds
    HERMIT = auto()  # with the reasoner HermiT


EVERYWHERE = Where.EVERYWHERE


@dataclass(frozen=True, slots=True)
class Idle:
    """Options without effect, by name or by what they need; ``where`` ends the note."""

    where: str
    names: Set[str] = frozenset()
    only: Where = EVERYWHERE

    def has(self, name: str, option: "Option | Argument") -> bool:
        """Whether an option is among them."""
        return name in self.names or bool(self.only & option.only)


Role = Literal["value", "input", "output", "source"]
"""Role of an option: a file to read, one to write, the data, or a plain value."""

SPELLINGS: dict[str, str] = {}
"""Name of a parameter in errors → its option, as declared so far."""


class _Declared:
    """The role of an option or an argument in its command."""

    only: Where
    role: Role


class Option(_Declared, OptionInfo):
    """An option: its names and metavar as in ``--output -o FILE``, its help and its role.

    ``parameter`` is what errors call it, if not ``max_depth`` as to ``--max-depth``. Paths are
    inputs, unless ``role`` says otherwise.
    """

    def __init__(
        self,
        usage: str,
        help: str,
        *,
        only: Where,
        role: Role = "value",
        parameter: str = "",
        panel: str | None = None,
        **more: Any,
    ) -> None:
        words = usage.split()
        names = [word for word in words if word.startswith("-")]
        metavar = " ".join(words[len(names) :]) or None
        super().__init__(
            default=...,
            param_decls=names,
            help=help,
            rich_help_panel=panel,
            metavar=metavar,
            **more,
        )
        self.only, self.role = only, role
        name = names[0].partition("/")[0]
        SPELLINGS[parameter or variable(name)] = name


class Argument(_Declared, ArgumentInfo):
    """An argument of a command, by its metavar."""

    def __init__(self, metavar: str, help: str, *, role: Role = "value") -> None:
        super().__init__(default=..., metavar=metavar, help=help)
        self.only, self.role = EVERYWHERE, role


everywhere = partial(Option, only=EVERYWHERE)
"""Make an option that always has an effect."""

Options = Mapping[str, Option | Argument]
"""Options and arguments of a command, by the names of its parameters."""


def option(usage: str, help: str, default: Any = None, **about: Any) -> Any:
    """Make the field of a group of options; ``about`` is as of :class:`Option`."""
    return field(default=default, metadata={"option": Option(usage, help, **about)})


def declared(parameter: Parameter) -> Option | Argument:
    """Return the declaration of a parameter of a command."""
    about: Option | Argument = next(
        item for item in parameter.annotation.__metadata__ if isinstance(item, Option | Argument)
    )
    return about


def variable(option: str) -> str:
    """Return an option's name in Python: max_depth for ``--max-depth``."""
    return option.lstrip("-").replace("-", "_")


SourceFile = Annotated[
    Path,
    Argument(
        "SOURCE",
        "An ontology in any OWL syntax, or a table: .csv, .tsv, .parquet, .xlsx, .ods; - for "
        "standard input.",
        role="source",
    ),
]
ModelFile = Annotated[Path, Argument("MODEL.json", "A model, or rules: exported, or a listing.")]
JsonFlag = Annotated[bool, everywhere("--json", "Print JSON.")]


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


_table = partial(option, panel="Tables", only=Where.TABLE)
_column = partial(option, panel="Tables", only=Where.TABLE | Where.COLUMNS)


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Options for reading a table."""

    no_header: bool = _table(
        "--no-header", "The file has no header; its first line is data.", False, parameter="header"
    )
    columns: str | None = _table("--columns a,b,c", "Column names, for a file without a header.")
    id_column: str | None = _table(
        "--id COLUMN", "Column with the names of the rows.", parameter="id_column"
    )
    categorical: list[str] | None = _column(
        "--categorical COLUMN",
        "Treat this column as categories; repeatable.",
        parameter="kinds=category",
    )
    numeric: list[str] | None = _column(
        "--numeric COLUMN", "Treat this column as numbers; repeatable."
    )
    drop: list[str] | None = _column("--drop COLUMN", "Do not read this column; repeatable.")
    encoding: str | None = _table(
        "--encoding NAME", "Encoding of a text file, such as latin-1.", show_default="found out"
    )
    decimal: Decimal | None = _table(
        "--decimal",
        "What stands before decimals, where a number could be read both ways.",
        show_default="found out",
    )
    dates: DateOrder | None = _table(
        "--dates",
        "Whether the day or the month comes first, where a date could be read both ways.",
        show_default="found out",
    )
    calendar: list[str] | None = _column(
        "--calendar COLUMN",
        "Take month and weekday of this column of dates as categories, too; repeatable.",
    )
    texts: list[str] | None = _column(
        "--texts COLUMN", "Learn from the words that the texts of this column contain; repeatable."
    )
    sheet: str | None = _table("--sheet NAME", "Sheet of a workbook.", show_default="the first")
    out_of_core: OutOfCoreMode = _table(
        "--out-of-core",
        "Keep the columns in temporary files (TMPDIR), for a table larger than memory; auto: if "
        "they would take an eighth of it.",
        OutOfCoreMode.AUTO,
    )

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


_ontology = partial(option, panel="Ontologies", only=Where.ONTOLOGY)


@dataclass(frozen=True, slots=True)
class OntologyOptions:
    """Options for reading and reasoning over an ontology."""

    import_dir: list[Path] | None = _ontology(
        "--import-dir FOLDER",
        "Where to look for imports, besides the file's folder; repeatable.",
        parameter="import_dirs",
    )
    strict: bool = _ontology("--strict", "Treat a missing import as an error.", False)
    reasoner: Reasoner = _ontology(
        "--reasoner",
        "The built-in reasoner, or HermiT (which needs Java and the extra dl).",
        Reasoner.STRUCTURAL,
        only=Where.ONTOLOGY | Where.INFERENCES,
    )
    reasoner_timeout: float | None = _ontology(
        "--reasoner-timeout SECONDS",
        "How long HermiT may take.",
        only=Where.ONTOLOGY | Where.INFERENCES | Where.HERMIT,
    )
    lang: str | None = _ontology(
        "--lang TAG", "Language of the labels to show, such as de; those of all are understood."
    )
    iris: bool = _ontology(
        "--iris", "Show IRIs in full instead of labels and short names.", False, only=EVERYWHERE
    )


_examples = partial(option, panel="Examples", only=EVERYWHERE)


@dataclass(frozen=True, slots=True)
class LabelOptions:
    """Options that name examples and their labels."""

    target: str | None = _examples(
        "--target T",
        "Class to learn; for a table, COLUMN=VALUE or COLUMN>=NUMBER, or a COLUMN of numbers "
        "that grades the rows.",
    )
    target_range: str | None = _examples(
        "--target-range LOW,HIGH",
        "What grades are at least (degree 0) and at most (degree 1).",
        show_default="where a column's values end; 0,1 with --examples",
    )
    graded: Path | None = _examples(
        "--examples FILE",
        "File with all examples, on each line a name, a comma or tab, and a grade.",
    )
    positives: Path | None = _examples(
        "--positives FILE", "File with the positive examples, one name per line."
    )
    negatives: Path | None = _examples(
        "--negatives FILE", "File with the negative examples; by default, all other individuals."
    )
    problem: str | None = _examples(
        "--problem FILE",
        "A problem file from Ontolearn (JSON) or DL-Learner (.conf).",
        role="input",
    )
    scope: str | None = _examples(
        "--scope CLASS", "Use only the members of this class as examples."
    )

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

    background: Background = _examples(
        "--background",
        "Individuals that weigh in without being examples: none, the other members of --scope, "
        "or all others.",
        Background.NONE,
    )
    unknown: str | None = _examples(
        "--unknown ignore|negative|SHARE",
        "What to do with individuals that are neither listed or inferred to be positive nor to "
        "be negative: ignore them, count them as negatives, or with this weight.",
        show_default="who is not positive is negative",
    )
    hide: list[str] | None = _examples(
        "--hide NAME", "Class, property or column that the learner must not see; repeatable."
    )
    sets_from: Path | None = _examples(
        "--sets-from FILE",
        "Model, exported rules or fuzzy ontology whose fuzzy sets are used in place of computed "
        "ones.",
    )

    def defining(self, *, of_table: bool) -> "ExampleOptions":
        """Return the options for a definition, which ignores unknown individuals."""
        if self.unknown not in (None, "ignore"):
            raise ParameterError(
                f"--definition ignores unknown individuals; leave out --unknown {self.unknown}."
            )
        if self.graded is not None:
            raise ParameterError("--definition does not go with --examples, which grades them.")
        return self if of_table else replace(self, unknown="ignore")


DefinitionFlag = Annotated[
    bool,
    everywhere(
        "--definition",
        "Learn who belongs to the target and who does not, and answer yes, no or unknown; unknown "
        "individuals are ignored.",
        panel="Examples",
    ),
]
