"""The director's decisions beside the hands: penalties, adjusted and unplayed games, players in wrong seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from tournaments.models import Evening, Hand, Seat, TableRound
from tournaments.queries.decisions import standing_decisions
from tournaments.services.ledger import Book, Written
from tournaments.services.mending import (
    Cut,
    Game,
    Seats,
    game_at,
    needed_reason,
    open_for,
    renew_standings,
)
from tournaments.services.refusals import refuse
from tournaments.status import Act

MOST_POINTS = 1000
Where = tuple[int, int, int]


@transaction.atomic
def give_penalty(
    *, evening: Evening, tickets: Sequence[str], points: int, reason: str, by: str, at: datetime
) -> Written:
    """Give each of some tickets (codes) so many points, below nothing for a penalty, above for an adjustment.

    They count in the points and in the points difference; games won and lost stay.
    """
    reason = needed_reason(reason)
    book = open_for(evening.pk, Act.PENALTY, by=by, at=at, reason=reason)
    if not points or abs(points) > MOST_POINTS:
        refuse(
            "points",
            "out-of-range",
            "%(entered)s was entered; from -%(most)s to %(most)s, and not 0, is allowed",
            entered=points,
            most=MOST_POINTS,
        )
    _check_tickets(book, "tickets", tickets)
    body = {"tickets": list(tickets), "points": points, "round": book.evening.current_round}
    written = book.write(Act.PENALTY, body, reason=reason)
    renew_standings(book)
    return written


@transaction.atomic
def exchange_seats(
    *, evening: Evening, hands: Sequence[Where], one: str, other: str, reason: str, by: str, at: datetime
) -> Written:
    """Record that two tickets sat in each other's seats for some hands: these count for who really played them.

    The games stay those of the couples as announced.

    Arguments:
        hands: each as (round, table, number).
        one, other: ticket codes; at each of the hands' tables at least one of them is seated in that round.
    """
    reason = needed_reason(reason)
    book = open_for(evening.pk, Act.WRONG_SEATS, by=by, at=at, reason=reason)
    _check_tickets(book, "one", [one])
    _check_tickets(book, "other", [other])
    if one == other:
        refuse("other", "the-same", "two different players sat in each other's seats")
    _check_hands(book, hands, (one, other))
    told = [{"round": round_, "table": table, "number": number} for round_, table, number in hands]
    written = book.write(Act.WRONG_SEATS, {"hands": told, "one": one, "other": other}, reason=reason)
    renew_standings(book)
    return written


@transaction.atomic
def adjust_game(
    *,
    evening: Evening,
    round_number: int,
    table_number: int,
    points: Sequence[int],
    reason: str,
    by: str,
    at: datetime,
    seats: Seats = "follow",
    cut: Cut = "",
) -> Written:
    """Let a game count these points, of couples A and B or of each seat, in place of its hands."""
    reason = needed_reason(reason)
    book = open_for(evening.pk, Act.ADJUST_GAME, by=by, at=at, reason=reason)
    game = _stopped_game(book, round_number, table_number)
    allowed = len(game.row.points)
    if len(points) != allowed or any(abs(own) > MOST_POINTS for own in points):
        refuse(
            "points",
            "out-of-range",
            "%(entered)s was entered; %(count)s numbers from -%(most)s to %(most)s are allowed",
            entered=", ".join(map(str, points)) or "-",
            count=allowed,
            most=MOST_POINTS,
        )
    game.row.decision = TableRound.Decision.ADJUSTED
    body = {"points": list(points), **game.stands_at(points, cut)}
    return game.write(Act.ADJUST_GAME, body, reason=reason, seats=seats)


@transaction.atomic
def not_played(
    *,
    evening: Evening,
    round_number: int,
    table_number: int,
    reason: str,
    by: str,
    at: datetime,
    seats: Seats = "follow",
) -> Written:
    """Record that a game was not played, or abandoned: it counts for nobody.

    Who moves as its winners is cut by the evening's seed.
    """
    reason = needed_reason(reason)
    book = open_for(evening.pk, Act.NOT_PLAYED, by=by, at=at, reason=reason)
    game = _stopped_game(book, round_number, table_number)
    game.row.decision = TableRound.Decision.NOT_PLAYED
    nothing = (0,) * len(game.row.points)
    said = game.stands_at(nothing, "" if game.setup.plan.by_points else "seed", cut_now=True)
    return game.write(Act.NOT_PLAYED, {"points": list(nothing), **said}, reason=reason, seats=seats)


@transaction.atomic
def withdraw(
    *,
    evening: Evening,
    of: int,
    reason: str,
    by: str,
    at: datetime,
    seats: Seats = "follow",
    cut: Cut = "",
) -> Written:
    """Take a decision back: a penalty, an exchange of seats, an adjusted or unplayed game.

    Arguments:
        of: the ledger sequence of the decision.
        seats, cut: as for a correction, where a game counts its hands again.
    """
    reason = needed_reason(reason)
    book = open_for(evening.pk, Act.WITHDRAW, by=by, at=at, reason=reason)
    decided = next((given for given in standing_decisions(book.evening) if given.sequence == of), None)
    if decided is None:
        refuse("of", "no-such-decision", "entry %(entered)s is no decision that stands", entered=of)
    if decided.act in (Act.PENALTY, Act.WRONG_SEATS):
        written = book.write(Act.WITHDRAW, {"of": of}, reason=reason)
        renew_standings(book)
        return written
    game = game_at(book, decided.body["round"], decided.body["table"])
    game.row.decision = ""
    body = {"of": of, **game.counts_its_hands({}, cut)}
    return game.write(Act.WITHDRAW, body, reason=reason, seats=seats)


def _stopped_game(book: Book, round_number: int, table_number: int) -> Game:
    game = game_at(book, round_number, table_number)
    if game.row.round.stopped_at is None:
        refuse("round", "round-in-play", "round %(entered)s is in play; stop it first", entered=round_number)
    return game


def _check_tickets(book: Book, field: str, codes: Sequence[str]) -> None:
    known = set(book.evening.tickets.filter(code__in=codes).values_list("code", flat=True))
    unknown = [code for code in codes if code not in known]
    if unknown or not codes:
        refuse(
            field,
            "unknown-ticket",
            "“%(entered)s” was entered; tickets of this evening are allowed",
            entered=", ".join(unknown) or "-",
        )


def _check_hands(book: Book, hands: Sequence[Where], both: tuple[str, str]) -> None:
    seated = set(
        Seat.objects.filter(
            round__evening=book.evening, ticket__code__in=both, table_round__isnull=False
        ).values_list("round__number", "table_round__table__number")
    )
    played = set(
        Hand.objects.filter(table__evening=book.evening, live=True).values_list(
            "table_round__round__number", "table__number", "number"
        )
    )
    for index, where in enumerate(hands):
        if where not in played or where[:2] not in seated:
            refuse(
                f"hands.{index}",
                "no-such-hand",
                "hand %(number)s of table %(table)s in round %(round)s is none that either of the two played",
                round=where[0],
                table=where[1],
                number=where[2],
            )
    if not hands or len(set(hands)) != len(hands):
        refuse("hands", "each-once", "pick the hands, each once; there has to be one at least")
