"""Schedules: who is there to plan for, what was played and announced, and the searches under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.shortcuts import get_object_or_404

from tournaments.evening import acts
from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.models import Evening, Planning, Round, Ticket
from tournaments.evening.plan import Plan
from tournaments.evening.reads.access import sealed
from tournaments.evening.reads.director_alerts import ReadEntry, standing_decisions
from tournaments.evening.reads.facts import names_of, record_of, replaced, schedule_of, seatings
from tournaments.evening.round_rules import OVER, Status
from tournaments.movement.certificate import Certificate, Provenance, certify
from tournaments.movement.interface import Announced, MadeBy, Wishes
from tournaments.movement.scheduled import RoomToPlan
from tournaments.movement.seating import SEATS, Seating, position
from tournaments.ranking.standings import holders
from tournaments.site.arguments import provides

__all__ = ["Planning"]


def room_of(evening: Evening, plan: Plan, wishes: Wishes | None = None) -> RoomToPlan:
    """Who is there for the coming rounds, what was really played, and what is announced.

    Rounds in play and seats already announced count as played: nobody is told to sit down twice. Without `wishes`
    those of the schedule that stands are kept to.
    """
    tickets = list(evening.tickets.select_related("replaces").order_by("start_order", "number"))
    fixed = first_open(evening) - 1
    rounds = list(evening.rounds.filter(number__lte=max(1, fixed)).order_by("number"))
    placed = {pk: seating.without_gaps() for pk, seating in seatings(rounds).items()}
    standing = schedule_of(evening)
    if fixed == 0 and rounds:
        standing = _with_the_first(standing, placed[rounds[0].pk])
    played = [placed[round_.pk] for round_ in rounds[:fixed]]
    return RoomToPlan(
        plan.tables,
        plan.rounds,
        tuple(ticket.code for ticket in tickets if ticket.left_in is None),
        as_it_happened(evening, played),
        standing,
        (standing.wishes if standing else Wishes()) if wishes is None else wishes,
        holders(replaced(tickets)),
        getattr(plan.options, "rests", "any"),
    )


def first_open(evening: Evening) -> int:
    if evening.status == Status.SEATED:
        return 1
    return evening.current_round + (2 if evening.status == Status.MOVED else 1)


def _with_the_first(standing: Announced | None, first: Seating) -> Announced | None:
    if standing is None or standing.first == 1:
        return standing
    return Announced(1, (first, *standing.rounds), standing.made_by, standing.wishes)


def as_it_happened(
    evening: Evening, played: list[Seating], decisions: Iterable[ReadEntry] | None = None
) -> tuple[Seating, ...]:
    """Rounds as people really sat: exchanged by the decisions that stand, or by these.

    An exchange recorded for some hands of a round counts for the round: they did meet those others.
    """
    rounds = list(played)
    if decisions is None:
        decisions = standing_decisions(evening) if played else ()
    for decided in decisions:
        if decided.act != acts.ExchangeSeats.name:
            continue
        first, other = decided.body["one"], decided.body["other"]
        for number in sorted({hand["round"] for hand in decided.body["hands"]}):
            if number <= len(rounds) and {first, other} <= set(rounds[number - 1].players()):
                rounds[number - 1] = rounds[number - 1].renamed({first: other, other: first})
    return tuple(rounds)


def tickets_by_number(evening: Evening) -> list[str]:
    """Ticket codes of those present, by ticket number: whom the numbers of an imported schedule mean."""
    tickets = evening.tickets.filter(left_in__isnull=True).order_by("number")
    return list(tickets.values_list("code", flat=True))


def open_plannings(evening: Evening) -> list[Planning]:
    return list(evening.plannings.filter(stage__in=("searching", "ready")))


@provides
def planning(evening: Evening, search: int) -> Planning:
    return get_object_or_404(evening.plannings, pk=search)


def last_failed(evening: Evening) -> Planning | None:
    last = evening.plannings.order_by("-pk").first()
    return last if last is not None and last.stage == "dropped" and last.remark else None


def standing_wishes(evening: Evening) -> Wishes:
    """What the schedule that stands keeps to, or what was wished in the last search; one query or two."""
    last = evening.plannings.order_by("-pk").first()
    if last is not None:
        return Wishes.from_data(last.task["wishes"])
    standing = schedule_of(evening)
    return standing.wishes if standing else Wishes()


State = Literal["played", "now", "next", "draft", "coming"]
LONGEST_NAME = 80
"""Longer names are no ids of a certificate."""
GENERATORS = {"perfect": "schedules", "planned": "planner", "repaired": "planner"}


@dataclass(frozen=True, slots=True)
class EveningRound:
    number: int
    seating: Seating
    state: State


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """Where one player is in a round: `table` and `seat` are None for who sits out, or is not there."""

    number: int
    state: State
    table: int | None = None
    seat: int | None = None
    partner: str = ""
    opponents: tuple[str, ...] = ()
    there: bool = True


@dataclass(frozen=True)
class EveningRounds:
    """An evening round by round, with all tickets by number; `made_by` is None without a schedule.

    Played rounds stand as people really sat, the others as they are announced; nothing else of the evening is looked
    at, so that every movement has a certificate.
    """

    evening: Evening
    plan: Plan
    tickets: Sequence[Ticket]
    rounds: tuple[EveningRound, ...]
    made_by: MadeBy | None

    @property
    def names(self) -> dict[str, str]:
        return names_of(self.tickets)

    @property
    def begun(self) -> int:
        return sum(round_.state in ("played", "now") for round_ in self.rounds)

    @property
    def is_over(self) -> bool:
        return self.evening.status in OVER

    def seatings(self) -> list[Seating]:
        return [round_.seating.without_gaps() for round_ in self.rounds]


def evening_rounds(
    evening: Evening, plan: Plan, *, drafts: bool = False, decisions: Iterable[ReadEntry] | None = None
) -> EveningRounds:
    """The rounds that are played and announced, with `drafts` the drafted one too; five queries at most."""
    tickets = list(evening.tickets.select_related("player", "replaces").order_by("number"))
    rows = list(evening.rounds.order_by("number"))
    placed = seatings(rows) if rows else {}
    fixed = [row for row in rows if _is_fixed(evening, row)]
    happened = as_it_happened(
        evening, [placed[row.pk] for row in fixed if row.number <= evening.current_round], decisions
    )
    seats = [*happened, *(placed[row.pk] for row in fixed[len(happened) :])]
    rounds = [
        EveningRound(row.number, seating, _state(evening, row.number))
        for row, seating in zip(fixed, seats, strict=True)
    ]
    if drafts and evening.status == Status.DRAFTED:
        rounds += [
            EveningRound(row.number, placed[row.pk], "draft") for row in rows if row.number > len(rounds)
        ]
    standing = schedule_of(evening) if rows and plan.draws_up else None
    if standing is not None and evening.status not in OVER:
        holding, out = holders(replaced(tickets)), record_of(evening).tables_out
        rounds += [
            EveningRound(number, seating.renamed(holding).around(out), "coming")
            for number, seating in enumerate(standing.rounds, start=standing.first)
            if number > len(rounds)
        ]
    return EveningRounds(evening, plan, tickets, tuple(rounds), standing.made_by if standing else None)


def _is_fixed(evening: Evening, row: Round) -> bool:
    # People have been told, or would be by the signal, to sit down for it, and it was not given up.
    if evening.status in (*OVER, Status.ABANDONED):
        return row.started_at is not None
    return row.number < max(2, first_open(evening))


def _state(evening: Evening, number: int) -> State:
    if number > evening.current_round:
        return "next"
    in_play = evening.status in IN_ROUND
    return "now" if in_play and number == evening.current_round else "played"


def certificate_of(found: EveningRounds) -> Certificate | None:
    """The certificate of the rounds, with people called by name; None where nobody has a seat yet."""
    if not any(round_.seating.tables for round_ in found.rounds):
        return None
    return counted(found.seatings(), found.tickets, found.plan, _provenance(found))


def counted(
    rounds: Sequence[Seating],
    tickets: Sequence[Ticket],
    plan: Plan,
    provenance: Provenance | None = None,
) -> Certificate:
    """The certificate of rounds by ticket code; whoever is not named in a round is away."""
    ids = ids_of(tickets)
    named = {code for seating in rounds for code in seating.players()}
    players = [ids[ticket.code] for ticket in tickets if ticket.code in named]
    by_name = [seating.renamed(ids) for seating in rounds]
    absent = []
    for seating in by_name:
        present = set(seating.players())
        absent.append([player for player in players if player not in present])
    return certify(
        by_name,
        partnership=plan.tables.partnership,
        players=players,
        sizes=plan.tables.allowed,
        absent=absent,
        provenance=provenance,
    )


def ids_of(tickets: Iterable[Ticket]) -> dict[str, str]:
    """What a certificate calls people: by name where that is short enough and nobody else's."""
    names = names_of(tickets)
    often = Counter(names.values())
    return {
        code: name if often[name] == 1 and len(name) <= LONGEST_NAME else f"{name[:50]} · {code}"
        for code, name in names.items()
    }


def _provenance(found: EveningRounds) -> Provenance:
    # The seed is named only once nothing is drawn from it any more.
    made_by, seed = found.made_by, sealed(found.evening).seed or ""
    if made_by is None:
        return Provenance(generator=found.plan.movement, seed=seed, kind="seats", played=found.is_over)
    return Provenance(
        generator=GENERATORS.get(made_by.kind, made_by.source or made_by.kind),
        version=str(made_by.version),
        seed=made_by.seed or seed,
        moves=made_by.moves or None,
        kind=made_by.source if made_by.kind == "perfect" else made_by.kind,
        played=found.is_over,
    )


def own_places(found: EveningRounds, code: str, names: Mapping[str, str]) -> list[OwnPlace]:
    """The evening of one player, round by round; `names` are those of everybody, by ticket code."""
    return [_own(round_, code, names, found.plan) for round_ in found.rounds]


def _own(one: EveningRound, code: str, names: Mapping[str, str], plan: Plan) -> OwnPlace:
    try:
        place = position(one.seating, code)
    except ValueError:
        return OwnPlace(one.number, one.state, there=False)
    if place is None:
        return OwnPlace(one.number, one.state)
    table, seat = place
    people = one.seating.tables[table - 1]
    opposite = (seat + 1) % SEATS if plan.tables.partnership and len(people) == SEATS else None
    others = (names[other] for at, other in enumerate(people) if other != code and at != opposite)
    partner = "" if opposite is None else names[people[opposite]]
    return OwnPlace(one.number, one.state, table, seat, partner, tuple(others))
