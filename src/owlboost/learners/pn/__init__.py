"""Rules that tell why, and rules that tell why not, after PN-OWL (mathematics §18)."""
