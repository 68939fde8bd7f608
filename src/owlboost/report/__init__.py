"""Results for people: HTML, figures, summaries."""
