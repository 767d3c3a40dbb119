"""Documents of strangers: each is a game or refused in sentences, within a bound of time and memory."""

import copy
import random
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from games.catalogue import DOCUMENTS
from games.definition import from_document
from games.documents.document import document_of
from games.review import review
from scoring.faults import Faults
from tests.games.documents.test_documents import NINES

LONG = next(document for document in DOCUMENTS if document.slug == "tarot")
MOST_BYTES = 20_000_000
TIMES = 12
"""As long as a long document of the shelf takes to be read and looked over, so many times and no longer."""

Data = dict[str, Any]
Harm = Callable[[Data, random.Random], None]

PYTHON = [
    "__class__",
    "__import__",
    "class",
    "def",
    "None",
    "self",
    "model_fields",
    "copy",
    "json",
    "place",
    "eval",
]
MARKUP = [
    "<script>alert(1)</script>",
    "</textarea>",
    "{{ 7 * 7 }}",
    "{% now %}",
    "%(x)d %",
    "\u202e\x00\ud800",
    "&lt;",
]
TYPES: list[Any] = [
    None,
    True,
    -1,
    1.5,
    10**30,
    float("nan"),
    [],
    {},
    [[]],
    {"a": {}},
    "",
    "1",
    "x" * 70_000,
    b"a",
]


def expression(dice: random.Random) -> str:
    """One that is deep, wide, large or grows with each step."""
    size = dice.choice([3, 12, 39, 60, 300, 900])
    return dice.choice(
        [
            "(" * size + "1" + ")" * size,
            "!" * size + "true",
            "-" * size + "1",
            " + ".join(["9999999999"] * size),
            " * ".join(["99"] * size),
            "total(tricks + " * size + "1" + ")" * size,
            "highest(tricks == total(tricks + " * size + "1" + "))" * size,
            "true ? 1 : " * size + "2",
            f"count({', '.join(['true'] * size)})",
            "max(1, " * size + "2" + ")" * size,
            f"own in [{', '.join(map(str, range(size)))}]",
            "worth[" * size + "called" + "]" * size,
            "".join(dice.choice("()[]?:+-*<>=!&|, 'a1_.\"\\{}\u00e9\n") for _ in range(size)),
            dice.choice(PYTHON) + dice.choice(["", "()", "[0]", ".__bases__", " == 1"]),
        ]
    )


def deep(data: Data, dice: random.Random) -> None:
    part, name = dice.choice([("values", "is"), ("lines", "when"), ("lines", "points"), ("lines", "to")])
    data[part][0][name] = dice.choice(["", "seat(", "couple("]) + expression(dice)


def wide(data: Data, dice: random.Random) -> None:
    part = dice.choice(["fields", "lines", "values", "refusals", "feats", "remember", "house_rules"])
    one, times = data[part][0], dice.choice([2, 39, 61, 5_000])
    key = "id" if "id" in one else "name" if "name" in one else "code"
    data[part] = [*data[part], *({**one, key: f"x{number}"} for number in range(times))]


def huge(data: Data, dice: random.Random) -> None:
    field = dice.choice([*data["fields"], *data["house_rules"], *data["remember"]])
    for name in ("least", "most", "total", "default", "step"):
        if dice.random() < 0.6:
            field[name] = dice.choice([0, -1, 10**6, -(10**6), 10**9, 10**400, 999_999])


def mistyped(data: Data, dice: random.Random) -> None:
    at: Any = data
    while True:
        key = dice.choice(list(at) if isinstance(at, dict) else list(range(len(at))))
        if not isinstance(at[key], dict | list) or not at[key] or dice.random() < 0.2:
            break
        at = at[key]
    at[key] = dice.choice(TYPES)


def named(data: Data, dice: random.Random) -> None:
    part = dice.choice([*data["fields"], *data["values"], *data["house_rules"], *data["remember"]])
    part["name"] = dice.choice(PYTHON)
    if dice.random() < 0.3:
        data["slug"] = dice.choice(PYTHON)


def marked_up(data: Data, dice: random.Random) -> None:
    text = dice.choice(MARKUP)
    part = dice.choice([*data["fields"], *data["lines"], *data["refusals"], *data["feats"], data])
    for name in ("label", "sentence", "says", "pack", "id", "code", "name", "nobody"):
        if name in part:
            part[name] = text


def exponential(data: Data, dice: random.Random) -> None:
    """Values that grow with each step, or kinds of hand with each field."""
    times = dice.choice([5, 12, 30, 60])
    if dice.random() < 0.5:
        grown = dice.choice(["{0} * {0}", "{0} + {0}", "total(tricks + {0})", "max({0}, {0} * {0})"])
        data["values"] = [{"name": "w0", "is": "players"}] + [
            {"name": f"w{place}", "is": grown.format(f"w{place - 1}")} for place in range(1, times)
        ]
        data["lines"] = [{"id": "w", "to": "all", "points": f"w{times - 1}", "sentence": "W"}]
        data["refusals"] = []
        return
    flags = [{"name": f"f{place}", "kind": "flag", "label": "F"} for place in range(times)]
    asked = [
        {"name": f"g{place}", "kind": "flag", "label": "G", "when": {f"f{place}": [True]}}
        for place in range(times)
    ]
    data["fields"] = [*data["fields"], *flags, *asked]


def rulebooks(data: Data, dice: random.Random) -> None:
    worked = '```example\n{"hand": {}, "scores": [1]}\n```\n'
    once = dice.choice(["```example\n", worked, " {#a", "\n \n", "- ", "## 1 A\n"])
    inside = dice.choice(
        ["[" * 20_000, "9" * 9_000, "NaN", "null", '{"hand": 5, "scores": 5}', '{"hand": {}}']
    )
    data["rulebook"] += dice.choice([once * 5_000, f"```example\n{inside}\n```\n"])[:59_000]


HARMS: list[Harm] = [deep, wide, huge, mistyped, named, marked_up, exponential, rulebooks]


def read(data: Data) -> list[str]:
    """What is said of a document; nothing where it is a game, all of whose pages can be made."""
    try:
        review(from_document(document_of(data)), 1_000)
    except Faults as refused:
        return [fault.message for fault in refused.faults]
    return []


def cost(data: Data) -> tuple[list[str], float]:
    began = time.process_time()
    return read(data), time.process_time() - began


def memory(data: Data) -> int:
    tracemalloc.start()
    read(data)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def test_no_document_does_harm() -> None:
    read(copy.deepcopy(LONG.data))
    _, usual = cost(copy.deepcopy(LONG.data))
    dice = random.Random("hostile")
    whole = {**copy.deepcopy(NINES), "values": [*NINES["values"]]}
    refused = 0
    for number in range(500):
        data = copy.deepcopy(whole)
        for harm in (HARMS[number % len(HARMS)], *dice.sample(HARMS, dice.randrange(2))):
            with suppress(KeyError, IndexError, TypeError, AttributeError):  # another harm took it away
                harm(data, dice)
        said, took = cost(copy.deepcopy(data))
        refused += bool(said)
        assert all(0 < len(sentence) < 4_000 for sentence in said), number
        assert took < TIMES * usual, number
        assert number % 25 or memory(data) < MOST_BYTES, number
    assert 350 < refused < 500
