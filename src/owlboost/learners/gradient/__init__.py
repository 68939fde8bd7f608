"""Gradient-boosted concepts: an additive model over fuzzy concepts."""
