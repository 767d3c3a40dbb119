"""Players read as one person: who they might be, what reading them as one touches, and what was merged."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.club.models import Club, Player
from tournaments.evening.models import Evening, Round, Seat, Ticket
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
from tournaments.league.reads.persons import bonds_among, bound, ever_bound, merged_in
from tournaments.league.reads.seasons import clubs_in
from tournaments.ranking.people import Alike, alike
from tournaments.ranking.series.units import Persons

__all__ = ["Club", "Evening", "League", "PersonMerge", "Player", "Touched"]

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
