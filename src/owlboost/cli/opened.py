"""A source that is opened once, for several models and for labels."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from owlboost.cli.options import LabelOptions, OntologyOptions, TableOptions
from owlboost.cli.sources import (
    example_lists,
    is_table,
    named_by,
    open_model,
    open_ontology,
    open_table,
    say,
)
from owlboost.cli.wording import worded
from owlboost.errors import ExamplesError, ParameterError

if TYPE_CHECKING:
    from owlboost._typing import Mask
    from owlboost.model.examples import Examples, LearningProblem
    from owlboost.model.knowledge_base import KnowledgeBase
    from owlboost.model.trained import TrainedModel
    from owlboost.ontology.loading import LoadedOntology


class OpenedSource:
    """A table or an ontology that models are applied to, and that may tell who is positive."""

    def __init__(self, path: Path, reading: OntologyOptions, options: TableOptions) -> None:
        self._path = path
        self._reading = reading
        self._options = options
        self._known: dict[str, KnowledgeBase] = {}

    @cached_property
    def _ontology(self) -> "LoadedOntology":
        return open_ontology(self._path, self._reading)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the reader and the reasoner have to say of an ontology, in sentences."""
        if is_table(self._path):
            return ()
        found = self._ontology.remarks
        return tuple(f"{worded(one.message)} ({one.code}, {one.count}×)" for one in found)

    def model(self, path: Path) -> "tuple[TrainedModel, KnowledgeBase]":
        """Open a model, and what it may know of the source."""
        if is_table(self._path):
            return open_model(path, self._path, self._reading, self._options)
        from owlboost.exchange.rule_files import read_rules

        model = named_by(read_rules(path), self._ontology, self._reading)
        hidden = repr((model.target, model.source.get("hidden")))
        if hidden not in self._known:
            self._known[hidden] = model.knowledge(self._ontology)
        return model, self._known[hidden]

    def labels(self, wanted: LabelOptions, model: "TrainedModel") -> "tuple[list[int], Mask]":
        """Find the examples, by their numbers, and which of them are positive.

        Without options that say so, those are positive that a model was learned from, if that is
        known.
        """
        X, positive = self._examples(wanted, model)
        return X.individuals.tolist(), positive

    def problem(self, wanted: LabelOptions, model: "TrainedModel") -> "LearningProblem":
        """Make the problem that a model was learned from, to learn it again."""
        hidden = model.source.get("hidden")
        names = list(hidden) if isinstance(hidden, list | tuple) else []
        X, positive = self._examples(wanted, model, names)
        return X.problem(positive)

    def _examples(
        self, wanted: LabelOptions, model: "TrainedModel", hide: Sequence[str] = ()
    ) -> "tuple[Examples, Mask]":
        if wanted.negatives is not None and wanted.positives is None:
            raise ParameterError("--negatives needs --positives as well.")
        if is_table(self._path):
            return self._rows(wanted, wanted.target or _recorded(model, "target"), hide)
        lists = example_lists(wanted)
        target, scope = wanted.target, wanted.scope
        if not wanted.given:
            target = self._class_of(model)
            scope = scope or _recorded(model, "scope")
        return self._ontology.examples(target, lists=lists, scope=scope, hide=hide)

    def _class_of(self, model: "TrainedModel") -> str:
        if self._ontology.classes.has(model.target):
            return model.target
        raise ExamplesError(
            f"{self._path.name} has no class {model.target}, so say who is positive: --target "
            "CLASS, --positives FILE or --problem FILE."
        )

    def _rows(
        self, wanted: LabelOptions, target: str | None, hide: Sequence[str]
    ) -> "tuple[Examples, Mask]":
        for name in ("scope", "problem", "positives", "negatives"):
            if getattr(wanted, name) is not None:
                raise ParameterError(
                    f"--{name} is for ontologies; for a table use --target COLUMN=VALUE."
                )
        if target is None:
            raise ExamplesError("A table needs --target COLUMN=VALUE to tell who is positive.")
        table = open_table(self._path, self._options)
        say(table.target(target).remarks)
        return table.examples(target, hide=hide)


def _recorded(model: "TrainedModel", name: str) -> str | None:
    """Return what a model file says of the examples it was learned from, if it does."""
    found = model.source.get(name)
    return found if isinstance(found, str) else None
