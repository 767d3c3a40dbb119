"""What every change of a score after the fact shares: the games it touches, the bell, the seats, the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from tournaments.models import Hand, Round, TableRound
from tournaments.movement.draw import cut_for_game
from tournaments.movement.seating import Couple
from tournaments.queries.facts import Setup, setup_of
from tournaments.queries.reached import rang_in, reached_at
from tournaments.services.ledger import Book, Written, open_book
from tournaments.services.refusals import refuse
from tournaments.services.results import recompute_standings
from tournaments.services.seating_rows import forget_drafted_schedule
from tournaments.services.texts import clean_reason
from tournaments.services.versions import columns
from tournaments.status import Act, Status
from tournaments.work.outbox import enqueue
from tournaments.work.topics import DRAFT_MOVE, STANDINGS

Cut = Couple | Literal["seed", ""]
"""Who wins the cut that a change makes necessary; "seed" draws it by the evening's seed, "" says none is needed."""
Seats = Literal["follow", "keep"]
"""Whether seats that are worked out, and perhaps announced, are worked out again or stay as they are."""


@dataclass(frozen=True, slots=True)
class Game:
    """A table in a round whose score may change, under the evening's lock; `winner` is who had won it before."""

    book: Book
    setup: Setup
    row: TableRound
    winner: str

    @property
    def where(self) -> dict[str, Any]:
        """The round and table, as ledger entries name them."""
        return {"round": self.row.round.number, "table": self.row.table.number}

    @property
    def settled(self) -> bool:
        """Whether its round is closed."""
        return self.row.round.closed_at is not None

    def live(self, number: int, of: int | None = None) -> Hand:
        """The hand that counts under a number.

        Raises Faults where there is none, or where it is not the entry `of` that the change was meant for.
        """
        hand = self.row.hands.filter(live=True, number=number).select_related("entry").first()
        if hand is None:
            refuse(
                "number",
                "no-such-hand",
                "hand %(entered)s was entered; this table has played hands 1 to %(allowed)s of the round",
                entered=number,
                allowed=self.row.hands_count,
            )
        if of is not None and hand.entry.sequence != of:
            refuse(
                "of",
                "changed-meanwhile",
                "hand %(number)s has been changed since you looked; look at it again",
                number=number,
            )
        return hand

    def stands_at(self, points: Sequence[int], cut: Cut, *, cut_now: bool = False) -> dict[str, Any]:
        """Let the game stand at these points; gives what the entry says of a cut that they make necessary.

        A cut made before is void. With `cut_now` a level game is cut though its round is not settled. Raises
        Faults where a settled game is level now and nobody has cut, or where a cut is entered that nobody needs.
        """
        row, said = self.row, self._cut(points, cut, cut_now=cut_now or self.settled)
        for name, value in columns(self.setup, points).items():
            setattr(row, name, value)
        row.cut = said["cut"]["winner"] if said else ""
        row.winner = ""
        if self.settled and not self.setup.plan.by_points:
            row.winner = row.cut or ("A" if row.points_a > row.points_b else "B")
        row.save()
        return said

    def counts_its_hands(self, changed: dict[int, Sequence[int]], cut: Cut) -> dict[str, Any]:
        """Let the game stand at the sum of its hands, those of some numbers `changed`; as `stands_at`.

        Where the director has decided the game it stands as decided.
        """
        if self.row.decision:
            self.row.save()
            return {}
        points = {hand.number: hand.points for hand in self.row.hands.filter(live=True)} | changed
        columns_ = zip((0,) * len(self.row.points), *points.values(), strict=True)
        return self.stands_at(tuple(map(sum, columns_)), cut)

    def write(self, act: Act, body: dict[str, Any], *, reason: str, seats: Seats) -> Written:
        """Append the entry of a change, and let follow what it brings with it."""
        written = self.book.write(act, {**self.where, **body}, reason=reason)
        self.follow_up(seats=seats, reason=reason)
        return written

    def follow_up(self, *, seats: Seats, reason: str) -> None:
        """What a changed game brings with it: the bell's credit, the next seats, the standings."""
        _credit_bell(self, reason)
        if not self.settled:
            return
        is_the_last = self.row.round.number == self.book.evening.current_round
        if seats == "follow" and is_the_last and self.row.winner != self.winner:
            _recall_move(self.book, reason)
        renew_standings(self.book)

    def _cut(self, points: Sequence[int], cut: Cut, *, cut_now: bool) -> dict[str, Any]:
        level = not self.setup.plan.by_points and points[0] == points[1]
        if not level or not cut_now:
            if cut:
                refuse(
                    "cut",
                    "not-level",
                    "a cut was entered; only a table that ends level in a settled round cuts",
                )
            return {}
        if cut not in ("A", "B", "seed"):
            refuse(
                "cut",
                "level-needs-a-cut",
                "table %(table)s ends level at %(points)s with this; say who wins the cut: A, B, or by the seed",
                table=self.row.table.number,
                points=points[0],
            )
        if cut != "seed":
            return {"cut": {"winner": cut, "how": "cards"}}
        drawn = cut_for_game(
            seed=self.book.evening.seed, round_number=self.row.round.number, table=self.row.table.number
        )
        return {"cut": {"winner": drawn, "how": "seed"}}


def open_for(evening_id: int, act: Act, *, by: str, at: datetime, reason: str = "") -> Book:
    """Lock the evening for an act that changes results; published ones are reopened first.

    Raises Faults where the evening's status does not allow the act.
    """
    book = open_book(evening_id, by=by, at=at)
    if book.evening.status == Status.PUBLISHED and act is not Act.NOTE_HAND:
        book.write(Act.REOPEN_RESULTS, {}, reason=reason)
    book.check(act)
    return book


def game_at(book: Book, round_number: int, table_number: int) -> Game:
    """A table in a round of an evening that is locked. Raises Faults where there is no such table in that round."""
    row = (
        TableRound.objects.filter(
            round__evening=book.evening, round__number=round_number, table__number=table_number
        )
        .select_related("round", "table")
        .first()
    )
    if row is None:
        refuse("table", "unknown-table", "table %(entered)s is not in play", entered=table_number)
    return Game(book, setup_of(book.evening), row, row.winner)


def needed_reason(entered: str) -> str:
    """The reason of a change. Raises Faults where there is none."""
    reason = clean_reason(entered)
    if not reason:
        refuse("reason", "empty", "nothing was entered; say why, it stands beside the change for ever")
    return reason


def renew_standings(book: Book) -> None:
    """Work the standings out again, at once where the evening is over; nothing before a round is settled."""
    if book.evening.status == Status.FINISHED:
        recompute_standings(evening=book.evening, by=book.by, at=book.at)
    elif book.evening.rounds.filter(closed_at__isnull=False).exists():
        enqueue(STANDINGS, book.evening, at=book.at, cause=book.evening.ledger_length)


def _recall_move(book: Book, reason: str) -> None:
    """Take back seats that no longer follow from who won; the job works them out again."""
    if book.evening.status not in (Status.DRAFTED, Status.MOVED):
        return
    number = book.evening.current_round + 1
    book.evening.rounds.filter(number=number).delete()
    forget_drafted_schedule(book.evening)
    book.write(Act.RECALL_MOVE, {"round": number}, reason=reason)
    enqueue(DRAFT_MOVE, book.evening, at=book.at, cause=book.evening.ledger_length)


def _credit_bell(game: Game, reason: str) -> None:
    """The bell is credited to whoever of those that rang reached the target first.

    Where none of them has reached it after all it goes to the first table that has, and comes back to them when
    a correction is undone.
    """
    round_ = game.row.round
    rang = rang_in(game.book.evening, round_.number) if round_.stopped_at else set()
    if not rang:
        return
    reached = reached_at(game.setup, round_)
    rightful = {table: at for table, at in reached.items() if table in rang} or reached
    first = min(rightful, key=lambda table: (rightful[table], table), default=None)
    if first != (round_.bell_table.number if round_.bell_table else None):
        move_bell(game.book, round_, first, reason)


def move_bell(book: Book, round_: Round, table: int | None, reason: str = "", *, rang: bool = False) -> None:
    """Credit `table` with the bell of a round, because it `rang` or because of a change; None for no table."""
    round_.bell_table = book.evening.tables.get(number=table) if table else None
    round_.save(update_fields=["bell_table"])
    body: dict[str, object] = {"round": round_.number, "table": table}
    book.write(Act.MOVE_BELL, {**body, "rang": True} if rang else body, reason=reason)
