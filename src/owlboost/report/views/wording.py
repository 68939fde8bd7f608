"""How rules, names and fuzzy sets are written on a page."""

from dataclasses import replace

from owlboost.exchange.english import conditions, set_words
from owlboost.model.concepts import Concept
from owlboost.model.fuzzysets import FuzzySet
from owlboost.model.lexicon import Lexicon
from owlboost.model.text import PEOPLE, Layout, manchester


def layout_of(lexicon: Lexicon) -> Layout:
    """Return the layout of people with the names of a lexicon.

    Examples
    --------
    >>> layout_of(Lexicon({"ex#C1": "cheap"})).name("class", "ex#C1")
    'cheap'
    """

    def name(kind: str, iri: str) -> str:
        return iri if kind in ("set", "learner") else lexicon.name(iri)

    return replace(PEOPLE, name=name)


def in_manchester(concept: Concept, lexicon: Lexicon) -> str:
    """Write a concept in Manchester syntax.

    Examples
    --------
    >>> from owlboost.model.concepts import Atom
    >>> in_manchester(Concept((Atom("ex#C1"),)), Lexicon({"ex#C1": "cheap"}))
    'cheap'
    """
    return manchester(concept, layout_of(lexicon))


def in_words(concept: Concept) -> str:
    """Say a concept in English.

    Examples
    --------
    >>> from owlboost.model.concepts import Atom
    >>> in_words(Concept((Atom("ex#Hotel"), Atom("ex#Cheap_Place"))))
    'Being a cheap place and being a hotel'
    """
    *first, last = conditions(concept)
    text = " and ".join(filter(None, [", ".join(first), last]))
    return text[:1].upper() + text[1:]


def set_in_words(prop: str, fuzzy_set: FuzzySet) -> str:
    """Say a fuzzy set in English.

    Examples
    --------
    >>> from owlboost.model.fuzzysets import LeftShoulder
    >>> set_in_words("ex#hasPrice", FuzzySet("hasPrice_L", LeftShoulder(1, 2)))
    'low price'
    """
    return set_words(prop, fuzzy_set)
