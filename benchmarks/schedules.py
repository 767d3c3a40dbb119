"""Schedules: what it costs to build them, whether they are perfect, and how many rounds they reach.

Everything is counted here again from who is at which table. The reference for building one is the least that
anybody who has it can do: reading the same rounds from JSON.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from benchmarks.measure import Row, in_turn, milliseconds
from tournaments.movement.schedules.catalogue import MOST_PLAYERS, PerfectSchedule, known, perfect, shortened

WHIST = [players for players in range(4, 101) if players % 4 < 2]
RUNS = 5
Rounds = Iterable[tuple[tuple[int, ...], ...]]


def faults_of_whist(players: int, cards: Rounds) -> int:
    """How many pairs are not partners once and opponents twice, and how many sit at two tables of a round."""
    partners, opponents, twice = Counter[frozenset[int]](), Counter[frozenset[int]](), 0
    for tables in cards:
        seated = [player for table in tables for player in table]
        twice += len(seated) - len(set(seated))
        for north, east, south, west in tables:
            partners.update((frozenset((north, south)), frozenset((east, west))))
            opponents.update(frozenset((one, other)) for one in (north, south) for other in (east, west))
    everybody = [frozenset(pair) for pair in combinations(range(players), 2)]
    return twice + sum(partners[pair] != 1 or opponents[pair] != 2 for pair in everybody)


def repeated_meetings(cards: Rounds) -> int:
    """How many meetings there are beyond the first of each two."""
    met = Counter(frozenset(pair) for tables in cards for table in tables for pair in combinations(table, 2))
    return sum(times - 1 for times in met.values())


def there_is(schedule: PerfectSchedule | None) -> PerfectSchedule:
    """The schedule, which has to be there."""
    assert schedule is not None
    return schedule


def built_anew(players: int) -> PerfectSchedule | None:
    """The whist schedule, built without what was kept of it; the starters and fields stay."""
    perfect.cache_clear()
    return perfect("whist", players)


def cost(players: int) -> float:
    """What one whist schedule costs to build, in milliseconds."""
    (took,) = in_turn(lambda: milliseconds(lambda: built_anew(players)), runs=3)
    return took


def whist() -> Iterator[Row]:
    """All whist schedules up to a hundred players: how many are perfect, and what the slowest costs."""
    faults = sum(faults_of_whist(players, there_is(perfect("whist", players)).cards) for players in WHIST)
    yield Row(f"pairs that fail in whist for all {len(WHIST)} sizes to 100", faults, unit="pairs", most=0)
    took = {players: cost(players) for players in WHIST}
    slowest = max(WHIST, key=lambda players: took[players])
    text = json.dumps(there_is(perfect("whist", slowest)).cards)
    measured, beside = in_turn(
        lambda: milliseconds(lambda: built_anew(slowest)),
        lambda: milliseconds(lambda: json.loads(text)),
        runs=RUNS,
    )
    name = f"the slowest of them, whist for {slowest}"
    yield Row(name, measured, reference="reading the same rounds from JSON", beside=beside, most_ratio=3)


def reached(size: int) -> Iterator[Row]:
    """The rounds in which nobody meets anybody twice, beside what is proved and what others have."""
    rooms = [known(players, size) for players in range(size, MOST_PLAYERS + 1, size)]
    short = ", ".join(f"{room.players} by {room.short_of_best}" for room in rooms if room.short_of_best)
    yield Row(
        f"rounds at tables of {size}, all rooms to {MOST_PLAYERS}, added up",
        sum(room.shipped for room in rooms),
        unit="rounds",
        reference=f"the best we know of; short of it: {short or 'none'}",
        beside=sum(room.best for room in rooms),
    )
    open_rooms = ", ".join(
        f"{room.players} by {room.short_of_bound}" for room in rooms if room.short_of_bound
    )
    yield Row(
        "rooms of these that do not reach what is proved",
        sum(room.short_of_bound > 0 for room in rooms),
        unit=f"of {len(rooms)}: {open_rooms}" if open_rooms else f"of {len(rooms)}",
    )


def evening(players: int, rounds: int) -> Row:
    """The meetings that repeat in an evening at tables of four."""
    cards = shortened(there_is(perfect("meeting", players)), rounds)
    name = f"repeated meetings, {players} players, {rounds} rounds"
    return Row(name, repeated_meetings(cards), unit="meetings", most=0)


def seating() -> Row:
    """What the order, the tables and the seats of a large room's whole evening cost, beside the bare schedule."""
    schedule = there_is(perfect("meeting", 100))

    def seated() -> None:
        shortened.cache_clear()
        shortened(schedule, 33)

    def bare() -> None:
        perfect.cache_clear()
        perfect("meeting", 100)

    measured, beside = in_turn(lambda: milliseconds(seated), lambda: milliseconds(bare), runs=RUNS)
    name = "order, tables and seats of 33 rounds for 100 players"
    return Row(name, measured, reference="building their schedule", beside=beside, most_ratio=105)


def rows() -> list[Row]:
    """All of it."""
    return [
        *whist(),
        seating(),
        *reached(4),
        *reached(3),
        *reached(5),
        evening(24, 7),
        evening(40, 13),
        evening(100, 33),
    ]
