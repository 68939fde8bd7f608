"""Small damages to files: of bytes, of words, of the structure of JSON."""

import copy
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

WORDS = (
    b"(", b")", b"[", b"]", b"{", b"}", b"<", b">", b'"', b"'", b"\\", b"#", b"%", b"&", b";", b":",
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\n\n", b"\t", b"\x1b[31m", b"\xe2\x80\xae",
    b"NaN", b"Infinity", b"-1", b"0", b"1e999", b"-1e-999", b"9" * 4500, b"1" * 400, b"0x10",
    b"null", b"true", b"\\ud800", b"\\u0000", b"%2f..%2f", b"&lol;", b"]]>", b"<!--", b"<![CDATA[",
    b'"NaN"^^<http://www.w3.org/2001/XMLSchema#double>', b"^^xsd:integer", b"@en", b"_:x",
    b"not ", b"inverse ", b"and ", b"some ", b"SubClassOf", b"ObjectComplementOf(",
    b"some r ", b"=HYPERLINK(1)", b"1970-13-45", b"\xc3", b"\xf0\x9f\xa6\x89",
)  # fmt: skip
"""What readers may stumble over."""

VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 10**30, 1e308, float("nan"), float("inf"), "", "\ud800", "x" * 300, [], {},
    [[]], {"": None}, "a\nb", "\x00",
)  # fmt: skip
"""What may stand where something else is expected."""

Mutation = Callable[[bytes, random.Random, Sequence[bytes]], bytes]


def mutated(seeds: Sequence[bytes], chance: random.Random) -> bytes:
    """Return a damaged seed; sometimes more than one thing is wrong with it."""
    data = chance.choice(seeds)
    if data[:1] == b"{" and chance.random() < 0.6:
        data = _of_json(data, chance)
        if chance.random() < 0.8:
            return data
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        data = chance.choice(_MUTATIONS)(data, chance, seeds)
    return data


def _place(data: bytes, chance: random.Random) -> int:
    return chance.randrange(len(data) + 1)


def _part(data: bytes, chance: random.Random) -> tuple[int, int]:
    start = _place(data, chance)
    return start, min(len(data), start + chance.choice((1, 2, 5, 20, 100, 500)))


def _flip(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    at = _place(data, chance)
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def _insert(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    at = _place(data, chance)
    return data[:at] + chance.choice(WORDS) + data[at:]


def _replace(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    start, stop = _part(data, chance)
    return data[:start] + chance.choice(WORDS) + data[stop:]


def _delete(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    start, stop = _part(data, chance)
    return data[:start] + data[stop:]


def _repeat(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    start, stop = _part(data, chance)
    times = chance.choice((2, 3, 10, 200, 2_000))
    return (
        data[:start] + data[start:stop] * min(times, 30_000 // max(stop - start, 1)) + data[stop:]
    )


def _nest(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    at, word = _place(data, chance), chance.choice(WORDS)
    return data[:at] + word * min(5_000, 100_000 // len(word)) + data[at:]


def _cut(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    return data[: _place(data, chance)]


def _splice(data: bytes, chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    other = chance.choice(seeds)
    return data[: _place(data, chance)] + other[_place(other, chance) :]


def _swap_lines(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


_MUTATIONS: tuple[Mutation, ...] = (
    _flip, _insert, _replace, _delete, _repeat, _nest, _cut, _splice, _swap_lines,
)  # fmt: skip


def _of_json(data: bytes, chance: random.Random) -> bytes:
    """Return JSON in which some values are others, or missing; of JSON Lines, one line."""
    lines = data.splitlines()
    if len(lines) > 1 and all(line[:1] == b"{" for line in lines):
        unlucky = chance.randrange(len(lines))
        lines[unlucky] = _of_json(lines[unlucky], chance)
        return b"\n".join((*lines, b""))
    value = json.loads(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        _damage(value, chance)
    return json.dumps(value).encode()


def _damage(value: Any, chance: random.Random) -> None:
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = chance.choice(keys)
        inner = value[key]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.75:
            value = inner
            continue
        if chance.random() < 0.2:
            del value[key]
        else:
            value[key] = copy.deepcopy(chance.choice(VALUES))
        return
