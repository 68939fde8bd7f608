"""Concepts, fuzzy sets and counterfactuals in words."""

from owlboost.concepts.concept import Concept
from owlboost.concepts.text import manchester, people
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.exchange.english.phrases import Phrases
from owlboost.exchange.english.words import breaking, listed, sentence
from owlboost.models.conditions import Value, ValueChange
from owlboost.models.counterfactual import MOST_CHANGES, Counterfactual
from owlboost.runtime.calendar import Moment, moment_of


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
    return breaking(Phrases(lexicon).set_phrase(prop, fuzzy_set))


_COUNTS = ("no", "one", "two", "three")


def counterfactual_sentence(counterfactual: Counterfactual, phrases: Phrases, *, yes: bool) -> str:
    """Describe the changes that would flip a decision.

    Examples
    --------
    >>> price = ValueChange("number", "urn:x#hasPrice", 79.0, 87.25, 0.1, 87.3)
    >>> counterfactual_sentence(Counterfactual((price,), 0.5, 0.5), Phrases(), yes=False)
    'The answer would be yes if the price were 87.3 instead of 79.'
    """
    if not counterfactual.exists:
        return (
            f"No change of up to {_COUNTS[MOST_CHANGES]} of its own values that the rules use was "
            "found that turns the answer."
        )
    clauses = [clause(change, phrases) for change in counterfactual.changes]
    return f"The answer would be {'no' if yes else 'yes'} if {listed(clauses)}."


def clause(change: ValueChange, phrases: Phrases) -> str:
    """Describe one changed value.

    Examples
    --------
    >>> clause(ValueChange("class", "urn:x#SeaSide", False, True, 1.0, True), Phrases())
    'it were a sea side'
    """
    match change.kind:
        case "class":
            being = "were" if change.after else "were not"
            return f"it {being} {phrases.target(change.iri)}"
        case "truth":
            return f"“{phrases.name_of(change.iri)}” were {value_text(change.shown)}"
        case _:
            moment = phrases.lexicon.times.get(change.iri)
            new, old = _exact(change.shown, moment), _exact(change.before, moment)
            return f"the {phrases.property_name(change.iri)} were {new} instead of {old}"


def value_text(value: Value, prop: str = "", lexicon: Lexicon = SHORT_NAMES) -> str:
    """Write a value for readers, in the units of its property.

    Examples
    --------
    >>> value_text(True), value_text("red"), value_text(1 / 3)
    ('true', '“red”', '0.333333')
    """
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f"“{value}”"
        case _:
            return lexicon.number(prop, value)


def _exact(value: Value, moment: Moment | None = None) -> str:
    """Write a value with all digits, since rounding might undo the flip.

    Examples
    --------
    >>> _exact(87.25), _exact(78.0), _exact("red")
    ('87.25', '78', '“red”')
    >>> _exact(19_723.25, "date")
    '2024-01-01 06:00'
    """
    if not isinstance(value, float):
        return value_text(value)
    if moment is not None:
        return moment_of(value, moment, exact=True)
    return repr(value).removesuffix(".0")
