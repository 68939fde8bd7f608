"""The structural reasoner: class axioms as clauses, facts as arrays, one rule per function."""
