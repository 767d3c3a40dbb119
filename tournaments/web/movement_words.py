"""The movements and their options in words, as forms offer them and pages tell them."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from tournaments.evening import Plan

MOVEMENTS = {
    "progressive": later("Progressive"),
    "ladder": later("Ladder"),
    "top_tables": later("Best to table one"),
    "swiss": later("Swiss"),
    "knock_out": later("Knock-out"),
    "scheduled": later("By a schedule"),
    "drawn": later("Drawn for every round"),
    "fixed": later("Not at all"),
}
"""What the movements are called."""

TOLD = {
    "progressive": later("winners go up a table, losers of table 1 to the foot"),
    "ladder": later("winners go up a table, losers go down one"),
    "top_tables": later("after each round the best sit at table 1, the next at table 2, and so on"),
    "swiss": later("like play with like, and nobody meets anybody again where that can be avoided"),
    "knock_out": later("whoever loses is out, and goes on in the plate or rests"),
    "scheduled": later("all rounds are announced beforehand, and people meet as evenly as can be"),
    "drawn": later("a new draw for every round"),
    "fixed": later("the same seats all evening"),
}
"""What they do."""

COUNTINGS = {"games": later("Games, by the bell"), "points": later("Points, everybody their own")}
COUPLES = {"any": later("Anybody"), "mixed": later("Across ticket colours")}
HEAD_TABLE = {"keep": later("Stay partners"), "exchange": later("Change partners")}
SCHEDULES = {
    "best": later("What fits the numbers best"),
    "meeting": later("Nobody meets twice"),
    "whist": later("Whist: all partner all"),
    "couples": later("Couples stay apart"),
}
UNITS = {"individuals": later("Everybody alone"), "pairs": later("Couples fixed all evening")}
LOSERS = {"play_on": later("Play on in the plate"), "rest": later("Rest")}

OWN = {
    "progressive": ("couples", "head_table"),
    "ladder": ("couples",),
    "top_tables": ("unit",),
    "swiss": ("unit",),
    "knock_out": ("losers",),
    "scheduled": ("schedule",),
    "drawn": (),
    "fixed": (),
}
"""The options each movement has beside those of games and of points."""

OPTIONS = {
    "couples": (later("Partners"), COUPLES),
    "head_table": (later("The winners at the head table"), HEAD_TABLE),
    "unit": (later("Who is placed"), UNITS),
    "losers": (later("Whoever has lost"), LOSERS),
    "schedule": (later("The schedule"), SCHEDULES),
}


def own_facts(plan: Plan) -> Iterator[tuple[str, str]]:
    """What a plan says of its movement: what it does, and its own options."""
    yield _("How people move"), f"{MOVEMENTS[plan.movement]}: {TOLD[plan.movement]}"
    for name in OWN[plan.movement]:
        label, words = OPTIONS[name]
        yield str(label), str(words[getattr(plan.options, name)])
