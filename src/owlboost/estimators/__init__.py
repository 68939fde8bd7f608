"""The learners as scikit-learn estimators, for tables and for examples of an ontology."""
