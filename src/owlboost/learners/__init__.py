"""Learners of rules: search, boosting, covering, gradient boosting."""
