"""Models and explanations as lines of text, in several layouts."""
