"""OWL ontologies: files to axioms, what follows from them, and both as files again."""
