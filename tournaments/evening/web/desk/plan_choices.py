"""What goes with what in the form of a plan: how each game can be moved, counted and ended, for page and form.

The page dims what cannot be had by the same few facts: `facts` tells them, `plan.js` reads them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.catalogue import GAMES
from games.definition import Game
from scoring.entry import Entry
from tournaments.evening.plan import can_ring
from tournaments.evening.round_rules import Counts, Ends
from tournaments.movement.catalogue import COUNTINGS, MOVEMENTS, Counting, MovementSpec, Slug
from tournaments.movement.interface import Tables
from tournaments.movement.seating import SEATS


def facts() -> str:
    """Which choices go with each game, as JSON: the page dims the others.

    `ways`: how each movement can count at the tables of the game, the usual way first and none where it cannot be;
    `couples`: whether couples play it at tables of four; `target`: the house rules on which it hangs whether there
    is a target, each with the values that ask for one, and null where there never is one; `sizes` of its tables;
    `go_on`: how many of a table can go on in a knock-out at the most; the `feats` that the game counts.
    """
    return json.dumps(
        {
            game.slug: {
                "ways": {slug: at_the_tables(game, slug) for slug in MOVEMENTS},
                "couples": for_couples(game),
                "target": _target(game),
                "sizes": sorted(game.seats),
                "feats": list(game.feat_labels),
                "go_on": (2 if for_couples(game) else max(game.seats)) - 1,
            }
            for game in GAMES.values()
        }
    )


def _target(game: Game) -> dict[str, list[object]] | None:
    rule = next((rule for rule in game.house_rule_form if rule.name == "target"), None)
    return None if rule is None else {name: list(values) for name, values in rule.under.items()}


@cache
def at_the_tables(game: Game, movement: Slug) -> tuple[Counting, ...]:
    """How a movement can count at the tables of a game, the usual way first; empty where it cannot be."""
    plug = MOVEMENTS[movement]
    in_order = sorted(COUNTINGS, key=lambda counting: counting != plug.usual)
    return tuple(counting for counting in in_order if _can_be_had(game, plug, counting))


def _can_be_had(game: Game, plug: MovementSpec, counting: Counting) -> bool:
    options = plug.options(counting)
    if options is None:
        return False
    sizes = (SEATS,) if counting == "games" and for_couples(game) else game.seats
    try:
        plug.make(Tables(sizes, partnership=game.partnership), options())
    except ValueError:
        return False
    return True


def for_couples(game: Game) -> bool:
    return game.partnership and SEATS in game.seats


@dataclass(frozen=True, slots=True)
class Chosen:
    """The game and rounds that were chosen; `ends` and `counts` are None where they were left open."""

    game: Game
    house_rules: Entry
    ends: Ends | None = None
    counts: Counts | None = None

    def ways(self, movement: Slug) -> tuple[Counting, ...]:
        """How the movement can count with these choices, the usual way first.

        It cannot count games where a round ends by a bell that nobody can ring, nor points where it ends by any bell.
        """
        wins = self.ends not in (None, "bell") or can_ring(self.game, self.house_rules)
        can_be = {"games": wins, "points": self.ends != "bell"}
        return tuple(counting for counting in at_the_tables(self.game, movement) if can_be[counting])

    def counting(self, movement: Slug, wanted: str) -> Counting:
        """How the evening counts: as wanted, or else as is usual with the movement, of what can be.

        Somebody has to win where a round is worth games. Where nothing can be it is for the plan to refuse that.
        """
        for counting in COUNTINGS:
            if counting == wanted and MOVEMENTS[movement].options(counting) is not None:
                return counting
        ways = self.ways(movement)
        if self.counts in ("games", "margin") and "games" in ways:
            return "games"
        return ways[0] if ways else _of_its_own(MOVEMENTS[movement])


def _of_its_own(plug: MovementSpec) -> Counting:
    return plug.usual if plug.options(plug.usual) is not None else "games"


def house_rules_of(game: Game, entered: Mapping[str, Any]) -> Entry:
    """The house rules on which a target hangs; those that were not entered are the book's."""
    entered_rules = {name: entered[name] for name in _target(game) or () if entered.get(name) is not None}
    return game.defaults.model_copy(update=entered_rules)
