"""A plan as the search holds it: every chair of every coming round in one flat list, and a code for each pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from math import comb
from typing import NamedTuple

from tournaments.movement.planner.task import Card, Cards, Task, seeded_numbers
from tournaments.movement.seating import SEATS

# --- How good a plan is: named parts, the weightiest first, each a plain count that anybody can check -
# This is worked out from the definition, apart from the search that brings it down: the search has
# weights and differences of its own, and the tests hold it to these numbers.


@dataclass(frozen=True, order=True)
class Cost:
    """What is wrong with a plan, past rounds included; less is better, and an earlier part outweighs all later.

    The parts before `meetings` are what people call a fault in the plan; the others are blemishes.

    Arguments:
        forbidden: wishes not kept, one for each round: people at one table who were to be apart, people who
            both play and were to be together, somebody who had to move and must not.
        sit_outs: sit-outs too many: for everybody who is there in all coming rounds those beyond one more than
            the fewest of any of them.
        partners: partnerships repeated: for a pair who are partners c times c(c-1)/2.
        crowded: meetings beyond two more than the average pair has, the average rounded down: where some never
            meet, whoever meets thrice. And oppositions beyond twice, or beyond the average rounded up where that
            is more. Each is counted by how far beyond.
        meetings: how unevenly people meet: for a pair who meet c times c(c-1)/2.
        opponents: the same for opposing; 0 where nobody has a partner.
        tables: the same for being at a table of a number.
        seats: the same for having a seat of a number.
    """

    forbidden: int
    sit_outs: int
    partners: int
    crowded: int
    meetings: int
    opponents: int
    tables: int
    seats: int


class Limits(NamedTuple):
    meetings: int
    opponents: int


def limits(task: Task) -> Limits:
    pairs = comb(task.players, 2)
    meetings = sum(comb(size, 2) for size in task.all_sizes)
    opponents = sum(4 for size in task.all_sizes if task.partners_at(size))
    return Limits(meetings // pairs + 2, max(2, -(-opponents // pairs)))


def cost(task: Task, cards: Cards) -> Cost:
    met: Counter[frozenset[int]] = Counter()
    partners: Counter[frozenset[int]] = Counter()
    at_table: Counter[tuple[int, int]] = Counter()
    in_seat: Counter[tuple[int, int]] = Counter()
    for card in (*task.past, *cards):
        for number, table in enumerate(card):
            met.update(map(frozenset, combinations(table, 2)))
            at_table.update((player, number) for player in table)
            in_seat.update((player, seat) for seat, player in enumerate(table))
            if task.partners_at(len(table)):
                partners.update((frozenset(table[0::2]), frozenset(table[1::2])))
    wished = set(map(frozenset, task.together))
    free = {pair: count for pair, count in met.items() if pair not in wished}
    opposed = [count - partners[pair] for pair, count in free.items()] if task.tables.partnership else []
    most = limits(task)
    return Cost(
        forbidden=sum(_forbidden(task, card) for card in (*task.past, *cards)) + _moved(task, cards),
        sit_outs=_sit_outs(task, cards),
        partners=_repeats(count for pair, count in partners.items() if pair not in wished),
        crowded=_beyond(free.values(), most.meetings) + _beyond(opposed, most.opponents),
        meetings=_repeats(free.values()),
        opponents=_repeats(opposed),
        tables=_repeats(at_table.values()),
        seats=_repeats(in_seat.values()),
    )


def _repeats(counts: Iterable[int]) -> int:
    return sum(comb(count, 2) for count in counts)


def _beyond(counts: Iterable[int], most: int) -> int:
    return sum(max(0, count - most) for count in counts)


def _forbidden(task: Task, card: Card) -> int:
    table_of = {player: number for number, table in enumerate(card) for player in table}
    couples = {
        frozenset(couple)
        for table in card
        if task.partners_at(len(table))
        for couple in (table[0::2], table[1::2])
    }
    count = sum(first in table_of and table_of[first] == table_of.get(other) for first, other in task.apart)
    count += sum(frozenset(pair) in couples for pair in task.never_partners)
    for first, other in task.together:
        if first in table_of and other in table_of:
            apart = table_of[first] != table_of[other]
            of_four = task.partners_at(len(card[table_of[first]]))
            count += apart or (of_four and frozenset((first, other)) not in couples)
    return count


def _moved(task: Task, cards: Cards) -> int:
    count = 0
    for player, (table, seat) in task.seats_kept.items():
        for card in cards:
            if any(player in people for people in card):
                count += table >= len(card) or card[table][seat : seat + 1] != (player,)
    return count


def _sit_outs(task: Task, cards: Cards) -> int:
    playing = Counter(player for card in cards for table in card for player in table)
    return too_many([task.sat_out[player] + len(cards) - playing[player] for player in task.always_there])


def too_many(counts: Sequence[int]) -> int:
    """The sit-outs beyond one more than the fewest, of those who are there in all coming rounds."""
    fewest = min(counts, default=0)
    return sum(max(0, count - fewest - 1) for count in counts)


# What the search brings down: the parts of the cost that meetings decide, as one number for each pair.
# All that a pair has to do with each other is one number, its code: meetings + stride * partnerships +
# stride * stride * what is wished of them. What a code costs, and what one meeting more or less changes,
# are looked up.

FREE, APART, NEVER_PARTNERS, TOGETHER = range(4)


@dataclass(frozen=True)
class Weights:
    """How much a part of the cost weighs in the search; see `Cost` for the parts.

    Arguments:
        unmet: a pair who never meet: of two equally even plans that with fewer of them, and so with fewer repeats.
    """

    forbidden: int = 1_000_000
    partners: int = 1_000
    crowded: int = 12
    meetings: int = 8
    opponents: int = 1
    unmet: int = 4


@dataclass(frozen=True)
class Energy:
    task: Task
    weights: Weights = Weights()

    @property
    def stride(self) -> int:
        return self.task.rounds + 1

    @property
    def as_partners(self) -> int:
        """What one partnership adds to a code; a meeting adds 1."""
        return self.stride + 1

    def code(self, kind: int) -> int:
        return kind * self.stride**2

    @cached_property
    def table(self) -> list[int]:
        steps = range(self.stride)
        return [
            self._of(kind, partners, met) if partners <= met else 0
            for kind in (FREE, APART, NEVER_PARTNERS, TOGETHER)
            for partners in steps
            for met in steps
        ]

    def differences(self, step: int) -> list[int]:
        """What adding `step` to each code changes; 0 where that leads to no code."""
        costs = self.table
        last = len(costs)
        return [costs[code + step] - costs[code] if 0 <= code + step < last else 0 for code in range(last)]

    @cached_property
    def least(self) -> int | None:
        """An energy that no plan is below, or None where wishes make that hard to say.

        Each part alone is least where its counts differ by one at most.
        """
        task, weights = self.task, self.weights
        if task.apart or task.together or task.never_partners:
            return None
        pairs = comb(task.players, 2)
        met = sum(comb(size, 2) for size in task.all_sizes)
        of_four = sum(map(task.partners_at, task.all_sizes))
        bound = weights.meetings * _evenly(met, pairs) + weights.unmet * max(0, pairs - met)
        if task.tables.partnership:
            bound += weights.partners * _evenly(2 * of_four, pairs)
            bound += weights.opponents * _evenly(met - 2 * of_four, pairs)
        return bound

    @cached_property
    def _limits(self) -> Limits:
        return limits(self.task)

    def _of(self, kind: int, partners: int, met: int) -> int:
        weights, partnership = self.weights, self.task.tables.partnership
        if kind == TOGETHER:
            return -weights.forbidden * (partners if partnership else met)
        most_met, most_opposed = self._limits
        opposed = met - partners if partnership else 0
        energy = weights.partners * comb(partners, 2)
        energy += weights.crowded * (max(0, met - most_met) + max(0, opposed - most_opposed))
        energy += weights.meetings * comb(met, 2) + weights.opponents * comb(opposed, 2)
        if kind == APART:
            return energy + weights.forbidden * met
        if kind == NEVER_PARTNERS:
            energy += weights.forbidden * partners
        return energy + (0 if met else weights.unmet)


def _evenly(total: int, pairs: int) -> int:
    # The sum of c(c-1)/2 is least where the meetings are spread over the pairs evenly.
    each, rest = divmod(total, pairs)
    return (pairs - rest) * comb(each, 2) + rest * comb(each + 1, 2)


class Board:
    """The coming rounds, and who has met whom in them and in the past.

    The places at tables come first, round by round and table by table; then those of all who sit out. A place
    is a number in that list.

    Attributes:
        people: who has each place.
        places: of each round, its places at tables and those of its sitters.
        mates: for each place the others at its table, each with what meeting there adds to a pair's code.
        stays: whether the person in a place keeps it.
        rows: the code of each pair, by both players.
        energy: what all pairs cost together.
        sat: how often each player sits out, the past included.
    """

    def __init__(self, task: Task, energy: Energy, cards: Cards) -> None:
        self.task = task
        self.people: list[int] = []
        self.mates: list[tuple[tuple[int, int], ...]] = []
        self.round_of: list[int] = []
        self.places: list[tuple[list[int], list[int]]] = []
        for number, card in enumerate(cards):
            self.places.append(([], []))
            for table in card:
                self._add_table(number, table, energy)
        self.seated = len(self.people)
        for number, (card, present) in enumerate(zip(cards, task.present_by_round, strict=True)):
            for player in sorted(present.difference(*card)):
                self.places[number][1].append(len(self.people))
                self._add(number, player, ())
        fixed_seats = task.seats_kept
        self.stays = [player in fixed_seats for player in self.people]
        self.weigh(energy)
        self.put(list(self.people))

    def weigh(self, energy: Energy) -> None:
        """Let pairs cost something else; `put` is to follow."""
        self.weighed = energy
        self._costs = energy.table

    def put(self, people: list[int]) -> None:
        """Seat everybody anew: who has each place, in a list as `people` is."""
        self.people = people
        self.rows = _codes(self.task, self.weighed)
        for place in range(self.seated):
            for mate, step in self.mates[place]:
                self.rows[people[place]][people[mate]] += step
        self.energy = self.counted()
        self.sat = list(self.task.sat_out)
        for place in range(self.seated, len(people)):
            self.sat[people[place]] += 1

    def _add_table(self, number: int, table: Sequence[int], energy: Energy) -> None:
        first = len(self.people)
        for seat, player in enumerate(table):
            mates = []
            for other in range(len(table)):
                if other != seat:
                    partners = self.task.partners_at(len(table)) and other == seat ^ 2
                    mates.append((first + other, energy.as_partners if partners else 1))
            self.places[number][0].append(len(self.people))
            self._add(number, player, tuple(mates))

    def _add(self, number: int, player: int, mates: tuple[tuple[int, int], ...]) -> None:
        self.people.append(player)
        self.round_of.append(number)
        self.mates.append(mates)

    def counted(self) -> int:
        costs, rows = self._costs, self.rows
        return sum(costs[rows[player][other]] for player, other in combinations(range(self.task.players), 2))

    def exchange(self, place: int, other: int) -> int:
        """Exchange the people of two places of one round; return by how much the energy changes.

        Either place may be a sitter's. Exchanging them again takes it back.
        """
        people, mates = self.people, self.mates
        # At one table both leave each other, and join each other, twice over: that adds up to nothing.
        change = self._meet(place, -1) + self._meet(other, -1)
        if bool(mates[place]) != bool(mates[other]):
            goes, comes = (place, other) if mates[place] else (other, place)
            self.sat[people[goes]] += 1
            self.sat[people[comes]] -= 1
        people[place], people[other] = people[other], people[place]
        change += self._meet(place, 1) + self._meet(other, 1)
        self.energy += change
        return change

    def _meet(self, place: int, sign: int) -> int:
        costs, rows, people = self._costs, self.rows, self.people
        player = people[place]
        row = rows[player]
        change = 0
        for mate, step in self.mates[place]:
            other = people[mate]
            before = row[other]
            after = before + sign * step
            change += costs[after] - costs[before]
            row[other] = rows[other][player] = after
        return change

    def cards(self) -> Cards:
        return self.cards_of(self.people)

    def cards_of(self, people: Sequence[int]) -> Cards:
        seated = iter(people)
        return tuple(tuple(tuple(islice(seated, size)) for size in sizes) for sizes in self.task.sizes)


def _codes(task: Task, energy: Energy) -> list[list[int]]:
    rows = [[energy.code(FREE)] * task.players for _ in range(task.players)]
    # The stronger wish comes last, so that it stands.
    for kind, pairs in (
        (NEVER_PARTNERS, task.never_partners),
        (APART, task.apart),
        (TOGETHER, task.together),
    ):
        for player, other in pairs:
            rows[player][other] = rows[other][player] = energy.code(kind)
    for card in task.past:
        for table in card:
            for seat, other in combinations(range(len(table)), 2):
                partners = task.partners_at(len(table)) and other == seat ^ 2
                step = energy.as_partners if partners else 1
                rows[table[seat]][table[other]] += step
                rows[table[other]][table[seat]] += step
    return rows


# Who of four at a table are partners: chosen anew at every table, without anybody meeting anybody else.

SWEEPS = 30
"""How often the tables at which partners meet again are gone through at most; mostly five times are enough."""

SIDEWAYS = 4
"""One in so many tables is given other partners although that is no better, so that others find a way."""

_KEEP, _OTHERS = ((0, 2), (1, 3)), ((((0, 1), (2, 3)), (1, 2)), (((0, 3), (1, 2)), (2, 3)))
"""The seats of partners now; and after an exchange of two seats, which stand beside them."""


def choose_partners(board: Board, seed: str, number: int) -> None:
    """Bring the energy of a board down by changing who are partners; all its tables are of four."""
    tables = range(0, board.seated, SEATS)
    for sweep in range(SWEEPS):
        again = [first for first in tables if _partner_repeats(board, first)]
        if not again:
            break
        drawn = seeded_numbers(seed, "pairs", number * SWEEPS + sweep, len(again))
        for first, chance in zip(again, drawn, strict=True):
            _change(board, first, chance)
    for first in tables:
        _change(board, first, None)


def _partner_repeats(board: Board, first: int) -> bool:
    stride, people, rows = board.weighed.stride, board.people, board.rows
    north, east, south, west = people[first : first + SEATS]
    return any(code // stride % stride > 1 for code in (rows[north][south], rows[east][west]))


def _change(board: Board, first: int, chance: int | None) -> None:
    # With `chance` one table in SIDEWAYS is given other partners although that is no better.
    costs, stride = board.weighed.table, board.weighed.stride
    rows, people = board.rows, board.people
    four = people[first : first + SEATS]
    now = [rows[four[place]][four[other]] for place, other in _KEEP]
    ended = sum(costs[code - stride] - costs[code] for code in now)
    changes = []
    for couples, seats in _OTHERS:
        begun = [rows[four[place]][four[other]] for place, other in couples]
        change = ended + sum(costs[code + stride] - costs[code] for code in begun)
        changes.append((change, couples, seats))
    if chance is not None and not chance % SIDEWAYS:
        best = changes[chance // SIDEWAYS % len(changes)]
    else:
        best = min(changes)
        if best[0] >= 0:
            return
    change, couples, (seat, other) = best
    for pairs, step in ((_KEEP, -stride), (couples, stride)):
        for left, right in pairs:
            rows[four[left]][four[right]] += step
            rows[four[right]][four[left]] += step
    people[first + seat], people[first + other] = people[first + other], people[first + seat]
    board.energy += change
