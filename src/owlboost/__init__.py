"""Learn readable fuzzy rules from OWL ontologies and tables."""

__version__ = "0.1.0"
