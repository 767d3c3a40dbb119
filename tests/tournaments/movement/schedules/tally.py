"""Counts what a schedule does, from nothing but who is at which table."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from tournaments.movement.certificate import certify
from tournaments.movement.schedules.catalogue import Kind, PerfectSchedule, perfect

Pair = frozenset[int]
Rounds = Iterable[tuple[tuple[int, ...], ...]]


def there_is(kind: Kind, players: int, size: int = 4, tables: int | None = None) -> PerfectSchedule:
    schedule = perfect(kind, players, size=size, tables=tables)
    assert schedule is not None
    assert (schedule.players, schedule.repeats) == (players, 0)
    return schedule


def is_certified(schedule: PerfectSchedule) -> bool:
    """Whether its certificate, which shares no code with what built it, finds no fault and nothing to better."""
    rounds, players = [(card, None) for card in schedule.cards], range(schedule.players)
    found = certify(rounds, partnership=schedule.partnership, players=players, sizes=(schedule.size,))
    return not found.faults and not any(found.distances.values())


def rests(schedule: PerfectSchedule) -> Counter[int]:
    """How often each player sits out; nobody is at two tables of a round."""
    found: Counter[int] = Counter()
    for tables in schedule.cards:
        there = seated(tables)
        assert len(there) == len(set(there))
        found.update(set(range(schedule.players)).difference(there))
    return found


def everybody(players: int) -> set[Pair]:
    """Every two of the players."""
    return {frozenset(pair) for pair in combinations(range(players), 2)}


def meetings(rounds: Rounds) -> Counter[Pair]:
    """How often each two are at one table."""
    return Counter(
        frozenset((one, other))
        for tables in rounds
        for table in tables
        for place, one in enumerate(table)
        for other in table[place + 1 :]
    )


def partners(rounds: Rounds) -> Counter[Pair]:
    """How often each two are in seats 1+3 or 2+4 of one table."""
    return Counter(
        frozenset(pair)
        for tables in rounds
        for north, east, south, west in tables
        for pair in ((north, south), (east, west))
    )


def opponents(rounds: Rounds) -> Counter[Pair]:
    """How often each two are at one table and not partners."""
    return Counter(
        frozenset((one, other))
        for tables in rounds
        for north, east, south, west in tables
        for one in (north, south)
        for other in (east, west)
    )


def seats(rounds: Rounds) -> Counter[tuple[int, int]]:
    """How often a player has a seat, as (player, seat from 1)."""
    return Counter(
        (player, seat) for tables in rounds for table in tables for seat, player in enumerate(table, start=1)
    )


def games(rounds: Rounds) -> Counter[int]:
    """How many rounds each player is seated."""
    return Counter(player for tables in rounds for table in tables for player in table)


def seated(tables: Iterable[tuple[int, ...]]) -> list[int]:
    """Everybody of one round, in order of their numbers, as often as they are seated."""
    return sorted(player for table in tables for player in table)


def spread(counts: Counter[int] | Counter[Pair], of: Iterable[object]) -> int:
    """The largest count less the smallest, of those asked for."""
    found = [counts[one] for one in of]  # type: ignore[index]
    return max(found) - min(found)
