"""What the ledger says happened, as plain records, and what they say of a move: who is there, who reached the target.

`evening.fold` gathers them from the entries of the ledger.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeVar

from tournaments.evening.plan import Plan, Setup, setup_for
from tournaments.evening.round_rules import OF_COUPLES, Keeping, Status, TableScore
from tournaments.ledger.chain import Entry
from tournaments.movement.by_result.knock_out import may_win
from tournaments.movement.interface import Announced, Movement, Situation
from tournaments.movement.seating import PlayedRound, Seating, couple_of, side_that_moves
from tournaments.ranking.standings import PrizeCut

Body = dict[str, Any]


class HandState(StrEnum):
    """What has become of an entered hand."""

    COUNTS = "counts"
    AGREES = "agrees"
    DISPUTES = "disputes"
    REJECTED = "rejected"
    LATE = "late"
    LEFT_OUT = "left_out"
    REPLACED = "replaced"
    NOTE = "note"


SEAT: Final = re.compile(r"table:\d+ seat:(\d)")
AT_A_TABLE: Final = "table:"


def seat_of(by: str) -> int | None:
    match = SEAT.fullmatch(by)
    return int(match[1]) if match else None


def side_of(by: str, *, couples: bool) -> str | None:
    """The side of whoever acted: their couple, or their own seat where everybody plays alone; None if unknown."""
    seat = seat_of(by)
    if seat is None:
        return None
    return couple_of(seat) if couples else str(seat)


def may_confirm(entered_by: str, by: str, *, couples: bool) -> bool:
    """Whether `by`, of a known side, speaks for another than the one that entered a hand, if that is known."""
    side = side_of(by, couples=couples)
    return side is not None and side != side_of(entered_by, couples=couples)


def agree(entered_by: str, by: str, *, couples: bool) -> bool:
    """Whether two equal entries confirm each other: all but those known to be of one side."""
    side = side_of(by, couples=couples)
    return side is None or side != side_of(entered_by, couples=couples)


class HandRow(NamedTuple):
    """What the row of a hand holds beside the ledger; `phone` is a primary key."""

    derivation: list[Body]
    key: str
    entered_at: str
    phone: int | None


@dataclass(frozen=True, slots=True)
class TableCut:
    """The cut that stands at a table: `order` has the winner first, `before` is the cut that it goes on from.

    `entry` is its own entry of the ledger; 0 where it came with a change, and goes with that.
    """

    order: str
    by_seed: bool
    entry: int = 0
    before: TableCut | None = None


@dataclass(frozen=True, slots=True)
class BeforeCorrection:
    """How things stood when a hand was corrected; `of` is the entry of the one that counted until then."""

    of: int
    cut: TableCut | None
    disputed: bool
    next_seats: Seating | None
    announced: bool


@dataclass(slots=True)
class HandRecord:
    """One hand as entered; `points` are what the ledger says it scored. A void deal has no `hand`.

    `late_because` is the code of why it lies, or lay, in the late tray; `clock_offset` the milliseconds by which the
    sender's clock was ahead, if found to be. `new_row` is there only while the row is still to be written. `wins` is
    the seat that won the game by this hand alone; `rescored` its slip since a change of an earlier hand.
    """

    sequence: int
    round: int
    table: int
    number: int
    hand: Body | None
    points: tuple[int, ...]
    played_at: str
    by: str = ""
    state: HandState = HandState.COUNTS
    confirmed_by: str = ""
    late_because: str = ""
    clock_offset: int | None = None
    new_row: HandRow | None = None
    wins: int | None = None
    rescored: list[Body] | None = None
    before: BeforeCorrection | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A director's decision on a whole game: "adjusted" to these points, "not_played", or "totals" in place of hands.

    `totals` are those that were entered before it was decided otherwise.
    """

    sequence: int
    kind: str
    points: tuple[int, ...]
    totals: Decision | None = None


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    tickets: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class WrongSeats:
    """Two tickets that sat in each other's seats for some hands, as (round, table, number)."""

    hands: tuple[tuple[int, int, int], ...]
    one: str
    other: str


@dataclass(slots=True)
class RoundRecord:
    """One round: its seats as last drafted or announced, its hands and cuts by table number.

    Times are texts made by `chain.instant`. `keeping`: whose points are counted, and whether anybody wins.
    `going_on` is how many go on from each table in a knock-out at tables of several, and empty elsewhere.
    `absent` are those in the seating who had left before it began: they have neither played nor sat out.
    `hands` are those that count, in order of their numbers; `rang` are the tables that have rung the bell since it
    was last taken back, `stopped_by` the entry of the totals that stopped it. `reasons` say why people sit as they
    do, where that was just worked out; the ledger does not.
    """

    number: int
    seating: Seating
    keeping: Keeping = OF_COUPLES
    worked_out: Seating | None = None
    announced_at: str | None = None
    started_at: str | None = None
    ends_at: str | None = None
    stopped_at: str | None = None
    stopped_by: int | None = None
    bell: int | None = None
    closed_at: str | None = None
    hands: dict[int, list[HandRecord]] = field(default_factory=dict)
    cuts: dict[int, TableCut] = field(default_factory=dict)
    decisions: dict[int, Decision] = field(default_factory=dict)
    rang: set[int] = field(default_factory=set)
    going_on: tuple[int, ...] = ()
    absent: tuple[str, ...] = ()
    reasons: list[Body] | None = None

    def points(self, table: int) -> tuple[int, ...]:
        decided = self.decisions.get(table)
        return decided.points if decided else self.hands_points(table)

    def hands_points(self, table: int, changed: Mapping[int, Sequence[int]] | None = None) -> tuple[int, ...]:
        """The sum of the hands at a table, some `changed` by number, by couple or by seat."""
        count = len(self.sides(table))
        hands = {hand.number: hand.points for hand in self.hands.get(table, [])} | dict(changed or {})
        return tuple(map(sum, zip((0,) * count, *hands.values(), strict=True)))

    def hands_before(self, table: int, number: int) -> list[Body]:
        """What was played at a table before the hand of a number, in order; void deals left out."""
        hands = sorted(self.hands.get(table, ()), key=lambda hand: hand.number)
        return [hand.hand for hand in hands if hand.number < number and hand.hand is not None]

    def sides(self, table: int) -> tuple[str, ...]:
        return self.keeping.sides(len(self.seating.tables[table - 1]))

    def cut_order(self, table: int) -> str:
        cut = self.cuts.get(table)
        return cut.order if cut else ""

    def outright(self, table: int) -> str:
        """The seat that won the game by one hand; "" where none did, or the director has decided."""
        wins = [hand.wins for hand in self.hands.get(table, ()) if hand.wins]
        return str(wins[-1]) if wins and table not in self.decisions else ""

    def score(self, table: int) -> TableScore:
        cut, outright = self.cut_order(table), self.outright(table)
        return TableScore(self.points(table), self.keeping, cut, outright, self.go_on(table))

    def go_on(self, table: int) -> int:
        return self.going_on[table - 1] if self.going_on else 0

    def settled_winner(self, table: int) -> str | None:
        """Who has won the game of a table once the round is closed; None before, and where nobody wins."""
        return self.score(table).winner if self.closed_at else None

    def winners(self) -> tuple[str, ...]:
        """The winners of a settled round by table; () where nobody wins."""
        if not self.keeping.is_won:
            return ()
        return tuple(
            side_that_moves(self.score(table).winner or self.sides(table)[0], len(seats))
            for table, seats in enumerate(self.seating.tables, start=1)
            if seats
        )

    def played(self) -> PlayedRound:
        tables = self.seating.numbers
        places = tuple(self.score(table).places for table in tables) if self.keeping.by_seat else ()
        return PlayedRound(
            self.seating.without_gaps(), self.winners(), tuple(map(self.points, tables)), places
        )

    def sat_out(self) -> list[str]:
        return [code for code in self.seating.sitting_out if code not in self.absent]

    def not_played(self, table: int) -> bool:
        decided = self.decisions.get(table)
        return decided is not None and decided.kind == "not_played"


@dataclass(frozen=True, slots=True)
class MoveInput:
    """What the movement was asked for a round, as things stood then; `taking_over` is who took whose place since.

    `tables_out` are the tables that nobody was to sit at.
    """

    situation: Situation
    taking_over: Mapping[str, str]
    tables_out: frozenset[int] = frozenset()

    def in_room(self, seating: Seating) -> Seating:
        return seating.renamed(self.taking_over).around(self.tables_out)


@dataclass(frozen=True, slots=True)
class BoundTicket:
    """What the ledger binds of a ticket in entry `sequence`; `anew` where another name had been bound before."""

    commitment: str
    guest: bool
    sequence: int
    anew: bool = False


class Holder(NamedTuple):
    player: int
    salt: str


@dataclass(slots=True)
class TicketRecord:
    """A ticket as the ledger knows it; `holder` is there only when it was just given out.

    `bound` is None in ledgers older than bound names.
    """

    code: str
    number: int
    colour: str
    arrived_in: int = 0
    left_in: int | None = None
    replaces: str | None = None
    holder: Holder | None = None
    bound: BoundTicket | None = None

    def bind(self, body: Body, entry: Entry) -> None:
        """Let the name stand that the entry binds with this body, if it binds one."""
        if "name" in body:
            anew = self.bound is not None and self.bound.commitment != body["name"]
            self.bound = BoundTicket(body["name"], body["guest"], entry.sequence, anew)


@dataclass(slots=True)
class Record:
    """An evening, folded from its ledger.

    `versions` are all hands ever entered, by their entry's sequence; `drafts` every move worked out, also those
    given up; `schedule` what is announced for the coming rounds, where one was drawn up; `drafted` what is once the
    drafted move is announced; `contradictions` what an entry says otherwise than those before it. `attempt` is the
    number of the last draw of first seats, `is_drawn` whether those that stand were drawn rather than placed.
    `penalties`, `wrong_seats` and `prize_cuts` are those that stand, by their entry's sequence.
    `heading` binds the names of club and evening; `tables_out` are out of use from the next
    round on, `tables_before` the limits and those before each change of the tables.
    `gave_up_seats`: whether finishing gave up next seats that had been announced, or changed by hand.
    """

    plan: Plan | None = None
    status: Status = Status.DRAFT
    date: str = ""
    seed: str = ""
    heading: str | None = None
    pinned: Body | None = None
    started_at: str | None = None
    finished_at: str | None = None
    published_at: str | None = None
    seal: str | None = None
    current_round: int = 0
    attempt: int = 0
    is_drawn: bool = False
    gave_up_seats: bool = False
    start_order: list[str] = field(default_factory=list)
    tables_out: frozenset[int] = frozenset()
    tables_before: list[tuple[int | None, frozenset[int]]] = field(default_factory=list)
    tickets: dict[str, TicketRecord] = field(default_factory=dict)
    rounds: dict[int, RoundRecord] = field(default_factory=dict)
    move_inputs: dict[int, MoveInput] = field(default_factory=dict)
    drafts: list[tuple[int, MoveInput, Seating, Movement]] = field(default_factory=list)
    schedule: Announced | None = None
    drafted: Announced | None = None
    prize_cuts: dict[int, PrizeCut] = field(default_factory=dict)
    prizes_unplayed: frozenset[int] = frozenset()
    prizes_cut_by_seed: set[int] = field(default_factory=set)
    unranked: frozenset[str] = frozenset()
    gave_up: dict[str, int] = field(default_factory=dict)
    versions: dict[int, HandRecord] = field(default_factory=dict)
    penalties: dict[int, PenaltyRecord] = field(default_factory=dict)
    wrong_seats: dict[int, WrongSeats] = field(default_factory=dict)
    contradictions: list[str] = field(default_factory=list)
    _setup: Setup | None = None

    def bound(self, code: str) -> BoundTicket | None:
        return self.tickets[code].bound if code in self.tickets else None

    def replaced(self) -> dict[str, str]:
        return {code: ticket.replaces for code, ticket in self.tickets.items() if ticket.replaces}

    def colours(self) -> dict[str, str]:
        return {code: ticket.colour for code, ticket in self.tickets.items() if ticket.colour}

    def move_input(self, number: int) -> MoveInput:
        """What the movement is asked for the seats of round `number`. Raises KeyError without a round before it.

        The move is worked out as if those who were replaced after that round were still there; whoever is taking
        over from them takes their place in it.
        """
        players = set(self.rounds[number - 1].seating.players())
        gone = {code for code, ticket in self.tickets.items() if ticket.left_in is not None}
        substitutes = {before: substitute for substitute, before in self.replaced().items()}

        def line(code: str) -> list[str]:
            """The ticket and those who replaced it, one after the other."""
            codes = [code]
            while codes[-1] in substitutes:
                codes.append(substitutes[codes[-1]])
            return codes

        heirs = {code: line(code)[-1] for code in players}
        waiting = [codes for codes in map(line, self.start_order) if players.isdisjoint(codes)]
        situation = Situation(
            tuple(self.rounds[before].played() for before in range(1, number)),
            seed=self.seed,
            start_order=tuple(self.start_order),
            rounds=self.made_plan().rounds,
            colours=self.colours(),
            leaving=frozenset(code for code, heir in heirs.items() if heir in gone),
            arriving=tuple(codes[-1] for codes in waiting if codes[-1] not in gone),
            tickets=self.replaced(),
            announced=self.schedule,
        )
        taking_over = {code: heir for code, heir in heirs.items() if heir not in (code, *gone)}
        return MoveInput(situation, taking_over, self.tables_out)

    def going_on(self, number: int) -> tuple[int, ...]:
        """How many go on from each table in a knock-out at tables of several; () in other evenings."""
        plan = self.made_plan()
        if not plan.has_bracket:
            return ()
        situation = self.move_input(number).situation if number > 1 else None
        return plan.going_on(self.rounds[number].seating, situation)

    def in_knock_out(self, codes: Iterable[str]) -> set[str]:
        """Those whose holders may still win a knock-out, of people who have left too; none where none is played."""
        plan, settled = self.made_plan(), len(self.closed_rounds())
        situation = self.move_input(settled + 1).situation if settled and plan.has_bracket else None
        return {code for code in codes if may_win(plan.mover, situation, code)}

    def copied(self) -> Record:
        """A copy on which acts can be tried; it shares plan and setup, which never change."""
        return deepcopy(self, {id(shared): shared for shared in (self.plan, self._setup)})

    def setup(self) -> Setup:
        plan = self.made_plan()
        if self._setup is None or self._setup.plan is not plan:
            self._setup = setup_for(plan)
        return self._setup

    def reached_at(self, round_: RoundRecord) -> dict[int, str]:
        setup = self.setup()
        if not setup.rings:
            return {}
        return reached_at(
            setup,
            (
                (table, hand.points, hand.played_at)
                for table, hands in round_.hands.items()
                for hand in sorted(hands, key=lambda hand: hand.number)
            ),
        )

    def bell_is_due_to(self, round_: RoundRecord) -> int | None:
        """The table to be credited with the bell: the first at the target of those that rang.

        Where none of them has reached it after all it is the first table that has; None where there is
        none. A round in which no table rang keeps what it has.
        """
        rang = round_.rang if round_.stopped_at else set()
        if not rang:
            return round_.bell
        times = self.reached_at(round_)
        return first_of({table: at for table, at in times.items() if table in rang} or times)

    def announce(self, newer: Announced) -> None:
        """Let this schedule stand from its first round on, and what stood already before that round."""
        self.schedule = self.schedule.followed_by(newer) if self.schedule else newer
        self.drafted = None

    def made_plan(self) -> Plan:
        """The plan. Raises ValueError before the evening is made."""
        if self.plan is None:
            raise ValueError("the evening has no plan")
        return self.plan

    def drop_next_seats(self) -> None:
        for number in [number for number in self.rounds if number > self.current_round]:
            del self.rounds[number]
        self.drafted = None

    def next_seats(self) -> RoundRecord | None:
        return self.rounds.get(self.current_round + 1)

    def gone_from(self, round_: RoundRecord) -> Iterator[tuple[int, int, TicketRecord]]:
        """(table number, seat number, ticket) of those who have left and still have a seat in a round."""
        for table, seats in enumerate(round_.seating.tables, start=1):
            for seat, code in enumerate(seats, start=1):
                ticket = self.tickets[code]
                if ticket.left_in is not None:
                    yield table, seat, ticket

    def open_cuts(self) -> dict[int, int]:
        """The tables whose cuts stand in a round that is not closed, by the sequence of the cut's entry."""
        round_ = self.rounds.get(self.current_round)
        if round_ is None or round_.closed_at:
            return {}
        return {cut.entry: table for table, cut in round_.cuts.items() if cut.entry}

    def closed_rounds(self) -> list[RoundRecord]:
        return [round_ for _, round_ in sorted(self.rounds.items()) if round_.closed_at]


Moment = TypeVar("Moment", str, datetime)
"""When a hand was finished: as the ledger has it (texts of `chain.instant`), or as a row has it."""


def reached_at(setup: Setup, hands: Iterable[tuple[int, tuple[int, ...], Moment]]) -> dict[int, Moment]:
    """When each table that may ring finished the hand that brought a couple to the target.

    `hands` are (table, points, time) of those that count; those of one table in the order of their numbers.
    """
    running: dict[int, tuple[int, ...]] = {}
    times: dict[int, Moment] = {}
    for table, points, at in hands:
        before = running.get(table, (0,) * len(points))
        running[table] = tuple(map(sum, zip(before, points, strict=True)))
        if setup.may_ring(table, running[table]):
            times.setdefault(table, at)
        else:
            times.pop(table, None)
    return times


def first_of(reached: Mapping[int, Moment]) -> int | None:
    """The table that reached the target first, of several at once the lowest; None where none has."""
    return min(reached, key=lambda table: (reached[table], table), default=None)


def was_before(reached: Mapping[int, Moment], table: int, bell: int) -> bool:
    """Whether a table reached the target before the one that has the bell, or that one has not after all."""
    return table in reached and (bell not in reached or reached[table] < reached[bell])
