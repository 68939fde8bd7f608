"""Ontologies, and what was inferred from them, as N-Triples."""
