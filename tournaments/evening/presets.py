"""Kinds of evening that clubs hold, ready to be set up: each a name, a sentence and a plan.

A preset is where a form begins, and no more: whatever it says can be changed before the evening is made. Those that
one club keeps for itself are rows, `ClubPreset`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games import catalogue
from scoring.derivation import gettext_noop
from tournaments.evening.plan import Plan, read_plan

AS_LAST_TIME: Final = "last"
OWN: Final = "own-"
OF_A_GAME: Final = "game-"
"""What else an evening begins with, as addresses call it: the plan of the latest, a kind of evening that the club
keeps (`own-` and its number), the usual evening of a game (`game-whist`).
"""


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of evening.

    Arguments:
        slug: what it is called in addresses.
        data: its plan; house rules that it leaves out are those of the club.
    """

    slug: str
    name: str
    sentence: str
    data: Mapping[str, Any]

    def plan(self) -> Plan:
        return read_plan({"house_rules": {}, **self.data})


PRESETS: Final = (
    Preset(
        "bell",
        gettext_noop("Progressive to the bell"),
        gettext_noop("The first table to reach the target rings; winners go up a table."),
        {"game": "chantecler", "movement": "progressive", "counting": "games", "round": {"ends": "bell"}},
    ),
    Preset(
        "hands",
        gettext_noop("Progressive by hands"),
        gettext_noop("Every table plays eight hands, points count, and winners go up a table."),
        {
            "game": "euchre",
            "movement": "progressive",
            "counting": "games",
            "round": {"ends": "hands", "hands": 8},
            "worth": {"counts": "points"},
        },
    ),
    Preset(
        "whist-drive",
        gettext_noop("Whist drive"),
        gettext_noop(
            "Twenty-four hands of whist; after each, ladies go up a table and gentlemen down. Also half-time prizes."
        ),
        {
            "game": "whist",
            "movement": "by_colour",
            "movement_options": {"by_colour": {"ladies": -1, "gents": 1}},
            "counting": "points",
            "round": {"ends": "hands", "hands": 1},
            "worth": {"counts": "points"},
            "rounds": 24,
            "colours": ["ladies", "gents"],
            "prizes": {
                "best": 1,
                "booby": True,
                "by_colour": True,
                "others": [{"rounds": [1, 12], "best": 1, "booby": True, "by_colour": True}],
            },
        },
    ),
    Preset(
        "everyone",
        gettext_noop("Everyone meets everyone"),
        gettext_noop("All seats are announced beforehand, and people meet as evenly as can be."),
        {
            "game": "chantecler",
            "movement": "scheduled",
            "counting": "points",
            "round": {"ends": "hands", "hands": 8},
            "worth": {"counts": "points"},
            "rounds": 7,
        },
    ),
    Preset(
        "league",
        gettext_noop("League night"),
        gettext_noop("Five rounds with new partners each time; everybody's points count for the season."),
        {
            "game": "chantecler",
            "movement": "drawn",
            "counting": "points",
            "round": {"ends": "hands", "hands": 8},
            "worth": {"counts": "points"},
            "rounds": 5,
        },
    ),
    Preset(
        "swiss",
        gettext_noop("Swiss"),
        gettext_noop("In each round players meet others who have won as often."),
        {
            "game": "chantecler",
            "movement": "swiss",
            "counting": "games",
            "round": {"ends": "hands", "hands": 8},
            "worth": {"counts": "games"},
            "rounds": 5,
        },
    ),
    Preset(
        "points",
        gettext_noop("Points evening"),
        gettext_noop("Any game: enter its name and the points of each player. New tables in each round."),
        {
            "game": "points",
            "movement": "drawn",
            "counting": "points",
            "round": {"ends": "hands", "hands": 4},
            "worth": {"counts": "points"},
            "rounds": 5,
        },
    ),
    Preset(
        "americano",
        gettext_noop("Padel americano"),
        gettext_noop("Matches of 24 points, with a new partner each time; everybody keeps their own points."),
        {
            "game": "points_couples",
            "house_rules": {"called": "Padel", "in_all": 24},
            "movement": "scheduled",
            "counting": "points",
            "round": {"ends": "hands", "hands": 1},
            "worth": {"counts": "points"},
            "rounds": 7,
        },
    ),
)


def plan_for(game: str) -> Plan:
    """Where an evening of a game begins: the first preset that is played with it as it is, else a league night.

    Games in which each plays alone to a target are played at each table until their own game is over.
    """
    known = next(
        (preset for preset in PRESETS if preset.data["game"] == game and "house_rules" not in preset.data),
        None,
    )
    if known is not None:
        return known.plan()
    league = next(preset for preset in PRESETS if preset.slug == "league")
    data = {"house_rules": {}, **league.data, "game": game}
    card_game = catalogue.find(game)
    if not card_game.partnership and card_game.target(card_game.house_rules({})) is not None:
        data |= {"counting": "games", "round": {"ends": "game"}, "worth": {"counts": "games"}}
    return read_plan(data)
