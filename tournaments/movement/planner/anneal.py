"""The search: people of one round change places, always where that is better and sometimes where it is worse.

Moves come in blocks. All a block needs is its number: how warm it is and every number drawn in it follow from
that and the seed, so that a search can be cut into slices anywhere, or go on in another process.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from tournaments.movement.planner.board import Board, Energy, Weights, choose_partners
from tournaments.movement.planner.task import Task, rest_pairs, seeded_numbers
from tournaments.movement.seating import SEATS

BLOCK = 1024
"""How many moves a block has."""

FIRST_CYCLE = 12
"""How often each place is tried in the first cycle of cooling; each cycle is twice as long as the one before."""

STRICT = (3.0, 1.2)
LOOSE = (4.0, 1.2)
"""The temperature at the beginning and at the end of a cycle, in units of energy."""

LOOSE_WEIGHTS = Weights(partners=3)
"""In a loose cycle a partnership may be repeated for a while: tight evenings cannot be got right otherwise."""

_TRIED = 1024
_WORSE = tuple(-log((number + 0.5) / _TRIED) for number in range(_TRIED))
"""By how many times the temperature a change may be worse, for each number drawn: taken with chance exp(-d/t)."""

Worse = list[float]


@dataclass(frozen=True)
class CoolingStage:
    """Where in its cycle a block stands.

    Arguments:
        loose: whether partnerships may be repeated for a while.
        first: whether a cycle begins with it.
    """

    temperature: float
    loose: bool
    first: bool


class Cooling:
    """How warm each block is: cycles from warm to cold, by turns strict and loose.

    Nobody says beforehand for how long a search may go on: short cycles first, so that there is soon a good
    plan, then longer and longer ones, which find better plans.
    """

    def __init__(self, places: int) -> None:
        self.length = max(2, FIRST_CYCLE * places // BLOCK)

    def at(self, block: int) -> CoolingStage:
        length, loose, begun = self.length, False, 0
        while block >= length:
            block -= length
            begun += length
            loose = not loose
            length *= 2 if loose else 1
        warm, cold = self.between(begun, loose=loose)
        return CoolingStage(
            temperature=warm * (cold / warm) ** (block / max(1, length - 1)),
            loose=loose,
            first=block == 0,
        )

    def between(self, begun: int, *, loose: bool) -> tuple[float, float]:
        return LOOSE if loose else STRICT


class Search:
    """The places that moves may choose, the loops that make the moves, and the best plans they have found.

    A loose cycle begins with the best plan, and the strict one after it with the best of the loose one.

    Arguments:
        board: what is changed; its pairs cost what `Energy(task)` says.
        loose: what the parts of the cost weigh in a loose cycle.

    Attributes:
        tried: the places that moves begin with; None for all.
    """

    def __init__(self, board: Board, seed: str, loose: Weights = LOOSE_WEIGHTS) -> None:
        self.board = board
        self.seed = seed
        self.free = [place for place in range(board.seated) if not board.stays[place]]
        rooms = [[place for place in seats if not board.stays[place]] for seats, _ in board.places]
        self.rooms = [rooms[board.round_of[place]] for place in range(board.seated)]
        self.tried: list[int] | None = None
        self.loose = False
        self.best = self.best_loose = board.energy
        self.best_people = list(board.people)
        self.best_loose_people = list(board.people)
        task = board.task
        self._step = board.weighed.as_partners if task.tables.partnership else 1
        self._weighed = (board.weighed, Energy(task, loose))
        # Lists of the changes a meeting makes, by the code before it: -/+ partnership, -/+ meeting.
        steps = (-self._step, -1, self._step, 1)
        self._changes = [[weighed.differences(step) for step in steps] for weighed in self._weighed]
        # Whoever has met nobody at their table before has no reason to leave it: by how much that would be worse.
        self._quiet = [(SEATS - 1) * weighed.weights.unmet for weighed in self._weighed]
        of_four = all(size == SEATS for row in task.sizes for size in row)
        self._moves: Callable[[Sequence[int], Worse], None] = self._of_four if of_four else self._of_any

    def begin(self, *, loose: bool) -> None:
        people = self.best_people if loose else self.best_loose_people
        self.take_up(people, loose=loose)
        if loose:
            self.best_loose, self.best_loose_people = self.board.energy, list(people)

    def take_up(self, people: Sequence[int], *, loose: bool) -> None:
        self.loose = loose
        self.board.weigh(self._weighed[loose])
        self.board.put(list(people))
        self.keep()

    def resume(self, *, best: Sequence[int], best_loose: Sequence[int]) -> None:
        self.best = self.best_loose = sys.maxsize
        self.take_up(best_loose, loose=True)
        self.take_up(best, loose=False)

    def is_perfect(self) -> bool:
        """Whether no plan can be better than the best; one found in a loose cycle is taken over."""
        strict, loose = (weighed.least for weighed in self._weighed)
        if self.loose and loose is not None and self.best_loose <= loose:
            self.take_up(self.best_loose_people, loose=False)
        perfect = strict is not None and self.best <= strict
        if perfect and self.board.people != self.best_people:
            self.take_up(self.best_people, loose=False)
        return perfect

    def block(self, number: int, first: int, last: int, temperature: float) -> None:
        """Make the moves from `first` up to `last` of a block at this temperature."""
        if not self.free:
            return
        drawn = seeded_numbers(self.seed, "moves", number, 2 * BLOCK)[2 * first : 2 * last]
        self._moves(drawn, [temperature * worse for worse in _WORSE])

    def before(self) -> None:
        """Do what there is to do before the moves of a block."""

    def after(self, number: int) -> None:
        """Do what there is to do after the moves of a block."""

    def keep(self) -> None:
        board = self.board
        if self.loose and board.energy < self.best_loose:
            self.best_loose, self.best_loose_people = board.energy, list(board.people)
        elif not self.loose and board.energy < self.best:
            self.best, self.best_people = board.energy, list(board.people)

    def _of_four(self, drawn: Sequence[int], worse: Worse) -> None:
        # This loop is where the time goes: it is written out, and everything in it is local.
        board, step = self.board, self._step
        people, rows = board.people, board.rows
        less_p, less, more_p, more = self._changes[self.loose]
        tried, rooms = self.free if self.tried is None else self.tried, self.rooms
        grows = self.tried is not None
        energy = board.energy
        best = self.best_loose if self.loose else self.best
        best_people = self.best_loose_people if self.loose else self.best_people
        quiet = self._quiet[self.loose]
        draws = iter(drawn)
        for one_drawn, two_drawn in zip(draws, draws, strict=True):
            i = tried[one_drawn % len(tried)]
            a = people[i]
            row_a = rows[a]
            a_p, a_1, a_2 = people[i ^ 2], people[i ^ 1], people[i ^ 3]
            change = less_p[row_a[a_p]] + less[row_a[a_1]] + less[row_a[a_2]]
            if change >= quiet:
                continue
            room = rooms[i]
            j = room[(two_drawn >> 10) % len(room)]
            b = people[j]
            row_b = rows[b]
            if i ^ j > 3:
                b_p, b_1, b_2 = people[j ^ 2], people[j ^ 1], people[j ^ 3]
                change += (
                    less_p[row_b[b_p]] + less[row_b[b_1]] + less[row_b[b_2]]
                    + more_p[row_a[b_p]] + more[row_a[b_1]] + more[row_a[b_2]]
                    + more_p[row_b[a_p]] + more[row_b[a_1]] + more[row_b[a_2]]
                )  # fmt: skip
                if change > 0 and change >= worse[two_drawn & 1023]:
                    continue
                people[i], people[j] = b, a
                row_ap, row_a1, row_a2 = rows[a_p], rows[a_1], rows[a_2]
                row_bp, row_b1, row_b2 = rows[b_p], rows[b_1], rows[b_2]
                row_a[a_p] -= step
                row_a[a_1] -= 1
                row_a[a_2] -= 1
                row_ap[a] -= step
                row_a1[a] -= 1
                row_a2[a] -= 1
                row_b[b_p] -= step
                row_b[b_1] -= 1
                row_b[b_2] -= 1
                row_bp[b] -= step
                row_b1[b] -= 1
                row_b2[b] -= 1
                row_a[b_p] += step
                row_a[b_1] += 1
                row_a[b_2] += 1
                row_bp[a] += step
                row_b1[a] += 1
                row_b2[a] += 1
                row_b[a_p] += step
                row_b[a_1] += 1
                row_b[a_2] += 1
                row_ap[b] += step
                row_a1[b] += 1
                row_a2[b] += 1
                if grows:
                    tried += (i, i ^ 1, i ^ 2, i ^ 3, j, j ^ 1, j ^ 2, j ^ 3)
                energy += change
            elif step > 1 and i ^ j & 1:
                board.energy = energy
                change = board.exchange(i, j)
                if change > 0 and change >= worse[two_drawn & 1023]:
                    board.exchange(i, j)
                    continue
                energy += change
            if energy < best:
                best = energy
                best_people[:] = people
        board.energy = energy
        if self.loose:
            self.best_loose = best
        else:
            self.best = best

    def _of_any(self, drawn: Sequence[int], worse: Worse) -> None:
        free, rooms, exchange = self.free, self.rooms, self.board.exchange
        count = len(free)
        draws = iter(drawn)
        for one_drawn, two_drawn in zip(draws, draws, strict=True):
            i = free[one_drawn % count]
            room = rooms[i]
            j = room[(two_drawn >> 10) % len(room)]
            if i == j:
                continue
            change = exchange(i, j)
            if change > 0 and change >= worse[two_drawn & 1023]:
                exchange(i, j)
            elif change < 0:
                self.keep()


# The search where there is room for partners: for the tables alone, partners being chosen for the best of them.

WEIGHTS = Weights(meetings=2, unmet=10)
"""What is wanted most is that as many as can be meet: that is the fewest repeats."""

PARTNERED = 0.5
"""An evening is roomy where less than so many of all pairs are partners."""

PAIRED_EVERY = 2
"""After how many blocks partners are chosen for the best tables, if those are new."""

FEW = 0.5
"""Moves begin with those alone who have met somebody of their table before, where they are fewer than so many."""

FIRST = 1.8
"""The temperature at first; it finds a good plan quickly."""

SOON = 45
"""After so many first cycles they are warmer at their beginning, which finds better plans, but slowly."""

WARMEST, WARM, COLD = 6.0, 2.4, 1.6
SIZE = 560
"""Small evenings, where good plans are far from each other, are warmer: by this over the number of places."""


class RoomyCooling(Cooling):
    """How warm each block is.

    At first as cold as finds a good plan quickly, later as warm as finds a better one.
    """

    def __init__(self, places: int) -> None:
        super().__init__(places)
        self.soon = SOON * (FIRST_CYCLE * places // BLOCK)
        self.later = (min(WARMEST, max(WARM, SIZE / max(1, places))), COLD)

    def between(self, begun: int, *, loose: bool) -> tuple[float, float]:
        return (FIRST, FIRST) if begun < self.soon else self.later


class RoomySearch(Search):
    """A search that leaves partners out of account, as they hardly bind who meets."""

    def __init__(self, board: Board, seed: str) -> None:
        task = replace(board.task, tables=replace(board.task.tables, partnership=False))
        alone = Energy(task, WEIGHTS)
        super().__init__(Board(task, alone, board.cards()), seed, WEIGHTS)
        self.pairs = board
        self.best = board.energy
        self.mark = sys.maxsize
        self.begin(loose=True)

    def begin(self, *, loose: bool) -> None:
        super().begin(loose=True)
        self.mark = self.best_loose

    def resume(self, *, best: Sequence[int], best_loose: Sequence[int]) -> None:
        self.pairs.put(list(best))
        self.best, self.best_people = self.pairs.energy, list(best)
        self.begin(loose=True)
        self.best_loose = sys.maxsize
        self.take_up(best_loose, loose=True)

    def is_perfect(self) -> bool:
        least = self.pairs.weighed.least
        return least is not None and self.best <= least

    def after(self, number: int) -> None:
        perfect = self.best_loose == self._weighed[True].least
        if self.best_loose >= self.mark or (number % PAIRED_EVERY != PAIRED_EVERY - 1 and not perfect):
            return
        self.pairs.put(list(self.best_loose_people))
        choose_partners(self.pairs, self.seed, number)
        if self.pairs.energy < self.best:
            self.best, self.best_people = self.pairs.energy, list(self.pairs.people)
            self.mark = self.best_loose

    def before(self) -> None:
        people, rows = self.board.people, self.board.rows
        less = self._changes[True][1]
        quiet = self._quiet[True]
        places = []
        for i in self.free:
            row = rows[people[i]]
            if less[row[people[i ^ 1]]] + less[row[people[i ^ 2]]] + less[row[people[i ^ 3]]] < quiet:
                places.append(i)
        self.tried = places if 0 < len(places) < FEW * len(self.free) else None


def is_roomy(task: Task) -> bool:
    """Whether partners hardly bind who meets: all tables of four, few partnerships, and no wishes about them."""
    sizes = [size for row in task.sizes for size in row]
    if not task.tables.partnership or task.together or task.never_partners or task.unmoved:
        return False
    if any(size != SEATS for size in sizes):
        return False
    partnerships = 2 * (len(sizes) + sum(len(table) == SEATS for card in task.past for table in card))
    return partnerships < PARTNERED * task.players * (task.players - 1) / 2


# The moves that take more than one exchange: who sits out when, and two who stay together moving as one.

FOR_SITTERS = 48
"""How many such moves stand before each block, where people sit out."""

FOR_COUPLES = 256
"""How many where people are to stay together."""

BESIDE = 5
"""What it weighs that two sit out together once more."""

Exchange = tuple[int, int]


class Turns:
    """The moves before each block; none where nobody sits out and nobody is to stay together."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.board = search.board
        task = self.board.task
        self.mate = {player: other for pair in task.together for player, other in (pair, pair[::-1])}
        self.sitting = [place for _, out in self.board.places for place in out]
        self.count = FOR_SITTERS * bool(self.sitting) + FOR_COUPLES * bool(self.mate)
        self.rest_pairs: Counter[frozenset[int]] = Counter()

    def before(self, number: int, temperature: float) -> None:
        if not self.count or not self.search.free:
            return
        drawn = seeded_numbers(self.search.seed, "turns", number, 3 * self.count)
        self._count_rest_pairs()
        for move in range(self.count):
            first, second, worse = drawn[3 * move : 3 * move + 3]
            of_sitters = self.sitting and move < FOR_SITTERS
            steps = self._sitter(first, second) if of_sitters else self._couple(first, second)
            self._try(steps, temperature, worse / 2**32)
        self.search.keep()

    def _count_rest_pairs(self) -> None:
        people, task = self.board.people, self.board.task
        if task.rests == "mixed":
            coming = ([people[place] for place in out] for _, out in self.board.places)
            self.rest_pairs = rest_pairs([*task.past_out, *coming])

    def _try(self, steps: list[Exchange], temperature: float, drawn: float) -> None:
        change = sum([self._exchange(*step) for step in steps])
        if change > 0 and drawn >= exp(-change / temperature):
            for step in reversed(steps):
                self._exchange(*step)
        elif change < 0:
            self.search.keep()

    def _exchange(self, place: int, other: int) -> int:
        board, again = self.board, 0
        if board.task.rests == "mixed" and not board.mates[place]:
            goes, comes = board.people[place], board.people[other]
            for mate in (board.people[out] for out in board.places[board.round_of[place]][1] if out != place):
                had, has = frozenset((goes, mate)), frozenset((comes, mate))
                again += (self.rest_pairs[has] > 0) - (self.rest_pairs[had] > 1)
                self.rest_pairs[had] -= 1
                self.rest_pairs[has] += 1
        return board.exchange(place, other) + BESIDE * again

    def _sitter(self, one: int, two: int) -> list[Exchange]:
        # Where one exchange would make sit-outs uneven, the two exchange back in another round.
        board = self.board
        out = self.sitting[one % len(self.sitting)]
        seats, _ = board.places[board.round_of[out]]
        seat = seats[two % len(seats)]
        back, plays = board.people[out], board.people[seat]
        if back in self.mate or plays in self.mate:
            return []  # They sit out together, as was chosen for them.
        if board.stays[seat] or board.stays[out] or back in board.task.seats_kept:
            return []
        if board.task.rests_apart and self._rests_beside(plays, board.round_of[out]):
            return []
        if board.sat[plays] == board.sat[back] - 1:
            return [(out, seat)]
        if board.sat[plays] != board.sat[back]:
            return []
        for other in self.sitting:
            if board.people[other] == plays:
                seats, _ = board.places[board.round_of[other]]
                theirs = [place for place in seats if board.people[place] == back]
                if board.task.rests_apart and self._rests_beside(
                    back, board.round_of[other], board.round_of[out]
                ):
                    continue
                if theirs:
                    return [(out, seat), (other, theirs[0])]
        return []

    def _rests_beside(self, player: int, number: int, but: int = -1) -> bool:
        # `but`: the round in which they sit out no more.
        board = self.board
        if not number and player in board.task.just_rested:
            return True
        near = (near for near in (number - 1, number + 1) if near != but and 0 <= near < len(board.places))
        return any(board.people[place] == player for round_ in near for place in board.places[round_][1])

    def _couple(self, one: int, two: int) -> list[Exchange]:
        # The two come together where they are apart; else together they change places with two others.
        board, free = self.board, self.search.free
        place = free[one % len(free)]
        mate = self.mate.get(board.people[place], -1)
        room = self.search.rooms[place]
        seats, _ = board.places[board.round_of[place]]
        theirs = [seat for seat in seats if board.people[seat] == mate]
        if not theirs:
            return []
        places = self._neighbours(place)
        if board.stays[theirs[0]]:
            places = self._neighbours(theirs[0])
            return [(place, places[two % len(places)])] if places and place not in places else []
        if theirs[0] not in places:
            return [(theirs[0], places[two % len(places)])] if places else []
        other = room[two % len(room)]
        fit = self._neighbours(other)
        if other in (place, theirs[0]) or place in fit or theirs[0] in fit or not fit:
            return []
        return [(place, other), (theirs[0], fit[(two >> 16) % len(fit)])]

    def _neighbours(self, place: int) -> list[int]:
        # The partner's place where there are partners, else all others of the table; none that is kept.
        board = self.board
        most = max((step for _, step in board.mates[place]), default=0)
        return [mate for mate, step in board.mates[place] if step == most and not board.stays[mate]]
