"""What the program produces for fixed inputs, as hashes to compare commits by."""
