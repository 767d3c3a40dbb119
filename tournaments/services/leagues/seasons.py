"""Leagues and seasons: set up, changed with a reason, opened, closed; and the clubs that take part."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction

from tournaments.models import Club, League, LeagueClub, Season
from tournaments.ranking.league.lots import commitment
from tournaments.ranking.season.life import SeasonAct
from tournaments.refusals import refuse
from tournaments.services.evenings import SEED_BYTES, checked_date
from tournaments.services.leagues import work
from tournaments.services.leagues.ledger import SeasonBook, open_season
from tournaments.services.leagues.rules import checked_rules
from tournaments.services.texts import clean_name, clean_reason, free_slug

RESERVED = frozenset({"new", "clubs", "asked"})
"""Words that are pages where an address would stand."""


@transaction.atomic
def make_league(*, club: Club, name: str, at: datetime) -> League:
    """A new league of `club`. Raises Faults on a bad name."""
    name = clean_name("name", name)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    taken = {*League.objects.filter(club=club).values_list("slug", flat=True), *RESERVED}
    return League.objects.create(club=club, name=name, slug=free_slug(name, taken, "league"), made_at=at)


@transaction.atomic
def ask_club(*, league: League, club: Club, by: str, at: datetime) -> LeagueClub:
    """Ask another club to take part; asking twice is asking once. Raises Faults for the league's own club."""
    if club.pk == league.club_id:
        refuse("club", "own-club", "“%(entered)s” holds the league and takes part already", entered=club.name)
    asked, _ = LeagueClub.objects.get_or_create(
        league=league, club=club, defaults={"asked_by": by, "asked_at": at}
    )
    return asked


@transaction.atomic
def agree(*, asked: LeagueClub, by: str, at: datetime) -> None:
    """The club that was asked takes part from now on: its evenings and its people are the league's."""
    if LeagueClub.objects.filter(pk=asked.pk, agreed_at__isnull=True).update(agreed_by=by, agreed_at=at):
        _recompute_all(asked.league, at)


@transaction.atomic
def part(*, asked: LeagueClub, at: datetime) -> None:
    """A club takes part no more, at its own word or the host's; what it agreed to before is in no table any more."""
    league = asked.league
    LeagueClub.objects.filter(pk=asked.pk).delete()
    _recompute_all(league, at)


def _recompute_all(league: League, at: datetime) -> None:
    for season in league.seasons.filter(kind=Season.Kind.EVENINGS).exclude(stage=Season.Stage.DRAFT):
        work.ask_season(season, at=at)


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
    """A new season, being set up. Raises Faults on a bad name, day or rule.

    Arguments:
        kind: of "evenings" or of "fixtures".
        starts, ends: its first and last day.
        rules: as entered; what they leave out is as usual.
        takes: which evenings: "every" one between its days, or those that are "chosen".
        previous: the season it goes on from.
    """
    name = clean_name("name", name)
    _check_word("kind", kind, Season.Kind.values)
    _check_word("takes", takes, Season.Takes.values)
    _check_days(starts, ends)
    pinned = checked_rules(kind, rules)
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    taken = {*league.seasons.values_list("slug", flat=True), *RESERVED}
    season = Season.objects.create(
        league=league,
        name=name,
        slug=free_slug(name, taken, "season"),
        kind=kind,
        starts=starts,
        ends=ends,
        takes=takes,
        rules=pinned.data,
        rules_version=pinned.version,
        seed=secrets.token_hex(SEED_BYTES),
        previous=previous,
        made_at=at,
    )
    book = open_season(season.pk, by=by, at=at)
    book.write(SeasonAct.MAKE, {**_told(book.season), "previous": previous.slug if previous else None})
    return book.season


@transaction.atomic
def change_season(
    *,
    season: Season,
    name: str,
    starts: date,
    ends: date,
    takes: str,
    rules: Mapping[str, Any],
    reason: str,
    by: str,
    at: datetime,
) -> Season:
    """Another name, other days or other rules; under way that takes a reason. Raises Faults.

    The address stays. Rules that are changed under way hold for the whole season, from its first evening.
    """
    book = open_season(season.pk, by=by, at=at)
    book.check(SeasonAct.CHANGE)
    reason = clean_reason(reason)
    if book.season.stage != Season.Stage.DRAFT and not reason:
        refuse(
            "reason",
            "empty",
            "nothing was entered; a season under way is changed for a reason that all can read",
        )
    _check_word("takes", takes, Season.Takes.values)
    _check_days(starts, ends)
    pinned = checked_rules(book.season.kind, rules)
    changed = book.season
    changed.name, changed.starts, changed.ends, changed.takes = clean_name("name", name), starts, ends, takes
    changed.rules, changed.rules_version = pinned
    fields = ("name", "starts", "ends", "takes", "rules", "rules_version")
    book.write(SeasonAct.CHANGE, _told(changed), reason=reason, also=fields)
    _recompute(book)
    return changed


def _told(season: Season) -> dict[str, object]:
    """What the ledger says of a season that is made or changed."""
    return {
        "name": season.name,
        "kind": season.kind,
        "starts": season.starts.isoformat(),
        "ends": season.ends.isoformat(),
        "takes": season.takes,
        "rules": season.rules,
        "version": season.rules_version,
    }


@transaction.atomic
def begin(*, season: Season, by: str, at: datetime) -> Season:
    """Open a season: visitors see it, and evenings that are published from now on, or were before, count.

    Its entry holds the commitment to the seed of its lots.
    """
    book = open_season(season.pk, by=by, at=at)
    book.write(SeasonAct.OPEN, {"commitment": commitment(book.season.seed)})
    _recompute(book)
    return book.season


@transaction.atomic
def close(*, season: Season, by: str, at: datetime) -> Season:
    """End a season: its table is final, its prizes are won. A published evening that is corrected still moves it."""
    book = open_season(season.pk, by=by, at=at)
    book.season.closed_at = at
    book.write(SeasonAct.CLOSE, {}, also=("closed_at",))
    return book.season


@transaction.atomic
def reopen(*, season: Season, reason: str, by: str, at: datetime) -> Season:
    """Take the end of a season back. Raises Faults without a reason."""
    book = open_season(season.pk, by=by, at=at)
    book.check(SeasonAct.REOPEN)
    reason = clean_reason(reason)
    if not reason:
        refuse("reason", "empty", "nothing was entered; a season is reopened for a reason that all can read")
    book.season.closed_at = None
    book.write(SeasonAct.REOPEN, {}, reason=reason, also=("closed_at",))
    _recompute(book)
    return book.season


def _recompute(book: SeasonBook) -> None:
    """The tables of a season of evenings are kept; those of one of fixtures are worked out as they are read."""
    if book.season.kind == Season.Kind.EVENINGS and book.season.stage != Season.Stage.DRAFT:
        work.ask_season(book.season, at=book.at)


def _check_word(field: str, entered: str, allowed: list[str]) -> None:
    if entered not in allowed:
        refuse(
            field,
            "not-allowed",
            "“%(entered)s” was entered; allowed: %(allowed)s",
            entered=entered,
            allowed=", ".join(allowed),
        )


def _check_days(starts: date, ends: date) -> None:
    checked_date(starts)
    checked_date(ends)
    if ends < starts:
        refuse(
            "ends",
            "before-it-starts",
            "%(entered)s was entered; a season ends on its first day (%(first)s) or later",
            entered=ends.isoformat(),
            first=starts.isoformat(),
        )
