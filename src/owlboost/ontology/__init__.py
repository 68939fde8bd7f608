"""OWL 2 by itself: read ontologies, reason over them, explain and write what follows."""
