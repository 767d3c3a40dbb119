"""The rounds of an evening from the first to the last announced, and their certificate.

Played rounds stand as people really sat, the others as they are announced; nothing else of the evening is looked
at, so that every movement has a certificate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.evening.models import Evening, Round, Ticket
from tournaments.evening.plan import Plan
from tournaments.evening.reads.decisions import Decided
from tournaments.evening.reads.facts import replaced, schedule_of, seatings
from tournaments.evening.reads.names import Named, full_names
from tournaments.evening.reads.schedules import as_it_happened, first_open
from tournaments.evening.reads.sealed import sealed
from tournaments.evening.status import Status
from tournaments.movement.announced import MadeBy
from tournaments.movement.certificate import Certificate, Provenance, certify
from tournaments.movement.seating import SEATS, Seating, position
from tournaments.ranking.substitutions import holders

State = Literal["played", "now", "next", "draft", "coming"]
OVER = (Status.FINISHED, Status.PUBLISHED)
LONGEST_NAME = 80
"""Longer names are no ids of a certificate."""
GENERATORS = {"perfect": "schedules", "planned": "planner", "repaired": "planner"}


@dataclass(frozen=True, slots=True)
class EveningRound:
    """A round by ticket code: played, in play, announced as the next, a draft, or still to come."""

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
    """An evening round by round.

    Arguments:
        tickets: everybody who has or had a ticket, by number.
        rounds: the rounds in order.
        made_by: where the schedule comes from, where there is one.
    """

    evening: Evening
    plan: Plan
    tickets: Sequence[Ticket]
    rounds: tuple[EveningRound, ...]
    made_by: MadeBy | None

    @property
    def names(self) -> dict[str, str]:
        """The name of everybody by ticket code, as the public pages show it."""
        return full_names([Named(one.code, one.player.name, one.number) for one in self.tickets])

    @property
    def begun(self) -> int:
        """How many rounds are played or in play."""
        return sum(one.state in ("played", "now") for one in self.rounds)

    @property
    def is_over(self) -> bool:
        """Whether these are the rounds really played, and no more."""
        return self.evening.status in OVER

    def seatings(self) -> list[Seating]:
        """The rounds, without what else is known of them."""
        return [one.seating for one in self.rounds]


def evening_rounds(
    evening: Evening, plan: Plan, *, drafts: bool = False, decisions: Iterable[Decided] | None = None
) -> EveningRounds:
    """The rounds that are played and announced; five queries, two where nothing is seated.

    Arguments:
        drafts: whether the next round is told as the director's draft has it.
        decisions: of the director, by which people sat elsewhere; None for those that stand.
    """
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
        holding = holders(replaced(tickets))
        rounds += [
            EveningRound(number, seating.renamed(holding), "coming")
            for number, seating in enumerate(standing.rounds, start=standing.first)
            if number > len(rounds)
        ]
    return EveningRounds(evening, plan, tickets, tuple(rounds), standing.made_by if standing else None)


def _is_fixed(evening: Evening, row: Round) -> bool:
    """Whether people have been told, or would be by the signal, to sit down for this round; it was not given up."""
    if evening.status in (*OVER, Status.ABANDONED):
        return row.started_at is not None
    return row.number < max(2, first_open(evening))


def _state(evening: Evening, number: int) -> State:
    if number > evening.current_round:
        return "next"
    in_play = evening.status in (Status.PLAYING, Status.BELL)
    return "now" if in_play and number == evening.current_round else "played"


def certificate_of(found: EveningRounds) -> Certificate | None:
    """The certificate of the rounds, with people called by name; None where nobody has a seat yet."""
    if not any(one.seating.tables for one in found.rounds):
        return None
    return counted(found.seatings(), found.tickets, found.plan, _provenance(found))


def counted(
    rounds: Sequence[Seating],
    tickets: Sequence[Ticket],
    plan: Plan,
    provenance: Provenance | None = None,
) -> Certificate:
    """The certificate of any rounds by ticket code; whoever is not named in a round is away."""
    ids = ids_of(tickets)
    named = {code for seating in rounds for code in seating.players()}
    players = [ids[ticket.code] for ticket in tickets if ticket.code in named]
    by_name = [seating.renamed(ids) for seating in rounds]
    absent = []
    for seating in by_name:
        there = set(seating.players())
        absent.append([player for player in players if player not in there])
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
    names = full_names([Named(one.code, one.player.name, one.number) for one in tickets])
    often = Counter(names.values())
    return {
        code: name if often[name] == 1 and len(name) <= LONGEST_NAME else f"{name[:50]} · {code}"
        for code, name in names.items()
    }


def _provenance(found: EveningRounds) -> Provenance:
    """Where the seats come from; the seed of the evening only when nothing is drawn from it any more."""
    made, seed = found.made_by, sealed(found.evening).seed or ""
    if made is None:
        return Provenance(generator=found.plan.movement, seed=seed, kind="seats", played=found.is_over)
    return Provenance(
        generator=GENERATORS.get(made.kind, made.source or made.kind),
        version=str(made.version),
        seed=made.seed or seed,
        moves=made.moves or None,
        kind=made.source if made.kind == "perfect" else made.kind,
        played=found.is_over,
    )


def own_places(found: EveningRounds, code: str, names: Mapping[str, str]) -> list[OwnPlace]:
    """The evening of one player, round by round.

    Arguments:
        names: of everybody, by ticket code.
    """
    return [_own(one, code, names, found.plan) for one in found.rounds]


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
