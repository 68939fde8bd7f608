"""Make the sample ontology of hotels in an invented town, in OWL functional syntax.

    python tools/make_hotels.py > src/owlboost/evaluation/data/hotels.ofn

Guests like an accommodation with a fair price and babysitting; a hotel of four or five stars with
something for wellness; and a bed and breakfast near a beach. Nothing else makes a good hotel. The
seed was picked out of forty so that the rules read well: a sample to teach with, not to measure by.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

IRI = "https://owlboost.example/hotels"
SEED = 24

TAXONOMY = {
    "Accommodation": ["Hotel", "Bed_and_Breakfast", "Hostel"],
    "Amenity": ["Family_Amenity", "Wellness_Amenity", "Food_Amenity", "Wifi", "Parking"],
    "Family_Amenity": ["Baby_Sitting", "Playground"],
    "Wellness_Amenity": ["Pool", "Sauna"],
    "Food_Amenity": ["Bar", "Restaurant"],
    "Site": ["Church", "Museum", "Beach"],
    "Rank": ["Superior_Rank"],
}
CHANCES = {
    "Baby_Sitting": 0.45, "Playground": 0.2, "Pool": 0.2, "Sauna": 0.25,
    "Bar": 0.4, "Restaurant": 0.4, "Wifi": 0.6, "Parking": 0.5,
}  # fmt: skip
DISTRICTS = {
    "Old_Town": {"Dome": "Church", "Print_Museum": "Museum"},
    "Riverside": {"River_Museum": "Museum", "Tower_Church": "Church"},
    "Green_Hills": {"Hill_Chapel": "Church"},
    "Seaside": {"Long_Beach": "Beach"},
}
PRICES: dict[str, dict[int | None, int]] = {
    "Hotel": {1: 40, 2: 70, 3: 85, 4: 140, 5: 180},
    "Bed_and_Breakfast": {None: 75},
    "Hostel": {None: 35},
}


@dataclass(frozen=True)
class Hotel:
    """One accommodation."""

    name: str
    kind: str
    stars: int | None
    price: int
    pets: bool
    district: str
    amenities: tuple[str, ...]

    @property
    def good(self) -> bool:
        """What guests would say."""
        has = self.amenities.__contains__
        return (
            (has("Baby_Sitting") and 60 <= self.price <= 110)
            or ((self.stars or 0) >= 4 and (has("Pool") or has("Sauna")))
            or (self.kind == "Bed_and_Breakfast" and self.district == "Seaside")
        )


def make_hotels(n: int = 60) -> list[Hotel]:
    """Draw the hotels; the tenth is the one of the paper."""
    rng = np.random.default_rng(SEED)
    hotels = [_draw(f"Hotel_{number:03d}", rng) for number in range(1, n + 1)]
    hotels[9] = Hotel("Hotel_010", "Hotel", 3, 79, True, "Riverside", ("Baby_Sitting", "Wifi"))
    return hotels


def _draw(name: str, rng: np.random.Generator) -> Hotel:
    kind = str(rng.choice(TAXONOMY["Accommodation"], p=[0.6, 0.25, 0.15]))
    stars = int(rng.choice([1, 2, 3, 4, 5], p=[0.1, 0.2, 0.3, 0.25, 0.15]))
    level = PRICES[kind].get(stars) or PRICES[kind][None]
    return Hotel(
        name,
        kind,
        stars if kind == "Hotel" else None,
        price=round(level * float(rng.uniform(0.85, 1.15))),
        pets=bool(rng.random() < 0.4),
        district=str(rng.choice(list(DISTRICTS))),
        amenities=tuple(leaf for leaf, chance in CHANCES.items() if rng.random() < chance),
    )


def terminology() -> Iterator[str]:
    """Classes, properties, and what follows from what."""
    lower = [low for lows in TAXONOMY.values() for low in lows]
    for name in dict.fromkeys([*TAXONOMY, *lower, "District", "Superior_Hotel", "Good_Hotel"]):
        yield f"Declaration(Class(:{name}))"
    for high, lows in TAXONOMY.items():
        yield from (f"SubClassOf(:{low} :{high})" for low in lows)
    yield "SubClassOf(:Good_Hotel :Accommodation)"
    yield (
        "EquivalentClasses(:Superior_Hotel "
        "ObjectIntersectionOf(:Hotel ObjectSomeValuesFrom(:hasRank :Superior_Rank)))"
    )
    for role, domain, range_ in (
        ("hasAmenity", "Accommodation", "Amenity"), ("hasRank", "Hotel", "Rank"),
        ("locatedIn", "Accommodation", "District"), ("hasSite", "District", "Site"),
        ("near", "Accommodation", "Site"),
    ):  # fmt: skip
        yield f"Declaration(ObjectProperty(:{role}))"
        yield f"ObjectPropertyDomain(:{role} :{domain})"
        yield f"ObjectPropertyRange(:{role} :{range_})"
    yield "FunctionalObjectProperty(:hasRank)"
    yield "SubObjectPropertyOf(ObjectPropertyChain(:locatedIn :hasSite) :near)"
    for prop, datatype in (("hasPrice", "integer"), ("pets", "boolean")):
        yield f"Declaration(DataProperty(:{prop}))"
        yield f"FunctionalDataProperty(:{prop})"
        yield f"DataPropertyDomain(:{prop} :Accommodation)"
        yield f"DataPropertyRange(:{prop} xsd:{datatype})"


def places() -> Iterator[str]:
    """Ranks, districts and their sites."""
    for stars in range(1, 6):
        yield f"ClassAssertion(:{'Superior_Rank' if stars >= 4 else 'Rank'} :Stars_{stars})"
    for district, sites in DISTRICTS.items():
        for site, kind in sites.items():
            yield f"ClassAssertion(:{kind} :{site})"
            yield f"ObjectPropertyAssertion(:hasSite :{district} :{site})"


def description(hotel: Hotel) -> Iterator[str]:
    """All that is said about a hotel; its amenities exist without being named."""
    me = f":{hotel.name}"
    yield f"ClassAssertion(:{hotel.kind} {me})"
    if hotel.good:
        yield f"ClassAssertion(:Good_Hotel {me})"
    for amenity in hotel.amenities:
        yield f"ClassAssertion(ObjectSomeValuesFrom(:hasAmenity :{amenity}) {me})"
    yield f"ObjectPropertyAssertion(:locatedIn {me} :{hotel.district})"
    if hotel.stars is not None:
        yield f"ObjectPropertyAssertion(:hasRank {me} :Stars_{hotel.stars})"
    yield f'DataPropertyAssertion(:hasPrice {me} "{hotel.price}"^^xsd:integer)'
    yield f'DataPropertyAssertion(:pets {me} "{str(hotel.pets).lower()}"^^xsd:boolean)'


def ontology_text() -> str:
    """Return the ontology in functional syntax."""
    parts = [terminology(), places(), *map(description, make_hotels())]
    return "\n".join(
        [
            f"Prefix(:=<{IRI}#>)",
            "Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)\n",
            f"Ontology(<{IRI}>",
            "\n\n".join("\n".join(part) for part in parts),
            ")\n",
        ]
    )


if __name__ == "__main__":
    print(ontology_text(), end="")
