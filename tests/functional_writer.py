"""Axioms and facts to Functional syntax, for tests."""

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import Axiom
from owlboost.ontology.expressions import ClassExpression, DataRange, Literal, Role
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.vocabulary import LANG_STRING

_KINDS = {"min": "Min", "max": "Max", "exact": "Exact"}


def functional(ontology: Ontology) -> str:
    """Write an ontology, with a declaration of every entity."""
    lines = [*_declarations(ontology), *_facts(ontology), *map(axiom_text, ontology.axioms)]
    body = "\n".join(lines)
    return f"Ontology(<{ontology.iri}>\n{body}\n)\n"


def _declarations(ontology: Ontology) -> list[str]:
    signature = ontology.signature
    kinds = (
        ("Class", signature.classes),
        ("ObjectProperty", signature.roles),
        ("DataProperty", signature.data_properties),
        ("NamedIndividual", [name for name in signature.individuals if name[0] != "_"]),
    )
    return [f"Declaration({kind}(<{name}>))" for kind, names in kinds for name in names]


def _facts(ontology: Ontology) -> list[str]:
    signature, facts = ontology.signature, ontology.facts
    people = [_name(name) for name in signature.individuals]
    lines = [
        f"ClassAssertion(<{signature.classes[c]}> {people[a]})"
        for a, c in zip(facts.type_subjects, facts.type_classes, strict=True)
    ]
    lines += [
        f"ObjectPropertyAssertion(<{signature.roles[r]}> {people[a]} {people[b]})"
        for r, a, b in zip(facts.role_roles, facts.role_subjects, facts.role_objects, strict=True)
    ]
    values = zip(facts.value_properties, facts.value_subjects, facts.value_literals, strict=True)
    return lines + [
        f"DataPropertyAssertion(<{signature.data_properties[p]}> {people[a]} "
        f"{_literal(facts.literals[v])})"
        for p, a, v in values
    ]


def _name(name: str) -> str:
    return name if name.startswith("_:") else f"<{name}>"


def _names(names: tuple[str, ...]) -> str:
    return " ".join(_name(name) for name in names)


def _literal(literal: Literal) -> str:
    lexical = literal.lexical.replace("\\", "\\\\").replace('"', '\\"')
    if literal.datatype == LANG_STRING:
        return f'"{lexical}"@{literal.language}'
    return f'"{lexical}"^^<{literal.datatype}>'


def _role(role: Role) -> str:
    return f"ObjectInverseOf(<{role.iri}>)" if role.inverse else f"<{role.iri}>"


def _roles(roles: tuple[Role, ...]) -> str:
    return " ".join(_role(role) for role in roles)


def _classes(parts: tuple[ClassExpression, ...]) -> str:
    return " ".join(class_text(part) for part in parts)


def class_text(expression: ClassExpression) -> str:  # noqa: C901, PLR0911, PLR0912
    """Write a class expression."""
    match expression:
        case ex.Class(iri):
            return f"<{iri}>"
        case ex.And(parts):
            return f"ObjectIntersectionOf({_classes(parts)})"
        case ex.Or(parts):
            return f"ObjectUnionOf({_classes(parts)})"
        case ex.Not(of):
            return f"ObjectComplementOf({class_text(of)})"
        case ex.OneOf(names):
            return f"ObjectOneOf({_names(names)})"
        case ex.Some(role, filler):
            return f"ObjectSomeValuesFrom({_role(role)} {class_text(filler)})"
        case ex.Only(role, filler):
            return f"ObjectAllValuesFrom({_role(role)} {class_text(filler)})"
        case ex.HasValue(role, name):
            return f"ObjectHasValue({_role(role)} {_name(name)})"
        case ex.HasSelf(role):
            return f"ObjectHasSelf({_role(role)})"
        case ex.Cardinality(kind, n, role, filler):
            return f"Object{_KINDS[kind]}Cardinality({n} {_role(role)} {class_text(filler)})"
        case ex.DataSome(name, range_):
            return f"DataSomeValuesFrom(<{name}> {range_text(range_)})"
        case ex.DataOnly(name, range_):
            return f"DataAllValuesFrom(<{name}> {range_text(range_)})"
        case ex.DataHasValue(name, literal):
            return f"DataHasValue(<{name}> {_literal(literal)})"
        case ex.DataCardinality(kind, n, name, range_):
            return f"Data{_KINDS[kind]}Cardinality({n} <{name}> {range_text(range_)})"


def range_text(range_: DataRange) -> str:
    """Write a data range."""
    match range_:
        case ex.Datatype(iri):
            return f"<{iri}>"
        case ex.DataOneOf(literals):
            return f"DataOneOf({' '.join(map(_literal, literals))})"
        case ex.DatatypeRestriction(datatype, facets):
            pairs = " ".join(f"<{facet}> {_literal(value)}" for facet, value in facets)
            return f"DatatypeRestriction(<{datatype}> {pairs})"
        case ex.DataIntersection(parts):
            return f"DataIntersectionOf({' '.join(map(range_text, parts))})"
        case ex.DataUnion(parts):
            return f"DataUnionOf({' '.join(map(range_text, parts))})"
        case ex.DataComplement(of):
            return f"DataComplementOf({range_text(of)})"


def axiom_text(axiom: Axiom) -> str:  # noqa: C901, PLR0911, PLR0912 - one line a case
    """Write an axiom."""
    match axiom:
        case ax.SubClassOf(lower, upper):
            return f"SubClassOf({class_text(lower)} {class_text(upper)})"
        case ax.EquivalentClasses(parts):
            return f"EquivalentClasses({_classes(parts)})"
        case ax.DisjointClasses(parts):
            return f"DisjointClasses({_classes(parts)})"
        case ax.DisjointUnion(iri, parts):
            return f"DisjointUnion(<{iri}> {_classes(parts)})"
        case ax.SubRoleOf((role,), upper):
            return f"SubObjectPropertyOf({_role(role)} {_role(upper)})"
        case ax.SubRoleOf(chain, upper):
            return f"SubObjectPropertyOf(ObjectPropertyChain({_roles(chain)}) {_role(upper)})"
        case ax.EquivalentRoles(roles):
            return f"EquivalentObjectProperties({_roles(roles)})"
        case ax.DisjointRoles(roles):
            return f"DisjointObjectProperties({_roles(roles)})"
        case ax.InverseRoles(one, two):
            return f"InverseObjectProperties({_role(one)} {_role(two)})"
        case ax.RoleDomain(role, domain):
            return f"ObjectPropertyDomain({_role(role)} {class_text(domain)})"
        case ax.RoleRange(role, range_):
            return f"ObjectPropertyRange({_role(role)} {class_text(range_)})"
        case ax.RoleCharacteristic(role, kind):
            word = kind.title().replace("-", "")
            return f"{word}ObjectProperty({_role(role)})"
        case ax.SubDataPropertyOf(lower, upper):
            return f"SubDataPropertyOf(<{lower}> <{upper}>)"
        case ax.EquivalentDataProperties(names):
            return f"EquivalentDataProperties({_names(names)})"
        case ax.DisjointDataProperties(names):
            return f"DisjointDataProperties({_names(names)})"
        case ax.DataDomain(name, domain):
            return f"DataPropertyDomain(<{name}> {class_text(domain)})"
        case ax.DataPropertyRange(name, range_):
            return f"DataPropertyRange(<{name}> {range_text(range_)})"
        case ax.FunctionalData(name):
            return f"FunctionalDataProperty(<{name}>)"
        case ax.DatatypeDefinition(iri, range_):
            return (
                f"Declaration(Datatype(<{iri}>)) DatatypeDefinition(<{iri}> {range_text(range_)})"
            )
        case ax.HasKey(expression, roles, names):
            return f"HasKey({class_text(expression)} ({_roles(roles)}) ({_names(names)}))"
        case ax.SameIndividual(names):
            return f"SameIndividual({_names(names)})"
        case ax.DifferentIndividuals(names):
            return f"DifferentIndividuals({_names(names)})"
        case ax.ClassAssertion(name, expression):
            return f"ClassAssertion({class_text(expression)} {_name(name)})"
        case ax.NegativeRoleAssertion(role, one, two):
            return f"NegativeObjectPropertyAssertion({_role(role)} {_name(one)} {_name(two)})"
        case ax.NegativeDataAssertion(name, one, literal):
            return f"NegativeDataPropertyAssertion(<{name}> {_name(one)} {_literal(literal)})"
