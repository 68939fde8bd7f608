"""What follows from an ontology: the structural reasoner, and HermiT behind it."""
