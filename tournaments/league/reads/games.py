"""The games that were played at published evenings, as ratings and fixtures read them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.club.models import Club, Player
from tournaments.evening.models import Evening, Round, Seat, TableRound, Ticket
from tournaments.evening.reads.public import last_publication
from tournaments.evening.record.outcome import entries_of, results_of
from tournaments.evening.record.record import Record
from tournaments.evening.replay.fold import fold
from tournaments.evening.round_rules import Keeping, Status
from tournaments.league.acts.act import EveningGames
from tournaments.league.models import (
    EntrantMember,
    League,
    LeagueClub,
    PersonMerge,
    RatingPoint,
    Season,
    SeasonEvening,
    SeasonLine,
)
from tournaments.league.reads.fixtures import rules_of
from tournaments.league.reads.persons import bonds_among, bound, ever_bound, merged_in
from tournaments.league.reads.ratings import came_with
from tournaments.league.reads.seasons import clubs_in
from tournaments.movement.seating import SEATS
from tournaments.ranking.fixtures.fixtures import GameAtTable
from tournaments.ranking.people import Alike, alike
from tournaments.ranking.ratings import MOST_SIDES, HandicapRule, RatedGame, handicaps
from tournaments.ranking.series.units import Persons
from tournaments.ranking.standings import TableResult, last_heir

__all__ = ["Club", "Evening", "League", "PersonMerge", "Player", "Touched", "evening_at", "evenings_for"]


# Two players who may be one person: who they might be, what reading them as one touches, what was merged.


MOST_PAIRS = 50


@dataclass(frozen=True, slots=True)
class LookAlikes:
    """Two players who may be one, and how alike their names are."""

    one: Player
    other: Player
    why: str


@dataclass(frozen=True, slots=True)
class Touched:
    """What it touches to read two players as one.

    `evenings` are those of the duplicate, `together` those of them at which the other played too.
    """

    evenings: tuple[Evening, ...]
    together: tuple[Evening, ...]
    seasons: tuple[Season, ...]
    games: tuple[str, ...]


def clubs_of(club: Club, league: League | None) -> list[int]:
    """The clubs whose players are read together: the club itself, or all that are in a league."""
    if league is None:
        return [club.pk]
    return list(clubs_in(league).order_by("pk").values_list("pk", flat=True))


def people_of(clubs: Collection[int]) -> list[Player]:
    return list(_with_evenings(Player.objects.filter(club__in=clubs)).order_by("name", "pk"))


def _with_evenings(people: QuerySet[Player]) -> QuerySet[Player]:
    tickets = Ticket.objects.filter(player=OuterRef("pk")).order_by().values("player")
    count = Coalesce(Subquery(tickets.values(count=Count("pk"))), 0)
    return people.select_related("club").annotate(evenings_count=count)


def players_of(clubs: Collection[int], keys: Iterable[int]) -> dict[int, Player]:
    return Player.objects.filter(club__in=clubs).select_related("club").in_bulk(set(keys))


def leagues_with_others(club: Club) -> list[League]:
    agreed = club.leagues.filter(guest_clubs__agreed_at__isnull=False)
    return list(agreed.select_related("club").distinct().order_by("name", "pk"))


def merges(clubs: Collection[int], league: League | None = None) -> list[PersonMerge]:
    scope = Q(league__isnull=True, duplicate__club__in=clubs) if league is None else Q(league=league)
    rows = PersonMerge.objects.filter(scope).select_related("duplicate__club", "into__club")
    return list(rows.order_by("-pk"))


def probable(clubs: Collection[int], merged: Collection[str]) -> list[LookAlikes]:
    """Those of these clubs' people whose names may mean one person, the surest first; two queries.

    `merged` are the ids of those who are read as somebody else already; they are left out.
    """
    rows = Player.objects.filter(club__in=clubs).order_by("pk").values_list("pk", "name")
    names = {str(pk): name for pk, name in rows}
    pairs = alike({person: name for person, name in names.items() if person not in merged})[:MOST_PAIRS]
    pks = {person for pair in pairs for person in (pair.first, pair.other)}
    by_id = {str(player.pk): player for player in _with_evenings(Player.objects.filter(pk__in=pks))}
    return [_pair(pair, by_id) for pair in pairs]


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A round in which two players had seats at the same time, so that they are hardly one person."""

    evening: Evening
    round: int


def at_once(pairs: Collection[tuple[Player, Player]]) -> dict[tuple[int, int], AtOnce]:
    """The last round in which two had seats at the same time, by the keys of the two; two queries."""
    players = {player.pk for pair in pairs for player in pair}
    came: dict[int, set[int]] = {}
    for player, evening in Ticket.objects.filter(player__in=players).values_list("player", "evening"):
        came.setdefault(player, set()).add(evening)
    shared = {
        evening for first, other in pairs for evening in came.get(first.pk, set()) & came.get(other.pk, set())
    }
    seated: dict[Round, set[int]] = {}
    seats = Seat.objects.filter(
        ticket__player__in=players, round__evening__in=shared, table_round__isnull=False
    )
    seats = seats.select_related("round__evening", "ticket").order_by("round__evening__date", "round__number")
    for seat in seats:
        seated.setdefault(seat.round, set()).add(seat.ticket.player_id)
    return {
        (first.pk, other.pk): AtOnce(round_.evening, round_.number)
        for round_, player_ids in seated.items()
        for first, other in pairs
        if {first.pk, other.pk} <= player_ids
    }


def _pair(pair: Alike, people: dict[str, Player]) -> LookAlikes:
    # Whoever came less often is the duplicate, most likely.
    both = [people[pair.first], people[pair.other]]
    both.sort(key=lambda player: (getattr(player, "evenings_count", 0), -player.pk))
    return LookAlikes(both[0], both[1], pair.why)


def touched(duplicate: Player, into: Player) -> Touched:
    evenings = list(Evening.objects.filter(tickets__player=duplicate).order_by("-date", "-pk"))
    with_other = set(Evening.objects.filter(tickets__player=into).values_list("pk", flat=True))
    evenings_pks = [evening.pk for evening in evenings]
    lines = SeasonLine.objects.filter(player__in=(duplicate, into)).values("season")
    counted = SeasonEvening.objects.filter(evening__in=evenings_pks, result__isnull=False).values("season")
    own = Q(pk__in=lines) | Q(pk__in=counted)
    entered = EntrantMember.objects.filter(player__in=(duplicate, into)).values("season")
    fixtures = Q(pk__in=entered) & ~Q(stage=Season.Stage.DRAFT)
    seasons = Season.objects.filter(own | fixtures).select_related("league__club")
    rated = RatingPoint.objects.filter(player__in=(duplicate, into))
    return Touched(
        tuple(evenings),
        tuple(evening for evening in evenings if evening.pk in with_other),
        tuple(seasons.order_by("league__name", "-starts", "pk")),
        tuple(rated.order_by("game").values_list("game", flat=True).distinct()),
    )


# --- for the service ---------------------------------------------------------------------------------
def leagues_around(clubs: Collection[int]) -> list[League]:
    """Every league in which one of these clubs takes part, or whose merges are of their people; one query."""
    guests = LeagueClub.objects.filter(club__in=clubs, agreed_at__isnull=False).values("league")
    own = Q(duplicate__club__in=clubs) | Q(into__club__in=clubs)
    merged = PersonMerge.objects.filter(own, league__isnull=False).values("league")
    return list(League.objects.filter(Q(club__in=clubs) | Q(pk__in=guests) | Q(pk__in=merged)).order_by("pk"))


def clubs_around(leagues: Iterable[League]) -> QuerySet[Club]:
    agreed = Q(leagues_elsewhere__league__in=leagues, leagues_elsewhere__agreed_at__isnull=False)
    return Club.objects.filter(Q(leagues__in=leagues) | agreed).distinct()


def live_merges(clubs: Collection[int], leagues: Collection[League]) -> list[PersonMerge]:
    scope = Q(league__isnull=True, duplicate__club__in=clubs) | Q(league__in=leagues)
    rows = PersonMerge.objects.filter(scope, undone_at__isnull=True)
    return list(rows.select_related("into").order_by("pk"))


def ever_merged(players: Collection[int]) -> set[int]:
    """Those of these players who are read as others or were once, or others as them; two queries."""
    rows = PersonMerge.objects.filter(Q(duplicate__in=players) | Q(into__in=players))
    merged = {key for pair in rows.values_list("duplicate", "into") for key in pair}
    return (merged | ever_bound(players)) & set(players)


def read_together(players: Collection[int]) -> set[int]:
    """These players, and all who are or were read as one person with them, through whatever others.

    A query for each step from one to the next, and one more.
    """
    together, fresh = set(players), set(players)
    while fresh:
        rows = PersonMerge.objects.filter(Q(duplicate__in=fresh) | Q(into__in=fresh))
        fresh = {key for pair in rows.values_list("duplicate", "into") for key in pair} - together
        together |= fresh
    return together


def merges_of(club: Club, league: League | None = None) -> Persons:
    return Persons(merged=merged_in(clubs_of(club, league), league))


def who_is_who(season: Season) -> Persons:
    """Who is who in a season of fixtures; two queries, three where several clubs take part.

    One that is over reads people of different clubs as one as it did when it was closed.
    """
    clubs = clubs_of(season.league.club, season.league)
    merged = merged_in(clubs, season.league)
    return Persons(merged=bound(merged, bonds_among(clubs, season.league, until=season.closed_at)))


# --- The evenings that could give the result of a fixture ---------------------------------------------


SHOWN = 60


def evenings_for(season: Season, games: Sequence[str]) -> list[Evening]:
    rows = Evening.objects.filter(club__in=clubs_in(season.league).values("pk"), plan__game__in=list(games))
    return list(rows.exclude(status=Status.ABANDONED).select_related("club").order_by("-date", "-pk")[:SHOWN])


def evening_at(season: Season, address: str) -> Evening | None:
    club, _, slug = address.strip().partition("/")
    rows = Evening.objects.filter(club__in=clubs_in(season.league).values("pk"), club__slug=club, slug=slug)
    return rows.select_related("club").first()


# --- The games of an evening as they were published, by who played: what gives fixtures their results -

Sides = tuple[tuple[str, ...], ...]
"""Who played for each side of a game."""
Handicaps = Callable[[Sides], tuple[int, ...]]


def games_of(season: Season, evening: Evening) -> EveningGames:
    persons = who_is_who(season)
    publication = last_publication(evening)
    games = published_games(evening, persons, rule=rules_of(season).handicap)
    return EveningGames(persons, games, publication.number if publication else 0)


def published_games(
    evening: Evening, persons: Persons, *, rule: HandicapRule | None = None
) -> tuple[GameAtTable, ...] | None:
    """The settled games of an evening as published last; None for one that has never been.

    Handicaps by `rule`, where there is one, are from the ratings that people came with.
    """
    publication = last_publication(evening)
    if publication is None:
        return None
    players = {code: str(player) for code, player in evening.tickets.values_list("code", "player_id")}
    people = {code: persons.real(player) for code, player in players.items()}
    record = fold(entries_of(json.loads(publication.archive)["ledger"]))
    return tuple(_games(_complete(record), people, _handicaps(evening, players, rule)))


def sides_published(archive: Mapping[str, Any]) -> Iterator[tuple[Sides, Sides]]:
    """By ticket, who played for each side of every settled game of an evening, and on whose lines it counts.

    The two differ where somebody took a ticket over with all that had been won on it.
    """
    record = fold(entries_of(archive["ledger"]))
    have_a_line = {line["ticket"] for line in archive["standings"]}
    heirs = {old: new for new, old in record.replaced().items() if old not in have_a_line}
    for result in _complete(record):
        sides = _sides(result, result.seats)
        yield sides, tuple(tuple(last_heir(ticket, heirs) for ticket in side) for side in sides)


def _complete(record: Record) -> list[TableResult]:
    # Where somebody had left it is not known who played in the empty seat.
    return [result for result in results_of(record)[0] if not set(result.seats) & set(result.absent)]


def _sides(result: TableResult, seats: Sequence[str]) -> Sides:
    if result.by_seat:
        return tuple((ticket,) for ticket in seats)
    return (seats[0], seats[2]), (seats[1], seats[3])


def _games(results: list[TableResult], people: Mapping[str, str], given: Handicaps) -> Iterator[GameAtTable]:
    for result in results:
        counts = Counter(people[code] for code in result.seats)
        # Whoever sat there twice, read as one person, has met nobody; the others have their game all the same.
        seats = [people[code] if counts[people[code]] == 1 else code for code in result.seats]
        sides = _sides(result, seats)
        called = Keeping(by_seat=result.by_seat).sides(len(sides))
        winner = called.index(result.winner) if result.winner else None
        yield GameAtTable(sides, tuple(result.points), winner, given(_sides(result, result.seats)))


def _handicaps(evening: Evening, players: Mapping[str, str], rule: HandicapRule | None) -> Handicaps:
    if rule is None:
        return lambda sides: ()
    ratings = came_with(evening, players.values())

    def handicaps_of(sides: Sides) -> tuple[int, ...]:
        return handicaps([[ratings[players[code]] for code in side] for side in sides], rule)

    return handicaps_of


SEAT = (
    "table_round",
    "seat",
    "ticket__player",
    "round__evening",
    "round__number",
    "table_round__table__number",
    "table_round__points_a",
    "table_round__points_b",
    "table_round__seat_points",
)
"""What is read of each seat to know the game: who sat where, and the points of the table."""


def seats_played() -> QuerySet[Seat]:
    """The seats of all games that were played: in closed rounds, those declared not played left out."""
    seats = Seat.objects.filter(table_round__isnull=False, round__closed_at__isnull=False)
    return seats.exclude(table_round__decision=TableRound.Decision.NOT_PLAYED)


def rated_games(evenings: Iterable[Evening]) -> Iterator[RatedGame]:
    """Every game that was played at these evenings, by player; one query.

    A game that the director declared not played is none; one whose score was adjusted counts as adjusted.
    """
    known = {evening.pk: evening for evening in evenings}
    rows = (
        seats_played()
        .filter(round__evening__in=list(known))
        .order_by("round__evening", "round__number", "table_round__table__number", "seat")
        .values(*SEAT, "table_round__outright")
    )
    for _, seats in groupby(rows, key=itemgetter("table_round")):
        table_seats: list[dict[str, Any]] = [dict(seat) for seat in seats]
        game = _game(known[table_seats[0]["round__evening"]], table_seats)
        if game is not None:
            yield game


def _in_order(own: Sequence[int], outright: str) -> tuple[int, ...]:
    # A rating reads who came before whom: a seat that won outright comes before all others.
    points = list(own)
    if outright:
        points[int(outright) - 1] = max(points) + 1
    return tuple(points)


def _game(evening: Evening, seats: Sequence[dict[str, Any]]) -> RatedGame | None:
    first = seats[0]
    people = [str(row["ticket__player"]) for row in seats]
    own: list[int] = first["table_round__seat_points"]
    if own:
        sides: tuple[tuple[str, ...], ...] = tuple((person,) for person in people)
        points = _in_order([own[row["seat"] - 1] for row in seats], first["table_round__outright"])
    elif len(people) != SEATS:
        return None
    else:
        sides = tuple(tuple(people[place] for place in couple) for couple in ((0, 2), (1, 3)))
        points = (first["table_round__points_a"], first["table_round__points_b"])
    if not 2 <= len(sides) <= MOST_SIDES:
        return None
    return RatedGame(
        game=evening.plan["game"],
        date=evening.date,
        evening=str(evening.pk),
        round=first["round__number"],
        table=first["table_round__table__number"],
        sides=sides,
        points=points,
    )
