"""Examples and their labels, by options or by a model."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from owlboost.cli.messages import say, say_remarks, worded
from owlboost.cli.options import (
    Background,
    ExampleOptions,
    LabelOptions,
    OntologyOptions,
    TableOptions,
)
from owlboost.cli.source import CommandSource
from owlboost.errors import ExamplesError, ParameterError

if TYPE_CHECKING:
    from owlboost.data.example_labels import UnknownExamples
    from owlboost.data.examples import Examples, LearningProblem
    from owlboost.models.trained import TrainedModel
    from owlboost.runtime.array_types import Answers
    from owlboost.sources.example_files import ExampleLists
    from owlboost.sources.ontology_source import LoadedOntology
    from owlboost.tables.table import Table


def remarks_of(source: CommandSource) -> tuple[str, ...]:
    """Return the remarks of the reader and the reasoner of an ontology."""
    if source.of_table:
        return ()
    return tuple(
        f"{worded(remark.message)} ({remark.code}, {remark.count}×)"
        for remark in source.opened.remarks
    )


def labels_of(
    source: CommandSource, wanted: LabelOptions, model: "TrainedModel"
) -> "tuple[list[int], Answers]":
    """Return the examples' numbers and their labels.

    Without such options, the examples are those that the model was learned from, if known.
    """
    X, labels = _examples_for(source, wanted, model)
    return X.individuals.tolist(), labels


def problem_of(
    source: CommandSource, wanted: LabelOptions, model: "TrainedModel"
) -> "LearningProblem":
    """Return the problem that a model was learned from, to learn again."""
    hidden = model.source.get("hidden")
    names = list(hidden) if isinstance(hidden, list | tuple) else []
    X, labels = _examples_for(source, wanted, model, names)
    return X.problem(labels)


def _examples_for(
    source: CommandSource, wanted: LabelOptions, model: "TrainedModel", hide: Sequence[str] = ()
) -> "tuple[Examples, Answers]":
    require_one_list(wanted)
    if source.of_table:
        return _rows_for(source, wanted, model, hide)
    lists, grades, target_range = example_lists(wanted), example_grades(wanted), wanted.range
    target, scope, unknown = wanted.target, wanted.scope, None
    if not wanted.given:
        target = _class_of(source, model)
        scope = scope or _recorded(model, "scope")
        unknown = _recorded_unknown(model)
    if grades is not None:
        target_range = target_range or model.target_range
    examples: tuple[Examples, Answers] = source.opened.examples(
        target,
        lists=lists,
        scope=scope,
        hide=hide,
        grades=grades,
        target_range=target_range,
        unknown=unknown,
    )
    return examples


def _class_of(source: CommandSource, model: "TrainedModel") -> str:
    if source.opened.classes.has(model.target):
        return model.target
    raise ExamplesError(
        f"{source.name} has no class {model.target}, so say who is positive: --target "
        f"CLASS, --positives FILE{', ' if model.is_graded else ' or '}--problem FILE"
        f"{' or --examples FILE' if model.is_graded else ''}."
    )


def _rows_for(
    source: CommandSource, wanted: LabelOptions, model: "TrainedModel", hide: Sequence[str]
) -> "tuple[Examples, Answers]":
    """Return examples of a table, graded over a graded model's range."""
    refuse_lists(wanted)
    target, target_range = wanted.target or _recorded(model, "target"), wanted.range
    if target is None:
        raise ExamplesError("A table needs --target COLUMN=VALUE to tell who is positive.")
    table: Table = source.opened
    if target_range is None and target in table.columns:
        target_range = model.target_range
    say(table.target(target, target_range).remarks)
    return table.examples(target, hide, target_range)


def _recorded(model: "TrainedModel", name: str) -> str | None:
    """Return an entry of a model file about its examples, if any."""
    entry = model.source.get(name)
    return entry if isinstance(entry, str) else None


def _recorded_unknown(model: "TrainedModel") -> str | None:
    """Return the treatment of unknown individuals, if the ontology alone decided."""
    listed = _recorded(model, "positives_file") or _recorded(model, "problem")
    return None if listed else _recorded(model, "unknown")


def open_examples(
    path: Path,
    wanted: ExampleOptions,
    reading: OntologyOptions,
    table: TableOptions,
    *,
    quiet: bool = False,
) -> "tuple[Examples, Answers]":
    """Open a source and find its examples, with remarks on stderr.

    If quiet, remarks on the ontology are left out.
    """
    made = _derived_columns(wanted.hide or (), table)
    unread = [name for name in wanted.hide or () if name not in made]
    source = CommandSource(path, reading, table, unread)
    if wanted.sets_from is None:
        return _examples(source, wanted, made, quiet=quiet)
    from owlboost.exchange.rule_files import read_sets

    sets = read_sets(wanted.sets_from)
    X, labels = _examples(source, wanted, made, quiet=quiet)
    return X.with_sets(sets), labels


def _examples(
    source: CommandSource, wanted: ExampleOptions, made: Sequence[str], *, quiet: bool
) -> "tuple[Examples, Answers]":
    require_one_list(wanted)
    if not wanted.given:
        raise typer.BadParameter(
            "Say what to learn: --target, or --positives, or --problem, or --examples."
        )
    if source.of_table:
        return _table_examples(source, wanted, made)
    if wanted.background is Background.SCOPE and wanted.scope is None:
        raise ParameterError("--background scope needs --scope CLASS as well.")
    if wanted.unknown is not None:
        from owlboost.data.example_labels import unknown_share

        unknown_share(wanted.unknown)  # an error is reported before anything is read
    lists, grades, target_range = example_lists(wanted), example_grades(wanted), wanted.range
    ontology: LoadedOntology = source.opened
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
        say((_count_note(X.unknown, labels),))
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


def _count_note(unknown: "UnknownExamples", labels: "Answers") -> str:
    """Return the numbers of positive, negative and unknown examples, with treatment."""
    positives = int(labels.sum())
    negatives = labels.size - positives - (0 if unknown.ignored else len(unknown))
    return (
        f"examples: {positives} positive, {negatives} negative, {len(unknown)} unknown; "
        f"unknown ones {unknown.treatment}"
    )


def require_one_list(wanted: LabelOptions) -> None:
    """Reject options that name examples in incompatible ways."""
    if wanted.negatives is not None and wanted.positives is None:
        raise ParameterError("--negatives needs --positives as well.")
    lists = (wanted.positives, wanted.problem)
    if wanted.graded is not None and any(file is not None for file in lists):
        raise ParameterError("--examples lists all examples; leave out --positives and --problem.")


def refuse_lists(wanted: LabelOptions) -> None:
    """Reject options that list examples of a table, which are rows."""
    named = {"graded": "examples"}
    for name in ("scope", "problem", "positives", "negatives", "graded"):
        if getattr(wanted, name) is not None:
            raise ParameterError(
                f"--{named.get(name, name)} is for ontologies; for a table use --target "
                "COLUMN=VALUE."
            )


def _table_examples(
    source: CommandSource, wanted: ExampleOptions, made: Sequence[str]
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
    table: Table = source.opened
    for name in made:
        table.column(name)
    say(table.target(wanted.target, target_range).remarks)
    return table.examples(wanted.target, made, target_range)


def _derived_columns(names: Collection[str], options: TableOptions) -> list[str]:
    """Return those columns that are derived from dates and texts."""
    from owlboost.tables.columns import derivation_of

    bases = {*(options.calendar or ()), *(options.texts or ())}
    derivations = {name: derivation_of(name) for name in names}
    return [
        name
        for name, derivation in derivations.items()
        if derivation is not None and derivation.column in bases
    ]


def example_grades(wanted: LabelOptions) -> "dict[str, float] | None":
    """Read the graded examples of the options, if any."""
    from owlboost.sources.example_files import read_grades

    return None if wanted.graded is None else read_grades(wanted.graded)


def example_lists(wanted: LabelOptions) -> "ExampleLists | None":
    """Read the lists of examples of the options, if any."""
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
    """Return a model file's record of the origin of its examples."""
    source = CommandSource(path, reading, TableOptions())
    record = source.record()
    entries = {
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
    record |= {name: str(value) for name, value in entries.items() if value is not None}
    if wanted.background is not Background.NONE:
        record["background_from"] = wanted.background.value
    if wanted.hide:
        record["hidden"] = list(wanted.hide)
    if not source.of_table:
        record["reasoner"] = reading.reasoner.value
    return record


def names_examples(wanted: LabelOptions) -> bool:
    """Whether options name the examples."""
    return wanted.given or wanted.scope is not None


def labels_asked(wanted: LabelOptions, model: "TrainedModel") -> LabelOptions:
    """Return the options that decide labels, or else those of the model."""
    return wanted if names_examples(wanted) else _as_learned(model)


def _as_learned(model: "TrainedModel") -> LabelOptions:
    """Return options for the examples that a model was learned from.

    They are those of the model's file.
    """
    entries = {
        name: str(model.source[name])
        for name in (
            *("target", "problem", "scope", "positives_file", "negatives_file", "examples_file"),
        )
        if model.source.get(name) is not None
    }
    files = {
        name: Path(entries[f"{name}_file"])
        for name in ("positives", "negatives", "examples")
        if f"{name}_file" in entries
    }
    return LabelOptions(
        target=entries.get("target"),
        problem=entries.get("problem"),
        scope=entries.get("scope"),
        positives=files.get("positives"),
        negatives=files.get("negatives"),
        graded=files.get("examples"),
    )
