"""How long the room takes, from the rounds it has played, and what that makes of the evening."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Max, QuerySet

from tournaments.club.models import Club, ClubNight
from tournaments.evening.models import Evening, Round
from tournaments.evening.plan import Plan
from tournaments.evening.reads.facts import plan_of, players_count
from tournaments.evening.status import Status
from tournaments.evening.tempo import (
    MOST_ROUNDS,
    Outlook,
    Tempo,
    TimedRound,
    end_of_evening,
    measured_tempo,
    outlook,
    usual_tempo,
)

MOST_EARLIER = 12
"""So many evenings of the game are looked at, the latest; of before that nobody knows how fast people played."""
MOST_OF_OTHER_NIGHTS = 40
"""So many evenings are looked through for the latest on one night."""
A_DAY = timedelta(days=1)
UNDER_WAY = (Status.SEATED, Status.PLAYING, Status.BELL, Status.SETTLED, Status.DRAFTED, Status.MOVED)


@dataclass(frozen=True, slots=True)
class LastTime:
    """The latest evening of a club: how many came, and when play began."""

    evening: Evening
    players: int
    began: datetime


def _played(club: Club) -> QuerySet[Evening]:
    """The evenings at which play began, and that were not abandoned."""
    return club.evenings.filter(started_at__isnull=False).exclude(status=Status.ABANDONED)


def last_time(club: Club, night: ClubNight | None = None) -> LastTime | None:
    """The latest evening at which play began, or the latest on a night of the club; two queries."""
    rows = _played(club).order_by("-started_at")
    if night is None:
        row = rows.first()
    else:
        row = next((one for one in rows[:MOST_OF_OTHER_NIGHTS] if night.falls_on(one.date)), None)
    if row is None or row.started_at is None:
        return None
    began = row.started_at.astimezone(ZoneInfo(club.time_zone))
    return LastTime(row, players_count(row), began)


def tempo_at(club: Club, plan: Plan, *, but: int | None = None) -> Tempo:
    """How long the club took at its latest evenings of the game whose rounds ended alike, else by the plan.

    Two queries. `but` is the key of an evening that is left out.
    """
    rows = _played(club).filter(plan__game=plan.game).exclude(pk=but or 0)
    latest = rows.only("plan", "club").order_by("-started_at")[:MOST_EARLIER]
    alike = [row.pk for row in latest if _alike(plan_of(row), plan)]
    return measured_tempo(_timed(alike) if alike else (), usual_tempo(plan), "earlier")


def _alike(one: Plan, other: Plan) -> bool:
    """Whether rounds of the two plans take as long: they end by the same, after as many hands or minutes."""
    return (one.ends, one.hands, one.minutes) == (other.ends, other.hands, other.minutes)


def _timed(evenings: Collection[int]) -> list[TimedRound]:
    """The rounds of evenings with their times, in order; one query."""
    rows = Round.objects.filter(evening__in=evenings).order_by("evening", "number")
    told = rows.annotate(most=Max("tables__hands_count"))
    return [
        TimedRound(evening, number, started_at, stopped_at, most or 0)
        for evening, number, started_at, stopped_at, most in told.values_list(
            "evening_id", "number", "started_at", "stopped_at", "most"
        )
    ]


def outlook_of(evening: Evening, at: datetime) -> Outlook | None:
    """How the evening goes on until the end that its plan names.

    One query, and two more before the first round is over; none where no end is named or play is over. Nothing is
    told of an evening that is not played on its date: nobody plays it to the end that is planned.
    """
    plan, status = plan_of(evening), Status(evening.status)
    if plan.ends_about is None or status not in UNDER_WAY:
        return None
    rounds = _timed([evening.pk])
    began = next((one.started_at for one in rounds if one.started_at), at)
    began = began.astimezone(ZoneInfo(evening.club.time_zone))
    if began.date() != evening.date or at - began > A_DAY:
        return None
    tonight = measured_tempo(rounds, usual_tempo(plan))
    tempo = tonight if tonight.measured == "tonight" else tempo_at(evening.club, plan, but=evening.pk)
    current = next((one for one in rounds if one.number == evening.current_round), None)
    is_on = status is Status.PLAYING
    if current is None or current.started_at is None:
        begins = at
    elif is_on or current.stopped_at is None:
        begins = current.started_at
    else:
        begins = current.stopped_at + tempo.pause
    return outlook(
        tempo,
        planned=plan.rounds,
        played=evening.current_round - is_on,
        begins=begins,
        end=end_of_evening(plan.ends_about, began),
        at=at,
        is_on=is_on,
        most=plan.rounds if plan.has_bracket else MOST_ROUNDS,
    )
