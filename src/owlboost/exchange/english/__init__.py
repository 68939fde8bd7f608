"""Rules in plain English, for people who know the domain and not the formulas."""
