"""Hands that somebody has still to agree to: disputed ones, and those that have to be confirmed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar

from django.db.models import Q

from tournaments.evening.models import Evening, Hand, Round, Seat
from tournaments.evening.plan import Plan
from tournaments.evening.record.agreement import AT_A_TABLE
from tournaments.evening.record.open_hands import OPEN_STATES, OpenHand, Unsettled, unsettled_among
from tournaments.evening.record.record import HandState

Mark = Literal["disputed", "unconfirmed"]
"""What is still open about a score; of several things the gravest."""
K = TypeVar("K")


def unsettled_hands(round_: Round, plan: Plan) -> list[Unsettled]:
    """What is to be agreed before the round can be closed, by table and number; one query.

    Where the director has decided a game its hands need no agreement.
    """
    rows = Hand.objects.filter(
        table_round__round=round_, table_round__decision="", state__in=OPEN_STATES
    ).values_list(
        "table__number",
        "number",
        "state",
        "entry__by",
        "confirmed_by",
        "table_round__hands_count",
        "entry__sequence",
    )
    return unsettled_among(map(OpenHand._make, rows), plan, stopped=round_.stopped_at is not None)


def marks_of_tables(round_: Round, plan: Plan) -> dict[int, Mark]:
    """The tables of a round whose running score is not agreed, by number; one query."""
    return told_marks(unsettled_hands(round_, plan), plan, stopped=round_.stopped_at is not None)


def told_marks(open_: Iterable[Unsettled], plan: Plan, *, stopped: bool) -> dict[int, Mark]:
    """The tables with hands of a round that are not agreed, by number.

    Where a hand is taken as confirmed at the next one, the last of a table in play is nothing to be told of.
    """
    in_play = plan.confirmation == "taken" and not stopped
    return gravest((found.table, found.disputed) for found in open_ if found.disputed or not in_play)


def marks_of_players(evening: Evening, plan: Plan) -> dict[str, Mark]:
    """The tickets whose lines in the standings rest on hands that are not agreed; one query, two where there are any.

    Those are hands of closed rounds, of games that count their hands.
    """
    open_ = Q(state=HandState.DISPUTES)
    if plan.confirmation == "needed":
        open_ |= Q(live=True, confirmed_by="", entry__by__startswith=AT_A_TABLE)
    hands = Hand.objects.filter(
        open_,
        table_round__round__evening=evening,
        table_round__round__closed_at__isnull=False,
        table_round__decision="",
    )
    games = gravest((game, not live) for game, live in hands.values_list("table_round_id", "live"))
    if not games:
        return {}
    seats = Seat.objects.filter(table_round__in=games).values_list("ticket__code", "table_round_id")
    return gravest((code, games[game] == "disputed") for code, game in seats if game is not None)


def gravest(found: Iterable[tuple[K, bool]]) -> dict[K, Mark]:
    """The mark of each key: whether something about it is disputed, else that it is not confirmed."""
    marks: dict[K, Mark] = {}
    for key, disputed in found:
        if disputed:
            marks[key] = "disputed"
        else:
            marks.setdefault(key, "unconfirmed")
    return marks
