"""What an evening's rows and ledger come to, as plain values: plan, names of people, seats, standings, the race."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Q

from games.definition import Game
from tournaments.club.models.clubs import in_place_of, name_at
from tournaments.club.reads.members import ERASED
from tournaments.evening import outcome
from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.fold import fold
from tournaments.evening.models import Evening, LedgerEntry, Round, Schedule, Seat, Ticket
from tournaments.evening.plan import Plan, Setup, read_plan, setup_for
from tournaments.evening.record import Record, RoundRecord
from tournaments.evening.rulebook import Rulebook, rulebook
from tournaments.ledger.chain import broken_links
from tournaments.ledger.records import entries_after
from tournaments.movement.interface import Announced
from tournaments.movement.seating import Seating
from tournaments.prepared_sql import Prepared, Slot
from tournaments.ranking.prizes import Prize
from tournaments.ranking.standings import Standing, TableResult
from tournaments.site.cleaning import folded


def is_player() -> Q:
    """Which tickets are players of an evening, as every page, list and program counts them.

    Whoever is there, seated or sitting out, and whoever has left after a seat at a table in a round that began: so
    a substitute and the player replaced are two. Not whoever left, or handed the ticket on, before that.
    """
    played = Seat.objects.filter(
        ticket=OuterRef("pk"),
        table_round__isnull=False,
        round__started_at__isnull=False,
        round__number__lte=OuterRef("left_in"),
    )
    return Q(left_in=None) | Q(Exists(played))


def players_count(evening: Evening) -> int:
    return evening.tickets.filter(is_player()).count()


class _Known(NamedTuple):
    """A plan as rows hold it, and what is played by it."""

    plan: object
    setup: Setup


_LAST_KNOWN: dict[int, _Known] = {}
MOST_KNOWN = 256
_PLAN = Prepared(lambda: Evening.objects.filter(pk=Slot("evening")).order_by().values_list("plan"))


def setup_of(evening: Evening) -> Setup:
    known = _LAST_KNOWN.get(evening.pk)
    return known.setup if known and known.plan == evening.plan else _remember(evening.pk, evening.plan)


def last_known_setup(evening_id: int) -> Setup:
    """What an evening was played by when this process last looked; it may have been changed since.

    Read without a lock, and only by the first who asks. Raises Evening.DoesNotExist.
    """
    known = _LAST_KNOWN.get(evening_id)
    if known is not None:
        return known.setup
    row = _PLAN.fetch(evening=evening_id)
    if row is None:
        raise Evening.DoesNotExist(f"there is no evening {evening_id}")
    return _remember(evening_id, row[0])


def _remember(evening_id: int, plan: object) -> Setup:
    if evening_id not in _LAST_KNOWN and len(_LAST_KNOWN) >= MOST_KNOWN:
        _LAST_KNOWN.clear()
    _LAST_KNOWN[evening_id] = known = _read(json.dumps(plan))
    return known.setup


@lru_cache(maxsize=256)
def _read(text: str) -> _Known:
    plan = json.loads(text)
    return _Known(plan, setup_for(read_plan(plan)))


def rulebook_of(evening: Evening) -> Rulebook:
    return rulebook(setup_of(evening))


def plan_of(evening: Evening) -> Plan:
    return setup_of(evening).plan


def game_of(evening: Evening) -> Game:
    return setup_of(evening).game


def target_of(evening: Evening) -> int | None:
    """The points at which a table rings tonight, or has finished its game; None where neither ends a round."""
    return setup_of(evening).target


NO_BREAK: Final = "\N{NO-BREAK SPACE}"
TICKET: Final = re.compile(r"\{(\d{1,4})\}")
"""The number of a ticket where the name of who holds it was entered."""


@dataclass(frozen=True, slots=True)
class Named:
    """A ticket's holder: `code` is how the ledger knows the ticket, `number` what is printed on it."""

    code: str
    name: str
    number: int


def full_names(people: Sequence[Named]) -> dict[str, str]:
    """Everybody's name by code; those who share one have their ticket's number before it."""
    shared = Counter(person.name.casefold() for person in people)
    return {
        person.code: f"({person.number}) {person.name}" if shared[person.name.casefold()] > 1 else person.name
        for person in people
    }


def names_of(tickets: Iterable[Ticket]) -> dict[str, str]:
    """The full names of those who hold these tickets, by code; read with `player`."""
    return full_names([Named(ticket.code, ticket.player.name, ticket.number) for ticket in tickets])


def holders(evening: Evening) -> list[Named]:
    """Everybody who has or had a ticket, by its number, called as whoever asks may read it; one query."""
    rows = evening.tickets.order_by("number").values_list("code", name_at("player__"), "number")
    return [Named(*row) for row in rows]


def name_sort_key(name: str) -> tuple[str, int]:
    """The sort key of a full name: namesakes go by their numbers, and not before everybody else."""
    numbered = re.fullmatch(r"\((\d+)\) (.+)", name)
    return (folded(numbered[2]), int(numbered[1])) if numbered else (folded(name), 0)


def short_names(people: Sequence[Named]) -> dict[str, str]:
    """The shortest name of each that nobody else among `people` goes by: "Ann", "Ann W.", or all of it."""
    whole = full_names(people)
    first = {person.code: _words(person.name)[0] for person in people}
    with_initial = {person.code: _with_initial(person.name) for person in people}
    forms = [(form, Counter(map(str.casefold, form.values()))) for form in (first, with_initial)]
    return {
        code: next((form[code] for form, bearers in forms if bearers[form[code].casefold()] == 1), name)
        for code, name in whole.items()
    }


def _words(name: str) -> list[str]:
    # Pictures and signs count as words only where a name has nothing else.
    return [word for word in name.split() if any(map(str.isalnum, word))] or name.split()


def _with_initial(name: str) -> str:
    first, *others = _words(name)
    return f"{first}{NO_BREAK}{next(filter(str.isalnum, others[-1]))}." if others else first


def by_tickets(evening: Evening, reason: str) -> str:
    """A reason as the ledger holds it: ticket numbers, in braces, for the names of ticket holders.

    One query, none where there is no reason. Older entries hold names as they were entered.
    """
    if not reason:
        return reason
    holders = (
        evening.tickets.exclude(player__name=ERASED).order_by("number").values_list("player__name", "number")
    )
    for name, number in sorted(holders, key=lambda holder: -len(holder[0])):
        reason = in_place_of(name, f"{{{number}}}", reason)
    return reason


def with_names(entries: Sequence[LedgerEntry]) -> Sequence[LedgerEntry]:
    """The entries, changed in place so that their reasons name people; never to be saved. One query at most."""
    named = {(entry.evening_id, int(number)) for entry in entries for number in TICKET.findall(entry.reason)}
    if named:
        evenings, numbers = zip(*named, strict=True)
        tickets = Ticket.objects.filter(evening__in=set(evenings), number__in=set(numbers)).select_related(
            "player"
        )
        names = {(ticket.evening_id, ticket.number): ticket.player.name for ticket in tickets}
        for entry in entries:
            entry.reason = _named(entry, names)
    return entries


def _named(entry: LedgerEntry, names: dict[tuple[int, int], str]) -> str:
    return TICKET.sub(lambda match: names.get((entry.evening_id, int(match[1])), match[0]), entry.reason)


def seating_of(round_: Round) -> Seating:
    return seatings([round_])[round_.pk]


def seatings(rounds: Iterable[Round]) -> dict[int, Seating]:
    tables: dict[int, dict[int, dict[int, str]]] = {round_.pk: {} for round_ in rounds}
    sitting: dict[int, list[str]] = defaultdict(list)
    rows = (
        Seat.objects.filter(round__in=tables)
        .order_by("round", "table_round__table__number", "seat", "sit_out_order")
        .values_list("round_id", "table_round__table__number", "seat", "ticket__code")
    )
    for round_id, table, seat, code in rows:
        if table is None or seat is None:
            sitting[round_id].append(code)
        else:
            tables[round_id].setdefault(table, {})[seat] = code
    return {
        round_id: Seating(
            tables=tuple(
                tuple(code for _, code in sorted(of_round.get(number, {}).items()))
                for number in range(1, max(of_round, default=0) + 1)
            ),
            sitting_out=tuple(sitting[round_id]),
        )
        for round_id, of_round in tables.items()
    }


def schedule_of(evening: Evening) -> Announced | None:
    return schedules_of(evening)[0]


def schedules_of(evening: Evening) -> tuple[Announced | None, Announced | None]:
    """The schedule that stands, and the one that takes its place with the drafted move; one query."""
    rows = Schedule.objects.filter(evening=evening).values_list("announced", "drafted")
    standing, drafted = (row and Announced.from_data(row) for row in rows.first() or (None, None))
    return standing, drafted


def is_unbroken(evening: Evening) -> bool:
    """Whether every entry of the ledger seals the one before it, as far as the row of the evening says it goes."""
    rows = evening.ledger.filter(sequence__lte=evening.ledger_length).order_by("sequence")
    entries = (row.as_entry() for row in rows)
    return not broken_links(entries, length=evening.ledger_length, head=evening.ledger_head)


def record_of(evening: Evening) -> Record:
    """The evening as its ledger tells it; one query.

    Whoever asks for it again by the same row has what came since folded onto it; nobody may change it.
    """
    sequence, record = evening.__dict__.get("_record", (0, None))
    if newer := entries_after(evening, sequence):
        record = fold((entry for entry, _row in newer), record.copied() if record else None)
        evening.__dict__["_record"] = newer[-1][0].sequence, record
    return record or fold(())


def replaced(tickets: Iterable[Ticket]) -> dict[str, str]:
    """For each substitute, the ticket replaced, by their codes; read with `replaces`."""
    return {ticket.code: ticket.replaces.code for ticket in tickets if ticket.replaces}


def standings_of(evening: Evening) -> tuple[Standing, ...]:
    """The standings as they follow from the settled rounds; `player` is the ticket's code."""
    return outcome.standings_of(record_of(evening))


def prizes_of(evening: Evening) -> tuple[Prize, ...]:
    return outcome.prizes_of(record_of(evening))


def prizes_so_far(evening: Evening) -> tuple[Prize, ...]:
    return outcome.prizes_so_far(record_of(evening)) if plan_of(evening).prizes.others else ()


def prizes_just_won(evening: Evening) -> tuple[Prize, ...]:
    """Those for some of the rounds whose last one was closed last."""
    closed, others = evening.current_round - (evening.status in IN_ROUND), plan_of(evening).prizes.others
    just_over = {number for number, other in enumerate(others, start=1) if other.rounds[1:] == (closed,)}
    return tuple(prize for prize in prizes_so_far(evening) if prize.other in just_over) if just_over else ()


@dataclass(frozen=True, slots=True)
class Leg:
    """What a round was for one ticket: `place` in the standings after it, `row` there from 1, which nobody shares."""

    round: int
    row: int
    place: int
    points: int | None = None
    won: bool = False
    sat_out: bool = False


@dataclass(frozen=True, slots=True)
class Runner:
    line: Standing
    legs: tuple[Leg, ...]


def race_of(evening: Evening) -> tuple[Runner, ...]:
    return race_in(record_of(evening))


def race_in(record: Record) -> tuple[Runner, ...]:
    """Everybody in the order of the standings, with all settled rounds.

    After the rounds before the last only what was played counts: the director's adjustments and the
    cuts for prizes belong to no round. Empty in a knock-out, whose bracket tells it, and before the
    first settled round.
    """
    rounds, tickets = record.closed_rounds(), record.replaced()
    if not rounds or record.made_plan().has_bracket:
        return ()
    final = outcome.standings_of(record)
    whose = _whose_line([line.player for line in final], tickets)
    results, _sat_out = outcome.results_of(record)
    played = _played(results, whose)
    tables = [_table_after(record, rounds[:count], results) for count in range(1, len(rounds))]
    tables.append(final)
    places = [{line.player: (row, line.place) for row, line in enumerate(table, start=1)} for table in tables]
    out = [{whose.get(code, code) for code in round_.sat_out()} for round_ in rounds]
    return tuple(
        Runner(
            line,
            tuple(
                Leg(
                    round_.number,
                    *places[index][line.player],
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


def _table_after(
    record: Record, rounds: Collection[RoundRecord], results: Iterable[TableResult]
) -> tuple[Standing, ...]:
    numbers = {round_.number for round_ in rounds}
    so_far = [result for result in results if result.round in numbers]
    sat_out = Counter(code for round_ in rounds for code in round_.sat_out())
    players, tickets = list(record.tickets), record.replaced()
    return record.made_plan().standings(players, so_far, sat_out, prize_cuts=(), tickets=tickets)


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
