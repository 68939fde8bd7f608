"""Views: the content of pages as plain JSON values."""
