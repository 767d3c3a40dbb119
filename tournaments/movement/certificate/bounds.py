"""What no movement can do better: lower bounds for so many players, rounds and tables, each with its proof.

"The case" is the number of players, the number of rounds and the sizes of the tables of each round, as they
are; who sits where and who sits out is free. The bounds by player take the rounds that each played as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import NamedTuple

from scoring.derivation import Sentence, gettext_noop
from tournaments.movement.certificate.counting import COUPLES_SIT_AT, Counts
from tournaments.movement.certificate.rounds import Round


class Bound(NamedTuple):
    """No movement has less than this, and why."""

    least: int
    reason: Sentence


@dataclass(frozen=True)
class Bounds:
    """The bounds of a case, and those of each player in the order of the players.

    Arguments:
        repeated_partnerships: how often partners are partners again.
        repeated_meetings: how often two at one table have been there before.
        never_met: how many pairs never meet.
        sit_out_spread: the most sit-outs of a player less the fewest.
        partners_by_player: how often a player has a partner again.
        meetings_by_player: how often a player meets somebody again.
    """

    repeated_partnerships: Bound
    repeated_meetings: Bound
    never_met: Bound
    sit_out_spread: Bound
    partners_by_player: tuple[int, ...]
    meetings_by_player: tuple[int, ...]


MOST_ROUNDS_WITHOUT_A_REPEAT: dict[tuple[int, int], int] = {(12, 3): 4, (20, 4): 5, (30, 5): 6}
"""For so many players at tables of so many, all of them seated in every round: the most rounds in which nobody
meets anybody twice, where it is fewer than counting says. Proved by exhaustion (OEIS A107431)."""

NOTHING_PROVED = Sentence(gettext_noop("nothing more is proved"))


def bounds_of(rounds: Sequence[Round], players: int, counts: Counts, *, partnership: bool) -> Bounds:
    """Return the bounds for a case without faults in its seats."""
    pairs = comb(players, 2)
    meetings = sum(comb(size, 2) for one in rounds for size in one.sizes)
    couples = sum(2 * (size == COUPLES_SIT_AT) for one in rounds for size in one.sizes) * partnership
    repeated = max(_meetings(rounds, players, meetings, pairs), key=lambda bound: bound.least)
    return Bounds(
        _partnerships(couples, pairs),
        repeated,
        _never_met(meetings, pairs, repeated.least),
        _spread(rounds, players),
        _by_player(players, sums(counts.partners)),
        _by_player(players, sums(counts.meetings)),
    )


def sums(matrix: Sequence[Sequence[int]]) -> list[int]:
    """Return the sum of each row."""
    return [sum(row) for row in matrix]


def _by_player(players: int, had: Sequence[int]) -> tuple[int, ...]:
    """Return for each player how many of so many others must be there again: there are P - 1 others."""
    return tuple(max(0, number - (players - 1)) for number in had)


def _partnerships(couples: int, pairs: int) -> Bound:
    why = gettext_noop("%(couples)s partnerships are played, and there are %(pairs)s different ones")
    return Bound(max(0, couples - pairs), Sentence(why, {"couples": couples, "pairs": pairs}))


def _never_met(meetings: int, pairs: int, repeated: int) -> Bound:
    why = gettext_noop(
        "there are %(pairs)s pairs; the tables have room for %(meetings)s meetings, of which at least "
        "%(repeated)s are repeats"
    )
    values = {"pairs": pairs, "meetings": meetings, "repeated": repeated}
    return Bound(max(0, pairs - meetings + repeated), Sentence(why, values))


def _spread(rounds: Sequence[Round], players: int) -> Bound:
    if any(one.absent for one in rounds) or not players:
        return Bound(0, NOTHING_PROVED)
    out = sum(players - one.seats for one in rounds)
    why = gettext_noop("%(out)s sit-outs are shared by %(players)s players")
    return Bound(int(out % players > 0), Sentence(why, {"out": out, "players": players}))


def _meetings(rounds: Sequence[Round], players: int, meetings: int, pairs: int) -> Iterator[Bound]:
    """Yield what different arguments prove of repeated meetings; the best of them counts."""
    why = gettext_noop("the tables have room for %(meetings)s meetings, and there are %(pairs)s pairs")
    yield Bound(max(0, meetings - pairs), Sentence(why, {"meetings": meetings, "pairs": pairs}))
    why = gettext_noop(
        "with fewer tables than a table has seats, some of a table come from one and the same table of an "
        "earlier round"
    )
    yield Bound(_too_few_tables(rounds, players), Sentence(why))
    yield from _known(rounds, players)


def _too_few_tables(rounds: Sequence[Round], players: int) -> int:
    """Return how many pairs at least meet again, counted round by round in the later of two rounds."""
    kinds = [(one.sizes, players - one.seats) for one in rounds]
    before: list[tuple[tuple[int, ...], int]] = []
    least = 0
    for kind in kinds:
        least += max((_in_both(*earlier, *kind) for earlier in before), default=0)
        if kind not in before:
            before.append(kind)
    return least


@lru_cache(maxsize=256)
def _in_both(sizes: tuple[int, ...], free: int, later: tuple[int, ...], later_free: int) -> int:
    """Return how many pairs at least are at one table in both of two rounds; it is the same both ways."""
    return max(_from(len(sizes), free, later), _from(len(later), later_free, sizes))


def _from(tables: int, free: int, later: Sequence[int]) -> int:
    """Return how many pairs of the later tables come from one table, when all come as evenly as they can.

    `free` people had no seat before and make no pair; each is put where it saves the most pairs.
    """
    if not tables:
        return 0
    left = list(later)
    for _ in range(min(free, sum(left))):
        place = max(range(len(left)), key=lambda at: _pairs(left[at], tables) - _pairs(left[at] - 1, tables))
        left[place] -= 1
    return sum(_pairs(people, tables) for people in left)


def _pairs(people: int, tables: int) -> int:
    """Return the fewest pairs from one table when so many people come from so many tables."""
    if people <= 0:
        return 0
    each, more = divmod(people, tables)
    return more * comb(each + 1, 2) + (tables - more) * comb(each, 2)


def _known(rounds: Sequence[Round], players: int) -> Iterator[Bound]:
    """Yield what the literature proves: without a repeat there are no more rounds than so many.

    Of any more rounds one has a repeat; without it, of the others again, as long as there are too many: so each
    round too many has a repeat of its own.
    """
    full = Counter(one.sizes[0] for one in rounds if _all_seated_alike(one, players))
    for size, number in full.items():
        most = MOST_ROUNDS_WITHOUT_A_REPEAT.get((players, size))
        if most is not None:
            why = gettext_noop(
                "%(players)s players at tables of %(size)s: no %(over)s rounds do without a repeat, which was "
                "proved by trying them all (OEIS A107431)"
            )
            values = {"players": players, "size": size, "over": most + 1}
            yield Bound(max(0, number - most), Sentence(why, values))


def _all_seated_alike(one: Round, players: int) -> bool:
    return one.seats == players and len(set(one.sizes)) == 1
