"""Writers: ontologies, and what was inferred from them, as N-Triples."""
