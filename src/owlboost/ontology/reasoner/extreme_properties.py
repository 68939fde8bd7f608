"""The top and bottom properties, which relate everything and nothing.

No pair of the top property is ever stored for its own sake: ``∃⊤ʳ.C`` holds of everything as soon
as something is in C, and a member of ``∀⊤ʳ.C`` puts everything in C.
"""

from collections.abc import Iterator

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.ontology import Signature
from owlboost.ontology.reasoner.clauses import Clause
from owlboost.ontology.reasoner.terms import TOP, AtLeast, Exists, HasData, Itself, Nominal, Terms
from owlboost.ontology.vocabulary import BOTTOM_ROLE, OWL, RDFS_LITERAL, TOP_DATA, TOP_ROLE

BOTTOM_DATA = OWL + "bottomDataProperty"
EXTREMES = frozenset({TOP_ROLE, TOP_DATA, BOTTOM_ROLE, BOTTOM_DATA})
_NOTHING_RELATED = ax.SubClassOf(
    ex.Some(ex.Role(BOTTOM_ROLE), ex.Class(ex.THING)), ex.Class(ex.NOTHING)
)
_NO_VALUES = ax.SubClassOf(
    ex.DataSome(BOTTOM_DATA, ex.Datatype(RDFS_LITERAL)), ex.Class(ex.NOTHING)
)
_BETWEEN_ROLES = ax.SubRoleOf | ax.EquivalentRoles | ax.DisjointRoles | ax.InverseRoles | ax.HasKey


def says_nothing(axiom: ax.Axiom) -> bool:
    """Whether an axiom only puts a property below the top."""
    match axiom:
        case ax.SubRoleOf(_, ex.Role(iri)):
            return iri == TOP_ROLE
        case ax.SubDataPropertyOf(_, upper):
            return upper == TOP_DATA
        case _:
            return False


def is_understood(axiom: ax.Axiom) -> bool:
    """Whether all of an axiom about the top properties is used.

    In class expressions, domains and ranges it is; counting everything is not done.
    """
    mentioned = {*ax.strings_in(axiom)} & {TOP_ROLE, TOP_DATA}
    if not mentioned:
        return True
    if TOP_DATA in mentioned or any(_counts_everything(part) for part in ax.walk(axiom)):
        return False
    match axiom:
        case ax.RoleCharacteristic(_, kind):
            return kind not in ("functional", "inverse-functional", "asymmetric")
        case _:
            return not isinstance(axiom, _BETWEEN_ROLES)


def _counts_everything(part: object) -> bool:
    return isinstance(part, ex.Cardinality) and part.role.iri == TOP_ROLE


def top_role(signature: Signature) -> int | None:
    """Return the number of the top object property, if anything mentions it."""
    return signature.roles.id(TOP_ROLE) if TOP_ROLE in signature.roles else None


def extreme_clauses(terms: Terms, signature: Signature) -> Iterator[Clause]:
    """Iterate over the clauses that define the extreme properties."""
    roles, data = signature.roles, signature.data_properties
    top = top_role(signature)
    bottom = roles.id(BOTTOM_ROLE) if BOTTOM_ROLE in roles else None
    bottom_data = data.id(BOTTOM_DATA) if BOTTOM_DATA in data else None
    if bottom is not None:
        terms.exists(bottom, TOP)  # for facts, which have no term of their own
    if bottom_data is not None:
        terms.data(1, BOTTOM_DATA, ex.Datatype(RDFS_LITERAL))
    for term, atom in list(terms.positive()):
        match atom:
            case Exists(role, filler) if role == top:
                is_individual = not filler & 1 and isinstance(terms.atom(filler), Nominal)
                somewhere = is_individual or filler == TOP
                yield Clause((term,) if somewhere else tuple(sorted((term, filler ^ 1))))
            case Itself(role) if role == top:
                yield Clause((term,))
            case Exists(role) | AtLeast(_, role) | Itself(role) if role == bottom:
                yield Clause((term ^ 1,), _NOTHING_RELATED)
            case HasData(_, property_) if property_ == bottom_data:
                yield Clause((term ^ 1,), _NO_VALUES)
            case _:
                pass
