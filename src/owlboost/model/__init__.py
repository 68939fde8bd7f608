"""Values: knowledge bases, concepts, fuzzy sets, hypotheses. Immutable, no input or output."""
