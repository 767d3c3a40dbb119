"""The moves that take more than one exchange: who sits out when, and two who stay together moving as one."""

from __future__ import annotations

from math import exp

from tournaments.movement.planner.anneal import Search
from tournaments.movement.planner.chance import numbers

FOR_SITTERS = 48
"""How many such moves stand before each block, where people sit out."""

FOR_COUPLES = 256
"""How many where people are to stay together."""

Exchange = tuple[int, int]


class Turns:
    """The moves before each block; none where nobody sits out and nobody is to stay together.

    Arguments:
        search: whose board they change.
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self.board = search.board
        task = self.board.task
        self.mate = {one: other for pair in task.together for one, other in (pair, pair[::-1])}
        self.sitting = [place for _, out in self.board.places for place in out]
        self.count = FOR_SITTERS * bool(self.sitting) + FOR_COUPLES * bool(self.mate)

    def before(self, number: int, temperature: float) -> None:
        """Make the moves that stand before a block."""
        if not self.count or not self.search.free:
            return
        drawn = numbers(self.search.seed, "turns", number, 3 * self.count)
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
        """Somebody sits out for somebody else, and where that is uneven the other way round in another round."""
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
        """Two who are to stay together come together; or together they change places with two others."""
        board, free = self.board, self.search.free
        place = free[one % len(free)]
        mate = self.mate.get(board.people[place], -1)
        room = self.search.rooms[place]
        seats, _ = board.places[board.round_of[place]]
        theirs = [here for here in seats if board.people[here] == mate]
        if not theirs:
            return []
        beside = self._beside(place)
        if board.stays[theirs[0]]:
            beside = self._beside(theirs[0])
            return [(place, beside[two % len(beside)])] if beside and place not in beside else []
        if theirs[0] not in beside:
            return [(theirs[0], beside[two % len(beside)])] if beside else []
        other = room[two % len(room)]
        fit = self._beside(other)
        if other in (place, theirs[0]) or place in fit or theirs[0] in fit or not fit:
            return []
        return [(place, other), (theirs[0], fit[(two >> 16) % len(fit)])]

    def _beside(self, place: int) -> list[int]:
        """The places where the partner of a place sits, or anybody at its table; none that is kept."""
        board = self.board
        most = max((step for _, step in board.mates[place]), default=0)
        return [here for here, step in board.mates[place] if step == most and not board.stays[here]]
