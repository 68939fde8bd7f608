"""Readers of ontologies: files in nine syntaxes, with their imports, to one ontology."""
