"""An evening before its last round, as the maths of what may still happen reads it; or why it cannot be asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeGuard

from scoring.bounds import Bounds
from scoring.derivation import Sentence, gettext_noop
from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.models import Evening
from tournaments.evening.outcome import standings_of
from tournaments.evening.plan import GamesPlan, Plan, Setup
from tournaments.evening.reads.facts import Named, full_names, holders, plan_of, record_of, setup_of
from tournaments.evening.reads.public import visible_results
from tournaments.evening.round_rules import Status
from tournaments.movement.seating import Seating
from tournaments.ranking.last_round import LastRound, LastRoundOfPoints, PointsTable, Seats
from tournaments.ranking.standings import Standing
from tournaments.ranking.tie_breaks import counted_first

WhyNot = Literal[
    "hands",
    "unbounded",
    "differences",
    "margin",
    "alone",
    "best",
    "knock_out",
    "earlier",
    "over",
    "decided",
    "withheld",
]
WHY_NOT: Final[Mapping[WhyNot, Sentence]] = {
    "hands": Sentence(
        gettext_noop(
            "Nobody knows how many hands the tables will play, so nobody knows how many points can still be made. In "
            "an evening of points, this page works when rounds end after a set number of hands."
        )
    ),
    "unbounded": Sentence(
        gettext_noop(
            "Under the rules of this game nobody can say how much a single hand may bring or cost, so nothing is "
            "certain before the end."
        )
    ),
    "differences": Sentence(
        gettext_noop(
            "Tonight places go by the differences between players at a table, which this page cannot foresee. It can "
            "when places go by all points."
        )
    ),
    "margin": Sentence(
        gettext_noop(
            "Tonight places go by game points, which this page cannot foresee. It can when places go by games won or "
            "by points."
        )
    ),
    "alone": Sentence(
        gettext_noop(
            "Tonight everybody plays alone for games won, which this page cannot foresee. It can when couples win "
            "games, or when places go by points."
        )
    ),
    "best": Sentence(
        gettext_noop(
            "What the last round is worth depends on earlier rounds: only the best ones count, or a round sat out "
            "counts an average. This page works when all rounds count as they are played."
        )
    ),
    "knock_out": Sentence(
        gettext_noop(
            "In a knock-out, everybody who has not lost can still win. This page works at evenings whose places go "
            "by games won."
        )
    ),
    "earlier": Sentence(
        gettext_noop("This page works from the moment that the seats of the last round are announced.")
    ),
    "withheld": Sentence(
        gettext_noop(
            "The standings of this evening are not public before it is published, nor who can still win."
        )
    ),
    "over": Sentence(gettext_noop("The last round is settled: the standings tell who has won.")),
    "decided": Sentence(
        gettext_noop(
            "The director has decided a table of the last round, so not every outcome is open any more. The "
            "standings will tell when the round is settled."
        )
    ),
}
"""Why it cannot be asked, in words, and when it can."""
OVER: Final = (Status.FINISHED, Status.PUBLISHED, Status.ABANDONED)


@dataclass(frozen=True, slots=True)
class BeforeTheEnd:
    """An evening before its last `round` is settled: by ticket code who can still come first, and who has a line."""

    round: int
    maths: LastRound | LastRoundOfPoints
    people: Mapping[str, Named]

    def at(self, number: int) -> Named | None:
        return next((holder for holder in self.people.values() if holder.number == number), None)


def why_not(evening: Evening) -> WhyNot | None:
    """Why nobody can ask who can still win an evening; None where they can. No query.

    They can from the announcement of the seats of the last planned round until that round is settled.
    """
    setup = setup_of(evening)
    plan = setup.plan
    if not visible_results(evening).standings:
        return "withheld"
    if plan.has_bracket:
        return "knock_out"
    reason = _why_not_by_games(plan) if _goes_by_games(plan) else _why_not_by_points(setup)
    if reason is not None:
        return reason
    if evening.status in OVER:
        return "over"
    if _last_round(evening, plan.rounds) is not None:
        return None
    settled = evening.status in (Status.SETTLED, Status.DRAFTED)
    return "over" if settled and evening.current_round >= plan.rounds else "earlier"


def _goes_by_games(plan: Plan) -> TypeGuard[GamesPlan]:
    return isinstance(plan, GamesPlan) and plan.counts == "games"


def _why_not_by_games(plan: GamesPlan) -> WhyNot | None:
    if not plan.tables.partnership:
        return "alone"
    return None if plan.movement_options.best_rounds is None else "best"


def _why_not_by_points(setup: Setup) -> WhyNot | None:
    # Where a bell or a target ends the round, fewer points are left than the hands could bring.
    plan = setup.plan
    if plan.counts == "margin":
        return "margin"
    if plan.counts_first == "points_difference":
        return "differences"
    if _depends_on_other_rounds(plan):
        return "best"
    sizes = plan.tables.allowed
    if plan.ends not in ("hands", "time") or all(plan.most_hands(size) is None for size in sizes):
        return "hands"
    return None if any(_bounds(setup, size) for size in sizes) else "unbounded"


def _depends_on_other_rounds(plan: Plan) -> bool:
    best = plan.movement_options.best_rounds if isinstance(plan, GamesPlan) else None
    return best is not None or plan.options.sitout == "average"


def _bounds(setup: Setup, size: int) -> Bounds | None:
    return setup.game.bounds(setup.house_rules, size)


def _last_round(evening: Evening, planned: int) -> int | None:
    if evening.status in (Status.SEATED, Status.MOVED):
        number = evening.current_round + 1
    elif evening.status in IN_ROUND:
        number = evening.current_round
    else:
        return None
    return number if number >= planned else None


def before_the_end(evening: Evening) -> BeforeTheEnd | WhyNot:
    """An evening before its last round, or why nobody can ask; two queries, however many play."""
    reason = why_not(evening)
    plan = plan_of(evening)
    number = _last_round(evening, plan.rounds)
    if reason is not None or number is None:
        return reason or "earlier"
    record = record_of(evening)
    last = record.rounds.get(number)
    if last is None:
        return "earlier"
    # Where seats were exchanged points of the round count for somebody else than who has the seat; the game does not.
    is_exchanged = any(hand[0] == number for wrong in record.wrong_seats.values() for hand in wrong.hands)
    if last.decisions or (is_exchanged and not _goes_by_games(plan)):
        return "decided"
    people = _people(evening)
    lines = standings_of(record)
    before = Before(
        lines, last.seating.without_gaps(), {code: holder.name for code, holder in people.items()}
    )
    maths = _of_games(plan, before) if _goes_by_games(plan) else _of_points(setup_of(evening), before)
    if maths is None:
        return "hands"
    return BeforeTheEnd(number, maths, {line.player: people[line.player] for line in lines})


class Before(NamedTuple):
    lines: tuple[Standing, ...]
    seating: Seating
    names: Mapping[str, str]


def _of_games(plan: GamesPlan, before: Before) -> LastRound:
    halves = {line.player: line.won_halves for line in before.lines}
    credit = int(plan.movement_options.sitout == "half")
    sitting_out = dict.fromkeys(before.seating.sitting_out, credit)
    return LastRound(halves, [_seats(table) for table in before.seating.tables], sitting_out, before.names)


def _of_points(setup: Setup, before: Before) -> LastRoundOfPoints | None:
    plan, tables = setup.plan, []
    for table in before.seating.tables:
        hands, bounds = plan.most_hands(len(table)), _bounds(setup, len(table))
        if hands is None or bounds is None:
            return None
        alone = tuple((person,) for person in table)
        tables.append(
            PointsTable((table[::2], table[1::2]) if plan.tables.partnership else alone, hands, bounds)
        )
    points = {line.player: line.points_for for line in before.lines}
    credit = counted_first([], sat_out=1, sitout=plan.options.sitout, best=None)
    sitting_out = dict.fromkeys(before.seating.sitting_out, credit)
    return LastRoundOfPoints(points, tables, sitting_out, before.names)


def _seats(table: tuple[str, ...]) -> Seats:
    first, second, third, fourth = table
    return first, second, third, fourth


def _people(evening: Evening) -> dict[str, Named]:
    named = holders(evening)
    names = full_names(named)
    return {person.code: replace(person, name=names[person.code]) for person in named}
