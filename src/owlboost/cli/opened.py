"""A source that is opened once, for several models and for labels."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from owlboost.cli.options import LabelOptions, OntologyOptions, TableOptions
from owlboost.cli.sources import (
    example_grades,
    example_lists,
    is_table,
    named_by,
    open_model,
    open_ontology,
    open_table,
    refuse_lists,
    require_one_list,
    say,
)
from owlboost.cli.wording import worded
from owlboost.errors import ExamplesError

if TYPE_CHECKING:
    from owlboost.data.examples import Examples, LearningProblem
    from owlboost.data.knowledge_base import KnowledgeBase
    from owlboost.models.trained import TrainedModel
    from owlboost.runtime.array_types import Answers
    from owlboost.sources.ontology_source import LoadedOntology


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

    def labels(self, wanted: LabelOptions, model: "TrainedModel") -> "tuple[list[int], Answers]":
        """Find the examples, by their numbers, and which of them are positive, or how far.

        Without options that say so, those are positive that a model was learned from, if that is
        known.
        """
        X, labels = self._examples(wanted, model)
        return X.individuals.tolist(), labels

    def problem(self, wanted: LabelOptions, model: "TrainedModel") -> "LearningProblem":
        """Make the problem that a model was learned from, to learn it again."""
        hidden = model.source.get("hidden")
        names = list(hidden) if isinstance(hidden, list | tuple) else []
        X, labels = self._examples(wanted, model, names)
        return X.problem(labels)

    def _examples(
        self, wanted: LabelOptions, model: "TrainedModel", hide: Sequence[str] = ()
    ) -> "tuple[Examples, Answers]":
        require_one_list(wanted)
        if is_table(self._path):
            return self._rows(wanted, model, hide)
        lists, grades, target_range = example_lists(wanted), example_grades(wanted), wanted.range
        target, scope, unknown = wanted.target, wanted.scope, None
        if not wanted.given:
            target = self._class_of(model)
            scope = scope or _recorded(model, "scope")
            unknown = _recorded_unknown(model)
        if grades is not None:
            target_range = target_range or model.target_range
        return self._ontology.examples(
            target,
            lists=lists,
            scope=scope,
            hide=hide,
            grades=grades,
            target_range=target_range,
            unknown=unknown,
        )

    def _class_of(self, model: "TrainedModel") -> str:
        if self._ontology.classes.has(model.target):
            return model.target
        raise ExamplesError(
            f"{self._path.name} has no class {model.target}, so say who is positive: --target "
            f"CLASS, --positives FILE{', ' if model.is_graded else ' or '}--problem FILE"
            f"{' or --examples FILE' if model.is_graded else ''}."
        )

    def _rows(
        self, wanted: LabelOptions, model: "TrainedModel", hide: Sequence[str]
    ) -> "tuple[Examples, Answers]":
        """Find examples in a table; those of a graded model are graded over its range."""
        refuse_lists(wanted)
        target, target_range = wanted.target or _recorded(model, "target"), wanted.range
        if target is None:
            raise ExamplesError("A table needs --target COLUMN=VALUE to tell who is positive.")
        table = open_table(self._path, self._options)
        if target_range is None and target in table.columns:
            target_range = model.target_range
        say(table.target(target, target_range).remarks)
        return table.examples(target, hide, target_range)


def _recorded(model: "TrainedModel", name: str) -> str | None:
    """Return what a model file says of the examples it was learned from, if it does."""
    found = model.source.get(name)
    return found if isinstance(found, str) else None


def _recorded_unknown(model: "TrainedModel") -> str | None:
    """Return what unknown individuals counted for, if the ontology alone told who they are."""
    listed = _recorded(model, "positives_file") or _recorded(model, "problem")
    return None if listed else _recorded(model, "unknown")
