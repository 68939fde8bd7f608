"""Sources built in code: facts that are reasoned over again when individuals are left out."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from owlboost.data.examples import Examples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.runtime.array_types import Ids, Mask
from owlboost.runtime.names import Names

TARGET = "urn:test#Good"


@dataclass(frozen=True)
class FactSource:
    """Classes, one role with a domain class, and numbers.

    ``knows(x, y)`` entails ``Knower(x)`` and, for a famous y, ``Insider(x)``: inferences about x
    that hang on assertions about y.
    """

    individuals: tuple[str, ...]
    types: dict[str, set[str]] = field(default_factory=dict)
    knows: frozenset[tuple[str, str]] = frozenset()
    famous: frozenset[str] = frozenset()
    prices: dict[str, float] = field(default_factory=dict)

    def knowledge_base(self, without: Ids | None = None) -> KnowledgeBase:
        gone = set() if without is None else {self.individuals[number] for number in without}
        knows = {(x, y) for x, y in self.knows if not {x, y} & gone}
        types: dict[str, Iterable[str]] = {
            name: members - gone for name, members in self.types.items()
        }
        types["Knower"] = {x for x, _ in knows}
        types["Insider"] = {x for x, y in knows if y in self.famous - gone}
        prices = [(x, price) for x, price in self.prices.items() if x not in gone]
        return KnowledgeBase.from_facts(
            self.individuals, types=types, roles={"knows": knows}, numbers={"price": prices}
        )


@dataclass(frozen=True)
class LeakySource(FactSource):
    """Drops facts after reasoning: what was inferred from them stays."""

    def knowledge_base(self, without: Ids | None = None) -> KnowledgeBase:
        if without is None:
            return super().knowledge_base()
        whole = super().knowledge_base()
        honest = super().knowledge_base(without)
        return KnowledgeBase(
            whole.vocabulary,
            whole.n_elements,
            whole.types,
            whole.members,
            whole.taxonomy,
            honest.roles,
            honest.numbers,
        )


def examples(source: FactSource, n: int) -> Examples:
    """The first n individuals as examples."""
    chosen = np.arange(n, dtype=np.int32)
    return Examples(source, TARGET, Names(source.individuals), chosen, chosen)


def shop(n: int = 40, seed: int = 0) -> tuple[Examples, Mask]:
    """Hotels with noisy prices; the cheap and central ones are good."""
    generator = np.random.default_rng(seed)
    names = tuple(f"h{number}" for number in range(n))
    positive = np.arange(n) % 3 == 0
    prices = np.where(positive, 40, 90) + generator.normal(0, 25, n)
    central = {name for name, good in zip(names, positive, strict=True) if good}
    central ^= {names[at] for at in generator.choice(n, n // 6, replace=False)}
    source = FactSource(
        names,
        types={"Central": central},
        prices=dict(zip(names, prices.tolist(), strict=True)),
    )
    return examples(source, n), positive
