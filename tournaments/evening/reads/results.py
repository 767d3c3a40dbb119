"""Standings and prizes worked out from an evening's rows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple

from tournaments.evening import acts
from tournaments.evening.acts.ending import prize_cut
from tournaments.evening.acts.people import give_up
from tournaments.evening.models import Evening, Ticket
from tournaments.evening.reads.decisions import Decided, adjustments_of, decided_by
from tournaments.evening.reads.facts import plan_of, replaced, table_results
from tournaments.evening.reads.reasons import with_names
from tournaments.evening.reads.situations import now
from tournaments.evening.record import outcome
from tournaments.evening.record.record import Record
from tournaments.evening.replay.fold import fold
from tournaments.ledger.records import entries_after
from tournaments.ranking.prizes import Competition, Prize
from tournaments.ranking.standings import PrizeCut, Standing, TableResult

OF_RESULTS: Final = (acts.CutPrize, acts.WithdrawCut, acts.Finish, acts.ReopenEvening, acts.StandIn)


class Ending(NamedTuple):
    """What of the ledger standings and prizes rest on.

    Attributes:
        cuts: those for prizes that stand, in their order.
        unranked: who had played no game when it was finished.
        gave_up: who gave up a seat, so that somebody with a ticket took it.
    """

    cuts: list[PrizeCut]
    unranked: list[str]
    gave_up: set[str]


def ending_of(evening: Evening) -> Ending:
    """What the ledger has of it; one query."""
    told = evening.ledger.filter(act__in=[act.name for act in OF_RESULTS]).order_by("sequence")
    cuts: dict[int, PrizeCut] = {}
    unranked: list[str] = []
    gave_up: dict[str, int] = {}
    for sequence, act, text in told.values_list("sequence", "act", "body"):
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
    """The evening's tickets by number, each with the one it replaces; one query."""
    return list(evening.tickets.select_related("replaces").order_by("number"))


@dataclass(frozen=True, slots=True)
class Stub:
    """What is on a ticket beside the name."""

    number: int
    colour: str


def stubs(evening: Evening) -> dict[str, Stub]:
    """The tickets by their codes; one query."""
    rows = evening.tickets.values_list("code", "number", "colour")
    return {code: Stub(number, colour) for code, number, colour in rows}


def standings_of(evening: Evening) -> tuple[Standing, ...]:
    """The standings as they follow from the settled rounds; `player` is the ticket's code."""
    return _standings(evening, tickets_of(evening), ending_of(evening), *table_results(evening))


def record_of(evening: Evening) -> Record:
    """The evening as its ledger tells it; one query."""
    return fold(entry for entry, _row in entries_after(evening, 0))


def prizes_of(evening: Evening) -> tuple[Prize, ...]:
    """Who wins which prize or share, or who has to cut for it; players by ticket code."""
    _lines, prizes = worked_out(evening)
    return prizes


def prizes_so_far(evening: Evening) -> tuple[Prize, ...]:
    """The prizes for rounds that have all been played, though the evening is not over."""
    return outcome.prizes_so_far(record_of(evening)) if plan_of(evening).prizes.others else ()


def worked_out(evening: Evening) -> tuple[tuple[Standing, ...], tuple[Prize, ...]]:
    """Standings and prizes."""
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
        situation=now(evening).situation if plan.has_bracket and results else None,
    )
