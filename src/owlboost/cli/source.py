"""The source of a command: a table or an ontology, opened for a model."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from owlboost.cli.command import STANDARD, is_standard_input, refuse_overwriting_read
from owlboost.cli.messages import say
from owlboost.cli.options import OntologyOptions, TableOptions
from owlboost.models.source import OpenSource, SourceNames, source_from
from owlboost.sources.ontology_path import OntologyReading
from owlboost.tables.read_options import Kind, ReadOptions, TablePath

if TYPE_CHECKING:
    from owlboost.data.knowledge_base import KnowledgeBase
    from owlboost.data.vocabulary import Lexicon
    from owlboost.models.trained import TrainedModel
    from owlboost.runtime.names import Names
    from owlboost.tables.table import Table


class CommandSource:
    """The source of a command, read on first use, with notes on stderr.

    Attributes
    ----------
    source
        The source; nothing is read yet.
    """

    def __init__(
        self,
        thing: Path | str,
        ontology: OntologyOptions,
        table: TableOptions,
        hide: Collection[str] = (),
    ) -> None:
        self.source = source_from(thing, read_options(table, hide), ontology_reading(ontology))
        self._is_standard_input = is_standard_input(Path(thing))
        self._ontology = ontology
        self._knowledge: dict[str, KnowledgeBase] = {}

    @property
    def name(self) -> str:
        """The name in messages."""
        return self.source.name

    @property
    def of_table(self) -> bool:
        """Whether it is a table."""
        return self.source.kind == "table"

    def record(self) -> dict[str, object]:
        """Return a model file's record of the source."""
        record = self.source.record()
        return {**record, "path": str(STANDARD)} if self._is_standard_input else record

    @cached_property
    def opened(self) -> Any:
        """The source as a whole: a Table, or a LoadedOntology."""
        return _announced(self.source.open())

    def opened_for(self, model: "TrainedModel") -> OpenSource:
        """Open the source that a model needs."""
        part = self.source.open_for(model)
        opened: OpenSource = self.opened if part is None else _announced(part)
        return opened

    def knowledge_for(self, model: "TrainedModel") -> "KnowledgeBase":
        """Return the knowledge that a model may have, reasoning once for equal secrets."""
        part = self.source.open_for(model)
        if part is not None:
            return _announced(part).knowledge_for(model)
        hidden = repr((model.target, model.source.get("hidden")))
        if hidden not in self._knowledge:
            self._knowledge[hidden] = self.opened.knowledge_for(model)
        return self._knowledge[hidden]

    def model(self, file: Path) -> "tuple[TrainedModel, KnowledgeBase]":
        """Open a model, and the part of the source that it may use.

        Names that the model's file does not explain are looked up in the source.
        """
        model, _ = _read_model(file, self)
        kb = self.knowledge_for(model)
        return called(model, kb.lexicon, self._ontology), kb

    def rules(self, file: Path) -> "TrainedModel":
        """Open a model alone, with names and labels looked up in the source."""
        model, is_explained = _read_model(file, self)
        needs_labels = self._ontology.lang is not None or not is_explained
        lexicon = self.rule_names().lexicon if needs_labels and not self.of_table else None
        return called(model, lexicon, self._ontology)

    def rule_names(self) -> SourceNames:
        """Return the names that rules may use; the source is read in full for them."""
        names = self.source.rule_names()
        if names is not None:
            return replace(names, knowledge=self._whole)
        opened: OpenSource = self.opened
        return opened.rule_names()

    def _whole(self) -> "KnowledgeBase":
        kb: KnowledgeBase = self.opened.knowledge_base()
        return kb

    def chosen(self, wanted: Iterable[str], kb: "KnowledgeBase") -> list[int]:
        """Return the numbers of the wanted individuals, by default of all."""
        from owlboost.data.vocabulary import Resolver

        names: Names = kb.individuals
        listed = list(wanted)
        if not listed:
            return list(range(len(names)))
        individuals = Resolver(names, "individual", self.name, kb.lexicon)
        return [names.id(iri) for iri in individuals.iris(listed)]


def _announced(opened: OpenSource) -> OpenSource:
    """Check that no output overwrites what was read, and print notes."""
    refuse_overwriting_read(opened.files())
    say(opened.notices())
    return opened


def open_table(path: Path, options: TableOptions) -> "Table":
    """Read a file as a table, whatever its name, with remarks on stderr."""
    table = TablePath(path, read_options(options)).open()
    _announced(table)
    return table


def read_options(options: TableOptions, hide: Collection[str] = ()) -> ReadOptions:
    """Return how a table is read, without hidden columns."""
    unread = {*(options.drop or ()), *hide}
    kinds: dict[str, Kind] = dict.fromkeys(options.categorical or (), "category")
    kinds |= dict.fromkeys(options.numeric or (), "number")
    return ReadOptions(
        header=options.header,
        columns=None if options.names is None else tuple(options.names),
        id_column=options.id_column,
        kinds={name: kind for name, kind in kinds.items() if name not in unread},
        leave_out=frozenset(unread),
        encoding=options.encoding,
        decimal=options.mark,
        dates=options.order,
        sheet=options.sheet,
        calendar=tuple(name for name in options.calendar or () if name not in unread),
        texts=tuple(name for name in options.texts or () if name not in unread),
        out_of_core=options.out_of_core.value,
    )


def ontology_reading(options: OntologyOptions) -> OntologyReading:
    """Return how an ontology is read."""
    return OntologyReading(
        import_dirs=tuple(options.import_dir or ()),
        strict=options.strict,
        reasoner=options.reasoner.value,
        reasoner_timeout=options.reasoner_timeout,
        lang=options.lang,
        iris=options.iris,
    )


def called(
    model: "TrainedModel", lexicon: "Lexicon | None", options: OntologyOptions
) -> "TrainedModel":
    """Return a model with the labels of a source, if any.

    These replace its own in the language asked for, else they complete them.

    With ``--iris`` it calls them by their IRIs.
    """
    if lexicon is not None:
        model = model.called_in(lexicon, first=options.lang is not None)
    return replace(model, lexicon=replace(model.lexicon, iris=options.iris))


def open_rules(
    file: Path, path: Path | None, ontology: OntologyOptions, table: TableOptions
) -> "TrainedModel":
    """Open a model without its source, which may be missing."""
    if path is not None:
        return CommandSource(path, ontology, table).rules(file)
    return called(_read_model(file, None)[0], None, ontology)


def _read_model(file: Path, source: CommandSource | None) -> "tuple[TrainedModel, bool]":
    """Read a model; also return whether its file explains all names.

    Others are looked up in the source; what was guessed is printed.
    """
    from owlboost.exchange.rule_files import missing_names_error, read_rules
    from owlboost.exchange.sources import name_index
    from owlboost.models.trained import TrainedModel

    rules = read_rules(file)
    if isinstance(rules, TrainedModel):
        return rules, True
    if source is None:
        raise missing_names_error(file, rules)
    model = rules.model(name_index(source.rule_names()))
    say(model.remarks)
    return model, False
