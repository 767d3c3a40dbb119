"""What there is to tell of an evening that is over: who led when, the best hands, streaks, who met whom how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import attrgetter
from typing import Final, NamedTuple

from tournaments.evening.outcome import deals_of, results_of
from tournaments.evening.reads import facts, hands, public
from tournaments.evening.reads.public import Evening, Standing
from tournaments.evening.record import Record
from tournaments.movement.seating import SEATS
from tournaments.ranking.prizes import Prize

SHORTEST_STREAK: Final = 3
"""So many games won in a row are worth telling."""
Codes = tuple[str, ...]


class Lead(NamedTuple):
    """Who had the first place after each of these rounds, together where they are several."""

    first: int
    last: int
    leaders: Codes


class BestHand(NamedTuple):
    round: int
    table: int
    points: int
    players: Codes
    entry: int
    """Of the ledger."""


class LongestStreak(NamedTuple):
    games: int
    players: Codes


class MostMet(NamedTuple):
    """How often the pairs met that met most."""

    times: int
    pairs: tuple[Codes, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """An evening that is over, its people by the codes of their tickets.

    What there is nothing to tell of is empty: the race and who met whom in an evening of one round, the partners
    where nobody has another than the first, hands where the director entered totals alone.
    """

    standings: tuple[Standing, ...]
    prizes: tuple[Prize, ...]
    leads: tuple[Lead, ...]
    best_hands: tuple[BestHand, ...]
    streak: LongestStreak | None
    partners: MostMet | None
    opponents: MostMet | None

    @property
    def changes_of_lead(self) -> int:
        """How often the lead went to others; whoever is joined in it, or keeps it when others fall back, has it."""
        holders, changes = set[str](), 0
        for lead in self.leads:
            stay = holders.intersection(lead.leaders)
            changes += bool(holders) and not stay
            holders = stay or set(lead.leaders)
        return changes


def report_of(evening: Evening) -> Report | None:
    """None before the evening is over, and until whoever asks may see its prizes; five queries."""
    if evening.status not in public.OVER or not public.visible_results(evening).prizes:
        return None
    results = public.results_shown(evening)
    record, standings = results.folded_record(), tuple(results.standings())
    runners = facts.race_in(record)
    one_round = len(record.closed_rounds()) < 2
    partners, opponents = (None, None) if one_round else _meetings(record)
    first = tuple(line.ticket.code for line in standings if line.place == 1)
    return Report(
        standings,
        results.prizes(),
        () if one_round else tuple(_leads(runners, first)),
        _best_hands(record),
        _streak(runners),
        partners,
        opponents,
    )


def hand_of(evening: Evening, best: BestHand) -> hands.Hand | None:
    """The row of a hand, with its slip."""
    return hands.version(evening, best.entry)


def _leads(runners: Sequence[facts.Runner], first: Codes) -> Iterator[Lead]:
    # At the end those lead who stand first, cuts and penalties included.
    numbers = [leg.round for leg in runners[0].legs] if runners else []
    after = [
        tuple(runner.line.player for runner in runners if runner.legs[at].place == 1)
        for at in range(len(numbers) - 1)
    ]
    rows = zip(numbers, [*map(sorted, after), sorted(first)] if numbers else [], strict=True)
    for leaders, rounds in groupby(rows, key=lambda row: tuple(row[1])):
        of_run = [number for number, _leaders in rounds]
        yield Lead(of_run[0], of_run[-1], leaders)


def _best_hands(record: Record) -> tuple[BestHand, ...]:
    closed = list(record.closed_rounds())
    if any(round_.decisions for round_ in closed):
        return ()  # of some games the points are known and not all their hands
    dealt = [row for round_ in closed for row in deals_of(record, round_)]
    best = max((points for _hand, deal in dealt for points in deal.points), default=0)
    if best <= 0 or len(dealt) < 2:
        return ()
    return tuple(
        BestHand(
            deal.round,
            deal.table,
            best,
            tuple(code for code, own in zip(deal.players, deal.points, strict=True) if own == best),
            hand.sequence,
        )
        for hand, deal in sorted(dealt, key=lambda row: row[1][:3])
        if best in deal.points
    )


def _streak(runners: Iterable[facts.Runner]) -> LongestStreak | None:
    # A round sat out ends none.
    longest = {runner.line.player: _longest(runner.legs) for runner in runners}
    most = max(longest.values(), default=0)
    if most < SHORTEST_STREAK:
        return None
    return LongestStreak(most, tuple(code for code, games in longest.items() if games == most))


def _longest(legs: Iterable[facts.Leg]) -> int:
    played = groupby((leg for leg in legs if leg.points is not None), key=attrgetter("won"))
    return max((len(list(games)) for won, games in played if won), default=0)


def _meetings(record: Record) -> tuple[MostMet | None, MostMet | None]:
    # Partners sit opposite at tables of four; who was absent, or whose game was not played, met nobody.
    partners, opponents = Counter[Codes](), Counter[Codes]()
    for result in results_of(record)[0]:
        are_couples = record.setup().game.partnership and len(result.seats) == SEATS
        for (seat, code), (opposite, other) in combinations(result.players(), 2):
            tally = partners if are_couples and opposite - seat == 2 else opponents
            tally[min(code, other), max(code, other)] += 1
    others = Counter(code for pair in partners for code in pair)
    stay_together = all(count == 1 for count in others.values())
    return None if stay_together else _most(partners), _most(opponents)


def _most(met: Mapping[Codes, int]) -> MostMet | None:
    times = max(met.values(), default=0)
    return MostMet(times, tuple(pair for pair, count in met.items() if count == times)) if times else None
