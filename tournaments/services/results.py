"""The end of the evening: standings, prizes, the close."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from scoring.faults import Faults
from tournaments.models import Evening, Standing
from tournaments.movement.draw import cut_for_prize
from tournaments.queries.results import prizes_of, standings_of
from tournaments.ranking.prizes import Tie, ties_to_cut
from tournaments.services.ledger import Book, open_book
from tournaments.services.refusals import fault
from tournaments.services.seating_rows import forget_drafted_schedule
from tournaments.status import Act


@transaction.atomic
def recompute_standings(*, evening: Evening, by: str, at: datetime) -> int:
    """Work the standings out from the settled rounds and put them in place of what was there; returns their count.

    Idempotent: they are a function of the rounds and the recorded cuts.
    """
    book = open_book(evening.pk, by=by, at=at)
    tickets = {ticket.code: ticket for ticket in book.evening.tickets.all()}
    Standing.objects.filter(evening=book.evening).delete()
    lines = standings_of(book.evening)
    Standing.objects.bulk_create(
        [
            Standing(
                evening=book.evening,
                ticket=tickets[line.player],
                place=line.place,
                played=line.played,
                won_halves=line.won_halves,
                points_for=line.points_for,
                points_difference=line.points_difference,
                head_table_wins=line.head_table_wins,
                bells_rung=line.bells_rung,
                decided_by=line.decided_by,
                sat_out=line.sat_out,
                explanation=None if line.explanation is None else line.explanation.as_data(),
            )
            for line in lines
        ]
    )
    book.evening.version += 1
    book.evening.save(update_fields=["version"])
    return len(lines)


@transaction.atomic
def finish(*, evening: Evening, by: str, at: datetime) -> Evening:
    """End the evening after a settled round; a drafted or announced next round falls away."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.FINISH)
    book.evening.rounds.filter(number__gt=book.evening.current_round).delete()
    forget_drafted_schedule(book.evening)
    book.evening.finished_at = at
    book.write(Act.FINISH, {}, also=("finished_at",))
    recompute_standings(evening=book.evening, by=by, at=at)
    return book.evening


@transaction.atomic
def cut_prize(
    *, evening: Evening, prize: str, colour: str | None, order: Sequence[str], by: str, at: datetime
) -> Evening:
    """Record the cut for a prize.

    Arguments:
        order: the tickets that the cut put in order, the winner of the prize first. Those of the tie who are
            not named stay level: nobody gets a place that was not cut for.

    Raises Faults where there is no such tie to cut.
    """
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.CUT_PRIZE)
    tie = _open_tie(book, prize, colour, order)
    rest = [code for code in tie.players if code not in order]
    return _cut(book, prize, colour, [*order, *rest], how="cards", decided=len(order))


@transaction.atomic
def cut_prize_by_seed(
    *, evening: Evening, prize: str, colour: str | None, tied: Sequence[str], by: str, at: datetime
) -> Evening:
    """Cut for a prize by the evening's seed, where no pack is at hand; anybody can draw it again.

    Raises Faults where there is no such tie to cut.
    """
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.CUT_PRIZE)
    tie = _open_tie(book, prize, colour, tied)
    if len(tied) < len(tie.players):
        raise _no_such_tie(book, [tie], tied)
    order = cut_for_prize(tied, seed=book.evening.seed, prize=prize, colour=colour)
    return _cut(book, prize, colour, order, how="seed")


def _open_tie(book: Book, prize: str, colour: str | None, order: Sequence[str]) -> Tie:
    """The tie for this prize that these people, each named once, are in. Raises Faults."""
    open_ties = ties_to_cut(prizes_of(book.evening))
    named = set(order) if len(set(order)) == len(order) else set()
    for tie in open_ties:
        if (tie.prize, tie.colour) == (prize, colour) and named and named <= set(tie.players):
            return tie
    raise _no_such_tie(book, open_ties, order)


def _no_such_tie(book: Book, open_ties: Sequence[Tie], order: Sequence[str]) -> Faults:
    numbers = dict(book.evening.tickets.values_list("code", "number"))
    return Faults(
        (
            fault(
                "order",
                "no-such-tie",
                "a cut between tickets %(entered)s was entered; to be cut: %(allowed)s",
                entered=", ".join(str(numbers.get(code, code)) for code in order) or "-",
                allowed="; ".join(", ".join(str(numbers[code]) for code in tie.players) for tie in open_ties)
                or "-",
            ),
        )
    )


def _cut(book: Book, prize: str, colour: str | None, order: Sequence[str], **how: str | int) -> Evening:
    book.write(Act.CUT_PRIZE, {"prize": prize, "colour": colour, "order": list(order), **how})
    recompute_standings(evening=book.evening, by=book.by, at=book.at)
    return book.evening
