"""What is known of one person in public: their published evenings, the games there, seasons, ratings, best hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal

from django.db.models import Count, Max, Min, Q, QuerySet, Sum

from games.catalogue import game_of
from tournaments.club.models import Club, Player, PlayerPhoto
from tournaments.club.models.clubs import ratings_shown
from tournaments.club.reads.members import ERASED
from tournaments.evening.models import Evening, Hand, Seat, Standing, Ticket
from tournaments.evening.round_rules import Status
from tournaments.league.models import EntrantMember, RatingPoint, Season, SeasonLine
from tournaments.league.reads.fixtures import DivisionSeen, contests
from tournaments.league.reads.persons import SEASON_GROUND, PageGround, ground_of_names, merges_of
from tournaments.league.reads.ratings import SEAT, seats_played
from tournaments.movement.seating import SEATS, is_winner
from tournaments.ranking.people import Outcome, PlayedGame
from tournaments.ranking.ratings import Rating
from tournaments.ranking.series.units import EveningLine, Persons
from tournaments.site.cleaning import folded

__all__ = ["Club", "Evening", "Hand", "Player", "SeasonLine"]

BEST_HANDS = 5


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody who has played a published evening of the club: at how many, and when last."""

    id: int
    name: str
    slug: str
    is_guest: bool
    evenings: int
    last: date


@dataclass(frozen=True, slots=True)
class Person:
    """A person with all their ids: their own, and those of the players read as them, whose names are in `also`.

    `persons` knows who everybody else of the club is.
    """

    player: Player
    ids: tuple[int, ...]
    also: tuple[str, ...]
    persons: Persons


@dataclass(frozen=True, slots=True)
class Attendance:
    evening: int
    date: date
    place: int


@dataclass(frozen=True, slots=True)
class EveningPlayed:
    evening: Evening
    line: EveningLine

    @property
    def by_points(self) -> bool:
        plan = self.evening.plan
        return plan.get("counting") == "points" or (plan.get("worth") or {}).get("counts") == "points"


@dataclass(frozen=True, slots=True)
class Rated:
    game: str
    date: date
    evening: Evening
    rating: Rating


@dataclass(frozen=True, slots=True)
class BestHand:
    hand: Hand
    points: int
    evening: Evening
    round: int
    table: int
    seat: int


def listed(club: Club, *, search: str = "", order: str = "name") -> list[Listed]:
    """Everybody who has played a published evening and whose name holds `search`; three queries.

    Those whose name was erased are left out. The order is by `name`, by most `evenings`, or by who was
    there `last`.
    """
    persons = merges_of(club)
    merged = {int(old) for old in persons.merged} | {int(persons.real(old)) for old in persons.merged}
    rows = Standing.objects.filter(evening__club=club, evening__status=Status.PUBLISHED, played__gt=0)
    counts = rows.order_by().values_list("ticket__player").annotate(Count("pk"), Max("evening__date"))
    totals = {player: (count, last) for player, count, last in counts if player not in merged}
    totals |= _of_merged(rows.filter(ticket__player__in=merged), persons.real)
    needle = folded(search.strip())
    people = [
        Listed(player.pk, player.name, player.slug, player.is_guest, *totals[player.pk])
        for player in Player.objects.filter(club=club).exclude(name=ERASED).in_bulk(totals).values()
        if needle in folded(player.name)
    ]
    people.sort(key=lambda person: (folded(person.name), person.id))
    if order == "evenings":
        people.sort(key=lambda person: -person.evenings)
    elif order == "last":
        people.sort(key=lambda person: person.last, reverse=True)
    return people


def _of_merged(rows: Any, real: Any) -> dict[int, tuple[int, date]]:
    # An evening at which two who are read as one person were counts once.
    evenings: dict[int, dict[int, date]] = defaultdict(dict)
    for player, evening, day in rows.order_by().values_list("ticket__player", "evening", "evening__date"):
        evenings[int(real(str(player)))][evening] = day
    return {person: (len(days), max(days.values())) for person, days in evenings.items()}


def person(club: Club, pk: int) -> Person | None:
    """The person that a player of the club is, whoever they are read as; None where it has no such player.

    Three queries.
    """
    if not club.players.filter(pk=pk).exists():
        return None
    persons = merges_of(club)
    real = persons.real(str(pk))
    ids = {real, *(old for old in persons.merged if persons.real(old) == real)}
    people = {player.pk: player for player in club.players.filter(pk__in=[int(each) for each in ids])}
    player = people[int(real)]
    names = {other.name for other in people.values()} - {player.name}
    return Person(player, tuple(sorted(people)), tuple(sorted(names)), persons)


def ground_of_evenings(club: Club) -> PageGround:
    """What was played at a club, and who is rated since; two queries."""
    evenings = club.evenings.aggregate(count=Count("pk"), versions=Sum("version"))
    return (*evenings.values(), *club.rating_points.aggregate(count=Count("pk"), last=Max("pk")).values())


def ground_of(person: Person) -> PageGround:
    """What the ETag of a person's page is made of; six queries.

    Of evenings all of the club: how often somebody came in a row is counted among them.
    """
    player = person.player
    is_in = Q(lines__player__in=person.ids) | Q(entrant_members__player__in=person.ids)
    return (
        *(person.ids, person.also, player.name, player.slug, player.public_name, player.shows_rating),
        ground_of_evenings(player.club),
        *Season.objects.filter(is_in).order_by("pk").distinct().values_list(*SEASON_GROUND),
        *PlayerPhoto.objects.filter(player=player).values_list("pk"),
        ground_of_names(),
    )


def attendance_of(person: Person) -> list[Attendance]:
    rows = _standings(person).filter(evening__status=Status.PUBLISHED)
    places = rows.values_list("evening", "evening__date").annotate(Min("place"))
    return [Attendance(*row) for row in places.order_by("-evening__date", "-evening")]


def corrected_of(person: Person) -> list[Evening]:
    """The evenings at which a person played whose results are being corrected, the latest first; one query.

    They count again when they are published again.
    """
    rows = _standings(person).filter(evening__status=Status.FINISHED, evening__published_at__isnull=False)
    return list(Evening.objects.filter(pk__in=rows.order_by().values("evening")).order_by("-date", "-pk"))


def evenings_of(person: Person, year: int | None = None) -> list[EveningPlayed]:
    rows = _standings(person).filter(evening__status=Status.PUBLISHED)
    if year is not None:
        rows = rows.filter(evening__date__year=year)
    lines = rows.select_related("evening", "ticket").order_by("-evening__date", "-evening")
    return [
        EveningPlayed(evening, _as_one(person, list(own)))
        for evening, own in groupby(lines, key=lambda row: row.evening)
    ]


def _standings(person: Person) -> QuerySet[Standing]:
    return Standing.objects.filter(ticket__player__in=person.ids, played__gt=0)


def has_played(person: Person) -> bool:
    statuses = (Status.PUBLISHED, Status.FINISHED)
    rows = _standings(person).filter(evening__published_at__isnull=False, evening__status__in=statuses)
    return rows.exists()


def evenings_at(keys: Iterable[int]) -> dict[int, Evening]:
    return Evening.objects.in_bulk(list(keys))


def _as_one(person: Person, rows: Sequence[Standing]) -> EveningLine:
    lines = (
        EveningLine(
            person=str(row.ticket.player_id),
            place=row.place,
            played=row.played,
            won_halves=row.won_halves,
            points_for=row.points_for,
            points_difference=row.points_difference,
            colour=row.ticket.colour,
        )
        for row in rows
    )
    return person.persons.lines(lines)[str(person.player.pk)]


def players_at(evenings: Iterable[int]) -> dict[int, int]:
    rows = Standing.objects.filter(evening__in=list(evenings), played__gt=0)
    return dict(rows.order_by().values_list("evening").annotate(Count("pk")))


def evenings_in_order(club: Club) -> list[int]:
    rows = Evening.objects.filter(club=club, status=Status.PUBLISHED).order_by("date", "pk")
    return list(rows.values_list("pk", flat=True))


def games_of(person: Person, evenings: Iterable[EveningPlayed]) -> list[PlayedGame]:
    """Every game of a person at these evenings, in the order in which they were played; one query.

    A game that the director declared not played is none. Everybody else in it is who they are read as.
    """
    tickets = Ticket.objects.filter(
        player__in=person.ids, evening__in=[entry.evening.pk for entry in evenings]
    )
    own = Seat.objects.filter(ticket__in=tickets.values("pk"), table_round__isnull=False)
    rows = (
        seats_played()
        .filter(table_round__in=own.values("table_round"))
        .order_by("round__evening__date", "round__evening", "round__number", "table_round", "seat")
        .values_list(
            *SEAT,
            *("table_round__winner", "table_round__is_won_by_seat"),
            *("round__evening__plan__game", "round__evening__plan__edition"),
        )
    )
    mine = {str(pk) for pk in person.ids}
    played_games: list[PlayedGame] = []
    for _, seats in groupby(rows, key=itemgetter(0)):
        played_games += _games(list(seats), mine, person.persons.real)
    return played_games


def _games(
    seats: list[tuple[Any, ...]], mine: Collection[str], real: Callable[[str], str]
) -> Iterator[PlayedGame]:
    game, _, _, evening, round_, table, points_a, points_b, seat_points, winner, by_seat, slug, edition = (
        seats[0]
    )
    people = {seat: str(player) for _, seat, player, *_ in seats}
    points = {
        seat: seat_points[seat - 1] if seat_points else (points_a, points_b)[seat % 2 == 0] for seat in people
    }
    known = game_of(slug, edition or "")
    in_couples = known is not None and known.partnership and len(people) == SEATS
    paired = not seat_points or (in_couples and not by_seat)
    for seat in (seat for seat, player in people.items() if player in mine):
        across = (seat + 1) % SEATS + 1 if paired else None
        partner = people.get(across or 0, "")
        outcome: Outcome = "" if not winner else "won" if is_winner(winner, seat) else "lost"
        yield PlayedGame(
            id=str(game),
            evening=str(evening),
            round=round_,
            table=table,
            seat=seat,
            game=slug,
            counting="games" if by_seat or not seat_points else "points",
            own=points[seat],
            partner="" if partner in mine else real(partner),
            against=tuple(
                (real(player), points[other])
                for other, player in people.items()
                if other not in (seat, across) and player not in mine
            ),
            outcome=outcome,
        )


def best_hands(games: Iterable[PlayedGame], evenings: Iterable[Evening]) -> list[BestHand]:
    """The hands that gave a person most in these games, the best first, the latest before others; two queries.

    Hands of games whose score the director has set count for nothing there and are left out.
    """
    by_game = {int(game.id): game for game in games}
    rows = Hand.objects.filter(
        table_round__in=by_game, live=True, hand__isnull=False, table_round__decision=""
    )
    scored: list[tuple[int, date, int, int]] = []
    by_id = {str(evening.pk): evening for evening in evenings}
    for pk, where, points_a, points_b, seat_points in rows.order_by("pk").values_list(
        "pk", "table_round", "points_a", "points_b", "seat_points"
    ):
        game = by_game[where]
        own = seat_points[game.seat - 1] if seat_points else (points_a, points_b)[game.seat % 2 == 0]
        if own > 0:
            scored.append((own, by_id[game.evening].date, pk, where))
    best = sorted(scored, reverse=True)[:BEST_HANDS]
    hands = Hand.objects.in_bulk([pk for _, _, pk, _ in best])
    return [_best(hands[pk], own, by_game[where], by_id) for own, _, pk, where in best]


def _best(hand: Hand, own: int, game: PlayedGame, evenings: Mapping[str, Evening]) -> BestHand:
    return BestHand(hand, own, evenings[game.evening], game.round, game.table, game.seat)


def season_lines(person: Person) -> list[SeasonLine]:
    lines = SeasonLine.objects.filter(player=person.player, category="")
    rows = lines.exclude(season__stage=Season.Stage.DRAFT).select_related("season__league__club")
    return list(rows.order_by("-season__starts", "-season"))


def line_above(line: SeasonLine) -> SeasonLine | None:
    lines = SeasonLine.objects.filter(season=line.season_id, category=line.category)
    return lines.filter(position=line.position - 1).select_related("player").first()


def ratings_of(person: Person, year: int | None = None) -> list[Rated]:
    """A person's ratings after each published evening, of one year or of all, in order; one query."""
    rows = RatingPoint.objects.filter(
        ratings_shown("player__"),
        player=person.player,
        club=person.player.club_id,
        evening__status=Status.PUBLISHED,
    )
    if year is not None:
        rows = rows.filter(date__year=year)
    return [
        Rated(row.game, row.date, row.evening, Rating(row.mu, row.sigma, row.games))
        for row in rows.select_related("evening").order_by("game", "date", "evening")
    ]


State = Literal["", "withdrawn", "won", "in", "out"]


@dataclass(frozen=True, slots=True)
class FixturePlace:
    """A person's place in a season of fixtures, byes left out; match points in halves, None in a knock-out.

    The `place` is that in the table, or 1 for who has won a knock-out; None where nothing tells it yet.
    """

    season: Season
    division: str
    number: int
    name: str
    place: int | None
    match_points: int | None
    played: int
    won: int
    state: State


def fixture_places(person: Person) -> list[FixturePlace]:
    """Where a person stands in the seasons of fixtures that were opened, the latest first; five queries at most."""
    rows = EntrantMember.objects.filter(player__in=person.ids).exclude(season__stage=Season.Stage.DRAFT)
    members = list(
        rows.select_related("season__league__club", "entrant__division")
        .annotate(divisions=Count("season__divisions", distinct=True))
        .order_by("-season__starts", "-season", "entrant__number")
    )
    seasons = {member.season_id: member.season for member in members}
    divisions = {member.entrant.division_id: member.entrant.division for member in members}
    contests_by_season = contests(list(seasons.values()), divisions.values())
    places: dict[int, FixturePlace] = {}
    for member in members:
        division = contests_by_season[member.season_id].division_of(member.entrant.number)
        if division is not None and member.entrant_id not in places:
            many = member.divisions > 1
            places[member.entrant_id] = _place(seasons[member.season_id], division, member, many=many)
    return list(places.values())


def _place(season: Season, division: DivisionSeen, member: EntrantMember, *, many: bool) -> FixturePlace:
    number = member.entrant.number
    own = [
        fixture for fixture in division.fixtures if number in fixture.numbers() and fixture.away is not None
    ]
    counted = [fixture for fixture in own if fixture.status in ("played", "forfeited")]
    won = [fixture for fixture in counted if fixture.won_by == number]
    gone = member.entrant.withdrawn_at is not None
    place, match_points, state = (
        _in_table(division, number) if division.rules.has_table else _in_bracket(division, number)
    )
    return FixturePlace(
        season,
        division.name if many else "",
        number,
        member.entrant.name,
        place,
        match_points,
        len(counted),
        len(won),
        "withdrawn" if gone and state != "won" else state,
    )


def _in_table(division: DivisionSeen, number: int) -> tuple[int | None, int | None, State]:
    line = next(line for line in division.lines if line.entrant == str(number))
    begun = any(fixture.counts for fixture in division.values)
    return line.place if begun else None, line.match_points, ""


def _in_bracket(division: DivisionSeen, number: int) -> tuple[int | None, int | None, State]:
    stands = division.knockout
    if stands is None:
        return None, None, ""
    if stands.champion == str(number):
        return 1, None, "won"
    lives = 2 if division.rules.format == "double_knock_out" else 1
    return None, None, "out" if stands.is_over or stands.lost.get(str(number), 0) >= lives else "in"
