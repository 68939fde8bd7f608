"""An explanation as text: the answer, its sum, a counterfactual."""

from collections.abc import Iterator, Sequence

from owlboost.concepts.concept import DataLabel, Edge
from owlboost.exchange.english.phrases import Phrases
from owlboost.exchange.english.words import NO_BREAK, breaking
from owlboost.models.conditions import Condition
from owlboost.models.explanation import Explanation, Firing
from owlboost.report.model_text import WIDTH, wrapped
from owlboost.report.wording import counterfactual_sentence, value_text

MOST_SILENT = 5
"""Show at most this many of the rules that add nothing."""

_INDENT = " " * 9


def explanation_lines(explanation: Explanation, width: int = WIDTH) -> Iterator[str]:
    """Write an explanation line by line.

    Examples
    --------
    >>> list(explanation_lines(Explanation(0.28, 0.28, None, (), "a", "Good", 0.5)))
    ['Is a a good? No: degree 0.2800 (yes from 0.500 on), evidence 0.2800']
    """
    phrases = Phrases(explanation.lexicon)
    yield from _wrapped(_answer(explanation, phrases), width)
    if explanation.firings:
        yield ""
    telling = [firing for firing in explanation.shown if firing.contribution]
    silent = [firing for firing in explanation.shown if not firing.contribution]
    for firing in (*telling, *silent[:MOST_SILENT]):
        yield from _rule(firing, phrases, width)
    if len(silent) > MOST_SILENT:
        yield f"{_INDENT}… and {len(silent) - MOST_SILENT} more that add nothing"
    if len(telling) > 1:
        yield from _sum(explanation)
    turned = _counterfactual_sentence(explanation, phrases)
    if turned:
        yield ""
        yield from _wrapped(turned, width)


def _answer(explanation: Explanation, phrases: Phrases) -> str:
    name = explanation.lexicon.name(explanation.individual)
    if explanation.decision is None:
        headline = explanation.headline
        graded = explanation.value is not None
        return (
            f"{explanation.lexicon.name(explanation.target)} of {name}: {headline}"
            if graded
            else headline
        )
    answer = "Yes" if explanation.decision else "No"
    parts = [
        f"degree {explanation.degree:.4f} (yes from {explanation.threshold:.3f} on)",
        f"evidence {explanation.evidence:.4f}",
    ]
    if explanation.probability is not None:
        parts.append(f"probability {explanation.probability:.4f}")
    return f"Is {name} {phrases.target(explanation.target)}? {answer}: {', '.join(parts)}"


def _rule(firing: Firing, phrases: Phrases, width: int) -> Iterator[str]:
    """Yield a rule with its contribution, and its conditions.

    A single condition stands in the same line if it fits.
    """
    lead = f"{firing.contribution:+8.4f} " if firing.contribution else f"{0:8.4f} "
    if firing.body.is_top:
        yield f"{lead}Everything starts here."
        return
    sentence = phrases.verdict_sentence(firing.body, "for" if firing.weight > 0 else "against")
    conditions = [_condition(part, phrases) for part in firing.conditions]
    held = "" if firing.degree == 1 else f"{NO_BREAK}×{NO_BREAK}{firing.degree:.4g}"
    counts = "" if firing.contribution or not firing.degree else " (others count)"
    sentence = f"{sentence}, {abs(firing.weight):.3f}{held}{counts}"
    if len(conditions) == 1 and len(line := f"{lead}{sentence}: {conditions[0]}") <= width:
        yield breaking(line)
        return
    yield from _wrapped(f"{sentence}:", width, lead)
    for part in conditions:
        yield from _wrapped(part, width, f"{_INDENT}  ")


def _condition(part: Condition, phrases: Phrases) -> str:
    """Describe an individual's value and its degree in a condition."""
    if isinstance(part.part, Edge):
        role = phrases.property_name(part.part.role)
        return f"{role} {_filler(part, phrases)} → {_degree(part.degree)}"
    subject, wanted = phrases.required(part.part)
    if isinstance(part.part, DataLabel):
        value, prop = part.value, part.part.prop
        has = "unknown" if value is None else value_text(value, prop, phrases.lexicon)
        subject = f"{subject} {has}"
    return " ".join(filter(None, (f"{subject} →", wanted, _degree(part.degree))))


def _filler(part: Condition, phrases: Phrases) -> str:
    """Name the filler that satisfies an existential restriction, if any."""
    filler = part.filler
    if filler is None or not filler.degree:
        return f"none of {part.n_fillers}" if part.n_fillers else "none"
    name = phrases.lexicon.name(filler.individual) if filler.individual else "without a name"
    inner = "; ".join(_condition(part, phrases) for part in filler.conditions)
    return f"{name} ({inner})" if inner else name


def _degree(degree: float) -> str:
    return f"{degree:.2f}" if 0.005 <= degree < 0.995 else f"{degree:.3g}"


def _sum(explanation: Explanation) -> Iterator[str]:
    yield f"{'-' * 8}"
    sides = ""
    rules = explanation.shown
    if any(rule.weight < 0 for rule in rules) and not any(rule.body.is_top for rule in rules):
        why, why_not = (
            sum(max(0.0, sign * rule.contribution) for rule in rules) for sign in (1, -1)
        )
        sides = f" ({why:.4f} for it, {why_not:.4f} against it)"
    yield f"{explanation.evidence:+8.4f} in all{sides}"


def _counterfactual_sentence(explanation: Explanation, phrases: Phrases) -> str:
    """Describe the changes that flip the decision."""
    counterfactual = explanation.counterfactual
    return (
        ""
        if counterfactual is None
        else counterfactual_sentence(counterfactual, phrases, yes=bool(explanation.decision))
    )


def _wrapped(text: str, width: int, lead: str = "") -> Sequence[str]:
    return wrapped(text, width, lead, hanging=2 if lead else 0)
