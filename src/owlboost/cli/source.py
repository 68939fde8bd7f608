"""Sources: a table or an ontology, opened for a model."""

import hashlib
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from owlboost.cli.command import refuse_overwriting_imports
from owlboost.cli.messages import listed, say
from owlboost.cli.options import OntologyOptions, TableOptions
from owlboost.errors import SourceError
from owlboost.runtime.files import open_bytes
from owlboost.tables.suffixes import is_table_path

if TYPE_CHECKING:
    from owlboost.data.knowledge_base import KnowledgeBase
    from owlboost.data.vocabulary import Lexicon
    from owlboost.exchange.names import NameIndex
    from owlboost.exchange.rule_files import UnresolvedRules
    from owlboost.models.trained import TrainedModel
    from owlboost.runtime.names import Names
    from owlboost.sources.ontology_source import LoadedOntology
    from owlboost.tables.kinds import Kind
    from owlboost.tables.read_options import ReadingOptions
    from owlboost.tables.table import Table


def open_table(path: Path, options: TableOptions, hide: Collection[str] = ()) -> "Table":
    """Read a table without hidden columns, with remarks on stderr."""
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
    from owlboost.ontology.ontology import has_language, languages
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
        present = listed(filter(None, languages(labels))) if any(languages(labels)) else "none"
        say((f"no label is in the language {options.lang} (languages of labels: {present})",))
    return loaded


def called(model: "TrainedModel", lexicon: "Lexicon", options: OntologyOptions) -> "TrainedModel":
    """Return a model with the labels of a source.

    These replace its own in the language asked for, else they complete them.

    With ``--iris`` it calls them by their IRIs.
    """
    relabelled = model.called_in(lexicon, first=options.lang is not None)
    return replace(relabelled, lexicon=replace(relabelled.lexicon, iris=options.iris))


def open_model(
    model: Path, path: Path, reading: OntologyOptions, options: TableOptions
) -> "tuple[TrainedModel, KnowledgeBase]":
    """Open a model and the source it is applied to.

    Names that the model's file does not explain are looked up in the source.
    """
    from owlboost.exchange.rule_files import read_rules
    from owlboost.models.trained import TrainedModel

    rules = read_rules(model)
    if isinstance(rules, TrainedModel):
        kb = open_for_model(rules, path, reading, options)
        return called(rules, kb.lexicon, reading), kb
    if is_table_path(path):
        named = _named(rules, _columns(path, options))
        kb = open_for_model(named, path, reading, options)
        return called(named, kb.lexicon, reading), kb
    ontology = open_ontology(path, reading)
    named = named_by(rules, ontology, reading)
    return named, named.knowledge(ontology)


def open_model_and_ontology(
    model: Path, path: Path, reading: OntologyOptions
) -> "tuple[TrainedModel, KnowledgeBase, LoadedOntology]":
    """Open a model, an ontology, and the model's knowledge of it."""
    from owlboost.exchange.rule_files import read_rules

    rules, ontology = read_rules(model), open_ontology(path, reading)
    named = named_by(rules, ontology, reading)
    return named, named.knowledge(ontology), ontology


def named_by(
    rules: "TrainedModel | UnresolvedRules", ontology: "LoadedOntology", reading: OntologyOptions
) -> "TrainedModel":
    """Return a model whose unexplained names are looked up in an ontology."""
    from owlboost.exchange.sources import names_of_ontology
    from owlboost.models.trained import TrainedModel

    named = rules if isinstance(rules, TrainedModel) else _named(rules, names_of_ontology(ontology))
    return called(named, ontology.lexicon, reading)


def open_rules(
    model: Path, path: Path | None, reading: OntologyOptions, options: TableOptions
) -> "TrainedModel":
    """Open a model without its source.

    Unexplained names, and labels, are looked up in the source.
    """
    from owlboost.data.vocabulary import SHORT_NAMES
    from owlboost.exchange.rule_files import missing_names_error, read_rules
    from owlboost.models.trained import TrainedModel

    rules = read_rules(model)
    if isinstance(rules, TrainedModel):
        relabelled = path is not None and reading.lang is not None and not is_table_path(path)
        lexicon = open_ontology(path, reading).lexicon if relabelled and path else SHORT_NAMES
        return called(rules, lexicon, reading)
    if path is None:
        raise missing_names_error(model, rules)
    if is_table_path(path):
        return called(_named(rules, _columns(path, options)), SHORT_NAMES, reading)
    return named_by(rules, open_ontology(path, reading), reading)


def _columns(path: Path, options: TableOptions) -> "NameIndex":
    from owlboost.exchange.sources import names_of_columns
    from owlboost.tables.read_options import Manner, TextManner
    from owlboost.tables.reading import column_names

    names = None if options.names is None else tuple(options.names)
    manner = Manner(TextManner(options.header, names, options.encoding), options.sheet)
    return names_of_columns(
        column_names(path, manner),
        path.name,
        lambda: open_table(path, options).knowledge_base(),
    )


def _named(rules: "UnresolvedRules", index: "NameIndex") -> "TrainedModel":
    """Look up the names of rules, and print what was guessed."""
    model = rules.model(index)
    say(model.remarks)
    return model


def open_for_model(
    model: "TrainedModel", path: Path, reading: OntologyOptions, options: TableOptions
) -> "KnowledgeBase":
    """Return the knowledge of a source that a model may have.

    It is without the target, and without what was hidden from the learner.
    """
    return model.knowledge(open_source(model, path, reading, options))


def open_source(
    model: "TrainedModel", path: Path, reading: OntologyOptions, options: TableOptions
) -> "LoadedOntology | Table":
    """Open a source in full; of a table only the needed columns."""
    if not is_table_path(path):
        return open_ontology(path, reading)
    from owlboost.tables.partial_reads import read_table_for

    table = read_table_for(model.hypothesis, path, model.lexicon, **reading_options(options))
    say(table.remarks)
    return table


def reading_options(options: TableOptions) -> "ReadingOptions":
    """Return the options for reading a table."""
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
    """Return the numbers of the wanted individuals, by default of all."""
    from owlboost.data.vocabulary import SHORT_NAMES, Resolver

    if not wanted:
        return list(range(len(names)))
    individuals = Resolver(names, "individual", source.name, lexicon or SHORT_NAMES)
    return [names.id(iri) for iri in individuals.iris(wanted)]


def fingerprint(path: Path) -> str:
    """Return the SHA-256 of a file."""
    try:
        with open_bytes(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror or error}.") from error
