"""Make the sample ontology of hotels in an invented town, in OWL functional syntax.

    python tools/make_hotels.py > src/owlboost/evaluation/data/hotels.ofn

Good hotels have a fair price and babysitting; or four stars and more with a pool or a sauna; or
they are bed and breakfasts with a garden outside the centre. One in twenty is an exception.
"""

from dataclasses import dataclass

import numpy as np

IRI = "https://owlboost.example/hotels"

TAXONOMY = {
    "Accommodation": ["Hotel", "Bed_and_Breakfast", "Hostel", "Camping"],
    "Amenity": ["Family_Amenity", "Wellness_Amenity", "Room_Amenity", "Service"],
    "Family_Amenity": ["Baby_Sitting", "Playground", "Family_Rooms"],
    "Wellness_Amenity": ["Pool", "Sauna", "Gym"],
    "Room_Amenity": ["Air_Conditioning", "Minibar", "Safe", "Wifi"],
    "Service": ["Reception_24h", "Bar", "Restaurant", "Parking", "Garden", "Shuttle"],
    "Site": ["Church", "Museum", "Station", "Beach"],
    "District": ["Central_District", "Outer_District"],
}
SITES = {
    "Dome": "Church", "Tower_Church": "Church", "River_Museum": "Museum", "Print_Museum": "Museum",
    "Main_Station": "Station", "Long_Beach": "Beach",
}  # fmt: skip
DISTRICTS = {
    "Old_Town": ("Central_District", ["Dome", "Print_Museum"]),
    "Riverside": ("Central_District", ["River_Museum", "Tower_Church"]),
    "Station_Quarter": ("Central_District", ["Main_Station"]),
    "Green_Hills": ("Outer_District", []),
    "Seaside": ("Outer_District", ["Long_Beach"]),
}
LEAVES = [leaf for kind in list(TAXONOMY)[2:6] for leaf in TAXONOMY[kind]]


@dataclass
class Hotel:
    """One accommodation."""

    name: str
    kind: str
    stars: int | None
    price: float | None
    rooms: int
    pets: bool
    district: str
    amenities: list[str]

    @property
    def good(self) -> bool:
        """What visitors would say."""
        has = self.amenities.__contains__
        price = self.price or 999
        return (
            (has("Baby_Sitting") and 45 <= price <= 110)
            or ((self.stars or 0) >= 4 and (has("Pool") or has("Sauna")))
            or (
                self.kind == "Bed_and_Breakfast"
                and has("Garden")
                and DISTRICTS[self.district][0] == "Outer_District"
            )
        )


def make_hotels(n: int = 60) -> list[Hotel]:
    """Draw the hotels; the tenth is the one of the paper."""
    rng = np.random.default_rng(20)
    hotels = []
    for number in range(1, n + 1):
        kind = rng.choice(TAXONOMY["Accommodation"], p=[0.55, 0.25, 0.12, 0.08])
        stars = int(rng.choice([1, 2, 3, 4, 5], p=[0.1, 0.2, 0.4, 0.2, 0.1]))
        level = {"Hotel": 25 * stars, "Bed_and_Breakfast": 65, "Hostel": 35, "Camping": 25}[kind]
        price = float(np.round(level * rng.lognormal(0, 0.25), 0))
        chance = 0.15 + (0.06 * stars if kind == "Hotel" else 0.1)
        hotels.append(
            Hotel(
                name=f"Hotel_{number:03d}",
                kind=str(kind),
                stars=stars if kind == "Hotel" else None,
                price=None if rng.random() < 0.05 else price,
                rooms=int(rng.integers(4, 120)),
                pets=bool(rng.random() < 0.4),
                district=str(rng.choice(list(DISTRICTS))),
                amenities=[leaf for leaf in LEAVES if rng.random() < chance],
            )
        )
    hotels[9] = Hotel(
        "Hotel_010", "Hotel", 3, 79.0, 24, True, "Riverside",
        ["Baby_Sitting", "Wifi", "Reception_24h"],
    )  # fmt: skip
    return hotels


def terminology() -> list[str]:
    """Classes, properties and the definitions of the star classes."""
    classes = [*TAXONOMY, *(leaf for kinds in TAXONOMY.values() for leaf in kinds)]
    stars = [f"Hotel_{n}_Stars" for n in range(1, 6)]
    lines = [f"Declaration(Class(:{name}))" for name in dict.fromkeys([*classes, *stars])]
    lines += ["Declaration(Class(:Rank))", "Declaration(Class(:Good_Hotel))"]
    lines += [f"SubClassOf(:{low} :{high})" for high, lows in TAXONOMY.items() for low in lows]
    lines.append("SubClassOf(:Good_Hotel :Accommodation)")
    lines += [
        f"EquivalentClasses(:Hotel_{n}_Stars ObjectIntersectionOf("
        f":Hotel ObjectHasValue(:hasRank :Stars_{n})))"
        for n in range(1, 6)
    ]
    for role, domain, range_ in (
        ("hasAmenity", "Accommodation", "Amenity"), ("hasRank", "Accommodation", "Rank"),
        ("locatedIn", "Accommodation", "District"), ("hasSite", "District", "Site"),
        ("near", "Accommodation", "Site"),
    ):  # fmt: skip
        lines += [
            f"Declaration(ObjectProperty(:{role}))",
            f"ObjectPropertyDomain(:{role} :{domain})",
            f"ObjectPropertyRange(:{role} :{range_})",
        ]
    lines += [
        "FunctionalObjectProperty(:hasRank)",
        "SubObjectPropertyOf(ObjectPropertyChain(:locatedIn :hasSite) :near)",
    ]
    for prop, datatype in (("hasPrice", "decimal"), ("hasRooms", "integer"), ("pets", "boolean")):
        lines += [
            f"Declaration(DataProperty(:{prop}))",
            f"FunctionalDataProperty(:{prop})",
            f"DataPropertyDomain(:{prop} :Accommodation)",
            f"DataPropertyRange(:{prop} xsd:{datatype})",
        ]
    return lines


def places() -> list[str]:
    """Ranks, sites and districts."""
    lines = [f"ClassAssertion(:Rank :Stars_{n})" for n in range(1, 6)]
    lines += [f"ClassAssertion(:{kind} :{name})" for name, kind in SITES.items()]
    for name, (kind, sites) in DISTRICTS.items():
        lines.append(f"ClassAssertion(:{kind} :{name})")
        lines += [f"ObjectPropertyAssertion(:hasSite :{name} :{site})" for site in sites]
    return lines


def description(hotel: Hotel, exceptional: bool) -> list[str]:
    """All that is said about a hotel; amenities exist without being named."""
    me = f":{hotel.name}"
    lines = [f"ClassAssertion(:{hotel.kind} {me})"]
    if hotel.good != exceptional:
        lines.append(f"ClassAssertion(:Good_Hotel {me})")
    lines += [
        f"ClassAssertion(ObjectSomeValuesFrom(:hasAmenity :{amenity}) {me})"
        for amenity in hotel.amenities
    ]
    lines.append(f"ObjectPropertyAssertion(:locatedIn {me} :{hotel.district})")
    if hotel.stars is not None:
        lines.append(f"ObjectPropertyAssertion(:hasRank {me} :Stars_{hotel.stars})")
    if hotel.price is not None:
        lines.append(f'DataPropertyAssertion(:hasPrice {me} "{hotel.price:g}"^^xsd:decimal)')
    lines.append(f'DataPropertyAssertion(:hasRooms {me} "{hotel.rooms}"^^xsd:integer)')
    lines.append(f'DataPropertyAssertion(:pets {me} "{str(hotel.pets).lower()}"^^xsd:boolean)')
    return lines


def main() -> None:
    """Print the ontology."""
    rng = np.random.default_rng(5)
    print(f"Prefix(:=<{IRI}#>)")
    print("Prefix(owl:=<http://www.w3.org/2002/07/owl#>)")
    print("Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)\n")
    print(f"Ontology(<{IRI}>")
    for lines in (terminology(), places()):
        print(*lines, sep="\n", end="\n\n")
    for hotel in make_hotels():
        exceptional = hotel.name != "Hotel_010" and rng.random() < 0.05
        print(*description(hotel, exceptional), sep="\n", end="\n\n")
    print(")")


if __name__ == "__main__":
    main()
