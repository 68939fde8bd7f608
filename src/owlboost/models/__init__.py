"""Trained models: predictions, explanations, measures, comparisons, files."""
