"""Data values by the value spaces of OWL 2: what is one value, what comes before what."""
