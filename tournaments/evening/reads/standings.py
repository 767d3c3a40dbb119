"""Standings, prizes and the race to them, worked out from the rows of an evening; who pays whom after it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from scoring.payments import Payment, payments
from tournaments.evening import acts
from tournaments.evening.acts.evening import prize_cut
from tournaments.evening.acts.people import give_up
from tournaments.evening.models import Evening, Hand, Round, TableRound, Ticket
from tournaments.evening.models import Standing as StandingRow
from tournaments.evening.plan import Plan, read_plan
from tournaments.evening.reads.director_alerts import Decided, adjustments_of, alerts_now, decided_by
from tournaments.evening.reads.facts import game_of, plan_of, replaced, schedules_of, seatings, table_results
from tournaments.evening.reads.names import with_names
from tournaments.evening.record import outcome
from tournaments.evening.record.record import Record
from tournaments.evening.replay.comparison import OF_HAND, OF_TICKET, Rows, named_columns, standing_fact
from tournaments.evening.replay.fold import fold
from tournaments.ledger.chain import instant
from tournaments.ledger.records import entries_after
from tournaments.ranking.prizes import Competition, Prize
from tournaments.ranking.standings import PrizeCut, Standing, TableResult, heirs_of, line_of

# --- Standings and prizes worked out from an evening's rows -------------------------------------------

OF_RESULTS: Final = (acts.CutPrize, acts.WithdrawCut, acts.Finish, acts.ReopenEvening, acts.StandIn)


class Ending(NamedTuple):
    """What standings and prizes take from the ledger; `gave_up` a seat who let somebody with a ticket take it."""

    cuts: list[PrizeCut]
    unranked: list[str]
    gave_up: set[str]


def ending_of(evening: Evening) -> Ending:
    entries = evening.ledger.filter(act__in=[act.name for act in OF_RESULTS]).order_by("sequence")
    cuts: dict[int, PrizeCut] = {}
    unranked: list[str] = []
    gave_up: dict[str, int] = {}
    for sequence, act, text in entries.values_list("sequence", "act", "body"):
        body = json.loads(text)
        if act == acts.CutPrize.name:
            cuts[sequence] = prize_cut(body)
        elif act == acts.WithdrawCut.name:
            cuts.pop(body["of"], None)  # that of a table is none of these
        elif act == acts.StandIn.name:
            give_up(gave_up, body)
        else:
            unranked = body.get("unranked", [])
    return Ending(list(cuts.values()), unranked, set(gave_up))


def standing_cuts(evening: Evening) -> list[Decided]:
    """The cuts that can be withdrawn: for prizes, and of the tables of a round that is not closed; two queries."""
    record = record_of(evening)
    standing = [*record.prize_cuts, *record.open_cuts()]
    rows = evening.ledger.filter(sequence__in=standing).order_by("sequence")
    return [decided_by(row) for row in with_names(list(rows))]


def tickets_of(evening: Evening) -> list[Ticket]:
    return list(evening.tickets.select_related("replaces").order_by("number"))


@dataclass(frozen=True, slots=True)
class Stub:
    number: int
    colour: str


def stubs(evening: Evening) -> dict[str, Stub]:
    rows = evening.tickets.values_list("code", "number", "colour")
    return {code: Stub(number, colour) for code, number, colour in rows}


def standings_of(evening: Evening) -> tuple[Standing, ...]:
    """The standings as they follow from the settled rounds; `player` is the ticket's code."""
    return _standings(evening, tickets_of(evening), ending_of(evening), *table_results(evening))


def record_of(evening: Evening) -> Record:
    return fold(entry for entry, _row in entries_after(evening, 0))


def prizes_of(evening: Evening) -> tuple[Prize, ...]:
    _lines, prizes = worked_out(evening)
    return prizes


def prizes_so_far(evening: Evening) -> tuple[Prize, ...]:
    return outcome.prizes_so_far(record_of(evening)) if plan_of(evening).prizes.others else ()


def worked_out(evening: Evening) -> tuple[tuple[Standing, ...], tuple[Prize, ...]]:
    tickets, ending, plan = tickets_of(evening), ending_of(evening), plan_of(evening)
    results, sat_out = table_results(evening)
    lines = _standings(evening, tickets, ending, results, sat_out)
    if plan.prizes.others:  # which hang on single rounds and hands: the ledger tells of them
        return lines, outcome.prizes_of(record_of(evening))
    among = Competition(
        colours={ticket.code: ticket.colour for ticket in tickets},
        missed=outcome.missed({*replaced(tickets).values(), *ending.gave_up}, results),
        cuts=ending.cuts,
    )
    return lines, plan.prizes_won(lines, among)


def _standings(
    evening: Evening,
    tickets: Sequence[Ticket],
    ending: Ending,
    results: Sequence[TableResult],
    sat_out: Mapping[int, Sequence[str]],
) -> tuple[Standing, ...]:
    plan = plan_of(evening)
    return outcome.ranked(
        plan,
        [ticket.code for ticket in tickets],
        results,
        Counter(chain.from_iterable(sat_out.values())),
        unranked=ending.unranked,
        prize_cuts=ending.cuts,
        tickets=replaced(tickets),
        adjustments=adjustments_of(evening, couples=not plan.keeping.by_seat),
        situation=alerts_now(evening).situation if plan.has_bracket and results else None,
    )


# --- An evening's rows as plain values, to be held against those that its ledger tells ----------------


def rows_in(evening: Evening) -> Rows:
    """Every fact of the evening but its standings, as `evening.replay.comparison.rows_of` gives them; six queries."""
    standing, drafted = schedules_of(evening)
    rounds = {round_.pk: round_ for round_ in evening.rounds.select_related("bell_table")}
    games = TableRound.objects.filter(round__evening=evening).select_related("table")
    hands = Hand.objects.filter(table__evening=evening).select_related("entry", "table", "table_round__round")
    return Rows(
        evening={
            "status": evening.status,
            "current_round": evening.current_round,
            "date": evening.date.isoformat(),
            "seed": evening.seed,
            "plan": _plan(evening.plan),
            "pinned": evening.pinned,
            **_instants(evening, "started_at", "finished_at", "published_at"),
        },
        schedule=(standing and standing.as_data(), drafted and drafted.as_data()),
        tickets={
            ticket.code: {
                **named_columns(ticket, (*OF_TICKET, "start_order")),
                "replaces": ticket.replaces.code if ticket.replaces else None,
            }
            for ticket in evening.tickets.select_related("replaces")
        },
        rounds={
            round_.number: {
                **_instants(round_, "announced_at", "started_at", "ends_at", "stopped_at", "closed_at"),
                "bell": round_.bell_table.number if round_.bell_table else None,
                "absent": round_.absent,
            }
            for round_ in rounds.values()
        },
        seats={rounds[pk].number: seating for pk, seating in seatings(rounds.values()).items()},
        games={
            (rounds[game.round_id].number, game.table.number): {
                **named_columns(game, ("points", "hands_count", "decision", "cut", "winner", "outright")),
                **named_columns(game, ("go_on", "is_won_by_seat")),
            }
            for game in games
        },
        hands={
            hand.entry.sequence: {
                **named_columns(hand, (*OF_HAND, "state")),
                "round": hand.table_round.round.number,
                "table": hand.table.number,
                "played_at": instant(hand.played_at),
            }
            for hand in hands
        },
    )


def standing_facts_of(evening: Evening) -> dict[str, object]:
    return {
        f"standing of {row.ticket.code}": standing_fact(
            Standing(
                player=row.ticket.code, **named_columns(row, (*outcome.OF_LINE, "game_points", "decided_by"))
            )
        )
        for row in evening.standings.select_related("ticket")
    }


def _plan(kept: dict[str, Any]) -> dict[str, Any]:
    try:
        return read_plan(kept).model_dump(mode="json")
    except ValidationError:
        return kept


def _instants(row: Evening | Round, *names: str) -> dict[str, str | None]:
    return {name: instant(at) if (at := getattr(row, name)) else None for name in names}


# The race of an evening: the standings as they were after each settled round, and what each round
# brought.


@dataclass(frozen=True, slots=True)
class Leg:
    """What a round was for one ticket; `place` is the row after it, from 1, so that nobody shares one."""

    round: int
    place: int
    points: int | None = None
    won: bool = False
    sat_out: bool = False


@dataclass(frozen=True, slots=True)
class Runner:
    line: Standing
    legs: tuple[Leg, ...]


def race_of(evening: Evening) -> tuple[Runner, ...]:
    """Everybody in the order of the standings, with all settled rounds; about a dozen queries in all.

    After the rounds before the last only what was played counts: the director's adjustments and the
    cuts for prizes belong to no round. Empty in a knock-out, whose bracket tells it, and before the
    first settled round.
    """
    plan = plan_of(evening)
    results, sat_out = table_results(evening)
    if not sat_out or plan.has_bracket:
        return ()
    final = standings_of(evening)
    tickets = tickets_of(evening)
    before = _before_the_last(plan, [ticket.code for ticket in tickets], replaced(tickets), results, sat_out)
    whose = _whose_line([line.player for line in final], replaced(tickets))
    played = _played(results, whose)
    out = {number: {whose.get(code, code) for code in codes} for number, codes in sat_out.items()}
    places = {
        number: {code: place for place, code in enumerate(order, start=1)}
        for number, order in zip(sat_out, [*before, [line.player for line in final]], strict=True)
    }
    return tuple(
        Runner(
            line,
            tuple(
                Leg(
                    number,
                    places[number][line.player],
                    *played.get((number, line.player), (None, False)),
                    sat_out=line.player in out[number],
                )
                for number in sat_out
            ),
        )
        for line in final
    )


def _whose_line(lines: Sequence[str], replaced_by: Mapping[str, str]) -> dict[str, str]:
    # A ticket counts on its own line, else on that of the substitute who took it over.
    whose = {line: line for line in lines}
    heirs = {old: new for new, old in replaced_by.items()}
    for code in heirs:
        heir = code
        while heir not in whose and heir in heirs:
            heir = heirs[heir]
        whose[code] = whose.get(heir, heir)
    return whose


def _before_the_last(
    plan: Plan,
    players: Sequence[str],
    tickets: Mapping[str, str],
    results: Sequence[TableResult],
    sat_out: Mapping[int, tuple[str, ...]],
) -> list[list[str]]:
    orders = []
    for number in list(sat_out)[:-1]:
        lines = plan.standings(
            players,
            [result for result in results if result.round <= number],
            Counter(chain.from_iterable(codes for at, codes in sat_out.items() if at <= number)),
            prize_cuts=(),
            tickets=tickets,
        )
        orders.append([line.player for line in lines])
    return orders


def _played(
    results: Sequence[TableResult], whose: Mapping[str, str]
) -> dict[tuple[int, str], tuple[int | None, bool]]:
    return {
        (result.round, whose[code]): (
            result.own_points(seat),
            bool(result.winner) and result.side(seat) == result.winner,
        )
        for result in results
        for seat, code in result.players()
    }


def is_paid(evening: Evening) -> bool:
    return game_of(evening).settle is not None


def payments_of(
    evening: Evening, lines: Iterable[StandingRow], decided: Iterable[Decided]
) -> tuple[Payment, ...]:
    """The payments that settle the differences of the standings, from and to ticket codes; one query.

    A penalty takes points from one and gives them to nobody: it counts in the standings, and is not paid.
    """
    owed = {line.ticket.code: line.points_difference for line in lines}
    tickets = evening.tickets.select_related("replaces")
    inherits = plan_of(evening).options.substitute == "inherits"
    heirs = heirs_of(replaced(tickets)) if inherits else {}
    for decision in decided:
        if decision.act == acts.Penalty.name:
            for code in decision.body["tickets"]:
                owed[line_of(code, heirs, owed)] -= decision.body["points"]
    # Lines are read a moment before or after the decisions: in between somebody may have mended something.
    return () if sum(owed.values()) else payments(owed)


def lines_of(evening: Evening, codes: Collection[str]) -> list[StandingRow]:
    lines = evening.standings.filter(ticket__code__in=codes)
    return list(lines.select_related("ticket__player").order_by("place", "ticket__number"))
