"""Names of entrants and reasons in the ledger of a season: bound as an entry is written, and thrown away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q

from tournaments import fence
from tournaments.club.models import Player
from tournaments.club.shown_names import in_place_of
from tournaments.evening.reads.names import ERASED
from tournaments.evening.replay.names import name_commitment
from tournaments.evening.services.names import new_salt
from tournaments.league.acts import Outside
from tournaments.league.acts.record import Body
from tournaments.league.models import (
    BoundText,
    Entrant,
    EntrantMember,
    LeagueClub,
    NamedPerson,
    PersonMerge,
    Season,
    SeasonLine,
)
from tournaments.league.reads.bound_texts import reason_commitment
from tournaments.league.reads.withheld import without_withheld
from tournaments.league.services import public_names
from tournaments.league.services.rows import folded


class Bound(NamedTuple):
    """What the ledger is to hold of an entry, and the names of the entrants in it by their commitments."""

    body: dict[str, object]
    reason: str
    names: dict[str, str]


def bind(season: Season, body: Body, reason: str, outside: Outside) -> Bound:
    """Keep the names of entrants and the reason of an entry beside the ledger, each with a salt of its own.

    Arguments:
        body: as an act decided it.
        reason: as entered; "" where there is none.
        outside: tells what the people in an entrant are called now.
    """
    told = dict(body)
    names: list[BoundText] = []
    people: list[NamedPerson] = []
    if "entrants" in told:
        seen = outside.players({key for one in body["entrants"] for key in one["players"]})
        told["entrants"] = []
        for one in body["entrants"]:
            salt = new_salt()
            text = BoundText(
                season=season, commitment=name_commitment(one["name"], salt), text=one["name"], salt=salt
            )
            names.append(text)
            people += [NamedPerson(text=text, player_id=key, called=seen[key].name) for key in one["players"]]
            rest = {name: value for name, value in one.items() if name != "name"}
            told["entrants"].append({**rest, "commitment": text.commitment})
    reasons: list[BoundText] = []
    if reason:
        salt = new_salt()
        reasons = [
            BoundText(season=season, commitment=reason_commitment(reason, salt), text=reason, salt=salt)
        ]
    BoundText.objects.bulk_create([*names, *reasons])
    NamedPerson.objects.bulk_create(people)
    return Bound(told, reasons[0].commitment if reasons else "", {one.commitment: one.text for one in names})


def forget(player: Player) -> None:
    """Throw an erased player's name away beside the ledgers of seasons, and the salts of what held it.

    The ledgers stay as they are. What was entered before names were bound stands in them: everybody but officers
    reads it without the name.
    """
    with fence.lowered():  # people of a club are entered in seasons of others
        mine = NamedPerson.objects.filter(player=player)
        called = {player.name, *mine.values_list("called", flat=True)}
        named = BoundText.objects.filter(people__player=player).select_related("season")
        changed = [_without(text, called) for text in named]
        changed += _reasons(player, called)
        BoundText.objects.bulk_update([text for text in changed if not text.salt], ["text", "salt"])
        mine.delete()
        for season in {text.season for text in changed}:
            _call_rows(season)
        for merge in PersonMerge.objects.filter(Q(duplicate=player) | Q(into=player)).exclude(reason=""):
            merge.reason = _said_without(merge.reason, called)
            merge.save(update_fields=["reason"])
    public_names.forget(player, called)


def _without(text: BoundText, called: Iterable[str]) -> BoundText:
    """A name of an entrant without somebody in it. One alone is gone with it, whatever they were called."""
    is_alone = text.season.rules.get("entrants") == "individual"
    shown = ERASED if is_alone else without_withheld(text.text, [(name, ERASED) for name in called])
    if shown != text.text:
        text.text, text.salt = shown, ""
    return text


def _reasons(player: Player, called: Iterable[str]) -> list[BoundText]:
    """The reasons that name somebody, in seasons in which they or their club take part, without the name."""
    near = Q(season__league__club=player.club_id)
    near |= Q(season__league__in=LeagueClub.objects.filter(club=player.club_id).values("league"))
    for model in (EntrantMember, SeasonLine):
        near |= Q(season__in=model._default_manager.filter(player=player).values("season"))
    holds = Q()
    for name in called:
        holds |= Q(text__contains=name)
    found = []
    for text in BoundText.objects.filter(near & holds, people=None).select_related("season"):
        shown = _said_without(text.text, called)
        if shown != text.text:
            text.text, text.salt = shown, ""
            found.append(text)
    return found


def _said_without(text: str, called: Iterable[str]) -> str:
    for name in sorted(called, key=len, reverse=True):
        text = in_place_of(name, ERASED, text)
    return text


def _call_rows(season: Season) -> None:
    """Let the rows of entrants follow what they are called now."""
    if season.kind != Season.Kind.FIXTURES:
        return
    names = {number: one.name for number, one in folded(season).contest.entrants.items()}
    rows = [row for row in season.entrants.all() if row.name != names[row.number]]
    for row in rows:
        row.name = names[row.number]
    Entrant.objects.bulk_update(rows, ["name"])
