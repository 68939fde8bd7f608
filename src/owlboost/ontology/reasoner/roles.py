"""Role axioms in numbers: inclusions, chains, and the roles above each."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from owlboost.ontology import axioms as ax
from owlboost.ontology.expressions import Role
from owlboost.ontology.text import Spelling, role_text
from owlboost.ontology.vocabulary import BOTTOM_ROLE, TOP_ROLE
from owlboost.runtime.names import Names, short_name


@dataclass(slots=True)
class RoleNumbers:
    """Numbers of role expressions.

    Named roles come first, as in the signature, then inverses without a name. ``inverses`` maps a
    role name to a role that the ontology declares its inverse.
    """

    names: Names
    inverses: dict[str, str]
    roles: list[tuple[Role, ...]] = field(init=False)
    """Role number → the role, or the chain that it stands for."""
    _unnamed: dict[str, int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.roles = [(Role(name),) for name in self.names]

    @classmethod
    def from_axioms(cls, names: Names, axioms: Iterable[ax.Axiom]) -> "RoleNumbers":
        """Find the named inverses among the axioms, of several the first by name."""
        inverses: dict[str, str] = {}
        for axiom in axioms:
            if isinstance(axiom, ax.InverseRoles) and axiom.first.inverse == axiom.second.inverse:
                for role, inverse in ((axiom.first, axiom.second), (axiom.second, axiom.first)):
                    inverses[role.iri] = min(inverse.iri, inverses.get(role.iri, inverse.iri))
        return cls(names, inverses)

    def id(self, role: Role) -> int:
        """Return the number of a role expression; top and bottom role are symmetric."""
        if not role.inverse or role.iri in (TOP_ROLE, BOTTOM_ROLE):
            return self.names.id(role.iri)
        if role.iri in self.inverses:
            return self.names.id(self.inverses[role.iri])
        if role.iri not in self._unnamed:
            self._unnamed[role.iri] = self.auxiliary((role,))
        return self._unnamed[role.iri]

    def auxiliary(self, chain: tuple[Role, ...]) -> int:
        """Return a new number for a role that has no name."""
        self.roles.append(chain)
        return len(self.roles) - 1

    def unnamed(self) -> list[tuple[int, int]]:
        """Return (role, its inverse) for inverses without a name."""
        return [(self.names.id(name), number) for name, number in self._unnamed.items()]


@dataclass(frozen=True, slots=True)
class RoleBox:
    """The relations between roles.

    Attributes
    ----------
    roles
        Role number → the role, or the chain that it stands for; first those of the signature.
    inclusions
        (lower, upper, swapped): a pair of lower is one of upper, swapped if so.
    chains
        (first, second, upper): ``first ∘ second ⊑ upper``.
    above
        Role → (upper, swapped) for all roles above it, itself included.
    disjoint
        (role, role, swapped, axiom): no pair of one, swapped if so, is a pair of the other.
    top
        The role that relates everything to everything, if anything mentions it.
    stated, stated_chains
        The inclusions and chains that are stated, with their axioms; None for what holds by the
        meaning of inverses and of the top role, and of the beginnings of chains.
    """

    roles: tuple[tuple[Role, ...], ...]
    inclusions: tuple[tuple[int, int, bool], ...]
    chains: tuple[tuple[int, int, int], ...]
    above: dict[int, frozenset[tuple[int, bool]]]
    disjoint: tuple[tuple[int, int, bool, ax.Axiom], ...]
    top: int | None = None
    stated: Mapping[tuple[int, int, bool], ax.Axiom | None] = field(default_factory=dict)
    stated_chains: Mapping[tuple[int, int, int], ax.Axiom | None] = field(default_factory=dict)

    def names(self, spelling: Spelling = short_name) -> tuple[str, ...]:
        """Return the roles as text."""
        return tuple(
            " o ".join(role_text(role, spelling) for role in chain) for chain in self.roles
        )

    @property
    def transitive(self) -> frozenset[int]:
        """The transitive roles."""
        return frozenset(r for r, s, t in self.chains if r == s == t)


def role_box(numbers: RoleNumbers, axioms: Sequence[ax.Axiom], top: int | None = None) -> RoleBox:
    """Compile the role axioms.

    Call it when all role expressions have their numbers.
    """
    inclusions: dict[tuple[int, int, bool], ax.Axiom | None] = {}
    chains: dict[tuple[int, int, int], ax.Axiom | None] = {}
    for axiom in axioms:
        match axiom:
            case ax.SubRoleOf():
                _include_chain(numbers, axiom, inclusions, chains)
            case ax.EquivalentRoles(roles):
                ids = [numbers.id(role) for role in roles]
                inclusions |= {(r, s, False): axiom for r in ids for s in ids}
            case ax.InverseRoles(first, second):
                r, s = numbers.id(first), numbers.id(second)
                inclusions |= {(r, s, True): axiom, (s, r, True): axiom}
            case ax.RoleCharacteristic(role, "symmetric"):
                inclusions[numbers.id(role), numbers.id(role), True] = axiom
            case ax.RoleCharacteristic(role, "transitive"):
                chains[(numbers.id(role),) * 3] = axiom
            case _:
                pass
    disjoint = tuple(_disjoint(numbers, axioms))  # which may number inverses
    for r, s in numbers.unnamed():
        inclusions |= {(r, s, True): None, (s, r, True): None}
    if top is not None:
        inclusions |= {(r, top, False): None for r in range(len(numbers.roles)) if r != top}
    above = _closure(len(numbers.roles), inclusions)
    leaps = _leaps(above, inclusions)
    return RoleBox(
        roles=tuple(numbers.roles),
        inclusions=tuple(
            sorted(
                inclusion
                for inclusion in {*inclusions, *leaps}
                if inclusion[0] != inclusion[1] or inclusion[2]
            )
        ),
        chains=tuple(sorted(chains)),
        above=above,
        disjoint=disjoint,
        top=top,
        stated=inclusions,
        stated_chains=chains,
    )


def _disjoint(
    numbers: RoleNumbers, axioms: Iterable[ax.Axiom]
) -> Iterator[tuple[int, int, bool, ax.Axiom]]:
    for axiom in axioms:
        match axiom:
            case ax.RoleCharacteristic(role, "asymmetric"):
                yield numbers.id(role), numbers.id(role), True, axiom
            case ax.DisjointRoles(roles):
                ids = [numbers.id(role) for role in roles]
                for place, first in enumerate(ids):
                    yield from ((first, second, False, axiom) for second in ids[place + 1 :])
            case _:
                pass


def _include_chain(
    numbers: RoleNumbers,
    axiom: ax.SubRoleOf,
    inclusions: dict[tuple[int, int, bool], ax.Axiom | None],
    chains: dict[tuple[int, int, int], ax.Axiom | None],
) -> None:
    """Add ``r₁ ∘ … ∘ rₙ ⊑ upper`` by way of roles for its beginnings."""
    ids = [numbers.id(role) for role in axiom.chain]
    target = numbers.id(axiom.upper)
    if len(ids) == 1:
        inclusions[ids[0], target, False] = axiom
        return
    first = ids[0]
    for position, second in enumerate(ids[1:], start=2):
        last = position == len(ids)
        goal = target if last else numbers.auxiliary(axiom.chain[:position])
        chains[first, second, goal] = axiom if last else None
        first = goal


def _leaps(
    above: dict[int, frozenset[tuple[int, bool]]], inclusions: Collection[tuple[int, int, bool]]
) -> set[tuple[int, int, bool]]:
    """Return the inclusions that hold by turning a pair twice."""
    if not any(swapped for _, _, swapped in inclusions):
        return set()
    steps = _closure(len(above), [inclusion for inclusion in inclusions if not inclusion[2]])
    return {(r, s, False) for r in above for s, swapped in above[r] - steps[r] if not swapped}


def _closure(
    n_roles: int, inclusions: Collection[tuple[int, int, bool]]
) -> dict[int, frozenset[tuple[int, bool]]]:
    """Return the roles above each role with parities of swaps, one set a circle."""
    nodes = [(role, parity) for role in range(n_roles) for parity in (False, True)]
    direct: dict[int, list[int]] = defaultdict(list)
    for lower, upper, swapped in inclusions:
        direct[2 * lower].append(2 * upper + swapped)
        direct[2 * lower + 1].append(2 * upper + (not swapped))
    circle = _circles(direct, len(nodes))
    closures: dict[int, frozenset[tuple[int, bool]]] = {}
    for role in range(n_roles):
        if circle[2 * role] not in closures:
            seen, pending = {2 * role}, [2 * role]
            while pending:
                steps = set(direct[pending.pop()]) - seen
                seen |= steps
                pending.extend(steps)
            closures[circle[2 * role]] = frozenset(nodes[number] for number in seen)
    return {role: closures[circle[2 * role]] for role in range(n_roles)}


def _circles(direct: Mapping[int, Sequence[int]], n: int) -> list[int]:
    """Return the number of each node's cycle, or its own if it is on none."""
    starts = [lower for lower, uppers in direct.items() for _ in uppers]
    ends = [upper for uppers in direct.values() for upper in uppers]
    graph = sparse.csr_array((np.ones(len(ends), dtype=np.bool_), (starts, ends)), shape=(n, n))
    _, part = connected_components(graph, connection="strong")
    return [int(number) for number in part]
