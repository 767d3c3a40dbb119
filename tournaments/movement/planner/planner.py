"""A planner that always has a plan and makes it better for as long as it is let."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from tournaments.movement.planner.anneal import BLOCK, Cooling, Search
from tournaments.movement.planner.board import Board
from tournaments.movement.planner.cost import Cost, cost
from tournaments.movement.planner.energy import Energy
from tournaments.movement.planner.loose_search import RoomyCooling, RoomySearch, is_roomy
from tournaments.movement.planner.pairing import choose_partners
from tournaments.movement.planner.polish import polished
from tournaments.movement.planner.starts import candidates
from tournaments.movement.planner.task import Cards, Task
from tournaments.movement.planner.turns import Turns


class Planner:
    """Plans the coming rounds of a task all together, by annealing.

    The same task, seed, start and number of moves give the same cards, however the moves are sliced.

    Arguments:
        task: what is planned.
        seed: what all chance in it depends on.
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
        """Whether no plan can have better meetings, so that more moves change nothing."""
        return self._search.is_perfect()

    @property
    def cards(self) -> Cards:
        """The best coming rounds so far."""
        return polished(self.task, self._board.cards_of(self._search.best_people))

    @property
    def cost(self) -> Cost:
        """What is wrong with them, the past included."""
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
        """All that is needed to go on elsewhere, as plain data that JSON keeps."""
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
        """Take up the work that `as_data` put down; it goes on as if it had never been interrupted.

        Arguments:
            task: the same task.
            data: what `as_data` returned.
        """
        planner = cls(task, str(data["seed"]))
        planner.moves = int(data["moves"])
        planner._search.resume(best=data["best"], best_loose=data["best_loose"])
        planner._search.take_up(data["now"], loose=bool(data["loose"]))
        planner._search.tried = data["tried"] and list(data["tried"])
        return planner


def plan(task: Task, *, seed: str, moves: int, start: Cards | None = None) -> Cards:
    """Return the coming rounds of a task, planned with so many moves.

    Arguments:
        task: what is planned.
        seed: what all chance in it depends on.
        moves: how many moves at most; a million take about a second.
        start: cards to begin with; see `Planner`.
    """
    planner = Planner(task, seed, start)
    planner.advance(moves)
    return planner.cards
