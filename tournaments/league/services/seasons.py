"""Leagues and federations with the clubs in them; seasons as they are made, and who is entered in them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.db import transaction

from scoring.faults import Faults
from tournaments.club.member_list.details import LIST_MARK, people_in, turned_name
from tournaments.club.models import Club, Player
from tournaments.club.services import audit, clubs
from tournaments.evening.services.evenings import SEED_BYTES
from tournaments.league import acts
from tournaments.league.acts.act import SeasonRecord
from tournaments.league.acts.entrants import PEOPLE, NewEntrant, check_all_different, check_people
from tournaments.league.acts.results import Next, next_divisions
from tournaments.league.models import Entrant, Federation, FederationClub, League, LeagueClub, Season
from tournaments.league.reads.fixtures import rules_of
from tournaments.league.reads.seasons import ASKED, IN_IT, MOST_CLUBS, in_federation, leads, membership_of
from tournaments.league.services import bonds, ledger
from tournaments.league.services.bonds import lock_clubs
from tournaments.league.services.ledger import OutsideOf, check_kind, open_season, perform, record_of
from tournaments.ranking.fixtures.rules import Entrants
from tournaments.refusals import NOT_NOW, by_lines, refuse
from tournaments.site.cleaning import clean_name, folded, free_slug

RESERVED = frozenset({"new", "clubs", "asked"})
"""Words that are pages where an address would stand."""


@transaction.atomic
def make_league(*, club: Club, name: str, at: datetime) -> League:
    """Raises Faults on a bad name."""
    name = clean_name("name", name)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    slugs = {*League.objects.filter(club=club).values_list("slug", flat=True), *RESERVED}
    league = League.objects.create(club=club, name=name, slug=free_slug(name, slugs, "league"), made_at=at)
    audit.note(club, "league-made", at=at, name=name)
    return league


@transaction.atomic
def rename_league(*, league: League, name: str, at: datetime) -> League:
    """Rename a league; its address stays, and so do all links. Raises Faults on a bad name."""
    name = clean_name("name", name)
    row = League.objects.select_for_update(no_key=True).select_related("club").get(pk=league.pk)
    before, row.name = row.name, name
    if name != before:
        row.save(update_fields=["name"])
        audit.note(row.club, "league-renamed", at=at, name=name, before=before)
    return row


@transaction.atomic
def ask_club(*, league: League, club: Club, by: str, at: datetime) -> LeagueClub:
    """Ask another club to take part; asking twice is asking once. Raises Faults for the league's own club."""
    if club.pk == league.club_id:
        refuse("club", "own-club", "“%(entered)s” holds the league and takes part already", entered=club.name)
    invitation, is_new = LeagueClub.objects.get_or_create(
        league=league, club=club, defaults={"asked_by": by, "asked_at": at}
    )
    if is_new:
        _note("club-asked", invitation, at)
    return invitation


@transaction.atomic
def agree(*, asked: LeagueClub, by: str, at: datetime) -> None:
    if LeagueClub.objects.filter(pk=asked.pk, agreed_at__isnull=True).update(agreed_by=by, agreed_at=at):
        _note("club-agreed", asked, at)
        _recompute_all(asked.league, at)


@transaction.atomic
def part(*, asked: LeagueClub, at: datetime) -> None:
    """End a club's part in a league, at its own word or the host's; its evenings leave every table."""
    league = asked.league
    if LeagueClub.objects.filter(pk=asked.pk).delete()[0]:
        _note("club-left", asked, at)
    _recompute_all(league, at)


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
    settings = act.settings(kind)
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


# --- The season that goes on from one of fixtures, with who went up and down --------------------------


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
    going_on = [number for division in divisions for number in division.entrants]
    check_all_different(record, OutsideOf(last), going_on, "entrants")
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
    perform(season=new, act=acts.CarryOver(entries=_entries(record, divisions)), by=by, at=at)
    return new


def _entries(record: SeasonRecord, divisions: tuple[Next, ...]) -> tuple[tuple[int, NewEntrant], ...]:
    entrants = record.contest.entrants
    return tuple(
        (level, NewEntrant(entrants[number].players, entrants[number].name, entrants[number].rating))
        for level, division in enumerate(divisions, 1)
        for number in division.entrants
    )


@transaction.atomic
def make_federation(*, club: Club, name: str, by: str, at: datetime) -> FederationClub:
    """A new federation with this club in it.

    Raises Faults on a bad name, and where the club is in one already (`elsewhere`).
    """
    name = clean_name("name", name)
    _check_free(club, "")
    slug = free_slug(name, _used_slugs(name), "federation")
    federation = Federation.objects.create(name=name, slug=slug, made_at=at)
    row = FederationClub.objects.create(
        federation=federation, club=club, asked_by=by, asked_at=at, agreed_by=by, agreed_at=at
    )
    ledger.ask_ratings_of(federation, at=at)
    audit.note(club, "federation-founded", at=at, name=name)
    return row


def _used_slugs(name: str) -> set[str]:
    begins = free_slug(name, (), "federation")
    return set(Federation.objects.filter(slug__startswith=begins).values_list("slug", flat=True))


def _check_free(club: Club, field: str) -> None:
    # The lock keeps others waiting; it needs a transaction.
    lock_clubs([club.pk])
    membership = membership_of(club)
    if membership is not None:
        refuse(
            field,
            "elsewhere",
            "“%(entered)s” is in “%(federation)s” already; it has to leave that first",
            entered=club.name,
            federation=membership.federation.name,
        )


@transaction.atomic
def ask_into(*, host: Club, club: Club, by: str, at: datetime) -> FederationClub:
    """Ask another club into the federation that `host` leads; asking twice is asking once.

    Raises Faults where `host` leads none (`club`, NOT_NOW), where the other club is in one already (`elsewhere`),
    and where no more can be asked (`too-many`).
    """
    membership = _led_by(host)
    _check_free(club, "club")
    if membership.federation.memberships.filter(IN_IT | ASKED).count() >= MOST_CLUBS:
        refuse("club", "too-many", "%(most)s clubs are in it or asked; no more can be", most=MOST_CLUBS)
    row, is_new = FederationClub.objects.get_or_create(
        federation=membership.federation, club=club, ended_at=None, defaults={"asked_by": by, "asked_at": at}
    )
    if is_new:
        _note_of_federation("federation-asked", row, [host, club], at)
    return row


def _led_by(club: Club) -> FederationClub:
    membership = membership_of(club)
    if membership is None or not leads(club, in_federation(membership.federation)):
        refuse("club", NOT_NOW, "only the club that has been in a federation for longest asks others in")
    return membership


@transaction.atomic
def join(*, asked: FederationClub, by: str, at: datetime) -> None:
    """The club that was asked is in from now on. Raises Faults where it is in a federation already (`elsewhere`).

    Where the invitation has been withdrawn meanwhile, Faults says so (`asked`, NOT_NOW).
    """
    _check_free(asked.club, "asked")
    waiting = FederationClub.objects.filter(ASKED, pk=asked.pk)
    if not waiting.update(agreed_by=by, agreed_at=at):
        refuse("asked", NOT_NOW, "this invitation has been withdrawn")
    ledger.ask_ratings_of(asked.federation, at=at)
    _note_of_federation("federation-joined", asked, [asked.club], at)


@transaction.atomic
def leave(*, row: FederationClub, by: str, at: datetime) -> None:
    """A club is in the federation no more, or asked into it no more; ending twice is ending once.

    What it had published by then goes on counting; nobody of it is read as somebody of another club any more.
    """
    bonds.lock(row.federation)
    if FederationClub.objects.filter(pk=row.pk, ended_at__isnull=True).update(ended_by=by, ended_at=at):
        _note_of_federation("federation-left", row, [row.club], at)
    bonds.end_of_club(federation=row.federation, club=row.club, by=by, at=at)


def _note_of_federation(act: str, row: FederationClub, clubs: Iterable[Club], at: datetime) -> None:
    for club in clubs:
        audit.note(club, act, at=at, club_name=row.club.name, name=row.federation.name)


AND_BETWEEN: Final = "&"
"""What stands between the names of a pair or a team in a list that is pasted; a team's own name ends with a colon."""
RATED: Final = re.compile(r"\[(\d{1,4})\]\s*$")
"""A rating at the end of a line that is pasted."""
NOBODY: Final[Mapping[str, Player]] = MappingProxyType({})
LONGEST_OF_PEOPLE: Final = 80
"""So much of the people's own names makes an entrant's, where it has none."""


class WantedEntrant(NamedTuple):
    """Somebody to be entered: the people, a name of their own, and a rating, if they have one."""

    players: Sequence[Player]
    name: str = ""
    rating: int | None = None

    def tidied(self, field: str) -> NewEntrant:
        """The entrant as the act takes it. Raises Faults for a bad name."""
        players = tuple(player.pk for player in self.players)
        name = self.name or " & ".join(player.name for player in self.players)[:LONGEST_OF_PEOPLE]
        # Without anybody it is refused for that.
        return NewEntrant(players, clean_name(field, name) if name else "", self.rating)


@transaction.atomic
def divide(*, season: Season, divisions: Sequence[tuple[int | None, str]], by: str, at: datetime) -> None:
    """Make the divisions: all that there are to be, the highest first, each with the level it had, if any.

    Raises Faults on a bad name, or for a division that is left out though somebody is in it.
    """
    names = [clean_name(f"divisions.{place}", name) for place, (_, name) in enumerate(divisions)]
    rows = tuple((was, name) for name, (was, _) in zip(names, divisions, strict=True))
    perform(season=season, act=acts.MakeDivisions(divisions=rows), by=by, at=at)


@transaction.atomic
def enter(
    *, season: Season, entries: Sequence[WantedEntrant], by: str, at: datetime, division: int = 1
) -> list[Entrant]:
    """Enter some in a division, numbered on from the last; a season without divisions gets its first one.

    Raises Faults with fields `entries.N`, or `division` where its fixtures are made and do not wait for anybody.
    """
    bonds.lock_clubs_of(season)
    new_entrants = tuple(entry.tidied(f"entries.{place}") for place, entry in enumerate(entries))
    before = set(season.entrants.values_list("number", flat=True))
    perform(season=season, act=acts.EnterPeople(entries=new_entrants, division=division), by=by, at=at)
    return list(season.entrants.exclude(number__in=before).order_by("number"))


class ListedEntrant(NamedTuple):
    """An entrant of a list: its line, from 0, its own name, the names of its people, and the rating."""

    line: int
    own: str
    names: list[str]
    rating: int | None

    def check(self, kind: Entrants) -> None:
        """Raise Faults (`entries`) for what is wrong with it, whoever the people are."""
        check_people(PEOPLE[kind], len(self.names), self.rating, "entries")
        if self.own:
            clean_name("entries", self.own)


def read_list(lines: Iterable[str], kind: Entrants, known: Collection[str]) -> list[ListedEntrant]:
    """The entrants of a list, a line for each: "Ann & Ben" is a pair, "Owls: Ann & Ben & Cleo" a team.

    People who enter alone may also stand on one line, "Ann Lee, Bo Day", or with their last names
    first. Only a pair and the people behind a colon are parted at the sign: "Brighton & Hove Albion" is
    one team, or one person. A rating may stand at the end of a line: "Ann [1850]". Raises Faults on a
    list that is too long (`names`).

    `known` are names of the club's people as `folded` leaves them.
    """
    entrants = [
        _read(part, place, kind, known)
        for place, line in enumerate(lines)
        for part in _entrants_in(line, kind, known)
    ]
    clubs.check_few_enough(name for entrant in entrants for name in entrant.names)
    return entrants


@transaction.atomic
def enter_names(
    *, season: Season, lines: Iterable[str], by: str, at: datetime, division: int = 1
) -> list[Entrant]:
    """Enter a list of names, read as `read_list` does. Raises Faults as `enter_listed` does."""
    check_kind(season, acts.EnterPeople.kind)
    known = {folded(name) for name in season.league.club.players.values_list("name", flat=True)}
    listed = read_list(lines, rules_of(season).entrants, known)
    return enter_listed(season=season, listed=listed, by=by, at=at, division=division)


@transaction.atomic
def enter_listed(
    *,
    season: Season,
    listed: Sequence[ListedEntrant],
    by: str,
    at: datetime,
    division: int = 1,
    chosen: Mapping[str, Player] = NOBODY,
    others: Collection[str] = (),
) -> list[Entrant]:
    """Enter those of a list. People the host club does not know become members.

    Arguments:
        chosen: who of the club's people a name was said to mean.
        others: names of people who are none of those whom the club knows by such a name.

    Raises Faults with fields `names.N`, lines from 0.
    """
    bonds.lock_clubs_of(season)
    open_season(season.pk, by=by, at=at).check(acts.EnterPeople)
    lines = [entrant.line for entrant in listed]
    by_name = {**chosen, **_people(season.league.club, listed, {*chosen, *others}, at)}
    for name in others:
        by_name[name] = clubs.add_player(club=season.league.club, name=name, at=at, another=True)
    for entrant in listed:
        if len({folded(name) for name in entrant.names}) != len(entrant.names):
            refuse(f"names.{entrant.line}", "the-same", "somebody is named twice")
    entries = [
        WantedEntrant([by_name[name] for name in entrant.names], entrant.own, entrant.rating)
        for entrant in listed
    ]
    try:
        return enter(season=season, entries=entries, by=by, at=at, division=division)
    except Faults as refused:
        raise by_lines(refused, "entries", "names", lines) from refused


def _people(
    club: Club, listed: Sequence[ListedEntrant], but: Collection[str], at: datetime
) -> dict[str, Player]:
    pairs = [(name, entrant.line) for entrant in listed for name in entrant.names if name not in but]
    keys = {name: folded(clean_name(f"names.{line}", name)) for name, line in pairs}
    try:
        people = clubs.add_names(club=club, names=[name for name, _ in pairs], at=at)
    except Faults as refused:
        raise by_lines(refused, "names", "names", [line for _, line in pairs]) from refused
    by_key = dict(zip(dict.fromkeys(keys.values()), people, strict=True))
    return {name: by_key[key] for name, key in keys.items()}


def _entrants_in(line: str, kind: Entrants, known: Collection[str]) -> list[str]:
    if kind == "individual":
        return people_in(line, known)
    bare = LIST_MARK.sub("", line).strip()
    return [bare] if bare else []


def _read(text: str, line: int, kind: Entrants, known: Collection[str]) -> ListedEntrant:
    rated = RATED.search(text)
    own, colon, rest = (text[: rated.start()] if rated else text).rpartition(":")
    is_parted = kind == "pair" or (kind == "team" and colon)
    names = [name.strip() for name in (rest.split(AND_BETWEEN) if is_parted else [rest]) if name.strip()]
    names = [name if folded(name) in known else turned_name(name) for name in names]
    return ListedEntrant(line, own.strip(), names, int(rated[1]) if rated else None)


@transaction.atomic
def change_entrant(*, season: Season, number: int, entry: WantedEntrant, by: str, at: datetime) -> None:
    """Raises Faults as entering does, with fields `entries.0`."""
    bonds.lock_clubs_of(season)
    act = acts.ChangeEntrant(number=number, entry=entry.tidied("entries.0"))
    perform(season=season, act=act, by=by, at=at)


@transaction.atomic
def bring_back(*, season: Season, number: int, by: str, at: datetime, reason: str = "") -> None:
    bonds.lock_clubs_of(season)
    perform(season=season, act=acts.BringBack(number=number, reason=reason), by=by, at=at)
