"""The nearest change of one value that turns a decision, by trying every point (mathematics §21).

The evidence is linear between the points where two of the degrees in it may cross. So it is enough
to look at these points and at the straight pieces between them.
"""

import math
from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
from tests.reference import semantics

from owlboost.concepts.concept import Atom, Concept, CrispValue, FuzzyValue, nodes
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis
from owlboost.data.knowledge_base import KnowledgeBase

Replaced = tuple[str, str, object, object]
"""Kind, property or class, value as it is, value instead."""

Line = tuple[float, float]
"""Slope, and value at 0."""


def changed(kb: KnowledgeBase, element: int, *changes: Replaced) -> KnowledgeBase:
    """Return a knowledge base in which an element has other values, built from its facts."""
    names = [*kb.individuals, *(f"witness{i}" for i in range(len(kb.individuals), kb.n_elements))]
    me, everyone = names[element], list(enumerate(names))
    known = kb.vocabulary
    types = {
        name: {names[one] for one in kb.members[number]}
        for number, name in enumerate(known.classes)
    }
    numbers = {
        prop: [(name, v) for at, name in everyone for v in semantics.numbers_of(prop, at, kb)]
        for number, prop in enumerate(known.data_properties)
        if number in kb.numbers
    }
    symbols = {
        prop: [(name, v) for at, name in everyone for v in semantics.symbols_of(prop, at, kb)]
        for number, prop in enumerate(known.data_properties)
        if number in kb.symbols
    }
    for kind, iri, before, after in changes:
        if kind == "class":
            for name in known.classes:
                if after and kb.implies(iri, name):
                    types[name].add(me)
                if not after and kb.implies(name, iri):
                    types[name].discard(me)
        elif kind == "number":
            numbers[iri].remove((me, float(before)))  # type: ignore[arg-type]
            numbers[iri].append((me, float(after)))  # type: ignore[arg-type]
        else:
            symbols[iri] = [
                (name, after if name == me and type(v) is type(before) and v == before else v)  # type: ignore[misc]
                for name, v in symbols[iri]
            ]
    return KnowledgeBase.from_facts(
        names[: len(kb.individuals)],
        types=types,
        subclasses=[
            (low, high)
            for low in known.classes
            for high in known.classes
            if low != high and kb.implies(low, high)
        ],
        roles={
            role: [(names[a], names[b]) for a in range(kb.n_elements) for b in kb.roles[r][a]]
            for r, role in enumerate(known.roles)
        },
        numbers=numbers,
        symbols=symbols,
        witnesses=names[len(kb.individuals) :],
    )


def evidence(hypothesis: Hypothesis, element: int, kb: KnowledgeBase) -> float:
    """What a hypothesis adds up to at one element, by its definition."""

    def best(inclusions: object) -> float:
        return max(
            (one.degree * semantics.degree(one.body, element, kb) for one in inclusions),  # type: ignore[attr-defined]
            default=0.0,
        )

    if isinstance(hypothesis, BoostedHypothesis):
        return float(sum(w * best(term.inclusions) for term, w in hypothesis.weighted_terms))
    return best(hypothesis.inclusions)


def nearest(
    hypothesis: Hypothesis, kb: KnowledgeBase, element: int, threshold: float, *, rising: bool
) -> float:
    """Distance of the nearest change of one value that brings the evidence to the other side.

    With ``rising`` the evidence must reach the threshold, else it must be below it. It is ∞ if no
    change of one value does that.
    """

    def turned(found: float) -> bool:
        return (found >= threshold) == rising

    crisp = (
        1.0
        for change in crisp_changes(hypothesis, kb, element)
        if turned(evidence(hypothesis, element, changed(kb, element, change)))
    )
    moves = (
        distance
        for prop in {label.prop for label in fuzzy_labels(hypothesis)}
        for value in semantics.numbers_of(prop, element, kb)
        for distance in number_moves(hypothesis, kb, element, (prop, value), threshold, rising)
    )
    return min([*crisp, *moves], default=math.inf)


def fuzzy_labels(hypothesis: Hypothesis) -> list[FuzzyValue]:
    return [
        label
        for one in hypothesis.inclusions
        for label in one.body.all_labels()
        if isinstance(label, FuzzyValue)
    ]


def crisp_changes(hypothesis: Hypothesis, kb: KnowledgeBase, element: int) -> Iterator[Replaced]:
    """Every class that rules speak of, joined or left; every other crisp value of its kind."""
    labels = {label for one in hypothesis.inclusions for label in one.body.all_labels()}
    for label in labels:
        if isinstance(label, Atom):
            belongs = semantics.label_degree(label, element, kb) == 1.0
            yield "class", label.iri, belongs, not belongs
        elif isinstance(label, CrispValue):
            store = kb.symbols.get(semantics.property_id(label.prop, kb))
            known = {*(store.values if store else ()), label.value}
            for value in semantics.symbols_of(label.prop, element, kb):
                if type(value) is not type(label.value):
                    continue  # of a property with truth values and categories, the others
                others = {not value} if isinstance(value, bool) else known
                for other in others:
                    if type(other) is type(value) and other != value:
                        kind = "truth" if isinstance(value, bool) else "category"
                        yield kind, label.prop, value, other


def number_moves(
    hypothesis: Hypothesis,
    kb: KnowledgeBase,
    element: int,
    slot: tuple[str, float],
    threshold: float,
    rising: bool,
) -> Iterator[float]:
    """Distances at which moving one number turns the decision; limits count as reached."""
    prop, before = slot

    def at(value: float) -> float:
        moved = changed(kb, element, ("number", prop, before, value))
        return evidence(hypothesis, element, moved)

    def turned(found: float) -> bool:
        return (found >= threshold) == rising

    unit = number_range(hypothesis, kb, prop)
    points = breakpoints(hypothesis, kb, prop)
    points = [points[0] - 1.0, *points, points[-1] + 1.0]
    for point in points:
        if turned(at(point)):
            yield abs(point - before) / unit
    for low, high in pairwise(points):
        if high - low < 1e-9:
            continue
        one, other = low + (high - low) / 3, low + 2 * (high - low) / 3
        first, second = at(one), at(other)
        slope = (second - first) / (other - one)
        left, right = first - slope * (one - low), second + slope * (high - other)
        inside = [low] if turned(left) else []
        inside += [high] if turned(right) else []
        if turned(left) != turned(right):
            inside.append(low + (threshold - left) / slope)
        elif turned(left) and low < before < high:
            inside.append(before)
        yield from (abs(point - before) / unit for point in inside)


def number_range(hypothesis: Hypothesis, kb: KnowledgeBase, prop: str) -> float:
    """Range of the values of named individuals, or of the corners if these do not differ."""
    values = [v for at in range(len(kb.individuals)) for v in semantics.numbers_of(prop, at, kb)]
    corners = [
        corner
        for label in fuzzy_labels(hypothesis)
        if label.prop == prop
        for corner in label.fuzzy_set.shape.corners
        if math.isfinite(corner)
    ]
    for found in (values, corners):
        if found and max(found) > min(found):
            return max(found) - min(found)
    return 1.0


def breakpoints(hypothesis: Hypothesis, kb: KnowledgeBase, prop: str) -> list[float]:
    """Corners, and where two lines of degrees may cross, each times the degree of a rule."""
    factors = {1.0, *(one.degree for one in hypothesis.inclusions)}
    lines: set[Line] = set()
    corners: set[float] = set()
    for label in fuzzy_labels(hypothesis):
        if label.prop == prop:
            a, b, c, d = label.fuzzy_set.shape.corners
            corners |= {corner for corner in (a, b, c, d) if math.isfinite(corner)}
            if math.isfinite(a) and a < b:
                lines |= {(f / (b - a), -f * a / (b - a)) for f in factors}
            if math.isfinite(d) and c < d:
                lines |= {(-f / (d - c), f * d / (d - c)) for f in factors}
    lines |= {(0.0, f * level) for f in factors for level in levels(hypothesis, kb)}
    crossings = {
        (q - s) / (r - p) for (p, q), (r, s) in combinations(sorted(lines), 2) if abs(r - p) > 1e-12
    }
    low, high = min(corners), max(corners)
    return sorted(corners | {one for one in crossings if low <= one <= high})


def levels(hypothesis: Hypothesis, kb: KnowledgeBase) -> set[float]:
    """Every degree that a part of a rule has anywhere."""
    trees = [node for one in hypothesis.inclusions for _, node in nodes(one.body)]
    parts = {Concept((label,)) for node in trees for label in node.labels}
    parts |= {Concept((), (edge,)) for node in trees for edge in node.edges}
    found = {semantics.degree(part, at, kb) for part in parts for at in range(kb.n_elements)}
    return {0.0, 1.0, *np.round(sorted(found), 15).tolist()}
