"""FOIL-DL: rules found one after the other until the positives are covered."""
