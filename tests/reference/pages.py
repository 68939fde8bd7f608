"""What a page computes from its data, written out: packed numbers, facts, rules, evidence.

It follows the description of the JSON alone, and knows nothing of the code that writes it.
"""

import math
import struct
from base64 import b64decode
from typing import Any

Json = dict[str, Any]

_CODES = {"i1": "b", "i2": "h", "i4": "i", "f4": "f", "f8": "d"}


def unpacked(packed: Json) -> list[float]:
    """Numbers from base64: little-endian, each divided by the divisor."""
    data = b64decode(packed["data"])
    code = _CODES[packed["type"]]
    numbers = struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data)
    return [number / packed["divisor"] for number in numbers]


def rows(counts: Json | None, content: list[Any], n: int) -> list[list[Any]]:
    """Divide a list into one list for each element; None means one entry each."""
    sizes = [1] * n if counts is None else [int(one) for one in unpacked(counts)]
    out, at = [], 0
    for size in sizes:
        out.append(content[at : at + size])
        at += size
    return out


def pairs(ids: Json, degrees: Json | None) -> list[tuple[int, float]]:
    """Elements with their degrees; None means that all are 1."""
    numbers = [int(one) for one in unpacked(ids)]
    held = [1.0] * len(numbers) if degrees is None else unpacked(degrees)
    return list(zip(numbers, held, strict=True))


class Evaluation:
    """Evaluates the rules of one model of a report, element by element."""

    def __init__(self, model: Json) -> None:
        self.model = model
        facts, n = model["facts"], model["facts"]["elements"]
        self.members: list[dict[int, float]] = [
            dict(pairs(one["members"], one["degrees"])) for one in facts["classes"]
        ]
        self.ends = [
            rows(one["counts"], pairs(one["ends"], one["degrees"]), n) for one in facts["roles"]
        ]
        self.numbers = [rows(one["counts"], unpacked(one["values"]), n) for one in facts["numbers"]]
        self.symbols = [
            [
                {one["values"][int(code)] for code in codes}
                for codes in rows(one["counts"], unpacked(one["codes"]), n)
            ]
            for one in facts["symbols"]
        ]

    def change(self, element: int, values: Json) -> None:
        """Give an element other values."""
        for place, numbers in values["numbers"]:
            self.numbers[place][element] = numbers
        for place, symbols in values["symbols"]:
            self.symbols[place][element] = set(symbols)
        for place, belongs in values["classes"]:
            self.members[place][element] = float(belongs)

    def label(self, number: int, element: int) -> float:
        """Degree of a label."""
        label = self.model["labels"][number]
        if label["kind"] == "class":
            return float(self.members[label["class"]].get(element, 0.0))
        if label["kind"] == "value":
            found = self.symbols[label["property"]][element]
            wanted = label["value"]
            return float(any(one == wanted and type(one) is type(wanted) for one in found))
        a, b, c, d = label["corners"]
        a, b = -math.inf if a is None else a, -math.inf if b is None else b
        c, d = math.inf if c is None else c, math.inf if d is None else d
        best = 0.0
        for value in self.numbers[label["property"]][element]:
            if b <= value <= c:
                best = 1.0
            elif a < value < b:
                best = max(best, (value - a) / (b - a))
            elif c < value < d:
                best = max(best, (d - value) / (d - c))
        return best

    def tree(self, tree: Json, element: int) -> float:
        """Degree of a concept: the least of its parts."""
        parts = [self.label(number, element) for number in tree["labels"]]
        parts += [
            max(
                (
                    min(fills, self.tree(edge["filler"], end))
                    for end, fills in self.ends[edge["role"]][element]
                ),
                default=0.0,
            )
            for edge in tree["edges"]
        ]
        return min(parts, default=1.0)

    def evidence(self, element: int) -> float:
        """Sum of the weighted learners, each the best of its rules."""
        total = 0.0
        for term in self.model["terms"]:
            worths = [
                one["degree"] * self.tree(self.model["trees"][one["rule"]], element)
                for one in term["rules"]
            ]
            total += term["weight"] * max([0.0, *worths])
        return total
