"""What a director who plays tonight may see: no hands of other tables in play, until they say that they look."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.club.models import Player
from tournaments.club.reads.permissions import Asker
from tournaments.evening import acts
from tournaments.evening.models import Evening, Seat
from tournaments.evening.status import Status

IN_PLAY = (Status.PLAYING, Status.BELL)


@dataclass(frozen=True, slots=True)
class Sight:
    """Of the hands of round `round` only those of `tables` are seen; where `round` is None, everything is.

    A round that is closed is open to everybody.
    """

    round: int | None = None
    tables: frozenset[int] = frozenset()

    def sees(self, round_number: int, table: int) -> bool:
        """Whether the hands of a table in a round may be shown."""
        return round_number != self.round or table in self.tables

    def sees_entry(self, body: Mapping[str, Any]) -> bool:
        """Whether an entry of the ledger may be shown whole: it tells of no hand, or of one that is seen."""
        return "hand" not in body or self.sees(body["round"], body["table"])


EVERYTHING = Sight()


def sight_of(user: Asker, evening: Evening) -> Sight:
    """What a user sees of the hands at the tables; three queries at most, none while no round is in play."""
    if evening.status not in IN_PLAY or user.pk is None:
        return EVERYTHING
    tickets = evening.tickets.filter(
        left_in__isnull=True, player__offices__user_id=user.pk, player__offices__club_id=evening.club_id
    )
    mine = tickets.values_list("pk", flat=True).first()
    if mine is None:
        return EVERYTHING
    number = evening.current_round
    sits = Seat.objects.filter(ticket_id=mine, round__number=number, table_round__isnull=False)
    own = sits.values_list("table_round__table__number", flat=True)
    entries = evening.ledger.filter(act=acts.Look.name, by=f"user:{user.pk}").values_list("body", flat=True)
    looked = [json.loads(body) for body in entries]
    seen = {body["table"] for body in looked if body["round"] == number}
    return Sight(number, frozenset({*own, *seen}))


def kept_tickets(seen: Sight, evening: Evening) -> dict[int, int]:
    """Whose links lead to hands that are kept: tables by ticket (its primary key); one query where any may be."""
    if seen.round is None:
        return {}
    seated = Seat.objects.filter(round__evening=evening, round__number=seen.round, table_round__isnull=False)
    others = seated.exclude(table_round__table__number__in=seen.tables)
    return dict(others.values_list("ticket_id", "table_round__table__number"))


def own_player(user: Asker, evening_club: int) -> Player | None:
    """Who a user is among the players of a club; one query."""
    if user.pk is None:
        return None
    return Player.objects.filter(offices__user_id=user.pk, offices__club_id=evening_club).first()
