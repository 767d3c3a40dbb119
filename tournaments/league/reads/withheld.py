"""Names that people withhold, where they stand inside other texts: what entrants are called, now and in a ledger."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tournaments.club.models import Player
from tournaments.club.shown_names import are_public, in_place_of
from tournaments.league.models import Season
from tournaments.league.reads.corrections import SeasonEntryRead

BETWEEN = " & "
"""What stands between the names of people of which an entrant's is made."""


def without_withheld(text: str, withheld: Iterable[tuple[str, str]]) -> str:
    """The text with what is public in place of names.

    Arguments:
        withheld: names, each with what is public in its place.
    """
    for name, public_name in sorted(withheld, key=lambda one: -len(one[0])):
        text = in_place_of(name, public_name, text)
        # An entrant's name made of many has its end cut off, within the last of theirs.
        *whole, last = text.split(BETWEEN)
        if whole and last and name.startswith(last):
            text = BETWEEN.join([*whole, public_name])
    return text


def entries_to_show(season: Season, entries: list[SeasonEntryRead]) -> list[SeasonEntryRead]:
    """The ledger of a season of fixtures as whoever asks now may read it; two queries in public, else none."""
    if not are_public():
        return entries
    entered = Player.objects.filter(entrants__season=season).exclude(public_name="")
    withheld = list(entered.values_list("name", "public_name").distinct())
    called = season.entrants.exclude(public_name="")
    withheld += called.values_list("name", "public_name")
    return [_shown(entry, withheld) for entry in entries] if withheld else entries


def _shown(entry: SeasonEntryRead, withheld: list[tuple[str, str]]) -> SeasonEntryRead:
    if "entrants" not in entry.body:
        return entry
    entrants = [{**one, "name": without_withheld(one["name"], withheld)} for one in entry.body["entrants"]]
    return replace(entry, body={**entry.body, "entrants": entrants})
