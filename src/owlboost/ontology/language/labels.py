"""What an ontology calls its things: labels, each with its language.

Of several labels of one thing, one is shown: by language first, then by property (the order of
:data:`LABEL_PROPERTIES`), then by alphabet.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from owlboost.ontology.language.reserved import RDFS, SKOS

LABEL_PROPERTIES = (
    SKOS + "prefLabel",
    RDFS + "label",
    "http://purl.obolibrary.org/obo/IAO_0000111",
)
"""Annotation properties whose values are labels; within a language the first goes first."""

LABEL_RANKS = {iri: rank for rank, iri in enumerate(LABEL_PROPERTIES)}


class TaggedLabel(NamedTuple):
    """A label with its language in lower case ('' for none), and the rank of its property."""

    text: str
    language: str
    rank: int


Labels = Mapping[str, tuple[TaggedLabel, ...]]
"""IRI → all its labels, sorted."""


Place = tuple[int, bool, str]
"""How near a language is to the one that is wanted; the least is the nearest."""


def by_language(
    labels: Labels, wanted: str | None = None
) -> Callable[[TaggedLabel], tuple[Place, int, str]]:
    """Return an order of labels; of all labels of a thing, the least is to be shown.

    The wanted language goes first, then its variants (``de-AT`` for ``de``), then the language
    that it is a variant of. Then come labels without a language, English, and others by alphabet.

    Examples
    --------
    >>> hotel = (TaggedLabel("hotel", "en", 1), TaggedLabel("Herberge", "de-at", 1))
    >>> [min(hotel, key=by_language({"urn:x": hotel}, tag)).text for tag in (None, "de", "fr")]
    ['hotel', 'Herberge', 'hotel']
    """
    ranges = [*_ranges(wanted), "", "en"]
    places = {tag: _place(tag, ranges) for tag in languages(labels)}

    def order(one: TaggedLabel) -> tuple[Place, int, str]:
        return places[one.language], one.rank, one.text

    return order


def _place(tag: str, ranges: list[str]) -> Place:
    near = [place for place, wanted in enumerate(ranges) if _is_in(tag, wanted)]
    place = near[0] if near else len(ranges)
    return place, not near or tag != ranges[place], tag


def has_language(labels: Labels, language: str) -> bool:
    """Whether some label is in a language or a variant of it."""
    wanted = language.lower()
    return any(_is_in(one.language, wanted) for found in labels.values() for one in found)


def languages(labels: Labels) -> list[str]:
    """Return the languages of labels by alphabet; '' if some have none."""
    return sorted({one.language for found in labels.values() for one in found})


def _ranges(language: str | None) -> list[str]:
    """Return a language and those that it is a variant of.

    Examples
    --------
    >>> _ranges("de-AT-1996")
    ['de-at-1996', 'de-at', 'de']
    """
    parts = (language or "").lower().split("-") if language else []
    return ["-".join(parts[:end]) for end in range(len(parts), 0, -1)]


def _is_in(tag: str, wanted: str) -> bool:
    return tag == wanted or bool(wanted and tag.startswith(f"{wanted}-"))
