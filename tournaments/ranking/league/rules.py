"""The rules of a league of fixtures as data: checked once, kept with the season, pinned by their hash.

Match points are in halves, as everywhere in a league: 2 is a point. `words` says every rule in sentences.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, field_validator, model_validator

from scoring.derivation import gettext_noop
from scoring.described import Described
from scoring.entry import each_once
from tournaments.ranking.league.divisions import Border
from tournaments.ranking.league.results import Edition, MatchPoints
from tournaments.ranking.league.table import TableRules
from tournaments.ranking.league.tie_breaks import TieBreak
from tournaments.ranking.ratings.handicap import HandicapRule
from tournaments.ranking.rulebook import Name, Rule, lots_last, pinned

MOST_ROUNDS: Final = 100
MOST_DIVISIONS: Final = 50
FORMAT: Final = 2
"""Raised when the same data come to mean something else: seasons pinned before are then not the same rules."""

Entrants = Literal["individual", "pair", "team"]
Format = Literal["round_robin", "double_round_robin", "swiss", "knock_out", "double_knock_out"]
ResultFrom = Literal["meetings", "totals"]
ROUND_ROBINS: Final[frozenset[Format]] = frozenset({"round_robin", "double_round_robin"})
KNOCK_OUTS: Final[frozenset[Format]] = frozenset({"knock_out", "double_knock_out"})
CHAIN: Final[tuple[TieBreak, ...]] = ("match_points", "head_to_head", "games_won", "points_difference")

Halves = Annotated[int, Field(ge=0, le=200)]
Few = Annotated[int, Field(ge=0, le=100)]


class MatchPointsRule(Rule):
    """What a fixture brings, in half points: a win, a draw, a loss, a bye, and not to have played."""

    won: Halves = 2
    drawn: Halves = 1
    lost: Halves = 0
    bye: Halves = 2
    missing: Halves = 0

    @model_validator(mode="after")
    def _fall(self) -> MatchPointsRule:
        if not self.won > self.lost or not self.won >= self.drawn >= self.lost:
            message = gettext_noop("a win brings more than a loss, and a draw nothing beyond the two")
            raise ValueError(message)
        if self.bye > self.won:
            raise ValueError(gettext_noop("a bye brings no more than a win"))
        if self.missing > self.lost:
            raise ValueError(gettext_noop("who does not play gets no more than who plays and loses"))
        return self


class BorderRule(Rule):
    """What happens between a division and the one below it.

    Arguments:
        up: how many of the lower one go up.
        down: how many of the upper one go down.
        play_off: how many of either play for it besides.
    """

    up: Few = 1
    down: Few = 1
    play_off: Few = 0


class FixtureRules(Rule):
    """The rules of one season of fixtures.

    Arguments:
        games: what may be played, by slug.
        entrants: who has a line of the table.
        format: who meets whom.
        rounds: how many a Swiss has; every other format has as many as it takes.
        match_points: what a fixture brings.
        draws: whether a fixture may end in a draw.
        tie_breaks: what is compared, in this order; match points first, lots last if at all.
        edition: the edition of the FIDE regulations by which rounds count that were not played.
        borders: what happens between each division and the next, the highest first; empty where nobody moves.
        result_from: where an evening gives the result of a fixture: the games that the two "meetings" of it had
            there, or the "totals" of each side at that evening.
        handicap: by what rule weaker sides are given points; None for none.
    """

    games: tuple[Name, ...] = Field(min_length=1, max_length=50, strict=False)
    entrants: Annotated[
        Entrants,
        Described(
            gettext_noop("Who is entered"),
            "",
            {
                "individual": gettext_noop("single people"),
                "pair": gettext_noop("pairs"),
                "team": gettext_noop("teams"),
            },
        ),
    ] = "individual"
    format: Annotated[
        Format,
        Described(
            gettext_noop("Who meets whom"),
            "",
            {
                "round_robin": gettext_noop("everybody meets everybody"),
                "double_round_robin": gettext_noop("everybody meets everybody, at home and away"),
                "swiss": gettext_noop("Swiss: like meets like, nobody twice"),
                "knock_out": gettext_noop("knock-out"),
                "double_knock_out": gettext_noop("double knock-out: out after two losses"),
            },
        ),
    ] = "round_robin"
    rounds: Annotated[int | None, Described(gettext_noop("Rounds of a Swiss"))] = Field(
        default=None, ge=1, le=MOST_ROUNDS
    )
    match_points: MatchPointsRule = MatchPointsRule()
    draws: Annotated[bool, Described(gettext_noop("A fixture may end in a draw"))] = True
    tie_breaks: tuple[TieBreak, ...] = Field(default=CHAIN, max_length=50, strict=False)
    edition: Annotated[
        Edition,
        Described(
            gettext_noop("Rounds that were not played count, for tie-breaks, by"),
            "",
            {
                "fide_2026": gettext_noop("the FIDE regulations of March 2026"),
                "fide_2023": gettext_noop("the FIDE regulations of August 2023"),
            },
        ),
    ] = "fide_2023"
    borders: tuple[BorderRule, ...] = Field(default=(), max_length=MOST_DIVISIONS, strict=False)
    result_from: Annotated[
        ResultFrom,
        Described(
            gettext_noop("A result from an evening is"),
            "",
            {
                "meetings": gettext_noop("the games they had against each other"),
                "totals": gettext_noop("all that each side made at the evening"),
            },
        ),
    ] = "meetings"
    handicap: HandicapRule | None = None

    _each_once = field_validator("games", "tie_breaks")(each_once)

    @field_validator("tie_breaks")
    @classmethod
    def _in_order(cls, chain: tuple[TieBreak, ...]) -> tuple[TieBreak, ...]:
        if chain[:1] != ("match_points",):
            message = gettext_noop("match points are compared first: by them it is told who can still win")
            raise ValueError(message)
        return lots_last(chain, "drawn_lots")

    @model_validator(mode="after")
    def _rounds_of_a_swiss(self) -> FixtureRules:
        if self.format == "swiss" and self.rounds is None:
            raise ValueError(gettext_noop("a Swiss is told how many rounds it has"))
        if self.format != "swiss" and self.rounds is not None:
            message = gettext_noop("only a Swiss is told its rounds: any other format has those it takes")
            raise ValueError(message)
        return self

    @model_validator(mode="after")
    def _table_of_a_knock_out(self) -> FixtureRules:
        said = self.match_points, self.tie_breaks, self.borders, self.edition
        if not self.has_table and said != (MatchPointsRule(), CHAIN, (), "fide_2023"):
            message = gettext_noop(
                "a knock-out has no table: match points, tie-breaks and borders are left as they are"
            )
            raise ValueError(message)
        return self

    @property
    def has_table(self) -> bool:
        """Whether the league is placed by a table; a knock-out is not."""
        return self.format not in KNOCK_OUTS

    def table_rules(self) -> TableRules:
        """How the table of the league is placed.

        Raises:
            ValueError: it is a knock-out, which has none.
        """
        if not self.has_table:
            raise ValueError("a knock-out has no table")
        return TableRules(
            self.tie_breaks,
            MatchPoints(**self.match_points.model_dump()),
            self.edition,
            all_meet=self.format in ROUND_ROBINS,
        )

    def division_borders(self) -> tuple[Border, ...]:
        """What happens between each division and the next."""
        return tuple(Border(**border.model_dump()) for border in self.borders)


def version(rules: FixtureRules) -> str:
    """The hash by which a season pins its rules: sha256, in hex, of their JSON with every value, keys in order."""
    return pinned(rules, form=FORMAT)
