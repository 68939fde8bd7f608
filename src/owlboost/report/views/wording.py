"""How rules, names and fuzzy sets are written on a page."""

from owlboost.concepts.concept import Concept
from owlboost.concepts.text import manchester, people
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.vocabulary import Lexicon
from owlboost.exchange.english.phrases import Phrases
from owlboost.exchange.english.words import breaking, listed, sentence


def in_manchester(concept: Concept, lexicon: Lexicon) -> str:
    """Write a concept in Manchester syntax.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> in_manchester(Concept((Atom("ex#C1"),)), Lexicon({"ex#C1": "cheap"}))
    'cheap'
    """
    return manchester(concept, people(lexicon))


def in_words(concept: Concept, lexicon: Lexicon) -> str:
    """Say a concept in English.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> in_words(Concept((Atom("ex#Hotel"), Atom("ex#Cheap_Place"))), Lexicon())
    'Being a cheap place and being a hotel'
    """
    return breaking(sentence(listed(Phrases(lexicon).conditions(concept))))


def set_in_words(prop: str, fuzzy_set: FuzzySet, lexicon: Lexicon) -> str:
    """Say a fuzzy set in English.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import LeftShoulder
    >>> set_in_words("ex#hasPrice", FuzzySet("hasPrice_L", LeftShoulder(1, 2)), Lexicon())
    'low price'
    """
    return breaking(Phrases(lexicon).set(prop, fuzzy_set))
