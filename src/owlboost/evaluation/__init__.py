"""Measures, and models trained and judged."""
