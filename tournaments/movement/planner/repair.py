"""The coming rounds mended after what really happened: people who left or came, wrong seats in a past round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import exp
from typing import Literal

from tournaments.movement.planner.announcement import Announcement, Place, seated_as_announced
from tournaments.movement.planner.board import Board
from tournaments.movement.planner.chance import numbers
from tournaments.movement.planner.cost import Cost, cost
from tournaments.movement.planner.energy import Energy, Weights
from tournaments.movement.planner.planner import plan
from tournaments.movement.planner.starts import fill
from tournaments.movement.planner.task import Cards, Task

Strength = Literal["fewest", "fairest"]

STEP = 10_000
"""By how much one hard part outweighs the next; the last outweighs as many changed places."""

HARD = Weights(forbidden=STEP**4, partners=STEP**2, crowded=STEP, meetings=0, opponents=0, unmet=0)
SIT_OUT = STEP**3
SOFTENED = (2, 4, 6, 8, 60)
"""What a changed place and each hard fault weigh while the search may go through worse plans."""

WARM, COLD = 12.0, 0.4
MOVES = 20_000
"""How many moves a repair makes; ten thousand take about a tenth of a second."""


@dataclass(frozen=True)
class Repair:
    """What the coming rounds have become.

    Arguments:
        cards: the coming rounds.
        changed: how many places of the announced rounds, one for each player there and round, have another
            table or another partner than announced. Whoever takes over a leaver's line counts as the leaver.
        cost: what is wrong with the whole evening now.
        lines: who has taken over whose line: newcomer and leaver.
    """

    cards: Cards
    changed: int
    cost: Cost
    lines: tuple[tuple[int, int], ...]


def repair(task: Task, *, seed: str, strength: Strength = "fewest", moves: int = MOVES) -> Repair:
    """Plan the coming rounds anew after what really happened.

    With "fewest" a newcomer takes over a leaver's line, sitters fill holes, and tables are broken up or opened
    only where the numbers ask for it; then only such changes are made as remove a fault (see `Cost`), and
    of those as few places as are found. With "fairest" everybody may be moved.

    Arguments:
        task: with the past as it really was, who is there, and what was announced.
        seed: what all chance in it depends on.
        strength: how much may be changed.
        moves: how many moves the search makes.
    """
    announcement = Announcement.of(task)
    begun = _begun(task, announcement)
    if strength == "fairest":
        cards = plan(task, seed=seed, moves=moves, start=begun)
    else:
        cards = _Mending(task, announcement, begun).mended(seed, moves) if begun else ()
        cards += _rest(task, cards, seed, moves)
    return Repair(cards, announcement.changed(task, cards), cost(task, cards), announcement.lines)


def _begun(task: Task, announcement: Announcement) -> Cards:
    """The announced rounds with the people who are there, as little changed as goes."""
    seated = seated_as_announced(task, announcement)
    return tuple(
        fill(card, people, sizes, task.seats_kept)
        for card, people, sizes in zip(announcement.cards, seated, task.sizes, strict=False)
    )


def _rest(task: Task, mended: Cards, seed: str, moves: int) -> Cards:
    """The rounds after the announced ones, planned freely."""
    if len(mended) == task.coming:
        return ()
    there = task.past_present or (frozenset(range(task.players)),) * len(task.past)
    rest = replace(
        task,
        past=task.past + mended,
        past_present=there + task.there[: len(mended)],
        present=task.there[len(mended) :],
        announced=(),
    )
    return plan(rest, seed=seed, moves=moves)


class _Mending:
    """The search for the fewest changes; its energy is every hard part and the changed places, in that order."""

    def __init__(self, task: Task, announcement: Announcement, begun: Cards) -> None:
        self.task = replace(
            task,
            rounds=len(task.past) + len(begun),
            present=task.there[: len(begun)],
            announced=task.announced[: len(begun)],
        )
        self.board = Board(self.task, Energy(self.task, HARD), begun)
        self.told = [announcement.places[number] for number in self.board.round_of]
        self.table_of = self._tables()
        self.partner_of = [
            next((mate for mate, step in mates if step > 1), None) for mates in self.board.mates
        ]
        self.rooms = [seats + out for seats, out in self.board.places]
        self.uneven = self._uneven()

    def mended(self, seed: str, moves: int) -> Cards:
        """Return the cards with the fewest changes found that leave the fewest hard faults."""
        board = self.board
        self._descend()
        total = best = 0
        people = list(board.people)
        drawn = numbers(seed, "repair", 0, 3 * moves)
        for move in range(moves):
            one, two, worse = drawn[3 * move : 3 * move + 3]
            temperature = WARM * (COLD / WARM) ** (4 * move / moves % 1)
            place = one % len(board.people)
            room = self.rooms[board.round_of[place]]
            other = room[two % len(room)]
            change = self._exchange(place, other)
            soft = _softened(change)
            if soft > 0 and worse / 2**32 >= exp(-soft / temperature):
                self._exchange(place, other)
                continue
            total += change
            if total < best:
                best, people = total, list(board.people)
        board.put(people)
        self.uneven = self._uneven()
        self._descend()
        return board.cards()

    def _descend(self) -> None:
        """Make every exchange that is better, until none is."""
        better = True
        while better:
            better = False
            for room in self.rooms:
                for one, other in combinations(room, 2):
                    if self._exchange(one, other) < 0:
                        better = True
                    else:
                        self._exchange(one, other)

    def _exchange(self, one: int, other: int) -> int:
        """Exchange two places of a round; return by how much it is worse."""
        board = self.board
        if one == other or board.stays[one] or board.stays[other]:
            return 0
        before = self._changed(one, other)
        change = board.exchange(one, other)
        if bool(board.mates[one]) != bool(board.mates[other]):
            uneven = self._uneven()
            change += SIT_OUT * (uneven - self.uneven)
            self.uneven = uneven
        return change + self._changed(one, other) - before

    def _changed(self, one: int, other: int) -> int:
        """How many of the people in two places and of their partners are elsewhere than announced."""
        people, partner_of = self.board.people, self.partner_of
        found = 0
        for place in {one, other, partner_of[one], partner_of[other]}:
            if place is None or people[place] not in self.told[place]:
                continue
            now: Place = None
            if self.board.mates[place]:
                mate = partner_of[place]
                now = (self.table_of[place], -1 if mate is None else people[mate])
            found += self.told[place][people[place]] != now
        return found

    def _uneven(self) -> int:
        counts = [self.board.sat[player] for player in self.task.always_there]
        fewest = min(counts, default=0)
        return sum(max(0, count - fewest - 1) for count in counts)

    def _tables(self) -> list[int]:
        """The number of the table of each place at one."""
        return [number for sizes in self.task.sizes for number, size in enumerate(sizes) for _ in range(size)]


def _softened(change: int) -> int:
    """A change of the energy weighed so that hard faults are not walls."""
    found = 0
    for weight in SOFTENED:
        digit = (change + STEP // 2) % STEP - STEP // 2
        found += weight * digit
        change = (change - digit) // STEP
    return found
