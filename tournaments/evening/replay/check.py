"""Checks a record: whatever must follow from it is worked out again and compared with the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from games import catalogue
from scoring.faults import Faults
from tournaments.evening.plan import Plan, points_of, scored
from tournaments.evening.record.record import HandState, Record
from tournaments.evening.replay.fold import WRONG
from tournaments.evening.replay.lots import cuts_by_seed
from tournaments.ledger.chain import canonical


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
    """What play started under, against the plan: it cannot be changed from then on."""
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
    for made in record.prize_cuts.values():
        known = {"best", "booby", "place"} if plan.prizes.ties == "cut_all" else {"best", "booby"}
        if made.prize not in known or made.other not in range(len(plan.prizes.others) + 1):
            yield f"a cut for the prize {made.prize}, which there is not"
    yield from (str(lot) for lot in cuts_by_seed(record) if not lot.holds)


def _moves(record: Record, plan: Plan) -> Iterator[str]:
    yield from record.contradictions
    for number, asked, told in record.drafts:
        expected = plan.mover.next_round(asked.situation).seating.renamed(asked.taking_over)
        if expected != told:
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
