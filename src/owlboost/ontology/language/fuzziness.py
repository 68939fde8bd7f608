"""What a fuzzy ontology says beside its axioms: degrees, sets, fuzzy concepts."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from owlboost.model.fuzzysets import FuzzySet, Shape
from owlboost.model.vocabulary import short_name
from owlboost.ontology.language.fuzzy_concepts import GradedInclusion


@dataclass(frozen=True, slots=True)
class Fuzziness:
    """How far facts and axioms hold that do not hold in full, and what fuzzy names mean.

    Attributes
    ----------
    types
        (individual, class) → degree below 1.
    roles
        (role, subject, object) → degree below 1.
    axioms
        Axiom, assertions among them → degree below 1.
    sets
        Datatype → the fuzzy set that it is.
    ties
        Data property → the fuzzy datatypes that axioms use with it, sorted.
    inclusions
        Classes that hold as far as an expression does which α-cuts cannot tell.
    """

    types: Mapping[tuple[str, str], float] = field(default_factory=dict)
    roles: Mapping[tuple[str, str, str], float] = field(default_factory=dict)
    axioms: Mapping[object, float] = field(default_factory=dict)
    sets: Mapping[str, Shape] = field(default_factory=dict)
    ties: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    inclusions: tuple[GradedInclusion, ...] = ()

    @property
    def degrees(self) -> tuple[float, ...]:
        """The distinct degrees above 0 to which something holds, from 1 down.

        Examples
        --------
        >>> Fuzziness({("tom", "Old"): 0.2, ("tim", "Old"): 0.0}).degrees
        (1.0, 0.2)
        """
        found = {*self.types.values(), *self.roles.values(), *self.axioms.values()}
        return tuple(sorted((found - {0.0}) | {1.0}, reverse=True))

    def authored(self) -> dict[str, tuple[FuzzySet, ...]]:
        """Return the fuzzy sets of each data property, from low to high, by their short names.

        A datatype of two properties, or one that shares its short name, has that of its property
        before its own.

        Examples
        --------
        >>> from owlboost.model.fuzzysets import LeftShoulder
        >>> cheap = Fuzziness(sets={"x#Cheap": LeftShoulder(5, 9)}, ties={"x#price": ("x#Cheap",)})
        >>> cheap.authored()
        {'x#price': (FuzzySet(name='Cheap', shape=LeftShoulder(a=5, b=9)),)}
        """
        uses = Counter(short_name(one) for sets in self.ties.values() for one in sets)
        found = {}
        for prop, sets in self.ties.items():
            named = (
                FuzzySet(name if uses[name] == 1 else f"{short_name(prop)}_{name}", self.sets[iri])
                for iri, name in zip(sets, map(short_name, sets), strict=True)
            )
            found[prop] = tuple(sorted(named, key=lambda one: (one.shape.corners, one.name)))
        return found

    @property
    def n_graded(self) -> int:
        """How many facts and axioms hold only to a degree."""
        return len(self.types) + len(self.roles) + len(self.axioms)

    @property
    def is_graded(self) -> bool:
        """Whether something holds only to a degree."""
        return self.n_graded > 0
