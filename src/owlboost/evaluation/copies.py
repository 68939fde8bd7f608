"""Copies: examples about which exactly the same is known, and which folds should not share."""

from collections.abc import Iterator

import numpy as np

from owlboost.data.examples import Examples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.runtime.array_types import Answers, Ids


def distinct_examples(X: Examples, y: Answers) -> tuple[Examples, Answers]:
    """Keep the first of all examples with the same facts and the same label.

    An example that a role leads to or from is never a copy, and an unknown one none of a negative.

    Examples
    --------
    >>> from owlboost.runtime.names import Names
    >>> kb = KnowledgeBase.from_facts(list("abc"), numbers={"p": [("a", 1), ("b", 1), ("c", 2)]})
    >>> class Constant:
    ...     def knowledge_base(self, without=None):
    ...         return kb
    >>> three = np.arange(3, dtype=np.int32)
    >>> X = Examples(Constant(), "T", Names("abc"), three, three)
    >>> distinct_examples(X, np.array([True, True, False]))[0].individuals
    array([0, 2], dtype=int32)
    """
    facts = _facts(X.source.knowledge_base(), X.individuals)
    told = [False] * len(X) if X.unknown is None else X.unknown.among(X.individuals).tolist()
    seen: set[tuple[bytes, float, bool]] = set()
    kept = []
    for place, (known, *label) in enumerate(zip(facts, y.tolist(), told, strict=True)):
        if known is None or (known, *label) not in seen:
            kept.append(place)
        if known is not None:
            seen.add((known, *label))
    chosen = np.array(kept, dtype=np.int32)
    return X[chosen], y[chosen]


def _facts(kb: KnowledgeBase, individuals: Ids) -> Iterator[bytes | None]:
    """For each individual all that is known of it, or None if it is related to others."""
    related = np.zeros(kb.n_elements, dtype=np.bool_)
    for role in kb.roles:
        related[role.indices] = True
        related[np.diff(role.indptr) > 0] = True
    for individual in individuals.tolist():
        if related[individual]:
            yield None
            continue
        parts = [kb.types[individual].tobytes()]
        if kb.types.degrees is not None:
            parts.append(kb.types.degrees_of(individual).tobytes())
        for values in kb.numbers.values():
            ends = values.indptr[individual : individual + 2]
            parts.append(values.values[slice(*ends)].tobytes())
        parts += [symbols.rows[individual].tobytes() for symbols in kb.symbols.values()]
        yield b"".join(len(part).to_bytes(8) + part for part in parts)
