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
    return tuple(berger_round(players, number) for number in range(players - 1 + players % 2))


def berger_round(players: int, number: int) -> Card:
    """Return one round alone, without making the others.

    All but the last place move on by half the room from round to round, the last one changes seats.

    Arguments:
        players: how many there are.
        number: which round, from 0.

    Raises:
        ValueError: there is nobody to meet, or no such round.
    """
    if players < 2:
        raise ValueError("a round robin takes two")
    places = players + players % 2
    around = places - 1
    if not 0 <= number < around:
        raise ValueError("there is no such round")
    moved = number * (places // 2) % around
    last, facing = places - 1, moved
    card = [(last, facing) if number % 2 else (facing, last)]
    card += [((at + moved) % around, (around - at + moved) % around) for at in range(1, places // 2)]
    return tuple(card[players % 2 :])
