"""The structural reasoner: axioms as clauses, facts as arrays, inference rules."""
