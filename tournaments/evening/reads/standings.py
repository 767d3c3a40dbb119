"""Standings, prizes and the race to them, worked out from the ledger of an evening; who pays whom after it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from scoring.payments import Payment, payments
from tournaments.evening import acts
from tournaments.evening.models import Evening, Hand, Round, TableRound
from tournaments.evening.models import Standing as StandingRow
from tournaments.evening.plan import read_plan
from tournaments.evening.reads.director_alerts import Decided, decided_by
from tournaments.evening.reads.facts import game_of, plan_of, record_of, replaced, schedules_of, seatings
from tournaments.evening.reads.names import with_names
from tournaments.evening.record import outcome
from tournaments.evening.record.record import Record
from tournaments.evening.replay.comparison import OF_HAND, OF_TICKET, Rows, named_columns, standing_fact
from tournaments.ledger.chain import instant
from tournaments.ranking.prizes import Prize
from tournaments.ranking.standings import Standing, TableResult, heirs_of, line_of


def standing_cuts(evening: Evening) -> list[Decided]:
    """The cuts that can be withdrawn: for prizes, and of the tables of a round that is not closed; two queries."""
    record = record_of(evening)
    standing = [*record.prize_cuts, *record.open_cuts()]
    rows = evening.ledger.filter(sequence__in=standing).order_by("sequence")
    return [decided_by(row) for row in with_names(list(rows))]


def standings_of(evening: Evening) -> tuple[Standing, ...]:
    """The standings as they follow from the settled rounds; `player` is the ticket's code."""
    return outcome.standings_of(record_of(evening))


def prizes_of(evening: Evening) -> tuple[Prize, ...]:
    return outcome.prizes_of(record_of(evening))


def prizes_so_far(evening: Evening) -> tuple[Prize, ...]:
    return outcome.prizes_so_far(record_of(evening)) if plan_of(evening).prizes.others else ()


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
            "date": evening.date.isoformat(),
            "plan": _plan(evening.plan),
            **named_columns(evening, ("current_round", "seed", "pinned")),
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
    """Everybody in the order of the standings, with all settled rounds; one query.

    After the rounds before the last only what was played counts: the director's adjustments and the
    cuts for prizes belong to no round. Empty in a knock-out, whose bracket tells it, and before the
    first settled round.
    """
    record = record_of(evening)
    rounds, tickets = record.closed_rounds(), record.replaced()
    if not rounds or record.made_plan().has_bracket:
        return ()
    final = outcome.standings_of(record)
    whose = _whose_line([line.player for line in final], tickets)
    played = _played(outcome.results_of(record)[0], whose)
    orders = [_order_after(record, round_.number) for round_ in rounds[:-1]]
    orders.append([line.player for line in final])
    places = [{code: place for place, code in enumerate(order, start=1)} for order in orders]
    out = [{whose.get(code, code) for code in round_.sat_out()} for round_ in rounds]
    return tuple(
        Runner(
            line,
            tuple(
                Leg(
                    round_.number,
                    places[index][line.player],
                    *played.get((round_.number, line.player), (None, False)),
                    sat_out=line.player in out[index],
                )
                for index, round_ in enumerate(rounds)
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


def _order_after(record: Record, last: int) -> list[str]:
    results, sat_out = outcome.results_of(record, lambda number: number <= last)
    players, tickets = list(record.tickets), record.replaced()
    lines = record.made_plan().standings(players, results, sat_out, prize_cuts=(), tickets=tickets)
    return [line.player for line in lines]


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
