"""Decisions as conditions that hold or do not: what rules cover at a cut, for crisp reasoners."""
