"""Fuzzy OWL-Boost: Real AdaBoost over weak learners that cover."""
