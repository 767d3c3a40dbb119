"""The rules of a season as data: checked once, kept with the season, pinned by their hash.

Whole points are what the rules are written in. What a season counts is whole numbers of its unit: points, halves,
tenths or hundredths of one, so that shared places and half games stay exact. `words` says every rule in sentences.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Final, Literal

from pydantic import Field, field_validator, model_validator

from scoring.derivation import gettext_noop
from scoring.described import Described, option
from scoring.entry import Measured, each_once
from tournaments.ranking.ratings import WEAKER, HandicapRule
from tournaments.ranking.rulebook import Name, Split, lots_last, pinned

MOST_POINTS: Final = 1_000_000
MOST_PLACES: Final = 500
MOST_EVENINGS: Final = 400
MOST_CATEGORIES: Final = 20
FORMAT: Final = 1
"""Raised when the same data come to mean something else: seasons pinned before are then not the same rules."""

Unit = Literal[1, 2, 10, 100]
"""How many units make a point."""
Ties = Literal["equal", "hort", "place"]
Figure = Literal["points_for", "points_difference", "won_halves"]
SeasonTieBreak = Literal["best_evening", "evenings_won", "head_to_head", "points_difference", "lots"]
Guests = Literal["counted", "keep_places", "passed_over"]

Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
AtMost = Annotated[
    int | None,
    Field(ge=1, le=MOST_EVENINGS),
    Described(gettext_noop("Missed evenings that give points, at most"), gettext_noop("Empty: for all.")),
]


class GamesWon(Measured):
    """An evening gives points for each game won there, half of them for half a game."""

    by: Literal["games_won"] = "games_won"
    points: int = option(1, gettext_noop("Points for a game won"), ge=1, le=1000)


class PlacePoints(Measured):
    """An evening gives points for the place; never more for a place further down."""

    by: Literal["places"] = "places"
    table: Annotated[
        tuple[Points, ...],
        Described(
            gettext_noop("Points for each place"),
            gettext_noop("From the first place down, with spaces between them."),
        ),
    ] = Field(min_length=1, max_length=MOST_PLACES, strict=False)
    beyond: Points = option(0, gettext_noop("Points of every place after these"))
    ties: Ties = option(
        "equal",
        gettext_noop("Tied players get"),
        words={
            "equal": gettext_noop("the average of the places they take up"),
            "hort": gettext_noop("half by place, half the average"),
            "place": gettext_noop("the points of the place"),
        },
    )

    @model_validator(mode="after")
    def _falls(self) -> PlacePoints:
        points = (*self.table, self.beyond)
        if any(above < below for above, below in pairwise(points)):
            raise ValueError(gettext_noop("no place gives more points than the one before it"))
        return self


class ScorePoints(Measured):
    """An evening gives the points scored there, or these less those against."""

    by: Literal["score_points"] = "score_points"
    of: Literal["points_for", "points_difference"] = option(
        "points_for",
        gettext_noop("Which points"),
        words={
            "points_for": gettext_noop("points scored"),
            "points_difference": gettext_noop("points scored less those against"),
        },
    )


class StandardScores(Measured):
    """An evening gives a standard score: 500 for whoever did as the average, 100 more for each deviation."""

    by: Literal["standard_scores"] = "standard_scores"
    of: Figure = option(
        "points_for",
        gettext_noop("Standard scores of"),
        gettext_noop(
            "500 for the average of the evening, 100 more for each deviation: games of any scale compare."
        ),
        words={
            "points_for": gettext_noop("points scored"),
            "points_difference": gettext_noop("points scored less those against"),
            "won_halves": gettext_noop("games won"),
        },
    )


class Nothing(Measured):
    """An evening missed gives nothing."""

    gives: Literal["nothing"] = "nothing"


class OwnAverage(Measured):
    """An evening missed gives the average of those attended, `at_most` so many times."""

    gives: Literal["own_average"] = "own_average"
    at_most: AtMost = None


class FixedNumber(Measured):
    """An evening missed gives so many points, `at_most` so many times."""

    gives: Literal["fixed"] = "fixed"
    points: Annotated[Points, Described(gettext_noop("Points of an evening missed"))]
    at_most: AtMost = None


class Category(Measured):
    """A table of its own.

    Arguments:
        name: what the club calls it; where it goes by colour, that of the tickets.
        by: "colour": evenings with such a ticket count in it; "person": it has all evenings of
            certain people.
    """

    name: Name
    by: Literal["colour", "person"] = "colour"


class TablePrizes(Measured):
    """The prizes of one table, as sums in the smallest unit of money; 0 for a prize that is no money."""

    best: tuple[Points, ...] = option(
        (),
        gettext_noop("Prizes of the best"),
        gettext_noop("Sums of money from the first down, with spaces between; 0 is a prize without money."),
        written="money",
        max_length=50,
        strict=False,
    )
    booby: Points | None = option(
        None,
        gettext_noop("Booby of the last"),
        gettext_noop("Empty: there is none; 0 is a prize without money."),
        written="money",
    )

    def __bool__(self) -> bool:
        return bool(self.best) or self.booby is not None


class SeasonPrizes(Measured):
    """All prizes of a season: those overall first, then those of the categories in order."""

    overall: TablePrizes = TablePrizes()
    by_category: TablePrizes = TablePrizes()
    one_each: bool = option(False, gettext_noop("One prize per player"))
    ties: Split = option(
        "shared",
        gettext_noop("Players who tie for a prize"),
        words={
            "shared": gettext_noop("share it where they share the place"),
            "equal": gettext_noop("share it where they are level in points"),
            "hort": gettext_noop("half by place, half shared (Hort)"),
        },
    )


class SeasonRules(Measured):
    """The rules of one season.

    Arguments:
        games: what may be played, by slug. An evening of another game is none of the season's.
        unit: how many units make a point; contributions and totals are whole numbers of these.
        guests: whoever is not counted has no line.
    """

    games: tuple[Name, ...] = Field(min_length=1, max_length=50, strict=False)
    points: Annotated[
        GamesWon | PlacePoints | ScorePoints | StandardScores,
        Field(discriminator="by"),
        Described(
            gettext_noop("What an evening gives"),
            words={
                "places": gettext_noop("points for the place"),
                "games_won": gettext_noop("points for games won"),
                "score_points": gettext_noop("the points scored"),
                "standard_scores": gettext_noop("standard scores"),
            },
        ),
    ]
    unit: Unit = option(
        2,
        gettext_noop("Points are counted in"),
        words={
            "1": gettext_noop("whole points"),
            "2": gettext_noop("halves"),
            "10": gettext_noop("tenths"),
            "100": gettext_noop("hundredths"),
        },
    )
    best: int | None = option(
        None,
        gettext_noop("Best evenings counted per player"),
        gettext_noop("Empty: all."),
        ge=1,
        le=MOST_EVENINGS,
    )
    of: int | None = option(
        None,
        gettext_noop("Evenings of the season"),
        gettext_noop("If it is known how many."),
        ge=1,
        le=MOST_EVENINGS,
    )
    minimum: int = option(0, gettext_noop("Evenings required"), ge=0, le=MOST_EVENINGS)
    minimum_for: Literal["place", "prizes"] = option(
        "place",
        gettext_noop("Required for"),
        words={"place": gettext_noop("a place in the table"), "prizes": gettext_noop("prizes only")},
    )
    missed: Nothing | OwnAverage | FixedNumber = option(
        Nothing(),
        gettext_noop("An evening missed gives"),
        words={
            "nothing": gettext_noop("nothing"),
            "own_average": gettext_noop("their own average"),
            "fixed": gettext_noop("a fixed number"),
        },
        discriminator="gives",
    )
    guests: Guests = option(
        "counted",
        gettext_noop("Guests"),
        words={
            "counted": gettext_noop("count like everybody"),
            "keep_places": gettext_noop("get nothing and keep their places"),
            "passed_over": gettext_noop("are passed over"),
        },
    )
    tie_breaks: tuple[SeasonTieBreak, ...] = option(
        (),
        gettext_noop("First tie-break, if level in points"),
        words={
            "best_evening": gettext_noop("the best evening"),
            "evenings_won": gettext_noop("evenings won"),
            "head_to_head": gettext_noop("head-to-head placings"),
            "points_difference": gettext_noop("points difference"),
            "lots": gettext_noop("lots"),
        },
        max_length=50,
        strict=False,
    )
    categories: tuple[Category, ...] = Field(default=(), max_length=MOST_CATEGORIES, strict=False)
    prizes: SeasonPrizes = SeasonPrizes()
    handicap: Annotated[HandicapRule | None, WEAKER] = None

    _each_once = field_validator("games", "tie_breaks")(each_once)

    @field_validator("tie_breaks")
    @classmethod
    def _in_order(cls, tie_breaks: tuple[SeasonTieBreak, ...]) -> tuple[SeasonTieBreak, ...]:
        return lots_last(tie_breaks, "lots")

    @field_validator("categories")
    @classmethod
    def _each_name_once(cls, categories: tuple[Category, ...]) -> tuple[Category, ...]:
        each_once(tuple(category.name for category in categories))
        return categories

    @model_validator(mode="after")
    def _comparable(self) -> SeasonRules:
        if len(self.games) > 1 and self.points.by in ("games_won", "score_points"):
            message = gettext_noop("different games are compared by places or by standard scores")
            raise ValueError(message)
        if isinstance(self.points, GamesWon) and self.points.points * self.unit % 2:
            raise ValueError(gettext_noop("half a game has to come to a whole number of units"))
        return self

    @model_validator(mode="after")
    def _reads_points(self) -> SeasonRules:
        reads = isinstance(self.points, ScorePoints | StandardScores) and self.points.of != "won_halves"
        if self.handicap is not None and not reads:
            message = gettext_noop("a handicap is in points: it takes a season that counts points scored")
            raise ValueError(message)
        return self

    @model_validator(mode="after")
    def _within_the_season(self) -> SeasonRules:
        if self.of is not None and max(self.best or 0, self.minimum) > self.of:
            raise ValueError(gettext_noop("no more evenings are asked for than there are"))
        if self.prizes.by_category and not self.categories:
            raise ValueError(gettext_noop("prizes of categories ask for categories"))
        return self

    def category(self, name: str) -> Category:
        return {category.name: category for category in self.categories}[name]


def version(rules: SeasonRules) -> str:
    """The hash by which a season pins its rules; see `pinned`."""
    return pinned(rules, form=FORMAT)
