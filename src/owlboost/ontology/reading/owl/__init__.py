"""Functional syntax and OWL/XML: text to trees of one shape, trees to axioms and facts."""
