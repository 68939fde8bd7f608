"""Flat axioms over plain names, as fuzzy reasoners take them."""
