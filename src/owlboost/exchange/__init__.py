"""Rules for other programs and for people: writing them, and reading them back."""
