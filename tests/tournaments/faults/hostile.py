"""Bodies that cost their sender nothing and were made to cost the server much, for any address that takes one.

Each is text as it goes over the line. `wide` puts a list at every place where a hand, a game or an act has one.
"""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from tests.tournaments.an_evening import a_hand

MANY = 300_000
SOME = 3_000
"""So many of the shortest values fit into the shortest body that is read at all."""
LISTS = (
    *("hand", "hands", "tricks", "bids", "points", "penalties", "reneges", "sequences", "card_points"),
    *("requests", "names", "players", "guests", "tables", "sitting_out", "order", "tickets", "games"),
    *("apart",),
)
ITEMS: tuple[Any, ...] = ({}, [], 0, "", None)


def any_json() -> Iterator[tuple[str, bytes]]:
    """Bodies that no address can take, by what is wrong with them."""
    yield "lists inside each other", b"[" * MANY
    yield "objects inside each other", b'{"a":' * SOME
    yield "lists beside each other", b"[" + b"[]," * SOME + b"[]]"
    yield "a number without end", b'{"hand": {"bid": ' + b"9" * 15_000 + b"}}"
    yield "a fraction without end", b'{"hand": {"bid": 0.' + b"9" * 15_000 + b"}}"
    yield "an exponent without end", b'{"hand": {"bid": 1e' + b"9" * 15_000 + b"}}"
    yield "a text without end", json.dumps({"name": "x" * 15_000, "reason": "y" * 100}).encode()
    yield "a name without end", json.dumps({"x" * 15_000: 1}).encode()
    yield "many unknown names", json.dumps({f"n{n}": n for n in range(1_200)}).encode()
    yield "many long unknown names", json.dumps({f"{n}" * 100: n for n in range(30)}).encode()
    yield "one name many times", b"{" + b'"a":1,' * 2_600 + b'"a":1}'
    yield "many names, the last one twice", _last_name_twice(1_200)
    yield "escapes", b'{"hand": "' + b"\\u0000" * 2_600 + b'"}'
    yield "backslashes and quotes", b'{"hand": "' + b'\\"' * 8_000 + b'"}'
    yield "quotes that nobody closes", b'"\\"' * 5_000 + b"["
    yield "white space", b" " * 16_000
    yield "a megabyte of white space", b" " * (1024 * 1024)
    yield "three hundred thousand empty hands", _wide("hands", {}, MANY)


def wide(items: int = SOME) -> Iterator[tuple[str, bytes]]:
    """A wide list at each place that has a list, and at some that have none; alone, and inside a hand."""
    for name in LISTS:
        for item in ITEMS:
            yield f"{name}: {items} of {item!r}", _wide(name, item, items)
    for name in LISTS:
        hand = {**a_hand(), name: [{}] * items}
        yield f"a hand with {items} {name}", json.dumps({"game": "chantecler", "hand": hand}).encode()


def batches() -> Iterator[tuple[str, bytes]]:
    """Bodies for the addresses that score many hands at once, as long as those take."""
    yield "as many faulty hands as are taken", _many({"game": "chantecler", "hand": {}}, 2_000)
    yield "as many requests of nothing", _many({}, 2_000)
    yield "requests that are no objects", _many([], 2_000)
    yield "long ids", _many({"id": "i" * 200, "hand": {}}, 1_800)
    yield "an id without end", _many({"id": "i" * 400_000, "game": "ascot", "hand": {}}, 1)
    yield "many unknown names", _many({f"n{n}": 0 for n in range(50)}, 900)
    yield "very many requests", _many(0, 150_000)
    for game, listed in (("ascot", "penalties"), ("chamberlain", "reneges"), ("clabberjass", "sequences")):
        hand = {"contract": "null", listed: [{}] * 100_000}
        yield f"a hand of {game} with {listed}", _many({"game": game, "hand": hand}, 1)


def games() -> Iterator[tuple[str, bytes]]:
    for count in (1_000, 1_001, 60_000):
        yield f"{count} empty hands", _game({}, count)
    yield "hands after the end", _game({"passed_out": True}, 1_000)
    yield "hands that are none", _game(0, 60_000)
    yield "an id without end", json.dumps({"id": ["i"] * 40_000, "game": "ascot", "hands": []}).encode()


def forms() -> Iterator[tuple[str, bytes]]:
    """Bodies for pages, as a browser's form sends them."""
    yield "many fields", urlencode([(f"hand.f{n}", n) for n in range(900)]).encode()
    yield "more fields than are read", b"&".join([b"a=1"] * 6_000)
    yield "one field many times", b"&".join([b"hand=1:1"] * 1_500)
    yield "many rows", urlencode({f"hand.penalties.{n}.seat": 1 for n in range(400)}).encode()
    yield "a number without end", b"hand.bid=" + b"9" * 15_000
    yield "a text without end", b"name=" + b"%41" * 5_000
    yield "a megabyte", b"reason=" + b"y" * (1024 * 1024 - 10)


def _wide(name: str, item: Any, count: int) -> bytes:
    return json.dumps({"game": "chantecler", name: [item] * count}).encode()


def _many(request: Any, count: int) -> bytes:
    return json.dumps({"requests": [request] * count}).encode()


def _game(hand: Any, count: int) -> bytes:
    return json.dumps({"game": "chantecler", "hands": [hand] * count}).encode()


def _last_name_twice(count: int) -> bytes:
    names = b",".join(b'"n%d":0' % n for n in range(count))
    return b"{" + names + b',"n%d":1}' % (count - 1)
