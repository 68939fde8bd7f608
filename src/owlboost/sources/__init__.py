"""Sources of knowledge: what turns an ontology into a knowledge base and examples."""
