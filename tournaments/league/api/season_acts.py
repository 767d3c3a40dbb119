"""The acts of a season at their addresses: of each the class says what is entered, what it does, where it is.

One view serves them all. What stands below is only for those that are more than an act, or entered otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Annotated, Final

from django.urls import URLPattern
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.derivation import gettext_noop
from scoring.faults import Faults
from tournaments.club.api.operations import Address, Created
from tournaments.club.api.views import Actor
from tournaments.club.roles import Role
from tournaments.evening.api.acts import ActView, ActViews, entered
from tournaments.league import acts
from tournaments.league.acts.entrants import EntrantPlace
from tournaments.league.api import season_answers
from tournaments.league.api.leagues import LeagueView, season_made
from tournaments.league.api.season_answers import SeasonNow
from tournaments.league.api.seasons import SEASON
from tournaments.league.reads import shown
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.seasons import Season
from tournaments.league.reads.shown import evening_at
from tournaments.league.services import entrants, seasons
from tournaments.league.services.bonds import take_group
from tournaments.league.services.entrants import WantedEntrant
from tournaments.league.services.ledger import check_kind, perform
from tournaments.league.services.tables import leave_to_evening
from tournaments.refusals import fault, refuse
from tournaments.site.arguments import Body, From

DOORS: Final = ActViews(acts.DONE, least=Role.SECRETARY)
register, own, doors = DOORS.register, DOORS.own, DOORS.doors


def addresses(prefix: str) -> list[URLPattern]:
    return [door.below(prefix, _doing(door), SeasonNow, LeagueView) for door in doors()]


def _doing(door: ActView) -> Callable[..., Response]:
    def do(view: LeagueView, request: Request, season: Season, by: Actor, body: Body) -> Response:
        act = door.call(season, body, by)
        if act is not None:
            perform(season=season, act=act, **by)
        place = (season.league.club.slug, season.league.slug, season.slug)
        return SeasonNow.from_view(view.season(request, *place)).reply(status=door.status)

    return do


NEXT = Address(f"{SEASON}make-next-season/", "make-next-season", view=LeagueView)


def season_before(season: Season) -> Season:
    check_kind(season, Season.Kind.FIXTURES)
    return season


SeasonBefore = Annotated[Season, From(season_before)]


@NEXT.post()
def make_next_season(
    view: LeagueView, request: Request, season: SeasonBefore, by: Actor, body: season_answers.NextSeason
) -> Created[SeasonNow]:
    """Make the next season of one of fixtures that is over.

    It has the same rules, who went up and down is in other divisions, and the seeds are as they finished.
    """
    return season_made(view, request, seasons.make_next_season(season=season, **body.model_dump(), **by))


@own(acts.Change, season_answers.SeasonChange)
def change_season(season: Season, body: season_answers.SeasonChange, who: Actor) -> acts.SeasonAct:
    """Give a season another name, other days or other rules; under way that takes a reason.

    The address stays. Rules that are changed under way hold for the whole season, from its first evening.
    """
    settings = {name: getattr(body, name) for name in ("starts", "ends", "takes", "rules", "reason")}
    return acts.Change(called=body.name, **settings)


@own(acts.Choose)
def choose_evening(season: Season, body: Body, who: Actor) -> acts.SeasonAct:
    """Take an evening in, leave it out, or let the rule of the season decide; under way that takes a reason."""
    act = acts.Choose(**entered(acts.Choose, body))
    _check_evening(season, act.evening)
    return act


@own(acts.DeclareVoid)
def declare_evening_void(season: Season, body: Body, who: Actor) -> acts.SeasonAct:
    """Declare that an evening of the season counts for nobody, or take that back; with a reason."""
    act = acts.DeclareVoid(**entered(acts.DeclareVoid, body))
    _check_evening(season, act.evening)
    return act


@own(acts.PutInCategory)
def put_in_category(season: Season, body: Body, who: Actor) -> acts.SeasonAct:
    """Put somebody into a category that goes by person, or take them out."""
    act = acts.PutInCategory(**entered(acts.PutInCategory, body))
    _check_player(season, act.player)
    return act


@register("put-group-in-category", season_answers.GroupTaken)
def put_group_in_category(season: Season, body: season_answers.GroupTaken, who: Actor) -> None:
    """Put everybody of a group of the club into the category of the same name; whoever is in it stays."""
    check_kind(season, Season.Kind.EVENINGS)
    take_group(season=season, category=body.category, **who)


@own(acts.GiveBonus)
def give_bonus(season: Season, body: Body, who: Actor) -> acts.SeasonAct:
    """Add points to somebody's total in a season of evenings, or take some away, with a reason."""
    act = acts.GiveBonus(**entered(acts.GiveBonus, body))
    _check_player(season, act.player)
    return act


@own(acts.MakeDivisions, season_answers.NewDivisions)
def make_divisions(season: Season, body: season_answers.NewDivisions, who: Actor) -> None:
    """Make the divisions of a season of fixtures; one that is left out goes, where nobody is in it."""
    rows = [(division.was, division.name) for division in body.divisions]
    entrants.divide(season=season, divisions=rows, **who)


@own(acts.Arrange, season_answers.NewPlaces)
def arrange_entrants(season: Season, body: season_answers.NewPlaces, who: Actor) -> acts.SeasonAct:
    """Give entrants other seeds or put them into other divisions."""
    places = {int(key): EntrantPlace(place.number, place.division) for key, place in body.places.items()}
    return acts.Arrange(places=places)


@own(acts.EnterPeople, season_answers.NewEntrants)
def enter_people(season: Season, body: season_answers.NewEntrants, who: Actor) -> None:
    """Enter people, pairs or teams in a division of a season of fixtures; one without divisions gets its first."""
    check_kind(season, Season.Kind.FIXTURES)
    entries = _wanted_entrants(
        season, body.entries, [f"entries.{place}" for place in range(len(body.entries))]
    )
    entrants.enter(season=season, entries=entries, division=body.division, **who)


@register("enter-names", season_answers.NewEntrantNames)
def enter_names(season: Season, body: season_answers.NewEntrantNames, who: Actor) -> None:
    """Enter a list of names, one for each entrant; all of them, or nobody."""
    entrants.enter_names(season=season, lines=body.names, division=body.division, **who)


@own(acts.ChangeEntrant, season_answers.EntrantChange)
def change_entrant(season: Season, body: season_answers.EntrantChange, who: Actor) -> None:
    """Give an entrant another name or other people."""
    check_kind(season, Season.Kind.FIXTURES)
    (entry,) = _wanted_entrants(season, [body.entry], ["entry"])
    try:
        entrants.change_entrant(season=season, number=body.number, entry=entry, **who)
    except Faults as refused:
        raise Faults(
            replace(problem, field=problem.field.replace("entries.0", "entry", 1))
            for problem in refused.faults
        ) from refused


@own(acts.BringBack)
def bring_entrant_back(season: Season, body: Body, who: Actor) -> None:
    """Take a withdrawal back: the entrant plays on, and fixtures that went with it are as they were before.

    Those that were told otherwise since stay as they are.
    """
    fields = entered(acts.BringBack, body)
    entrants.bring_back(season=season, number=fields["number"], reason=fields["reason"], **who)


@own(acts.MakeFixtures, season_answers.NewFixtures)
def make_fixtures(season: Season, body: season_answers.NewFixtures, who: Actor) -> acts.SeasonAct:
    """Make fixtures: all of a round robin, the next round of a Swiss, the first of a knock-out; of every division."""
    days = {int(number): day for number, day in body.days.items()}
    return acts.MakeFixtures(days=days, anyway=body.anyway)


@own(acts.SetDays, season_answers.NewDays)
def set_days(season: Season, body: season_answers.NewDays, who: Actor) -> acts.SeasonAct:
    """Give rounds their days; a fixture that was postponed keeps its own."""
    return acts.SetDays(days={int(number): day for number, day in body.days.items()})


@own(acts.LeaveToEvening)
def leave_fixture_to_evening(season: Season, body: Body, who: Actor) -> None:
    """Let an evening give the result of a fixture: now, where it is published, else when it is."""
    check_kind(season, Season.Kind.FIXTURES)
    fields = entered(acts.LeaveToEvening, body)
    evening = evening_at(season, fields["evening"])
    if evening is None:
        refuse("evening", "unknown-evening", _NO_EVENING, entered=fields["evening"])
    leave_to_evening(season=season, code=fields["fixture"], evening=evening, reason=fields["reason"], **who)


_NO_EVENING = gettext_noop("“%(entered)s” is no evening of the season; it is written as club/evening")
_NOBODY = gettext_noop("%(entered)s was entered; no club of the league has anybody with this number")


def _check_evening(season: Season, address: str) -> None:
    check_kind(season, Season.Kind.EVENINGS)
    if address not in map(address_of, shown.evenings_to_choose(season)):
        refuse("evening", "unknown-evening", _NO_EVENING, entered=address)


def _check_player(season: Season, player: int) -> None:
    if player not in shown.players_in(season, [player]):
        refuse("player", "unknown-player", _NOBODY, entered=player)


def _wanted_entrants(
    season: Season, entries: Collection[season_answers.EntrantEntered], fields: Iterable[str]
) -> list[WantedEntrant]:
    known = shown.players_in(season, [player for entry in entries for player in entry.players])
    faults = [
        fault(f"{field}.players.{place}", "unknown-player", _NOBODY, entered=player)
        for field, entry in zip(fields, entries, strict=True)
        for place, player in enumerate(entry.players)
        if player not in known
    ]
    if faults:
        raise Faults(faults)
    return [
        WantedEntrant([known[player] for player in entry.players], entry.name, entry.rating)
        for entry in entries
    ]
