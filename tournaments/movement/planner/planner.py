"""A planner that always has a plan and makes it better for as long as it is let."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from math import exp
from typing import Any, Self

from tournaments.movement.planner.anneal import BLOCK, FIRST_CYCLE, Cooling, Search, Worse
from tournaments.movement.planner.board import Board, Cost, Energy, Weights, choose_partners, cost
from tournaments.movement.planner.task import Cards, Task, candidates, seeded_numbers
from tournaments.movement.seating import SEATS

# The search where there is room for partners: for the tables alone, partners being chosen for the best of
# them.

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
        self._moves = self._of_tables
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

    def _of_tables(self, drawn: Sequence[int], worse: Worse) -> None:
        # Everything in this loop is local, as it is where the time goes.
        board = self.board
        people, rows = board.people, board.rows
        _, less, _, more = self._changes[True]
        rooms = self.rooms
        energy = board.energy
        best, best_people = self.best_loose, self.best_loose_people
        tried = self.free if self.tried is None else self.tried
        grows = self.tried is not None
        add = tried.extend
        quiet = self._quiet[True]
        draws = iter(drawn)
        for one_drawn, two_drawn in zip(draws, draws, strict=True):
            i = tried[one_drawn % len(tried)]
            a = people[i]
            row_a = rows[a]
            a_1, a_2, a_3 = people[i ^ 1], people[i ^ 2], people[i ^ 3]
            change = less[row_a[a_1]] + less[row_a[a_2]] + less[row_a[a_3]]
            if change >= quiet:
                continue
            room = rooms[i]
            j = room[(two_drawn >> 10) % len(room)]
            if i ^ j < 4:
                continue
            b = people[j]
            row_b = rows[b]
            b_1, b_2, b_3 = people[j ^ 1], people[j ^ 2], people[j ^ 3]
            change += (
                less[row_b[b_1]] + less[row_b[b_2]] + less[row_b[b_3]]
                + more[row_a[b_1]] + more[row_a[b_2]] + more[row_a[b_3]]
                + more[row_b[a_1]] + more[row_b[a_2]] + more[row_b[a_3]]
            )  # fmt: skip
            if change > 0 and change >= worse[two_drawn & 1023]:
                continue
            people[i], people[j] = b, a
            for mate in (a_1, a_2, a_3):
                row = rows[mate]
                row_a[mate] -= 1
                row[a] -= 1
                row_b[mate] += 1
                row[b] += 1
            for mate in (b_1, b_2, b_3):
                row = rows[mate]
                row_b[mate] -= 1
                row[b] -= 1
                row_a[mate] += 1
                row[a] += 1
            if grows:
                add((i, i ^ 1, i ^ 2, i ^ 3, j, j ^ 1, j ^ 2, j ^ 3))
            energy += change
            if energy < best:
                best = energy
                best_people[:] = people
        board.energy = energy
        self.best_loose = best


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

    def before(self, number: int, temperature: float) -> None:
        if not self.count or not self.search.free:
            return
        drawn = seeded_numbers(self.search.seed, "turns", number, 3 * self.count)
        for move in range(self.count):
            one, two, worse = drawn[3 * move : 3 * move + 3]
            of_sitters = self.sitting and move < FOR_SITTERS
            steps = self._sitter(one, two) if of_sitters else self._couple(one, two)
            self._try(steps, temperature, worse / 2**32)
        self.search.keep()

    def _try(self, steps: list[Exchange], temperature: float, drawn: float) -> None:
        change = sum([self.board.exchange(*step) for step in steps])
        if change > 0 and drawn >= exp(-change / temperature):
            for step in reversed(steps):
                self.board.exchange(*step)
        elif change < 0:
            self.search.keep()

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
        if board.sat[plays] == board.sat[back] - 1:
            return [(out, seat)]
        if board.sat[plays] != board.sat[back]:
            return []
        for other in self.sitting:
            if board.people[other] == plays:
                seats, _ = board.places[board.round_of[other]]
                theirs = [place for place in seats if board.people[place] == back]
                if theirs:
                    return [(out, seat), (other, theirs[0])]
        return []

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


# Which table has which number, and who has which seat: evened out without anybody meeting anybody else.

PASSES = 4
"""How often all rounds are gone through; mostly nothing changes after the second."""

_COUPLES = tuple(order for order in permutations(range(SEATS)) if {order[0], order[2]} in ({0, 2}, {1, 3}))
"""The ways to seat four so that the same two are partners."""

Counts = list[list[int]]


def polished(task: Task, cards: Cards) -> Cards:
    """Return the cards with tables and seats as even as exchanging them makes them, and the same meetings.

    Whoever must not move keeps table and seat.
    """
    plan = [[list(table) for table in card] for card in cards]
    most = max((len(card) for card in (*task.past, *cards)), default=0)
    longest = max((len(table) for card in (*task.past, *cards) for table in card), default=0)
    at_table: Counts = [[0] * most for _ in range(task.players)]
    in_seat: Counts = [[0] * longest for _ in range(task.players)]
    for card in (*task.past, *plan):
        for number, table in enumerate(card):
            for seat, player in enumerate(table):
                at_table[player][number] += 1
                in_seat[player][seat] += 1
    fixed_seats = task.seats_kept
    for _ in range(PASSES):
        renumbered = [_renumbered(card, at_table, fixed_seats) for card in plan]
        if not any(renumbered):
            break
    for _ in range(PASSES):
        reseated = [_reseated(task, table, in_seat, fixed_seats) for card in plan for table in card]
        if not any(reseated):
            break
    return tuple(tuple(tuple(table) for table in card) for card in plan)


def _renumbered(card: list[list[int]], counts: Counts, kept: dict[int, tuple[int, int]]) -> bool:
    changed = False
    for number, other in combinations(range(len(card)), 2):
        mine, theirs = card[number], card[other]
        if len(mine) != len(theirs) or any(player in kept for player in (*mine, *theirs)):
            continue
        # Going from a number had c times to one had d times changes the sum of c(c-1)/2 by d - c + 1.
        change = sum(counts[player][other] - counts[player][number] + 1 for player in mine)
        change += sum(counts[player][number] - counts[player][other] + 1 for player in theirs)
        if change < 0:
            for table, old, new in ((mine, number, other), (theirs, other, number)):
                for player in table:
                    counts[player][old] -= 1
                    counts[player][new] += 1
            card[number], card[other] = theirs, mine
            changed = True
    return changed


def _reseated(task: Task, table: list[int], counts: Counts, kept: dict[int, tuple[int, int]]) -> bool:
    for seat, player in enumerate(table):
        counts[player][seat] -= 1
    ways = _COUPLES if task.partners_at(len(table)) else _orders(len(table))
    best, least = list(table), _had(table, counts)
    for way in ways:
        seated = [table[place] for place in way]
        if any(player in kept and seated[seat] != player for seat, player in enumerate(table)):
            continue
        had = _had(seated, counts)
        if had < least:
            best, least = seated, had
    for seat, player in enumerate(best):
        counts[player][seat] += 1
    changed = best != table
    table[:] = best
    return changed


def _orders(size: int) -> Iterator[tuple[int, ...]]:
    return permutations(range(size))


def _had(table: Sequence[int], counts: Counts) -> int:
    return sum(counts[player][seat] for seat, player in enumerate(table))


class Planner:
    """Plans the coming rounds of a task all together, by annealing.

    The same task, seed, start and number of moves give the same cards, however the moves are sliced.

    Arguments:
        start: cards to begin with, for example a perfect schedule; it is fitted to the task. None begins with
            the announced cards or with plain shifts. Where a schedule in which nobody meets twice is nearer to
            what is wanted, the search begins with that.
    """

    def __init__(self, task: Task, seed: str, start: Cards | None = None) -> None:
        self.task = task
        self.seed = seed
        self.moves = 0
        energy = Energy(task)
        boards = [Board(task, energy, cards) for cards in candidates(task, start)]
        roomy = is_roomy(task)
        if roomy:
            for number, board in enumerate(boards):
                choose_partners(board, seed, number)
        board = min(boards, key=lambda board: board.energy)
        self._search = RoomySearch(board, seed) if roomy else Search(board, seed)
        self._board = self._search.board
        self._turns = Turns(self._search)
        places = len(self._search.free)
        self._cooling = RoomyCooling(places) if roomy else Cooling(places)

    @property
    def done(self) -> bool:
        return self._search.is_perfect()

    @property
    def cards(self) -> Cards:
        return polished(self.task, self._board.cards_of(self._search.best_people))

    @property
    def cost(self) -> Cost:
        return cost(self.task, self.cards)

    def advance(self, moves: int) -> None:
        """Make so many more moves; a million take about a second."""
        last = self.moves + moves
        while self.moves < last and not self.done:
            number, first = divmod(self.moves, BLOCK)
            upto = min(BLOCK, first + last - self.moves)
            stage = self._cooling.at(number)
            if first == 0:
                if stage.first and number:
                    self._search.begin(loose=stage.loose)
                self._turns.before(number, stage.temperature)
                self._search.before()
            self._search.block(number, first, upto, stage.temperature)
            self.moves += upto - first
            if upto == BLOCK:
                self._search.after(number)
        self.moves = last

    def as_data(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "moves": self.moves,
            "now": list(self._board.people),
            "best": list(self._search.best_people),
            "loose": self._search.loose,
            "best_loose": list(self._search.best_loose_people),
            "tried": self._search.tried and list(self._search.tried),
        }

    @classmethod
    def from_data(cls, task: Task, data: Mapping[str, Any]) -> Self:
        """Take up the work that `as_data` put down; it goes on as if it had never been interrupted."""
        planner = cls(task, str(data["seed"]))
        planner.moves = int(data["moves"])
        planner._search.resume(best=data["best"], best_loose=data["best_loose"])
        planner._search.take_up(data["now"], loose=bool(data["loose"]))
        planner._search.tried = data["tried"] and list(data["tried"])
        return planner


def plan(task: Task, *, seed: str, moves: int, start: Cards | None = None) -> Cards:
    """Return the coming rounds, planned with at most so many moves; a million take about a second."""
    planner = Planner(task, seed, start)
    planner.advance(moves)
    return planner.cards
