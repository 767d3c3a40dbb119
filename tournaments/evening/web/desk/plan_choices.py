"""What the form of a plan offers, and which of its fields concern which evenings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from pydantic import BaseModel

from games.catalogue import GAMES
from games.definition import Game
from scoring.described import described
from tournaments.movement.catalogue import COUNTINGS, MOVEMENTS, Counting, Plug, plug_of
from tournaments.movement.interface import Tables
from tournaments.movement.options import GamesOptions, PointsOptions
from tournaments.movement.seating import SEATS

NOTHING_MORE = "none"
TIE_BREAK_CHOICES = [
    (NOTHING_MORE, later("nothing more")),
    ("points_difference", later("points for less points against")),
    ("points_for", later("points for")),
    ("head_table_wins", later("games won at the head table")),
    ("bells_rung", later("bells rung")),
]
POINTS_TIE_BREAK_CHOICES = [
    (NOTHING_MORE, later("nothing more")),
    ("points_difference", later("points less those of the others at the table")),
    ("points_for", later("points")),
    ("tables_won", later("tables won")),
    ("best_round", later("points in the best round")),
]
TIE_BREAKS = 4
POINTS_TIE_BREAKS = 3
USUAL_SIZE = "usual"
_GAMES, _POINTS = described(GamesOptions), described(PointsOptions)
OF_BOTH = tuple(name for name in _GAMES if name in _POINTS)
OF_GAMES = tuple(name for name in _GAMES if name not in _POINTS)
OF_POINTS = tuple(name for name in _POINTS if name not in _GAMES)
OPTIONS: Mapping[str, type[BaseModel]] = {
    name: model
    for plug in MOVEMENTS.values()
    for model in (plug.games, plug.points)
    if model
    for name in described(model)
}
"""Every option that some evening has, with a model that describes it."""
OWN = tuple(name for name in OPTIONS if name not in (*_GAMES, *_POINTS))


@cache
def ways() -> str:
    """How each movement can count with each game, the usual way first and none where it cannot be, as JSON."""
    return json.dumps(
        {
            game.slug: {slug: _countings(game, plug) for slug, plug in MOVEMENTS.items()}
            for game in GAMES.values()
        }
    )


def _countings(game: Game, plug: Plug) -> list[Counting]:
    in_order = sorted(COUNTINGS, key=lambda counting: counting != plug.usual)
    return [counting for counting in in_order if _can_be_had(game, plug, counting)]


def _can_be_had(game: Game, plug: Plug, counting: Counting) -> bool:
    """Whether the movement can be had at the tables of the game."""
    options = plug.options(counting)
    if options is None or (counting == "games" and not winnable(game)):
        return False
    seats, couples = ((SEATS,), True) if counting == "games" else (game.seats, game.partnership)
    try:
        plug.make(Tables(seats, partnership=couples), options())
    except ValueError:
        return False
    return True


def table_sizes() -> str:
    """How many play each game at a table, as JSON for the page."""
    return json.dumps({game.slug: sorted(game.seats) for game in GAMES.values()})


def winnable(game: Game) -> bool:
    """Whether couples can win a game of it: four at a table, playing to a target if the house rules name one."""
    return game.partnership and SEATS in game.seats


def counting_for(movement: str, wanted: str, *, wins: bool) -> str:
    """How an evening counts: as wanted, or as is usual with the movement where that is left open or cannot be.

    Arguments:
        wins: whether the game can be won; where it cannot, points are usual.
    """
    plug = plug_of(movement)
    if plug is None:
        return wanted
    for counting in COUNTINGS:
        if counting == wanted and plug.options(counting) is not None:
            return wanted
    return plug.usual if wins or plug.points is None else "points"


def tie_break_fields(
    prefix: str, count: int, choices: Sequence[tuple[str, Any]], *, first: str, help_text: str = ""
) -> dict[str, forms.Field]:
    """The fields of so many tie-breaks in order, by name; `first` is the label of the first."""
    return {
        f"{prefix}{place}": forms.ChoiceField(
            label=first if place == 1 else _("then by"),
            choices=choices,
            help_text=help_text if place == 1 else "",
        )
        for place in range(1, count + 1)
    }


def chosen(entered: Mapping[str, Any], prefix: str, count: int) -> list[str]:
    """The tie-breaks chosen in the fields with these names, in order."""
    named = [str(entered[f"{prefix}{place}"]) for place in range(1, count + 1)]
    return [name for name in named if name != NOTHING_MORE]


def placed(tie_breaks: tuple[str, ...], prefix: str, count: int) -> dict[str, object]:
    """Tie-breaks as the fields with these names show them."""
    names = [*tie_breaks[:count], *[NOTHING_MORE] * (count - len(tie_breaks))]
    return {f"{prefix}{place}": name for place, name in enumerate(names, start=1)}
