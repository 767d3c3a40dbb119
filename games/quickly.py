"""One hand from its line to the line that answers it, by the shortest way there is.

Only hands that can be scored go this way. Any other line, and any line there is the least doubt about, is
answered by `games.jsonlines` and `games.requests`, which know what to say of it; where both ways are open
they lead to the same answer, to the byte.
"""

from __future__ import annotations

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
            names += _names(hand[name])
    # Each name stands before a colon. A colon more is in a text, or shows that a name came twice.
    if len(request) != given or line.count(b":") != names:
        raise ValueError
    for check in shape.checks:
        for _ in check(entry, rules):
            raise ValueError
    derivation = game.rules.score(entry, rules)
    lines = ", ".join([line.as_json for line in derivation.lines])
    won = "null" if derivation.wins_game is None else derivation.wins_game
    return (
        f'{{"id": {number}, "ok": true, "game": "{game.slug}", "scores": {[*derivation.scores]}, '
        f'"derivation": [{lines}], "wins_game": {won}}}\n'
    )


def _names(value: object) -> int:
    """How many names the objects in a value have."""
    if type(value) is dict:
        return len(value) + _names([*value.values()])
    if type(value) is list:
        return sum([_names(inner) for inner in value if type(inner) is dict or type(inner) is list])
    return 0
