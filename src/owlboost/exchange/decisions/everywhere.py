"""Decisions that conjunctions express for every individual there may be, whatever the data."""

from collections.abc import Iterator, Sequence
from itertools import islice, product

from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, RuleSet
from owlboost.exchange.decisions.conditions import CrispRule, HeldTo
from owlboost.exchange.decisions.cuts import degree_for, least_float
from owlboost.exchange.decisions.sums import CutSum, Levels, Term, simplified, sum_of, with_level

MOST_CONJUNCTIONS = 50
"""With more of them, nobody reads them."""

_MOST_TRIED = 1000


def conjunctions_everywhere(hypothesis: Hypothesis, cut: float) -> tuple[CrispRule, ...] | None:
    """Return conjunctions that hold exactly where the degree of a hypothesis reaches a cut.

    They exist for rules, each by itself, and for a weighted sum if nothing in it argues against
    the target and at most one weak learner is fuzzy: where two are, one makes up for the other in
    ever so many ways.

    Returns
    -------
    tuple of CrispRule or None
        None if there are no such conjunctions, or too many.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> cheap, clean = (Inclusion(Concept((Atom(name),)), 0.8) for name in ("Cheap", "Clean"))
    >>> [one.rules for one in conjunctions_everywhere(RuleSet((cheap, clean)), 0.5)]
    [(0,), (1,)]
    """
    match hypothesis:
        case RuleSet(inclusions):
            degrees = [degree_for(one.degree, cut) for one in inclusions]
            return tuple(
                CrispRule(simplified([HeldTo(one.body, degree)]), (number,))
                for number, (one, degree) in enumerate(zip(inclusions, degrees, strict=True))
                if degree <= 1
            )
        case BoostedHypothesis():
            return _of_sum(sum_of(hypothesis, cut))


def _of_sum(total: CutSum) -> tuple[CrispRule, ...] | None:
    changing = [at for at, term in enumerate(total.terms) if not term.constant]
    fuzzy = [at for at in changing if total.terms[at].fuzzy]
    if any(total.terms[at].weight < 0 for at in changing) or len(fuzzy) > 1:
        return None
    crisp = [at for at in changing if at not in fuzzy]
    tried = list(islice(_reaching(total, total.free, crisp, fuzzy), _MOST_TRIED + 1))
    if len(tried) > _MOST_TRIED:
        return None
    lowest = [one for one in tried if not any(_asks_less(other, one) for other in tried)]
    lifting = (one for levels in dict.fromkeys(lowest) for one in _lifting(total, levels))
    found = list(islice(lifting, MOST_CONJUNCTIONS + 1))
    return None if len(found) > MOST_CONJUNCTIONS else tuple(dict.fromkeys(found))


def _asks_less(levels: Levels, than: Levels) -> bool:
    return levels != than and all(a <= b for a, b in zip(levels, than, strict=True))


def _reaching(
    total: CutSum, levels: Levels, crisp: Sequence[int], fuzzy: Sequence[int]
) -> Iterator[Levels]:
    """Yield levels that reach the cut, if the weak learners at some places are lifted from these.

    Nothing is tried that cannot end well, so that this takes no longer than there is to yield.
    """
    if total.reached(levels):
        yield levels
        return
    highest = levels
    for at in (*crisp, *fuzzy):
        highest = with_level(highest, at, _choices(total.terms[at])[-1])
    if not total.reached(highest):
        return
    if crisp:
        for level in _choices(total.terms[crisp[0]]):
            yield from _reaching(total, with_level(levels, crisp[0], level), crisp[1:], fuzzy)
        return
    (at,) = fuzzy
    yield with_level(
        levels,
        at,
        least_float(
            levels[at], highest[at], lambda level: total.reached(with_level(levels, at, level))
        ),
    )


def _choices(term: Term) -> list[float]:
    """Return how far a crisp weak learner may hold, lowest first."""
    return sorted({term.free, *(one.degree for one in term.inclusions if one.degree > term.free)})


def _lifting(total: CutSum, levels: Levels) -> Iterator[CrispRule]:
    """Yield the conjunctions of axioms that lift all weak learners to their levels."""
    asked = [
        [(term.first + place, term.at_least(level, place)) for place in range(len(term.inclusions))]
        for term, level in zip(total.terms, levels, strict=True)
        if level > term.free
    ]
    for chosen in product(*asked):
        if all(one.degree <= 1 for _, one in chosen):
            yield CrispRule(simplified(one for _, one in chosen), tuple(rule for rule, _ in chosen))
