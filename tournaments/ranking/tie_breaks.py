"""What places are compared by before anybody cuts: how far somebody got in a knock-out, and the tie-breaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Final, Literal, NamedTuple, Protocol, get_args

from scoring.derivation import Sentence, coded, gettext_noop, wordings

TieBreak = Literal["games_won", "points_difference", "points_for", "head_table_wins", "bells_rung"]


class RoundTally(NamedTuple):
    """What a line has of one round: its points, whether it won (None: nobody did), and the winners' margin."""

    points: int
    won: bool | None
    margin: int


@dataclass
class StandingTally:
    """What one line of the standings adds up to, in whole numbers; each tie-break is the attribute of its name.

    Arguments:
        credited_halves: half games credited for rounds sat out.
        adjusted: of the points, those that no round gave.
        counts_first: what is compared before anything else.
    """

    played: int = 0
    games_won: int = 0
    credited_halves: int = 0
    points_for: int = 0
    points_against: int = 0
    head_table_wins: int = 0
    bells_rung: int = 0
    adjusted: int = 0
    rounds: list[RoundTally] = field(default_factory=list)
    counts_first: int = 0

    @property
    def won_halves(self) -> int:
        return 2 * self.games_won + self.credited_halves

    @property
    def points_difference(self) -> int:
        return self.points_for - self.points_against


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
        "standings.cut": gettext_noop("Tied; the cut decided."),
        "standings.shared": gettext_noop("Tied: the place is shared."),
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
    if decided_by in get_args(TieBreak):
        return compared(decided_by, getattr(above, decided_by), getattr(below, decided_by))
    return DECIDED[decided_by]


def compared(name: str, above: int | str, below: int | str) -> Sentence:
    return coded(f"standings.{name.replace('_', '-')}", above=above, below=below)


# How far everybody got in a knock-out.
#
# Standings of a knock-out go by this first: whoever was beaten later stands before whoever was beaten sooner, and
# the champions before all. Of those beaten in one round at tables of several the better placed at their table stands
# first; those beaten in one round of a bracket are level in it. What the evening counts otherwise parts them or does
# not. To be beaten or to be missing in a round is the same. Whoever was never in the
# bracket, having come late, has stage 0 and stands behind all who were.
#
# The bracket itself is the movement's matter: here is told which matches were decided, by whatever keeps
# `round`, `through` and `out`.

wordings(
    {
        "knock-out.won": gettext_noop("Won the knock-out."),
        "knock-out.reached-final": gettext_noop("Reached the final."),
        "knock-out.reached-semi-final": gettext_noop("Reached the semi-final."),
        "knock-out.reached-round": gettext_noop("Reached round %(round)s of the knock-out."),
        "knock-out.final-place": gettext_noop("Reached the final, place %(place)s at the table."),
        "knock-out.out-at-table": gettext_noop(
            "Out in round %(round)s of the knock-out, place %(place)s at the table."
        ),
        "knock-out.still-in": gettext_noop("Still in the knock-out, in round %(round)s."),
        "knock-out.never": gettext_noop("Was not in the knock-out."),
    }
)


class FinishedMatch(Protocol):
    @property
    def round(self) -> int:
        """The round of the bracket, from 1."""

    @property
    def through(self) -> tuple[str, ...]:
        """Who goes on, by ticket; nobody where nobody was against those who are out."""

    @property
    def out(self) -> tuple[str, ...]:
        """Who is out, by ticket."""

    @property
    def place(self) -> int:
        """Their place at a table of several, from 1; 0 in a bracket, and where they were missing."""


@dataclass(frozen=True)
class RoundReached:
    """How far one player got.

    Arguments:
        stage: the round of the bracket that was reached, one more than the last for the champions, 0 for
            whoever was not in it: the more the better.
        place: at the table where they were beaten, 0 where that says nothing.
    """

    stage: int
    sentence: Sentence
    place: int = 0

    @property
    def rank(self) -> int:
        # Whoever was missing stands behind everybody who was beaten at a table of that round.
        return self.stage * 10 - (self.place or 9)


def stages(
    players: Iterable[str],
    entrants: Sequence[Iterable[str]],
    decided: Sequence[FinishedMatch],
    *,
    rounds: int,
    tickets: Mapping[str, str] | None = None,
) -> dict[str, RoundReached]:
    """Work out how far each player got.

    Arguments:
        entrants: those who began the knock-out, a couple or one player each, by ticket.
        rounds: the number of the final's round, as far as that is known.
        tickets: for each substitute, the player replaced; both got as far as the ticket did.
    """
    places = {ticket: match.place for match in decided for ticket in match.out}
    beaten = {ticket: match.round for match in decided for ticket in match.out}
    left = [entrant for entrant in map(tuple, entrants) if not beaten.keys() & entrant]
    over = len(left) <= 1
    playing = 1 + max((match.round for match in decided if match.through), default=0)
    stage_of = dict.fromkeys(
        (ticket for entrant in left for ticket in entrant), rounds + 1 if over else playing
    )
    stage_of |= beaten
    by_player: dict[str, RoundReached] = {}
    for player in players:
        ticket = _ticket(player, tickets or {}, stage_of)
        stage, place = stage_of.get(ticket, 0), places.get(ticket, 0)
        still_in = not over and bool(stage) and ticket not in beaten
        sentence = _in_words(stage, rounds, place, still_in=still_in)
        by_player[player] = RoundReached(stage, sentence, place)
    return by_player


def _ticket(player: str, tickets: Mapping[str, str], known: Mapping[str, int]) -> str:
    chain = {player}
    while player not in known and tickets.get(player, player) not in chain:
        player = tickets[player]
        chain.add(player)
    return player


def _in_words(stage: int, last: int, place: int, *, still_in: bool) -> Sentence:
    if not stage:
        return coded("knock-out.never")
    if stage > last:
        return coded("knock-out.won")
    if still_in:
        return coded("knock-out.still-in", round=stage)
    if place:
        final = stage == last
        return coded("knock-out.final-place" if final else "knock-out.out-at-table", round=stage, place=place)
    if stage == last:
        return coded("knock-out.reached-final")
    if stage == last - 1:
        return coded("knock-out.reached-semi-final")
    return coded("knock-out.reached-round", round=stage)
