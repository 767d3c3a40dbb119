"""Ratings of a club's or a federation's players at a game, now and before an evening; the games they rest on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from games.catalogue import GAMES
from tournaments.club.models import Club, Player
from tournaments.club.models.clubs import ratings_shown
from tournaments.club.reads.access import Visitor
from tournaments.club.reads.members import own_games
from tournaments.club.roles import Part
from tournaments.evening.fold import fold
from tournaments.evening.models import Evening, Publication, Seat, Standing, TableRound
from tournaments.evening.outcome import entries_of, results_of
from tournaments.evening.reads.public import last_publication
from tournaments.evening.record import Record
from tournaments.evening.round_rules import Keeping, Status
from tournaments.league.acts.act import EveningGames
from tournaments.league.models import Federation, FederationClub, Season
from tournaments.league.reads.fixtures import rules_of
from tournaments.league.reads.persons import bonds_in, bound, called, followed, merged_in, who_is_who
from tournaments.league.reads.seasons import clubs_of
from tournaments.movement.seating import SEATS
from tournaments.ranking.fixtures.results import GameAtTable
from tournaments.ranking.ratings import MOST_SIDES, HandicapRule, RatedGame, Rating, handicaps
from tournaments.ranking.series.units import Persons
from tournaments.ranking.standings import TableResult, last_heir


class RatingPlace(NamedTuple):
    date: date
    evening: int

    @classmethod
    def of(cls, evening: Evening) -> RatingPlace:
        return cls(evening.date, evening.pk)

    def since(self, date: str = "date", evening: str = "evening") -> Q:
        return Q(**{f"{date}__gt": self.date}) | Q(**{date: self.date, f"{evening}__gte": self.evening})

    def before(self, date: str = "date", evening: str = "evening") -> Q:
        return Q(**{f"{date}__lt": self.date}) | Q(**{date: self.date, f"{evening}__lt": self.evening})


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    id: int
    name: str
    slug: str
    rating: Rating
    last: date


Whose = Club | Federation
"""Those whose evenings are rated together."""


def games_rated(whose: Whose) -> list[str]:
    points = whose.rating_points.filter(evening__status=Status.PUBLISHED)
    games = sorted({*GAMES, *(own_games(whose) if isinstance(whose, Club) else ())})
    are_rated = [Exists(points.filter(game=game).order_by()) for game in games]
    row = type(whose).objects.filter(pk=whose.pk).values_list(*are_rated).get()
    return [game for game, is_rated in zip(games, row, strict=True) if is_rated]


def evenings_of(whose: Whose) -> QuerySet[Evening]:
    """The evenings that are rated together: those of a club, or of the clubs of a federation.

    Of a club that has left, those that had been published by then.
    """
    if isinstance(whose, Club):
        return Evening.objects.filter(club=whose)
    in_time = Publication.objects.filter(
        evening=OuterRef(OuterRef("pk")), published_at__lte=OuterRef("ended_at")
    )
    was_in = FederationClub.objects.filter(
        Q(ended_at__isnull=True) | Exists(in_time), club=OuterRef("club"), agreed_at__isnull=False
    )
    # What came from an archive is rated where it was played.
    return Evening.objects.filter(Exists(was_in.filter(federation=whose)), came_from="")


def read_as(whose: Whose) -> dict[str, str]:
    """Who is read as whom where evenings are rated together, by id; one query, three for a federation."""
    if isinstance(whose, Club):
        return merged_in([whose.pk])
    clubs = whose.memberships.filter(agreed_at__isnull=False).values_list("club", flat=True)
    return bound(merged_in(clubs), bonds_in(whose))


def ratings_at(club: Club, game: str) -> list[RatedPlayer]:
    """Everybody rated at a game, the surest of being good first; two queries.

    The list goes by what somebody is rated at the least, so that nobody leads by a few lucky games.
    """
    points = club.rating_points.filter(player=OuterRef("pk"), game=game, evening__status=Status.PUBLISHED)
    last = Subquery(points.order_by("-date", "-evening_id").values("pk")[:1])
    newest_of_each = Player.objects.filter(ratings_shown(), club=club).order_by().values(last=last)
    rows = list(
        club.rating_points.filter(pk__in=newest_of_each)
        .order_by()
        .values_list("player", "mu", "sigma", "games", "date")
    )
    people = called({str(player) for player, *_ in rows})
    players = [
        RatedPlayer(
            player, people[str(player)].name, people[str(player)].slug, Rating(mu, sigma, games), last
        )
        for player, mu, sigma, games, last in rows
    ]
    return sorted(players, key=place_of)


def place_of(one: RatedPlayer | RatedPerson) -> tuple[int, int, str, int]:
    """The sort key of the lists: the surest of being good first."""
    return (-one.rating.sure, -one.rating.figure, one.name, one.id)


def ratings_before(whose: Whose, game: str, place: RatingPlace) -> dict[str, Rating]:
    """Everybody's rating as it was before an evening, by person; one query.

    Of the evenings of one day those are before that were made before, as where ratings are worked out.
    """
    rows = newest(whose.rating_points.filter(place.before(), game=game))
    return {
        str(player): Rating(mu, sigma, games)
        for player, mu, sigma, games in rows.values_list("player", "mu", "sigma", "games")
    }


def came_with(evening: Evening, players: Iterable[str]) -> dict[str, Rating]:
    """The ratings with which players came to an evening; two queries.

    Who is read in the evening's club as another comes with the other's.
    """
    known = ratings_before(evening.club, evening.plan["game"], RatingPlace.of(evening))
    persons = Persons(merged=merged_in([evening.club_id]))
    return {player: known.get(persons.real(player), Rating()) for player in players}


def newest(points: QuerySet[Any]) -> QuerySet[Any]:
    age = Window(RowNumber(), partition_by="player", order_by=[F("date").desc(), F("evening").desc()])
    last: QuerySet[Any] = points.annotate(age=age).filter(age=1)
    return last


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


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """Somebody rated over all evenings of a federation: who they are in its clubs, the rating, and its last day.

    Of the players only those whom their club shows to whoever looks; the first gives the name.
    """

    players: tuple[Player, ...]
    rating: Rating
    last: date

    @property
    def id(self) -> int:
        return self.players[0].pk

    @property
    def name(self) -> str:
        return self.players[0].name


def people_rated(federation: Federation, game: str, visitor: Visitor) -> list[RatedPerson]:
    """Everybody rated at a game over all clubs, the surest of being good first; six queries.

    Somebody of whom no club that is in the federation now shows anything is not among them.
    """
    clubs = {club.pk: club for club in clubs_of(federation)}
    visible = {pk for pk, club in clubs.items() if visitor.sees(Part.PLAYERS, club)}
    points = federation.rating_points.filter(
        ratings_shown("player__"), game=game, evening__status=Status.PUBLISHED
    )
    rows = list(newest(points).order_by().values_list("player", "mu", "sigma", "games", "date"))
    people = _who_they_are(federation, list(clubs), [person for person, *_ in rows])
    keys = {key for own in people.values() for key in own}
    known = {player.pk: player for player in Player.objects.filter(ratings_shown(), pk__in=keys)}
    rated_people = []
    for person, mu, sigma, games, last in rows:
        if not known.keys() >= set(people[person]):
            continue  # in one of their clubs they withhold their ratings
        own = [known[key] for key in sorted(people[person]) if known[key].club_id in visible]
        for player in own:
            player.club = clubs[player.club_id]
        if own:
            rated_people.append(RatedPerson(tuple(own), Rating(mu, sigma, games), last))
    return sorted(rated_people, key=place_of)


def _who_they_are(
    federation: Federation, clubs: list[int], people: Collection[int]
) -> Mapping[int, Collection[int]]:
    pairs, of_clubs = bonds_in(federation), merged_in(clubs)
    everywhere = bound(of_clubs, pairs)
    own_by_person = {person: {int(followed(str(person), of_clubs))} for person in people}
    for key in {key for pair in pairs for key in pair}:
        own_by_person.get(int(followed(key, everywhere)), set()).add(int(followed(key, of_clubs)))
    came = Standing.objects.filter(evening__club__in=clubs, evening__status=Status.PUBLISHED, played__gt=0)
    have_a_page = {
        int(followed(str(player), of_clubs))
        for player in came.order_by().values_list("ticket__player", flat=True).distinct()
    }
    return {person: own & have_a_page for person, own in own_by_person.items()}
