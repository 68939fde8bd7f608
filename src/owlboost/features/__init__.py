"""Fuzzy partitions of data properties, and the matrix of all label degrees."""
