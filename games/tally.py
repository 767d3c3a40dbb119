"""From hands to a game: running totals, the end, the winners."""

from __future__ import annotations

from games.definition import Game
from scoring.derivation import Derivation
from scoring.entry import Entry


class Tally:
    """The totals of one game, hand after hand.

    Over is the game after the first hand that leaves somebody alone on top at or above the target, or
    that wins it outright. Level on top, it goes on.
    """

    def __init__(self, game: Game, rules: Entry) -> None:
        self.game, self.rules = game, rules
        self.target = game.target(rules)
        self.winning_seats = 2 if game.partnership else 1
        self.totals: tuple[int, ...] = (0,) * game.seats[0] if len(game.seats) == 1 else ()
        self.running: list[tuple[int, ...]] = []
        self.winners: tuple[int, ...] = ()

    @property
    def over_after(self) -> int | None:
        """The number of hands the game took; None while it is open."""
        return len(self.running) if self.winners else None

    def fits(self, derivation: Derivation) -> bool:
        """Whether a hand was played by as many seats as the hands before it."""
        return len(self.totals) in (0, derivation.seats)

    def add(self, derivation: Derivation) -> None:
        """Counts one more hand."""
        before = self.totals or (0,) * derivation.seats
        self.totals = tuple(map(sum, zip(before, derivation.scores, strict=True)))
        self.running.append(self.totals)
        self.winners = self._winners(derivation)

    def _winners(self, derivation: Derivation) -> tuple[int, ...]:
        if derivation.wins_game is not None:
            return (derivation.wins_game,)
        best = max(self.totals)
        if self.target is None or best < self.target:
            return ()
        seats = tuple(seat for seat, total in enumerate(self.totals, start=1) if total == best)
        return seats if len(seats) == self.winning_seats else ()
