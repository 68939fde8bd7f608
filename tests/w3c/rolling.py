"""What a conclusion says, without its anonymous individuals: they stand for "something"."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tests.w3c.questions import Question, UnaskableError, questions

from owlboost.ontology.axioms import ClassAssertion, conjuncts, individuals_in
from owlboost.ontology.expressions import (
    THING,
    And,
    Class,
    ClassExpression,
    DataHasValue,
    HasValue,
    Role,
    Some,
)
from owlboost.ontology.ontology import Facts, Ontology


def conclusions(ontology: Ontology) -> Iterator[Question]:
    """Iterate over the questions that a conclusion puts.

    Raises
    ------
    UnaskableError
        If an axiom, or the way in which anonymous individuals hang together, has no questions.
    """
    stated = [*_stated(ontology.facts, ontology)]
    stated += [axiom for axiom in ontology.axioms if isinstance(axiom, ClassAssertion)]
    yield from _Tree().questions(stated)
    for axiom in ontology.axioms:
        if not isinstance(axiom, ClassAssertion):
            if any(map(_anonymous, individuals_in(axiom))):
                raise UnaskableError("an anonymous individual in an axiom")
            yield from questions(axiom)


@dataclass(slots=True)
class _Tree:
    """Anonymous individuals, each in its place below the one that it is related to."""

    said: dict[str, list[ClassExpression]] = field(default_factory=lambda: defaultdict(list))
    owners: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    done: set[str] = field(default_factory=set)

    def questions(self, stated: Iterable[ClassAssertion]) -> Iterator[Question]:
        """Iterate over what is asked of the named individuals, and of anyone at all."""
        for axiom in stated:
            for part in conjuncts(axiom.expression):
                self.said[axiom.individual].append(part)
                if isinstance(part, HasValue) and _anonymous(part.individual):
                    self.owners[part.individual].append(axiom.individual)
        for who in list(self.said):
            if not _anonymous(who):
                yield from (Question(who, self.rolled(part)) for part in self.said[who])
            elif not self.owners[who]:
                yield Question(None, self.described(who))
        if not self.done.issuperset(self.owners):
            raise UnaskableError("anonymous individuals in a circle")

    def rolled(self, part: ClassExpression) -> ClassExpression:
        """Return a statement with a description in the place of an anonymous individual."""
        if isinstance(part, HasValue) and _anonymous(part.individual):
            return Some(part.role, self.described(part.individual))
        if any(map(_anonymous, individuals_in(part))):
            raise UnaskableError("an anonymous individual in an expression")
        return part

    def described(self, who: str) -> ClassExpression:
        """Return all that is said of an anonymous individual."""
        if len(self.owners[who]) > 1 or who in self.done:
            raise UnaskableError("anonymous individuals that are no tree")
        self.done.add(who)
        parts = tuple(dict.fromkeys(self.rolled(part) for part in self.said[who]))
        return And(parts) if len(parts) > 1 else parts[0] if parts else Class(THING)


def _stated(facts: Facts, ontology: Ontology) -> Iterator[ClassAssertion]:
    """Iterate over plain facts as assertions of classes."""
    signature = ontology.signature
    people = signature.individuals
    for subject, class_ in zip(facts.type_subjects, facts.type_classes, strict=True):
        yield ClassAssertion(people[subject], Class(signature.classes[class_]))
    rows = zip(facts.role_roles, facts.role_subjects, facts.role_objects, strict=True)
    for role, subject, object_ in rows:
        yield ClassAssertion(
            people[subject], HasValue(Role(signature.roles[role]), people[object_])
        )
    rows = zip(facts.value_properties, facts.value_subjects, facts.value_literals, strict=True)
    for property_, subject, literal in rows:
        value = DataHasValue(signature.data_properties[property_], facts.literals[literal])
        yield ClassAssertion(people[subject], value)


def _anonymous(name: str) -> bool:
    return name.startswith("_:")
