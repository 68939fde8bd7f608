"""Opening what the user names: a table or an ontology, and the examples in it."""

import hashlib
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from owlboost.cli.options import (
    Background,
    ExampleOptions,
    LabelOptions,
    OntologyOptions,
    TableOptions,
)
from owlboost.cli.overwriting import refuse_overwriting_imports
from owlboost.cli.standard_input import STANDARD, is_standard_input
from owlboost.cli.streams import one_line
from owlboost.cli.wording import listed, worded
from owlboost.errors import ExamplesError, ParameterError, SourceError
from owlboost.runtime.files import open_bytes

if TYPE_CHECKING:
    from owlboost.data.example_labels import UnknownExamples
    from owlboost.data.examples import Examples
    from owlboost.data.knowledge_base import KnowledgeBase
    from owlboost.data.vocabulary import Lexicon
    from owlboost.exchange.names import Glossary, UnnamedRules
    from owlboost.models.trained import TrainedModel
    from owlboost.ontology.ontology import Remark
    from owlboost.runtime.array_types import Answers
    from owlboost.runtime.names import Names
    from owlboost.sources.example_files import ExampleLists
    from owlboost.sources.ontology_source import LoadedOntology
    from owlboost.tables.application import ReadingOptions
    from owlboost.tables.kinds import Kind
    from owlboost.tables.table import Table


_HARMLESS = frozenset({"annotation-ignored", "tautology"})


def is_table(path: Path) -> bool:
    """Whether a source is a table, by its name."""
    from owlboost.tables.endings import is_table_path

    return is_table_path(path)


def open_table(path: Path, options: TableOptions, hide: Collection[str] = ()) -> "Table":
    """Read a table, without what is hidden, and say on stderr what was left out of it."""
    from owlboost.tables.reading import read_table

    wanted: dict[str, Kind] = dict.fromkeys(options.categorical or (), "category")
    wanted |= dict.fromkeys(options.numeric or (), "number")
    unread = {*(options.drop or ()), *hide}
    table = read_table(
        path,
        header=options.header,
        columns=options.names,
        id_column=options.id_column,
        kinds={name: kind for name, kind in wanted.items() if name not in unread},
        leave_out=unread,
        encoding=options.encoding,
        decimal=options.mark,
        dates=options.order,
        sheet=options.sheet,
        calendar=[name for name in options.calendar or () if name not in unread],
        texts=[name for name in options.texts or () if name not in unread],
        out_of_core=options.out_of_core.value,
    )
    say(table.remarks)
    return table


def open_ontology(path: Path, options: OntologyOptions) -> "LoadedOntology":
    """Read an ontology."""
    from owlboost.ontology.labels import has_language, languages
    from owlboost.sources.ontology_source import read_ontology

    loaded = read_ontology(
        path,
        import_dirs=options.import_dir or (),
        strict=options.strict,
        reasoner=options.reasoner.value,
        reasoner_timeout=options.reasoner_timeout,
        lang=options.lang,
        iris=options.iris,
    )
    refuse_overwriting_imports(loaded.ontology)
    labels = loaded.ontology.labels
    if options.lang is not None and not has_language(labels, options.lang):
        known = listed(filter(None, languages(labels))) if any(languages(labels)) else "none"
        say((f"no label is in the language {options.lang} (languages of labels: {known})",))
    return loaded


def called(model: "TrainedModel", lexicon: "Lexicon", options: OntologyOptions) -> "TrainedModel":
    """Let a model call things as a source does: in the language asked for, or where it is silent.

    With ``--iris`` it calls them by their IRIs.
    """
    found = model.called_in(lexicon, first=options.lang is not None)
    return replace(found, lexicon=replace(found.lexicon, iris=options.iris))


def open_examples(
    path: Path,
    wanted: ExampleOptions,
    reading: OntologyOptions,
    table: TableOptions,
    *,
    quiet: bool = False,
) -> "tuple[Examples, Answers]":
    """Open a source and find the examples in it; remarks go to stderr, if not quiet."""
    if wanted.sets_from is None:
        return _examples(path, wanted, reading, table, quiet=quiet)
    from owlboost.exchange.rule_files import read_sets

    sets = read_sets(wanted.sets_from)
    X, labels = _examples(path, wanted, reading, table, quiet=quiet)
    return X.with_sets(sets), labels


def _examples(
    path: Path,
    wanted: ExampleOptions,
    reading: OntologyOptions,
    table: TableOptions,
    *,
    quiet: bool,
) -> "tuple[Examples, Answers]":
    require_one_list(wanted)
    if not wanted.given:
        raise typer.BadParameter(
            "Say what to learn: --target, or --positives, or --problem, or --examples."
        )
    if is_table(path):
        return _table_examples(path, table, wanted)
    if wanted.background is Background.SCOPE and wanted.scope is None:
        raise ParameterError("--background scope needs --scope CLASS as well.")
    if wanted.unknown is not None:
        from owlboost.data.example_labels import unknown_share

        unknown_share(wanted.unknown)  # what is wrong is said before anything is read
    lists, grades, target_range = example_lists(wanted), example_grades(wanted), wanted.range
    ontology = open_ontology(path, reading)
    X, labels = ontology.examples(
        wanted.target,
        lists=lists,
        scope=wanted.scope,
        hide=wanted.hide or (),
        background=wanted.background.value,
        grades=grades,
        target_range=target_range,
        unknown=wanted.unknown,
    )
    if X.unknown is not None:
        say((_told_apart(X.unknown, labels),))
    if not quiet:
        say_remarks(ontology.remarks)
        with_negatives = lists is not None and bool(lists.negatives)
        if (
            wanted.scope is not None
            and with_negatives
            and wanted.unknown is None
            and wanted.background is not Background.SCOPE
        ):
            say(("--scope has no effect when negative examples are listed",))
        if wanted.scope is not None and grades is not None:
            say(("--scope has no effect with --examples",))
        if wanted.target is not None and not ontology.classes.has(wanted.target):
            say((f"the ontology has no class {wanted.target!r}, so nothing had to be hidden",))
    return X, labels


def _told_apart(unknown: "UnknownExamples", labels: "Answers") -> str:
    """Say how many examples are positive, negative and unknown, and what the last count for."""
    positives = int(labels.sum())
    negatives = labels.size - positives - (0 if unknown.ignored else len(unknown))
    return (
        f"examples: {positives} positive, {negatives} negative, {len(unknown)} unknown; "
        f"unknown ones {unknown.told}"
    )


def require_one_list(wanted: LabelOptions) -> None:
    """Raise ParameterError if options name examples in ways that do not go together."""
    if wanted.negatives is not None and wanted.positives is None:
        raise ParameterError("--negatives needs --positives as well.")
    lists = (wanted.positives, wanted.problem)
    if wanted.graded is not None and any(one is not None for one in lists):
        raise ParameterError("--examples lists all examples; leave out --positives and --problem.")


def refuse_lists(wanted: LabelOptions) -> None:
    """Raise ParameterError if options list examples, which are rows here."""
    named = {"graded": "examples"}
    for name in ("scope", "problem", "positives", "negatives", "graded"):
        if getattr(wanted, name) is not None:
            raise ParameterError(
                f"--{named.get(name, name)} is for ontologies; for a table use --target "
                "COLUMN=VALUE."
            )


def _table_examples(
    path: Path, options: TableOptions, wanted: ExampleOptions
) -> "tuple[Examples, Answers]":
    refuse_lists(wanted)
    if wanted.background is not Background.NONE:
        raise ParameterError("--background is for ontologies; in a table all rows are examples.")
    if wanted.unknown is not None:
        raise ParameterError(
            "--unknown is for ontologies; rows of a table without a value in the target's column "
            "are not used."
        )
    if wanted.target is None:
        raise ExamplesError("A table needs --target COLUMN=VALUE or COLUMN>=NUMBER.")
    target_range = wanted.range
    made = _made_columns(wanted.hide or (), options)
    table = open_table(path, options, [name for name in wanted.hide or () if name not in made])
    for name in made:
        table.column(name)
    say(table.target(wanted.target, target_range).remarks)
    return table.examples(wanted.target, made, target_range)


def _made_columns(names: Collection[str], options: TableOptions) -> list[str]:
    """Tell which of some columns are made of dates and texts, and not in the file."""
    from owlboost.tables.derived import derivation_of

    taken = {*(options.calendar or ()), *(options.texts or ())}
    made = {name: derivation_of(name) for name in names}
    return [name for name, one in made.items() if one is not None and one.column in taken]


def example_grades(wanted: LabelOptions) -> "dict[str, float] | None":
    """Read the graded examples that options name; None if they name none."""
    from owlboost.sources.example_files import read_grades

    return None if wanted.graded is None else read_grades(wanted.graded)


def example_lists(wanted: LabelOptions) -> "ExampleLists | None":
    """Read the lists of examples that options name; None if they name none."""
    from owlboost.sources.example_files import ExampleLists, read_names, read_problem

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
    shown = STANDARD if is_standard_input(path) else path
    record: dict[str, object] = {"path": str(shown), "sha256": fingerprint(path)}
    told = {
        "target": wanted.target,
        "scope": wanted.scope,
        "problem": wanted.problem,
        "positives_file": wanted.positives,
        "negatives_file": wanted.negatives,
        "examples_file": wanted.graded,
        "target_range": wanted.target_range,
        "unknown": wanted.unknown,
        "sets_from": wanted.sets_from,
    }
    record |= {name: str(value) for name, value in told.items() if value is not None}
    if wanted.background is not Background.NONE:
        record["background_from"] = wanted.background.value
    if wanted.hide:
        record["hidden"] = list(wanted.hide)
    if not is_table(path):
        record["reasoner"] = reading.reasoner.value
    return record


def open_model(
    model: Path, path: Path, reading: OntologyOptions, options: TableOptions
) -> "tuple[TrainedModel, KnowledgeBase]":
    """Open a model and the source that it is applied to, where unexplained names are looked up."""
    from owlboost.exchange.rule_files import read_rules
    from owlboost.models.trained import TrainedModel

    rules = read_rules(model)
    if isinstance(rules, TrainedModel):
        kb = open_for_model(rules, path, reading, options)
        return called(rules, kb.lexicon, reading), kb
    if is_table(path):
        found = _named(rules, _columns(path, options))
        kb = open_for_model(found, path, reading, options)
        return called(found, kb.lexicon, reading), kb
    ontology = open_ontology(path, reading)
    found = named_by(rules, ontology, reading)
    return found, found.knowledge(ontology)


def open_model_and_ontology(
    model: Path, path: Path, reading: OntologyOptions
) -> "tuple[TrainedModel, KnowledgeBase, LoadedOntology]":
    """Open a model, what it may know of an ontology, and the ontology itself."""
    from owlboost.exchange.rule_files import read_rules

    rules, ontology = read_rules(model), open_ontology(path, reading)
    found = named_by(rules, ontology, reading)
    return found, found.knowledge(ontology), ontology


def named_by(
    rules: "TrainedModel | UnnamedRules", ontology: "LoadedOntology", reading: OntologyOptions
) -> "TrainedModel":
    """Return a model; names that its file does not explain are looked up in an ontology."""
    from owlboost.exchange.sources import names_of_ontology
    from owlboost.models.trained import TrainedModel

    found = rules if isinstance(rules, TrainedModel) else _named(rules, names_of_ontology(ontology))
    return called(found, ontology.lexicon, reading)


def open_rules(
    model: Path, path: Path | None, reading: OntologyOptions, options: TableOptions
) -> "TrainedModel":
    """Open a model; names that its file does not explain, and labels, are looked up in a source."""
    from owlboost.data.vocabulary import SHORT_NAMES
    from owlboost.exchange.rule_files import nameless, read_rules
    from owlboost.models.trained import TrainedModel

    rules = read_rules(model)
    if isinstance(rules, TrainedModel):
        relabelled = path is not None and reading.lang is not None and not is_table(path)
        lexicon = open_ontology(path, reading).lexicon if relabelled and path else SHORT_NAMES
        return called(rules, lexicon, reading)
    if path is None:
        raise nameless(model, rules)
    if is_table(path):
        return called(_named(rules, _columns(path, options)), SHORT_NAMES, reading)
    return named_by(rules, open_ontology(path, reading), reading)


def _columns(path: Path, options: TableOptions) -> "Glossary":
    from owlboost.exchange.sources import names_of_columns
    from owlboost.tables.files import column_names
    from owlboost.tables.layout import TextManner
    from owlboost.tables.opening import Manner

    names = None if options.names is None else tuple(options.names)
    manner = Manner(TextManner(options.header, names, options.encoding), options.sheet)
    return names_of_columns(
        column_names(path, manner),
        path.name,
        lambda: open_table(path, options).knowledge_base(),
    )


def _named(rules: "UnnamedRules", glossary: "Glossary") -> "TrainedModel":
    """Look up names, and say what was guessed."""
    model = rules.model(glossary)
    say(model.remarks)
    return model


def open_for_model(
    model: "TrainedModel", path: Path, reading: OntologyOptions, options: TableOptions
) -> "KnowledgeBase":
    """Open a source to apply a model to it: without the target, and without what was hidden."""
    return model.knowledge(open_source(model, path, reading, options))


def open_source(
    model: "TrainedModel", path: Path, reading: OntologyOptions, options: TableOptions
) -> "LoadedOntology | Table":
    """Open what a model is applied to, with all that it says; of a table what the model needs."""
    if not is_table(path):
        return open_ontology(path, reading)
    from owlboost.tables.application import read_table_for

    table = read_table_for(model.hypothesis, path, model.lexicon, **reading_options(options))
    say(table.remarks)
    return table


def reading_options(options: TableOptions) -> "ReadingOptions":
    """Return how to read a table, as options tell."""
    return {
        "header": options.header,
        "columns": options.names,
        "id_column": options.id_column,
        "encoding": options.encoding,
        "decimal": options.mark,
        "dates": options.order,
        "sheet": options.sheet,
        "out_of_core": options.out_of_core.value,
    }


def chosen_individuals(
    names: "Names", wanted: list[str], source: Path, lexicon: "Lexicon | None" = None
) -> list[int]:
    """Return the numbers of the individuals that were asked for; of all, if none was."""
    from owlboost.data.vocabulary import SHORT_NAMES, Resolver

    if not wanted:
        return list(range(len(names)))
    individuals = Resolver(names, "individual", source.name, lexicon or SHORT_NAMES)
    return [names.id(iri) for iri in individuals.iris(wanted)]


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
        with open_bytes(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror or error}.") from error
