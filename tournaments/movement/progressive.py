"""The progressive movement: winners up a table, losers stay, losers of the head table down to the foot.

A move is worked out in two steps. First everybody who played moves and changes partners, as if nobody came
or went (this module). Then the sitters come back and others go, late arrivals come in and leavers are taken
out (`arrivals_departures`). Both read the round just played and the history before it, nothing else: the seating
is a function of the starting seats and the results.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from scoring.derivation import coded, gettext_noop, wordings
from scoring.described import Described
from tournaments.movement.arrivals_departures import Changes, RoomInMove, chosen_to_sit_out, rearrange
from tournaments.movement.draw import digest, drawn_tables
from tournaments.movement.history import History, Meetings, sat_out
from tournaments.movement.interface import NextRound, Situation, Tables, check_people
from tournaments.movement.options import (
    Couples,
    GamesOptions,
    PointsOptions,
    Reason,
    reasons_for_changes,
    reasons_for_tables,
    remarks,
)
from tournaments.movement.seating import SEATS, Partnerships, PlayedRound, Seating, Table, other, pair

# --- Fixed and drawn seats: movements that do not ask who won, as evenings of points mostly have them -
# With "fixed" seats everybody stays where they are all evening. With "drawn" seats a new draw is made for
# every round, by the seed of the evening, so that people meet again as seldom as a quick search finds. In
# both, the tables have the sizes that seat the most people, and sitting out goes round: those who have
# sat out least sit out next.
#
# Nothing here is random. The order of a draw is that of the digests of `round`, the seed, the number of
# the round and the player, one to a line, as in `draw`; who sits out is decided by those of `sit out`
# likewise.

# --- Fixed and drawn seats told in short sentences ----------------------------------------------------

_PEOPLE = ("first", "second", "third", "fourth", "fifth")

wordings(
    {
        "drawn.table-of-2": gettext_noop("%(first)s against %(second)s: earlier meetings %(met)s."),
        "drawn.table-of-3": gettext_noop(
            "%(first)s, %(second)s, %(third)s: earlier meetings among them %(met)s."
        ),
        "drawn.table-of-4": gettext_noop(
            "%(first)s, %(second)s, %(third)s, %(fourth)s: earlier meetings among them %(met)s."
        ),
        "drawn.table-of-5": gettext_noop(
            "%(first)s, %(second)s, %(third)s, %(fourth)s, %(fifth)s: earlier meetings among them %(met)s."
        ),
        "drawn.couples": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: earlier partnerships %(partners)s, "
            "earlier meetings among the four %(met)s."
        ),
        "drawn.arrived": gettext_noop("%(player)s has come."),
        "drawn.sits-out": gettext_noop(
            "%(player)s sits out: nobody has sat out less often (rounds sat out before: %(sit_outs)s)."
        ),
        "drawn.sizes": gettext_noop("%(players)s are here; at the tables sit: %(sizes)s."),
        "drawn.no-table": gettext_noop("There are too few for a table; everybody waits."),
    }
)


def reasons_for_people(left: Sequence[str], arrived: Iterable[str]) -> Iterator[Reason]:
    yield from reasons_for_changes(Changes(left=tuple(left)))
    for player in arrived:
        yield Reason("arrived", None, coded("drawn.arrived", player=player), ("player",))


def reasons_for_sizes(players: int, sizes: Sequence[int], last: Seating) -> Iterator[Reason]:
    if not sizes:
        yield Reason("remark.no-table", None, coded("drawn.no-table"))
    elif tuple(sizes) != tuple(map(len, last.tables)):
        sentence = coded("drawn.sizes", players=players, sizes=", ".join(map(str, sizes)))
        yield Reason("tables.sizes", None, sentence)


def reasons_for_kept(last: Seating, tables: Sequence[Table]) -> Iterator[Reason]:
    before = {
        player: (number, seat)
        for number, table in enumerate(last.tables, start=1)
        for seat, player in enumerate(table, start=1)
    }
    took = tuple(
        (player, number, seat)
        for number, table in enumerate(tables, start=1)
        for seat, player in enumerate(table, start=1)
        if before.get(player) != (number, seat)
    )
    return reasons_for_changes(Changes(took_seats=took))


def reasons_for_drawn(tables: Iterable[Table], meetings: Meetings, *, partnership: bool) -> Iterator[Reason]:
    for number, table in enumerate(tables, start=1):
        people = _PEOPLE[: len(table)]
        values: dict[str, object] = {**dict(zip(people, table, strict=True)), "met": meetings.at(table)}
        if partnership and len(table) == SEATS:
            values["partners"] = meetings.as_partners(table)
            yield Reason("drawn.couples", number, coded("drawn.couples", **values), people)
        else:
            yield Reason("drawn.table", number, coded(f"drawn.table-of-{len(table)}", **values), people)


def reasons_to_sit_out(players: Iterable[str], counts: dict[str, int]) -> Iterator[Reason]:
    for player in players:
        sentence = coded("drawn.sits-out", player=player, sit_outs=counts.get(player, 0))
        yield Reason("sits-out", None, sentence, ("player",))


Rotation = Literal["fixed", "drawn"]

Seats = list[str | None]
"""A table with empty seats."""


@dataclass(frozen=True)
class Fixed:
    tables: Tables
    options: GamesOptions | PointsOptions
    rotation: ClassVar[Rotation] = "fixed"

    def first_seating(self, order: Sequence[str]) -> Seating:
        return rotation_first_seating(order, self.tables)

    def next_round(self, situation: Situation) -> NextRound:
        return next_round(
            [round_.seating for round_ in situation.played],
            self.rotation,
            self.tables,
            seed=situation.seed,
            start_order=situation.start_order,
            leaving=situation.leaving,
            arriving=situation.arriving,
            tickets=situation.tickets,
        )


@dataclass(frozen=True)
class Drawn(Fixed):
    rotation: ClassVar[Rotation] = "drawn"


def rotation_first_seating(order: Sequence[str], tables: Tables) -> Seating:
    """Seat the first round as drawn: table 1 from seat 1 on, then table 2 and so on; the last drawn sit out.

    Raises:
        ValueError: somebody is named twice.
    """
    return _filled(order, tables.sizes(len(order)))


def next_round(
    played: Sequence[Seating],
    movement: Rotation,
    tables: Tables,
    *,
    seed: str,
    start_order: Sequence[str],
    leaving: Collection[str] = (),
    arriving: Sequence[str] = (),
    tickets: Mapping[str, str] | None = None,
) -> NextRound:
    """Work out the next round from the seatings so far.

    Arguments:
        played: the rounds so far, first round first, as they were really seated.
        start_order: the start draw; those who came late after it.
        leaving: who goes home before the next round.
        arriving: who came since the last move, in order; they may be seated at once.
        tickets: for each substitute, the player whose ticket they hold.

    Raises:
        ValueError: no round has been played.
    """
    if not played:
        raise ValueError("the first round is drawn, not moved to")
    tickets = tickets or {}
    last = played[-1]
    room = RoomInMove(History(), start_order, tickets, frozenset(leaving), tuple(arriving))
    remaining = [player for player in last.players() if player not in room.leaving]
    present = room.in_start_order([*remaining, *(player for player in arriving if player not in remaining)])
    sizes = as_before(last, tables.sizes(len(present)))
    counts = sat_out(played, tickets)
    number = str(len(played) + 1)
    out = chosen_to_sit_out(
        present,
        len(present) - sum(sizes),
        counts,
        last.sitting_out,
        lambda player: digest("sit out", seed, number, player),
    )
    seated = [player for player in present if player not in out]
    sitting = tuple(player for player in present if player in out)
    reasons = [
        *reasons_for_people([player for player in last.players() if player in room.leaving], arriving),
        *reasons_for_sizes(len(present), sizes, last),
    ]
    if movement == "fixed":
        placed = _kept_tables(last, seated, sizes)
        reasons += reasons_for_kept(last, placed)
    else:
        meetings = Meetings.of(played, partnership=tables.partnership)
        order = sorted(seated, key=lambda player: digest("round", seed, number, player))
        placed = drawn_tables(order, sizes, meetings, partnership=tables.partnership)
        reasons += reasons_for_drawn(placed, meetings, partnership=tables.partnership)
    reasons += reasons_to_sit_out(sitting, counts)
    return NextRound(Seating(placed, sitting), tuple(reasons))


def as_before(last: Seating, wanted: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes of the last round where they still seat as many: tables are not changed for nothing."""
    before = tuple(len(table) for table in last.tables)
    return before if sum(before) == sum(wanted) else wanted


def _filled(order: Sequence[str], wanted: Sequence[int]) -> Seating:
    places = iter(order)
    placed: tuple[Table, ...] = tuple(tuple(next(places) for _ in range(size)) for size in wanted)
    return Seating(placed, tuple(places))


def _kept_tables(last: Seating, seated: Sequence[str], sizes: Sequence[int]) -> tuple[Table, ...]:
    """Return the tables of the next round with everybody in their seat of the last one, where that is there.

    Whoever had no seat takes one that is free, from table 1 up, the lower seat first. Where the tables change
    their sizes or their number, the highest are broken up first, and the tables with most people left become
    the largest; of a table that becomes smaller those in the highest seats look for another.

    Arguments:
        last: the round just played.
        seated: who is to have a seat, in the order in which free seats are taken.
        sizes: the sizes of the tables; as many seats as there are people.
    """
    players = set(seated)
    before = [_left(table, players) for table in last.tables[: len(sizes)]]
    before += [[] for _ in range(len(sizes) - len(before))]
    tables = [_cut_down(table, size) for table, size in zip(before, matched(before, sizes), strict=True)]
    in_seats = {player for table in tables for player in table if player is not None}
    waiting = iter([player for player in seated if player not in in_seats])
    return tuple(tuple(_in_free_seats(table, waiting)) for table in tables)


def _left(table: Table, there: Collection[str]) -> Seats:
    return [player if player in there else None for player in table]


def matched(tables: Sequence[Seats], sizes: Sequence[int]) -> list[int]:
    """Return a size for each table: its own where that is among them, else the more people the larger."""
    free = list(sizes)
    new_sizes = [0] * len(tables)
    for place, table in enumerate(tables):
        if len(table) in free:
            new_sizes[place] = len(table)
            free.remove(len(table))
    others = [place for place, size in enumerate(new_sizes) if not size]
    others.sort(key=lambda place: sum(player is None for player in tables[place]) - len(tables[place]))
    for place, size in zip(others, sorted(free, reverse=True), strict=True):
        new_sizes[place] = size
    return new_sizes


def _cut_down(table: Seats, size: int) -> Seats:
    # Empty places go or come first, then the highest seats go.
    if len(table) == size:
        return table
    people = [player for player in table if player is not None][:size]
    return [*people, *[None] * (size - len(people))]


def _in_free_seats(table: Seats, waiting: Iterator[str]) -> Iterator[str]:
    for player in table:
        yield next(waiting) if player is None else player


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
