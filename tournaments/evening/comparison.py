"""What a record comes to, to be compared: with the rules, with the rows, with itself after a change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from games import catalogue
from scoring.derivation import Sentence
from scoring.faults import Faults
from tournaments.evening.fold import WRONG, cuts_by_seed
from tournaments.evening.outcome import prizes_of, standing_data, standings_of
from tournaments.evening.plan import Plan, points_of, scored
from tournaments.evening.record import HandRow, HandState, Holder, Record, RoundRecord
from tournaments.ledger.chain import canonical
from tournaments.movement.seating import Seating
from tournaments.ranking.standings import Standing


def disagreements(record: Record) -> Iterator[str]:
    """Every score, seat, cut and move in which the ledger differs from the rules; nothing when all agree."""
    if record.plan is None:
        return
    for looked_at, find in _CHECKS.items():
        try:
            yield from find(record, record.plan)
        except WRONG as error:
            yield f"the {looked_at} cannot be worked out again: {type(error).__name__} {error}"


def _plan(record: Record, plan: Plan) -> Iterator[str]:
    # What play started under cannot be changed from then on.
    pinned = record.pinned or {}
    for name, value in {"game": plan.game, "edition": plan.edition, "house_rules": plan.house_rules}.items():
        if record.pinned is not None and canonical(pinned.get(name, "")) != canonical(value):
            yield f"play started under another {name} than that of the plan"


def _tickets(record: Record, plan: Plan) -> Iterator[str]:
    numbers = Counter(ticket.number for ticket in record.tickets.values())
    yield from (
        f"ticket number {number} is out {count} times" for number, count in numbers.items() if count > 1
    )
    for ticket in record.tickets.values():
        if not plan.has_colour(ticket.colour):
            yield f"ticket {ticket.number} is {ticket.colour or 'without a colour'}, which is none of the evening's"


def _scores(record: Record, plan: Plan) -> Iterator[str]:
    game = catalogue.find(plan.game, plan.edition)
    rules = game.house_rules(plan.house_rules)
    played = (record.pinned or {}).get("rulebook")
    since = (
        "" if played in (None, game.version) else " (the evening was played by another edition of the rules)"
    )
    for hand in record.versions.values():
        # Where hands depend on those before them, what an earlier version came after is not told by the record.
        remembers = game.remembers(rules)
        if remembers and hand.state != HandState.COUNTS:
            continue
        before = record.rounds[hand.round].hands_before(hand.table, hand.number) if remembers else ()
        try:
            void = (0,) * len(hand.points)
            points = (
                void if hand.hand is None else points_of(plan, scored(plan, game, rules, hand.hand, before))
            )
        except Faults as refused:
            yield f"entry {hand.sequence}: {refused}"
            continue
        if points != hand.points:
            yield (
                f"entry {hand.sequence} (round {hand.round}, table {hand.table}, hand {hand.number}): "
                f"scores {list(points)}, the ledger says {list(hand.points)}{since}"
            )


def _hands(record: Record, plan: Plan) -> Iterator[str]:
    for number, round_ in sorted(record.rounds.items()):
        for table, hands in sorted(round_.hands.items()):
            numbers = sorted(hand.number for hand in hands)
            if numbers != list(range(1, len(hands) + 1)):
                yield f"round {number}, table {table}: the hands are numbered {numbers}"


def _seats(record: Record, plan: Plan) -> Iterator[str]:
    allowed = plan.tables.allowed
    for number, round_ in sorted(record.rounds.items()):
        strangers = [code for code in round_.seating.players() if code not in record.tickets]
        if strangers:
            yield f"round {number}: {', '.join(strangers)} has a place and no ticket"
        for table, seats in enumerate(round_.seating.tables, start=1):
            if seats and len(seats) not in allowed:
                yield f"round {number}, table {table}: {len(seats)} seats, which no table has tonight"


def _cuts(record: Record, plan: Plan) -> Iterator[str]:
    for round_ in record.rounds.values():
        for table in sorted(round_.cuts):
            score = round_.score(table)
            if not score.is_level:
                points = " to ".join(map(str, score.points))
                yield f"round {round_.number}, table {table}: a cut at {points}, which is not level"
    for round_ in record.closed_rounds():
        for table in round_.seating.numbers:
            if round_.score(table).needs_cut:
                yield f"round {round_.number}, table {table}: closed, and nobody won"
    if plan.prizes.ties not in ("cut", "cut_all") and record.prize_cuts:
        yield "a cut for a prize, in an evening whose prizes are shared"
    for cut in record.prize_cuts.values():
        known = {"best", "booby", "place"} if plan.prizes.ties == "cut_all" else {"best", "booby"}
        if cut.prize not in known or cut.other not in range(len(plan.prizes.others) + 1):
            yield f"a cut for the prize {cut.prize}, which there is not"
    yield from (str(lot) for lot in cuts_by_seed(record) if not lot.holds)


def _moves(record: Record, plan: Plan) -> Iterator[str]:
    yield from record.contradictions
    for number, move_input, seating, mover in record.drafts:
        expected = move_input.in_room(mover.next_round(move_input.situation).seating)
        if expected != seating:
            yield f"round {number}: the movement seats people otherwise than the ledger's draft"


_CHECKS: dict[str, Callable[[Record, Plan], Iterator[str]]] = {
    "plan": _plan,
    "tickets": _tickets,
    "scores": _scores,
    "hands": _hands,
    "seats": _seats,
    "cuts": _cuts,
    "moves": _moves,
}


Columns = dict[str, Any]
OF_TICKET: Final = ("number", "colour", "arrived_in", "left_in")
OF_HAND: Final = ("number", "hand", "points", "confirmed_by", "late_because", "clock_offset", "rescored")
"""Columns that record and row call alike, beside those that each has in its own way."""
Game = tuple[int, int]
"""A table in a round: the numbers of both, the round's first."""


@dataclass(slots=True)
class Rows:
    """Every fact of an evening but its standings, by what the club calls it; times as the ledger has them.

    `schedule` is what is announced, and what will be with the drafted move, as data. Hands are all versions, by their
    entries. `holders`, `new_hands` and `reasons` are what rows that are just made hold beside the ledger.
    """

    evening: Columns = field(default_factory=dict)
    schedule: tuple[Any, Any] = (None, None)
    tickets: dict[str, Columns] = field(default_factory=dict)
    rounds: dict[int, Columns] = field(default_factory=dict)
    seats: dict[int, Seating] = field(default_factory=dict)
    games: dict[Game, Columns] = field(default_factory=dict)
    hands: dict[int, Columns] = field(default_factory=dict)
    holders: dict[str, Holder] = field(default_factory=dict)
    new_hands: dict[int, HandRow] = field(default_factory=dict)
    reasons: dict[int, list[Columns]] = field(default_factory=dict)
    by_seat: bool = False

    def facts(self) -> Iterator[tuple[str, object]]:
        yield from self.evening.items()
        yield "schedule", self.schedule[0]
        yield "drafted schedule", self.schedule[1]
        for code, ticket in self.tickets.items():
            yield f"ticket {code}", ticket
        for number, round_ in self.rounds.items():
            yield f"round {number}: seats", self.seats[number]
            yield from _named(f"round {number}", round_)
        for (number, table), game in self.games.items():
            yield from _named(f"round {number}, table {table}", game)
        for sequence, hand in self.hands.items():
            yield f"hand of entry {sequence}", hand


def _named(name: str, columns: Columns) -> Iterator[tuple[str, object]]:
    return ((f"{name}: {column}", value) for column, value in columns.items())


def named_columns(row: object, names: Iterable[str]) -> Columns:
    return {name: getattr(row, name) for name in names}


def rows_of(record: Record) -> Rows:
    order = {code: place for place, code in enumerate(record.start_order)}
    rows = Rows(
        evening={
            "status": record.status.value,
            "plan": record.plan and record.plan.model_dump(mode="json"),
            **named_columns(record, ("current_round", "date", "seed", "pinned")),
            **named_columns(record, ("started_at", "finished_at", "published_at")),
        },
        schedule=(
            record.schedule and record.schedule.as_data(),
            record.drafted and record.drafted.as_data(),
        ),
        tickets={
            code: {
                **named_columns(ticket, OF_TICKET),
                "start_order": order.get(code),
                "replaces": ticket.replaces,
            }
            for code, ticket in record.tickets.items()
        },
        hands={
            sequence: {
                **named_columns(hand, (*OF_HAND, "round", "table", "played_at")),
                "state": hand.state.value,
            }
            for sequence, hand in record.versions.items()
        },
        holders={code: ticket.holder for code, ticket in record.tickets.items() if ticket.holder},
        new_hands={sequence: hand.new_row for sequence, hand in record.versions.items() if hand.new_row},
        by_seat=record.plan is not None and record.plan.keeping.by_seat,
    )
    for number, round_ in record.rounds.items():
        _add_round(rows, number, round_)
    return rows


def _add_round(rows: Rows, number: int, round_: RoundRecord) -> None:
    rows.seats[number] = round_.seating
    rows.rounds[number] = {
        **named_columns(round_, ("announced_at", "started_at", "ends_at", "stopped_at", "closed_at", "bell")),
        "absent": list(round_.absent),
    }
    if round_.reasons is not None:
        rows.reasons[number] = round_.reasons
    for table in round_.seating.numbers:
        decided = round_.decisions.get(table)
        rows.games[number, table] = {
            "points": round_.points(table),
            "hands_count": len(round_.hands.get(table, ())),
            "decision": decided.kind if decided else "",
            "cut": round_.cut_order(table),
            "winner": round_.settled_winner(table) or "",
            "outright": round_.outright(table),
            "go_on": round_.go_on(table),
            "is_won_by_seat": round_.keeping == (True, True),
        }


def expected_standings(record: Record) -> Mapping[str, object]:
    lines = standings_of(record) if record.closed_rounds() else ()
    return {f"standing of {line.player}": standing_fact(line) for line in lines}


def standing_fact(line: Standing) -> dict[str, object]:
    return {**standing_data(line), "decided_by": line.decided_by}


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game whose points, winner or cut change; a winner is "" where nobody has won, `level` is of after."""

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
    """A prize, one of the `other` ones if not 0, and who has it, shares it or cuts for it, before and after.

    `amounts` are what each of these tickets gets, without those that have to cut.
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
    seats = tuple(_seat_changes(before, after))
    following = before.rounds.get(before.current_round + 1)
    return Impact(
        games=tuple(_game_changes(before, after)),
        hands=tuple(_hand_changes(before, after)),
        bells=tuple(_bell_changes(before, after)),
        lines=tuple(_line_changes(before, after)),
        prizes=tuple(_prize_changes(before, after)),
        seats=seats,
        announced=bool(seats and following and following.announced_at),
    )


def _game_changes(before: Record, after: Record) -> Iterator[GameChange]:
    for number, round_ in sorted(before.rounds.items()):
        later = after.rounds.get(number)
        if later is None:
            continue
        for table in round_.seating.numbers:
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


def _hand_changes(before: Record, after: Record) -> Iterator[HandChange]:
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


def _bell_changes(before: Record, after: Record) -> Iterator[BellChange]:
    for number, round_ in sorted(before.rounds.items()):
        later = after.rounds.get(number)
        if later is not None and later.bell != round_.bell:
            yield BellChange(number, (round_.bell, later.bell))


def _line_changes(before: Record, after: Record) -> Iterator[LineChange]:
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


def _prize_changes(before: Record, after: Record) -> Iterator[PrizeChange]:
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


def _seat_changes(before: Record, after: Record) -> Iterator[SeatChange]:
    # Only of a round that is drafted or announced and that the change takes back.
    number = before.current_round + 1
    drafted = before.rounds.get(number)
    if drafted is None or drafted.started_at is not None or number not in before.move_inputs:
        return
    if number in after.rounds:
        return
    old, new = places(drafted.seating), places(_next(before, after, number))
    for ticket in dict.fromkeys((*old, *new)):
        if old.get(ticket) != new.get(ticket):
            yield SeatChange(ticket, (old.get(ticket), new.get(ticket)))


def _next(before: Record, after: Record, number: int) -> Seating:
    # The seats as they are, unless the movement would now seat people otherwise.
    drafted, move_input = before.rounds[number], before.move_inputs[number]
    played = tuple(after.rounds[earlier].played() for earlier in range(1, number))
    worked_out = before.made_plan().mover.next_round(replace(move_input.situation, played=played))
    seating = move_input.in_room(worked_out.seating)
    return drafted.seating if seating == drafted.worked_out else seating


def places(seating: Seating) -> dict[str, tuple[int, int] | None]:
    """The table and seat of everybody, None for those who sit out."""
    place_by_code: dict[str, tuple[int, int] | None] = dict.fromkeys(seating.sitting_out)
    for table, seats in enumerate(seating.tables, start=1):
        place_by_code |= {code: (table, seat) for seat, code in enumerate(seats, start=1)}
    return place_by_code
