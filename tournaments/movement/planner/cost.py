"""How good a plan is: named parts, the weightiest first, each a plain count that anybody can check.

This is worked out from the definition, apart from the search that brings it down: the search has weights and
differences of its own, and the tests hold it to these numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from tournaments.movement.planner.task import Card, Cards, Task


@dataclass(frozen=True, order=True)
class Cost:
    """What is wrong with a plan, past rounds included; less is better, and an earlier part outweighs all later.

    The parts before `meetings` are what people call a fault in the plan; the others are blemishes.

    Arguments:
        forbidden: wishes not kept, one for each round: people at one table who were to be apart, people who
            both play and were to be together, somebody who had to move and must not.
        sit_outs: sit-outs too many: for everybody who is there in all coming rounds those beyond one more than
            the fewest of any of them.
        partners: partnerships repeated: for a pair who are partners c times c(c-1)/2.
        crowded: meetings beyond two more than the average pair has, the average rounded down: where some never
            meet, whoever meets thrice. And oppositions beyond twice, or beyond the average rounded up where that
            is more. Each is counted by how far beyond.
        meetings: how unevenly people meet: for a pair who meet c times c(c-1)/2.
        opponents: the same for opposing; 0 where nobody has a partner.
        tables: the same for being at a table of a number.
        seats: the same for having a seat of a number.
    """

    forbidden: int
    sit_outs: int
    partners: int
    crowded: int
    meetings: int
    opponents: int
    tables: int
    seats: int


@dataclass(frozen=True)
class Limits:
    """How often a pair may meet, and oppose, before it counts as crowded."""

    meetings: int
    opponents: int


def limits(task: Task) -> Limits:
    """Return the limits of a task; see `Cost.crowded`."""
    pairs = task.players * (task.players - 1) // 2
    sizes = [len(table) for card in task.past for table in card] + [
        size for row in task.sizes for size in row
    ]
    meetings = sum(size * (size - 1) // 2 for size in sizes)
    opponents = sum(4 for size in sizes if task.partners_at(size))
    return Limits(meetings // pairs + 2, max(2, -(-opponents // pairs)))


def cost(task: Task, cards: Cards) -> Cost:
    """Count what is wrong with the cards of the coming rounds, together with those of the past."""
    met: Counter[frozenset[int]] = Counter()
    partners: Counter[frozenset[int]] = Counter()
    at_table: Counter[tuple[int, int]] = Counter()
    in_seat: Counter[tuple[int, int]] = Counter()
    for card in (*task.past, *cards):
        for number, table in enumerate(card):
            met.update(map(frozenset, combinations(table, 2)))
            at_table.update((player, number) for player in table)
            in_seat.update((player, seat) for seat, player in enumerate(table))
            if task.partners_at(len(table)):
                partners.update((frozenset(table[0::2]), frozenset(table[1::2])))
    wished = set(map(frozenset, task.together))
    free = {pair: count for pair, count in met.items() if pair not in wished}
    opposed = [count - partners[pair] for pair, count in free.items()] if task.tables.partnership else []
    most = limits(task)
    return Cost(
        forbidden=sum(_forbidden(task, card) for card in (*task.past, *cards)) + _moved(task, cards),
        sit_outs=_sit_outs(task, cards),
        partners=_repeats(count for pair, count in partners.items() if pair not in wished),
        crowded=_beyond(free.values(), most.meetings) + _beyond(opposed, most.opponents),
        meetings=_repeats(free.values()),
        opponents=_repeats(opposed),
        tables=_repeats(at_table.values()),
        seats=_repeats(in_seat.values()),
    )


def _repeats(counts: Iterable[int]) -> int:
    return sum(count * (count - 1) // 2 for count in counts)


def _beyond(counts: Iterable[int], most: int) -> int:
    return sum(max(0, count - most) for count in counts)


def _forbidden(task: Task, card: Card) -> int:
    """How many wishes about pairs are not kept in one round."""
    table_of = {player: number for number, table in enumerate(card) for player in table}
    couples = {
        frozenset(couple)
        for table in card
        if task.partners_at(len(table))
        for couple in (table[0::2], table[1::2])
    }
    count = sum(one in table_of and table_of[one] == table_of.get(other) for one, other in task.apart)
    count += sum(frozenset(pair) in couples for pair in task.never_partners)
    for one, other in task.together:
        if one in table_of and other in table_of:
            apart = table_of[one] != table_of[other]
            of_four = task.partners_at(len(card[table_of[one]]))
            count += apart or (of_four and frozenset((one, other)) not in couples)
    return count


def _moved(task: Task, cards: Cards) -> int:
    """How often somebody has another seat than the one they keep."""
    count = 0
    for player, (table, seat) in task.seats_kept.items():
        for card in cards:
            if any(player in people for people in card):
                count += table >= len(card) or card[table][seat : seat + 1] != (player,)
    return count


def _sit_outs(task: Task, cards: Cards) -> int:
    playing = Counter(player for card in cards for table in card for player in table)
    counts = [task.sat_out[player] + len(cards) - playing[player] for player in task.always_there]
    return sum(max(0, count - min(counts) - 1) for count in counts)
