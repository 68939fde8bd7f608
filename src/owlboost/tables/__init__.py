"""Tables as knowledge: files and frames, kinds of columns, stated facts."""
