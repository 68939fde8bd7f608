"""A model as flat axioms over plain names, as fuzzy reasoners take them, and back."""
