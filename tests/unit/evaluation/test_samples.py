"""The bundled ontology of hotels is what its generator makes, and teaches what it should."""

import numpy as np
from tools.make_hotels import make_hotels, ontology_text

from owlboost.concepts.text import manchester
from owlboost.evaluation.samples import hotels
from owlboost.learners.algorithms import FuzzyOWLBoost
from owlboost.learners.training import train
from owlboost.sources.ontology_source import read_ontology


def test_bundled_hotels_are_those_of_the_generator() -> None:
    with hotels() as path:
        assert path.read_text(encoding="utf-8") == ontology_text()


def test_hotel_010_is_the_one_of_the_paper() -> None:
    hotel = make_hotels()[9]
    assert (hotel.name, hotel.price, hotel.good) == ("Hotel_010", 79, True)
    assert "Baby_Sitting" in hotel.amenities


def test_examples_are_the_good_hotels_among_the_accommodations() -> None:
    with hotels() as path:
        _, positive = read_ontology(path).examples("Good_Hotel", scope="Accommodation")
    assert positive.tolist() == [hotel.good for hotel in make_hotels()]
    assert 0.3 < np.mean(positive) < 0.5


def test_first_rules_are_short_and_say_what_guests_like() -> None:
    with hotels() as path:
        X, positive = read_ontology(path).examples("Good_Hotel", scope="Accommodation")
    settings = FuzzyOWLBoost(n_sets=3, n_rounds=3, min_confidence=0.64, max_conjuncts=2)
    rules = [
        manchester(one.body) for one in train(X.problem(positive), settings).hypothesis.inclusions
    ]
    assert rules[:3] == [
        "(hasPrice some hasPrice_F) and (hasAmenity some Baby_Sitting)",
        "Bed_and_Breakfast and (near some Beach)",
        "Superior_Hotel and (hasAmenity some Wellness_Amenity)",
    ]
    assert len(rules) <= 6
