"""Concepts, rules and hypotheses, and their degrees over a knowledge base."""
