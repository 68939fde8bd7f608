"""The studio: a project edited in a browser, and its server."""
