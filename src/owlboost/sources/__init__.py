"""Knowledge bases and examples that are made of ontologies."""
