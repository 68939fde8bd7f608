"""Rules in plain English, for experts of the domain."""
