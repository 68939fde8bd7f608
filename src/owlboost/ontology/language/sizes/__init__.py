"""How many values a data range holds at most: whether it is empty, or lies within another."""
