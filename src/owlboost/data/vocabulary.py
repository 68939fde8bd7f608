"""Names in a knowledge base: numbers, labels for people, and look-up."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from owlboost.errors import UnknownNameError, did_you_mean
from owlboost.runtime.calendar import MOMENTS, Moment, moment_of
from owlboost.runtime.names import Names, as_line, short_name


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The IRIs of a knowledge base; positions are their ids elsewhere."""

    classes: Names = field(default_factory=Names)
    roles: Names = field(default_factory=Names)
    data_properties: Names = field(default_factory=Names)
    individuals: Names = field(default_factory=Names)


_TARGETS = "urn:owlboost:target#"


def new_iri(target: str) -> str:
    """Return the IRI of a target that the source does not have."""
    text = target.removeprefix("<").removesuffix(">")
    return text if ":" in text else _TARGETS + quote(text, safe="")


HABITS = (".", ",", "dmy", "mdy")
"""Conventions of tables for numbers and dates."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Labels for IRIs, with short names as a fallback.

    Attributes
    ----------
    labels
        IRI → the label that is shown. No two things of one kind have the same label.
    synonyms
        Other labels that people may write for a thing, in all languages.
    iris
        Show IRIs in full, whatever the labels.
    times
        Data property → the kind of time its numbers stand for: dates, times or durations.
    habits
        Data property → how a table writes its cells if not as usual: the decimal mark (``.`` or
        ``,``), or the order of dates (``dmy`` or ``mdy``).

    Examples
    --------
    >>> lexicon = Lexicon({"http://ex.org#EX_0000009": "blood pressure"})
    >>> lexicon.name("http://ex.org#EX_0000009"), lexicon.name("http://ex.org#Hotel")
    ('blood pressure', 'Hotel')
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    iris: bool = False
    times: Mapping[str, Moment] = field(default_factory=dict)
    habits: Mapping[str, str] = field(default_factory=dict)

    def name(self, iri: str) -> str:
        """Return the name to show."""
        if self.iris:
            return iri
        label = self.labels.get(iri)
        return short_name(iri) if label is None else label

    def has(self, iri: str) -> bool:
        """Whether a thing is shown by a label, not its short name."""
        return not self.iris and iri in self.labels

    def all_names(self, iri: str) -> tuple[str, ...]:
        """Return all labels of a thing, the one to show first.

        Examples
        --------
        >>> Lexicon({"urn:a": "one"}, {"urn:a": ("eins", "one")}).all_names("urn:a")
        ('one', 'eins')
        """
        shown = (self.labels[iri],) if iri in self.labels else ()
        return tuple(dict.fromkeys((*shown, *self.synonyms.get(iri, ()))))

    def title(self, iri: str) -> str:
        """Return the label of an individual, or its unambiguous IRI.

        Examples
        --------
        >>> lexicon = Lexicon({"http://ex.org#p1": "Anna"})
        >>> lexicon.title("http://ex.org#p1"), lexicon.title("http://ex.org#p2")
        ('Anna', 'http://ex.org#p2')
        """
        return self.labels[iri] if self.has(iri) else iri

    def set_name(self, name: str) -> str:
        """Return the name of a fuzzy set by its property's label.

        Examples
        --------
        >>> Lexicon({"http://ex.org#EX_0000009": "blood pressure"}).set_name("EX_0000009_H")
        'blood pressure_H'
        """
        stem, mark, degree = name.rpartition("_")
        if self.iris or not mark:
            return name
        labels = {
            label
            for iri, label in self.labels.items()
            if (iri.endswith(stem) or "%" in iri) and short_name(iri) == stem
        }
        return f"{labels.pop()}_{degree}" if len(labels) == 1 else name

    def number(self, prop: str, value: float, digits: int = 6) -> str:
        """Write a number of a property, or its date.

        Examples
        --------
        >>> lexicon = Lexicon(times={"urn:x#built": "date"})
        >>> lexicon.number("urn:x#built", 19_723.0), lexicon.number("urn:x#price", 1 / 3)
        ('2024-01-01', '0.333333')
        """
        moment = self.times.get(prop)
        return f"{value:.{digits}g}" if moment is None else moment_of(value, moment)

    def only(self, iris: Iterable[str]) -> "Lexicon":
        """Return the labels of some things, without synonyms.

        Examples
        --------
        >>> Lexicon({"urn:a": "one", "urn:b": "two"}).only(["urn:b", "urn:c"]).labels
        {'urn:b': 'two'}
        """
        wanted = sorted(set(iris))
        labels = {iri: self.labels[iri] for iri in wanted if iri in self.labels}
        times = {iri: self.times[iri] for iri in wanted if iri in self.times}
        habits = {iri: self.habits[iri] for iri in wanted if iri in self.habits}
        return Lexicon(labels, iris=self.iris, times=times, habits=habits)

    def or_else(self, other: "Lexicon") -> "Lexicon":
        """Fill in labels of another lexicon for things without one.

        Labels already in use are left out.

        Examples
        --------
        >>> mine, others = Lexicon({"urn:a": "one"}), Lexicon({"urn:b": "one", "urn:c": "three"})
        >>> mine.or_else(others).labels
        {'urn:a': 'one', 'urn:c': 'three'}
        """
        taken = {*self.labels.values()}
        further = {
            iri: label
            for iri, label in other.labels.items()
            if iri not in self.labels and label not in taken
        }
        return replace(
            self,
            labels={**self.labels, **further},
            times={**other.times, **self.times},
            habits={**other.habits, **self.habits},
        )


SHORT_NAMES = Lexicon()
"""A lexicon without labels."""


def lexicon_to_json(lexicon: Lexicon) -> dict[str, dict[str, str]]:
    """Write the labels, times and habits of a lexicon, without empty parts.

    Examples
    --------
    >>> lexicon_to_json(Lexicon({"urn:x#EX_7": "old people"}))
    {'labels': {'urn:x#EX_7': 'old people'}}
    """
    parts: dict[str, dict[str, str]] = {
        "labels": dict(lexicon.labels),
        "times": {prop: str(moment) for prop, moment in sorted(lexicon.times.items())},
        "habits": dict(sorted(lexicon.habits.items())),
    }
    return {name: part for name, part in parts.items() if part}


def lexicon_from_json(data: Mapping[str, Any]) -> Lexicon:
    """Read the labels, times and habits of a file.

    Raises
    ------
    ValueError
        A label is not a line of text, or numbers stand for or are written as something unknown.

    Examples
    --------
    >>> lexicon_from_json({"labels": {"urn:x#EX_7": "old people"}}).name("urn:x#EX_7")
    'old people'
    """
    labels: dict[str, Any] = dict(data.get("labels") or {})
    for iri, label in labels.items():
        if not isinstance(label, str) or not label or as_line(label) != label:
            raise ValueError(f"the label of {iri} is {label!r}, not a line of text")
    times: dict[str, Any] = dict(data.get("times") or {})
    for prop, moment in times.items():
        if moment not in MOMENTS:
            raise ValueError(f"numbers of {prop} are {moment!r}, not {' or '.join(MOMENTS)}")
    habits: dict[str, Any] = dict(data.get("habits") or {})
    for prop, habit in habits.items():
        if habit not in HABITS:
            raise ValueError(f"values of {prop} are written {habit!r}, not {' or '.join(HABITS)}")
    return Lexicon(labels, times=times, habits=habits)


_MOST_LISTED = 10
"""Maximum number of IRIs in messages about ambiguous names."""


class Resolver:
    """Look-up of IRIs of one kind by short name or label.

    A name is first taken for an IRI, then for a short name, then for a label in any language, as
    written; last for a label whatever its case.

    Parameters
    ----------
    kind
        The noun for one of them in messages.
    where
        The subject of messages, such as ``The ontology``.

    Examples
    --------
    >>> classes = Resolver(Names(["http://ex.org#Hotel", "http://ex.org#Bar"]), "class")
    >>> classes.iri("Hotel")
    'http://ex.org#Hotel'
    >>> classes.iri("Hotl")
    Traceback (most recent call last):
    owlboost.errors.UnknownNameError: The ontology has no class named 'Hotl'. Did you mean Hotel?
    """

    def __init__(
        self,
        names: Names,
        kind: str,
        where: str = "The ontology",
        lexicon: Lexicon = SHORT_NAMES,
    ) -> None:
        self._names = names
        self._kind = kind
        self._where = where
        self._by_short_name: dict[str, list[str]] = {}
        for iri in names:
            self._by_short_name.setdefault(short_name(iri), []).append(iri)
        self._by_label: dict[str, dict[str, None]] = {}
        self._by_folded_label: dict[str, dict[str, None]] = {}
        for iri in sorted(lexicon.labels.keys() | lexicon.synonyms.keys()):
            if iri in names:
                for label in lexicon.all_names(iri):
                    self._by_label.setdefault(label, {})[iri] = None
                    self._by_folded_label.setdefault(_folded(label), {})[iri] = None

    def has(self, name: str) -> bool:
        """Whether a name can be resolved, perhaps ambiguously."""
        return bool(self._matches(name))

    def iri(self, name: str) -> str:
        """Return the IRI of a name; UnknownNameError unless there is exactly one."""
        matches = self._matches(name)
        if len(matches) == 1:
            return matches[0]
        if matches:
            listed = ", ".join(matches[:_MOST_LISTED])
            if len(matches) > _MOST_LISTED:
                listed += f" or {len(matches) - _MOST_LISTED} more"
            raise UnknownNameError(
                f"The {self._kind} {name!r} is ambiguous: it could be {listed}. Give the full IRI."
            )
        near = did_you_mean(short_name(_bare(name)), (*self._by_short_name, *self._by_label))
        raise UnknownNameError(f"{self._where} has no {self._kind} named {name!r}.{near}")

    def iris(self, names: Iterable[str]) -> list[str]:
        """Resolve several names."""
        return [self.iri(name) for name in names]

    def _matches(self, name: str) -> list[str]:
        """Return the IRIs that a name may mean."""
        text = name if name in self._by_short_name else _bare(name)
        if text in self._names:
            return [text]
        line = as_line(name)
        labelled = self._by_label.get(line) or self._by_folded_label.get(_folded(line), {})
        return self._by_short_name.get(text) or list(labelled)


def _bare(name: str) -> str:
    return name.removeprefix("<").removesuffix(">")


def _folded(label: str) -> str:
    """Return a label case-folded and in Unicode normal form C."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", label).casefold())
