"""The progressive movement: winners up a table, losers stay, losers of the head table down to the foot.

A move is worked out in two steps. First everybody who played moves and changes partners, as if nobody came
or went (this module). Then the sitters come back and others go, late arrivals come in and leavers are taken
out (`arrivals_departures`). Both read the round just played and the history before it, nothing else: the seating
is a function of the starting seats and the results.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from scoring.derivation import gettext_noop
from scoring.described import Described
from tournaments.movement.arrivals_departures import Changes, RoomInMove, rearrange
from tournaments.movement.history import History
from tournaments.movement.interface import Situation, Tables, check_people
from tournaments.movement.options import (
    Couples,
    GamesOptions,
    Reason,
    reasons_for_changes,
    reasons_for_tables,
    remarks,
)
from tournaments.movement.seating import SEATS, Partnerships, PlayedRound, Seating, Table, other, pair

HeadTable = Literal["keep", "exchange"]


class ProgressiveOptions(GamesOptions):
    """The options of a progressive evening.

    Arguments:
        head_table: "keep": the couples of the head table stay partners; "exchange": they change like all.
        couples: "mixed": pair across ticket colours where the move leaves a choice.
    """

    head_table: Annotated[
        HeadTable,
        Described(
            gettext_noop("The winners at the head table"),
            gettext_noop(
                "Stay: as the text of 1910 has it. Change: like every other table, so that everybody meets more "
                "people."
            ),
            {"keep": gettext_noop("Stay partners"), "exchange": gettext_noop("Change partners")},
        ),
    ] = "keep"
    couples: Couples = "any"


@dataclass(frozen=True)
class Move:
    """Where everybody sits next, and why.

    Arguments:
        moved: the tables as the move alone makes them, before anybody comes back, arrives or goes.
        changes: who came back, sat out, arrived and left after that.
    """

    seating: Seating
    moved: tuple[Table, ...]
    changes: Changes
    partnerships: Partnerships

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return (
            *reasons_for_tables(self.moved, self.partnerships),
            *reasons_for_changes(self.changes),
            *remarks(self.seating),
        )


@dataclass(frozen=True)
class Progressive:
    """The movement of a progressive evening.

    Raises:
        ValueError: the tables are not of four, with partners opposite each other.
    """

    tables: Tables
    options: ProgressiveOptions

    def __post_init__(self) -> None:
        self.tables.check_couples()

    def first_seating(self, order: Sequence[str]) -> Seating:
        return first_seating(order)

    def next_round(self, situation: Situation) -> Move:
        return move(
            situation.played,
            self.options,
            start_order=situation.start_order,
            colours=situation.colours,
            leaving=situation.leaving,
            arriving=situation.arriving,
            tickets=situation.tickets,
        )


def first_seating(order: Sequence[str]) -> Seating:
    """Seat the first round: table 1, seats 1 to 4, then table 2 and so on; the last N mod 4 drawn sit out.

    Arguments:
        order: the players as drawn. With fewer than four everybody sits out and waits.

    Raises:
        ValueError: somebody is named twice.
    """
    seated = len(order) - len(order) % SEATS
    places = iter(order[:seated])
    return Seating(tuple(zip(places, places, places, places, strict=True)), tuple(order[seated:]))


def move(
    played: Sequence[PlayedRound],
    options: ProgressiveOptions,
    *,
    start_order: Sequence[str],
    colours: Mapping[str, str] | None = None,
    leaving: Collection[str] = (),
    arriving: Sequence[str] = (),
    tickets: Mapping[str, str] | None = None,
    history: History | None = None,
) -> Move:
    """Work out the next round from the rounds played.

    Arguments:
        played: every round so far, first round first, as it was really seated.
        options: of these the move reads `head_table` and `couples`.
        start_order: the start draw; those who came late after it, in the order in which they came.
        colours: ticket colours. Whoever has none makes no mixed couple.
        leaving: who goes home before the next round.
        arriving: who came since the last move, in order. They wait with the sitters; a round they did not
            see the start of is no sit-out of theirs.
        tickets: for each substitute, the player whose ticket they hold.
        history: `History.of(played, tickets)` where the caller has it already.

    Raises:
        ValueError: no round has been played, the history is of other rounds, somebody leaves who is not
            there, or somebody arrives who is.
    """
    if not played:
        raise ValueError("the first round is drawn, not moved to")
    if history is None:
        history = History.of(played, tickets)
    elif history.rounds != len(played):
        raise ValueError(f"a history of {history.rounds} rounds does not belong to {len(played)} rounds")
    last = played[-1]
    check_people(last.seating, leaving, arriving)
    partnerships = Partnerships(
        history.partners,
        colours or {} if options.couples == "mixed" else None,
        keeps_head=options.head_table == "keep" and len(last.winners) > 1,
    )
    moved = _worked_out(last, partnerships)
    room = RoomInMove(history, start_order, tickets or {}, frozenset(leaving), tuple(arriving))
    tables, sitting_out, changes = rearrange(moved, last, room)
    return Move(Seating(tables, sitting_out), moved, changes, partnerships)


def _worked_out(last: PlayedRound, partnerships: Partnerships) -> tuple[Table, ...]:
    # One table alone changes partners whatever `head_table` says: the page has a rule of its own for it.
    tables, winners = last.seating.tables, last.winners
    if not tables:
        return ()
    staying = [winners[0], *(other(winner) for winner in winners[1:])]
    coming = [*winners[1:], other(winners[0])]
    moved: list[Table] = []
    for table, stays, source, comes in zip(tables, staying, (*tables[1:], tables[0]), coming, strict=True):
        # Of the stayers, the one in seat 1 or 2 keeps it and the other takes the other of the two.
        if stays == "A":
            first, _, second, _ = table
        else:
            _, second, _, first = table
        if comes == "A":
            low, _, high, _ = source
        else:
            _, low, _, high = source
        if partnerships.crosses(first, second, low, high):
            low, high = high, low
        moved.append((first, second, low, high))
    if partnerships.keeps_head:
        moved[0] = _head_table(tables[0], winners[0], pair(tables[1], winners[1]))
    return tuple(moved)


def _head_table(table: Table, stays: str, coming: tuple[str, str]) -> Table:
    # The newcomers take the other couple's seats, the one from the lower former seat the lower.
    one, two, three, four = table
    low, high = coming
    return (one, low, three, high) if stays == "A" else (low, two, high, four)
