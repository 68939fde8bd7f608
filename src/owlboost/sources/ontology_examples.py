"""Choices about the examples of an ontology: background, unknown ones, new targets."""

from collections.abc import Mapping
from typing import Literal
from urllib.parse import quote

from owlboost.data.example_labels import UNKNOWN
from owlboost.errors import Hint, Message, ParameterError
from owlboost.ontology.reasoner.incompleteness import HERMIT
from owlboost.ontology.reasoner.reason import Reasoner

Background = Literal["none", "scope", "all"]
"""The choice of background individuals."""

TARGET_NAMESPACE = "urn:owlboost:target#"


def no_negatives(reasoner: Reasoner) -> Message:
    """Say that no negatives are known, and give remedies."""
    more: tuple[str | Hint, ...] = (", use ", HERMIT, " to derive more")
    return Message(
        "The ontology implies of nobody that it does not belong to the target, so there are no "
        "negative examples if unknown ones are ignored; list negatives",
        *(more if reasoner == "structural" else ()),
        ", or give another ",
        UNKNOWN,
        ".",
    )


def require_three_values(grades: Mapping[str, float] | None, background: Background) -> None:
    """Raise ParameterError if examples are graded, or there is a background."""
    if grades is not None:
        raise ParameterError(Message(UNKNOWN, " does not go with graded examples."))
    if background != "none":
        raise ParameterError(
            Message(UNKNOWN, " and background both say what others count for; give one of them.")
        )


def new_iri(target: str) -> str:
    """Return the IRI of a target that the ontology does not have."""
    text = target.removeprefix("<").removesuffix(">")
    return text if ":" in text else TARGET_NAMESPACE + quote(text, safe="")
