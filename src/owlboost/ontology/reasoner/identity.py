"""Equal individuals: stated, fillers of at-most-one, enumerations of one, keys."""

from collections.abc import Iterable, Iterator

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from owlboost.ontology.reasoner.program import AtMostOne, Key, Program
from owlboost.ontology.reasoner.relations import (
    NO_KEYS,
    Keys,
    distinct,
    joined,
    objects,
    pair_keys,
    subjects,
)
from owlboost.ontology.reasoner.state import State


def merge_equal(program: Program, state: State, n_named: int) -> bool:
    """Merge individuals that are the same; return whether there were any."""
    pairs = [*_by_nominal(program, state), *_by_at_most_one(program, state)]
    pairs.extend(_by_key(key, state, n_named) for key in program.keys)
    return merge_pairs(state, pairs)


def merge_groups(state: State, groups: Iterable[tuple[int, ...]]) -> bool:
    """Merge the individuals of each group."""
    return merge_pairs(
        state,
        [
            pair_keys(np.full(len(group) - 1, group[0]), np.array(group[1:]))
            for group in groups
            if len(group) > 1
        ],
    )


def merge_pairs(state: State, pairs: Iterable[Keys]) -> bool:
    """Merge each component of pairs into its first individual."""
    keys = np.concatenate([NO_KEYS, *pairs])
    left, right = state.representative[subjects(keys)], state.representative[objects(keys)]
    left, right = left[left != right], right[left != right]
    if not left.size:
        return False
    graph = sparse.coo_array((np.ones(left.size), (left, right)), shape=(state.n, state.n))
    count, component = csgraph.connected_components(graph, directed=False)
    lowest = np.full(count, state.n, dtype=np.int64)
    np.minimum.at(lowest, component, np.arange(state.n))
    state.merge(lowest[component])
    return True


def _by_nominal(program: Program, state: State) -> Iterator[Keys]:
    """``x : {a}`` makes x and a the same."""
    for term, individual in program.nominals.items():
        members = np.flatnonzero(state.has(term) & state.individual)
        yield pair_keys(members, np.full(members.size, individual))


def _by_at_most_one(program: Program, state: State) -> Iterator[Keys]:
    """``x : ≤1 r.C`` makes the fillers in C the same; functional is ``⊤ ⊑ ≤1 r``."""
    for limit in program.at_most_one:
        keys = fillers_of(limit, state)
        keys = keys[state.individual[objects(keys)]]
        neighbours = subjects(keys[1:]) == subjects(keys[:-1])
        yield pair_keys(objects(keys[:-1])[neighbours], objects(keys[1:])[neighbours])


def fillers_of(limit: AtMostOne, state: State) -> Keys:
    """Return the pairs of r, of real owners to fillers in C, that ``≤1 r.C`` restricts."""
    if limit.term not in state.members:
        return NO_KEYS
    keys = state.role(limit.role)
    bound = state.members[limit.term] & state.real
    return keys[bound[subjects(keys)] & state.has(limit.filler)[objects(keys)]]


def absorb_descriptions(program: Program, state: State) -> None:
    """Pass facts from descriptions to the individuals that they are.

    If x has one filler only, all that a description says of it holds of the individual it is.
    Likewise, if ``w : {a}`` for a description w, what holds of a holds of w and the other way
    round, and what has a filler as w describes has the filler a.
    """
    pairs = [NO_KEYS]
    for limit in program.at_most_one:
        keys = fillers_of(limit, state)
        is_thing = state.individual[objects(keys)]
        owners, fillers = subjects(keys[is_thing]), objects(keys[is_thing])
        described = keys[~is_thing]
        positions = np.minimum(
            np.searchsorted(owners, subjects(described)), max(owners.size - 1, 0)
        )
        if owners.size and described.size:
            same = owners[positions] == subjects(described)
            pairs.append(pair_keys(objects(described)[same], fillers[positions][same]))
    for term, individual in program.nominals.items():
        descriptions = np.flatnonzero(state.has(term) & ~state.individual)
        goal = np.full(descriptions.size, state.representative[individual])
        _fill_instead(state, descriptions, goal)
        pairs.extend(
            [pair_keys(goal, descriptions), pair_keys(descriptions, goal)[state.real[descriptions]]]
        )
    _copy(state, distinct(np.concatenate(pairs)))


def _fill_instead(state: State, descriptions: Keys, goal: Keys) -> None:
    """Add (x, a) for each pair (x, w) where w is a."""
    if descriptions.size:
        instead = np.full(state.n, -1, dtype=np.int64)
        instead[descriptions] = goal
        for role, keys in list(state.pairs.items()):
            hit = keys[instead[objects(keys)] >= 0]
            state.add_pairs(role, pair_keys(subjects(hit), instead[objects(hit)]))


def _copy(state: State, pairs: Keys) -> None:
    """Copy the facts of each pair's first element to its second."""
    if not pairs.size:
        return
    source, goal = subjects(pairs), objects(pairs)
    for term, mask in list(state.members.items()):
        state.add_members(term, goal[mask[source]])
    for store, add in ((state.pairs, state.add_pairs), (state.values, state.add_values)):
        for place, keys in list(store.items()):
            hits = np.isin(subjects(keys), source)
            add(place, joined(pairs, keys[hits]))


def _by_key(key: Key, state: State, n_named: int) -> Keys:
    """Pair named members that share a value of every key property."""
    members = np.flatnonzero(state.has(key.term)[:n_named])
    rows = pair_keys(members, np.zeros(members.size))
    for role in key.roles:
        keys = state.role(role)
        rows = _extended(rows, keys[objects(keys) < n_named])
    for property_ in key.properties:
        rows = _extended(rows, state.data(property_))
    order = np.lexsort((subjects(rows), objects(rows)))
    rows = rows[order]
    equal = objects(rows[1:]) == objects(rows[:-1])
    return pair_keys(subjects(rows[:-1])[equal], subjects(rows[1:])[equal])


def _extended(rows: Keys, keys: Keys) -> Keys:
    """Extend (x, code) by (x, value) to a joint code of small numbers."""
    joint = joined(pair_keys(subjects(rows), np.arange(rows.size)), keys)  # (row, value)
    both = pair_keys(objects(rows)[subjects(joint)], objects(joint))
    codes = np.unique(both, return_inverse=True)[1]
    return pair_keys(subjects(rows)[subjects(joint)], codes)
