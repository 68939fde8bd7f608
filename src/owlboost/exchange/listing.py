"""The format ``listing``: rules as a paper prints them, in the names of the data."""

import re
from collections import Counter
from typing import cast

from owlboost.concepts.hypothesis import RuleSet, fuzzy_sets_of, iris_used
from owlboost.concepts.text import Layout, hypothesis_lines
from owlboost.exchange.formats import ALL_LOGICS, Format, is_ontology
from owlboost.exchange.grammar.builder import read_listing
from owlboost.exchange.grammar.parser import HEADING
from owlboost.exchange.grammar.tokens import is_bare
from owlboost.exchange.manchester import has_table_of_names
from owlboost.exchange.metadata import (
    NameKind,
    SafeNames,
    all_digits,
    header_lines,
    header_of,
    one_line,
)
from owlboost.models.trained import TrainedModel
from owlboost.runtime.names import quoted

_RESERVED = frozenset({"Thing", "Nothing"})


def listing_text(model: TrainedModel) -> str:
    r"""Write a model as a listing; reading it with the same source gives back the model.

    A thing is called by its label or short name, or by its IRI if the rules call another thing so.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> rule = Inclusion(Concept((Atom("urn:x#Hotel"),)), 0.56)
    >>> text = listing_text(TrainedModel("foil", "urn:x#Good", RuleSet((rule,)), 0.5))
    >>> print(text.partition("\n\n")[2])
    # Rules
    Hotel SubClassOf Good [0.56]
        # confidence 1.0, nothing was counted
    <BLANKLINE>
    """
    hypothesis = model.hypothesis
    names = SafeNames(_safe, _RESERVED)
    sets = [names.of("set", name) for name in fuzzy_sets_of(hypothesis)]
    lexicon = model.lexicon
    called = Counter(map(lexicon.name, iris_used(hypothesis)))

    def name(kind: str, meaning: str) -> str:
        if kind in ("set", "learner"):
            return names.of(cast("NameKind", kind), meaning)
        short = lexicon.name(meaning)
        clear = called[short] <= 1 and short not in sets and _is_written(short)
        return short if clear and not lexicon.iris else f"<{meaning}>"

    layout = Layout(name, all_digits, lambda _, point: all_digits(point))
    target = quoted(name("target", model.target))
    lines = [HEADING, *header_lines({"target": model.target, **header_of(model)}), ""]
    lines += hypothesis_lines(hypothesis, target, None, layout)
    if isinstance(hypothesis, RuleSet) and not hypothesis.inclusions:
        lines.append(f"Nothing SubClassOf {target}")
    return "\n".join(lines) + "\n"


def _is_written(name: str) -> bool:
    """Whether a name is read back as it is written, bare or in quotes."""
    if name in _RESERVED or one_line(name) != name or name.startswith("<"):
        return False
    return quoted(name) != name or is_bare(name)


def _safe(name: str) -> str:
    """Spell the name of a fuzzy set or of a learner so that it is no sign, number or IRI."""
    line = one_line(name)
    return line if _is_written(line) and not line[:1].isdigit() else f"the {line}"


_BELOW = r"⊑|\\(?:impc|sqsubseteq)\b|(?<![<\w:#/])(?i:subclassof(?![\w:(])|subclass of\b)"
_RULE = re.compile(_BELOW)
_IN_BRACKETS = re.compile(rf"\s*<[^<>\n]*(?:{_BELOW})")


def _recognises(text: str) -> bool:
    if has_table_of_names(text) or not _RULE.search(text):
        return False
    return not is_ontology(text) or bool(_IN_BRACKETS.match(text))


FORMAT = Format(
    name="listing",
    title="The paper's layout in Manchester syntax, with the names of the data",
    extensions=(".txt",),
    semantics=ALL_LOGICS,
    write=listing_text,
    read=read_listing,
    recognises=_recognises,
)
