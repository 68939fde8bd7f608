"""Rules in formats of other programs and for people: writing and reading."""
