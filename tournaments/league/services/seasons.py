"""Leagues with the clubs in them, and seasons as they are made."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any

from django.db import transaction
from pydantic import Field

from scoring.derivation import gettext_noop
from scoring.described import Described
from tournaments.club.models import Club
from tournaments.club.reads.access import public_clubs
from tournaments.club.reads.members import own_games
from tournaments.club.roles import Role
from tournaments.club.services import audit
from tournaments.evening.services.evenings import SEED_BYTES
from tournaments.evening.services.results import drop_job, try_job_again
from tournaments.league import acts
from tournaments.league.acts.entrants import NewEntrant, check_all_different
from tournaments.league.acts.results import next_divisions
from tournaments.league.models import League, LeagueClub, Season
from tournaments.league.reads.season_views import GuestOfLeague, LeagueElsewhere
from tournaments.league.reads.tables import JobOfLeagues, JobOfSeason
from tournaments.league.services import bonds, ledger
from tournaments.league.services.ledger import OutsideOf, open_season, perform, record_of
from tournaments.refusals import refuse
from tournaments.site.arguments import ActorId, Body, Example, From, Name
from tournaments.site.cleaning import clean_name, free_slug

RESERVED = frozenset({"new", "clubs", "asked"})
"""Words that are pages where an address would stand."""


class NewLeague(Body):
    """A league by its name."""

    name: Annotated[
        Name, Described(gettext_noop("Name of the league"), written="name"), Example("Friday league")
    ]


class ClubAsked(Body):
    """Another club of the server, by its address."""

    club: Annotated[str, Field(min_length=1, max_length=80), Example("owl-club")]


@audit.command(needs=Role.SECRETARY, done=gettext_noop("The league is created. Create its first season."))
def make_league(*, club: Club, new: NewLeague, at: datetime) -> League:
    """Make a league; its seasons are made below it.

    Raises Faults on a bad name.
    """
    name = clean_name("name", new.name)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    slugs = {*League.objects.filter(club=club).values_list("slug", flat=True), *RESERVED}
    league = League.objects.create(club=club, name=name, slug=free_slug(name, slugs, "league"), made_at=at)
    audit.note(club, "league-made", at=at, name=name)
    return league


@audit.command(needs=Role.SECRETARY, done=gettext_noop("The name is changed."))
def rename_league(*, league: League, new: NewLeague, at: datetime) -> League:
    """Another name; its address stays, so that links to it and to its seasons go on working.

    Raises Faults on a bad name.
    """
    name = clean_name("name", new.name)
    row = League.objects.select_for_update(no_key=True).select_related("club").get(pk=league.pk)
    before, row.name = row.name, name
    if name != before:
        row.save(update_fields=["name"])
        audit.note(row.club, "league-renamed", at=at, name=name, before=before)
    return row


def club_of_server(asked: ClubAsked) -> Club:
    club = public_clubs().filter(slug=asked.club).first()
    if club is None:
        refuse("club", "unknown-club", "“%(entered)s” is no club of this server", entered=asked.club)
    return club


ClubOfServer = Annotated[Club, From(club_of_server)]


@audit.command(
    needs=Role.SECRETARY,
    done=gettext_noop("%(club)s is invited; its directors find the invitation among their leagues."),
)
def ask_club(*, league: League, club: ClubOfServer, by: ActorId, at: datetime) -> LeagueClub:
    """Ask another club of the server to take part; asking twice is asking once.

    Raises Faults for the league's own club.
    """
    if club.pk == league.club_id:
        refuse("club", "own-club", "“%(entered)s” holds the league and takes part already", entered=club.name)
    invitation, is_new = LeagueClub.objects.get_or_create(
        league=league, club=club, defaults={"asked_by": by, "asked_at": at}
    )
    if is_new:
        _note("club-asked", invitation, at)
    return invitation


@audit.command(needs=Role.SECRETARY, done=gettext_noop("The club takes part."))
def agree(*, asked: LeagueElsewhere, by: ActorId, at: datetime) -> None:
    """Take part in a league as it was asked: from now on the club’s evenings and people count."""
    if LeagueClub.objects.filter(pk=asked.pk, agreed_at__isnull=True).update(agreed_by=by, agreed_at=at):
        _note("club-agreed", asked, at)
        _recompute_all(asked.league, at)


@audit.command(needs=Role.SECRETARY, done=gettext_noop("The club does not take part."))
def part(*, asked: LeagueClub, at: datetime) -> None:
    """The club takes part no more, or is asked no more; what it agreed to before is in no table any more."""
    league = asked.league
    if LeagueClub.objects.filter(pk=asked.pk).delete()[0]:
        _note("club-left", asked, at)
    _recompute_all(league, at)


leave = part.taking("leave_league", asked=LeagueElsewhere)
let_go = part.taking("let_club_of_league_go", asked=GuestOfLeague)


try_league_job_again = try_job_again.taking("try_league_job_again", needs=Role.SECRETARY, job=JobOfLeagues)
drop_league_job = drop_job.taking("drop_league_job", needs=Role.SECRETARY, job=JobOfLeagues)
try_season_job_again = try_job_again.taking("try_season_job_again", needs=Role.SECRETARY, job=JobOfSeason)
drop_season_job = drop_job.taking("drop_season_job", needs=Role.SECRETARY, job=JobOfSeason)


def _note(act: str, asked: LeagueClub, at: datetime) -> None:
    for club in (asked.league.club, asked.club):
        audit.note(club, act, at=at, club_name=asked.club.name, name=asked.league.name)


def _recompute_all(league: League, at: datetime) -> None:
    for season in league.seasons.filter(kind=Season.Kind.EVENINGS).exclude(stage=Season.Stage.DRAFT):
        ledger.ask_season(season, at=at)


@transaction.atomic
def make_season(
    *,
    league: League,
    name: str,
    kind: str,
    starts: date,
    ends: date,
    rules: Mapping[str, Any],
    by: str,
    at: datetime,
    takes: str = Season.Takes.EVERY,
    previous: Season | None = None,
) -> Season:
    """A new season, being set up; what its rules leave out is as usual. Raises Faults on a bad name, day or rule."""
    name = clean_name("name", name)
    act = acts.Make(
        called=name,
        made_of=kind,
        starts=starts,
        ends=ends,
        takes=takes,
        rules=dict(rules),
        previous=previous.slug if previous else None,
    )
    settings = act.settings(kind, own_games(league.club))
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    slugs = {*league.seasons.values_list("slug", flat=True), *RESERVED}
    season = Season.objects.create(
        league=league,
        name=name,
        slug=free_slug(name, slugs, "season"),
        kind=kind,
        starts=starts,
        ends=ends,
        takes=takes,
        rules=settings["rules"],
        rules_version=settings["version"],
        seed=secrets.token_hex(SEED_BYTES),
        previous=previous,
        made_at=at,
    )
    book = open_season(season.pk, by=by, at=at)
    book.do(act)
    return book.season


@transaction.atomic
def make_next_season(*, season: Season, name: str, starts: date, ends: date, by: str, at: datetime) -> Season:
    """The next season with the same rules, in its divisions who went up and down; seeds as they finished.

    Raises Faults unless this one is over, on a bad name or day, or where two who go on are read as one person by now.
    """
    bonds.lock_clubs_of(season)
    last = open_season(season.pk, by=by, at=at).season
    if last.stage != Season.Stage.CLOSED:
        refuse("season.stage", "not-now", "“%(name)s” is not over; close it first", name=last.name)
    record = record_of(last)
    play_offs = [fixture for fixture in record.fixtures if fixture.play_off]
    divisions = next_divisions(record.fixture_rules, record.divisions, play_offs)
    going_on = [
        (level, int(number)) for level, division in enumerate(divisions, 1) for number in division.entrants
    ]
    check_all_different(record, OutsideOf(last), [number for _, number in going_on], "entrants")
    new = make_season(
        league=last.league,
        name=name,
        kind=last.kind,
        starts=starts,
        ends=ends,
        rules=last.rules,
        by=by,
        at=at,
        previous=last,
    )
    if divisions:
        levels = tuple((None, division.name) for division in divisions)
        perform(season=new, act=acts.MakeDivisions(divisions=levels), by=by, at=at)
    entrants = [(level, record.contest.entrants[number]) for level, number in going_on]
    entries = tuple((level, NewEntrant(who.players, who.name, who.rating)) for level, who in entrants)
    perform(season=new, act=acts.CarryOver(entries=entries), by=by, at=at)
    return new
