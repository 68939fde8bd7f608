"""The labels of an ontology in one language: what is shown, and what is understood.

Of several labels of one thing, one is shown: by language first, then by property (the order of
:data:`~owlboost.ontology.ontology.LABEL_PROPERTIES`), then by alphabet. What is shown is understood
in every language: a label is shown only if, among all labels and short names of things of its kind,
it names one thing.
"""

import re
from collections.abc import Callable, Iterator

from owlboost.errors import ParameterError
from owlboost.ontology.ontology import Labels, Signature, TaggedLabel
from owlboost.runtime.names import Names, short_name

Position = tuple[int, bool, str]
"""Distance of a language from the wanted one; the least is the nearest."""


def by_language(
    labels: Labels, wanted: str | None = None
) -> Callable[[TaggedLabel], tuple[Position, int, str]]:
    """Return a sort key of labels; the least is to be shown.

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

    def order(label: TaggedLabel) -> tuple[Position, int, str]:
        return places[label.language], label.rank, label.text

    return order


def _place(tag: str, ranges: list[str]) -> Position:
    matching = [place for place, wanted in enumerate(ranges) if _is_in(tag, wanted)]
    place = matching[0] if matching else len(ranges)
    return place, not matching or tag != ranges[place], tag


def has_language(labels: Labels, language: str) -> bool:
    """Whether some label is in a language or a variant of it."""
    wanted = language.lower()
    return any(
        _is_in(label.language, wanted)
        for entity_labels in labels.values()
        for label in entity_labels
    )


def languages(labels: Labels) -> list[str]:
    """Return the languages of labels by alphabet; '' if some have none."""
    return sorted({label.language for entity_labels in labels.values() for label in entity_labels})


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


MOST_LETTERS = 120
"""A longer label is understood, but not shown."""

_TAG = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")


def require_tag(lang: str | None) -> None:
    """Refuse what is no tag of a language.

    Raises
    ------
    ParameterError
        It is none.
    """
    if lang is not None and not _TAG.fullmatch(lang):
        raise ParameterError(f"lang must be the tag of a language such as de or pt-BR, not {lang}.")


def shown_labels(labels: Labels, signature: Signature, lang: str | None = None) -> dict[str, str]:
    """Return the label to show of each thing that has a clear one.

    Those in the language ``lang`` go first, see :func:`by_language`.

    Examples
    --------
    >>> from owlboost.ontology.ontology import TaggedLabel
    >>> labels = {"ex#E7": (TaggedLabel("Hotel", "de", 1), TaggedLabel("inn", "en", 1))}
    >>> inns = Signature(classes=Names(["ex#E7", "ex#Hotel"]))
    >>> shown_labels(labels, inns), shown_labels(labels, inns, "de")
    ({'ex#E7': 'inn'}, {})
    """
    if not labels:
        return {}
    ranked = by_language(labels, lang)
    shown = {iri: min(found, key=ranked).text for iri, found in labels.items()}
    people = signature.named_individuals
    for names in (signature.classes, signature.roles, signature.data_properties, people):
        for iri in list(_unclear(names, labels, shown)):
            del shown[iri]
    return shown


def _unclear(names: Names, labels: Labels, shown: dict[str, str]) -> Iterator[str]:
    """Yield the things of one kind whose labels are not to be shown."""
    labelled = [iri for iri in names if iri in labels]
    owners: dict[str, str] = {}
    shared: set[str] = set()
    for iri in labelled:
        for label in labels[iri]:
            if owners.setdefault(label.text, iri) != iri:
                shared.add(label.text)
    for iri in names if labelled else ():
        name = short_name(iri)
        if owners.get(name, iri) != iri:
            shared.add(name)
    for iri in labelled:
        text = shown.get(iri)
        if text is None:
            continue
        clear = text not in shared and text not in names and _is_readable(text)
        if not clear or text == short_name(iri):
            yield iri


def _is_readable(label: str) -> bool:
    """Whether a label fits into a line, and is not taken for an IRI in brackets."""
    return len(label) <= MOST_LETTERS and not label.startswith("<")
