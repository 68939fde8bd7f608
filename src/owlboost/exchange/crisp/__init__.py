"""What a model covers at a cut, as conditions that hold or do not."""
