"""Files in seven syntaxes to one ontology."""
