"""Rules as plain OWL 2 axioms: what a model covers at a cut, for any OWL reasoner."""
