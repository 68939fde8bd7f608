"""Data values and data ranges of OWL 2: which values there are, and how many lie in a range."""
