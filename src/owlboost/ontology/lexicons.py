"""Labels of an ontology as the lexicon of one language: what is shown, and what is understood.

What is shown is understood in every language: a label is shown only if, among all labels and short
names of things of its kind, it names one thing.
"""

import re
from collections.abc import Iterator

from owlboost.errors import ParameterError
from owlboost.model.lexicon import Lexicon
from owlboost.model.vocabulary import Names, short_name
from owlboost.ontology.language.axioms import Signature
from owlboost.ontology.language.labels import Labels, by_language

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


def lexicon_of(labels: Labels, signature: Signature, lang: str | None = None) -> Lexicon:
    """Return what people call the things of an ontology.

    Parameters
    ----------
    labels
        All of them.
    signature
        The things, by kind.
    lang
        Tag of the language of the labels to show, see
        :func:`~owlboost.ontology.language.labels.by_language`.

    Examples
    --------
    >>> from owlboost.ontology.language.labels import TaggedLabel
    >>> labels = {"ex#E7": (TaggedLabel("Hotel", "de", 1), TaggedLabel("inn", "en", 1))}
    >>> inns = Signature(classes=Names(["ex#E7", "ex#Hotel"]))
    >>> lexicon_of(labels, inns).labels, lexicon_of(labels, inns, "de").labels
    ({'ex#E7': 'inn'}, {})
    """
    if not labels:
        return Lexicon()
    ranked = by_language(labels, lang)
    shown = {iri: min(found, key=ranked).text for iri, found in labels.items()}
    people = signature.named_individuals
    for names in (signature.classes, signature.roles, signature.data_properties, people):
        for iri in list(_unclear(names, labels, shown)):
            del shown[iri]
    synonyms = {
        iri: tuple(dict.fromkeys(one.text for one in found)) for iri, found in labels.items()
    }
    return Lexicon(shown, synonyms)


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
