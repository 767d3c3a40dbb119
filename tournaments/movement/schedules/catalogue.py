"""The public door of the schedules: a perfect one where there is one, cut to any number of rounds."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from tournaments.movement.schedules.berger import berger_rounds
from tournaments.movement.schedules.couples import couples_rounds
from tournaments.movement.schedules.developing import Card
from tournaments.movement.schedules.evenness import anybody, couples_together, evenly_seated, in_order
from tournaments.movement.schedules.meeting import Built, meeting_rounds
from tournaments.movement.schedules.whist import whist_rounds

Kind = Literal["whist", "couples", "meeting", "berger"]
# The largest room that anything is built for.
MOST_PLAYERS = 101
_TABLES_OF_FOUR = 4


@dataclass(frozen=True)
class PerfectSchedule:
    """Who is with whom, round by round.

    Arguments:
        kind: `whist` (everybody partners everybody once and opposes everybody twice), `couples` (the same for
            couples who are never at one table), `meeting` (nobody meets anybody twice) or `berger` (everybody
            meets everybody once, at tables of two).
        players: how many there are; they are called 0..players-1. Of couples, `players` / 2 + i is the wife of i.
        size: how many sit at a full table.
        cards: the rounds of the full cycle. A table is a tuple of players, seat 1 first; partners have seats
            1+3 and 2+4. Whoever is at no table of a round rests.
        source: in a few words, where it comes from.
        repeats: how often two meet, or are partners, more often than the kind allows: 0 for a perfect one.
    """

    kind: Kind
    players: int
    size: int
    cards: tuple[Card, ...]
    source: str
    repeats: int = 0

    @property
    def partnership(self) -> bool:
        """Whether it matters who sits opposite whom."""
        return self.kind in ("whist", "couples")


@lru_cache(maxsize=64)
def perfect(kind: Kind, players: int, *, size: int = _TABLES_OF_FOUR) -> PerfectSchedule | None:
    """Return the schedule of a kind for so many players.

    Arguments:
        kind: what is to be perfect about it; see `Schedule`.
        players: how many there are, up to 101; for `couples` people, not couples.
        size: how many sit at each table, for `meeting`: 3, 4 or 5. The other kinds have their own.

    Returns:
        The full cycle; None where there is none, or none that we can build.
    """
    if not 2 <= players <= MOST_PLAYERS:
        return None
    built = _built(kind, players, size)
    if built is None:
        return None
    seats = {"meeting": size, "berger": 2}.get(kind, _TABLES_OF_FOUR)
    return PerfectSchedule(kind, players, seats, *built)


def _built(kind: Kind, players: int, size: int) -> Built | None:
    if kind == "whist":
        return whist_rounds(players)
    if kind == "couples":
        return couples_rounds(players // 2) if players % 2 == 0 else None
    if kind == "berger":
        return berger_rounds(players), "Berger table"
    return meeting_rounds(players, size) if size in (3, 4, 5) and players % size == 0 else None


@lru_cache(maxsize=64)
def shortened(schedule: PerfectSchedule, rounds: int) -> tuple[Card, ...]:
    """Return so many rounds of a schedule, in the order and the seats that fall most evenly.

    Fewer than the full cycle: those in which people meet, rest and change tables and seats most evenly. More:
    the schedule goes on under other names, so that whole cycles stay even; a round robin goes on with the
    seats of each game changed over.

    Arguments:
        schedule: any schedule.
        rounds: how many are wanted.

    Returns:
        The rounds; the same ones whoever asks.
    """
    if schedule.kind == "berger":
        cards = _round_robins(schedule, rounds)
    else:
        names = couples_together if schedule.kind == "couples" else anybody
        cards = tuple(
            in_order(
                schedule.cards,
                rounds,
                players=schedule.players,
                partnership=schedule.partnership,
                rename=names(schedule.players),
            )
        )
    return tuple(
        evenly_seated(
            cards,
            schedule.players,
            partnership=schedule.partnership,
            seats_fixed=schedule.kind == "berger",
        )
    )


def _round_robins(schedule: PerfectSchedule, rounds: int) -> tuple[Card, ...]:
    """Return so many rounds: every second round robin with the seats changed over."""
    length = len(schedule.cards)
    return tuple(
        tuple(table[::-1] for table in schedule.cards[number % length])
        if number // length % 2
        else schedule.cards[number % length]
        for number in range(rounds)
    )


def best(players: int, rounds: int, *, size: int, partnership: bool) -> PerfectSchedule | None:
    """Return the schedule that suits an evening: nobody meets twice if the rounds allow it, else everybody equally.

    Arguments:
        players: how many there are.
        rounds: how many rounds are played.
        size: how many sit at each table.
        partnership: whether seats 1+3 and 2+4 are partners; at tables of four only.

    Returns:
        A perfect schedule to be cut by `shortened`; None where nothing perfect fits the case.
    """
    if size == 2:
        return perfect("berger", players)
    meeting = perfect("meeting", players, size=size)
    if meeting and rounds <= len(meeting.cards):
        return meeting
    return perfect("whist", players) if size == _TABLES_OF_FOUR else None
