"""A knowledge base as a plain table, so that learners of tables have what concepts are made of.

Columns are class memberships, truth values and texts (one column for each value), and numbers: the
largest value, and the least where there may be several. Along each chain of roles, as long as the
problem allows, there are the same of the fillers (``∃r.A`` is a column, and so is the largest and
the least number of any filler), ``∃r.⊤`` and how many fillers there are. A conjunction within a
filler is no column. Columns that are constant or equal to an earlier one are left out. If more than
``MOST_COLUMNS`` remain, those with the most varied values stay, by the entropy of their values.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import sparse

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.runtime.array_types import Floats, Ids
from owlboost.runtime.names import Names, short_name
from owlboost.runtime.sparse_rows import Rows, Values

MOST_COLUMNS = 2000
NUMBERS = ("max ", "min ")
"""How names of columns begin that have no value where there is no number."""

Reduction = Callable[[Floats, Any], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """A table for learners of tables.

    Attributes
    ----------
    names
        What the columns mean.
    values
        One row for each example; NaN where there is no value.
    left_out
        How many columns were one too many.
    """

    names: tuple[str, ...]
    values: Floats
    left_out: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """What holds at the end of chains of one length, for every element.

    Attributes
    ----------
    crisp, crisp_names
        What holds or not: a sparse matrix with a column for each name.
    largest, least
        Name → number, NaN where there is none.
    counts
        Name of the chain → how many ends it has.
    """

    crisp: Any
    crisp_names: tuple[str, ...]
    largest: Mapping[str, Floats] = field(default_factory=dict)
    least: Mapping[str, Floats] = field(default_factory=dict)
    counts: Mapping[str, Floats] = field(default_factory=dict)

    def columns(self, elements: Ids) -> Iterator[tuple[str, Floats]]:
        """Return all columns for some elements."""
        numbers = zip((*NUMBERS, "count "), (self.largest, self.least, self.counts), strict=True)
        for kind, found in numbers:
            for name, values in found.items():
                yield kind + name, values[elements]
        here = self.crisp[elements].tocsc()
        for at, name in enumerate(self.crisp_names):
            values = np.zeros(elements.size)
            values[here.indices[here.indptr[at] : here.indptr[at + 1]]] = 1.0
            yield name, values


def propositional(
    kb: KnowledgeBase, individuals: Ids, max_depth: int, most: int = MOST_COLUMNS
) -> Features:
    """Make a table of what a knowledge base says about some individuals.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(
    ...     ["h", "i", "p"], types={"Bar": ["p"]}, roles={"has": [("h", "p")]},
    ...     numbers={"price": [("h", 79)]},
    ... )
    >>> found = propositional(kb, np.array([0, 1]), max_depth=1)
    >>> found.names
    ('max price', 'count has')
    >>> found.values
    array([[79.,  1.],
           [nan,  0.]])
    """
    kept: dict[bytes, tuple[str, Floats]] = {}
    for name, values in _columns(kb, individuals, max_depth):
        if not _is_constant(values):
            kept.setdefault(values.tobytes(), (name, values))
    return _capped(list(kept.values()), individuals.size, most)


def named_columns(
    kb: KnowledgeBase, individuals: Ids, max_depth: int, names: tuple[str, ...]
) -> Floats:
    """Return columns of the table that other knowledge of the same vocabulary makes.

    A name that this knowledge does not have is 0 everywhere, or missing if it stands for a number.
    """
    wanted = set(names)
    found = {
        name: values for name, values in _columns(kb, individuals, max_depth) if name in wanted
    }
    missing = {True: np.full(individuals.size, np.nan), False: np.zeros(individuals.size)}
    table = [found.get(name, missing[name.startswith(NUMBERS)]) for name in names]
    return np.column_stack(table) if table else np.zeros((individuals.size, 1))


def _columns(kb: KnowledgeBase, individuals: Ids, max_depth: int) -> Iterator[tuple[str, Floats]]:
    """Yield all columns, the nearest first."""
    level = _ground(kb)
    yield from level.columns(individuals)
    for _ in range(max_depth):
        level = _farther(kb, level)
        yield from level.columns(individuals)


def _capped(columns: list[tuple[str, Floats]], n_rows: int, most: int) -> Features:
    """Keep the columns with the most varied values."""
    variety = np.array([entropy(values) for _, values in columns])
    chosen = np.sort(np.argsort(-variety, kind="stable")[:most])
    table = [columns[at][1] for at in chosen]
    return Features(
        tuple(columns[at][0] for at in chosen),
        np.column_stack(table) if table else np.zeros((n_rows, 1)),
        len(columns) - chosen.size,
    )


def entropy(values: Floats) -> float:
    """Entropy of the values of a column, in bits; a missing value is a value, too.

    Examples
    --------
    >>> float(entropy(np.array([0.0, 1.0, 1.0, 0.0])))
    1.0
    """
    _, counts = np.unique(values, return_counts=True)
    shares = counts / values.size
    return float(-(shares * np.log2(shares)).sum())


def _is_constant(values: Floats) -> bool:
    missing = np.isnan(values)
    return bool(missing.all() or (not missing.any() and (values == values[0]).all()))


def _ground(kb: KnowledgeBase) -> Level:
    """Return what holds of the elements themselves; the first column is ⊤."""
    blocks = [sparse.csr_matrix(np.ones((kb.n_elements, 1), dtype=np.int32))]
    blocks.append(_matrix(kb.types, len(kb.vocabulary.classes)))
    names = ["⊤", *_names(kb.vocabulary.classes)]
    properties = _names(kb.vocabulary.data_properties)
    for at, symbols in kb.symbols.items():
        blocks.append(_matrix(symbols.rows, len(symbols.values)))
        names += [f"{properties[at]}={value}" for value in symbols.values]
    numbers = kb.numbers.items()
    return Level(
        *_held(sparse.hstack(blocks), names),
        largest={properties[at]: _reduced(values, np.fmax.reduceat) for at, values in numbers},
        least={properties[at]: _reduced(values, np.fmin.reduceat) for at, values in numbers},
        counts={"": np.ones(kb.n_elements)},
    )


def _farther(kb: KnowledgeBase, level: Level) -> Level:
    """Return what holds one role farther away."""
    roles = [
        (name, rows, _matrix(rows, kb.n_elements))
        for name, rows in zip(_names(kb.vocabulary.roles), kb.roles, strict=True)
        if rows.indices.size
    ]
    if not roles:
        return Level(sparse.csr_matrix((kb.n_elements, 0)), ())
    crisp = sparse.hstack([matrix @ level.crisp for _, _, matrix in roles])
    names = [f"{role} some {name}" for role, _, _ in roles for name in level.crisp_names]
    return Level(
        *_held(crisp, names),
        largest=_of_fillers(roles, level.largest, np.fmax.reduceat),
        least=_of_fillers(roles, level.least, np.fmin.reduceat),
        counts={
            f"{role}.{name}".rstrip("."): np.asarray(matrix @ values, dtype=np.float64)
            for role, _, matrix in roles
            for name, values in level.counts.items()
        },
    )


def _of_fillers(
    roles: list[tuple[str, Rows, Any]], numbers: Mapping[str, Floats], reduction: Reduction
) -> dict[str, Floats]:
    """Return the largest or least number of any filler, without columns that have none."""
    found = {
        f"{role}.{name}": _reduced(Values(rows.indptr, values[rows.indices]), reduction)
        for role, rows, _ in roles
        for name, values in numbers.items()
    }
    return {name: values for name, values in found.items() if not np.isnan(values).all()}


def _reduced(values: Values, reduction: Reduction) -> Floats:
    """One number for each row; NaN for a row without any."""
    found = np.full(values.indptr.size - 1, np.nan)
    filled = np.diff(values.indptr) > 0
    if filled.any():
        found[filled] = reduction(values.values, values.indptr[:-1][filled])
    return found


def _matrix(rows: Rows, n_columns: int) -> Any:
    ones = np.ones(rows.indices.size, dtype=np.int32)
    return sparse.csr_matrix((ones, rows.indices, rows.indptr), shape=(len(rows), n_columns))


def _held(crisp: Any, names: list[str]) -> tuple[Any, tuple[str, ...]]:
    """Make all entries 1, and leave out columns that are empty."""
    columns = sparse.csc_matrix(crisp > 0, dtype=np.int32)
    chosen = np.flatnonzero(np.diff(columns.indptr))
    return columns[:, chosen].tocsr(), tuple(names[at] for at in chosen)


def _names(iris: Names) -> list[str]:
    """Short names; whole IRIs where these are not distinct."""
    short = [short_name(iri) for iri in iris]
    often = Counter(short)
    return [name if often[name] == 1 else iri for name, iri in zip(short, iris, strict=True)]
