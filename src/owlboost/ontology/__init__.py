"""Files of data to knowledge bases: tables, OWL syntaxes, reasoning."""
