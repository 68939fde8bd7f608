"""Names reserved by RDF, RDFS, OWL 2, XML Schema and SWRL."""

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
XSD = "http://www.w3.org/2001/XMLSchema#"
SWRL = "http://www.w3.org/2003/11/swrl#"
SWRLB = "http://www.w3.org/2003/11/swrlb#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
RESERVED = (RDF, RDFS, OWL, XSD, SWRL, SWRLB)

FUZZY_LABEL = "http://www.semanticweb.org/ontologies/fuzzydl_ontology#fuzzyLabel"
"""The annotation property of Fuzzy OWL 2, as its tools write it."""

STANDARD_PREFIXES = {"rdf": RDF, "rdfs": RDFS, "owl": OWL, "xsd": XSD}

TYPE = RDF + "type"
FIRST = RDF + "first"
REST = RDF + "rest"
NIL = RDF + "nil"
LANG_STRING = RDF + "langString"
PLAIN_LITERAL = RDF + "PlainLiteral"
STRING = XSD + "string"
RDFS_LITERAL = RDFS + "Literal"

TOP_ROLE = OWL + "topObjectProperty"
BOTTOM_ROLE = OWL + "bottomObjectProperty"
TOP_DATA = OWL + "topDataProperty"

NEGATIVE = OWL + "NegativePropertyAssertion"
NEGATIVE_PARTS = tuple(
    OWL + name
    for name in ("sourceIndividual", "assertionProperty", "targetIndividual", "targetValue")
)
"""Predicates that only negative assertions have."""

ANNOTATIONS = frozenset(
    {
        *(RDFS + name for name in ("label", "comment", "seeAlso", "isDefinedBy")),
        *(
            OWL + name
            for name in (
                "versionInfo",
                "deprecated",
                "priorVersion",
                "backwardCompatibleWith",
                "incompatibleWith",
                "versionIRI",
                "annotatedSource",
                "annotatedProperty",
                "annotatedTarget",
            )
        ),
    }
)
"""Predicates that say nothing about the world."""

CUSTOMARY_ANNOTATIONS = (
    "http://purl.org/dc/elements/1.1/",
    "http://purl.org/dc/terms/",
    SKOS + "prefLabel",
    SKOS + "altLabel",
    SKOS + "hiddenLabel",
    SKOS + "definition",
    SKOS + "example",
    SKOS + "note",
    SKOS + "scopeNote",
    "http://purl.obolibrary.org/obo/IAO_0000111",
)
"""Properties used as annotations by custom, where a file does not declare them otherwise."""

CHARACTERISTICS = {
    OWL + "FunctionalProperty": "functional",
    OWL + "InverseFunctionalProperty": "inverse-functional",
    OWL + "ReflexiveProperty": "reflexive",
    OWL + "IrreflexiveProperty": "irreflexive",
    OWL + "SymmetricProperty": "symmetric",
    OWL + "AsymmetricProperty": "asymmetric",
    OWL + "TransitiveProperty": "transitive",
}
PART_PREDICATES = frozenset(
    {
        *(RDF + name for name in ("first", "rest", "subject", "predicate", "object")),
        *(
            OWL + name
            for name in [
                "onProperty",
                "onClass",
                "onDataRange",
                "someValuesFrom",
                "allValuesFrom",
                "hasValue",
                "hasSelf",
                "minCardinality",
                "maxCardinality",
                "cardinality",
                "minQualifiedCardinality",
                "maxQualifiedCardinality",
                "qualifiedCardinality",
                "onDatatype",
                "withRestrictions",
                "datatypeComplementOf",
                "onProperties",
                "members",
                "distinctMembers",
                "imports",
            ]
        ),
        *NEGATIVE_PARTS,
    }
)
"""Predicates that belong to expressions and axioms read elsewhere."""

DECLARING_TYPES = frozenset(
    {
        *(
            OWL + name
            for name in [
                "Class",
                "Restriction",
                "ObjectProperty",
                "DatatypeProperty",
                "AnnotationProperty",
                "OntologyProperty",
                "Ontology",
                "Axiom",
                "Annotation",
                "DataRange",
                "DeprecatedClass",
                "DeprecatedProperty",
            ]
        ),
        *(RDFS + name for name in ("Class", "Datatype", "Resource")),
        *(RDF + name for name in ("Property", "List", "Statement")),
    }
)
"""Types that declare an entity or mark the node of an expression."""
