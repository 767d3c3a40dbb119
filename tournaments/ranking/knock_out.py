"""How far everybody got in a knock-out.

Standings of a knock-out go by this first: whoever was beaten later stands before whoever was beaten sooner, and
the champions before all. Of those beaten in one round at tables of several the better placed at their table stands
first; those beaten in one round of a bracket are level in it. What the evening counts otherwise parts them or does
not. To be beaten or to be missing in a round is the same. Whoever was never in the
bracket, having come late, has stage 0 and stands behind all who were.

The bracket itself is the movement's matter: this module is told which matches were decided, by whatever keeps
`round`, `through` and `out`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from scoring.derivation import Sentence, coded, gettext_noop, wordings

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
    """A match that is over; the bracket of the movement has them."""

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
        decided: the matches so far.
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
