"""Damaged input for every reader: what is not an ``OwlboostError`` is a finding."""
