"""Opening what the user names: a table or an ontology, and the examples in it."""

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from owlboost.cli.options import Background, ExampleOptions, OntologyOptions, TableOptions
from owlboost.cli.overwriting import refuse_overwriting_imports
from owlboost.cli.streams import one_line
from owlboost.cli.wording import worded
from owlboost.errors import ExamplesError, ParameterError, SourceError

if TYPE_CHECKING:
    from owlboost._typing import Mask
    from owlboost.exchange.listing.glossary import Glossary
    from owlboost.exchange.listing.reading import Listing
    from owlboost.model.examples import Examples
    from owlboost.model.knowledge_base import KnowledgeBase
    from owlboost.model.trained import TrainedModel
    from owlboost.model.vocabulary import Names
    from owlboost.ontology.language.axioms import Remark
    from owlboost.ontology.loading import LoadedOntology
    from owlboost.ontology.problems import ExampleLists
    from owlboost.tables.kinds import Kind
    from owlboost.tables.table import Table


_HARMLESS = frozenset({"annotation-ignored", "tautology"})


def is_table(path: Path) -> bool:
    """Whether a source is a table, by its name."""
    from owlboost.tables.files import is_table_path

    return is_table_path(path)


def open_table(path: Path, options: TableOptions) -> "Table":
    """Read a table and say on stderr what was left out of it."""
    from owlboost.tables.reading import read_table

    wanted: dict[str, Kind] = dict.fromkeys(options.categorical or (), "category")
    wanted |= dict.fromkeys(options.numeric or (), "number")
    table = read_table(
        path,
        header=options.header,
        columns=options.names,
        id_column=options.id_column,
        kinds=wanted,
    )
    say(table.remarks)
    return table


def open_ontology(path: Path, options: OntologyOptions) -> "LoadedOntology":
    """Read an ontology."""
    from owlboost.ontology.loading import read_ontology

    loaded = read_ontology(
        path,
        import_dirs=options.import_dir or (),
        strict=options.strict,
        reasoner=options.reasoner.value,
        reasoner_timeout=options.reasoner_timeout,
    )
    refuse_overwriting_imports(loaded.ontology)
    return loaded


def open_examples(
    path: Path,
    wanted: ExampleOptions,
    reading: OntologyOptions,
    table: TableOptions,
    *,
    quiet: bool = False,
) -> "tuple[Examples, Mask]":
    """Open a source and find the examples in it; remarks go to stderr, if not quiet."""
    if wanted.negatives is not None and wanted.positives is None:
        raise ParameterError("--negatives needs --positives as well.")
    if wanted.target is None and wanted.positives is None and wanted.problem is None:
        raise typer.BadParameter("Say what to learn: --target, or --positives, or --problem.")
    if is_table(path):
        return _table_examples(path, table, wanted)
    if wanted.background is Background.SCOPE and wanted.scope is None:
        raise ParameterError("--background scope needs --scope CLASS as well.")
    lists = _lists(wanted)
    if lists is None and wanted.target is None:
        raise ExamplesError(
            "Say what to learn: --target CLASS, --positives FILE or --problem FILE."
        )
    ontology = open_ontology(path, reading)
    X, positive = ontology.examples(
        wanted.target,
        lists=lists,
        scope=wanted.scope,
        hide=wanted.hide or (),
        background=wanted.background.value,
    )
    if not quiet:
        say_remarks(ontology.remarks)
        listed = lists is not None and bool(lists.negatives)
        if wanted.scope is not None and listed and wanted.background is not Background.SCOPE:
            say(("--scope has no effect when negative examples are listed",))
        if wanted.target is not None and not ontology.classes.has(wanted.target):
            say((f"the ontology has no class {wanted.target!r}, so nothing had to be hidden",))
    return X, positive


def _table_examples(
    path: Path, options: TableOptions, wanted: ExampleOptions
) -> "tuple[Examples, Mask]":
    for name in ("scope", "problem", "positives", "negatives"):
        if getattr(wanted, name) is not None:
            raise ParameterError(
                f"--{name} is for ontologies; for a table use --target COLUMN=VALUE."
            )
    if wanted.background is not Background.NONE:
        raise ParameterError("--background is for ontologies; in a table all rows are examples.")
    if wanted.target is None:
        raise ExamplesError("A table needs --target COLUMN=VALUE.")
    table = open_table(path, options)
    say(table.target(wanted.target).remarks)
    return table.examples(wanted.target, hide=wanted.hide or ())


def _lists(wanted: ExampleOptions) -> "ExampleLists | None":
    from owlboost.ontology.problems import ExampleLists, read_names, read_problem

    if wanted.problem is not None:
        if wanted.positives is not None or wanted.negatives is not None:
            raise ParameterError("Give either --problem or --positives and --negatives, not both.")
        return read_problem(wanted.problem)
    if wanted.positives is None:
        return None
    positives, negatives = (
        read_names(file) if file is not None else ()
        for file in (wanted.positives, wanted.negatives)
    )
    for file, names in ((wanted.positives, positives), (wanted.negatives, negatives)):
        if file is not None and not names:
            raise ExamplesError(f"{file} has no examples; write one name or IRI per line.")
    return ExampleLists(positives, negatives)


def source_record(
    path: Path, wanted: ExampleOptions, reading: OntologyOptions
) -> dict[str, object]:
    """Return what a model file says about where its examples came from."""
    record: dict[str, object] = {"path": str(path), "sha256": fingerprint(path)}
    if wanted.hide:
        record["hidden"] = list(wanted.hide)
    if not is_table(path):
        record["reasoner"] = reading.reasoner.value
    return record


def open_model(
    model: Path, path: Path, reading: OntologyOptions, options: TableOptions
) -> "tuple[TrainedModel, KnowledgeBase]":
    """Open a model and the source that it is applied to, which names the things of a listing."""
    from owlboost.exchange.rule_files import read_rules
    from owlboost.model.trained import TrainedModel

    rules = read_rules(model)
    if isinstance(rules, TrainedModel):
        return rules, open_for_model(rules, path, reading, options)
    if is_table(path):
        found = _named(rules, _columns(path, options))
        return found, open_for_model(found, path, reading, options)
    from owlboost.exchange.listing.glossaries import of_ontology

    ontology = open_ontology(path, reading)
    found = _named(rules, of_ontology(ontology))
    return found, found.knowledge(ontology)


def open_rules(
    model: Path, path: Path | None, reading: OntologyOptions, options: TableOptions
) -> "TrainedModel":
    """Open a model; the names of a listing are looked up in a source."""
    from owlboost.exchange.listing.glossaries import of_ontology
    from owlboost.exchange.rule_files import nameless, read_rules
    from owlboost.model.trained import TrainedModel

    rules = read_rules(model)
    if isinstance(rules, TrainedModel):
        return rules
    if path is None:
        raise nameless(model)
    if is_table(path):
        return _named(rules, _columns(path, options))
    return _named(rules, of_ontology(open_ontology(path, reading)))


def _columns(path: Path, options: TableOptions) -> "Glossary":
    from owlboost.exchange.listing.glossaries import of_columns
    from owlboost.tables.files import column_names

    return of_columns(column_names(path, header=options.header, names=options.names), path.name)


def _named(listing: "Listing", glossary: "Glossary") -> "TrainedModel":
    """Look up the names of a listing, and say what was guessed."""
    model = listing.model(glossary)
    say(model.remarks)
    return model


def open_for_model(
    model: "TrainedModel", path: Path, reading: OntologyOptions, options: TableOptions
) -> "KnowledgeBase":
    """Open a source to apply a model to it: without the target, and without what was hidden."""
    if is_table(path):
        from owlboost.tables.application import read_table_for

        table = read_table_for(
            model.hypothesis,
            path,
            header=options.header,
            columns=options.names,
            id_column=options.id_column,
        )
        return model.knowledge(table)
    return model.knowledge(open_ontology(path, reading))


def chosen_individuals(names: "Names", wanted: list[str], source: Path) -> list[int]:
    """Return the numbers of the individuals that were asked for; of all, if none was."""
    from owlboost.model.resolving import Resolver

    if not wanted:
        return list(range(len(names)))
    return [names.id(iri) for iri in Resolver(names, "individual", source.name).iris(wanted)]


def say(remarks: "tuple[str, ...]") -> None:
    """Print remarks on stderr."""
    for remark in remarks:
        typer.echo(f"note: {one_line(worded(remark))}", err=True)


def say_remarks(remarks: "tuple[Remark, ...]") -> None:
    """Print on stderr what was not understood, a line each, unless it cannot matter to rules."""
    for remark in remarks:
        if remark.code not in _HARMLESS:
            said = one_line(worded(remark.message))
            typer.echo(f"note: {said} ({remark.code}, {remark.count}×)", err=True)


def fingerprint(path: Path) -> str:
    """Return the SHA-256 of a file."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror or error}.") from error
