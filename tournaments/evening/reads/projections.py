"""An evening before its last round, as the maths of what may still happen reads it; or why it cannot be asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from scoring.derivation import Sentence, gettext_noop
from tournaments.evening.models import Evening, Round, TableRound
from tournaments.evening.plan import GamesPlan
from tournaments.evening.reads.facts import plan_of, seating_of
from tournaments.evening.reads.names import Named, full_names
from tournaments.evening.reads.public import shown_rounds
from tournaments.evening.reads.results import standings_of
from tournaments.evening.status import Status
from tournaments.ranking.last_round import LastRound, Seats

WhyNot = Literal["points", "knock_out", "earlier", "over", "decided"]
"""Points are counted, or a knock-out is played; the last round is not announced, or settled; a table is decided."""
WHY_NOT: Final[Mapping[WhyNot, Sentence]] = {
    "points": Sentence(
        gettext_noop(
            "At an evening of points nobody knows how many a hand will bring, so that nothing can be said before"
            " the end. It can be asked at evenings of games that couples win or lose."
        )
    ),
    "knock_out": Sentence(
        gettext_noop(
            "In a knock-out places go by how far everybody gets: whoever has not lost can still win. It can be"
            " asked at evenings whose places go by games won."
        )
    ),
    "earlier": Sentence(
        gettext_noop("It can be asked from the moment that the seats of the last round are announced.")
    ),
    "over": Sentence(gettext_noop("The last round is settled: the standings tell who has won.")),
    "decided": Sentence(
        gettext_noop(
            "The director has decided about a table of the last round, so that not every way is open any more."
            " The standings tell more when the round is settled."
        )
    ),
}
"""The same in words, with when it can be asked."""
OVER: Final = (Status.FINISHED, Status.PUBLISHED, Status.ABANDONED)


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody with a line: the code of their ticket, its number, and what they are called."""

    code: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class BeforeTheEnd:
    """An evening before its last round is settled.

    Attributes:
        round: which one is the last.
        maths: who can still come first, by ticket code, in the order of the standings so far.
        people: who has a line, by ticket code.
    """

    round: int
    maths: LastRound
    people: Mapping[str, Holder]

    def at(self, number: int) -> Holder | None:
        """Who has the ticket with this number, and a line."""
        return next((one for one in self.people.values() if one.number == number), None)


def why_not(evening: Evening) -> WhyNot | None:
    """Why it cannot be asked who can still win an evening; None where it can. No query.

    It can from the moment that the seats of the last planned round are announced until that round is settled.
    """
    plan = plan_of(evening)
    if not isinstance(plan, GamesPlan) or not _asks_who_wins(plan):
        return "points"
    if plan.has_bracket:
        return "knock_out"
    if evening.status in OVER:
        return "over"
    if _last_round(evening, plan.rounds) is not None:
        return None
    settled = evening.status in (Status.SETTLED, Status.DRAFTED)
    return "over" if settled and evening.current_round >= plan.rounds else "earlier"


def _asks_who_wins(plan: GamesPlan) -> bool:
    """Whether places go by which of two couples wins each table, all rounds counting."""
    options = plan.movement_options
    return plan.counts == "games" and plan.tables.partnership and options.best_rounds is None


def _last_round(evening: Evening, planned: int) -> int | None:
    """The number of the last round, from its announcement until it is settled."""
    if evening.status in (Status.SEATED, Status.MOVED):
        number = evening.current_round + 1
    elif evening.status in (Status.PLAYING, Status.BELL):
        number = evening.current_round
    else:
        return None
    return number if number >= planned else None


def before_the_end(evening: Evening) -> BeforeTheEnd | WhyNot:
    """An evening before its last round, or why it cannot be asked; some ten queries, however many play."""
    reason = why_not(evening)
    plan = plan_of(evening)
    number = _last_round(evening, plan.rounds)
    if reason is not None or number is None or not isinstance(plan, GamesPlan):
        return reason or "earlier"
    # What a visitor may not see is no ground for what is said: a draft is the director's.
    round_ = shown_rounds(evening).filter(number=number).first()
    if round_ is None:
        return "earlier"
    if _is_decided(round_):
        return "decided"
    people = _people(evening)
    halves = {line.player: line.won_halves for line in standings_of(evening)}
    seating = seating_of(round_)
    credit = int(plan.movement_options.sitout == "half")
    maths = LastRound(
        halves,
        [_seats(table) for table in seating.tables],
        dict.fromkeys(seating.sitting_out, credit),
        {code: one.name for code, one in people.items()},
    )
    return BeforeTheEnd(number, maths, {code: people[code] for code in halves})


def _is_decided(round_: Round) -> bool:
    """Whether the director has decided about a table of the round: not every way is open then."""
    return TableRound.objects.filter(round=round_).exclude(decision="").exists()


def _seats(table: tuple[str, ...]) -> Seats:
    one, two, three, four = table
    return one, two, three, four


def _people(evening: Evening) -> dict[str, Holder]:
    rows = evening.tickets.order_by("number").values_list("code", "player__name", "number")
    named = [Named(*row) for row in rows]
    names = full_names(named)
    return {one.code: Holder(one.code, one.number, names[one.code]) for one in named}
