"""What a file says about itself: the ontology's IRI, its version, and what it imports."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Header:
    """The names of an ontology ('' where it has none), and the IRIs that it imports."""

    iri: str = ""
    version: str = ""
    imports: list[str] = field(default_factory=list)
