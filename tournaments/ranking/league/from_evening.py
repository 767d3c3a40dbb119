"""A fixture's result out of an evening at which both sides played.

By "meetings": each game in which people of one side sat against people of the other, whoever else was at the table.
By "totals": all that the people of each side won that evening, whomever they played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from tournaments.ranking.league.rules import ResultFrom
from tournaments.ranking.league.values import Outcome, Winner

_WON, _HALF = 2, 1


@dataclass(frozen=True, slots=True)
class Game:
    """One game at a table.

    Arguments:
        sides: who played for each side, by id: two couples, or everybody alone.
        points: what each side made.
        winner: which side won it, from 0; None where games are not won, and the points decide.
        handicaps: what each side is given on top; empty for none.

    Raises:
        ValueError: somebody plays for two sides, or there is not one number for each side.
    """

    sides: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    winner: int | None
    handicaps: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        people = [person for side in self.sides for person in side]
        if len(set(people)) != len(people):
            raise ValueError("everybody plays for one side, once")
        if len(self.points) != len(self.sides) or len(self.handicaps) not in (0, len(self.sides)):
            raise ValueError("every side has its points")
        if self.winner is not None and not 0 <= self.winner < len(self.sides):
            raise ValueError("a game is won by one of its sides")

    def net(self, side: int) -> int:
        """The points of a side with the handicap."""
        return self.points[side] + (self.handicaps[side] if self.handicaps else 0)

    def halves_against(self, side: int, other: int) -> int:
        """What a side has of a game against another one, in halves: 2, 1 or 0."""
        if self.winner in (side, other):
            return _WON * (self.winner == side)
        own, theirs = self.net(side), self.net(other)
        return _HALF if own == theirs else _WON * (own > theirs)

    def halves(self, side: int) -> int:
        """What a side has of a game, in halves: 2, 1 or 0."""
        if self.winner is not None:
            return _WON * (self.winner == side)
        best = [number for number in range(len(self.sides)) if self.net(number) == self._most]
        return (_WON if best == [side] else _HALF) if side in best else 0

    @property
    def _most(self) -> int:
        return max(map(self.net, range(len(self.sides))))


Made = tuple[int, int]
"""Games won, in halves, and points."""


def outcome(
    home: Collection[str],
    away: Collection[str],
    games: Iterable[Game],
    *,
    result_from: ResultFrom,
    draws: bool = True,
) -> Outcome | None:
    """Work out how a fixture ended.

    Whoever has won more games wins. With as many each it is a draw where there are draws; else the points decide.

    Arguments:
        home: the people of the one side, by id.
        away: those of the other.
        games: of the evening, all that count.
        result_from: "meetings" or "totals".
        draws: whether a fixture may end in a draw.

    Returns:
        How it ended; None where they have not met, where nobody of a side has played, or where there are no draws
        and nothing parts them, which is settled by hand.

    Raises:
        ValueError: somebody belongs to both sides.
    """
    if set(home) & set(away):
        raise ValueError("nobody plays for both sides of a fixture")
    made = (_meetings if result_from == "meetings" else _totals)(set(home), set(away), games)
    if made is None:
        return None
    (own, points), (theirs, against) = made
    winner = _winner(own, theirs)
    if winner == "draw" and not draws:
        winner = _winner(points, against)
        if winner == "draw":
            return None
    return Outcome(winner, (own, theirs), (points, against))


def _winner(home: int, away: int) -> Winner:
    if home == away:
        return "draw"
    return "home" if home > away else "away"


def _meetings(home: set[str], away: set[str], games: Iterable[Game]) -> tuple[Made, Made] | None:
    found = [
        (game, own, other)
        for game in games
        for own in _sides_of(game, home, away)
        for other in _sides_of(game, away, home)
    ]
    if not found:
        return None
    return (
        _added((game.halves_against(own, other), game.net(own)) for game, own, other in found),
        _added((game.halves_against(other, own), game.net(other)) for game, own, other in found),
    )


def _sides_of(game: Game, people: set[str], others: set[str]) -> Iterator[int]:
    """The sides of a game on which some of these people sit, and none of the others."""
    for number, side in enumerate(game.sides):
        if not people.isdisjoint(side) and others.isdisjoint(side):
            yield number


def _totals(home: set[str], away: set[str], games: Iterable[Game]) -> tuple[Made, Made] | None:
    games = tuple(games)
    own, theirs = list(_made(home, games)), list(_made(away, games))
    return (_added(own), _added(theirs)) if own and theirs else None


def _made(people: set[str], games: Iterable[Game]) -> Iterator[Made]:
    """What each of these people has made in each game they were in."""
    for game in games:
        for number, side in enumerate(game.sides):
            for person in side:
                if person in people:
                    yield game.halves(number), game.net(number)


def _added(parts: Iterable[Made]) -> Made:
    halves, points = 0, 0
    for more, scored in parts:
        halves += more
        points += scored
    return halves, points
