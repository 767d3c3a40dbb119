"""What was announced, who takes over whose line of it, and how many places differ from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.movement.planner.task import Card, Cards, Task

Place = tuple[int, int] | None
"""A table from 0 and a partner, -1 where there is none; None for sitting out."""


@dataclass(frozen=True)
class Announcement:
    """The announced rounds, read by the names of those who are there now.

    Arguments:
        cards: the announced cards with newcomers in the lines they take over; who has left is still named.
        lines: who has taken over whose line: newcomer and leaver.
        places: for each announced round, where everybody there was told to be. Newcomers without a line were
            told nothing, so nothing is changed for them.
    """

    cards: Cards
    lines: tuple[tuple[int, int], ...]
    places: tuple[Mapping[int, Place], ...]

    @classmethod
    def of(cls, task: Task) -> Announcement:
        """Read what a task's announcement means for those who are there."""
        lines = _lines(task)
        cards = []
        places = []
        told = _who_knows(task) | {newcomer for newcomer, _ in lines}
        for card, there in zip(task.announced, task.there, strict=False):
            names = {
                leaver: newcomer for newcomer, leaver in lines if newcomer in there and leaver not in there
            }
            read = tuple(tuple(names.get(player, player) for player in table) for table in card)
            cards.append(read)
            seated = where(task, read)
            places.append({player: seated.get(player) for player in sorted(there & told)})
        return cls(tuple(cards), lines, tuple(places))

    def changed(self, task: Task, cards: Cards) -> int:
        """How many places, one for each player and announced round, differ: another table or another partner."""
        count = 0
        for told, card in zip(self.places, cards, strict=False):
            now = where(task, card)
            count += sum(now.get(player) != place for player, place in told.items())
        return count


def where(task: Task, card: Card) -> dict[int, Place]:
    """Return table and partner of everybody seated."""
    found: dict[int, Place] = {}
    for number, table in enumerate(card):
        partners = task.partners_at(len(table))
        for seat, player in enumerate(table):
            found[player] = (number, table[seat ^ 2] if partners else -1)
    return found


def _who_knows(task: Task) -> set[int]:
    """Who knows the announcement: everybody it names, or who has been at a table, or was there to sit out."""
    named = {player for card in (*task.announced, *task.past) for table in card for player in table}
    return named.union(*task.past_present)


def _lines(task: Task) -> tuple[tuple[int, int], ...]:
    """Who takes over whose line: newcomers in their order, those who leave in the order of their numbers."""
    announced = list(zip(task.announced, task.there, strict=False))
    everybody = frozenset(range(task.players))
    newcomers = [
        player for player in sorted(everybody - _who_knows(task)) if any(player in t for _, t in announced)
    ]
    gone = sorted({p for card, there in announced for table in card for p in table if p not in there})
    return tuple(zip(newcomers, gone, strict=False))


def seated_as_announced(task: Task, announcement: Announcement) -> tuple[frozenset[int], ...]:
    """Return whom to seat in each announced round so that few places change and sit-outs stay even.

    Seats that are left are filled by sitters, those who have sat out most first; where seats are fewer, people
    of the tables that are broken up sit out, those who have sat out least first.
    """
    counts = list(task.sat_out)
    found = []
    for card, there, sizes in zip(announcement.cards, task.there, task.sizes, strict=False):
        keep, loose = _kept_and_loose(card, there, sizes)
        missing = sum(sizes) - len(keep)
        idle = sorted(there - keep - loose, key=lambda player: (-counts[player], player))
        staying = sorted(loose, key=lambda player: (-counts[player], player))
        seated = keep | set([*staying, *idle][:missing])
        for player in there - seated:
            counts[player] += 1
        found.append(frozenset(seated))
    return tuple(found)


def _kept_and_loose(card: Card, there: frozenset[int], sizes: Sequence[int]) -> tuple[set[int], set[int]]:
    """Who has a seat that is there still, and whose seat is not."""
    seated = {player for table in card for player in table} & there
    keep = {
        player
        for table, size in zip(card, sizes, strict=False)
        for player in [player for player in table if player in there][:size]
    }
    return keep, seated - keep
