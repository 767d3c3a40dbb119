"""Planned evenings of tables of four with partners, beside two methods in use, each with the same CPU seconds.

Ours is what the product does: a perfect schedule where one fits, else the planner from the nearest. Beside it
Good Enough Golfers' method (round after round, each bred from random groups; `golfers.js` in node, or the same
in Python where there is no node) and the draw of riichi clubs (for each round the best of 1,000 random seatings
by who has met). The two know nothing of partners: each of their tables is paired with the fewest partnerships so
far; who sits out is dealt with evenly for all. What is counted: meetings repeated, the sum of max(0, meetings -
1) over all pairs, and partnerships repeated likewise. Ours may be worse than neither, in any evening.

`python -m benchmarks.planner --all` runs all 570 evenings of 4 to 60 players and 3 to 12 rounds.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from time import process_time
from typing import NamedTuple, TextIO, cast

from benchmarks.measure import Row
from tournaments.movement.planner import Planner
from tournaments.movement.planner.task import Card, Cards, Task
from tournaments.movement.scheduled import start_for

SIZE = 4
SECONDS = 1.0
SLICE = 4_000
SEATINGS = 1_000
GENERATIONS, STARTS, KEPT = 30, 5, 20
SAMPLE = (
    *((players, rounds) for players in (6, 9, 14, 16, 19, 24, 30, 37, 46, 60) for rounds in (4, 8, 12)),
)  # fmt: skip
EVERY = tuple((players, rounds) for players in range(4, 61) for rounds in range(3, 13))


class Repeats(NamedTuple):
    """What is compared."""

    meetings: int
    partners: int


class Compared(NamedTuple):
    """An evening and what each method made of it."""

    players: int
    rounds: int
    ours: Repeats
    golfers: Repeats
    draw: Repeats
    perfect: bool

    @property
    def worse(self) -> bool:
        """Whether ours has more repeats of a kind than either of the others."""
        return any(
            mine > theirs
            for other in (self.golfers, self.draw)
            for mine, theirs in zip(self.ours, other, strict=True)
        )


def repeats(cards: Iterable[Card]) -> Repeats:
    """Count from the definition."""
    met: Counter[frozenset[int]] = Counter()
    partners: Counter[frozenset[int]] = Counter()
    for table in (table for card in cards for table in card):
        met.update(map(frozenset, combinations(table, 2)))
        partners.update((frozenset(table[0::2]), frozenset(table[1::2])))
    return Repeats(met.total() - len(met), partners.total() - len(partners))


def ours(players: int, rounds: int, seconds: float) -> tuple[Cards, bool]:
    """The product's way; whether the schedule cannot be bettered."""
    until = process_time() + seconds
    task = Task(players, rounds)
    planner = Planner(task, "benchmark", start_for(task))
    while process_time() < until and not planner.done:
        planner.advance(SLICE)
    return planner.cards, planner.done


def paired(cards: Iterable[Sequence[Sequence[int]]]) -> Cards:
    """Give partners to tables made without: at each table those who have been partners least."""
    partners: Counter[frozenset[int]] = Counter()
    found = []
    for card in cards:
        tables = []
        for a, b, c, d in card:
            ways = ((a, b, c, d), (a, c, b, d), (a, b, d, c))
            best = min(ways, key=lambda way: sum(partners[pair] for pair in couples(way)))
            partners.update(couples(best))
            tables.append(best)
        found.append(tuple(tables))
    return tuple(found)


def couples(table: Sequence[int]) -> tuple[frozenset[int], frozenset[int]]:
    """Seats 1+3 and 2+4."""
    return frozenset(table[0::2]), frozenset(table[1::2])


class Memory:
    """Who has met whom and who has sat out, for the methods that go round by round."""

    def __init__(self, players: int, chance: random.Random) -> None:
        self.met = [[0] * players for _ in range(players)]
        self.out = [0] * players
        self.chance = chance

    def seated(self) -> list[int]:
        """Who plays the next round: those who have sat out least sit out, of equals whoever is drawn."""
        order = sorted(range(len(self.out)), key=lambda player: (self.out[player], self.chance.random()))
        sitting = len(order) % SIZE
        for player in order[:sitting]:
            self.out[player] += 1
        return order[sitting:]

    def conflict(self, table: Sequence[int]) -> int:
        """The sum of the squares of the meetings at a table."""
        met = self.met
        return sum(met[one][other] ** 2 for one, other in combinations(table, 2))

    def play(self, card: Sequence[Sequence[int]]) -> None:
        """Count a round."""
        for table in card:
            for one, other in combinations(table, 2):
                self.met[one][other] += 1
                self.met[other][one] += 1


def club_draw(players: int, rounds: int, seconds: float) -> Cards:
    """For each round the best of 1,000 seatings; whole evenings are drawn as long as there is time, at least one."""
    chance = random.Random(1910)
    until = process_time() + seconds
    found: list[Cards] = []
    while not found or process_time() < until:
        memory = Memory(players, chance)
        cards: list[Card] = []
        for _ in range(rounds):
            order = memory.seated()
            best: tuple[int, Card] | None = None
            for _ in range(SEATINGS):
                chance.shuffle(order)
                card = tuple(tuple(order[first : first + SIZE]) for first in range(0, len(order), SIZE))
                conflict = sum(map(memory.conflict, card))
                if best is None or conflict < best[0]:
                    best = (conflict, card)
                if not conflict:
                    break
            assert best is not None
            memory.play(best[1])
            cards.append(best[1])
        found.append(paired(cards))
    return min(found, key=repeats)


@cache
def node() -> subprocess.Popen[str] | None:
    """One node for all evenings, or None where there is none."""
    program = shutil.which("node")
    if program is None:
        return None
    script = Path(__file__).with_name("golfers.js")
    return subprocess.Popen([program, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def golfers(players: int, rounds: int, seconds: float) -> Cards:
    """Good Enough Golfers' method; whole evenings as long as there is time, once cut short by the end of it."""
    running = node()
    if running is None:
        return _golfers_in_python(players, rounds, seconds)
    task = {"players": players, "rounds": rounds, "size": SIZE, "seconds": seconds, "seed": 1910}
    asked, answered = cast("TextIO", running.stdin), cast("TextIO", running.stdout)
    print(json.dumps(task), file=asked, flush=True)
    return paired(json.loads(answered.readline()))


def _golfers_in_python(players: int, rounds: int, seconds: float) -> Cards:
    chance = random.Random(1910)
    until = process_time() + seconds
    found: list[Cards] = []
    while not found or process_time() < until:
        memory = Memory(players, chance)
        cards = []
        for _ in range(rounds):
            card = _bred(memory, memory.seated(), until)
            memory.play(card)
            cards.append(card)
        found.append(paired(cards))
    return min(found, key=repeats)


Bred = tuple[int, list[list[int]]]


def _bred(memory: Memory, people: list[int], until: float) -> list[list[int]]:
    """One round: random groups, then so many generations of exchanges out of the two worst of them."""

    def scored(groups: list[list[int]]) -> Bred:
        return sum(map(memory.conflict, groups)), groups

    best: list[Bred] = []
    for _ in range(STARTS):
        memory.chance.shuffle(people)
        best.append(scored([people[first : first + SIZE] for first in range(0, len(people), SIZE)]))
    for _ in range(GENERATIONS):
        if not min(best)[0] or process_time() > until:
            break
        bred = [*best, *(scored(groups) for _, one in best for groups in _exchanges(memory, one))]
        least = min(total for total, _ in bred)
        equal = [one for one in bred if one[0] == least]
        best = memory.chance.sample(equal, min(KEPT, len(equal)))
    return min(best)[1]


def _exchanges(memory: Memory, groups: list[list[int]]) -> Iterable[list[list[int]]]:
    worst = sorted(range(len(groups)), key=lambda number: -memory.conflict(groups[number]))[:2]
    for one in worst:
        for other in (number for number in range(len(groups)) if number != one):
            for seat in range(SIZE):
                for place in range(SIZE):
                    found = [list(group) for group in groups]
                    found[one][seat], found[other][place] = found[other][place], found[one][seat]
                    yield found


def compared(players: int, rounds: int, seconds: float) -> Compared:
    """One evening by all three."""
    cards, perfect = ours(players, rounds, seconds)
    return Compared(
        players,
        rounds,
        repeats(cards),
        repeats(golfers(players, rounds, seconds)),
        repeats(club_draw(players, rounds, seconds)),
        perfect,
    )


def rows() -> list[Row]:
    """The sample as rows: how many evenings are worse than either method, and the sums of the repeats."""
    found = [compared(*evening, SECONDS) for evening in SAMPLE]
    language = "node" if node() else "Python"
    told = f"{len(found)} evenings, {SECONDS:g} s each"
    return [
        Row(f"worse than either: of {told}", sum(one.worse for one in found), "evenings", most=0),
        Row(
            "meetings repeated in all of them",
            sum(one.ours.meetings for one in found),
            "meetings",
            f"Good Enough Golfers' method ({language})",
            sum(one.golfers.meetings for one in found),
            most_ratio=1,
        ),
        Row(
            "meetings repeated, once more",
            sum(one.ours.meetings for one in found),
            "meetings",
            "a riichi club's draw",
            sum(one.draw.meetings for one in found),
            most_ratio=1,
        ),
    ]


HEADING = """| players | rounds | ours | golfers | club's draw | |
|---:|---:|---:|---:|---:|---|"""


def line(one: Compared) -> str:
    """An evening as a line of a table in Markdown: meetings repeated / partnerships repeated."""
    marks = "worse" if one.worse else "cannot be bettered" if one.perfect else ""
    cells = (f"{kind.meetings} / {kind.partners}" for kind in (one.ours, one.golfers, one.draw))
    return f"| {one.players} | {one.rounds} | {' | '.join(cells)} | {marks} |"


def main(arguments: list[str]) -> int:
    """Compare the sample, or with `--all` everything, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.planner")
    parser.add_argument("--all", action="store_true", help="all 570 evenings")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each method and evening")
    wish = parser.parse_args(arguments)
    print(HEADING)
    found = []
    for evening in EVERY if wish.all else SAMPLE:
        found.append(compared(*evening, wish.seconds))
        print(line(found[-1]), flush=True)
    worse = sum(one.worse for one in found)
    print(f"\n{worse} of {len(found)} evenings worse; golfers in {'node' if node() else 'Python'}.")
    return bool(worse)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
