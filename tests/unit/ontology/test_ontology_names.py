"""The individuals of an ontology that have a name."""

from owlboost.ontology.ontology import Signature
from owlboost.runtime.names import Names


def test_anonymous_individuals_are_left_out_of_the_named_ones() -> None:
    signature = Signature(individuals=Names(["urn:x#a", "urn:x#b", "_:c"]))
    assert signature.named_individuals == Names(["urn:x#a", "urn:x#b"])


def test_individuals_that_all_have_names_are_not_numbered_again() -> None:
    signature = Signature(individuals=Names(["urn:x#a", "urn:x#b"]))
    assert signature.named_individuals is signature.individuals
