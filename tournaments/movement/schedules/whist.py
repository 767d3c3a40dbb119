"""Whist schedules: over a full cycle everybody partners everybody once and opposes everybody twice.

They exist for every number of players that is a multiple of four, or one more (E. H. Moore, "Tactical
Memoranda", 1896; R. D. Baker, "Whist tournaments", 1975). With one more, everybody rests once.
"""

from collections.abc import Sequence

from tournaments.movement.schedules.developing import Card, developed, renamed
from tournaments.movement.schedules.frames import Frame, filled, filled_around_four, grown, widened
from tournaments.movement.schedules.meeting import Built, meeting_rounds
from tournaments.movement.schedules.rings import is_prime_power, ring
from tournaments.movement.schedules.starters import starters
from tournaments.movement.schedules.transversals import columns, mixed_rounds

# Players: how many groups of how many, and how many belong to none.
_FILLED = {
    36: (5, 7, 1),
    45: (9, 5, 0),
    56: (5, 11, 1),
    65: (13, 5, 0),
    69: (17, 4, 1),
    84: (5, 16, 4),
    85: (17, 5, 0),
    92: (13, 7, 1),
    93: (23, 4, 1),
    96: (5, 19, 1),
}
_IN_COLUMNS = 80


def whist_rounds(players: int) -> Built | None:
    """Return a whist schedule, seats 1 and 3 being partners; None where no recipe is known.

    Arguments:
        players: how many there are.

    Returns:
        The rounds of the full cycle, and in a few words where they come from.
    """
    if players % 4 == 1 and is_prime_power(players):
        field = ring(players)
        return developed(_baker(players), field), f"Baker's starter over GF({players})"
    if starter := starters("whist").get(players):
        return starter.cards(), f"whist starter over Z_{starter.around}"
    if players in _FILLED:
        return _from_groups(players)
    if players == _IN_COLUMNS:
        return _from_columns(players)
    if players % 12 == 4:
        rounds, source = meeting_rounds(players, 4)
        if len(rounds) == (players - 1) // 3:
            return tuple(turned for card in rounds for turned in three_ways(card)), f"three ways, {source}"
    return None


def three_ways(card: Card) -> tuple[Card, Card, Card]:
    """Return a round with all three choices of partners at every table of it."""
    return (
        card,
        tuple((one, two, four, three) for one, two, three, four in card),
        tuple((one, three, two, four) for one, two, three, four in card),
    )


def _baker(players: int) -> Card:
    """Return the round of couples x, -x against couples y, -y with y a quarter turn from x."""
    powers, quarter = ring(players).powers, (players - 1) // 4
    return tuple(
        (powers[at], powers[at + quarter], powers[at + 2 * quarter], powers[at + 3 * quarter])
        for at in range(quarter)
    )


def _from_groups(players: int) -> Built | None:
    groups, width, more = _FILLED[players]
    frame = _frame(groups, width)
    source = f"{groups} groups of {width}"
    if more == 4:
        starter = starters("whist_around_four")[width + more]
        return filled_around_four(frame, starter, dict(enumerate(_small(4)))), f"{source} around four"
    return filled(frame, _small(width + more), more), source


def _frame(groups: int, width: int) -> Frame:
    with_holes = starters("whist_with_holes").get(groups * width)
    return grown(with_holes) if with_holes else widened(_small(groups), width)


def _small(players: int) -> Sequence[Card]:
    built = whist_rounds(players)
    return built[0] if built else ()


def _from_columns(players: int) -> Built:
    """Return the rounds across four columns, each with all choices of partners, then those inside each column."""
    tables = players // 4
    across = [turned for card in mixed_rounds(4, tables) for turned in three_ways(card)]
    inside = [
        tuple(table for column in columns(4, tables) for table in renamed(card, column))
        for card in _small(tables)
    ]
    return (*across, *inside), f"four columns of {tables}"
