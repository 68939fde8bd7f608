"""Commands that are ended at random moments: nothing is lost, nothing is half-written."""
