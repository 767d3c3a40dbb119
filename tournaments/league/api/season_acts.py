"""The acts of a season at their addresses: of each the class says what is entered, what it does, where it is.

One view serves them all. What stands below is only for those that are more than an act, or entered otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Annotated, Final

from django.urls import URLPattern
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.derivation import gettext_noop
from scoring.faults import Faults
from tournaments.club.api.operations import Address, Created
from tournaments.club.api.views import Actor
from tournaments.club.roles import Role
from tournaments.evening.api.acts import ActView, ActViews, entered
from tournaments.league import acts
from tournaments.league.acts.entrants import MOST_RATING, PEOPLE, EntrantPlace
from tournaments.league.acts.setting_up import LONGEST_NAME, MOST_ENTRANTS, MOST_LINES
from tournaments.league.api.leagues import LeagueView, SeasonChange, season_made
from tournaments.league.api.seasons import SEASON, Number, SeasonNow
from tournaments.league.reads import season_views
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.season_views import evening_at
from tournaments.league.reads.seasons import Season
from tournaments.league.services import entrants, seasons
from tournaments.league.services.bonds import take_group
from tournaments.league.services.entrants import WantedEntrant
from tournaments.league.services.ledger import check_kind, perform
from tournaments.league.services.tables import leave_to_evening
from tournaments.ranking.fixtures.rules import MOST_DIVISIONS
from tournaments.refusals import fault, refuse
from tournaments.site.api.answers import Example
from tournaments.site.arguments import Body, From, Id, Name
from tournaments.site.arguments import Day as DayBody

MOST_PEOPLE = max(most for _, most in PEOPLE.values())
NumberKey = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,3}$")]
"""The number of a round or an entrant as the key of an object."""


class NextSeason(Body):
    """The season after one of fixtures that is over."""

    name: Annotated[Name, Example("2027")]
    starts: Annotated[DayBody, Example("2027-09-01")]
    ends: Annotated[DayBody, Example("2028-06-30")]


class EntrantEntered(Body):
    """An entrant: the people by their ids; without a name it is called by theirs."""

    players: Annotated[list[Id], Field(max_length=MOST_PEOPLE)]
    name: Name = ""
    rating: Annotated[int, Field(ge=1, le=MOST_RATING)] | None = None


class NewEntrants(Body):
    """Some to be entered in a division, by its level; they are numbered on from the last."""

    entries: Annotated[
        list[EntrantEntered],
        Field(min_length=1, max_length=MOST_ENTRANTS),
        Example([{"players": [12]}, {"players": [14, 15], "name": "The Owls", "rating": 1850}]),
    ]
    division: Number = 1


class NewEntrantNames(Body):
    """Names to be entered in a division, one for each entrant; whom the club does not know becomes a member.

    "Ann & Ben" is a pair, "Owls: Ann & Ben & Cleo" a team. A rating may stand at the end: "Ann [1850]".
    """

    names: Annotated[
        list[Annotated[str, Field(max_length=2000)]],
        Field(min_length=1, max_length=MOST_LINES),
        Example(["Ann Lee", "Bo Day [1850]"]),
    ]
    division: Annotated[Number, Example(2)] = 1


class EntrantChange(Body):
    """Another name or other people for an entrant, by number."""

    number: Annotated[Number, Example(7)]
    entry: Annotated[EntrantEntered, Example({"players": [14, 15], "name": "The Owls"})]


class DivisionEntered(Body):
    """A division: its name, and the level that it had, if it was there."""

    name: Annotated[str, Field(max_length=5 * LONGEST_NAME)]
    was: Number | None = None


class NewDivisions(Body):
    """All divisions that there are to be, the highest first."""

    divisions: Annotated[
        list[DivisionEntered],
        Field(min_length=1, max_length=MOST_DIVISIONS),
        Example([{"name": "First division", "was": 1}, {"name": "Second division"}]),
    ]


class EntrantPlaced(Body):
    """Where an entrant is to stand: the number, which is the seed, and the level of the division."""

    number: Number
    division: Number


class NewPlaces(Body):
    """Other seeds and divisions of entrants, by the numbers that they have; the others stay as they are."""

    places: Annotated[
        dict[NumberKey, EntrantPlaced],
        Field(min_length=1, max_length=MOST_ENTRANTS),
        Example({"7": {"number": 1, "division": 1}, "1": {"number": 7, "division": 1}}),
    ]


class NewFixtures(Body):
    """Days of the rounds that are made, by their numbers, if they are known.

    `anyway` pairs the next round of a Swiss though results of its last one are missing.
    """

    days: Annotated[
        dict[NumberKey, DayBody],
        Field(max_length=MOST_ENTRANTS),
        Example({"1": "2026-10-02", "2": "2026-10-09"}),
    ] = {}
    anyway: bool = False


class NewDays(Body):
    """The days of rounds by their numbers; null takes one away."""

    days: Annotated[
        dict[NumberKey, DayBody | None],
        Field(min_length=1, max_length=MOST_ENTRANTS),
        Example({"1": "2026-10-02", "2": None}),
    ]


class GroupTaken(Body):
    """A category that is filled from the group of the club that is called the same."""

    category: Annotated[str, Field(max_length=LONGEST_NAME), Example("Juniors")]


DOORS: Final = ActViews(acts.DONE, least=Role.SECRETARY)
register, own, doors = DOORS.register, DOORS.own, DOORS.doors


def addresses(prefix: str) -> list[URLPattern]:
    return [door.below(prefix, _doing(door), SeasonNow, LeagueView) for door in doors()]


def _doing(door: ActView) -> Callable[..., Response]:
    def do(view: LeagueView, request: Request, season: Season, by: Actor, body: Body) -> Response:
        act = door.call(season, body, by)
        if act is not None:
            _check_known(season, act)
            perform(season=season, act=act, **by)
        return season_made(view, request, season).answer.reply(status=door.status)

    return do


def season_before(season: Season) -> Season:
    check_kind(season, Season.Kind.FIXTURES)
    return season


SeasonBefore = Annotated[Season, From(season_before)]


@Address(f"{SEASON}make-next-season/", "make-next-season", view=LeagueView).post()
def make_next_season(
    view: LeagueView, request: Request, season: SeasonBefore, by: Actor, body: NextSeason
) -> Created[SeasonNow]:
    """Make the next season of one of fixtures that is over.

    It has the same rules, who went up and down is in other divisions, and the seeds are as they finished.
    """
    return season_made(view, request, seasons.make_next_season(season=season, **body.model_dump(), **by))


@own(acts.Change, SeasonChange)
def change_season(season: Season, body: SeasonChange, who: Actor) -> acts.SeasonAct:
    """Give a season another name, other days or other rules; under way that takes a reason.

    The address stays. Rules that are changed under way hold for the whole season, from its first evening.
    """
    settings = {name: getattr(body, name) for name in ("starts", "ends", "takes", "rules", "reason")}
    return acts.Change(called=body.name, **settings)


@register("put-group-in-category", GroupTaken)
def put_group_in_category(season: Season, body: GroupTaken, who: Actor) -> None:
    """Put everybody of a group of the club into the category of the same name; whoever is in it stays."""
    check_kind(season, Season.Kind.EVENINGS)
    take_group(season=season, category=body.category, **who)


@own(acts.MakeDivisions, NewDivisions)
def make_divisions(season: Season, body: NewDivisions, who: Actor) -> None:
    """Make the divisions of a season of fixtures; one that is left out goes, where nobody is in it."""
    rows = [(division.was, division.name) for division in body.divisions]
    entrants.divide(season=season, divisions=rows, **who)


@own(acts.Arrange, NewPlaces)
def arrange_entrants(season: Season, body: NewPlaces, who: Actor) -> acts.SeasonAct:
    """Give entrants other seeds or put them into other divisions."""
    places = {int(key): EntrantPlace(place.number, place.division) for key, place in body.places.items()}
    return acts.Arrange(places=places)


@own(acts.EnterPeople, NewEntrants)
def enter_people(season: Season, body: NewEntrants, who: Actor) -> None:
    """Enter people, pairs or teams in a division of a season of fixtures; one without divisions gets its first."""
    check_kind(season, Season.Kind.FIXTURES)
    entries = _wanted_entrants(
        season, body.entries, [f"entries.{place}" for place in range(len(body.entries))]
    )
    entrants.enter(season=season, entries=entries, division=body.division, **who)


@register("enter-names", NewEntrantNames)
def enter_names(season: Season, body: NewEntrantNames, who: Actor) -> None:
    """Enter a list of names, one for each entrant; all of them, or nobody."""
    entrants.enter_names(season=season, lines=body.names, division=body.division, **who)


@own(acts.ChangeEntrant, EntrantChange)
def change_entrant(season: Season, body: EntrantChange, who: Actor) -> None:
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


@own(acts.MakeFixtures, NewFixtures)
def make_fixtures(season: Season, body: NewFixtures, who: Actor) -> acts.SeasonAct:
    """Make fixtures: all of a round robin, the next round of a Swiss, the first of a knock-out; of every division."""
    days = {int(number): day for number, day in body.days.items()}
    return acts.MakeFixtures(days=days, anyway=body.anyway)


@own(acts.SetDays, NewDays)
def set_days(season: Season, body: NewDays, who: Actor) -> acts.SeasonAct:
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


def _check_known(season: Season, act: acts.SeasonAct) -> None:
    if isinstance(act, acts.Choose | acts.DeclareVoid):
        check_kind(season, act.kind)
        if act.evening not in map(address_of, season_views.evenings_to_choose(season)):
            refuse("evening", "unknown-evening", _NO_EVENING, entered=act.evening)
    if isinstance(act, acts.PutInCategory | acts.GiveBonus) and not season_views.players_in(
        season, [act.player]
    ):
        refuse("player", "unknown-player", _NOBODY, entered=act.player)


def _wanted_entrants(
    season: Season, entries: Collection[EntrantEntered], fields: Iterable[str]
) -> list[WantedEntrant]:
    known = season_views.players_in(season, [player for entry in entries for player in entry.players])
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
