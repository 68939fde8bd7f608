"""Knowledge bases, examples and fuzzy sets: immutable values, no input or output."""
