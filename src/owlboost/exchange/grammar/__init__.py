"""Rules as text: tokens, syntax trees, and the models that they mean."""
