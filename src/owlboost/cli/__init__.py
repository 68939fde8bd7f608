"""The command line: the only room that prints, parses arguments and sets exit codes."""

from owlboost.cli.entry import main

__all__ = ["main"]
