"""Gradient-boosted concepts beside well-known learners, on the very same folds."""
