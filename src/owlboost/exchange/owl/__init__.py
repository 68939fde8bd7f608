"""Rules as plain OWL 2 axioms, for any OWL reasoner."""
