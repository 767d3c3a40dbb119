"""A person's games as they had them, and what these come to: with whom, against whom, where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

Counting = Literal["games", "points"]
Outcome = Literal["won", "lost", ""]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game at one table in one round, as one of those who played it had it.

    Arguments:
        id: of this game at this table.
        game: what was played, by slug.
        counting: whether couples play for the game, or everybody counts their own points.
        own: the points of their couple, or their own.
        partner: by id; "" where everybody plays for themselves.
        against: each opponent, by id, with the points that opponent's side made.
        outcome: "" where nobody wins a game, or nobody has yet.
    """

    id: str
    evening: str
    round: int
    table: int
    seat: int
    game: str
    counting: Counting
    own: int
    partner: str
    against: tuple[tuple[str, int], ...]
    outcome: Outcome = ""

    @property
    def account(self) -> tuple[str, Counting]:
        """What it can be added up with: points of one game mean nothing in another."""
        return self.game, self.counting

    @property
    def theirs(self) -> int:
        """The points of the best of the other sides; 0 where there is none."""
        return max((points for _, points in self.against), default=0)


@dataclass(frozen=True, slots=True)
class GamesTally:
    """Games added up: how many, how many of them won, the points made in them and those of the other side."""

    games: int = 0
    won: int = 0
    points: int = 0
    theirs: int = 0

    def plus(self, game: PlayedGame, theirs: int) -> GamesTally:
        won = self.won + (game.outcome == "won")
        return GamesTally(self.games + 1, won, self.points + game.own, self.theirs + theirs)


K = TypeVar("K", bound=Hashable)


def total(games: Iterable[PlayedGame]) -> GamesTally:
    return _added(("", game, game.theirs) for game in games).get("", GamesTally())


def by_partner(games: Iterable[PlayedGame]) -> dict[str, GamesTally]:
    return _most_first(_added((game.partner, game, game.theirs) for game in games if game.partner))


def by_opponent(games: Iterable[PlayedGame]) -> dict[str, GamesTally]:
    """The games against each opponent, whom they have met most first; `theirs` are that opponent's points."""
    return _most_first(_added(_meetings(games)))


def _meetings(games: Iterable[PlayedGame]) -> Iterator[tuple[str, PlayedGame, int]]:
    for game in games:
        for opponent, points in game.against:
            yield opponent, game, points


def by_table(games: Iterable[PlayedGame]) -> dict[int, GamesTally]:
    return _in_order(games, lambda game: game.table)


def by_seat(games: Iterable[PlayedGame]) -> dict[int, GamesTally]:
    return _in_order(games, lambda game: game.seat)


def by_account(games: Iterable[PlayedGame]) -> dict[tuple[str, Counting], tuple[PlayedGame, ...]]:
    games_by_account: dict[tuple[str, Counting], list[PlayedGame]] = defaultdict(list)
    for game in games:
        games_by_account[game.account].append(game)
    ordered = sorted(games_by_account.items(), key=lambda item: (-len(item[1]), item[0]))
    return {account: tuple(own) for account, own in ordered}


def _in_order(games: Iterable[PlayedGame], where: Callable[[PlayedGame], int]) -> dict[int, GamesTally]:
    return dict(sorted(_added((where(game), game, game.theirs) for game in games).items()))


def _added(told: Iterable[tuple[K, PlayedGame, int]]) -> dict[K, GamesTally]:
    tallies: dict[K, GamesTally] = {}
    for key, game, theirs in told:
        tallies[key] = tallies.get(key, GamesTally()).plus(game, theirs)
    return tallies


def _most_first(found: dict[str, GamesTally]) -> dict[str, GamesTally]:
    return dict(sorted(found.items(), key=lambda item: (-item[1].games, -item[1].won, item[0])))


@dataclass(frozen=True, slots=True)
class Streak:
    """How often in a row at most, and how often up to now."""

    longest: int = 0
    current: int = 0


def streak(happened: Sequence[bool]) -> Streak:
    longest = current = 0
    for each in happened:
        current = current + 1 if each else 0
        longest = max(longest, current)
    return Streak(longest, current)


def won_in_a_row(games: Iterable[PlayedGame]) -> Streak:
    """Games won in a row, in the order in which they were played; those that nobody could win are passed over."""
    return streak([game.outcome == "won" for game in games if game.outcome])


def came_in_a_row(evenings: Iterable[Hashable], own: Iterable[Hashable]) -> Streak:
    """Evenings in a row at which somebody was; `evenings` are all of the club's, in order."""
    own_evenings = set(own)
    return streak([evening in own_evenings for evening in evenings])
