"""OWL 2 as values: expressions, axioms, literals, data ranges and reserved names."""
