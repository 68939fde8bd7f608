"""RDF syntaxes: text to triples, triples to axioms and facts."""
