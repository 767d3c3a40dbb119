"""Who is in a season of fixtures: divisions, entrants, seeds; and who withdraws."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple

from django.db import transaction

from scoring.faults import Faults
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.league import acts
from tournaments.league.acts.fixtures import told
from tournaments.league.models import Entrant, Season
from tournaments.league.reads.access import clubs_in
from tournaments.league.reads.fixtures import Contest
from tournaments.league.services import identity_merge
from tournaments.league.services.fixture_state import kept_of, opened
from tournaments.league.services.identity_merge import Entered
from tournaments.league.services.ledger import SeasonBook
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.ranking.fixtures.rules import MOST_DIVISIONS, Entrants
from tournaments.refusals import by_lines, refuse
from tournaments.site.cleaning import clean_name, clean_reason

LONGEST_NAME: Final = 40
MOST_ENTRANTS: Final = 1000
PEOPLE: Final[Mapping[Entrants, tuple[int, int]]] = {"individual": (1, 1), "pair": (2, 2), "team": (1, 20)}
"""How many people at least and at most an entrant of each kind has."""
AND_BETWEEN: Final = "&"
"""What stands between the names of a pair or a team in a list that is pasted; a team's own name ends with a colon."""
RATED: Final = re.compile(r"\[(\d{1,4})\]\s*$")
"""A rating at the end of a line that is pasted."""
MOST_RATING: Final = 9999
Ahead = Literal["forfeit", "void", "void_all"]
"""What becomes of the fixtures of who withdraws: those ahead are forfeited, or void; or all are void."""


class Entry(NamedTuple):
    """Somebody to be entered: the people, a name of their own, and a rating, if they have one."""

    players: Sequence[Player]
    name: str = ""
    rating: int | None = None


class Place(NamedTuple):
    """Where an entrant is to stand: the seed, and the level of the division."""

    number: int
    division: int


@transaction.atomic
def divide(*, season: Season, divisions: Sequence[tuple[int | None, str]], by: str, at: datetime) -> None:
    """Make the divisions: all that there are to be, the highest first, each with the level it had, if any.

    Raises Faults on a bad name, or for a division that is left out though somebody is in it.
    """
    book, seen = opened(season, acts.Divide, by=by, at=at)
    names = [clean_name(f"divisions.{place}", name) for place, (_, name) in enumerate(divisions)]
    for place, name in enumerate(names):
        if len(name) > LONGEST_NAME or name in names[:place]:
            refuse(
                f"divisions.{place}",
                "not-allowed",
                "“%(entered)s” was entered; every division has a name of its own, of at most %(most)s letters",
                entered=name[:LONGEST_NAME],
                most=LONGEST_NAME,
            )
    levels = [was for was, _ in divisions if was is not None]
    known = {one.level: one for one in seen.divisions}
    if (
        not 1 <= len(names) <= MOST_DIVISIONS
        or len(set(levels)) != len(levels)
        or not set(levels) <= set(known)
    ):
        refuse(
            "divisions",
            "not-allowed",
            "there are from 1 to %(most)s divisions, each once",
            most=MOST_DIVISIONS,
        )
    for level, one in known.items():
        if level not in levels and one.entrants:
            refuse(
                "divisions",
                "not-empty",
                "“%(name)s” is left out and has entrants; move them first",
                name=one.name,
            )
    rows = [{"name": name, "was": was} for name, (was, _) in zip(names, divisions, strict=True)]
    book.do(acts.Divide(told={"divisions": rows}))


@transaction.atomic
def enter(
    *, season: Season, entries: Sequence[Entry], by: str, at: datetime, division: int = 1
) -> list[Entrant]:
    """Enter some in a division, numbered on from the last; a season without divisions gets its first one.

    Raises Faults with fields `entries.N`, or `division` where its fixtures are made and do not wait for anybody.
    """
    identity_merge.lock_clubs_of(season)
    book, seen = opened(season, acts.Enter, by=by, at=at)
    _check_open(seen, division)
    taken = Entered(seen)
    if len(seen.entrants) + len(entries) > MOST_ENTRANTS:
        refuse(
            "entries",
            "too-many",
            "%(entered)s were entered; at most %(most)s",
            entered=len(entries),
            most=MOST_ENTRANTS,
        )
    first = max(seen.entrants, default=0) + 1
    rows = [
        {"number": number, "name": _checked(seen, entry, number - first, taken), "division": division}
        | {"players": [player.pk for player in entry.players], "rating": entry.rating}
        for number, entry in enumerate(entries, first)
    ]
    if not rows:
        return []
    body: dict[str, object] = {"entrants": rows}
    if not seen.divisions:
        body["divisions"] = [{"name": "1", "was": None}]
    book.do(acts.Enter(told=body))
    return list(book.season.entrants.filter(number__gte=first).order_by("number"))


def _check_open(seen: Contest, division: int) -> None:
    there = next((one for one in seen.divisions if one.level == division), None)
    if there is None and (seen.divisions or division != 1):
        refuse("division", "unknown", "there is no division %(entered)s", entered=division)
    if there and there.rows and seen.rules.format != "swiss":
        refuse(
            "division",
            "fixtures-made",
            "the fixtures of “%(name)s” are made already; undo them first",
            name=there.name,
        )


def _checked(seen: Contest, entry: Entry, place: int, taken: Entered) -> str:
    """The name of an entry whose people are such as may be entered; they are taken from now on."""
    least, most = PEOPLE[seen.rules.entrants]
    field = f"entries.{place}"
    if not least <= len(entry.players) <= most:
        refuse(
            field,
            "wrong-number",
            "people entered: %(entered)s; one entrant has from %(least)s to %(most)s here",
            entered=len(entry.players),
            least=least,
            most=most,
        )
    if entry.rating is not None and not 1 <= entry.rating <= MOST_RATING:
        refuse(
            field,
            "out-of-range",
            "the rating %(entered)s was entered; from 1 to %(most)s is allowed",
            entered=entry.rating,
            most=MOST_RATING,
        )
    allowed = set(clubs_in(seen.season.league).values_list("pk", flat=True))
    for player in entry.players:
        if player.club_id not in allowed:
            refuse(
                field,
                "another-club",
                "%(name)s is of a club that takes no part in the league",
                name=player.name,
            )
    taken.take(entry.players, field)
    return clean_name(field, entry.name or " & ".join(player.name for player in entry.players)[:80])


@transaction.atomic
def enter_names(
    *, season: Season, lines: Iterable[str], by: str, at: datetime, division: int = 1
) -> list[Entrant]:
    """Enter a list of names, a line for each entrant: "Ann & Ben" is a pair, "Owls: Ann & Ben & Cleo" a team.

    Only a pair and the people behind a colon are parted at the sign: "Brighton & Hove Albion" is one team, or one
    person. A rating may stand at the end of a line: "Ann [1850]". People the host club does not know become members.
    Raises Faults with fields `names.N`, lines from 0.
    """
    identity_merge.lock_clubs_of(season)
    _, seen = opened(season, acts.Enter, by=by, at=at)
    wanted = [(place, line) for place, line in enumerate(lines) if line.strip()]
    read = [(place, _read(line, seen.rules.entrants)) for place, line in wanted]
    people = clubs.add_names(
        club=season.league.club, names=[name for _, one in read for name in one.names], at=at
    )
    by_name = {player.name: player for player in people}
    entries = []
    for place, one in read:
        players = [by_name[clean_name(f"names.{place}", name)] for name in one.names]
        if len(set(one.names)) != len(one.names):
            refuse(f"names.{place}", "the-same", "somebody is named twice")
        entries.append(Entry(players, one.own, one.rating))
    try:
        return enter(season=season, entries=entries, by=by, at=at, division=division)
    except Faults as refused:
        raise by_lines(refused, "entries", "names", [place for place, _ in wanted]) from refused


class _Line(NamedTuple):
    """A line of a list: the entrant's own name, the names of the people, and the rating."""

    own: str
    names: list[str]
    rating: int | None


def _read(line: str, kind: Entrants) -> _Line:
    rated = RATED.search(line)
    own, colon, rest = (line[: rated.start()] if rated else line).rpartition(":")
    is_parted = kind == "pair" or (kind == "team" and colon)
    names = [name.strip() for name in (rest.split(AND_BETWEEN) if is_parted else [rest]) if name.strip()]
    return _Line(own.strip(), names, int(rated[1]) if rated else None)


@transaction.atomic
def change_entrant(*, season: Season, number: int, entry: Entry, by: str, at: datetime) -> None:
    """Another name or other people for an entrant. Raises Faults as entering does, with fields `entries.0`."""
    identity_merge.lock_clubs_of(season)
    book, seen = opened(season, acts.Enter, by=by, at=at)
    entrant = _entrant(seen, number)
    name = _checked(seen, entry, 0, Entered(seen, besides=entrant))
    row = {"number": number, "name": name, "division": entrant.division.level}
    players = [player.pk for player in entry.players]
    book.do(acts.Enter(told={"entrants": [{**row, "players": players, "rating": entry.rating}]}))


def _entrant(seen: Contest, number: int) -> Entrant:
    found = seen.entrants.get(number)
    if found is None:
        refuse("entrant", "unknown", "there is no entrant %(entered)s", entered=number)
    return found


@transaction.atomic
def arrange(*, season: Season, places: Mapping[int, Place], by: str, at: datetime) -> None:
    """Give entrants other seeds or put them into other divisions, by their numbers; the others stay as they are.

    Raises Faults where two have one number, or for a division there is not.
    """
    book, seen = opened(season, acts.Divide, by=by, at=at)
    levels = {one.level for one in seen.divisions}
    moved = []
    for number, place in places.items():
        entrant = _entrant(seen, number)
        if place.division not in levels:
            refuse(
                f"places.{number}.division",
                "unknown",
                "there is no division %(entered)s",
                entered=place.division,
            )
        if not 1 <= place.number <= MOST_ENTRANTS:
            refuse(
                f"places.{number}.number",
                "out-of-range",
                "%(entered)s was entered; from 1 to %(most)s is allowed",
                entered=place.number,
                most=MOST_ENTRANTS,
            )
        if place != (number, entrant.division.level):
            moved.append({"was": number, "number": place.number, "division": place.division})
    new = [places[number].number if number in places else number for number in seen.entrants]
    twice = next((number for number in new if new.count(number) > 1), None)
    if twice is not None:
        refuse(
            "places", "the-same", "number %(entered)s was given twice; everybody has their own", entered=twice
        )
    if moved:
        book.do(acts.Divide(told={"placed": moved}))


@transaction.atomic
def withdraw(
    *, season: Season, number: int, by: str, at: datetime, ahead: Ahead = "forfeit", reason: str = ""
) -> None:
    """An entrant plays no more; one who has no fixtures is struck off.

    Arguments:
        ahead: what becomes of their fixtures: those ahead are forfeited or void, or all of them are void.
    """
    book, seen = opened(season, acts.Leave, by=by, at=at)
    entrant = _entrant(seen, number)
    if entrant.withdrawn_at is not None:
        refuse("entrant", "has-left", "%(name)s has withdrawn already", name=entrant.name)
    mine = [one for one in kept_of(seen) if number in one.numbers()]
    reason = clean_reason(reason)
    if not mine and not any(one.entrant == number for one in seen.given.values()):
        book.do(acts.Withdrawal(told={"left": number}, reason=reason))
        return
    if ahead == "void_all" and not seen.rules.has_table:
        refuse(
            "ahead",
            "not-allowed",
            "in a knock-out somebody has won by what was played; only fixtures ahead can go",
        )
    before = [one for one in mine if one.is_ahead or (ahead == "void_all" and one.status != "void")]
    after = [_without(one, number, ahead) for one in before]
    body: dict[str, object] = {"withdrawn": number, "ahead": ahead}
    book.do(acts.Withdrawal(told={**body, "fixtures": told(after), "before": told(before)}, reason=reason))


def _without(fixture: KeptFixture, number: int, ahead: Ahead) -> KeptFixture:
    """A fixture of somebody who has withdrawn."""
    if fixture.away is None or ahead != "forfeit":
        return replace(fixture.ahead(), status="void", evening="")
    # An evening that is published later gives no result any more to who has gone.
    return replace(fixture.forfeited_by([number]), evening="")


@transaction.atomic
def bring_back(*, season: Season, number: int, by: str, at: datetime, reason: str = "") -> None:
    """Take a withdrawal back: the entrant plays on, and fixtures that went with it are as they were before.

    Those that were told otherwise since stay as they are. Raises Faults where somebody of theirs is read as one
    person with somebody else who is entered.
    """
    identity_merge.lock_clubs_of(season)
    book, seen = opened(season, acts.Leave, by=by, at=at)
    entrant = _entrant(seen, number)
    if entrant.withdrawn_at is None:
        refuse("entrant", "not-withdrawn", "%(name)s has not withdrawn", name=entrant.name)
    playing = [one.number for one in seen.entrants.values() if one.withdrawn_at is None]
    identity_merge.check_all_different(seen, [*playing, number], "entrant")
    left = _withdrawal(book, number)
    now = {one.code: one for one in kept_of(seen)}
    after = [KeptFixture.from_data(one) for one in left.get("fixtures", ())]
    before = {one["code"]: one for one in left.get("before", ())}
    again = [before[one.code] for one in after if now.get(one.code) == one]
    book.do(acts.Withdrawal(told={"back": number, "fixtures": again}, reason=clean_reason(reason)))


def _withdrawal(book: SeasonBook, number: int) -> dict[str, Any]:
    """The last entry by which somebody withdrew."""
    rows = book.season.ledger.filter(act=acts.Leave.name).order_by("-sequence")
    bodies: Iterable[dict[str, Any]] = (json.loads(row.body) for row in rows)
    return next(body for body in bodies if body.get("withdrawn") == number)
