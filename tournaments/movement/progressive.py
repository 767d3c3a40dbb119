"""The progressive movement: winners up a table, losers stay, losers of the head table down to the foot.

A move is worked out in two steps. First everybody who played moves and changes partners, as if nobody came
or went. Then the sitters come back and others go, late arrivals come in and leavers are taken
out. Both read the round just played and the history before it, nothing else: the seating
is a function of the starting seats and the results.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scoring.derivation import coded, gettext_noop, wordings
from scoring.described import option
from tournaments.movement import reasons
from tournaments.movement.history import History, destination
from tournaments.movement.interface import Movement, Reason, Situation
from tournaments.movement.options import Couples, GamesOptions
from tournaments.movement.seating import SEATS, PlayedRound, Seating, Table, other, pair

TABLES_ASKED_FOR = 3

wordings(
    {
        "move.partners.keep": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: at the head table the winners keep their "
            "seats, and those who come up stay partners too."
        ),
        "move.partners.mixed": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: mixed couples this way %(taken)s, "
            "the other way %(not_taken)s."
        ),
        "move.partners.fewer": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: earlier partnerships this way %(taken)s, "
            "the other way %(not_taken)s."
        ),
        "move.partners.seat": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: both ways were equal, so the newcomer from "
            "the lower seat joins seat 1."
        ),
        "move.arrived": gettext_noop("%(player)s has come and waits with those sitting out."),
        "move.table-broken-up": gettext_noop(
            "Too few are left for table %(table)s: it is broken up, and its players may come back first."
        ),
        "move.table-opened": gettext_noop("Four were waiting: table %(table)s opens."),
        "move.loser-sits-out": gettext_noop(
            "%(player)s sits out: lost at table %(table)s, seat %(seat)s (sat out so far: %(sit_outs)s; "
            "rounds played in a row: %(unbroken)s)."
        ),
        "move.winner-sits-out": gettext_noop(
            "%(player)s sits out: won at table %(table)s, seat %(seat)s (sat out so far: %(sit_outs)s; "
            "rounds played in a row: %(unbroken)s)."
        ),
        "move.few-tables": gettext_noop("The movement is meant for three tables or more."),
        "move.no-table": gettext_noop("Four players make a table; with fewer everybody waits."),
    }
)

HeadTable = Literal["keep", "exchange"]


class ProgressiveOptions(GamesOptions):
    head_table: HeadTable = option(
        "keep",
        gettext_noop("The winners at the head table"),
        gettext_noop(
            "Stay: as the text of 1910 has it. Change: like every other table, so that everybody meets more "
            "people."
        ),
        words={"keep": gettext_noop("Stay partners"), "exchange": gettext_noop("Change partners")},
    )
    couples: Couples = "any"


@dataclass(frozen=True)
class Progressive(Movement):
    options: ProgressiveOptions

    def __post_init__(self) -> None:
        self.tables.check_couples()

    def next_round(self, situation: Situation) -> Move:
        return move(situation, self.options, History.of(situation.played, situation.tickets))


@dataclass(frozen=True)
class Move:
    """Where everybody sits next, and why."""

    seating: Seating
    moved: tuple[Table, ...]
    changes: Changes
    partnerships: Partnerships

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return (
            *reasons_for_tables(self.moved, self.partnerships),
            *_reasons_for_changes(self.changes),
            *_remarks(self.seating),
        )


def move(situation: Situation, options: ProgressiveOptions, history: History) -> Move:
    """Work out the next round.

    Arguments:
        options: of these the move reads `head_table`, `couples` and `most_tables`.
    """
    last = situation.last
    partnerships = Partnerships(
        history.partners,
        situation.colours if options.couples == "mixed" else None,
        keeps_head=options.head_table == "keep" and len(last.winners) > 1,
    )
    moved = _moved(last, partnerships)
    tables, sitting_out, changes = rearrange(moved, situation, history, options.most_tables)
    return Move(Seating(tables, sitting_out), moved, changes, partnerships)


def _moved(last: PlayedRound, partnerships: Partnerships) -> tuple[Table, ...]:
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
    first, second, third, fourth = table
    low, high = coming
    return (first, low, third, high) if stays == "A" else (low, second, high, fourth)


# Who with whom: of the two ways to pair those who stay with those who come, the one the rules prefer.
# (a) Where the evening pairs across ticket colours, the way with more mixed couples; (b) the way with
# fewer earlier partnerships this evening, counted over both couples; then (c) the newcomer with the lower
# former seat number joins the stayer now in seat 1.
#
# Readings: (b) counts partnerships and not people, so that two rounds with one partner count twice. A
# couple is mixed when both hold a ticket colour and the colours differ. Both are asked of the move alone,
# before sitters take the seats of those who sit out, because the page takes these out "after the move is
# worked out".

_NOBODY: Mapping[str, int] = {}


class PartnersChoice(NamedTuple):
    """What settled the partners of a table, and the count for the way taken and for the way not taken.

    Arguments:
        rule: "keep" (the head table did not change partners), "mixed", "fewer" or "seat": (a), (b) or (c).
        this_way: mixed couples for "mixed", earlier partnerships for "fewer" and "seat".
        not_taken: the same for the other way.
    """

    rule: Literal["keep", "mixed", "fewer", "seat"]
    this_way: int = 0
    not_taken: int = 0


@dataclass(frozen=True)
class Partnerships:
    """What the pairing of a round looks at.

    Arguments:
        colours: ticket colours where the evening pairs across them, else None.
    """

    partners: Mapping[str, Mapping[str, int]]
    colours: Mapping[str, str] | None = None
    keeps_head: bool = False

    def crosses(self, first: str, second: str, low: str, high: str) -> bool:
        """Whether the newcomer from the higher former seat, and not the lower, joins the stayer in seat 1.

        Arguments:
            first, second: the stayers, now in seats 1 and 2.
            low, high: the newcomers from the lower and the higher former seat.
        """
        if self.colours is not None:
            straight, crossed = self._mixed(first, second, low, high)
            if straight != crossed:
                return crossed > straight
        # Written out and not `_earlier`: a large room spends most of a move on these lines.
        with_first = self.partners.get(first, _NOBODY)
        with_second = self.partners.get(second, _NOBODY)
        straight = with_first.get(low, 0) + with_second.get(high, 0)
        return with_first.get(high, 0) + with_second.get(low, 0) < straight

    def decision(self, number: int, table: Table) -> PartnersChoice:
        if self.keeps_head and number == 1:
            return PartnersChoice("keep")
        first, second, third, fourth = table
        if self.colours is not None:
            this_way, not_taken = self._mixed(first, second, third, fourth)
            if this_way != not_taken:
                return PartnersChoice("mixed", this_way, not_taken)
        this_way, not_taken = self._earlier(first, second, third, fourth)
        return PartnersChoice("seat" if this_way == not_taken else "fewer", this_way, not_taken)

    def _mixed(self, first: str, second: str, third: str, fourth: str) -> tuple[int, int]:
        # The count when `first` plays with `third`, and when with `fourth`.
        colour = (self.colours or {}).get
        couple, others = (colour(first), colour(second)), (colour(third), colour(fourth))
        if couple[0] == couple[1] or others[0] == others[1]:
            return 0, 0  # Both ways make the same couples of colours, so that their number does not matter.
        return sum(map(_across, couple, others)), sum(map(_across, couple, reversed(others)))

    def _earlier(self, first: str, second: str, third: str, fourth: str) -> tuple[int, int]:
        # The count when `first` plays with `third`, and when with `fourth`.
        of_first, of_second = self.partners.get(first, _NOBODY), self.partners.get(second, _NOBODY)
        this_way = of_first.get(third, 0) + of_second.get(fourth, 0)
        return this_way, of_first.get(fourth, 0) + of_second.get(third, 0)


def _across(one: str | None, two: str | None) -> bool:
    return bool(one and two and one != two)


# Numbers that do not divide by four, late arrivals and leavers: the second step of a move.
#
# Seats in which the move leaves room are filled by those who wait. The readings taken where the page is short:
#
# - One queue. Sitters and late arrivals wait together, those whose table was broken up first, then in the
#   order of the start draw. A late arrival has a place after everybody drawn.
# - A new foot table opens for the first four of the queue when, with all who are there, one more table can be
#   filled; of eight waiting the first four open the first of the two. The seats of leavers and of those chosen
#   to sit out are then one list, filled from the foot table up, lower seat first.
# - The seats named ("each returning sitter takes the seat of one of them") are those of the next round: the
#   seat to which the one taken out would have moved.
# - Breaking up. When the leavers outnumber those who wait so far that a table cannot be filled, the foot
#   table as it stands after the move is broken up. Those who waited come back all the same, as they always do;
#   only seats still empty then are filled by players of the table broken up, in the order of the start draw.
# - Chosen to sit out are only people who have just played: nobody of a table broken up (they sit already),
#   nobody who leaves, nobody of a table newly opened.

Place = tuple[int, int]
"""A table and a seat, both from 1."""


@dataclass(frozen=True)
class SitOut:
    player: str
    sit_outs: int
    won: bool
    table: int
    seat: int
    unbroken: int


@dataclass(frozen=True)
class Changes:
    """What happened after the move was worked out; table numbers are from 1.

    Arguments:
        sit_outs: who was chosen to sit out, in the order chosen.
        took_seats: who came in, with table and seat: sitters, late arrivals, players of a table broken up.
        arrived: those of them, or still waiting, who came late.
    """

    left: tuple[str, ...] = ()
    sit_outs: tuple[SitOut, ...] = ()
    took_seats: tuple[tuple[str, int, int], ...] = ()
    arrived: tuple[str, ...] = ()
    opened: tuple[int, ...] = ()
    broken_up: tuple[int, ...] = ()


def rearrange(
    moved: tuple[Table, ...], situation: Situation, history: History, most: int | None = None
) -> tuple[tuple[Table, ...], tuple[str, ...], Changes]:
    """Let sitters and arrivals in and the chosen and the leavers out.

    Arguments:
        most: how many tables there are at the most; who has sat out most comes in first where some have to wait.

    Returns:
        The tables, those sitting out in the order of the start draw, and what was changed.
    """
    last, leaving = situation.last, situation.leaving
    queue = [player for player in (*last.seating.sitting_out, *situation.arriving) if player not in leaving]
    if not queue and not leaving and len(moved) <= (most or len(moved)):
        return moved, (), Changes()
    waiting = situation.in_start_order(queue)
    waiting.sort(key=lambda player: player not in history.first_back)
    going = leaving.difference(last.seating.sitting_out)
    count = (SEATS * len(moved) - len(going) + len(waiting)) // SEATS
    if most is not None:
        count = min(count, most)
        waiting.sort(key=lambda player: -history.sit_outs.get(player, 0))
    opened = max(0, count - len(moved))
    new_tables, waiting = _open(waiting, opened)
    tables = moved[:count]
    stranded = [player for table in moved[count:] for player in table if player not in going]
    empty = [_place(tables, player) for player in going if any(player in table for table in tables)]
    chosen = _choose(last, len(waiting) - len(empty), history, going.union(stranded))
    coming = waiting + situation.in_start_order(stranded)[: max(0, len(empty) - len(waiting))]
    empty += [_place_after(last, moved, sit_out) for sit_out in chosen]
    empty.sort(key=lambda place: (-place[0], place[1]))  # from the foot up
    seats = dict(zip(empty, coming, strict=False))
    in_seats = set(seats.values())
    out = [*(sit_out.player for sit_out in chosen), *waiting, *stranded]
    changes = Changes(
        left=tuple(situation.in_start_order(sorted(leaving))),
        sit_outs=tuple(chosen),
        took_seats=tuple((player, table, seat) for (table, seat), player in seats.items()),
        arrived=tuple(situation.arriving),
        opened=tuple(range(len(moved) + 1, len(moved) + opened + 1)),
        broken_up=tuple(range(count + 1, len(moved) + 1)),
    )
    sitting_out = situation.in_start_order([player for player in out if player not in in_seats])
    return (*_filled(tables, seats), *new_tables), tuple(sitting_out), changes


def _open(waiting: list[str], tables: int) -> tuple[list[Table], list[str]]:
    places = iter(waiting[: SEATS * tables])
    return list(zip(places, places, places, places, strict=True)), waiting[SEATS * tables :]


def _choose(last: PlayedRound, count: int, history: History, spared: Collection[str]) -> list[SitOut]:
    # Fewest sit-outs first, then losers from the foot table up, then winners likewise.
    # Fewer than `count` only where fewer played.
    chosen: list[SitOut] = []
    if count <= 0:
        return chosen
    for level in sorted({0, *history.sit_outs.values()}):
        for sit_out in _candidates(last, history):
            if sit_out.sit_outs == level and sit_out.player not in spared:
                chosen.append(sit_out)
                if len(chosen) == count:
                    return chosen
    return chosen


def _candidates(last: PlayedRound, history: History) -> Iterator[SitOut]:
    for won in (False, True):
        for number in range(len(last.seating.tables), 0, -1):
            winner = last.winners[number - 1]
            couple = winner if won else other(winner)
            yield from sorted(
                _couple(last, number, couple, history, won=won),
                key=lambda sit_out: (-sit_out.unbroken, -sit_out.seat),
            )


def _couple(last: PlayedRound, number: int, couple: str, history: History, *, won: bool) -> Iterator[SitOut]:
    table = last.seating.tables[number - 1]
    for player in pair(table, couple):
        unbroken, sit_outs = history.unbroken.get(player, 0), history.sit_outs.get(player, 0)
        yield SitOut(player, sit_outs, won, number, table.index(player) + 1, unbroken)


def _place_after(last: PlayedRound, moved: tuple[Table, ...], sit_out: SitOut) -> Place:
    table = destination(sit_out.table, won=sit_out.won, last=len(last.seating.tables))
    return table, moved[table - 1].index(sit_out.player) + 1


def _place(tables: tuple[Table, ...], player: str) -> Place:
    return next(
        (number, table.index(player) + 1) for number, table in enumerate(tables, start=1) if player in table
    )


def _filled(tables: tuple[Table, ...], seats: Mapping[Place, str]) -> tuple[Table, ...]:
    if not seats:
        return tables
    filled = list(tables)
    for (number, seat), player in seats.items():
        table = filled[number - 1]
        filled[number - 1] = (*table[: seat - 1], player, *table[seat:])
    return tuple(filled)


def reasons_for_tables(moved: Sequence[Table], partnerships: Partnerships) -> Iterator[Reason]:
    """Say for each table who plays with whom after the move, and what settled it."""
    for number, table in enumerate(moved, start=1):
        decision = partnerships.decision(number, table)
        values: dict[str, object] = dict(zip(_SEATS, table, strict=True))
        if decision.rule in ("mixed", "fewer"):
            values |= {"taken": decision.this_way, "not_taken": decision.not_taken}
        sentence = coded(f"move.partners.{decision.rule}", **values)
        yield Reason(f"partners.{decision.rule}", number, sentence, _SEATS)


_SEATS = ("first", "second", "third", "fourth")


def _reasons_for_changes(changes: Changes) -> Iterator[Reason]:
    yield from reasons.about(changes.left, "left", "move.left")
    yield from reasons.about(changes.arrived, "arrived", "move.arrived")
    for table in changes.broken_up:
        yield Reason("table.broken-up", table, coded("move.table-broken-up", table=table))
    for table in changes.opened:
        yield Reason("table.opened", table, coded("move.table-opened", table=table))
    for sit_out in changes.sit_outs:
        values = {name: getattr(sit_out, name) for name in ("sit_outs", "table", "seat", "unbroken")}
        code = "move.winner-sits-out" if sit_out.won else "move.loser-sits-out"
        yield from reasons.about([sit_out.player], "sits-out", code, **values)
    yield from reasons.took_seats(changes.took_seats)


def _remarks(seating: Seating) -> Iterator[Reason]:
    # Fewer tables than the text asks for are allowed all the same.
    if not seating.tables:
        yield Reason("remark.no-table", None, coded("move.no-table"))
    elif len(seating.tables) < TABLES_ASKED_FOR:
        yield Reason("remark.few-tables", None, coded("move.few-tables"))
