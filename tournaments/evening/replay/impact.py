"""The impact of a change: the same evening folded without it and with it, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.derivation import Sentence
from tournaments.evening.record.outcome import prizes_of, standings_of
from tournaments.evening.record.record import Record, RoundRecord
from tournaments.movement.seating import Seating


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game whose points, winner or cut change.

    `winner` is "" where nobody has won (yet); `level` is whether several have most points after the
    change.
    """

    round: int
    table: int
    points: tuple[tuple[int, ...], tuple[int, ...]]
    winner: tuple[str, str]
    cut_not_needed: bool
    cut_needed: bool
    level: bool = False


@dataclass(frozen=True, slots=True)
class HandChange:
    """A hand that stays as entered and scores otherwise after a change of an earlier one."""

    round: int
    table: int
    number: int
    points: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class LineChange:
    """A ticket's line of the standings, before and after; a place is None where there is no line."""

    ticket: str
    place: tuple[int | None, int | None]
    won_halves: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class BellChange:
    """The table credited with a round's bell, before and after; None for no table."""

    round: int
    table: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class PrizeChange:
    """A prize, and the tickets that have it, share it or cut for it, before and after.

    `other` is the number of the other prizes that it is one of, 0 for those of the whole evening;
    `about` what those are for. `amounts` are what each of these tickets gets, without those that have
    to cut (`to_cut`).
    """

    prize: str
    rank: int
    colour: str | None
    tickets: tuple[tuple[str, ...], tuple[str, ...]]
    amounts: tuple[tuple[int, ...], tuple[int, ...]]
    to_cut: tuple[bool, bool]
    other: int = 0
    about: Sentence | None = None


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Where a ticket would sit next, before and after: (table, seat), or None for sitting out."""

    ticket: str
    seat: tuple[tuple[int, int] | None, tuple[int, int] | None]


@dataclass(frozen=True, slots=True)
class Impact:
    """Everything that differs. `announced` says whether the seats that would change have been announced."""

    games: tuple[GameChange, ...]
    hands: tuple[HandChange, ...]
    bells: tuple[BellChange, ...]
    lines: tuple[LineChange, ...]
    prizes: tuple[PrizeChange, ...]
    seats: tuple[SeatChange, ...]
    announced: bool

    @property
    def nothing(self) -> bool:
        return not (self.games or self.hands or self.bells or self.lines or self.prizes or self.seats)


def impact(before: Record, after: Record) -> Impact:
    seats = tuple(_seats(before, after))
    following = before.rounds.get(before.current_round + 1)
    return Impact(
        games=tuple(_games(before, after)),
        hands=tuple(_hands(before, after)),
        bells=tuple(_bells(before, after)),
        lines=tuple(_lines(before, after)),
        prizes=tuple(_prizes(before, after)),
        seats=seats,
        announced=bool(seats and following and following.announced_at),
    )


def _games(before: Record, after: Record) -> Iterator[GameChange]:
    for number, round_ in sorted(before.rounds.items()):
        later = after.rounds.get(number)
        if later is None:
            continue
        for table in range(1, len(round_.seating.tables) + 1):
            points = (round_.points(table), later.points(table))
            winner = (round_.settled_winner(table) or "", later.settled_winner(table) or "")
            cut = (table in round_.cuts, table in later.cuts)
            if points[0] != points[1] or winner[0] != winner[1] or cut[0] != cut[1]:
                yield GameChange(
                    number,
                    table,
                    points,
                    winner,
                    cut_not_needed=cut[0] and not cut[1],
                    cut_needed=_level(later, table) and not _level(round_, table),
                    level=later.score(table).is_level,
                )


def _hands(before: Record, after: Record) -> Iterator[HandChange]:
    for number, round_ in sorted(before.rounds.items()):
        later = after.rounds.get(number)
        for table, hands in sorted(round_.hands.items() if later else ()):
            becomes = {hand.sequence: hand.points for hand in later.hands[table]} if later else {}
            for hand in hands:
                points = becomes.get(hand.sequence, hand.points)
                if points != hand.points:
                    yield HandChange(number, table, hand.number, (hand.points, points))


def _level(round_: RoundRecord, table: int) -> bool:
    return bool(round_.stopped_at) and round_.score(table).is_level


def _bells(before: Record, after: Record) -> Iterator[BellChange]:
    for number, round_ in sorted(before.rounds.items()):
        later = after.rounds.get(number)
        if later is not None and later.bell != round_.bell:
            yield BellChange(number, (round_.bell, later.bell))


def _lines(before: Record, after: Record) -> Iterator[LineChange]:
    if not before.closed_rounds():
        return
    old = {line.player: line for line in standings_of(before)}
    new = {line.player: line for line in standings_of(after)}
    for ticket in dict.fromkeys((*new, *old)):
        was, becomes = old.get(ticket), new.get(ticket)
        change = LineChange(
            ticket,
            (was.place if was else None, becomes.place if becomes else None),
            (was.won_halves if was else 0, becomes.won_halves if becomes else 0),
            (was.points_for if was else 0, becomes.points_for if becomes else 0),
        )
        if any(pair[0] != pair[1] for pair in (change.place, change.won_halves, change.points)):
            yield change


def _prizes(before: Record, after: Record) -> Iterator[PrizeChange]:
    if before.finished_at is None:
        return
    old, new = _prize_holders(before), _prize_holders(after)
    for which in dict.fromkeys((*old, *new)):
        pair = (old.get(which, NOBODY), new.get(which, NOBODY))
        if pair[0] != pair[1]:
            kind, rank, colour, other = which
            yield PrizeChange(
                kind,
                rank,
                colour,
                other=other,
                about=before.made_plan().about_others(other) if other else None,
                tickets=(pair[0].tickets, pair[1].tickets),
                amounts=(pair[0].amounts, pair[1].amounts),
                to_cut=(pair[0].to_cut, pair[1].to_cut),
            )


@dataclass(frozen=True, slots=True)
class _Given:
    tickets: tuple[str, ...] = ()
    amounts: tuple[int, ...] = ()
    to_cut: bool = False


NOBODY = _Given()


def _prize_holders(record: Record) -> dict[tuple[str, int, str | None, int], _Given]:
    # Those who divide a prize are together under one key.
    holders: dict[tuple[str, int, str | None, int], _Given] = {}
    for prize in prizes_of(record):
        which = (prize.kind, prize.rank, prize.colour, prize.other)
        others = holders.get(which, NOBODY)
        if prize.winner is None:
            holders[which] = _Given(prize.tied, to_cut=True)
        else:
            holders[which] = _Given((*others.tickets, prize.winner), (*others.amounts, prize.amount))
    return holders


def _seats(before: Record, after: Record) -> Iterator[SeatChange]:
    # Only of a round that is drafted or announced and that the change takes back.
    number = before.current_round + 1
    drafted = before.rounds.get(number)
    if drafted is None or drafted.started_at is not None or number not in before.move_inputs:
        return
    if number in after.rounds:
        return
    old, new = _places(drafted.seating), _places(_next(before, after, number))
    for ticket in dict.fromkeys((*old, *new)):
        if old.get(ticket) != new.get(ticket):
            yield SeatChange(ticket, (old.get(ticket), new.get(ticket)))


def _next(before: Record, after: Record, number: int) -> Seating:
    # The seats as they are, unless the movement would now seat people otherwise.
    drafted, move_input = before.rounds[number], before.move_inputs[number]
    played = tuple(after.rounds[earlier].played() for earlier in range(1, number))
    worked_out = before.made_plan().mover.next_round(replace(move_input.situation, played=played))
    seating = worked_out.seating.renamed(move_input.taking_over)
    return drafted.seating if seating == drafted.worked_out else seating


def _places(seating: Seating) -> dict[str, tuple[int, int] | None]:
    places: dict[str, tuple[int, int] | None] = dict.fromkeys(seating.sitting_out)
    for table, seats in enumerate(seating.tables, start=1):
        places |= {code: (table, seat) for seat, code in enumerate(seats, start=1)}
    return places
