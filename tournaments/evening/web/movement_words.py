"""The movements and their options in words, as forms offer them and pages tell them."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from scoring.described import Described, described
from tournaments.evening.plan import Plan
from tournaments.movement.by_colour import ByColour
from tournaments.movement.catalogue import plug_of
from tournaments.movement.options import GamesOptions, PointsOptions
from tournaments.site.web.fields import BySize, named_numbers
from tournaments.site.web.shared import said

MOVEMENTS = {
    "progressive": later("Progressive"),
    "ladder": later("Ladder"),
    "top_tables": later("Best to table one"),
    "swiss": later("Swiss"),
    "knock_out": later("Knock-out"),
    "scheduled": later("By a schedule"),
    "drawn": later("Drawn for every round"),
    "fixed": later("Not at all"),
    "by_seat": later("By the seat"),
    "by_colour": later("By ticket colour"),
}
"""What the movements are called."""

TOLD = {
    "progressive": later("winners go up a table, losers of table 1 to the foot"),
    "ladder": later("winners go up a table, losers go down one"),
    "top_tables": later(
        "players with similar results meet, and nobody meets the same opponent again if it can be avoided"
    ),
    "swiss": later("like play with like, and nobody meets anybody again where that can be avoided"),
    "knock_out": later("losers are out, and go on in the plate or rest"),
    "scheduled": later("all rounds are announced beforehand, and people meet as evenly as can be"),
    "drawn": later("a new draw for every round"),
    "fixed": later("the same seats all evening"),
    "by_seat": later("everybody keeps their seat number and moves as many tables as the seat says"),
    "by_colour": later(
        "everybody keeps their seat number and moves as many tables as the ticket colour says"
    ),
}
"""What they do."""

COUNTINGS = {"games": later("Games, won at each table"), "points": later("Points, everybody their own")}


def own_options(movement: str) -> dict[str, Described]:
    """The options that a movement has beside those of games and of points, in words."""
    plug = plug_of(movement)
    models = [model for model in (plug.games, plug.points) if model] if plug else []
    common = {*GamesOptions.model_fields, *PointsOptions.model_fields}
    return {name: words for model in models for name, words in described(model).items() if name not in common}


def own_facts(plan: Plan) -> Iterator[tuple[str, str]]:
    """What a plan says of its movement: what it does, and its own options."""
    yield (
        _("How people move"),
        _("%(label)s: %(text)s")
        % {
            "label": MOVEMENTS[plan.movement],
            "text": TOLD[plan.movement],
        },
    )
    for name, words in own_options(plan.movement).items():
        value = getattr(plan.options, name)
        if isinstance(value, int):
            # Of a number nothing is said where it says nothing: in a bracket it is always the winners who go on.
            if plan.best_go_on is not None:
                yield _(words.label), str(value)
        else:
            yield _(words.label), _(words.words[value]) if words.words else ", ".join(named_numbers(value))


def hands_in_round(plan: Plan) -> str:
    """How many hands a table plays in a round, in a few words; nothing where nobody counts them."""
    hands = plan.hands
    if isinstance(hands, int):
        return ngettext("%(hands)s hand in a round", "%(hands)s hands in a round", hands) % {"hands": hands}
    return (
        _("hands in a round by the size of the table: %(hands)s") % {"hands": BySize().prepare_value(hands)}
        if hands
        else ""
    )


def how_play_goes(plan: Plan, game: str) -> str:
    """The evening in a line for whoever holds a ticket: the game, how many rounds and hands, how people move."""
    rounds = ngettext("%(rounds)s round", "%(rounds)s rounds", plan.rounds) % {"rounds": plan.rounds}
    ends = {"bell": _("to the bell"), "game": _("each table to the end of its game")}.get(plan.ends, "")
    hands = "" if ends else hands_in_round(plan)
    minutes = _("%(minutes)s minutes a round") % {"minutes": plan.minutes} if plan.minutes else ""
    # Where colours move, `own_way` says how.
    goes = _("everybody keeps their seat number") if plan.moves_colours else str(TOLD[plan.movement])
    told = (game, rounds, ends, hands, minutes, goes)
    return " · ".join(part for part in told if part)


def own_way(plan: Plan, colour: str) -> str:
    """Which way whoever holds a ticket of this colour, "" for none, moves; nothing where colours do not say it."""
    mover = plan.mover
    return said(mover.options.way(colour)) if isinstance(mover, ByColour) else ""
