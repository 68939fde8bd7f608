"""The complete reasoner HermiT, as a process of its own."""
