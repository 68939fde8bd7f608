"""Rules as a text file in the paper's Manchester layout, with all digits, and back.

The file has sections with ``#`` headings: weak learners or rules, aggregation, fuzzy datatypes and
a table of names. It can be edited; each axiom stands on one line, or on indented further lines.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import cast

from owlboost.concepts.text import Layout, hypothesis_lines
from owlboost.exchange.flat.header import header_of
from owlboost.exchange.flat.rules import NameKind
from owlboost.exchange.flat.safe_names import SafeNames
from owlboost.exchange.formats import Written, negatives_inferred
from owlboost.models.trained import TrainedModel
from owlboost.runtime.names import quoted

HEADING = "# Rules of owlboost in Manchester syntax, version 1"
NAMES = "# Names"
RESERVED = frozenset({"Thing", "Nothing", "SubClassOf", "EquivalentTo"})

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def manchester_text(model: TrainedModel, *, equivalent: bool = False) -> str:
    r"""Write a model as the text of a file; reading it back gives the same model.

    Parameters
    ----------
    model
        The model.
    equivalent
        Whether the target is to be nothing else than what the rules say.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> rule = Inclusion(Concept((Atom("urn:x#Hotel"),)), 0.56)
    >>> text = manchester_text(TrainedModel("foil", "urn:x#Good", RuleSet((rule,)), 0.5))
    >>> print(text.partition("\n\n")[2])
    # Rules
    Hotel SubClassOf Good [0.56]
        # confidence 1.0, nothing was counted
    <BLANKLINE>
    # Names
    Good   target  "urn:x#Good"
    Hotel  class   "urn:x#Hotel"
    <BLANKLINE>
    """
    names = SafeNames(one_line, RESERVED, model.lexicon)
    layout = Layout(
        lambda kind, iri: names.of(cast("NameKind", kind), iri),
        all_digits,
        lambda _, point: all_digits(point),
    )
    target = quoted(names.of("target", model.target))
    rules = list(hypothesis_lines(model.hypothesis, target, None, layout, equivalent=equivalent))
    remarks = negatives_inferred(model) if equivalent else ()
    said = [f"# {remark}" for remark in remarks]
    lines = [HEADING, *said, *header_lines(header_of(model)), "", *rules, "", *_table(names)]
    return Written("\n".join(lines) + "\n", remarks)


def header_lines(header: Mapping[str, object]) -> Iterator[str]:
    """Write what a model knows beside its rules, a remark for each thing."""
    for name, value in header.items():
        yield f"# {name}: {json.dumps(value, ensure_ascii=False)}"


def _table(names: SafeNames) -> Iterator[str]:
    """List what names stand for, but for sets and learners that are called what they are."""
    entries = [
        entry
        for entry in names.entries
        if entry.kind not in ("set", "learner") or entry.name != entry.meaning
    ]
    width = max(len(quoted(entry.name)) for entry in entries)
    yield NAMES
    for entry in entries:
        meaning = json.dumps(entry.meaning, ensure_ascii=False)
        yield f"{quoted(entry.name):<{width}}  {entry.kind:<6}  {meaning}"


def all_digits(number: float) -> str:
    """Write a number such that it reads back as the same."""
    return repr(float(number))


def one_line(text: str) -> str:
    """Write a name without breaks of lines and other controls."""
    return _CONTROL.sub(" ", text)
