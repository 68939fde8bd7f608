"""What all tests share."""

import os
import signal

import pytest
from hypothesis import HealthCheck, Phase, settings
from tests.skips import needs

# First calls compile and the literal algorithms are slow: time is not what these tests measure.
settings.register_profile(
    "repeatable", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "thorough", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("repeatable"), max_examples=15)
settings.register_profile(
    "mutants",  # a failure is all that is asked for, not the smallest one
    settings.get_profile("repeatable"),
    phases=[Phase.explicit, Phase.generate],
    database=None,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


@pytest.fixture(autouse=True, scope="session")
def interruptible() -> None:
    """Let tests and their children be interrupted: a shell's background jobs ignore Ctrl-C."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """End a run by saying what most of the skipped tests need."""
    skipped = terminalreporter.stats.get("skipped", [])
    for told in needs([str(report.longrepr) for report in skipped]):
        terminalreporter.write_line(told)
