"""What all cases of a union have in common.

The rules make no case distinctions, but this much of one is cheap: if x belongs to one of
D₁, …, Dₙ, it belongs to whatever every member of each Dᵢ belongs to. A prototype shows what that
is for a class, the individual itself for ``{a}``.
"""

import numpy as np

from owlboost.ontology.reasoning.saturation.program import Program
from owlboost.ontology.reasoning.saturation.state import Keys, State


def common_consequences(program: Program, state: State, examples: dict[int, int]) -> None:
    """Add what follows in every case that a clause leaves open.

    Parameters
    ----------
    program, state
        The rules, and the facts so far.
    examples
        Term → an element to which all that holds of every member of the term is known to apply.
    """
    for clause in program.clauses:
        heads = [term for term in clause.terms if term in examples]
        body = [term ^ 1 for term in clause.terms if term not in examples]
        if len(heads) > 1 and all(term in state.members for term in body):
            _conclude(state, body, heads, examples)


def _conclude(state: State, body: list[int], heads: list[int], examples: dict[int, int]) -> None:
    open_ = np.ones(state.n, dtype=np.bool_)
    for term in body:
        open_ &= state.members[term]
    for term in heads:
        open_ &= ~state.has(term)
    elements = np.flatnonzero(open_)
    if not elements.size:
        return
    left = np.column_stack([~state.has(term ^ 1)[elements] for term in heads])
    patterns, kind = np.unique(left, axis=0, return_inverse=True)
    for number, pattern in enumerate(patterns):
        if pattern.any():
            cases = np.array(
                [examples[t] for t, is_left in zip(heads, pattern, strict=True) if is_left]
            )
            _add_common(state, elements[kind.ravel() == number], cases)


def _add_common(state: State, elements: Keys, cases: Keys) -> None:
    for term, mask in list(state.members.items()):
        if mask[cases].all():
            state.add_members(term, elements)
