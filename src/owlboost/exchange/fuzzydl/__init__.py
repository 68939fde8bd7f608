"""Rules in the language of the reasoner fuzzyDL."""
