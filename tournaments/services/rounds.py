"""A round from the signal to the settled games: start, bell, cuts, close."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from django.db import transaction
from django.db.models import Case, F, Value, When

from scoring.derivation import coded, gettext_noop, wordings
from scoring.faults import Fault, Faults
from tournaments.models import Evening, Round, TableRound
from tournaments.movement.draw import cut_for_game
from tournaments.movement.seating import Couple
from tournaments.queries.facts import game_of, plan_of, seating_of, setup_of
from tournaments.queries.reached import reached_at
from tournaments.queries.unsettled import Unsettled, unsettled_hands
from tournaments.replay.chain import instant
from tournaments.services.ledger import Book, open_book
from tournaments.services.mending import move_bell
from tournaments.services.refusals import refuse
from tournaments.status import Act, Status
from tournaments.work.outbox import enqueue
from tournaments.work.topics import DRAFT_MOVE, STANDINGS

wordings(
    {
        "round.disputed": gettext_noop(
            "hand %(number)s of table %(table)s is disputed; settle it, or close anyway"
        ),
        "round.not-confirmed": gettext_noop(
            "hand %(number)s of table %(table)s is not confirmed by the other side; "
            "let them confirm it, or close anyway"
        ),
        "round.level": gettext_noop("table %(table)s is level at %(points)s; it has to cut"),
    }
)

How = Literal["cards", "seed"]


@transaction.atomic
def start(*, evening: Evening, by: str, at: datetime) -> Round:
    """Give the signal for the round whose seats are announced (or, for the first, drawn).

    The first start pins the game, its house rules and the rulebook's version, and fixes the start order.
    """
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.START)
    number = book.evening.current_round + 1
    round_ = book.evening.rounds.get(number=number)
    plan = plan_of(book.evening)
    body: dict[str, object] = {"round": number}
    if number == 1:
        book.evening.pinned = _pin(book, round_)
        book.evening.started_at = at
        body["pinned"] = book.evening.pinned
    round_.announced_at = round_.announced_at or at
    round_.started_at = at
    minutes = plan.movement_options.round_minutes
    if minutes:
        round_.ends_at = at + timedelta(minutes=minutes)
        body["ends_at"] = instant(round_.ends_at)
    round_.save(update_fields=["announced_at", "started_at", "ends_at"])
    book.evening.current_round = number
    book.write(Act.START, body, also=("pinned", "started_at", "current_round"))
    return round_


def _pin(book: Book, round_: Round) -> dict[str, object]:
    plan = plan_of(book.evening)
    seating = seating_of(round_)
    order = [code for table in seating.tables for code in table] + list(seating.sitting_out)
    tickets = {ticket.code: ticket for ticket in book.evening.tickets.all()}
    for place, code in enumerate(order):
        tickets[code].start_order = place
    book.evening.tickets.model.objects.bulk_update(tickets.values(), ["start_order"])
    game = game_of(book.evening)
    return {"game": game.slug, "house_rules": plan.house_rules, "rulebook": game.version}


@transaction.atomic
def ring(*, evening: Evening, table_number: int, by: str, at: datetime) -> Round:
    """Ring the bell at a table where a couple has reached the target; play ceases everywhere.

    Ringing a bell that has rung already gives the round as it stands; but of two tables that ring the one that
    reached the target first, by the time of play, is credited with the bell. Raises Faults where the table may
    not.
    """
    book = open_book(evening.pk, by=by, at=at)
    round_ = (
        book.evening.rounds.filter(number=book.evening.current_round).select_related("bell_table").first()
    )
    if round_ is not None and book.evening.status == Status.BELL:
        _ring_again(book, round_, table_number)
        return round_
    book.check(Act.RING)
    assert round_ is not None  # noqa: S101 - an evening in play has a current round
    game = TableRound.objects.filter(round=round_, table__number=table_number).select_related("table").first()
    if game is None:
        refuse("table", "unknown-table", "table %(entered)s is not in play", entered=table_number)
    _may_ring(book, game)
    round_.bell_table = game.table
    return _stop(book, round_, Act.RING, {"table": table_number})


def _ring_again(book: Book, round_: Round, table_number: int) -> None:
    if round_.bell_table is None or round_.bell_table.number == table_number:
        return
    reached = reached_at(setup_of(book.evening), round_)
    rang = reached.get(round_.bell_table.number)
    mine = reached.get(table_number)
    if mine is not None and (rang is None or mine < rang):
        move_bell(book, round_, table_number, rang=True)


def _may_ring(book: Book, game: TableRound) -> None:
    setup = setup_of(book.evening)
    if setup.may_ring(game.table.number, game.points):
        return
    if setup.target is None:
        refuse(
            "table",
            "no-bell",
            "there is no bell tonight; a round ends by its hands, by time or by the director",
        )
    if setup.bell == "head_table" and game.table.number != 1:
        refuse("table", "not-the-head-table", "tonight only table 1 rings the bell")
    refuse(
        "table",
        "target-not-reached",
        "table %(table)s stands at %(a)s to %(b)s; the bell rings at %(target)s",
        table=game.table.number,
        a=game.points_a,
        b=game.points_b,
        target=setup.target,
    )


@transaction.atomic
def stop(*, evening: Evening, by: str, at: datetime) -> Round:
    """End the round by time or the director's word, without a bell from a table."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.STOP)
    round_ = book.evening.rounds.get(number=book.evening.current_round)
    return _stop(book, round_, Act.STOP, {})


def stop_when_played_out(book: Book, *, hands: int) -> None:
    """End the round in play once every table has played so many hands; for the act that enters the last of them."""
    round_ = book.evening.rounds.get(number=book.evening.current_round)
    if book.evening.status == Status.PLAYING and not round_.tables.filter(hands_count__lt=hands).exists():
        _stop(book, round_, Act.STOP, {})


def _stop(book: Book, round_: Round, act: Act, body: dict[str, object]) -> Round:
    round_.stopped_at = book.at
    round_.save(update_fields=["stopped_at", "bell_table"])
    book.write(act, {"round": round_.number, "stopped_at": instant(book.at), **body})
    return round_


@transaction.atomic
def cut(*, evening: Evening, table_number: int, winner: Couple, by: str, at: datetime) -> TableRound:
    """Record the cut of a level table. Raises Faults for a table that is not level, or a winner not A or B.

    Where everybody counts their own points there is nothing to cut for.
    """
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.CUT)
    if winner not in ("A", "B"):
        refuse("winner", "not-a-couple", "“%(entered)s” was entered; A or B is allowed", entered=winner)
    return _cut(book, table_number, winner, how="cards")


@transaction.atomic
def cut_by_seed(*, evening: Evening, table_number: int, by: str, at: datetime) -> TableRound:
    """Cut for a level table by the evening's seed, where no pack is at hand; anybody can draw it again."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.CUT)
    winner = cut_for_game(seed=book.evening.seed, round_number=book.evening.current_round, table=table_number)
    return _cut(book, table_number, winner, how="seed")


def _cut(book: Book, table_number: int, winner: Couple, *, how: How) -> TableRound:
    game = TableRound.objects.filter(
        round__evening=book.evening, round__number=book.evening.current_round, table__number=table_number
    ).first()
    if game is None:
        refuse("table", "unknown-table", "table %(entered)s is not in play", entered=table_number)
    if game.seat_points:
        refuse("table", "no-cut", "everybody counts their own points tonight; there is nothing to cut for")
    if game.points_a != game.points_b:
        refuse(
            "table",
            "not-level",
            "table %(table)s ended %(a)s to %(b)s; only level tables cut",
            table=table_number,
            a=game.points_a,
            b=game.points_b,
        )
    game.cut = winner
    game.save(update_fields=["cut"])
    body: dict[str, object] = {
        "round": book.evening.current_round,
        "table": table_number,
        "winner": winner,
        "how": how,
    }
    book.write(Act.CUT, body)
    return game


@transaction.atomic
def close(*, evening: Evening, by: str, at: datetime, anyway: bool = False) -> Round:
    """Settle every game of the round; the next seats and the standings become jobs.

    Where everybody counts their own points nobody wins.

    Arguments:
        anyway: at the director's word also where hands are disputed, or not confirmed where that is needed;
            the entry names their tables.

    Raises:
        Faults: naming each table (`tables.N`) that is level and has not cut, is in a dispute, or has to confirm.
    """
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.CLOSE)
    round_ = book.evening.rounds.get(number=book.evening.current_round)
    plan = plan_of(book.evening)
    unsettled = unsettled_hands(round_, plan)
    if unsettled and not anyway:
        raise Faults(tuple(_unsettled(found) for found in unsettled))
    if not plan.by_points:
        _settle_games(round_)
    round_.closed_at = at
    round_.save(update_fields=["closed_at"])
    body: dict[str, object] = {"round": round_.number}
    if unsettled:
        body["anyway"] = sorted({found.table for found in unsettled})
    book.write(Act.CLOSE, body)
    enqueue(STANDINGS, book.evening, at=at, cause=book.evening.ledger_length)
    if round_.number < plan.rounds:
        enqueue(DRAFT_MOVE, book.evening, at=at, cause=book.evening.ledger_length)
    return round_


def _unsettled(found: Unsettled) -> Fault:
    field, told = f"tables.{found.table}", {"table": found.table, "number": found.number}
    if found.disputed:
        return Fault(field, "disputed", coded("round.disputed", **told))
    return Fault(field, "not-confirmed", coded("round.not-confirmed", **told))


def _settle_games(round_: Round) -> None:
    """Say who won each game. Raises Faults where a table is level and has not cut."""
    open_tables = round_.tables.filter(points_a=F("points_b"), cut="").order_by("table__number")
    unsettled = open_tables.values_list("table__number", "points_a")
    if unsettled:
        raise Faults(
            tuple(
                Fault(
                    f"tables.{number}", "level-needs-a-cut", coded("round.level", table=number, points=points)
                )
                for number, points in unsettled
            )
        )
    round_.tables.update(
        winner=Case(
            When(points_a__gt=F("points_b"), then=Value("A")),
            When(points_a__lt=F("points_b"), then=Value("B")),
            default=F("cut"),
        )
    )


def stop_overdue(*, at: datetime) -> int:
    """Stop the rounds whose time is over; returns how many. Run by the sweep."""
    overdue = Evening.objects.filter(
        status=Status.PLAYING,
        rounds__number=F("current_round"),
        rounds__ends_at__lte=at,
        rounds__stopped_at__isnull=True,
    )
    stopped = 0
    for evening in overdue:
        with transaction.atomic():
            book = open_book(evening.pk, by="clock", at=at)
            if book.evening.status != Status.PLAYING:
                continue
            round_ = book.evening.rounds.get(number=book.evening.current_round)
            _stop(book, round_, Act.STOP, {})
            stopped += 1
    return stopped
