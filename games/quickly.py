"""One hand from its line to the line that answers it, by the shortest way there is.

Only hands that can be scored go this way. Any other line, and any line there is the least doubt about, is
answered by `games.jsonlines` and `games.requests`, which know what to say of it; where both ways are open
they lead to the same answer, to the byte.
"""

from __future__ import annotations

from typing import Any

from pydantic_core import from_json

from games.catalogue import GAMES
from games.jsonlines import answer_line, written
from games.requests import score_request
from scoring.faults import Faults


def score_line(line: bytes) -> str:
    """The answer to one line that asks what a hand scores: JSON in ASCII and a line feed."""
    try:
        return _granted(line)
    except (ValueError, LookupError, TypeError, AttributeError, Faults):
        return answer_line(line, score_request)


def _granted(line: bytes) -> str:
    """The answer to a request without fault. Raises one of several errors where that is in doubt."""
    request = from_json(line, allow_inf_nan=False)
    hand, game = request["hand"], GAMES[request["game"]]
    names = len(request) + len(hand)
    rules, given = game.defaults, 3 if "id" in request else 2
    if "options" in request:
        rules, given = game.house_rules(request["options"]), given + 1
        names += _names(request["options"])
    number = request.get("id")
    if type(number) is not int:
        names += _names(number)
        number = written(number)
    shape = game.rules.shape(hand)
    entry = shape.read(hand)
    for name in shape.nested:
        if name in hand:
            names += _names_of_entries(hand[name])
    # Each name stands before a colon. A colon more is in a text, or shows that a name came twice.
    if len(request) != given or line.count(b":") != names:
        raise ValueError
    for check in shape.checks:
        faults = check(entry, rules)
        if faults:  # or a generator, of which only asking it tells
            for _ in faults:
                raise ValueError
    derivation = game.rules.score(entry, rules)
    return f'{{"id": {number}, "ok": true, "game": "{game.slug}", {derivation.as_json}}}\n'


def _names_of_entries(value: Any) -> int:
    """How many names there are in an entry, or in lists of them, that hold no more entries."""
    if type(value) is dict:
        return len(value)
    count = 0
    for inner in value:
        count += len(inner) if type(inner) is dict else _names_of_entries(inner)
    return count


def _names(value: object) -> int:
    """How many names there are in anything that JSON can hold."""
    if type(value) is dict:
        return len(value) + _names([*value.values()])
    return sum(map(_names, value)) if type(value) is list else 0
