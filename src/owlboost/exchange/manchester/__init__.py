"""Rules as text in the paper's Manchester layout."""
