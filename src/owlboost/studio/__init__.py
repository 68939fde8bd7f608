"""The studio: a project that people edit in a browser, and the local server that keeps it."""
