"""Plans whole evenings for any number of players and rounds, and mends them when things go otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import exp
from typing import Any, NamedTuple, Self

from tournaments.movement.planner.anneal import (
    BLOCK,
    Cooling,
    RoomyCooling,
    RoomySearch,
    Search,
    Turns,
    is_roomy,
)
from tournaments.movement.planner.board import Board, Cost, Energy, Weights, choose_partners, cost, too_many
from tournaments.movement.planner.task import Card, Cards, Task, candidates, fill, seeded_numbers, spaced
from tournaments.movement.seating import SEATS


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
        return polished(self.task, spaced(self.task, self._board.cards_of(self._search.best_people)))

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
    ways = _COUPLES if task.partners_at(len(table)) else permutations(range(len(table)))
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


def _had(table: Sequence[int], counts: Counts) -> int:
    return sum(counts[player][seat] for seat, player in enumerate(table))


# The coming rounds mended after what really happened: people who left or came, wrong seats in a past round.
# First what was announced, who takes over whose line of it, and how many places differ from it.

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
        lines = _lines(task)
        cards = []
        places = []
        recipients = _who_knows(task) | {newcomer for newcomer, _ in lines}
        for card, present in zip(task.announced, task.present_by_round, strict=False):
            names = {
                leaver: newcomer
                for newcomer, leaver in lines
                if newcomer in present and leaver not in present
            }
            read = tuple(tuple(names.get(player, player) for player in table) for table in card)
            cards.append(read)
            seated = where(task, read)
            places.append({player: seated.get(player) for player in sorted(present & recipients)})
        return cls(tuple(cards), lines, tuple(places))

    def changed(self, task: Task, cards: Cards) -> int:
        count = 0
        for places, card in zip(self.places, cards, strict=False):
            now = where(task, card)
            count += sum(now.get(player) != place for player, place in places.items())
        return count


def where(task: Task, card: Card) -> dict[int, Place]:
    places: dict[int, Place] = {}
    for number, table in enumerate(card):
        partners = task.partners_at(len(table))
        for seat, player in enumerate(table):
            places[player] = (number, table[seat ^ 2] if partners else -1)
    return places


def _who_knows(task: Task) -> set[int]:
    # Everybody it names, or who has been at a table, or was there to sit out.
    named = {player for card in (*task.announced, *task.past) for table in card for player in table}
    return named.union(*task.past_present)


def _lines(task: Task) -> tuple[tuple[int, int], ...]:
    # Newcomers in their order, those who leave in the order of their numbers.
    announced = list(zip(task.announced, task.present_by_round, strict=False))
    everybody = frozenset(range(task.players))
    newcomers = [
        player for player in sorted(everybody - _who_knows(task)) if any(player in t for _, t in announced)
    ]
    gone = sorted({p for card, present in announced for table in card for p in table if p not in present})
    return tuple(zip(newcomers, gone, strict=False))


def seated_as_announced(task: Task, announcement: Announcement) -> tuple[frozenset[int], ...]:
    """Return whom to seat in each announced round so that few places change and sit-outs stay even.

    Seats that are left are filled by sitters, those who have sat out most first; where seats are fewer, people
    of the tables that are broken up sit out, those who have sat out least first.
    """
    counts = list(task.sat_out)
    seated_by_round = []
    for card, present, sizes in zip(announcement.cards, task.present_by_round, task.sizes, strict=False):
        keep, loose = _kept_and_loose(card, present, sizes)
        missing = sum(sizes) - len(keep)
        idle = sorted(present - keep - loose, key=lambda player: (-counts[player], player))
        staying = sorted(loose, key=lambda player: (-counts[player], player))
        seated = keep | set([*staying, *idle][:missing])
        for player in present - seated:
            counts[player] += 1
        seated_by_round.append(frozenset(seated))
    return tuple(seated_by_round)


def _kept_and_loose(card: Card, there: frozenset[int], sizes: Sequence[int]) -> tuple[set[int], set[int]]:
    seated = {player for table in card for player in table} & there
    keep = {
        player
        for table, size in zip(card, sizes, strict=False)
        for player in [player for player in table if player in there][:size]
    }
    return keep, seated - keep


STEP = 10_000
"""By how much one hard part outweighs the next; the last outweighs as many changed places."""

HARD = Weights(forbidden=STEP**4, partners=STEP**2, crowded=STEP, meetings=0, opponents=0, unmet=0)
SIT_OUT = STEP**3
SOFTENED = (2, 4, 6, 8, 60)
"""What a changed place and each hard fault weigh while the search may go through worse plans."""

WARM, COLD = 12.0, 0.4
MOVES = 20_000
"""How many moves a repair makes; ten thousand take about a tenth of a second."""


class Repair(NamedTuple):
    """What the coming rounds have become.

    Arguments:
        changed: how many places of the announced rounds, one for each player there and round, have another
            table or another partner than announced. Whoever takes over a leaver's line counts as the leaver.
    """

    cards: Cards
    changed: int


def repair(task: Task, *, seed: str, moves: int = MOVES) -> Repair:
    """Plan the coming rounds anew after what really happened.

    A newcomer takes over a leaver's line, sitters fill holes, and tables are broken up or opened
    only where the numbers ask for it; then only such changes are made as remove a fault (see `Cost`), and
    of those as few places as are found.

    Arguments:
        task: with the past as it really was, who is there, and what was announced.
    """
    announcement = Announcement.of(task)
    begun = _begun(task, announcement)
    cards = _Mending(task, announcement, begun).mended(seed, moves) if begun else ()
    cards += _rest(task, cards, seed, moves)
    return Repair(cards, announcement.changed(task, cards))


def _begun(task: Task, announcement: Announcement) -> Cards:
    seated = seated_as_announced(task, announcement)
    return tuple(
        fill(card, people, sizes, task.seats_kept)
        for card, people, sizes in zip(announcement.cards, seated, task.sizes, strict=False)
    )


def _rest(task: Task, mended: Cards, seed: str, moves: int) -> Cards:
    if len(mended) == task.coming:
        return ()
    past_present = task.past_present or (frozenset(range(task.players)),) * len(task.past)
    rest = replace(
        task,
        past=task.past + mended,
        past_present=past_present + task.present_by_round[: len(mended)],
        present=task.present_by_round[len(mended) :],
        announced=(),
    )
    return plan(rest, seed=seed, moves=moves)


class _Mending:
    """The search for the fewest changes; its energy is every hard part and the changed places, in that order."""

    def __init__(self, task: Task, announcement: Announcement, begun: Cards) -> None:
        self.task = replace(
            task,
            rounds=len(task.past) + len(begun),
            present=task.present_by_round[: len(begun)],
            announced=task.announced[: len(begun)],
        )
        self.board = Board(self.task, Energy(self.task, HARD), begun)
        self.told = [announcement.places[number] for number in self.board.round_of]
        self.table_of = [
            number for sizes in self.task.sizes for number, size in enumerate(sizes) for _ in range(size)
        ]
        self.partner_of = [
            next((mate for mate, step in mates if step > 1), None) for mates in self.board.mates
        ]
        self.rooms = [seats + out for seats, out in self.board.places]
        self.uneven = self._uneven()

    def mended(self, seed: str, moves: int) -> Cards:
        board = self.board
        self._descend()
        total = best = 0
        people = list(board.people)
        drawn = seeded_numbers(seed, "repair", 0, 3 * moves)
        for move in range(moves):
            first, second, worse = drawn[3 * move : 3 * move + 3]
            temperature = WARM * (COLD / WARM) ** (4 * move / moves % 1)
            place = first % len(board.people)
            room = self.rooms[board.round_of[place]]
            other = room[second % len(room)]
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
        better = True
        while better:
            better = False
            for room in self.rooms:
                for place, other in combinations(room, 2):
                    if self._exchange(place, other) < 0:
                        better = True
                    else:
                        self._exchange(place, other)

    def _exchange(self, one: int, other: int) -> int:
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
        people, partner_of = self.board.people, self.partner_of
        count = 0
        for place in {one, other, partner_of[one], partner_of[other]}:
            if place is None or people[place] not in self.told[place]:
                continue
            now: Place = None
            if self.board.mates[place]:
                mate = partner_of[place]
                now = (self.table_of[place], -1 if mate is None else people[mate])
            count += self.told[place][people[place]] != now
        return count

    def _uneven(self) -> int:
        return too_many([self.board.sat[player] for player in self.task.always_there])


def _softened(change: int) -> int:
    # Each hard part is a digit to the base STEP; weighed low, hard faults are not walls.
    total = 0
    for weight in SOFTENED:
        digit = (change + STEP // 2) % STEP - STEP // 2
        total += weight * digit
        change = (change - digit) // STEP
    return total
