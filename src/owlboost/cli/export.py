"""``owlboost export``, ``import`` and ``convert``."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from owlboost.cli import options as opt
from owlboost.cli.command import STANDARD, spread
from owlboost.cli.messages import say
from owlboost.cli.options import (
    EVERYWHERE,
    Argument,
    Idle,
    OntologyOptions,
    Options,
    TableOptions,
    Where,
    everywhere,
    option,
)
from owlboost.cli.source import CommandSource, open_rules, open_table
from owlboost.errors import ParameterError
from owlboost.exchange.formats import FORMATS, ExportedText, Format, exported_definition
from owlboost.runtime.files import atomic_path, temporary_folder

if TYPE_CHECKING:
    from owlboost.data.knowledge_base import KnowledgeBase
    from owlboost.models.definition import Definition
    from owlboost.models.source import OpenSource
    from owlboost.models.trained import TrainedModel


_reasoner_option = partial(option, panel="For reasoners")

ExportFormat = StrEnum("ExportFormat", {name: name for name in FORMATS})  # type: ignore[misc]
"""Formats of the registry to export a model to."""

OutputFile = Annotated[
    Path | None,
    everywhere(
        "--output -o FILE", "Where to write.", role="output", show_default="standard output"
    ),
]


class OwlSyntax(StrEnum):
    """Syntaxes of ontologies."""

    RDFXML = "rdfxml"
    OWLXML = "owlxml"
    FUNCTIONAL = "functional"
    TURTLE = "turtle"


@dataclass(frozen=True, slots=True)
class ReasonerOptions:
    """Options for reasoners."""

    with_data: bool = _reasoner_option(
        "--with-data", "Also write the facts about all individuals.", False, only=Where.DATA
    )
    individual: list[str] | None = _reasoner_option(
        "--individual A", "Also write the facts about this individual; repeatable.", only=Where.DATA
    )
    cut: float | None = _reasoner_option(
        "--cut DEGREE",
        "The degree from which on a thing belongs to the class (owl, swrl).",
        only=Where.FORMAT,
        show_default="0.5",
    )
    equivalent: bool = _reasoner_option(
        "--equivalent",
        "Say that nothing else belongs to the class, so that negatives are inferred "
        "(owl, fuzzydl, manchester).",
        False,
        only=EVERYWHERE,
    )
    force: bool = _reasoner_option(
        "--force",
        "Write axioms that contradict the ontology, too (owl, swrl).",
        False,
        only=Where.FORMAT,
    )
    syntax: OwlSyntax | None = _reasoner_option(
        "--syntax",
        "Syntax of the file (owl, swrl, fuzzyowl2).",
        only=Where.FORMAT,
        show_default="by its name, or functional; rdfxml for fuzzyowl2",
    )
    imports: str | None = _reasoner_option(
        "--imports IRI",
        "IRI of an ontology that the file imports (owl, swrl, fuzzyowl2).",
        only=Where.FORMAT,
    )

    @staticmethod
    def unused(values: Mapping[str, Any], options: Options) -> Iterator[Idle]:
        """Yield the options without effect on a format."""
        from owlboost.exchange.rule_files import needs_source

        form = FORMATS[values["layout"]]
        names = {name for name, option in options.items() if Where.FORMAT in option.only}
        names -= set(form.options)
        only = Where.EVERYWHERE
        if form.takes_source:
            only = Where.DATA
        elif not form.takes_data:
            only = Where.DATA
            if not (needs_source(values["model"]) or (values["source"] and values["lang"])):
                names.add("source")
                only |= Where.TABLE | Where.ONTOLOGY
        yield Idle(f"with --format {form.name}", names, only)
        if values["individual"]:
            yield Idle("together with --individual", {"with_data"})

    @property
    def with_facts(self) -> bool:
        """Whether facts are written, too."""
        return self.with_data or bool(self.individual)

    def for_format(self, form: Format, output: Path | None) -> dict[str, object]:
        """Return the options that a format takes, by their names there."""
        given = {
            "syntax": self.syntax.value if self.syntax else _syntax(form, output),
            "imports": self.imports,
            "cut": self.cut,
            "force": self.force,
        }
        accepted: dict[str, object] = {
            name: value
            for name, value in given.items()
            if name in form.options and value is not None
        }
        return {**accepted, "equivalent": True} if self.equivalent else accepted


@spread
def export(
    model: opt.ModelFile,
    source: Annotated[
        Path | None,
        Argument(
            "SOURCE",
            "The data, to take value ranges from, to include with --with-data, or to compare "
            "axioms with.",
            role="source",
        ),
    ] = None,
    *,
    layout: Annotated[ExportFormat, everywhere("--format", "What to write.", show_default=False)],
    output: OutputFile = None,
    wanted: ReasonerOptions,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Write a model for people, for reasoners, or as a program.

    A definition, as learn --definition writes it, becomes rules for the class and against it.

    Example: owlboost export hotel.json hotels.csv --format fuzzydl --individual row1 -o row1.fdl
    """
    from owlboost.models.definition import holds_definition, load_definition

    form = FORMATS[layout]
    options = wanted.for_format(form, output)
    if holds_definition(model):
        definition = load_definition(model)
        _write(_definition_text(definition, source, form, options, ontology, table), output)
        return
    opened: KnowledgeBase | OpenSource | None = None
    chosen = None
    if form.takes_source and source is not None:
        data = CommandSource(source, ontology, table)
        trained = data.rules(model)
        opened = data.opened_for(trained)
    elif form.takes_data and source is not None:
        data = CommandSource(source, ontology, table)
        trained, opened = data.model(model)
        if wanted.with_facts:
            chosen = data.chosen(wanted.individual or [], opened)
    else:
        trained = open_rules(model, source, ontology, table)
        if form.takes_data and wanted.with_facts:
            raise ParameterError(
                "--with-data and --individual need a SOURCE to take the data from."
            )
    text = trained.export(layout, source=opened, individuals=chosen, **options)
    if isinstance(text, ExportedText):
        say(text.remarks)
    if form.crisp_facts:
        say((*_taken_in_full(trained, layout),))
    _write(text, output)


def _definition_text(
    definition: "Definition",
    source: Path | None,
    form: Format,
    options: dict[str, object],
    ontology: OntologyOptions,
    table: TableOptions,
) -> str:
    """Return the text of a definition, printing remarks on stderr."""
    opened = None
    if form.takes_source and source is not None:
        opened = CommandSource(source, ontology, table).opened_for(definition.joint)
    text = exported_definition(definition, form.name, source=opened, **options)
    if isinstance(text, ExportedText):
        say(text.remarks)
    if form.crisp_facts:
        both = (definition.belongs, definition.does_not)
        notes = [remark for model in both for remark in _taken_in_full(model, form.name)]
        say(tuple(dict.fromkeys(notes)))
    return text


def _taken_in_full(trained: "TrainedModel", layout: str) -> Iterator[str]:
    """Yield notes on what a format without degrees loses."""
    if trained.source.get("graded_facts"):
        yield f"the model was learned from facts that hold to a degree; {layout} takes all in full"
    concepts = trained.source.get("fuzzy_concepts")
    if isinstance(concepts, list):
        names = ", ".join(trained.lexicon.name(str(iri)) for iri in concepts)
        yield f"degrees of fuzzy concepts ({names}) are not computed by what reads {layout}"


def _syntax(form: Format, output: Path | None) -> str | None:
    """Return the syntax of a file by its suffix, for some formats."""
    return None if output is None else form.syntaxes.get(output.suffix.lower())


@spread
def import_rules(
    model: Annotated[
        Path,
        Argument("FILE", "Rules: .fdl, .owl, Manchester text, or a listing."),
    ],
    source: Annotated[
        Path | None,
        Argument(
            "SOURCE", "The data, to look up names in that FILE does not explain.", role="source"
        ),
    ] = None,
    *,
    output: OutputFile = None,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Read rules, exported or as a paper prints them, into a model file.

    A listing, such as those of papers, has short names only, and an edited file may use names that
    it did not have: give the data that has them.

    Example: owlboost import wine.txt wine.csv -o wine.json
    """
    from owlboost.exchange.rule_files import needs_source
    from owlboost.models.model_files import model_text

    trained = open_rules(model, source, ontology, table)
    if source is not None and not needs_source(model):
        say((f"SOURCE has no effect here, because {model.name} tells what its names stand for",))
    _write(f"{model_text(trained)}\n", output)


def _write(text: str, output: Path | None) -> None:
    if output is None or output == STANDARD:
        typer.echo(text, nl=False)
        return
    with atomic_path(output) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
    typer.echo(f"Written to {output}", err=True)


TableFile = Annotated[
    Path,
    Argument(
        "TABLE", "A table: .csv, .tsv, .parquet, .xlsx, .ods; - for standard input.", role="source"
    ),
]


@spread
def convert(
    table: TableFile,
    *,
    target: Annotated[
        str,
        everywhere(
            "--target COLUMN",
            "Column whose values become classes; COLUMN>=NUMBER for one and its opposite.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path,
        everywhere(
            "--output -o FILE.owl",
            "The ontology: .owl, .ofn, .owx or .ttl; - for standard output.",
            role="output",
            show_default=False,
        ),
    ],
    syntax: Annotated[
        OwlSyntax | None,
        everywhere(
            "--syntax", "Syntax of the file.", show_default="by its name; rdfxml on standard output"
        ),
    ] = None,
    reading: TableOptions,
) -> None:
    """Turn a table into an OWL 2 ontology, as the paper's Appendix B does.

    Example: owlboost convert iris.csv --target species -o iris.owl
    """
    from owlboost.exchange.table_ontology import Syntax, write_ontology

    split_table, column = open_table(table, reading).split(target)
    wanted: Syntax | None = None if syntax is None else syntax.value
    if output == STANDARD:
        with temporary_folder() as folder:
            path = folder / "ontology.owl"
            write_ontology(split_table, column, path, wanted)
            typer.echo(path.read_text(encoding="utf-8"), nl=False)
        return
    write_ontology(split_table, column, output, wanted)
    typer.echo(f"Ontology written to {output}", err=True)
