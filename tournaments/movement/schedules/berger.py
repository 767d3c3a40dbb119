"""Everybody against everybody at tables of two: the Berger tables (FIDE Handbook C.05, annex 1)."""

from tournaments.movement.schedules.developing import Card


def berger_rounds(players: int) -> tuple[Card, ...]:
    """Return one round robin; seat 1 is what is White at chess.

    Arguments:
        players: how many there are, from 2 on; of an odd number one rests in each round.

    Returns:
        Rounds in which everybody has each seat equally often, or once more than the other.

    Raises:
        ValueError: there is nobody to meet.
    """
    if players < 2:
        raise ValueError("a round robin takes two")
    return tuple(_round(players, number) for number in range(players - 1 + players % 2))


def _round(players: int, number: int) -> Card:
    """Return one round: all but the last place move on by half the room, the last one changes seats."""
    places = players + players % 2
    around = places - 1
    moved = number * (places // 2) % around
    last, facing = places - 1, moved
    card = [(last, facing) if number % 2 else (facing, last)]
    card += [((at + moved) % around, (around - at + moved) % around) for at in range(1, places // 2)]
    return tuple(table for table in card if max(table) < players)
