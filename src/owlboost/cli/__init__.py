"""The command line: the only room that prints, parses arguments and sets exit codes."""

from owlboost import interruptions
from owlboost.cli.streams import prepare_streams

__all__ = ["main"]


def main() -> None:
    """Run the command line as a program, which heeds signals from its first moment."""
    prepare_streams()  # first, lest a file takes the place of one that is closed
    interruptions.heed()
    from owlboost.cli.entry import run  # with what it imports, once signals are heeded

    run()
