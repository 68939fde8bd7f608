"""Names of files, and the OWL syntax that they ask for."""

from collections.abc import Mapping
from types import MappingProxyType

SUFFIXES: Mapping[str, str] = MappingProxyType(
    {
        ".ofn": "functional",
        ".owl": "rdfxml",
        ".rdf": "rdfxml",
        ".xml": "rdfxml",
        ".owx": "owlxml",
        ".ttl": "turtle",
        ".omn": "manchester",
    }
)
"""How the name of a file ends → its syntax."""
