"""The nearest change of an individual's own values that would turn a decision (mathematics §21)."""
