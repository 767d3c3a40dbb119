"""The typed trees of a document's game as JSON, for whoever works a score out without Python: js/sum.js.

Numbers, true and false are themselves, a word is `["word", it]`, a name is a text; all else: operator and parts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.documents.document import FieldOf
from games.documents.expressions import Node
from games.documents.played import Played
from games.documents.rules import Rules
from games.documents.shapes import COUPLES, counts_as

Tree = dict[str, Any]


@lru_cache(maxsize=64)
def tree_of(game: Rules, rules: Any, seats: int) -> Tree:
    """What hands at a table of so many seats score under these house rules.

    Nothing of what a hand may not be but ranges, sums and refusals; nothing where hands remember those before.
    """
    if game.memory:
        return {}
    kinds = list(game.played_at(seats))
    house = {f"house_{name}": value for name, value in rules.model_dump().items()}
    deciders = {field.name: counts_as(field) for field in kinds[0].setting.deciders}
    return {
        "seats": seats,
        "couples": game.document.partnership,
        "known": {"players": seats, **house},
        "tables": {name: dict(table) for name, table in game.document.tables.items()},
        "deciders": deciders,
        "kinds": [_kind(played) for played in kinds],
    }


def _kind(played: Played) -> Tree:
    return {
        "cases": [list(decided) for _, *decided in played.setting.cases],
        "fields": [_field(field, played) for field in played.document.fields],
        "values": {name: [node.by_seat, _json(node)] for name, node in played.values.items()},
        "refusals": [[places, _json(node)] for places, node in played.refused],
        "lines": [
            [
                scored.to.each,
                [_json(scored.to.by), scored.to.places] if scored.to.by else None,
                _json(scored.when),
                _json(scored.points),
            ]
            for scored in played.scored
        ],
    }


def _field(field: FieldOf, played: Played) -> Tree:
    seats = played.setting.seats
    about: Tree = {"name": field.name, "kind": field.kind, "nothing": counts_as(field)}
    if field not in played.setting.fields:
        return about
    about |= {"asked": True, "may_lack": field.optional or field.nobody or field.kind == "flag"}
    if field.kind in ("number", "numbers"):
        about |= {"least": field.least, "most": field.most, "step": field.step, "total": field.total}
    if field.kind == "numbers":
        about["cells"] = len(COUPLES) if field.by_couple else seats
    return about | {"items": [item.name for item in field.items]}


def _json(node: Node) -> Any:
    if node.op == "literal":
        return node.value if isinstance(node.value, int) else ["word", node.value]
    if node.op == "name":
        return node.value
    return [node.op, *([node.value] if node.op == "lookup" else ()), *map(_json, node.parts)]
