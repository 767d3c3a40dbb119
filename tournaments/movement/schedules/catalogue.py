"""A perfect schedule where there is one, and its rounds in the order and the seats that fall most evenly."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import comb, gcd
from typing import Literal, NamedTuple

from tournaments.movement.schedules.couples import couples_rounds
from tournaments.movement.schedules.meeting import meeting_rounds, uneven_rounds, whist_rounds
from tournaments.movement.schedules.rings import Built, Card, Table, renamed

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


Kind = Literal["whist", "couples", "meeting", "berger"]
# The largest room that anything is built for.
MOST_PLAYERS = 150
_TABLES_OF_FOUR = 4


@dataclass(frozen=True)
class PerfectSchedule:
    """Who is with whom, round by round.

    Arguments:
        kind: `whist` (everybody partners everybody once and opposes everybody twice), `couples` (the same for
            couples who are never at one table), `meeting` (nobody meets anybody twice) or `berger` (everybody
            meets everybody once, at tables of two).
        players: how many there are; they are called 0..players-1. Of couples, `players` / 2 + i is the wife of i.
        size: how many sit at a table; of two sizes the larger one.
        cards: the rounds of the full cycle. A table is a tuple of players, seat 1 first; partners have seats
            1+3 and 2+4. Whoever is at no table of a round rests.
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
def perfect(
    kind: Kind, players: int, *, size: int = _TABLES_OF_FOUR, tables: int | None = None
) -> PerfectSchedule | None:
    """Return the full cycle of a kind; None where there is none, or none that we can build.

    Arguments:
        kind: what is to be perfect about it; see `PerfectSchedule`.
        players: how many there are, up to 150; for `couples` people, not couples.
        size: how many sit at each table, for `meeting`: 3, 4 or 5. The other kinds have their own.
        tables: how many there are, for `meeting`, some of them with one player fewer; None for full ones alone.
    """
    if not 2 <= players <= MOST_PLAYERS:
        return None
    built = _built(kind, players, size, tables or players // size)
    if built is None:
        return None
    seats = {"meeting": size, "berger": 2}.get(kind, _TABLES_OF_FOUR)
    return PerfectSchedule(kind, players, seats, *built)


def _built(kind: Kind, players: int, size: int, tables: int) -> Built | None:
    if kind == "whist":
        return whist_rounds(players)
    if kind == "couples":
        return couples_rounds(players // 2) if players % 2 == 0 else None
    if kind == "berger":
        return berger_rounds(players), "Berger table"
    empty = size * tables - players
    if size not in (3, 4, 5) or not 0 <= empty < tables:
        return None
    return uneven_rounds(players, tables) if empty else meeting_rounds(players, size)


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


# How many rounds are possible in which nobody meets anybody twice: proved, reached by others, shipped by us. The
# bound comes from counting whom one person can meet, or from a search through everything there could be. By threes
# it is always reached but for twelve players, by fours for 12t + 4 players; what others have for the rooms that are
# left, and who they are, stands in tables here. Where some tables are one short, we have read of nothing.
# `docs/schedule_records.md` shows all of it.

_COUNTED = "counting: in each round one meets a whole table of strangers"
_PAIRS_COUNTED = "counting: no two make a pair of a table again"
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
# The survey goes on to 150, but those of its figures that we could read end here.
MOST_READ = 100
_BY_FIVES = {
    25: (6, "the affine plane of order 5"),
    30: (6, _SEARCHED),
    65: (16, "R. C. Bose, 1959"),
    70: (14, "four orthogonal squares: D. T. Todorov, 2012"),
    85: (21, "a packing of projective space: R. H. F. Denniston, 1972"),
    90: (18, "five orthogonal squares: R. J. R. Abel, 2015"),
    100: (21, "four orthogonal squares: D. T. Todorov, 1989"),
    125: (31, "the affine space of order 5"),
}
_SURVEYED_BY_FIVES = {35: 7, 40: 8, 45: 9, 50: 9, 55: 11, 60: 12, 75: 16, 80: 16, 95: 19}


@dataclass(frozen=True)
class Known:
    """What is known of a room in which nobody is to meet anybody twice.

    Arguments:
        bound: no schedule has more rounds.
        published: the most rounds that we have read of anybody having; 0 where we have read of none, or nothing.
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
    """Return what is known of so many players at tables of 3, 4 or 5, as few as can be of them one short.

    Raises:
        ValueError: there is no such room, or we have nothing for it.
    """
    ours = perfect("meeting", players, size=size, tables=-(-players // size))
    if ours is None:
        raise ValueError(f"nothing is known of {players} players at tables of {size}")
    bound, proof = most(players, size)
    return Known(players, size, bound, proof, *_published(players, size), len(ours.cards), ours.source)


def _published(players: int, size: int) -> tuple[int, str]:
    bound, proof = most(players, size)
    if proof == _FEW_TABLES:
        return bound, proof
    if players % size:
        return 0, ""
    if size == 3:
        everybody = _EVERYBODY_BY_THREES if players % 6 == 3 else _ALL_BUT_ONE_BY_THREES
        return bound, _SEARCHED if proof == _SEARCHED else everybody
    if size == 4 and players % 12 == 4:
        return bound, _EVERYBODY_BY_FOURS
    if size == 5 and players in _BY_FIVES:
        return _BY_FIVES[players]
    if players > MOST_READ or players == _NOT_PUBLISHED:
        return 0, ""
    return (bound, _BY_FOURS.get(players, _SURVEY)) if size == 4 else (_SURVEYED_BY_FIVES[players], _SURVEY)


def most(players: int, size: int) -> tuple[int, str]:
    if (players, size) in _SEARCHED_THROUGH:
        return _SEARCHED_THROUGH[players, size], _SEARCHED
    tables = -(-players // size)
    if tables < size:
        return 1, _FEW_TABLES
    if empty := size * tables - players:
        pairs = (tables - empty) * comb(size, 2) + empty * comb(size - 1, 2)
        return comb(players, 2) // pairs, _PAIRS_COUNTED
    return (players - 1) // (size - 1), _COUNTED


# Which rounds of a schedule an evening of any length plays, and at which table and in which seat.
#
# A schedule says who is with whom. The order of its rounds, the numbers of the tables and the seats are free, and
# chosen one after the other so that they fall as evenly as they can.

Rename = Callable[[int, int], tuple[int, ...]]
_RESTS, _SHORT, _PARTNERS = 64, 8, 4
_COPIES_TRIED = 6
_NEVER = 10**9


class _Pairs(NamedTuple):
    card: Card
    met: tuple[int, ...]
    partners: tuple[int, ...]
    resting: tuple[int, ...]
    short: tuple[int, ...]


class _Evening:
    def __init__(self, players: int, partnership: bool) -> None:
        self.players, self.partnership = players, partnership
        self.met = [0] * players**2
        self.partners = [0] * players**2
        self.rests = [0] * players
        self.short = [0] * players

    def pairs(self, card: Card) -> _Pairs:
        together = [pair for table in card for pair in combinations(table, 2)]
        couples = [couple for table in card for couple in _couples(table)] if self.partnership else []
        seated = {player for table in card for player in table}
        most = max(map(len, card), default=0)
        return _Pairs(
            card,
            tuple(self._place(*pair) for pair in together),
            tuple(self._place(*pair) for pair in couples),
            tuple(player for player in range(self.players) if player not in seated),
            tuple(player for table in card if len(table) < most for player in table),
        )

    def _place(self, one: int, other: int) -> int:
        return min(one, other) * self.players + max(one, other)

    def cost(self, pairs: _Pairs) -> int:
        """Return how much a round repeats; what weighs most is that nobody rests again before the others."""
        met, partners = self.met, self.partners
        return (
            sum([met[place] for place in pairs.met])
            + _PARTNERS * sum([partners[place] for place in pairs.partners])
            + _RESTS * sum([self.rests[player] for player in pairs.resting])
            + _SHORT * sum([self.short[player] for player in pairs.short])
        )

    def play(self, pairs: _Pairs) -> None:
        for place in pairs.met:
            self.met[place] += 1
        for place in pairs.partners:
            self.partners[place] += 1
        for player in pairs.resting:
            self.rests[player] += 1
        for player in pairs.short:
            self.short[player] += 1


def in_order(
    cards: Sequence[Card], rounds: int, *, players: int, partnership: bool, rename: Rename
) -> Iterator[Card]:
    """Yield as many rounds in the most even order; beyond the schedule its copies under other names.

    Arguments:
        rename: the names of all players in the copy that goes with a factor and a number to add.
    """
    evening = _Evening(players, partnership)
    waiting = [evening.pairs(card) for card in cards]
    for _ in range(rounds):
        if not waiting:
            waiting = _least(evening, cards, _copies(players, rename))
        chosen = _cheapest(evening, waiting)
        waiting.remove(chosen)
        evening.play(chosen)
        yield chosen.card


def _cheapest(evening: _Evening, waiting: Sequence[_Pairs]) -> _Pairs:
    best, least = waiting[0], evening.cost(waiting[0])
    for pairs in waiting[1:]:
        if least == 0:
            break
        cost = evening.cost(pairs)
        if cost < least:
            best, least = pairs, cost
    return best


def _copies(players: int, rename: Rename) -> list[tuple[int, ...]]:
    factors = [factor for factor in range(2, players) if gcd(factor, players) == 1] or [1]
    return [rename(factor, added) for added, factor in enumerate(factors[:_COPIES_TRIED], start=1)]


def _least(evening: _Evening, cards: Sequence[Card], copies: Iterable[tuple[int, ...]]) -> list[_Pairs]:
    tried = [[evening.pairs(renamed(card, names)) for card in cards] for names in copies]
    return min(tried, key=lambda rounds: sum(evening.cost(pairs) for pairs in rounds))


def anybody(players: int) -> Rename:
    return lambda factor, added: tuple((player * factor + added) % players for player in range(players))


def couples_together(players: int) -> Rename:
    """Return how couples take each other's names: `players` / 2 men, then their wives in the same order."""
    couples = players // 2
    names = anybody(couples)

    def rename(factor: int, added: int) -> tuple[int, ...]:
        while gcd(factor, couples) > 1:
            factor += 1
        men = names(factor, added)
        return (*men, *(couples + man for man in men))

    return rename


def evenly_seated(
    cards: Iterable[Card], players: int, *, partnership: bool, seats_fixed: bool
) -> Iterator[Card]:
    """Yield the rounds with numbers of tables and seats chosen so that everybody has each about equally often.

    Arguments:
        cards: the rounds, in the order in which they are played.
        partnership: whether seats 1+3 and 2+4 stay partners; where they need not, at tables of four those
            become partners who have least often been.
        seats_fixed: whether the schedule itself says who has which seat.
    """
    at_table = [[0] * (players // 2 + 1) for _ in range(players)]
    seats = _Seats([[0] * players for _ in range(players)], {}, partnership)
    for card in cards:
        numbered = _numbered(card, at_table)
        yield tuple(numbered if seats_fixed else (seats.seat_table(table) for table in numbered))


def _numbered(card: Card, at_table: Sequence[list[int]]) -> list[Table]:
    # Short tables come last, whatever it costs.
    card = tuple(sorted(card, key=len, reverse=True))
    costs = [
        [
            sum(
                [at_table[player][number] ** 2 for player in table], 0 if len(place) == len(table) else _NEVER
            )
            for number, place in enumerate(card)
        ]
        for table in card
    ]
    numbered = [card[which] for which in _cheap_assignment(costs)]
    for number, table in enumerate(numbered):
        for player in table:
            at_table[player][number] += 1
    return numbered


def _cheap_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    # Done when no exchange of two makes the sum of the costs less.
    rows = list(range(len(costs)))
    better = True
    while better:
        better = False
        for first, other in combinations(range(len(rows)), 2):
            left, right = costs[rows[first]], costs[rows[other]]
            if left[other] + right[first] < left[first] + right[other]:
                rows[first], rows[other] = rows[other], rows[first]
                better = True
    return rows


class _Seats(NamedTuple):
    had: list[list[int]]
    partners: dict[tuple[int, int], int]
    partnership: bool

    def seat_table(self, table: Table) -> Table:
        counts = [self.had[player] for player in table]
        best, least = table, -1
        for way in _arrangements(len(table), self.partnership):
            cost = sum([counts[who][seat] ** 2 for seat, who in enumerate(way)])
            if not self.partnership:
                cost += _PARTNERS * sum(
                    self.partners.get(_sorted((table[first], table[other])), 0)
                    for first, other in _couples(way)
                )
            if least < 0 or cost < least:
                best, least = tuple([table[who] for who in way]), cost
        for seat, player in enumerate(best):
            self.had[player][seat] += 1
        for couple in _couples(best):
            self.partners[_sorted(couple)] = self.partners.get(_sorted(couple), 0) + 1
        return best


@lru_cache(maxsize=16)
def _arrangements(size: int, partnership: bool) -> tuple[tuple[int, ...], ...]:
    # With partners only those that keep them opposite each other.
    partners = set(_couples(range(size))) if partnership else set()
    return tuple(
        way
        for way in permutations(range(size))
        if not partners or partners == {_sorted(pair) for pair in _couples(way)}
    )


def _sorted(pair: tuple[int, int]) -> tuple[int, int]:
    return min(pair), max(pair)


def _couples(table: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return ((table[0], table[2]), (table[1], table[3])) if len(table) == 4 else ()
