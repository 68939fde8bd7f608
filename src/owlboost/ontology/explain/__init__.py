"""Explanations: the fewest statements from which something follows."""
