"""A rating: how good somebody is held to be, and how sure of that one is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from math import floor
from typing import Final, Self

from scoring.derivation import Sentence, gettext_noop, points_phrase
from scoring.described import Described, option
from scoring.entry import Measured

MU: Final = 25.0
SIGMA: Final = 25.0 / 3
"""What is held of somebody never seen: the usual start of the model."""
SHOWN_START: Final = 1500
SCALE: Final = 20
"""Shown, somebody never seen has 1500, and one step of the model is 20."""
DECIMALS: Final = 6
"""To so many places a rating is kept after every game, so that two machines agree on it."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating as it is kept.

    Arguments:
        mu: the best guess, on the scale of the model.
        sigma: the standard deviation of that guess.
    """

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @classmethod
    def of_shown(cls, shown: int, games: int) -> Self:
        """A rating of which only the figure people read and the number of games are known."""
        return cls(mu=MU + (shown - SHOWN_START) / SCALE, games=games)

    @property
    def figure(self) -> int:
        return _nearest(SHOWN_START + SCALE * (self.mu - MU))

    @property
    def give_or_take(self) -> int:
        """How far off that may be, nineteen times in twenty: two deviations."""
        return _nearest(SCALE * 2 * self.sigma)

    @property
    def sure(self) -> int:
        """The rating at least, three deviations down: lists go by it, so that nobody leads by luck."""
        return _nearest(SHOWN_START + SCALE * (self.mu - MU - 3 * self.sigma))


def _nearest(value: float) -> int:
    return floor(value + 0.5)


# Handicaps: whole points a game from the difference of ratings, by a rule that anybody can follow with a
# pencil.
# They are worked out from the ratings as shown, before the game, and stand beside the raw score: that
# stays what it is, and only where somebody asks for it is the net score looked at.


class HandicapRule(Measured):
    """How a difference of ratings, as shown, becomes points.

    If anybody at a table has played fewer rated games than `least_games`, nobody there gets a handicap.
    """

    per: int = option(
        50,
        gettext_noop("Rating for one point of handicap"),
        gettext_noop(
            "For each full step of this many rating points behind the best side, a side gets one point a game."
        ),
        ge=1,
        le=1000,
    )
    most: int = option(10, gettext_noop("Most points of handicap a game"), ge=1, le=1000)
    least_games: int = option(
        10,
        gettext_noop("Games before there is a handicap"),
        gettext_noop("After fewer rated games a player is not known well enough."),
        ge=0,
        le=1000,
    )


WEAKER = Described(gettext_noop("Weaker sides get a handicap"))
"""What a season asks before it asks for a rule of handicaps."""
_NO_HANDICAPS = gettext_noop("There are no handicaps.")
_PER = gettext_noop(
    "For every full %(per)s by which the best rated side at the table is rated above a side, that side gets"
    " %(points)s a game; a couple is rated as the average of the two, rounded down."
)
_MOST = gettext_noop("Nobody gets more than %(points)s a game.")
_LEAST = gettext_noop(
    "If anybody at the table has played fewer than %(games)s rated games, nobody gets a handicap."
)
_BESIDE = gettext_noop("The score without handicap is shown beside the score with it.")


def handicap_in_words(rule: HandicapRule | None) -> tuple[Sentence, ...]:
    if rule is None:
        return (Sentence(_NO_HANDICAPS),)
    return (
        Sentence(_PER, {"per": rule.per, "points": points_phrase(1)}),
        Sentence(_MOST, {"points": points_phrase(rule.most)}),
        Sentence(_LEAST, {"games": rule.least_games}),
        Sentence(_BESIDE),
    )


def handicaps(sides: Sequence[Sequence[Rating]], rule: HandicapRule) -> tuple[int, ...]:
    """The points each side gets in a game, 0 for the best rated; `sides`: the ratings before the game.

    Raises:
        ValueError: a side has nobody.
    """
    if not all(sides):
        raise ValueError("somebody plays for every side")
    if any(rating.games < rule.least_games for side in sides for rating in side):
        return (0,) * len(sides)
    rated = [sum(rating.figure for rating in side) // len(side) for side in sides]
    return tuple(min(rule.most, (max(rated) - own) // rule.per) for own in rated)


# Ratings from the history of a game: every game in its order, nothing kept that cannot be worked out
# again.
# The model is the one of Plackett and Luce for games of several sides (R. C. Weng and C.-J. Lin, A
# Bayesian approximation method for online ranking, Journal of Machine Learning Research 12, 2011,
# algorithm 4), as the library openskill has it. It reads who came before whom, not by how much: points of
# one game mean nothing in another, and a cut is no skill, so level points are level.

MOST_SIDES: Final = 8
Moment = tuple[date, str, int, int]
"""A place in the history: by date, then the evening's id, then the round; the tables of a round, which play at the
same time, by their numbers."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One game at one table, as far as ratings go.

    Arguments:
        game: what was played, by slug; each has ratings of its own.
        sides: who played for each: one each, or two couples.

    Raises:
        ValueError: it is neither couple against couple nor two to eight people each for themselves,
            or somebody is there twice.
    """

    game: str
    date: date
    evening: str
    round: int
    table: int
    sides: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]

    def __post_init__(self) -> None:
        sizes = [len(side) for side in self.sides]
        alone = set(sizes) == {1} and 2 <= len(sizes) <= MOST_SIDES
        if not alone and sizes != [2, 2]:
            raise ValueError("couple plays against couple, or two to eight each for themselves")
        people = [person for side in self.sides for person in side]
        if len(self.points) != len(sizes) or len(set(people)) != len(people):
            raise ValueError("each side has its points, and nobody plays twice")

    @property
    def when(self) -> Moment:
        return self.date, self.evening, self.round, self.table


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    date: date
    evening: str
    rating: Rating


@dataclass(frozen=True)
class Ratings:
    """The ratings of one game after part of its history.

    Arguments:
        points: of each of them, one for every evening they played at, in their order.
        last: the place in the history of the last game rated; None where there is none.
    """

    game: str
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    points: Mapping[str, tuple[HistoryPoint, ...]] = field(default_factory=dict)
    last: Moment | None = None

    def of(self, person: str) -> Rating:
        return self.ratings.get(person, Rating())

    def after(self, games: Iterable[RatedGame]) -> Ratings:
        """The ratings after more games, given in any order.

        However a history is sliced, it gives the same numbers. After a correction, or a game that comes
        late, the ratings have to be worked out again from the beginning.

        Raises:
            ValueError: one is of another game, is there twice, or belongs before one already rated.
        """
        ratings = dict(self.ratings)
        points = {person: list(own) for person, own in self.points.items()}
        last = self.last
        for game in sorted(games, key=lambda game: game.when):
            if game.game != self.game:
                raise ValueError(f"{game.game} has ratings of its own")
            if last is not None and game.when <= last:
                raise ValueError("a game that belongs before others asks for all of them again")
            last = game.when
            for person, rating in _rated(game, ratings):
                ratings[person] = rating
                _charted(points.setdefault(person, []), HistoryPoint(game.date, game.evening, rating))
        return Ratings(self.game, ratings, {person: tuple(own) for person, own in points.items()}, last)


def _charted(points: list[HistoryPoint], point: HistoryPoint) -> None:
    # The last game of an evening says how it ended.
    if points and points[-1].evening == point.evening:
        points[-1] = point
    else:
        points.append(point)


def _rated(game: RatedGame, ratings: Mapping[str, Rating]) -> Iterator[tuple[str, Rating]]:
    from openskill.models import PlackettLuce, PlackettLuceRating  # a megabyte, where most clubs rate nobody

    # Sides and partners in one order first: sums of fractions come out the same wherever people sat.
    sides = sorted(
        (tuple(sorted(side)), points) for side, points in zip(game.sides, game.points, strict=True)
    )
    before = [[ratings.get(person, Rating()) for person in side] for side, _ in sides]
    teams = [[PlackettLuceRating(mu=rating.mu, sigma=rating.sigma) for rating in side] for side in before]
    ranks = [float(sum(other > own for _, other in sides)) for _, own in sides]
    model = PlackettLuce(mu=MU, sigma=SIGMA)
    for (side, _), olds, news in zip(sides, before, model.rate(teams, ranks=ranks), strict=True):
        for person, old, new in zip(side, olds, news, strict=True):
            yield person, Rating(round(new.mu, DECIMALS), round(new.sigma, DECIMALS), old.games + 1)


def merged(games: Iterable[RatedGame], who: Mapping[str, str]) -> tuple[RatedGame, ...]:
    """The history with some ids read as others; games of somebody with or against themselves are left out.

    Arguments:
        who: the ids found to be somebody else's, with whose they are.
    """
    merged_games: list[RatedGame] = []
    for game in games:
        sides = tuple(tuple(who.get(person, person) for person in side) for side in game.sides)
        if len({person for side in sides for person in side}) == sum(map(len, sides)):
            merged_games.append(replace(game, sides=sides))
    return tuple(merged_games)
