"""Which table has which number, and who has which seat: evened out without anybody meeting anybody else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from tournaments.movement.planner.task import Cards, Task
from tournaments.movement.seating import SEATS

PASSES = 4
"""How often all rounds are gone through; mostly nothing changes after the second."""

_COUPLES = tuple(order for order in permutations(range(SEATS)) if {order[0], order[2]} in ({0, 2}, {1, 3}))
"""The ways to seat four so that the same two are partners."""

Counts = list[list[int]]


def polished(task: Task, cards: Cards) -> Cards:
    """Return the cards with tables and seats as even as exchanging them makes them, and the same meetings.

    Whoever must not move keeps table and seat.
    """
    plan = [[list(table) for table in card] for card in cards]
    most = max((len(card) for card in (*task.past, *cards)), default=0)
    longest = max((len(table) for card in (*task.past, *cards) for table in card), default=0)
    at_table: Counts = [[0] * most for _ in range(task.players)]
    in_seat: Counts = [[0] * longest for _ in range(task.players)]
    for card in (*task.past, *plan):
        for number, table in enumerate(card):
            for seat, player in enumerate(table):
                at_table[player][number] += 1
                in_seat[player][seat] += 1
    kept = task.seats_kept
    for _ in range(PASSES):
        renumbered = [_renumbered(card, at_table, kept) for card in plan]
        if not any(renumbered):
            break
    for _ in range(PASSES):
        reseated = [_reseated(task, table, in_seat, kept) for card in plan for table in card]
        if not any(reseated):
            break
    return tuple(tuple(tuple(table) for table in card) for card in plan)


def _renumbered(card: list[list[int]], counts: Counts, kept: dict[int, tuple[int, int]]) -> bool:
    """Exchange numbers of tables as long as that is more even; return whether any were."""
    changed = False
    for one, other in combinations(range(len(card)), 2):
        mine, theirs = card[one], card[other]
        if len(mine) != len(theirs) or any(player in kept for player in (*mine, *theirs)):
            continue
        # Going from a number had c times to one had d times changes the sum of c(c-1)/2 by d - c + 1.
        change = sum(counts[player][other] - counts[player][one] + 1 for player in mine)
        change += sum(counts[player][one] - counts[player][other] + 1 for player in theirs)
        if change < 0:
            for table, here, there in ((mine, one, other), (theirs, other, one)):
                for player in table:
                    counts[player][here] -= 1
                    counts[player][there] += 1
            card[one], card[other] = theirs, mine
            changed = True
    return changed


def _reseated(task: Task, table: list[int], counts: Counts, kept: dict[int, tuple[int, int]]) -> bool:
    """Seat a table in the way that is most even; return whether that is another way than before."""
    for seat, player in enumerate(table):
        counts[player][seat] -= 1
    ways = _COUPLES if task.partners_at(len(table)) else _orders(len(table))
    best, least = list(table), _had(table, counts)
    for way in ways:
        seated = [table[place] for place in way]
        if any(player in kept and seated[seat] != player for seat, player in enumerate(table)):
            continue
        had = _had(seated, counts)
        if had < least:
            best, least = seated, had
    for seat, player in enumerate(best):
        counts[player][seat] += 1
    changed = best != table
    table[:] = best
    return changed


def _orders(size: int) -> Iterator[tuple[int, ...]]:
    return permutations(range(size))


def _had(table: Sequence[int], counts: Counts) -> int:
    return sum(counts[player][seat] for seat, player in enumerate(table))
