"""What a page shows, as plain JSON values: the same for files, notebooks and interactive pages."""
