"""OBO format 1.2 and 1.4: stanzas, identifiers, and the OWL that they stand for."""
