"""The starters that no formula gives, from the data file beside this module."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Literal

from tournaments.movement.schedules.couples_holes import CouplesStarter, Game, StayingStarter
from tournaments.movement.schedules.developing import Card, Starter

Family = Literal[
    "whist",
    "whist_with_holes",
    "whist_around_four",
    "meeting_3_groups",
    "meeting_3",
    "meeting_4",
    "meeting_5",
    "couples_in_circles",
]
_FILE = Path(__file__).with_name("starters.json")


@cache
def starters(family: Family) -> dict[int, Starter]:
    """Return the starters of a family, by the number of players.

    Arguments:
        family: `whist`; `whist_with_holes`, where in each round all but one hole plays; `whist_around_four`,
            where four players of the middle never meet; `meeting_3_groups`, where nobody meets anybody of
            their own circle; `meeting_3`, `meeting_4`, `meeting_5` for tables of
            so many where no two meet twice; `couples_in_circles`, by the number of couples, whose tables are
            man, man, and the woman of each.
    """
    return {int(players): _starter(entry) for players, entry in _data()[family].items()}


@cache
def couples_staying() -> dict[int, StayingStarter]:
    """Return the starters where all couples but a few move on, by the number of couples."""
    return {
        int(couples): StayingStarter(
            int(couples), entry["around"], _games(entry["games"]), _games(entry.get("among", ()))
        )
        for couples, entry in _data()["couples_staying"].items()
    }


@cache
def couples_with_holes() -> dict[int, CouplesStarter]:
    """Return the starters of rounds with holes, by the number of couples: those of the holes, and one more."""
    return {
        int(couples): CouplesStarter(
            **{**entry, "games": _games(entry["games"]), "among": _games(entry.get("among", ()))}
        )
        for couples, entry in _data()["couples_with_holes"].items()
    }


@cache
def further_columns() -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return how far further columns move on in each round, by the number of tables.

    The first column stays, the second one moves on by the number of the round.
    """
    return {int(tables): tuple(tuple(row) for row in rows) for tables, rows in _data()["columns"].items()}


@cache
def columns_from_tables() -> dict[int, tuple[int, Card]]:
    """Return how many places are moved round together, and tables of one round each, by the number of tables.

    Of each table the first numbers are places in the columns, the last one is the number of its round: numbers
    that stand in circles of so many places as players do in a `Starter`, those in the middle after them.
    """
    return {
        int(tables): (entry["around"], tuple(tuple(table) for table in entry["tables"]))
        for tables, entry in _data()["columns_from_tables"].items()
    }


@cache
def _data() -> Any:
    return json.loads(_FILE.read_text(encoding="utf-8"))


def _starter(entry: dict[str, Any]) -> Starter:
    tables = {
        "rounds": _cards(entry["rounds"]),
        "transversals": tuple(tuple(table) for table in entry.get("transversals", ())),
        "extra": _cards(entry.get("extra", ())),
    }
    return Starter(**{**entry, **tables})


def _cards(rounds: Iterable[Iterable[Iterable[int]]]) -> tuple[Card, ...]:
    return tuple(tuple(tuple(table) for table in card) for card in rounds)


def _games(games: Iterable[Iterable[int]]) -> tuple[Game, ...]:
    return tuple((man, woman, rival, other) for man, woman, rival, other in games)
