"""What things are called when people read of them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from owlboost.model.vocabulary import short_name

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Controls: breaks of lines, escapes of terminals, and what turns the direction of writing."""


def as_line(text: str) -> str:
    r"""Return a label in one line, without controls and needless blanks.

    Examples
    --------
    >>> as_line(" blood\n   pressure\x1b ")
    'blood pressure'
    """
    if text.isprintable() and "  " not in text and text == text.strip():
        return text  # most are so
    return " ".join(_UNSEEN.sub(" ", text).split())


@dataclass(frozen=True, slots=True)
class Lexicon:
    """IRI → the label that people know it by; the short name of an IRI without one.

    Attributes
    ----------
    labels
        What is shown. No two things of one kind have the same label.
    synonyms
        What else people may write for a thing: its labels in all languages.
    iris
        Show IRIs in full, whatever the labels.

    Examples
    --------
    >>> lexicon = Lexicon({"http://ex.org#EX_0000009": "blood pressure"})
    >>> lexicon.name("http://ex.org#EX_0000009"), lexicon.name("http://ex.org#Hotel")
    ('blood pressure', 'Hotel')
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    iris: bool = False

    def name(self, iri: str) -> str:
        """Return what people call it."""
        if self.iris:
            return iri
        label = self.labels.get(iri)
        return short_name(iri) if label is None else label

    def has(self, iri: str) -> bool:
        """Whether a thing is called by a label, not by its short name."""
        return not self.iris and iri in self.labels

    def all_names(self, iri: str) -> tuple[str, ...]:
        """Return all labels of a thing, in any language, the one to show first.

        Examples
        --------
        >>> Lexicon({"urn:a": "one"}, {"urn:a": ("eins", "one")}).all_names("urn:a")
        ('one', 'eins')
        """
        shown = (self.labels[iri],) if iri in self.labels else ()
        return tuple(dict.fromkeys((*shown, *self.synonyms.get(iri, ()))))

    def title(self, iri: str) -> str:
        """Return the label of an individual, or its IRI: short names may be those of many.

        Examples
        --------
        >>> lexicon = Lexicon({"http://ex.org#p1": "Anna"})
        >>> lexicon.title("http://ex.org#p1"), lexicon.title("http://ex.org#p2")
        ('Anna', 'http://ex.org#p2')
        """
        return self.labels[iri] if self.has(iri) else iri

    def set_name(self, name: str) -> str:
        """Return the name of a fuzzy set, with the label of its property if that has one.

        Examples
        --------
        >>> Lexicon({"http://ex.org#EX_0000009": "blood pressure"}).set_name("EX_0000009_H")
        'blood pressure_H'
        """
        stem, mark, degree = name.rpartition("_")
        if self.iris or not mark:
            return name
        found = {
            label
            for iri, label in self.labels.items()
            if (iri.endswith(stem) or "%" in iri) and short_name(iri) == stem
        }
        return f"{found.pop()}_{degree}" if len(found) == 1 else name

    def only(self, iris: Iterable[str]) -> "Lexicon":
        """Return the labels of some things, without synonyms.

        Examples
        --------
        >>> Lexicon({"urn:a": "one", "urn:b": "two"}).only(["urn:b", "urn:c"]).labels
        {'urn:b': 'two'}
        """
        known = {iri: self.labels[iri] for iri in sorted(set(iris)) if iri in self.labels}
        return Lexicon(known, iris=self.iris)

    def or_else(self, other: "Lexicon") -> "Lexicon":
        """Return these labels, and those of another lexicon for things that have none here.

        A label that is taken already is left out.

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
        return replace(self, labels={**self.labels, **further})


SHORT_NAMES = Lexicon()
"""Nothing has a label."""


def lexicon_from_json(data: Any) -> Lexicon:
    """Read labels from a file.

    Raises
    ------
    ValueError
        One is not a line of text.

    Examples
    --------
    >>> lexicon_from_json({"urn:x#EX_7": "old people"}).name("urn:x#EX_7")
    'old people'
    """
    labels: dict[str, Any] = dict(data or {})
    for iri, label in labels.items():
        if not isinstance(label, str) or not label or as_line(label) != label:
            raise ValueError(f"the label of {iri} is {label!r}, not a line of text")
    return Lexicon(labels)
