"""What a run tells of fuzzy sets that were given, not computed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from owlboost.concepts.concept_json import datatype_to_json, fuzzy_sets_from_json
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ParameterError


@dataclass(frozen=True, slots=True)
class GivenSets:
    """The sets that were given, and whether there were any others.

    Attributes
    ----------
    sets
        Data property → its sets.
    complete
        Whether every property with numbers has given sets, so that none are computed.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import LeftShoulder
    >>> cheap = {"urn:x#price": (FuzzySet("Cheap", LeftShoulder(60, 100)),)}
    >>> GivenSets(cheap, complete=False).beside("5 cmeans")
    '5 cmeans, some given'
    >>> GivenSets(cheap, complete=True).told(Lexicon())
    'price (Cheap)'
    """

    sets: Mapping[str, tuple[FuzzySet, ...]]
    complete: bool

    @classmethod
    def of(cls, kb: KnowledgeBase) -> "GivenSets | None":
        """Return the sets that were given for numbers of a knowledge base; None if none were."""
        known = kb.vocabulary.data_properties
        numeric = [known[number] for number, column in kb.numbers.items() if column.values.size]
        found = {prop: kb.authored[prop] for prop in sorted(numeric) if prop in kb.authored}
        return cls(found, len(found) == len(numeric)) if found else None

    def beside(self, computed: str) -> str:
        """Tell which sets there were, if the computed ones are told so."""
        return "given" if self.complete else f"{computed}, some given"

    def told(self, lexicon: Lexicon) -> str:
        """Name the properties with their sets."""
        return ", ".join(
            f"{lexicon.name(prop)} ({', '.join(one.name for one in sets)})"
            for prop, sets in self.sets.items()
        )

    def to_json(self) -> dict[str, Any]:
        """Return what a file tells of them."""
        return {
            "complete": self.complete,
            "datatypes": [
                datatype_to_json(prop, one) for prop, sets in self.sets.items() for one in sets
            ],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> "GivenSets | None":
        """Read what a file tells of them, if it does.

        Raises
        ------
        ValueError
            It tells something else.
        """
        if data is None:
            return None
        found: dict[str, tuple[FuzzySet, ...]] = {}
        for entry in data["datatypes"]:
            try:
                (one,) = fuzzy_sets_from_json([entry]).values()
            except ParameterError as error:
                raise ValueError(str(error)) from error
            found[str(entry["property"])] = (*found.get(str(entry["property"]), ()), one)
        if not isinstance(data["complete"], bool) or not found:
            raise ValueError("given sets are not told")
        return cls(found, data["complete"])
