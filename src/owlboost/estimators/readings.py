"""What the estimators may be told of reading X: dates, long texts, and fuzzy sets of one's own."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace

from owlboost.data.examples import sets_by_property
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ParameterError

SetsFrom = str | os.PathLike[str] | Mapping[str, Sequence[FuzzySet]] | None
"""A file of fuzzy sets, or the sets of each property; None if all are computed."""

READING = """\
calendar : sequence of str, default=()
    Columns of dates whose months and weekdays become categories, such as ``month of built``.
texts : sequence of str, default=()
    Columns of long texts, in whose place there is a truth value for each word that recurs in
    training, such as ``comment contains "sea"``.
sets_from : path, mapping or None, default=None
    Fuzzy sets to use in place of computed ones: a model, rules that ``export`` wrote or an ontology
    with fuzzy datatypes, or a mapping from columns or data properties to their sets.
"""


def named_columns(parameter: str, given: object) -> tuple[str, ...]:
    """Return the columns that a parameter names.

    Examples
    --------
    >>> named_columns("calendar", ["day"])
    ('day',)
    >>> named_columns("calendar", "day")
    Traceback (most recent call last):
    owlboost.errors.ParameterError: calendar must be a list of columns, such as ['day'], not 'day'.
    """
    if isinstance(given, Sequence) and not isinstance(given, str | bytes):
        return tuple(dict.fromkeys(map(str, given)))
    shown = given if isinstance(given, str) else "name"
    raise ParameterError(
        f"{parameter} must be a list of columns, such as {[shown]}, not {given!r:.60}."
    )


def given_sets(given: object) -> Mapping[str, Sequence[FuzzySet]]:
    """Return the sets that are given, from a file if need be.

    Examples
    --------
    >>> given_sets(None)
    {}
    >>> given_sets({"price": ["low"]})
    Traceback (most recent call last):
    owlboost.errors.ParameterError: sets_from must have fuzzy sets for 'price', not ['low'].
    """
    if given is None:
        return {}
    if isinstance(given, str | os.PathLike):
        from owlboost.exchange.rule_files import read_sets

        return read_sets(given)
    if not isinstance(given, Mapping):
        raise ParameterError(
            f"sets_from must be a file or a mapping from columns to fuzzy sets, not {given!r:.60}."
        )
    for name, sets in given.items():
        is_list = isinstance(sets, Sequence) and len(sets) > 0
        if not is_list or not all(isinstance(one, FuzzySet) for one in sets):
            raise ParameterError(
                f"sets_from must have fuzzy sets for {str(name)!r}, not {sets!r:.60}."
            )
    return given


def with_sets(kb: KnowledgeBase, sets: Mapping[str, Sequence[FuzzySet]]) -> KnowledgeBase:
    """Return the knowledge base of a table with the sets that are given."""
    return replace(kb, authored=sets_by_property(kb, sets)) if sets else kb
