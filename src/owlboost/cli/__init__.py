"""The command line: the only room that prints, parses arguments and sets exit codes."""
