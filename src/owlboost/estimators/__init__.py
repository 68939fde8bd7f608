"""Scikit-learn estimators for tables and examples of an ontology."""
