"""Tables as knowledge: files and frames, the kinds of their columns, and the facts they state."""
