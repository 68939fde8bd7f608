"""The inference rules, one function each: from new facts to consequences.

Every rule is sound for all kinds of elements (:class:`~.state.State`): a conclusion about a shared
witness depends only on its description, not on the element that reached it.
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
    objects,
    pair_keys,
    subjects,
    swapped,
)
from owlboost.ontology.reasoner.state import Delta, State
from owlboost.runtime.signals import check_interrupt

Rule = Callable[[Program, State, Delta], None]


def conjunctions(program: Program, state: State, delta: Delta) -> None:
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
            is_new = np.zeros(state.n, dtype=np.bool_)
            is_new[elements] = True
            for restriction in restrictions:
                keys = state.role(restriction.role)
                state.add_members(restriction.term, subjects(keys[is_new[objects(keys)]]))


def some_by_pair(program: Program, state: State, delta: Delta) -> None:
    """``r(x, y), y : C`` gives ``x : ∃r.C``, for new pairs."""
    for role, keys in delta.pairs.items():
        for restriction in program.some.get(role, ()):
            if restriction.filler in state.members:
                inside = state.members[restriction.filler][objects(keys)]
                state.add_members(restriction.term, subjects(keys[inside]))


def only_by_member(program: Program, state: State, delta: Delta) -> None:
    """``x : ∀r.C, r(x, y)`` gives ``y : C`` for individuals y and new members x."""
    for term, elements in delta.members.items():
        restriction = program.only_as.get(term)
        if restriction is not None:
            is_new = np.zeros(state.n, dtype=np.bool_)
            is_new[elements] = True
            keys = state.role(restriction.role)
            keys = keys[is_new[subjects(keys)]]
            state.add_members(restriction.filler, _individual_fillers(state, keys))


def only_by_pair(program: Program, state: State, delta: Delta) -> None:
    """``x : ∀r.C, r(x, y)`` gives ``y : C`` for individuals y and new pairs."""
    for role, keys in delta.pairs.items():
        for restriction in program.only.get(role, ()):
            if restriction.term in state.members:
                bound = keys[state.members[restriction.term][subjects(keys)]]
                state.add_members(restriction.filler, _individual_fillers(state, bound))


def _individual_fillers(state: State, keys: Keys) -> Keys:
    """Return the fillers that are individuals and whose subject is known to exist."""
    return objects(keys[state.individual[objects(keys)] & state.real[subjects(keys)]])


def only_inverse(program: Program, state: State, delta: Delta) -> None:
    """Pass ``∀r⁻.C`` back along pairs that have no inverse.

    ``r(x, w), w : ∀r⁻.C`` gives ``x : C`` also where the pair cannot be inverted.
    """
    for role, restrictions in program.inner.items():
        changed = state.members if role in delta.pairs else delta.members
        affected = [restriction for restriction in restrictions if restriction.term in changed]
        if affected:
            keys = state.role(role)
            keys = keys[~(state.individual[objects(keys)] & state.real[subjects(keys)])]
            for restriction in affected if keys.size else ():
                inside = state.members[restriction.term][objects(keys)]
                state.add_members(restriction.filler, subjects(keys[inside]))


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
            elements = subjects(keys[subjects(keys) == objects(keys)])
            state.add_members(term, elements[state.individual[elements]])


def pair_by_itself(program: Program, state: State, delta: Delta) -> None:
    """``x : ∃r.Self`` gives ``r(x, x)``."""
    for term, role in program.selves.items():
        if term in delta.members:
            state.add_pairs(role, pair_keys(delta.members[term], delta.members[term]))


def super_roles(program: Program, state: State, delta: Delta) -> None:
    """``r ⊑ s`` and ``r ⊑ s⁻``: propagate pairs to super-roles and inverse super-roles.

    A pair is inverted only if its subject is known to exist and its object is an individual:
    ``(x, w)`` with w a description says nothing about each thing that w describes, and ``(p, a)``
    with p a description says something about a only if something fits p.
    """
    for lower, upper, is_swapped in program.roles.inclusions:
        keys = delta.pairs.get(lower)
        if keys is not None:
            if is_swapped:
                keys = swapped(keys[state.individual[objects(keys)] & state.real[subjects(keys)]])
            state.add_pairs(upper, keys)


def role_chains(program: Program, state: State, delta: Delta) -> None:
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
    """Compose a transitive role with its new pairs; compute the closure at once if it is deep."""
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
    return pairs.size > _MAX_STEPS and Condensation(pairs).is_deeper_than(_MAX_STEPS)


_MAX_STEPS = 64
"""Compose roles of at most this depth step by step; close deeper ones at once."""


def super_data_properties(program: Program, state: State, delta: Delta) -> None:
    """``s ⊑ t`` for data properties."""
    for lower, keys in delta.values.items():
        for upper in program.data.above.get(lower, ()):
            state.add_values(upper, keys)


def data_some(program: Program, state: State, delta: Delta) -> None:
    """``s(x, v)`` with v in the range R gives ``x : ∃s.R``."""
    for property_, keys in delta.values.items():
        for test in program.data.tests.get(property_, ()):
            if test.number == 1:
                state.add_members(test.term, subjects(keys[test.within[objects(keys)]]))


def data_value(program: Program, state: State, delta: Delta) -> None:
    """``x : ∃s.{v}`` gives the value v of s."""
    for term, elements in delta.members.items():
        if term in program.data.values:
            property_, value = program.data.values[term]
            state.add_values(property_, pair_keys(elements, np.full(elements.size, value)))


def top_role(program: Program, state: State, delta: Delta) -> None:  # noqa: ARG001 - a rule
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
    conjunctions,
    super_roles,
    role_chains,
    some_by_member,
    some_by_pair,
    only_by_member,
    only_by_pair,
    only_inverse,
    pair_by_value,
    itself_by_pair,
    pair_by_itself,
    super_data_properties,
    data_some,
    data_value,
    top_role,
)


def imply(program: Program, state: State, delta: Delta) -> None:
    """``C ⊑ D``: members of C belong to D.

    Consequences are added to ``delta``. Terms are visited in the order of :attr:`.Program.ranks`,
    each once, after all below it: the cost is linear in the consequences, however long a chain of
    inclusions is.
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
    """Apply the rules to new facts until nothing new follows (semi-naive)."""
    while delta := state.take():
        check_interrupt()
        imply(program, state, delta)
        for rule in RULES:
            rule(program, state, delta)
