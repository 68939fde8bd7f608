"""The search for concepts that all learners share: where moves lead, and what they sum up to."""
