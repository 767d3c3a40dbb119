"""The rows of an evening as plain values: what the ledger says they must be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games import catalogue
from scoring.faults import Faults
from tournaments.evening.plan import Plan, points_of, scored
from tournaments.evening.record.outcome import standing_data, standings_of
from tournaments.evening.record.record import HandRow, HandState, Holder, Record, RoundRecord
from tournaments.evening.replay.fold import WRONG, cuts_by_seed
from tournaments.ledger.chain import canonical
from tournaments.movement.seating import Seating
from tournaments.ranking.standings import Standing

# --- Checks a record: whatever must follow from it is worked out again and compared with the ledger ---


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
    for name, value in {"game": plan.game, "house_rules": plan.house_rules}.items():
        if record.pinned is not None and canonical(pinned.get(name)) != canonical(value):
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
    game = catalogue.find(plan.game)
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
            if len(seats) not in allowed:
                yield f"round {number}, table {table}: {len(seats)} seats, which no table has tonight"


def _cuts(record: Record, plan: Plan) -> Iterator[str]:
    for round_ in record.rounds.values():
        for table in sorted(round_.cuts):
            score = round_.score(table)
            if not score.is_level:
                points = " to ".join(map(str, score.points))
                yield f"round {round_.number}, table {table}: a cut at {points}, which is not level"
    for round_ in record.closed_rounds():
        for table in range(1, len(round_.seating.tables) + 1):
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
    for number, move_input, seating in record.drafts:
        expected = plan.mover.next_round(move_input.situation).seating.renamed(move_input.taking_over)
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
Game = tuple[int, int]
"""A table in a round: the numbers of both, the round's first."""


@dataclass(slots=True)
class Rows:
    """Every fact of an evening but its standings, by what the club calls it; times as the ledger has them.

    Attributes:
        schedule: what is announced for the coming rounds, and what will be with the drafted move,
            as data.
        tickets: by code.
        rounds, seats: by number.
        games: the tables of all rounds.
        hands: every version of every hand, by its entry.
        holders: of tickets that were just given out, by code.
        new_hands: what new rows of hands hold beside the ledger, by their entries.
        reasons: why people sit as they do, of rounds whose seats were just worked out.
        by_seat: whether the points are those of each seat.
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


def rows_of(record: Record) -> Rows:
    order = {code: place for place, code in enumerate(record.start_order)}
    rows = Rows(
        evening={
            "status": record.status.value,
            "current_round": record.current_round,
            "date": record.date,
            "seed": record.seed,
            "plan": record.plan and record.plan.model_dump(mode="json"),
            "pinned": record.pinned,
            "started_at": record.started_at,
            "finished_at": record.finished_at,
            "published_at": record.published_at,
        },
        schedule=(
            record.schedule and record.schedule.as_data(),
            record.drafted and record.drafted.as_data(),
        ),
        tickets={
            code: {
                "number": ticket.number,
                "colour": ticket.colour,
                "start_order": order.get(code),
                "arrived_in": ticket.arrived_in,
                "left_in": ticket.left_in,
                "replaces": ticket.replaces,
            }
            for code, ticket in record.tickets.items()
        },
        hands={
            sequence: {
                "round": hand.round,
                "table": hand.table,
                "number": hand.number,
                "state": hand.state.value,
                "hand": hand.hand,
                "points": hand.points,
                "played_at": hand.played_at,
                "confirmed_by": hand.confirmed_by,
                "late_because": hand.late_because,
                "clock_offset": hand.clock_offset,
                "rescored": hand.rescored,
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
        "announced_at": round_.announced_at,
        "started_at": round_.started_at,
        "ends_at": round_.ends_at,
        "stopped_at": round_.stopped_at,
        "bell": round_.bell,
        "closed_at": round_.closed_at,
        "absent": list(round_.absent),
    }
    if round_.reasons is not None:
        rows.reasons[number] = round_.reasons
    for table in range(1, len(round_.seating.tables) + 1):
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


def points_columns(points: Sequence[int], *, by_seat: bool) -> Columns:
    if by_seat:
        return {"points_a": 0, "points_b": 0, "seat_points": list(points)}
    return {"points_a": points[0], "points_b": points[1], "seat_points": []}


def expected_standings(record: Record) -> Mapping[str, object]:
    lines = standings_of(record) if record.closed_rounds() else ()
    return {f"standing of {line.player}": standing_fact(line) for line in lines}


def standing_fact(line: Standing) -> dict[str, object]:
    return {**standing_data(line), "decided_by": line.decided_by}
