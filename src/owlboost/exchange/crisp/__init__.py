"""Crisp conditions for the alpha cut of a model."""
