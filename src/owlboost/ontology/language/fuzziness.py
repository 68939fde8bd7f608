"""What a fuzzy ontology says beside its axioms: degrees of facts, and datatypes that are sets."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from owlboost.model.fuzzysets import Shape


@dataclass(frozen=True, slots=True)
class Fuzziness:
    """How far facts hold that do not hold in full, and what fuzzy datatypes mean.

    Attributes
    ----------
    types
        (individual, class) → degree below 1.
    roles
        (role, subject, object) → degree below 1.
    assertions
        Assertion among the axioms → degree below 1.
    sets
        Datatype → the fuzzy set that it is.
    ties
        Data property → the fuzzy datatypes that axioms use with it, sorted.
    """

    types: Mapping[tuple[str, str], float] = field(default_factory=dict)
    roles: Mapping[tuple[str, str, str], float] = field(default_factory=dict)
    assertions: Mapping[object, float] = field(default_factory=dict)
    sets: Mapping[str, Shape] = field(default_factory=dict)
    ties: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def degrees(self) -> tuple[float, ...]:
        """The distinct degrees above 0 to which something holds, from 1 down.

        Examples
        --------
        >>> Fuzziness({("tom", "Old"): 0.2, ("tim", "Old"): 0.0}).degrees
        (1.0, 0.2)
        """
        found = {*self.types.values(), *self.roles.values(), *self.assertions.values()}
        return tuple(sorted((found - {0.0}) | {1.0}, reverse=True))

    @property
    def is_graded(self) -> bool:
        """Whether something holds only to a degree."""
        return bool(self.types or self.roles or self.assertions)
