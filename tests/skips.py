"""What skipped tests need, told at the end of a run."""

from collections.abc import Iterator, Sequence

from owlboost.evaluation.datasets import registry, where_to_get


def needs(reasons: Sequence[str]) -> Iterator[str]:
    """Say how to let skipped tests run, given the reason of each."""
    data = sum("OWLBOOST_DATA" in reason for reason in reasons)
    if data:
        where = where_to_get(registry().datasets.values()).render(lambda _: "bench --data")
        yield (
            f"{data} of {len(reasons)} skipped tests need data: set OWLBOOST_DATA to a folder of "
            f"data sets. {where}"
        )
    suite = sum("OWLBOOST_W3C" in reason for reason in reasons)
    if suite:
        yield (
            f"{suite} of {len(reasons)} skipped tests need the W3C's tests of OWL 2: set "
            "OWLBOOST_W3C to their file all.rdf, gzipped (docs/reasoning.md)."
        )
