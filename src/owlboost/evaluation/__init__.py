"""Cross-validated evaluation of learners."""
