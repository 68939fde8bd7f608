"""Reading a table for a model that was learned from another one: the columns it needs, as it needs
them.
"""  # noqa: D205

import os
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import TypedDict, Unpack
from urllib.parse import unquote

from owlboost.concepts.concept import CrispValue, DataLabel, FuzzyValue
from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.errors import ModelError, UnknownNameError
from owlboost.tables.dates import Order
from owlboost.tables.derived import derivation_of
from owlboost.tables.facts import NAMESPACE, table_iri
from owlboost.tables.kinds import Kind, no_values
from owlboost.tables.numerals import Mark
from owlboost.tables.reading import OutOfCore, read_table
from owlboost.tables.table import Table


class ReadingOptions(TypedDict, total=False):
    """How to read a file, as :func:`~owlboost.tables.reading.read_table` is told."""

    header: bool
    columns: Sequence[str] | None
    id_column: str | None
    encoding: str | None
    decimal: Mark | None
    dates: Order | None
    sheet: str | None
    out_of_core: OutOfCore


def habits_needed(hypothesis: Hypothesis, lexicon: Lexicon) -> dict[str, str]:
    """Return how a model's table wrote the columns that a hypothesis asks about.

    Raises
    ------
    ModelError
        The hypothesis speaks of classes or roles: it was learned from an ontology.
    """
    habits: dict[str, str] = {}
    for name in kinds_needed(hypothesis):
        habit = lexicon.habits.get(table_iri(name))
        if habit is not None:
            made = derivation_of(name)
            habits[name if made is None else made.column] = habit
    return habits


def kinds_needed(hypothesis: Hypothesis, times: Container[str] = ()) -> dict[str, Kind]:
    """Columns that a hypothesis asks about, with what it takes them for.

    Numbers of the properties in ``times`` are days, so that other numbers would mislead.

    Raises
    ------
    ModelError
        The hypothesis speaks of classes or roles: it was learned from an ontology.
    """
    kinds: dict[str, Kind] = {}
    for inclusion in hypothesis.inclusions:
        for label in inclusion.body.all_labels():
            if not isinstance(label, DataLabel) or not label.prop.startswith(NAMESPACE):
                raise ModelError(
                    "The model was learned from an ontology and cannot be applied to a table."
                )
            kind: Kind = "time" if label.prop in times else _kind(label)
            kinds[unquote(label.prop.removeprefix(NAMESPACE))] = kind
        if inclusion.body.edges:
            raise ModelError(
                "The model was learned from an ontology and cannot be applied to a table."
            )
    return kinds


def _kind(label: DataLabel) -> Kind:
    match label:
        case FuzzyValue():
            return "number"
        case CrispValue(_, value):
            return "truth" if isinstance(value, bool) else "category"


def read_table_for(
    hypothesis: Hypothesis,
    path: str | os.PathLike[str],
    lexicon: Lexicon = SHORT_NAMES,
    **options: Unpack[ReadingOptions],
) -> Table:
    """Read the columns that a hypothesis needs; others are not looked at.

    The options are those of :func:`~owlboost.tables.reading.read_table`.

    A column is read as for learning, except that its kind is known: where the hypothesis speaks of
    numbers, these may be days of dates, and must be if the lexicon of the model says so; how cells
    were written is known from there, too. A column without any value is kept: all its cells are
    missing.

    Raises
    ------
    ModelError
        The table lacks a column that the model needs.
    """
    kinds = kinds_needed(hypothesis, lexicon.times)
    habits = habits_needed(hypothesis, lexicon)
    try:
        return _read(path, kinds, habits, options)
    except UnknownNameError as error:
        made = [one for name in kinds if (one := derivation_of(name)) is not None]
        if not made:
            raise ModelError(f"The model cannot be applied: {error}") from error
    bases: dict[str, Kind] = {
        one.column: "category" if one.part == "word" else "time" for one in made
    }
    plain = {name: kind for name, kind in kinds.items() if derivation_of(name) is None}
    try:
        table = _read(path, bases | plain, habits, options)
    except UnknownNameError as error:
        raise ModelError(f"The model cannot be applied: {error}") from error
    told = {name: column for name, column in table.columns.items() if name in plain}
    return replace(
        table, columns=told | {one.name: one.of(table.columns[one.column]) for one in made}
    )


def _read(
    path: str | os.PathLike[str],
    kinds: Mapping[str, Kind],
    habits: Mapping[str, str],
    options: ReadingOptions,
) -> Table:
    table = read_table(path, kinds=kinds, only=kinds or None, habits=habits, **options)
    missing = {name: no_values(kinds[name], table.n_rows) for name in table.left_out}
    return replace(table, columns={**table.columns, **missing}, left_out={}, origin=None)
