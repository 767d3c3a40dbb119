"""What a record comes to: hands not agreed about, settled games, standings, prizes; how an archive holds these."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Any, Final, Literal, NamedTuple

from scoring.derivation import Line
from scoring.faults import Faults
from tournaments.evening.plan import Confirmation, Plan
from tournaments.evening.record import AT_A_TABLE, HandRecord, HandState, Record, RoundRecord
from tournaments.ledger.chain import Entry, canonical
from tournaments.ranking import offered, prizes, standings
from tournaments.ranking.series.units import EveningLine, EveningResult

Agreement = Literal["confirmed", "taken", "waits"]
"""How far the sides agree about a hand that nobody disputes: by word, without a word, or not yet."""


def agreement(
    *, entered_by: str, confirmed_by: str, rule: Confirmation, number: int, hands: int, stopped: bool
) -> Agreement:
    """How far the sides agree about a hand that counts and that nobody disputes; `hands` are entered at its table.

    What the director enters needs no other word. Under the rule "taken" a hand counts as confirmed once the next of
    its table is entered, or when play stops.
    """
    if confirmed_by or not entered_by.startswith(AT_A_TABLE):
        return "confirmed"
    return "taken" if rule == "taken" and (stopped or number < hands) else "waits"


OPEN_STATES = (HandState.COUNTS, HandState.DISPUTES)
"""The states of a hand about which something can be open."""


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A hand that is disputed, or not confirmed where it must be; `entry` is that of the hand that counts."""

    table: int
    number: int
    disputed: bool
    entry: int = 0


class OpenHand(NamedTuple):
    """What the agreement about a hand depends on: `by` entered it, as `entry`; `hands` count at its table."""

    table: int
    number: int
    state: str
    by: str
    confirmed_by: str
    hands: int
    entry: int


def unsettled_among(hands: Iterable[OpenHand], plan: Plan, *, stopped: bool) -> list[Unsettled]:
    """What is to be agreed of the hands of a round, by table and number; `stopped` is whether play has."""
    unsettled: dict[tuple[int, int], Unsettled] = {}
    for hand in sorted(hands, key=_disputes_first):
        table, number = hand.table, hand.number
        if hand.state == HandState.DISPUTES:
            unsettled[table, number] = Unsettled(table, number, disputed=True)
            continue
        agreed = agreement(
            entered_by=hand.by,
            confirmed_by=hand.confirmed_by,
            rule=plan.confirmation,
            number=number,
            hands=hand.hands,
            stopped=stopped,
        )
        if agreed == "waits":
            unsettled.setdefault((table, number), Unsettled(table, number, disputed=False, entry=hand.entry))
    return list(unsettled.values())


def _disputes_first(hand: OpenHand) -> tuple[int, int, bool, int]:
    return hand.table, hand.number, hand.state != HandState.DISPUTES, hand.entry


def open_hands(record: Record, round_: RoundRecord) -> Iterator[OpenHand]:
    for version in record.versions.values():
        is_open = version.round == round_.number and version.state in OPEN_STATES
        if is_open and version.table not in round_.decisions:
            yield OpenHand(
                version.table,
                version.number,
                version.state,
                version.by,
                version.confirmed_by,
                hands=len(round_.hands.get(version.table, ())),
                entry=version.sequence,
            )


def unsettled_hands(record: Record, round_: RoundRecord) -> list[Unsettled]:
    """What is to be agreed before the round can be closed, by table and number; no hands of a decided game."""
    stopped = round_.stopped_at is not None
    return unsettled_among(open_hands(record, round_), record.made_plan(), stopped=stopped)


Counts = Callable[[int], bool]
"""Whether a round counts, by its number."""


def every_round(number: int) -> bool:
    return True


def results_of(
    record: Record, counts: Counts = every_round
) -> tuple[list[standings.TableResult], dict[str, int]]:
    """The settled games, and how often each ticket sat out, in the rounds that count."""
    results = []
    sat_out: Counter[str] = Counter()
    for round_ in record.closed_rounds():
        if not counts(round_.number):
            continue
        sat_out.update(round_.sat_out())
        results += [
            standings.TableResult(
                round=round_.number,
                table=table,
                seats=seats,
                points=round_.points(table),
                winner=round_.settled_winner(table) or "",
                rang=round_.bell == table,
                by_seat=round_.keeping.by_seat,
                absent=round_.absent,
            )
            for table, seats in enumerate(round_.seating.tables, start=1)
            if seats and not round_.not_played(table)
        ]
    return results, dict(sat_out)


def standings_of(record: Record) -> tuple[standings.Standing, ...]:
    if record.plan is None:
        return ()
    results, sat_out = results_of(record)
    settled = len(record.closed_rounds())
    situation = record.move_input(settled + 1).situation if settled and record.plan.has_bracket else None
    return ranked(
        record.plan,
        list(record.tickets),
        results,
        sat_out,
        unranked=record.unranked,
        prize_cuts=tuple(record.prize_cuts.values()),
        tickets=record.replaced(),
        adjustments=adjustments_of(record),
        situation=situation,
    )


def ranked(
    plan: Plan,
    players: Sequence[str],
    results: Sequence[standings.TableResult],
    sat_out: Mapping[str, int],
    *,
    unranked: Collection[str],
    adjustments: Sequence[standings.Adjustment],
    **more: Any,
) -> tuple[standings.Standing, ...]:
    """The standings of a plan, without those of the `unranked` who have still played no game."""
    lines = plan.standings(players, results, sat_out, adjustments=adjustments, **more)
    out = {line.player for line in lines if line.player in unranked and not line.played}
    if not out:
        return lines
    return plan.standings(
        [player for player in players if player not in out],
        results,
        {player: rounds for player, rounds in sat_out.items() if player not in out},
        adjustments=[adjustment for adjustment in adjustments if adjustment.player not in out],
        **more,
    )


def prizes_of(record: Record) -> tuple[prizes.Prize, ...]:
    plan = record.made_plan()
    numbers = (n for n in range(1, len(plan.prizes.others) + 1) if n not in record.prizes_unplayed)
    others = (_other_prizes(record, number) for number in numbers)
    return (*plan.prizes_won(standings_of(record), _competition(record)), *chain.from_iterable(others))


def prizes_so_far(record: Record) -> tuple[prizes.Prize, ...]:
    others = enumerate(record.made_plan().prizes.others, start=1)
    over = (number for number, other in others if _is_over(record, other))
    return tuple(chain.from_iterable(_other_prizes(record, number) for number in over))


def prizes_unplayed(record: Record) -> list[int]:
    """The numbers of the other prizes that are not given as the evening ends now: their rounds were not played.

    What is for the rest of the evening, to its last planned round, is given where any of its rounds was played.
    """
    plan, played = record.made_plan(), len(record.closed_rounds())
    return [
        number
        for number, other in enumerate(plan.prizes.others, start=1)
        if other.rounds and played < (other.rounds[0] if other.rounds[1] >= plan.rounds else other.rounds[1])
    ]


def _other_prizes(record: Record, number: int) -> tuple[prizes.Prize, ...]:
    plan = record.made_plan()
    lines = _lines_of(record, plan.prizes.others[number - 1])
    return plan.other_prizes_won(number, lines, _competition(record))


def _competition(record: Record) -> prizes.Competition:
    # Whoever did not play a round they were seated for: somebody else sat there, or nobody.
    absent = (
        player for result in results_of(record)[0] for player in result.seats if player in result.absent
    )
    return prizes.Competition(
        colours={code: ticket.colour for code, ticket in record.tickets.items()},
        missed={*record.replaced().values(), *record.gave_up, *absent},
        cuts=tuple(record.prize_cuts.values()),
    )


def _is_over(record: Record, other: offered.OtherPrizes) -> bool:
    last = record.rounds.get(other.rounds[1]) if other.rounds else None
    return last is not None and last.closed_at is not None


def _lines_of(record: Record, other: offered.OtherPrizes) -> tuple[standings.Standing, ...]:
    plan = record.made_plan()
    if other.feat:
        return prizes.most_of(_feats(record, other))
    results, sat_out = results_of(record, other.counts)
    if not results:
        return ()
    return ranked(
        plan,
        list(record.tickets),
        results,
        sat_out,
        unranked=record.unranked,
        prize_cuts=(),
        tickets=record.replaced(),
        adjustments=adjustments_of(record, other.counts) if other.rounds else adjustments_of(record),
    )


def _feats(record: Record, other: offered.OtherPrizes) -> Counter[str]:
    # Heirs take over what was done before them.
    inherits = record.made_plan().options.substitute == "inherits"
    heirs = standings.heirs_of(record.replaced()) if inherits else {}
    counted: Counter[str] = Counter()
    for round_ in record.closed_rounds():
        for hand in _hands_that_count(round_) if other.counts(round_.number) else ():
            seats = _sat(record, hand)
            players = (seats[at - 1] for at in _credited(record, hand, other.feat))
            played = (player for player in players if player not in round_.absent)
            counted.update(standings.last_heir(player, heirs) for player in played)
    return counted


def _hands_that_count(round_: RoundRecord) -> Iterator[HandRecord]:
    # A game decided by the director has none.
    for table, hands in round_.hands.items():
        if table not in round_.decisions:
            yield from (hand for hand in hands if hand.hand is not None)


def _credited(record: Record, hand: HandRecord, feat: str) -> Iterator[int]:
    # The seats to which a feat is credited, as often as it is.
    setup = record.setup()
    try:
        feats = setup.game.feats(hand.hand, setup.house_rules)
    except Faults:  # entered under an earlier edition of the rules: what it was is not known today
        return
    yield from (seat for each in feats if each.code == feat for seat in each.seats)


def _charged(record: Record, hand: HandRecord, code: str) -> Iterable[int]:
    # The seats that pay for a feat, theirs, or for a part of the score, as often as they do.
    setup = record.setup()
    if code not in setup.game.score_titles:
        return _credited(record, hand, code)
    try:
        slip = setup.score(hand.hand, record.rounds[hand.round].hands_before(hand.table, hand.number))
    except Faults:
        return ()
    return _who_loses([line for line in slip.lines if line.rule == code], slip.seats)


def _who_loses(lines: Sequence[Line], seats: int) -> Sequence[int]:
    # Whoever loses points by them, else whoever does not gain by them, or of nothing whoever they are for.
    gaining = {seat for line in lines if line.points > 0 for seat in line.seats}
    losing = [seat for line in lines if line.points < 0 for seat in line.seats]
    if gaining and not losing:
        return [seat for seat in range(1, seats + 1) if seat not in gaining]
    return losing or [seat for line in lines for seat in line.seats]


def costs_of(record: Record) -> dict[str, prizes.Costs]:
    """What the hands of the closed rounds cost whoever sat there, by ticket; nothing where the plan asks nothing."""
    rules = record.made_plan().settlement if record.plan else None
    return prizes.costs_of(rules, _deals(record, rules)) if rules else {}


def _deals(record: Record, rules: offered.Settlement) -> Iterator[prizes.Deal]:
    for round_ in record.closed_rounds():
        for table, decided in round_.decisions.items():
            if not round_.not_played(table):
                yield _deal(round_, (table, 0), round_.seating.tables[table - 1], decided.points)
        for hand, deal in deals_of(record, round_):
            yield deal._replace(
                lost=_lost(record, rules, hand, deal), rated=_rated(record, rules, hand, deal)
            )


def deals_of(record: Record, round_: RoundRecord) -> Iterator[tuple[HandRecord, prizes.Deal]]:
    """The hands of a round that count, each with who sat there and what each of them got."""
    for hand in _hands_that_count(round_):
        yield hand, _deal(round_, (hand.table, hand.number), _sat(record, hand), hand.points)


def _deal(
    round_: RoundRecord, where: tuple[int, int], seats: Sequence[str], points: tuple[int, ...]
) -> prizes.Deal:
    # Nobody sat where somebody was absent; both of a couple have its points.
    places = [place for place, code in enumerate(seats) if code not in round_.absent]
    players = tuple(seats[place] for place in places)
    return prizes.Deal(round_.number, *where, players, tuple(points[place % len(points)] for place in places))


def _lost(record: Record, rules: offered.Settlement, hand: HandRecord, deal: prizes.Deal) -> tuple[str, ...]:
    if rules.lost_is not in (offered.BELOW_ZERO, offered.FEWER):
        seats = _sat(record, hand)
        losers = {seats[at - 1] for at in _charged(record, hand, rules.lost_is)}
        return tuple(code for code in deal.players if code in losers)
    least = max(deal.points, default=0) if rules.lost_is == offered.FEWER else 0
    return tuple(code for code, own in zip(deal.players, deal.points, strict=True) if own < least)


def _rated(
    record: Record, rules: offered.Settlement, hand: HandRecord, deal: prizes.Deal
) -> tuple[tuple[str, int], ...]:
    seats = _sat(record, hand)
    rated = ((seats[at - 1], rate.sum) for rate in rules.rates for at in _charged(record, hand, rate.what))
    return tuple((player, price) for player, price in rated if player in deal.players)


def _sat(record: Record, hand: HandRecord) -> list[str]:
    seats = list(record.rounds[hand.round].seating.tables[hand.table - 1])
    for exchanged in record.wrong_seats.values():
        if (hand.round, hand.table, hand.number) in exchanged.hands:
            other = {exchanged.one: exchanged.other, exchanged.other: exchanged.one}
            seats = [other.get(player, player) for player in seats]
    return seats


def adjustments_of(record: Record, counts: Counts = every_round) -> list[standings.Adjustment]:
    """What counts beside the settled games: penalties, and hands played in another's seat.

    Of some rounds only the hands are counted: a penalty is one of the whole evening.
    """
    adjustments = [
        line for fine in record.penalties.values() for line in standings.penalty(fine.tickets, fine.points)
    ]
    adjustments = adjustments if counts is every_round else []
    couples = not record.made_plan().keeping.by_seat
    for exchanged in record.wrong_seats.values():
        both = (exchanged.one, exchanged.other)
        played = [where for where in exchanged.hands if counts(where[0])]
        hands = [hand for where in played for hand in _hands_of_either(record, where, both)]
        adjustments += standings.seats_exchanged(*both, hands, couples=couples)
    return adjustments


def _hands_of_either(
    record: Record, where: tuple[int, int, int], both: tuple[str, str]
) -> Iterator[tuple[str, standings.HandAtSeat]]:
    round_number, table, number = where
    round_ = record.rounds[round_number]
    if round_.closed_at is None or table in round_.decisions:
        return
    seats = round_.seating.tables[table - 1]
    hand = next((hand for hand in round_.hands[table] if hand.number == number), None)
    if hand is None:
        raise LookupError(f"round {round_number}, table {table} has no hand {number}")
    for code in both:
        if code in seats:
            yield code, standings.HandAtSeat(hand.points, seats.index(code) + 1)


FORMAT = "head-table-evening"
VERSION = 1
ENTRY: Final[Mapping[str, type]] = {
    "sequence": int,
    "act": str,
    "body": dict,
    "by": str,
    "at": str,
    "reason": str,
    "hash": str,
}
"""What an entry of the ledger is made of in an archive."""


OF_LINE: Final = (
    *("place", "played", "won_halves", "points_for", "points_difference", "head_table_wins", "bells_rung"),
    "sat_out",
)
"""What a line of standings counts, as the archive, the row and the maths call it."""


def standing_data(line: standings.Standing) -> dict[str, object]:
    """One line of the standings as the archive holds it; `won_halves` counts half games."""
    counted = {name: getattr(line, name) for name in OF_LINE}
    more = {} if line.game_points is None else {"game_points": line.game_points}
    return {"ticket": line.player, **counted, **more}


def prize_data(prize: prizes.Prize) -> dict[str, object]:
    """One prize, or a share in prizes, as the archive holds it; sums in the smallest unit of money."""
    return {
        "prize": prize.kind,
        "rank": prize.rank,
        "last": prize.last,
        "colour": prize.colour,
        "ticket": prize.winner,
        "tied": list(prize.tied),
        "among": prize.among,
        "amount": prize.amount,
        **({"other": prize.other} if prize.other else {}),
    }


def seal(lines: Sequence[Mapping[str, object]]) -> str:
    return hashlib.sha256(canonical(lines).encode()).hexdigest()


def entry_data(entry: Entry, body: object) -> dict[str, object]:
    return {**{name: getattr(entry, name) for name in ENTRY}, "by": entry.chained[1], "body": body}


def entries_of(ledger: Iterable[Mapping[str, Any]]) -> list[Entry]:
    """The ledger entries of an archive. Raises KeyError or TypeError where one is not whole."""
    return [_entry(place, entry) for place, entry in enumerate(ledger, start=1)]


def _entry(place: int, told: Mapping[str, Any]) -> Entry:
    for name, kind in ENTRY.items():
        if type(told[name]) is not kind:
            raise TypeError(
                f"entry {place} of the ledger: {name} is {type(told[name]).__name__}, not {kind.__name__}"
            )
    return Entry(**{**{name: told[name] for name in ENTRY}, "body": canonical(told["body"])})


IN_SEASON = ("person", "place", "played", "won_halves", "points_for", "points_difference", "colour", "guest")
"""What is kept of each line, in this order; a handicap stands behind where the season gives any."""


def season_result(archive: Mapping[str, Any], players: Mapping[str, int]) -> dict[str, Any]:
    """The result of an evening as it was published, as data; `players` by the codes of their tickets.

    Whether somebody was a guest is what they were when it was published, whatever they are now.
    """
    tickets = {ticket["code"]: ticket for ticket in archive["tickets"]}
    lines = [
        [
            players[line["ticket"]],
            *(line[name] for name in IN_SEASON[1:6]),
            tickets[line["ticket"]]["colour"],
            tickets[line["ticket"]]["guest"],
        ]
        for line in archive["standings"]
        if line["ticket"] in players
    ]
    return {"date": archive["evening"]["date"], "game": archive["evening"]["game"], "lines": lines}


def as_result(evening: str, result: Mapping[str, Any], *, void: bool) -> EveningResult:
    """What a season took of an evening, as the maths reads it."""
    lines = tuple(EveningLine(str(person), *figures) for person, *figures in result["lines"])
    return EveningResult(evening, date.fromisoformat(result["date"]), result["game"], lines, void)
