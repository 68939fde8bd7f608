"""Axioms and facts to Manchester syntax, for tests."""

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import Axiom
from owlboost.ontology.expressions import ClassExpression, DataRange, Literal, Role
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.vocabulary import LANG_STRING

_KINDS = {"min": "min", "max": "max", "exact": "exactly"}
_FACETS = {
    "minInclusive": ">=",
    "minExclusive": ">",
    "maxInclusive": "<=",
    "maxExclusive": "<",
}


def manchester(ontology: Ontology) -> str:
    """Write an ontology; declarations come last, as they may."""
    lines = [*_facts(ontology), *map(axiom_text, ontology.axioms), *_declarations(ontology)]
    return f"Ontology: <{ontology.iri}>\n" + "\n".join(lines) + "\n"


def _declarations(ontology: Ontology) -> list[str]:
    signature = ontology.signature
    kinds = (
        ("Class", signature.classes),
        ("ObjectProperty", signature.roles),
        ("DataProperty", signature.data_properties),
        ("Individual", [name for name in signature.individuals if name[0] != "_"]),
    )
    return [f"{kind}: <{name}>" for kind, names in kinds for name in names]


def _facts(ontology: Ontology) -> list[str]:
    signature, facts = ontology.signature, ontology.facts
    people = [_name(name) for name in signature.individuals]
    lines = [
        f"Individual: {people[a]}\n  Types: <{signature.classes[c]}>"
        for a, c in zip(facts.type_subjects, facts.type_classes, strict=True)
    ]
    lines += [
        f"Individual: {people[a]}\n  Facts: <{signature.roles[r]}> {people[b]}"
        for r, a, b in zip(facts.role_roles, facts.role_subjects, facts.role_objects, strict=True)
    ]
    values = zip(facts.value_properties, facts.value_subjects, facts.value_literals, strict=True)
    return lines + [
        f"Individual: {people[a]}\n  Facts: <{signature.data_properties[p]}> "
        f"{_literal(facts.literals[v])}"
        for p, a, v in values
    ]


def _name(name: str) -> str:
    return name if name.startswith("_:") else f"<{name}>"


def _names(names: tuple[str, ...], mark: str = ", ") -> str:
    return mark.join(_name(name) for name in names)


def _literal(literal: Literal) -> str:
    lexical = literal.lexical.replace("\\", "\\\\").replace('"', '\\"')
    if literal.datatype == LANG_STRING:
        return f'"{lexical}"@{literal.language}'
    return f'"{lexical}"^^<{literal.datatype}>'


def _role(role: Role) -> str:
    return f"inverse (<{role.iri}>)" if role.inverse else f"<{role.iri}>"


def _roles(roles: tuple[Role, ...], mark: str = ", ") -> str:
    return mark.join(_role(role) for role in roles)


def _classes(parts: tuple[ClassExpression, ...], mark: str = ", ") -> str:
    return mark.join(class_text(part) for part in parts)


def class_text(expression: ClassExpression) -> str:  # noqa: C901, PLR0911, PLR0912
    """Write a class expression, compound ones in parentheses."""
    match expression:
        case ex.Class(iri):
            return f"<{iri}>"
        case ex.And(parts):
            return f"({_classes(parts, ' and ')})"
        case ex.Or(parts):
            return f"({_classes(parts, ' or ')})"
        case ex.Not(of):
            return f"(not {class_text(of)})"
        case ex.OneOf(names):
            return f"{{{_names(names)}}}"
        case ex.Some(role, filler):
            return f"({_role(role)} some {class_text(filler)})"
        case ex.Only(role, filler):
            return f"({_role(role)} only {class_text(filler)})"
        case ex.HasValue(role, name):
            return f"({_role(role)} value {_name(name)})"
        case ex.HasSelf(role):
            return f"({_role(role)} Self)"
        case ex.Cardinality(kind, n, role, filler):
            return f"({_role(role)} {_KINDS[kind]} {n} {class_text(filler)})"
        case ex.DataSome(name, range_):
            return f"(<{name}> some {range_text(range_)})"
        case ex.DataOnly(name, range_):
            return f"(<{name}> only {range_text(range_)})"
        case ex.DataHasValue(name, literal):
            return f"(<{name}> value {_literal(literal)})"
        case ex.DataCardinality(kind, n, name, range_):
            return f"(<{name}> {_KINDS[kind]} {n} {range_text(range_)})"


def range_text(range_: DataRange) -> str:
    """Write a data range."""
    match range_:
        case ex.Datatype(iri):
            return f"<{iri}>"
        case ex.DataOneOf(literals):
            return f"{{{', '.join(map(_literal, literals))}}}"
        case ex.DatatypeRestriction(datatype, facets):
            pairs = ", ".join(f"{_facet(facet)} {_literal(value)}" for facet, value in facets)
            return f"<{datatype}>[{pairs}]"
        case ex.DataIntersection(parts):
            return f"({' and '.join(map(range_text, parts))})"
        case ex.DataUnion(parts):
            return f"({' or '.join(map(range_text, parts))})"
        case ex.DataComplement(of):
            return f"(not {range_text(of)})"


def _facet(iri: str) -> str:
    name = iri.rpartition("#")[2]
    return _FACETS.get(name, name)


def axiom_text(axiom: Axiom) -> str:  # noqa: C901, PLR0911, PLR0912 - one line a case
    """Write an axiom as a frame of its own."""
    match axiom:
        case ax.SubClassOf(lower, upper):
            return f"Class: {class_text(lower)}\n  SubClassOf: {class_text(upper)}"
        case ax.EquivalentClasses(parts):
            return f"EquivalentClasses: {_classes(parts)}"
        case ax.DisjointClasses(parts):
            return f"DisjointClasses: {_classes(parts)}"
        case ax.DisjointUnion(iri, parts):
            return f"Class: <{iri}>\n  DisjointUnionOf: {_classes(parts)}"
        case ax.SubRoleOf((role,), upper):
            return f"ObjectProperty: {_role(role)}\n  SubPropertyOf: {_role(upper)}"
        case ax.SubRoleOf(chain, upper):
            return f"ObjectProperty: {_role(upper)}\n  SubPropertyChain: {_roles(chain, ' o ')}"
        case ax.EquivalentRoles(roles):
            return f"EquivalentProperties: {_roles(roles)}"
        case ax.DisjointRoles(roles):
            return f"DisjointProperties: {_roles(roles)}"
        case ax.InverseRoles(one, two):
            return f"ObjectProperty: {_role(one)}\n  InverseOf: {_role(two)}"
        case ax.RoleDomain(role, domain):
            return f"ObjectProperty: {_role(role)}\n  Domain: {class_text(domain)}"
        case ax.RoleRange(role, range_):
            return f"ObjectProperty: {_role(role)}\n  Range: {class_text(range_)}"
        case ax.RoleCharacteristic(role, kind):
            word = kind.title().replace("-", "")
            return f"ObjectProperty: {_role(role)}\n  Characteristics: {word}"
        case ax.SubDataPropertyOf(lower, upper):
            return f"DataProperty: <{lower}>\n  SubPropertyOf: <{upper}>"
        case ax.EquivalentDataProperties(names):
            return f"EquivalentProperties: {_names(names)}"
        case ax.DisjointDataProperties(names):
            return f"DisjointProperties: {_names(names)}"
        case ax.DataDomain(name, domain):
            return f"DataProperty: <{name}>\n  Domain: {class_text(domain)}"
        case ax.DataPropertyRange(name, range_):
            return f"DataProperty: <{name}>\n  Range: {range_text(range_)}"
        case ax.FunctionalData(name):
            return f"DataProperty: <{name}>\n  Characteristics: Functional"
        case ax.DatatypeDefinition(iri, range_):
            return f"Datatype: <{iri}>\n  EquivalentTo: {range_text(range_)}"
        case ax.HasKey(expression, roles, names):
            keys = f"{_roles(roles, ' ')} {_names(names, ' ')}"
            return f"Class: {class_text(expression)}\n  HasKey: {keys}"
        case ax.SameIndividual(names):
            return f"SameIndividual: {_names(names)}"
        case ax.DifferentIndividuals(names):
            return f"DifferentIndividuals: {_names(names)}"
        case ax.ClassAssertion(name, expression):
            return f"Individual: {_name(name)}\n  Types: {class_text(expression)}"
        case ax.NegativeRoleAssertion(role, one, two):
            return f"Individual: {_name(one)}\n  Facts: not {_role(role)} {_name(two)}"
        case ax.NegativeDataAssertion(name, one, literal):
            return f"Individual: {_name(one)}\n  Facts: not <{name}> {_literal(literal)}"
