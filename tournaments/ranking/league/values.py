"""What a league is made of: entrants, fixtures and their outcomes. Plain values in whole numbers.

Half a game is 1 and a game is 2, and so with match points: a half is never a fraction.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

Status = Literal["planned", "played", "postponed", "forfeited", "void"]
Side = Literal["home", "away"]
Winner = Literal["home", "away", "draw", "nobody"]
LeftOut = Literal["draw", "nobody"]
"""What a round counts as that somebody asked to be left out of: a draw, or a loss."""
COUNTED: frozenset[Status] = frozenset({"played", "forfeited"})
"""What a fixture must be to count in a table."""
AHEAD: frozenset[Status] = frozenset({"planned", "postponed"})
"""What it is while its result is still to come."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who is in a league with one line of its table.

    Arguments:
        id: known everywhere by this.
        kind: one person, two who stay together, or a team.
        members: the persons, by id; may be left out.
    """

    id: str
    kind: Literal["individual", "pair", "team"] = "individual"
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a fixture ended.

    Arguments:
        winner: the side that won, "draw", or "nobody" where both are taken to have lost.
        games: games won by the home and the away side, in half games.
        points: points made by the home and the away side; None where nobody has entered any.
        forfeit: who did not play: a side, both, or "" where they played.

    Raises:
        ValueError: somebody who did not play has not lost.
    """

    winner: Winner
    games: tuple[int, int] = (0, 0)
    points: tuple[int, int] | None = None
    forfeit: Side | Literal["both", ""] = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if self.forfeit and self.winner != {"home": "away", "away": "home", "both": "nobody"}[self.forfeit]:
            raise ValueError("who did not play has lost")


@dataclass(frozen=True, slots=True)
class Fixture:
    """Two entrants who meet, or one who has nobody to meet.

    Arguments:
        id: different for each fixture of a league.
        round: its number, from 1.
        home: the entrant who is at home.
        away: the other one; None for a bye.
        division: the division it belongs to, "" where there is one alone.
        status: "void" counts nowhere; "postponed" is still to be played.
        outcome: once it is played or forfeited. A bye needs none and counts what the rules give for one; with an
            outcome it is a round that somebody asked to be left out of: "draw" brings what a draw does, "nobody"
            what a loss does.

    Raises:
        ValueError: somebody meets themselves or beats nobody, or there is an outcome where there can be none or
            none where there must be one.
    """

    id: str
    round: int
    home: str
    away: str | None
    division: str = ""
    status: Status = "planned"
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if self.home == self.away:
            raise ValueError(f"{self.home} cannot meet themselves")
        if self.status in AHEAD and self.outcome is not None:
            raise ValueError(f"{self.id} is still to come and has an outcome")
        if self.status in COUNTED and self.outcome is None and self.away is not None:
            raise ValueError(f"{self.id} is over and has no outcome")
        if self.away is None and self.outcome is not None and self.outcome.winner in ("home", "away"):
            raise ValueError(f"{self.id} is a bye, and nobody is beaten in it")

    @property
    def sides(self) -> tuple[str, ...]:
        """Who takes part, the home side first."""
        return (self.home,) if self.away is None else (self.home, self.away)

    @property
    def counts(self) -> bool:
        """Whether a table counts it."""
        return self.status in COUNTED

    @property
    def is_ahead(self) -> bool:
        """Whether its result is still to come."""
        return self.status in AHEAD

    def ended(self, outcome: Outcome | None) -> "Fixture":
        """The same fixture with how it ended: forfeited where somebody did not play, else played."""
        forfeited = outcome is not None and outcome.forfeit
        return replace(self, status="forfeited" if forfeited else "played", outcome=outcome)


@dataclass(frozen=True)
class Beside:
    """What is known of entrants beside their fixtures.

    Arguments:
        adjusted: match points given or, below nothing, taken off by the secretary, in halves.
        ratings: how strong everybody was when they entered; whoever has no rating is left out.
    """

    adjusted: Mapping[str, int] = field(default_factory=dict)
    ratings: Mapping[str, int] = field(default_factory=dict)


def half_games(entered: str) -> int | None:
    """Games in halves, as people write them: 2, 2½, 2 1/2, 2.5 or 2,5; None where it is no number of games."""
    text = "".join(entered.split()).replace("1/2", "½").replace("½", ".5").replace(",", ".")
    whole, dot, half = text.partition(".")
    is_number = text.replace(".", "").isascii() and (whole or half) and half in ("", "5", "0")
    if not is_number or (dot and not half) or not (whole or "0").isdigit():
        return None
    return 2 * int(whole or 0) + (half == "5")


def next_round(fixtures: Iterable[Fixture]) -> int:
    """Return the number of the round after all there are."""
    return 1 + max((fixture.round for fixture in fixtures), default=0)
