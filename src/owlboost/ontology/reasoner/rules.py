"""The inference rules, one function each: from new facts to consequences.

Every rule is sound for all kinds of elements (:class:`~.state.State`): a conclusion on a
shared witness follows from its description alone, never from where it is met.
"""

from collections import defaultdict
from collections.abc import Callable
from heapq import heapify, heappop, heappush

import numpy as np

from owlboost.ontology.reasoner.program import Program
from owlboost.ontology.reasoner.relations import (
    Condensation,
    Keys,
    ascending,
    closure,
    composed,
    lefts,
    pair_keys,
    rights,
    swapped,
)
from owlboost.ontology.reasoner.state import Delta, State
from owlboost.runtime.signals import check

Rule = Callable[[Program, State, Delta], None]


def conjoined(program: Program, state: State, delta: Delta) -> None:
    """``C₁ ⊓ … ⊓ Cₙ ⊑ D``: members of all Cᵢ belong to D."""
    for term, elements in delta.members.items():
        for required, head in program.conjunctions.get(term, ()):
            members = elements
            for part in required:
                if part not in state.members:
                    break
                members = members[state.members[part][members]]
            else:
                state.add_members(head, members)


def some_by_member(program: Program, state: State, delta: Delta) -> None:
    """``r(x, y), y : C`` gives ``x : ∃r.C``, for new members."""
    for term, elements in delta.members.items():
        restrictions = program.some_with.get(term, ())
        if restrictions:
            new = np.zeros(state.n, dtype=np.bool_)
            new[elements] = True
            for restriction in restrictions:
                keys = state.role(restriction.role)
                state.add_members(restriction.term, lefts(keys[new[rights(keys)]]))


def some_by_pair(program: Program, state: State, delta: Delta) -> None:
    """``r(x, y), y : C`` gives ``x : ∃r.C``, for new pairs."""
    for role, keys in delta.pairs.items():
        for restriction in program.some.get(role, ()):
            if restriction.filler in state.members:
                inside = state.members[restriction.filler][rights(keys)]
                state.add_members(restriction.term, lefts(keys[inside]))


def only_by_member(program: Program, state: State, delta: Delta) -> None:
    """``x : ∀r.C, r(x, y)`` gives ``y : C`` for individuals y and new members x."""
    for term, elements in delta.members.items():
        restriction = program.only_as.get(term)
        if restriction is not None:
            new = np.zeros(state.n, dtype=np.bool_)
            new[elements] = True
            keys = state.role(restriction.role)
            state.add_members(restriction.filler, _things(state, keys[new[lefts(keys)]]))


def only_by_pair(program: Program, state: State, delta: Delta) -> None:
    """``x : ∀r.C, r(x, y)`` gives ``y : C`` for individuals y and new pairs."""
    for role, keys in delta.pairs.items():
        for restriction in program.only.get(role, ()):
            if restriction.term in state.members:
                bound = keys[state.members[restriction.term][lefts(keys)]]
                state.add_members(restriction.filler, _things(state, bound))


def _things(state: State, keys: Keys) -> Keys:
    """Return the fillers that are individuals, of subjects that something fits."""
    return rights(keys[state.individual[rights(keys)] & state.real[lefts(keys)]])


def only_backwards(program: Program, state: State, delta: Delta) -> None:
    """Pass ``∀r⁻.C`` back along pairs that have no inverse.

    ``r(x, w), w : ∀r⁻.C`` gives ``x : C`` also where the pair cannot be turned round.
    """
    for role, restrictions in program.inner.items():
        changed = state.members if role in delta.pairs else delta.members
        affected = [restriction for restriction in restrictions if restriction.term in changed]
        if affected:
            keys = state.role(role)
            keys = keys[~(state.individual[rights(keys)] & state.real[lefts(keys)])]
            for restriction in affected if keys.size else ():
                inside = state.members[restriction.term][rights(keys)]
                state.add_members(restriction.filler, lefts(keys[inside]))


def pair_by_value(program: Program, state: State, delta: Delta) -> None:
    """``x : ∃r.{a}`` gives ``r(x, a)``."""
    for term, elements in delta.members.items():
        if term in program.has_value:
            role, individual = program.has_value[term]
            filler = state.representative[individual]
            state.add_pairs(role, pair_keys(elements, np.full(elements.size, filler)))


def itself_by_pair(program: Program, state: State, delta: Delta) -> None:
    """``r(a, a)`` gives ``a : ∃r.Self`` for individuals a."""
    for term, role in program.selves.items():
        if role in delta.pairs:
            keys = delta.pairs[role]
            elements = lefts(keys[lefts(keys) == rights(keys)])
            state.add_members(term, elements[state.individual[elements]])


def pair_by_itself(program: Program, state: State, delta: Delta) -> None:
    """``x : ∃r.Self`` gives ``r(x, x)``."""
    for term, role in program.selves.items():
        if term in delta.members:
            state.add_pairs(role, pair_keys(delta.members[term], delta.members[term]))


def included(program: Program, state: State, delta: Delta) -> None:
    """``r ⊑ s`` and ``r ⊑ s⁻``.

    A pair is turned round only if both ends are things: ``(x, w)`` with w a description says
    nothing about all that w describes; ``(p, a)`` with p a description says something about a only
    if something fits p.
    """
    for lower, upper, is_swapped in program.roles.inclusions:
        keys = delta.pairs.get(lower)
        if keys is not None:
            if is_swapped:
                keys = swapped(keys[state.individual[rights(keys)] & state.real[lefts(keys)]])
            state.add_pairs(upper, keys)


def chained(program: Program, state: State, delta: Delta) -> None:
    """``r ∘ s ⊑ t`` (transitivity: r = s = t)."""
    for first, second, upper in program.roles.chains:
        if first == second == upper and first in delta.pairs:
            _extend(state, delta, first)
            continue
        if first in delta.pairs and second in state.pairs:
            state.add_pairs(upper, composed(delta.pairs[first], state.role(second), state.n))
        if second in delta.pairs and first in state.pairs:
            state.add_pairs(upper, composed(state.role(first), delta.pairs[second], state.n))


def _extend(state: State, delta: Delta, role: int) -> None:
    """Compose a transitive role with its new pairs; close a deep one at one stroke."""
    new, pairs = delta.pairs[role], state.role(role)
    if state.closed.get(role) == pairs.size:
        return
    if role in state.closed or (new.size == pairs.size and _is_deep(pairs)):
        state.add_pairs(role, closure(Condensation(pairs)))
        state.closed[role] = state.role(role).size
        return
    state.add_pairs(role, composed(new, pairs, state.n))
    state.add_pairs(role, composed(pairs, new, state.n))


def _is_deep(pairs: Keys) -> bool:
    return pairs.size > _SHALLOW and Condensation(pairs).is_deeper_than(_SHALLOW)


_SHALLOW = 64
"""Compose roles of at most this depth step by step; close deeper ones at one stroke."""


def data_included(program: Program, state: State, delta: Delta) -> None:
    """``s ⊑ t`` for data properties."""
    for lower, keys in delta.values.items():
        for upper in program.data.above.get(lower, ()):
            state.add_values(upper, keys)


def data_some(program: Program, state: State, delta: Delta) -> None:
    """``s(x, v)`` with v in the range R gives ``x : ∃s.R``."""
    for property_, keys in delta.values.items():
        for test in program.data.tests.get(property_, ()):
            if test.number == 1:
                state.add_members(test.term, lefts(keys[test.within[rights(keys)]]))


def data_value(program: Program, state: State, delta: Delta) -> None:
    """``x : ∃s.{v}`` gives the value v of s."""
    for term, elements in delta.members.items():
        if term in program.data.values:
            property_, value = program.data.values[term]
            state.add_values(property_, pair_keys(elements, np.full(elements.size, value)))


def spread(program: Program, state: State, delta: Delta) -> None:  # noqa: ARG001 - a rule
    """Something in C puts all in ``∃⊤ʳ.C``; a member of ``∀⊤ʳ.C`` puts all in C."""
    top = program.roles.top
    if top is None:
        return
    everything = np.arange(state.n)
    for restriction in program.some.get(top, ()):
        if (state.real & (state.has(restriction.filler) | state.has(restriction.term))).any():
            state.add_members(restriction.term, everything)
        if (state.real & state.has(restriction.term ^ 1)).any():
            state.add_members(restriction.term ^ 1, everything)


RULES: tuple[Rule, ...] = (
    conjoined,
    included,
    chained,
    some_by_member,
    some_by_pair,
    only_by_member,
    only_by_pair,
    only_backwards,
    pair_by_value,
    itself_by_pair,
    pair_by_itself,
    data_included,
    data_some,
    data_value,
    spread,
)


def imply(program: Program, state: State, delta: Delta) -> None:
    """``C ⊑ D``: members of C belong to D.

    What follows joins the new facts. Terms come in the order of :attr:`.Program.ranks`, so each is
    met once, after all below it: the work is that of writing down what follows, however long a
    chain of inclusions is.
    """
    pending = {term: [elements] for term, elements in delta.members.items()}
    members: dict[int, list[Keys]] = defaultdict(list)
    queue = [(program.ranks.get(term, 0), term) for term in pending]
    heapify(queue)
    while queue:
        _, term = heappop(queue)
        elements = ascending(pending.pop(term))
        members[term].append(elements)
        for head in program.implications.get(term, ()):
            state.add_members(head, elements)
            new = state.take_members(head)
            if new and head not in pending:
                heappush(queue, (program.ranks.get(head, 0), head))
            if new:
                pending.setdefault(head, []).extend(new)
    delta.members = {term: ascending(parts) for term, parts in members.items()}


def apply_rules(program: Program, state: State) -> None:
    """Apply the rules to new facts until nothing new follows."""
    while delta := state.take():
        check()
        imply(program, state, delta)
        for rule in RULES:
            rule(program, state, delta)
