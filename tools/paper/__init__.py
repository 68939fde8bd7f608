"""The paper's experiment: runs that are kept, a page made of them, and a check against them."""
