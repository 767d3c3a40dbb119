"""An evening as it goes on: a player's own rounds, the pace of the room, phones, and what open pages are told of.

That is a version and nothing else, and for the phones of a table what concerns it or everybody.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import F, Max, QuerySet, Value
from django.shortcuts import get_object_or_404
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.club.models import Club, ClubNight
from tournaments.club.reads.access import Visitor
from tournaments.evening import forecast
from tournaments.evening.acts.act import RUNNING
from tournaments.evening.models import (
    Evening,
    PlayerLink,
    Round,
    Seat,
    Table,
    TableDevice,
    TableLink,
    TableRound,
    Ticket,
)
from tournaments.evening.plan import Plan
from tournaments.evening.reads import access, facts
from tournaments.evening.reads.public import results_for_players, shown_rounds
from tournaments.evening.reads.rounds import PlaceView, games_of, views
from tournaments.evening.round_rules import Status
from tournaments.site.arguments import provides

__all__ = ["PlayerLink", "TableDevice", "Ticket"]


def link_for(token_hash: str, *, club: str, evening: str, number: int) -> PlayerLink | None:
    link = access.live_player_link(token_hash)
    if link is None:
        return None
    own_evening = link.ticket.evening
    opens = (own_evening.club.slug, own_evening.slug, link.ticket.number)
    return link if opens == (club, evening, number) else None


def own_rounds(ticket: Ticket, names: Mapping[str, str], *, partnership: bool) -> list[PlaceView]:
    """The rounds that a visitor may see and in which the ticket has a place, in order; three queries."""
    rounds = list(shown_rounds(ticket.evening).filter(seats__ticket=ticket).select_related("bell_table"))
    results, numbers = results_for_players(ticket.evening), {round_.pk: round_.number for round_ in rounds}
    games = [
        results.game(game, numbers[game.round_id]) for game in games_of(rounds).filter(seats__ticket=ticket)
    ]
    return [view.places(partnership=partnership)[ticket.code] for view in views(rounds, games, names=names)]


def table_link(table: Table) -> TableLink | None:
    links = TableLink.objects.filter(table=table, revoked_at__isnull=True)
    return links.select_related("table__evening__club").first()


MOST_EARLIER = 12
"""So many evenings of the game are looked at, the latest; of before that nobody knows how fast people played."""
MOST_OF_OTHER_NIGHTS = 40
"""So many evenings are looked through for the latest on one night."""
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class LastTime:
    evening: Evening
    players: int
    began: datetime


def _played(club: Club) -> QuerySet[Evening]:
    return club.evenings.filter(started_at__isnull=False).exclude(status=Status.ABANDONED)


def last_time(club: Club, night: ClubNight | None = None) -> LastTime | None:
    rows = _played(club).order_by("-started_at")
    if night is None:
        row = rows.first()
    else:
        row = next((evening for evening in rows[:MOST_OF_OTHER_NIGHTS] if night.falls_on(evening.date)), None)
    if row is None or row.started_at is None:
        return None
    began = row.started_at.astimezone(ZoneInfo(club.time_zone))
    return LastTime(row, facts.players_count(row), began)


def tempo_at(club: Club, plan: Plan, *, but: int | None = None) -> forecast.Tempo:
    """How long the club took at its latest such evenings, but one (a key), else by the plan; two queries."""
    rows = _played(club).filter(plan__game=plan.game).exclude(pk=but or 0)
    latest = rows.only("plan", "club").order_by("-started_at")[:MOST_EARLIER]
    alike = [row.pk for row in latest if _alike(facts.plan_of(row), plan)]
    return forecast.measured_tempo(_timed(alike) if alike else (), forecast.usual_tempo(plan), "earlier")


def _alike(one: Plan, other: Plan) -> bool:
    # Rounds take as long where they end by the same, after as many hands or minutes.
    return (one.ends, one.hands, one.minutes) == (other.ends, other.hands, other.minutes)


def _timed(evenings: Collection[int]) -> list[forecast.TimedRound]:
    rows = Round.objects.filter(evening__in=evenings).order_by("evening", "number")
    rounds = rows.annotate(most=Max("tables__hands_count"))
    return [
        forecast.TimedRound(evening, number, started_at, stopped_at, most or 0)
        for evening, number, started_at, stopped_at, most in rounds.values_list(
            "evening_id", "number", "started_at", "stopped_at", "most"
        )
    ]


def outlook_of(evening: Evening, at: datetime) -> forecast.Outlook | None:
    """How the evening goes on until its planned end; None where no end is planned, or play is over.

    One query, and two more before the first round is over. None as well for an evening that is not
    played on its date: nobody plays it to the planned end.
    """
    plan, status = facts.plan_of(evening), Status(evening.status)
    if plan.ends_about is None or status not in (Status.SEATED, *RUNNING):
        return None
    rounds = _timed([evening.pk])
    began = next((round_.started_at for round_ in rounds if round_.started_at), at)
    began = began.astimezone(ZoneInfo(evening.club.time_zone))
    if began.date() != evening.date or at - began > A_DAY:
        return None
    tonight = forecast.measured_tempo(rounds, forecast.usual_tempo(plan))
    tempo = tonight if tonight.measured == "tonight" else tempo_at(evening.club, plan, but=evening.pk)
    current = next((round_ for round_ in rounds if round_.number == evening.current_round), None)
    is_on = status is Status.PLAYING
    if current is None or current.started_at is None:
        begins = at
    elif is_on or current.stopped_at is None:
        begins = current.started_at
    else:
        begins = current.stopped_at + tempo.pause
    return forecast.outlook(
        tempo,
        planned=plan.rounds,
        played=evening.current_round - is_on,
        begins=begins,
        end=forecast.end_of_evening(plan.ends_about, began),
        at=at,
        is_on=is_on,
        most=plan.rounds if plan.has_bracket else forecast.MOST_ROUNDS,
    )


def phones_at(evening: Evening, table: int) -> list[TableDevice]:
    """The phones that have opened the card of a table, each with its `owner`; the one seen last first."""
    rows = (
        TableDevice.objects.filter(
            link__table__evening=evening,
            link__table__number=table,
            link__revoked_at__isnull=True,
            sent_away_at__isnull=True,
        )
        .select_related("ticket__player")
        .order_by("-last_seen_at", "pk")
    )
    phones = list(rows)
    owners = {phone.ticket for phone in phones if phone.ticket is not None}
    names = facts.names_of(owners)
    for phone in phones:
        phone.owner = names[phone.ticket.code] if phone.ticket else ""
    return phones


@provides
def phone_of(evening: Evening, number: int, phone: int) -> TableDevice:
    return get_object_or_404(TableDevice, pk=phone, link__table__evening=evening, link__table__number=number)


def phone_with(token_hash: str, link_id: int) -> TableDevice | None:
    return TableDevice.objects.filter(link=link_id, token_hash=token_hash).first()


def seat_at(link: TableLink, round_number: int) -> int | None:
    if link.phone is None or link.phone.ticket_id is None:
        return None
    seats = Seat.objects.filter(
        ticket_id=link.phone.ticket_id, round__number=round_number, table_round__table=link.table_id
    )
    return seats.values_list("seat", flat=True).first()


def table_of(ticket: Ticket, round_number: int) -> int | None:
    seats = Seat.objects.filter(ticket=ticket, round__number=round_number)
    return seats.values_list("table_round__table__number", flat=True).first()


def live_link(evening: Evening, table: int) -> TableLink | None:
    return TableLink.objects.filter(
        table__evening=evening, table__number=table, revoked_at__isnull=True
    ).first()


WHOLE = 0
"""Stands for the whole evening where others have the number of a table."""


class Topic(NamedTuple):
    """What a page listens to: an evening, or what the phones of one table show.

    `officer` is the user who hears of it for as long as they hold an office there; 0 for everybody.
    """

    evening: int
    table: int = WHOLE
    officer: int = 0

    def __str__(self) -> str:
        return f"evening:{self.evening} table:{self.table}" if self.table else f"evening:{self.evening}"


class LiveEvening(NamedTuple):
    topic: Topic
    version: int
    status: str


def key_of(evening: Evening) -> str:
    """The key by which phones of players and tables may listen to an evening that few others may see."""
    return _key(evening.pk)


def _key(pk: int) -> str:
    return salted_hmac("evening.live", str(pk), algorithm="sha256").hexdigest()[:32]


def heard_by(
    visitor: Visitor, club: str, evening: str, table: int = WHOLE, *, key: str = ""
) -> LiveEvening | None:
    """The evening at this address, or what a table of it shows, if the asker may listen to it.

    One query, and one more where the club does not show its results to everybody, or somebody has
    signed in. Only the officers and the phones of players hear of an evening that was called off.

    Arguments:
        key: what `key_of` gives, of a phone.
    """
    evenings = access.told_to(visitor.user).filter(club__slug=club, slug=evening)
    latest = access.shown_at(Value(table)) if table else F("version")
    row = (
        evenings.annotate(shown=latest)
        .values_list("pk", "shown", "status", "club", "club__results_for")
        .first()
    )
    if row is None:
        return None
    pk, version, status, club_pk, audience = row
    is_officer = club_pk in visitor.officer_in
    is_shown = is_officer or (status != Status.ABANDONED and visitor.is_in(club_pk, audience))
    if not is_shown and not constant_time_compare(key, _key(pk)):
        return None
    return LiveEvening(Topic(pk, table, (visitor.user.pk or 0) if is_officer else 0), version, status)


def versions(topics: Collection[Topic]) -> dict[Topic, tuple[int, str]]:
    """The version and status of each topic, without those of officers who left office; three queries at most."""
    rows = Evening.objects.filter(pk__in={topic.evening for topic in topics}).order_by()
    evenings = {row[0]: row[1:] for row in rows.values_list("pk", "version", "room_version", "status")}
    alone = _alone({topic.evening for topic in topics if topic.table})
    in_office = access.in_office({(topic.evening, topic.officer) for topic in topics if topic.officer})
    by_topic: dict[Topic, tuple[int, str]] = {}
    for topic in topics:
        if topic.evening in evenings and (not topic.officer or (topic.evening, topic.officer) in in_office):
            whole, room, status = evenings[topic.evening]
            by_topic[topic] = max(room, alone.get(topic, 0)) if topic.table else whole, status
    return by_topic


def _alone(evenings: Collection[int]) -> dict[Topic, int]:
    if not evenings:
        return {}
    games = TableRound.objects.filter(
        round__evening__in=evenings, round__number=F("round__evening__current_round")
    )
    rows = games.order_by().values_list("round__evening", "table__number", "version")
    return {Topic(evening, table): version for evening, table, version in rows}
