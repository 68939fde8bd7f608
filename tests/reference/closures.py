"""The transitive closure of a relation, by its definition."""


def transitive_closure(relation: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Add (x, z) for every (x, y) and (y, z), until nothing is new."""
    found = set(relation)
    while new := {(x, z) for x, y in found for y_, z in found if y == y_} - found:
        found |= new
    return found
