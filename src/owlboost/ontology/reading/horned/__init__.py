"""Functional, OWL/XML and Manchester syntax, through py-horned-owl."""
