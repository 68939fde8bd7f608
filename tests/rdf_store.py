"""A knowledge base as RDF triples in a store, for the tests of queries."""

from pyoxigraph import BlankNode, Literal, NamedNode, Quad, QuerySolutions, Store

from owlboost.data.knowledge_base import KnowledgeBase

_TYPE = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
_INDIVIDUAL = NamedNode("http://www.w3.org/2002/07/owl#NamedIndividual")


def store_of(kb: KnowledgeBase) -> Store:
    """State all that a knowledge base says; witnesses are blank nodes."""
    store = Store()
    known = kb.individuals
    nodes: list[NamedNode | BlankNode] = [NamedNode(individual_iri(name)) for name in known]
    nodes += [BlankNode(f"w{number}") for number in range(kb.n_elements - len(known))]
    names = kb.vocabulary
    store.extend(Quad(node, _TYPE, _INDIVIDUAL) for node in nodes[: len(known)])
    for number, iri in enumerate(names.classes):
        store.extend(Quad(nodes[x], _TYPE, NamedNode(iri)) for x in kb.members[number])
    for number, iri in enumerate(names.roles):
        for x in range(kb.n_elements):
            store.extend(Quad(nodes[x], NamedNode(iri), nodes[y]) for y in kb.roles[number][x])
    for number, values in kb.numbers.items():
        prop = NamedNode(names.data_properties[number])
        for x in range(kb.n_elements):
            for value in values.values[values.indptr[x] : values.indptr[x + 1]].tolist():
                store.add(Quad(nodes[x], prop, Literal(value)))
    for number, symbols in kb.symbols.items():
        prop = NamedNode(names.data_properties[number])
        for x in range(kb.n_elements):
            for code in symbols.rows[x]:
                store.add(Quad(nodes[x], prop, Literal(symbols.values[code])))
    return store


def individual_iri(name: str) -> str:
    """Return a name that is no IRI as one."""
    return name if ":" in name else f"urn:test#{name}"


def answers(store: Store, query: str) -> dict[str, float]:
    """Run a query for individuals and degrees."""
    return {name: degree for name, (degree, _) in degrees_and_evidence(store, query).items()}


def degrees_and_evidence(store: Store, query: str) -> dict[str, tuple[float, float]]:
    """Run a query for individuals, degrees and evidence; the order is that of the answers."""
    found = store.query(query)
    assert isinstance(found, QuerySolutions)
    return {
        row["individual"].value: (float(row["degree"].value), float(row["evidence"].value))
        for row in found
    }
