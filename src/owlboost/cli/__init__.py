"""The command line: the only room that prints, parses arguments and sets exit codes."""

import signal

__all__ = ["main"]


def main() -> None:
    """Run the command line as a program, which heeds signals from its first moment."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # nothing has begun, so it just ends
    from owlboost.cli.streams import prepare_streams
    from owlboost.runtime import signals as interruptions

    prepare_streams()  # first, lest a file takes the place of one that is closed
    interruptions.heed()
    from owlboost.cli.entry import run  # with what it imports, once signals are heeded

    run()
