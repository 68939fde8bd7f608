"""What things are called when people read of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from owlboost.model.vocabulary import short_name


@dataclass(frozen=True, slots=True)
class Lexicon:
    """IRI → the label that people know it by; the short name of an IRI without one.

    Examples
    --------
    >>> lexicon = Lexicon({"http://ex.org#EX_0000009": "blood pressure"})
    >>> lexicon.name("http://ex.org#EX_0000009"), lexicon.name("http://ex.org#Hotel")
    ('blood pressure', 'Hotel')
    """

    labels: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def name(self, iri: str) -> str:
        """Return what people call it."""
        label = self.labels.get(iri)
        return short_name(iri) if label is None else label
