"""What is compared when two players have won equally many games, before anybody cuts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Final, Literal, NamedTuple

from scoring.derivation import Sentence, coded, gettext_noop, wordings

TieBreak = Literal["games_won", "points_difference", "points_for", "head_table_wins", "bells_rung"]


class RoundTally(NamedTuple):
    """What a line has of one round: its points, whether it won (None: nobody did), and the winners' margin."""

    points: int
    won: bool | None
    margin: int


@dataclass
class StandingTally:
    """What one line of the standings adds up to, in whole numbers.

    Arguments:
        credited_halves: half games credited for rounds sat out.
        points_own: points of the player's couples.
        points_against: points of the couples they played against.
        won_at_head: games won at table 1.
        bells: games in which the player's couple rang.
        adjusted: of the points, those that no round gave.
        counts_first: what is compared before anything else.
    """

    played: int = 0
    won: int = 0
    credited_halves: int = 0
    points_own: int = 0
    points_against: int = 0
    won_at_head: int = 0
    bells: int = 0
    adjusted: int = 0
    rounds: list[RoundTally] = field(default_factory=list)
    counts_first: int = 0


def won_halves(tally: StandingTally) -> int:
    return 2 * tally.won + tally.credited_halves


def counted_first(
    values: Sequence[int], *, sat_out: int, sitout: Literal["none", "half", "average"] | int, best: int | None
) -> int:
    """What the rounds of a line count together, and those it sat out; the sum is rounded once, half up.

    Arguments:
        values: what each round played counts; half games where games do.
        sitout: what each round sat out counts: nothing, half a game, the average of the rounds
            played, or so much.
        best: how many rounds count, the best, those sat out among them; None for all.
    """
    if sitout == "average":
        credit = Fraction(sum(values), len(values)) if values else Fraction(0)
    else:
        credit = Fraction({"none": 0, "half": 1}.get(str(sitout), 0) if isinstance(sitout, str) else sitout)
    rounds = sorted([*map(Fraction, values), *[credit] * sat_out], reverse=True)
    return floor(sum(rounds[:best], Fraction(0)) + Fraction(1, 2))


def games_won(tally: StandingTally) -> int:
    return tally.won


def points_difference(tally: StandingTally) -> int:
    return tally.points_own - tally.points_against


def points_for(tally: StandingTally) -> int:
    return tally.points_own


def head_table_wins(tally: StandingTally) -> int:
    return tally.won_at_head


def bells_rung(tally: StandingTally) -> int:
    return tally.bells


TIE_BREAKS: Mapping[TieBreak, Callable[[StandingTally], int]] = {
    "games_won": games_won,
    "points_difference": points_difference,
    "points_for": points_for,
    "head_table_wins": head_table_wins,
    "bells_rung": bells_rung,
}

wordings(
    {
        "standings.won": gettext_noop("Games won: %(above)s to %(below)s."),
        "standings.games-won": gettext_noop("Games won: %(above)s to %(below)s."),
        "standings.game-points": gettext_noop("Game points: %(above)s to %(below)s."),
        "standings.points-difference": gettext_noop("Points difference: %(above)s to %(below)s."),
        "standings.points-for": gettext_noop("Points scored: %(above)s to %(below)s."),
        "standings.head-table-wins": gettext_noop("Games won at the head table: %(above)s to %(below)s."),
        "standings.bells-rung": gettext_noop("Bells rung: %(above)s to %(below)s."),
        "standings.tables-won": gettext_noop("Tables won: %(above)s to %(below)s."),
        "standings.best-round": gettext_noop("Points in the best round: %(above)s to %(below)s."),
        "standings.cut": gettext_noop("Level in everything that counts; the cut decided."),
        "standings.shared": gettext_noop("Level in everything that counts; the place is shared."),
    }
)
SHARED: Final = coded("standings.shared")
"""Why somebody stands beside the one above."""
DECIDED: Final = {"cut": coded("standings.cut"), "shared": SHARED}
"""Why somebody stands below the one above where nothing that is compared parts them."""


def half_games(halves: int) -> str:
    """Write half games as people do: `8` is "4", `9` is "4½", `1` is "½".

    Raises:
        ValueError: fewer than none.
    """
    if halves < 0:
        raise ValueError("nobody wins fewer games than none")
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


def explain(decided_by: str, above: StandingTally, below: StandingTally, *, first: str = "won") -> Sentence:
    """Say what decided between two neighbours of the standings.

    Arguments:
        decided_by: `first`, the name of a tie-break, "cut", or "shared".
        first: what is compared before anything else: "won", "points_for" or "game_points".

    Raises:
        KeyError: nothing is decided by that.
    """
    if decided_by == first:
        mine, theirs = above.counts_first, below.counts_first
        if first == "won":
            return compared("won", half_games(mine), half_games(theirs))
        return compared(first, mine, theirs)
    for name, value in TIE_BREAKS.items():
        if name == decided_by:
            return compared(name, value(above), value(below))
    return DECIDED[decided_by]


def compared(name: str, above: int | str, below: int | str) -> Sentence:
    return coded(f"standings.{name.replace('_', '-')}", above=above, below=below)
