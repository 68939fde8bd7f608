"""Rules as an OWL 2 ontology with Fuzzy OWL 2 annotations."""
