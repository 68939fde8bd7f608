"""Refinement, scoring, search, covering, boosting."""
