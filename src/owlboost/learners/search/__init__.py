"""The greedy search for concepts that all learners share."""
