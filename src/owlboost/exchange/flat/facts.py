"""Facts about individuals, as far as a model's rules use them."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from owlboost.concepts.concept import Atom, Concept, FuzzyValue
from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import BoostedHypothesis, disjunction, fuzzy_sets_of
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.exchange.flat.encoding import encode, floored
from owlboost.exchange.flat.rules import Complement, DataStep, FlatFacts, FlatModel
from owlboost.exchange.metadata import NameTable
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Degrees

WITNESS = "urn:owlboost:witness#"


def flatten(
    model: TrainedModel,
    kb: KnowledgeBase | None,
    individuals: Sequence[int] | None,
    *,
    equivalent: bool = False,
) -> tuple[FlatModel, FlatFacts | None]:
    """Write a model as flat axioms, with facts if there are any."""
    rules, names = encode(model, kb, equivalent=equivalent)
    if kb is None or individuals is None:
        return rules, None
    return rules, collect_facts(model, rules, names, kb, individuals)


def collect_facts(
    model: TrainedModel,
    rules: FlatModel,
    names: NameTable,
    kb: KnowledgeBase,
    individuals: Sequence[int],
) -> FlatFacts:
    """Collect the facts about individuals and their fillers.

    Fillers are all elements that the rules' roles lead to. A learner of negative weight is closed:
    its degree is stated from below and from above. A number is stated as such if its property has
    one value an individual; of several values the degrees in the fuzzy sets are stated instead,
    since reasoners take data properties for functional.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> rule = Inclusion(Concept((Atom("urn:x#Hotel"),)), 0.56)
    >>> model = TrainedModel("foil", "urn:x#GoodHotel", RuleSet((rule,)), 0.5)
    >>> kb = KnowledgeBase.from_facts(["urn:x#h1"], types={"urn:x#Hotel": ["urn:x#h1"]})
    >>> collect_facts(model, *encode(model, kb), kb, [0]).types
    (('h1', 'Hotel', 1.0),)
    """
    collector = _Collector(model, rules, names, kb)
    elements = collector.reachable(individuals)
    called = collector.called(elements)
    complements = tuple(collector.complements(individuals))
    individual_names = set(called.values())
    return FlatFacts(
        entries=tuple(entry for entry in names.entries if entry.name in individual_names),
        types=(*collector.types(elements), *collector.closings(individuals)),
        complements=complements,
        roles=tuple(collector.roles(elements)),
        numbers=tuple(collector.numbers(elements)),
        queries=tuple(called[number] for number in individuals),
        excluded=tuple(collector.excluded(elements)) if rules.defined else (),
    )


class _Collector:
    def __init__(
        self, model: TrainedModel, rules: FlatModel, names: NameTable, kb: KnowledgeBase
    ) -> None:
        self._model, self._rules, self._names, self._kb = model, rules, names, kb
        self._extents = Extents(kb, model.semantics)

    def element(self, number: int) -> str:
        """Return the name of an individual or a witness."""
        individuals = self._kb.individuals
        iri = (
            individuals[number]
            if number < len(individuals)
            else f"{WITNESS}witness{number - len(individuals) + 1}"
        )
        return self._names.name_for("individual", iri)

    def called(self, elements: Iterable[int]) -> dict[int, str]:
        """Return the names of elements."""
        return {number: self.element(number) for number in elements}

    def reachable(self, start: Sequence[int]) -> list[int]:
        """Return the elements that the roles of the rules lead to."""
        reached, todo = set(start), list(start)
        roles = [self._kb.roles[number] for number in self._role_ids().values()]
        while todo:
            element = todo.pop()
            for role in roles:
                fresh = [int(filler) for filler in role[element] if int(filler) not in reached]
                reached.update(fresh)
                todo.extend(fresh)
        return sorted(reached)

    def _role_ids(self) -> dict[str, int]:
        roles = self._kb.vocabulary.roles
        return {
            entry.name: roles.id(entry.meaning)
            for entry in self._rules.names("role").values()
            if entry.meaning in roles
        }

    def types(self, elements: Sequence[int]) -> Iterator[tuple[str, str, float]]:
        """Classes, crisp values, and degrees in the sets of many-valued properties."""
        for name, degrees in self._stated():
            for element in elements:
                if degrees[element] > 0:
                    yield self.element(element), name, floored(float(degrees[element]))

    def _stated(self) -> Iterator[tuple[str, Degrees]]:
        for name, entry in self._rules.names("class").items():
            classes = self._kb.vocabulary.classes
            if entry.meaning in classes:
                yield name, self._extents.degrees(Concept((Atom(entry.meaning),)))
        for name, entry in self._rules.names("value").items():
            symbols = self._kb.symbols.get(self._property(entry.meaning))
            if symbols is not None and entry.value in symbols.values:
                code = symbols.values.index(entry.value)
                members = symbols.rows.transposed(len(symbols.values))[code]
                yield name, _mask(members, self._kb.n_elements)
        sets = {entry.name: entry.meaning for entry in self._rules.names("set").values()}
        by_name = fuzzy_sets_of(self._model.hypothesis)
        for axiom in self._rules.axioms:
            if isinstance(axiom, DataStep):
                prop, fuzzy_set = by_name[sets[axiom.set]]
                if not self._is_single(prop):
                    yield axiom.head, self._extents.degrees(Concept((FuzzyValue(prop, fuzzy_set),)))

    def excluded(self, elements: Sequence[int]) -> Iterator[tuple[str, str]]:
        """Values that elements do not have, since they have the one other."""
        for name, entry in self._rules.names("value").items():
            symbols = self._kb.symbols.get(self._property(entry.meaning))
            if symbols is None or not symbols.functional:
                continue
            for element in elements:
                if any(symbols.values[code] != entry.value for code in symbols.rows[element]):
                    yield self.element(element), name

    def _property(self, iri: str) -> int:
        properties = self._kb.vocabulary.data_properties
        return properties.id(iri) if iri in properties else -1

    def _is_single(self, prop: str) -> bool:
        values = self._kb.numbers.get(self._property(prop))
        return values is None or values.functional

    def roles(self, elements: Sequence[int]) -> Iterator[tuple[str, str, str, float]]:
        """Role assertions."""
        for name, role in self._role_ids().items():
            rows = self._kb.roles[role]
            for element in elements:
                held = zip(rows[element].tolist(), rows.degrees_of(element).tolist(), strict=True)
                for filler, degree in held:
                    yield self.element(element), name, self.element(filler), floored(degree)

    def numbers(self, elements: Sequence[int]) -> Iterator[tuple[str, str, float]]:
        """Values of data properties that have one value an element."""
        for name, entry in self._rules.names("data").items():
            values = self._kb.numbers.get(self._property(entry.meaning))
            if values is None or not values.functional:
                continue
            for element in elements:
                for value in values.values[values.indptr[element] : values.indptr[element + 1]]:
                    if np.isfinite(value):
                        yield self.element(element), name, float(value)

    def _negative(self) -> Iterator[tuple[str, Degrees]]:
        """Learners of negative weight with their degrees."""
        if not isinstance(self._model.hypothesis, BoostedHypothesis):
            return
        terms = {term.name: term for term in self._model.hypothesis.terms}
        learners = self._rules.names("learner")
        for axiom in self._rules.axioms:
            if isinstance(axiom, Complement):
                term = terms[learners[axiom.negated].meaning]
                bodies = {
                    inclusion.body: self._extents.degrees(inclusion.body)
                    for inclusion in term.inclusions
                }
                yield axiom.negated, disjunction(term, bodies, self._kb.n_elements)

    def closings(self, individuals: Sequence[int]) -> Iterator[tuple[str, str, float]]:
        """Degrees of learners of negative weight, from below."""
        for name, degrees in self._negative():
            for number in individuals:
                if degrees[number] > 0:
                    yield self.element(number), name, floored(float(degrees[number]))

    def complements(self, individuals: Sequence[int]) -> Iterator[tuple[str, str, float]]:
        """Degrees of their complements, which bound them from above."""
        for name, degrees in self._negative():
            for number in individuals:
                degree = floored(1.0 - float(degrees[number]))
                if degree > 0:
                    yield self.element(number), name, degree


def _mask(members: np.ndarray, n: int) -> Degrees:
    out = np.zeros(n)
    out[members] = 1.0
    return out
