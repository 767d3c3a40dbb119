"""What the desk shows: a club's nights and evenings, people and tables of one, what is found. In a few queries."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, QuerySet, Value
from django.db.models.fields.json import KT
from django.shortcuts import get_object_or_404
from django.utils.timezone import localdate

from tournaments.club.models import Club, ClubNight, Player
from tournaments.club.reads.access import Visitor
from tournaments.evening import acts
from tournaments.evening.models import (
    ClubPreset,
    Evening,
    Hand,
    PlayerLink,
    Round,
    Table,
    TableLink,
    TableRound,
    Ticket,
)
from tournaments.evening.new_plans import OF_A_GAME
from tournaments.evening.reads import access, facts
from tournaments.evening.round_rules import OVER, Status
from tournaments.prepared_sql import count_of
from tournaments.site.arguments import provides
from tournaments.site.cleaning import folded
from tournaments.work.models import Job, JobQuerySet

__all__ = [
    "OVER",
    "Club",
    "ClubNight",
    "ClubPreset",
    "Evening",
    "Job",
    "Player",
    "PlayerLink",
    "Table",
    "Ticket",
]


@provides
def preset_of_club(club: Club, preset: int) -> ClubPreset:
    return get_object_or_404(club.presets, pk=preset)


MOST_DAYS = 800
"""Of so many days ahead the nights are counted: more than two years."""
MOST_AHEAD = 60
"""So many of its days are looked at for the next one of a night that is still free."""


@provides
def night_of_club(club: Club, night: int) -> ClubNight:
    return get_object_or_404(club.nights, pk=night)


def next_days(club: Club, nights: Iterable[ClubNight], today: date) -> dict[int, date]:
    """The next day of each night, by key, on which the club has no evening, else the very next; one query."""
    coming = club.evenings.filter(date__gte=today).exclude(status=Status.ABANDONED)
    busy_days = set(coming.values_list("date", flat=True))
    day_by_night = {}
    for night in nights:
        days = night.days_from(today, MOST_AHEAD)
        day_by_night[night.pk] = next((day for day in days if day not in busy_days), days[0])
    return day_by_night


def start_on(club: Club, day: date) -> time | None:
    """When the night of this day begins; None where there is none, or it says nothing. One query."""
    rows = club.nights.exclude(starts=None)
    return next((night.starts for night in rows if night.falls_on(day)), None)


def evenings_left(
    clubs: QuerySet[Club, Any], games: Collection[str], *, since: date, today: date, until: date
) -> int | None:
    """How many evenings of these games are to come at the nights of clubs; None where they have no nights.

    A day is counted once for each club, today too. An evening that was made for another day counts as
    well, and so does an earlier one, from `since` on, that was played and is not published. A night on
    which something else is, or was, does not. Two queries.
    """
    nights = [
        night
        for night in ClubNight.objects.filter(club__in=clubs)
        if not night.begins_with.startswith(OF_A_GAME) or night.begins_with.removeprefix(OF_A_GAME) in games
    ]
    if not nights:
        return None
    first = max(since, today)
    ahead = [first + timedelta(days=more) for more in range(min((until - first).days + 1, MOST_DAYS))]
    club_days = {(night.club_id, day) for day in ahead for night in nights if night.falls_on(day)}
    rows = Evening.objects.filter(club__in=clubs, date__gte=since, date__lte=until)
    rows = rows.exclude(status=Status.ABANDONED).order_by("pk")
    to_come = set()
    for club, day, status, game in rows.values_list("club_id", "date", "status", "plan__game"):
        club_days.discard((club, day))
        if game in games and (status == Status.FINISHED or (status != Status.PUBLISHED and day >= today)):
            to_come.add((club, day))
    return len(club_days | to_come)


ENDED = (*OVER, Status.ABANDONED)
MOST_OPEN = 50
NEWEST_ENTRIES = 100


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a ticket tonight; `name` tells them from everybody else in the room."""

    code: str
    number: int
    name: str
    colour: str


def has_played(club: Club, *, but: Evening | None) -> bool:
    """Whether the club has published an evening, or played one beside `but` that was not called off."""
    others = Q(current_round__gt=0) & ~Q(status=Status.ABANDONED) & ~Q(pk=but.pk if but else None)
    return Evening.objects.filter(Q(published_at__isnull=False) | others, club=club).exists()


def evenings(club: Club) -> QuerySet[Evening]:
    return with_players(club.evenings.order_by("-date", "-pk"))


def opened(club: Club) -> list[Evening]:
    """The club's evenings that are not over: tonight's, earlier ones that were left open, then those to come."""
    today = localdate()
    rows = evenings(club).exclude(status__in=ENDED)[:MOST_OPEN]
    return sorted(rows, key=lambda evening: (evening.date > today, abs((evening.date - today).days)))


def with_players(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    return evenings.annotate(players_count=count_of(Evening, "tickets", facts.is_player()))


def narrowed(
    evenings: QuerySet[Evening], *, game: str = "", year: str = "", season: str = "", status: str = ""
) -> QuerySet[Evening]:
    """The evenings of a game and a year, in a status, and counted in a season (its key); "" for any."""
    filters = {"plan__game": game, "date__year": year, "status": status}
    rows = evenings.filter(**{name: value for name, value in filters.items() if value})
    return rows.filter(seasons__season=int(season), seasons__result__isnull=False) if season else rows


def seasons_counted(club: Club) -> list[tuple[int, str]]:
    rows = (
        club.evenings.filter(seasons__result__isnull=False)
        .order_by("seasons__season__league__name", "-seasons__season__starts", "seasons__season")
        .values_list("seasons__season", "seasons__season__league__name", "seasons__season__name")
        .distinct()
    )
    return [(pk, f"{league}, {name}") for pk, league, name in rows]


def games_played(club: Club) -> list[str]:
    return list(club.evenings.order_by().values_list("plan__game", flat=True).distinct())


def years_played(club: Club) -> list[int]:
    return [day.year for day in club.evenings.dates("date", "year", order="DESC")]


def attendance(club: Club, year: int) -> tuple[list[Evening], defaultdict[int, set[int]]]:
    """A club's evenings of a year, the latest first, and to which (by their keys) each player came; two queries."""
    rows = club.evenings.filter(date__year=year, current_round__gt=0).order_by("-date", "-pk")
    came = defaultdict[int, set[int]](set)
    for player, evening in Ticket.objects.filter(evening__in=rows).values_list("player", "evening"):
        came[player].add(evening)
    return list(rows), came


class EveningNamed(NamedTuple):
    pk: int
    slug: str
    name: str
    date: date
    status: str
    game: str
    game_called: str | None
    """What the club calls it, where it has a name of its own for it."""
    edition: str | None


class HandAt(NamedTuple):
    """Where a hand was played, or a whole game where `hand` is None."""

    evening: int
    round: int
    table: int
    hand: int | None


def evenings_named(club: Club, visitor: Visitor | None = None) -> list[EveningNamed]:
    evenings = access.public_evenings(visitor) if visitor else Evening.objects.all()
    rows = evenings.filter(club=club).order_by("-date", "-pk")
    columns = (
        "pk",
        "slug",
        "name",
        "date",
        "status",
        KT("plan__game"),
        KT("plan__house_rules__called"),
        KT("plan__edition"),
    )
    return [EveningNamed(*row) for row in rows.values_list(*columns)]


def evening_called(club: Club, slug: str) -> Evening | None:
    """The evening of a club at this address, with its club and the role `held` in it; one query."""
    rows = Evening.objects.filter(club=club, slug=slug).annotate(held=Value(getattr(club, "held", 0)))
    return rows.select_related("club").first()


def has_rung(evening: Evening) -> bool:
    return evening.rounds.filter(number=evening.current_round, bell_table__isnull=False).exists()


def hands_at(
    evenings: Collection[int], *, table: int | None, round_: int | None, hand: int | None, most: int
) -> list[HandAt]:
    """At most `most` hands that count and have these numbers, or whole games where `hand` is None.

    None stands for any. Of several evenings the latest come first, of each its latest round. One query.
    """
    numbers = {"round__number": round_, "table__number": table, "hands__number": hand}
    filters: dict[str, Any] = {name: value for name, value in numbers.items() if value is not None}
    if hand is not None:
        filters["hands__live"] = True
    games = TableRound.objects.filter(round__evening__in=evenings, **filters)
    in_order = games.order_by("-round__evening__date", "-round__evening", "-round__number", "table__number")
    rows = in_order.values_list("round__evening", "round__number", "table__number")
    return [HandAt(*row, hand) for row in rows[:most]]


def tickets(evening: Evening) -> list[Ticket]:
    return list(ticket_rows(evening).order_by("number"))


def ticket_rows(evening: Evening) -> QuerySet[Ticket]:
    return evening.tickets.select_related("player", "replaces__player", "replaced_by__player")


@provides
def ticket(evening: Evening, code: str) -> Ticket:
    return get_object_or_404(evening.tickets.select_related("player"), code=code)


def player_links(evening: Evening) -> dict[int, PlayerLink]:
    links = PlayerLink.objects.filter(ticket__evening=evening, revoked_at__isnull=True)
    return {link.ticket_id: link for link in links}


def player_link(ticket: Ticket) -> PlayerLink | None:
    return ticket.links.filter(revoked_at__isnull=True).first()


def at_the_door(evening: Evening) -> list[Player]:
    waiting = evening.club.players.filter(is_active=True).exclude(tickets__evening=evening)
    return sorted(waiting, key=lambda player: (player.is_guest, folded(player.name)))


def players_present(evening: Evening) -> int:
    return evening.tickets.filter(left_in__isnull=True).count()


def came_and_left(evening: Evening) -> tuple[list[str], list[str]]:
    """Who came and who left in the current round, by name, without those who took or gave a seat; one query."""
    number = evening.current_round
    moved = evening.tickets.filter(Q(arrived_in=number, left_in=None) | Q(left_in=number))
    if not number:
        return [], []
    own = moved.filter(replaces=None, replaced_by=None).select_related("player").order_by("number")
    rows = [(ticket.left_in is not None, ticket.player.name) for ticket in own]
    return [name for left, name in rows if not left], [name for left, name in rows if left]


def players_by_id(club: Club, ids: Iterable[int]) -> dict[int, Player]:
    return {player.pk: player for player in Player.objects.filter(club=club, pk__in=set(ids))}


def names(evening: Evening) -> dict[str, str]:
    return facts.full_names(facts.holders(evening))


def persons(tickets: Iterable[Ticket]) -> list[Person]:
    rows = list(tickets)
    name = facts.names_of(rows)
    return [Person(ticket.code, ticket.number, name[ticket.code], ticket.colour) for ticket in rows]


def round_in_play(evening: Evening) -> Round | None:
    return evening.rounds.filter(number=evening.current_round).select_related("bell_table").first()


def round_numbers(evening: Evening) -> list[int]:
    return list(evening.rounds.order_by("number").values_list("number", flat=True))


def hand(evening: Evening, table: int, number: int | None) -> Hand | None:
    if number is None:
        return None
    return Hand.objects.filter(
        table_round__round__evening=evening,
        table_round__round__number=evening.current_round,
        table_round__table__number=table,
        number=number,
        live=True,
    ).first()


def stopped_at(evening: Evening) -> datetime | None:
    rows = evening.rounds.filter(number=evening.current_round)
    return rows.values_list("stopped_at", flat=True).first()


@provides
def table(evening: Evening, number: int) -> Table:
    return get_object_or_404(evening.tables, number=number)


def tables_with_links(evening: Evening) -> list[Table]:
    """The evening's tables, each with `live_links`: the one link that opens it now."""
    live = Prefetch("links", TableLink.objects.filter(revoked_at__isnull=True), to_attr="live_links")
    return list(evening.tables.prefetch_related(live).order_by("number"))


def was_drawn(evening: Evening) -> bool:
    """Whether the first seats came out of the draw, rather than being placed by hand or by another schedule."""
    seating = (acts.Draw.name, acts.SeatByHand.name, acts.AnnounceSchedule.name)
    entries = evening.ledger.filter(act__in=seating).order_by("-sequence")
    for act, body in entries.values_list("act", "body"):
        if act != acts.AnnounceSchedule.name or json.loads(body)["schedule"]["first"] == 1:
            return bool(act == acts.Draw.name)
    return False


def open_jobs(evening: Evening) -> list[Job]:
    mine = Q(subject="evening", outcome=Job.Outcome.WAITING) | Q(outcome=Job.Outcome.FAILED)
    return list(job_rows(evening).filter(mine))


def job_rows(evening: Evening) -> JobQuerySet:
    about = Q(subject="evening", subject_key=evening.pk)
    for kind, rows in (("planning", evening.plannings), ("rehearsal", evening.rehearsals)):
        about |= Q(subject=kind, subject_key__in=rows.values("pk"))
    return Job.objects.filter(about)


@provides
def job(evening: Evening, job: int) -> Job:
    return get_object_or_404(job_rows(evening), pk=job)


def last_by_a_director(evening: Evening) -> Any | None:
    newest = evening.ledger.filter(sequence__gt=evening.ledger_length - NEWEST_ENTRIES)
    return newest.filter(by__startswith="user:").order_by("-sequence").first()
