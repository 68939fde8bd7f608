"""Concepts, rules and hypotheses: what they say, and what they give over a knowledge base."""
