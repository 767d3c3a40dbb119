"""The public door of the schedules: a perfect one where there is one, cut to any number of rounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal

from tournaments.movement.schedules.evenness import anybody, couples_together, evenly_seated, in_order
from tournaments.movement.schedules.meeting import Built, meeting_rounds
from tournaments.movement.schedules.rings import Card, Ring, ring
from tournaments.movement.schedules.transversals import (
    Hole,
    couples_staying,
    couples_with_holes,
    filled,
    mixed_table,
    seated,
    starters,
    steps,
)
from tournaments.movement.schedules.whist import whist_rounds

# --- Everybody against everybody at tables of two: the Berger tables (FIDE Handbook C.05, annex 1) ----


def berger_rounds(players: int) -> tuple[Card, ...]:
    """Return one round robin in which everybody has each seat equally often, or once more than the other.

    Seat 1 is what is White at chess. Of an odd number one rests in each round.

    Raises:
        ValueError: there are fewer than two players.
    """
    if players < 2:
        raise ValueError("a round robin takes two")
    return tuple(berger_round(players, number) for number in range(players - 1 + players % 2))


def berger_round(players: int, number: int) -> Card:
    """Return one round alone, from 0, without making the others.

    All but the last place move on by half the room from round to round, the last one changes seats.

    Raises:
        ValueError: there is nobody to meet, or no such round.
    """
    if players < 2:
        raise ValueError("a round robin takes two")
    places = players + players % 2
    around = places - 1
    if not 0 <= number < around:
        raise ValueError("there is no such round")
    moved = number * (places // 2) % around
    last, facing = places - 1, moved
    card = [(last, facing) if number % 2 else (facing, last)]
    card += [((at + moved) % around, (around - at + moved) % around) for at in range(1, places // 2)]
    return tuple(card[players % 2 :])


# --- Couples of an evening who are never at one table: the men's partners change, and the women's -----
# Spouse-avoiding mixed doubles: everybody partners and opposes everyone of the other sex but their own spouse
# once, and opposes everyone of their own sex once (R. K. Brayton, D. Coppersmith and A. J. Hoffman, "Self-
# orthogonal latin squares of all orders n other than 2, 3, 6", 1974). Rounds in which nobody rests are a
# symmetric square orthogonal to that (S. P. Wang, "On self-orthogonal Latin squares and partial transversals
# of Latin squares", 1978). Most starters come from searches for whist in which everybody opposes everybody
# once on either hand: each table of it makes two games, men and women changed over.

_SEATS = 4
# Couples: how many groups of how many, with one more couple that belongs to none.
_GROUPS = {50: (7, 7)}
# Couples: two smaller numbers of which they are the product, both even.
_PRODUCTS = {48: (4, 12)}


def couples_rounds(couples: int) -> Built | None:
    """Return the rounds for so many couples; None where no recipe is known.

    Arguments:
        couples: how many; couple number i is players i and `couples` + i.

    Returns:
        The rounds, partners in seats 1 and 3, and in a few words where they come from: one fewer than there are
        couples where their number is even, and nobody ever rests; else as many as there are, and each couple
        rests once.
    """
    if staying := couples_staying().get(couples):
        return staying.rounds(_rounds_of), f"couples starter over Z_{staying.around}"
    if couples in _GROUPS:
        groups, width = _GROUPS[couples]
        holes = _widened(_rounds_of(groups), width)
        return filled(holes, couples, _rounds_of), f"{groups} groups of {width} couples, and one more"
    if starter := couples_with_holes().get(couples):
        source = f"couples starter over Z_{starter.around} x Z_{starter.levels} with holes"
        return filled(starter.holes(), couples, _rounds_of), source
    if circles := starters("couples_in_circles").get(couples):
        return circles.cards(), f"couples starter over Z_{circles.around}"
    if couples in _PRODUCTS:
        first, other = _PRODUCTS[couples]
        return _multiplied(_rounds_of(first), _rounds_of(other)), f"{first} couples times {other}"
    numbers = ring(couples) if couples > 3 else None
    factor = _factor(numbers) if numbers else None
    if numbers is None or factor is None:
        return None
    return _rounds(numbers, factor), f"self-orthogonal square of order {couples}"


def _rounds_of(couples: int) -> tuple[Card, ...]:
    rounds, _ = couples_rounds(couples) or ((), "")
    return rounds


def _factor(numbers: Ring) -> int | None:
    # The factor, it less one and the sum of both must be no divisors of zero.
    units = {element for element, row in enumerate(numbers.times) if 1 in row}
    return next(
        (
            factor
            for factor in range(2, numbers.order)
            if {factor, numbers.less(factor, 1), numbers.less(numbers.plus[factor][factor], 1)} <= units
        ),
        None,
    )


def _rounds(numbers: Ring, factor: int) -> tuple[Card, ...]:
    # In each round the numbers of two couples at one table have the same sum.
    order, plus = numbers.order, numbers.plus
    own, others = numbers.times[factor], numbers.times[numbers.less(1, factor)]
    rounds: list[list[tuple[int, ...]]] = [[] for _ in range(order)]
    for man, rival in combinations(range(order), 2):
        woman, other = plus[own[man]][others[rival]], plus[own[rival]][others[man]]
        rounds[plus[man][rival]].append(seated(order, (man, woman, rival, other)))
    return tuple(tuple(card) for card in rounds if card)


def _widened(small: Sequence[Card], width: int) -> tuple[Hole, ...]:
    # No prime power in `width` may be less than four.
    apart = steps(_SEATS, width)
    if apart is None:
        raise ValueError(f"groups of {width} cannot be kept apart")
    numbers, groups = ring(width), len(small)
    holes = []
    for card in small:
        (resting,) = set(range(groups)).difference(*card)
        rounds = [
            [mixed_table(table, numbers, apart, place, moved) for table in card for place in range(width)]
            for moved in range(width)
        ]
        last = groups * width
        holes.append(
            Hole(
                tuple(range(resting * width, (resting + 1) * width)),
                tuple(
                    tuple((man, woman - last, rival, other - last) for man, rival, woman, other in games)
                    for games in rounds
                ),
            )
        )
    return tuple(holes)


def _multiplied(one: Sequence[Card], other: Sequence[Card]) -> tuple[Card, ...]:
    """Return the rounds for the product of two even numbers of couples: each couple is one of each schedule.

    Who meet in the product have partners and a round that are those of both schedules together; who are the same
    in one of them are their own partner there, in a round before the first.

    Arguments:
        one: the rounds of the first number of couples, nobody resting.
        other: those of the second.
    """
    games, others = _games_of(one), _games_of(other)
    width = len(other) + 1
    couples = (len(one) + 1) * width
    rounds: list[list[tuple[int, ...]]] = [[] for _ in range(couples)]
    for (man, rival), (woman, first) in games.items():
        for (inside, facing), (within, second) in others.items():
            left, right = man * width + inside, rival * width + facing
            if left < right:
                across = games[rival, man][0] * width + others[facing, inside][0]
                game = left, woman * width + within, right, across
                rounds[first * width + second].append(seated(couples, game))
    return tuple(tuple(card) for card in rounds if card)


def _games_of(rounds: Sequence[Card]) -> dict[tuple[int, int], tuple[int, int]]:
    # For two men the partner of the first and the round, from 1 on; for a man twice his wife and 0.
    couples = len(rounds) + 1
    games = {(man, man): (man, 0) for man in range(couples)}
    for number, card in enumerate(rounds, 1):
        for man, rival, woman, other in card:
            games[man, rival] = woman - couples, number
            games[rival, man] = other - couples, number
    return games


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
        return self.kind in ("whist", "couples")


@lru_cache(maxsize=64)
def perfect(kind: Kind, players: int, *, size: int = _TABLES_OF_FOUR) -> PerfectSchedule | None:
    """Return the full cycle of a kind; None where there is none, or none that we can build.

    Arguments:
        kind: what is to be perfect about it; see `PerfectSchedule`.
        players: how many there are, up to 101; for `couples` people, not couples.
        size: how many sit at each table, for `meeting`: 3, 4 or 5. The other kinds have their own.
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
    length = len(schedule.cards)
    return tuple(
        tuple(table[::-1] for table in schedule.cards[number % length])
        if number // length % 2
        else schedule.cards[number % length]
        for number in range(rounds)
    )


def best(players: int, rounds: int, *, size: int, partnership: bool) -> PerfectSchedule | None:
    """Return the schedule that suits an evening, to be cut by `shortened`; None where nothing perfect fits.

    Nobody meets twice if the rounds allow it, else everybody equally often. Seats 1+3 and 2+4 are partners at
    tables of four only.
    """
    if size == 2:
        return perfect("berger", players)
    meeting = perfect("meeting", players, size=size)
    if meeting and rounds <= len(meeting.cards):
        return meeting
    return perfect("whist", players) if size == _TABLES_OF_FOUR else None


# How many rounds are possible in which nobody meets anybody twice: proved, reached by others, shipped by
# us.
# The bound comes from counting whom one person can meet, or from a search through everything there could
# be. By threes it is always reached but for twelve players, by fours for 12t + 4 players; what others
# have for the rooms that are left, and who they are, stands in tables here. `docs/schedule_records.md`
# shows all of it.

_COUNTED = "counting: in each round one meets a whole table of strangers"
_FEW_TABLES = "those of one table must all part, each to a table of their own: there are too few tables"
_SEARCHED = "exhaustive search (OEIS A107431)"

# (players, size): rounds proved to be the most.
_SEARCHED_THROUGH = {(12, 3): 4, (20, 4): 5, (30, 5): 6}

# What others have published, and who: by threes and by fours whole families, by fives room for room.
_EVERYBODY_BY_THREES = "D. K. Ray-Chaudhuri and R. M. Wilson, 1971"
_ALL_BUT_ONE_BY_THREES = "R. Rees and D. R. Stinson, 1987"
_EVERYBODY_BY_FOURS = "H. Hanani, D. K. Ray-Chaudhuri and R. M. Wilson, 1972"
_SURVEY = "A. Miller, I. Valkov and R. J. R. Abel, Symmetry 18 (2026) 269"
_BY_FOURS = {20: _SEARCHED, 32: "A. Aguado, 2004"}
# By fours, the room for which we have read of nothing near the bound.
_NOT_PUBLISHED = 92
_BY_FIVES = {
    25: (6, "the affine plane of order 5"),
    30: (6, _SEARCHED),
    65: (16, "R. C. Bose, 1959"),
    70: (14, "four orthogonal squares: D. T. Todorov, 2012"),
    85: (21, "a packing of projective space: R. H. F. Denniston, 1972"),
    90: (18, "five orthogonal squares: R. J. R. Abel, 2015"),
    100: (21, "four orthogonal squares: D. T. Todorov, 1989"),
}
_SURVEYED_BY_FIVES = {35: 7, 40: 8, 45: 9, 50: 9, 55: 11, 60: 12, 75: 16, 80: 16, 95: 19}


@dataclass(frozen=True)
class Known:
    """What is known of a room in which nobody is to meet anybody twice.

    Arguments:
        bound: no schedule has more rounds.
        proof: why not.
        published: the most rounds that we have read of anybody having; 0 where we have read of none.
        by: who has published them.
        shipped: how many rounds ours has.
        grown_from: in a few words, where ours comes from.
    """

    players: int
    size: int
    bound: int
    proof: str
    published: int
    by: str
    shipped: int
    grown_from: str

    @property
    def best(self) -> int:
        return max(self.published, self.shipped)

    @property
    def short_of_best(self) -> int:
        return self.best - self.shipped

    @property
    def short_of_bound(self) -> int:
        return self.bound - self.shipped


def known(players: int, size: int) -> Known:
    """Return what is known of so many players at tables of one size: 3, 4 or 5.

    Raises:
        ValueError: the room is not full, or we have nothing for it.
    """
    ours = perfect("meeting", players, size=size)
    if ours is None:
        raise ValueError(f"nothing is known of {players} players at tables of {size}")
    bound, proof = most(players, size)
    return Known(players, size, bound, proof, *_published(players, size), len(ours.cards), ours.source)


def _published(players: int, size: int) -> tuple[int, str]:
    bound, proof = most(players, size)
    if proof == _FEW_TABLES:
        return bound, proof
    if size == 3:
        everybody = _EVERYBODY_BY_THREES if players % 6 == 3 else _ALL_BUT_ONE_BY_THREES
        return bound, _SEARCHED if proof == _SEARCHED else everybody
    if size == 4 and players != _NOT_PUBLISHED:
        return bound, _EVERYBODY_BY_FOURS if players % 12 == 4 else _BY_FOURS.get(players, _SURVEY)
    if size == 5:
        return _BY_FIVES.get(players) or (_SURVEYED_BY_FIVES[players], _SURVEY)
    return 0, ""


def most(players: int, size: int) -> tuple[int, str]:
    if (players, size) in _SEARCHED_THROUGH:
        return _SEARCHED_THROUGH[players, size], _SEARCHED
    if players // size < size:
        return 1, _FEW_TABLES
    return (players - 1) // (size - 1), _COUNTED
