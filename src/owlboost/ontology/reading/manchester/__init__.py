"""Manchester syntax: tokens, frames, and what is an object and what a data property."""
