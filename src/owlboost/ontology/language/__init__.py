"""OWL 2 as values: expressions, axioms, literals and reserved names."""
