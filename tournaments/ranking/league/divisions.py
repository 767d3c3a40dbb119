"""Promotion and relegation between the divisions of a league, highest division first.

At each border so many go up and so many down; between those and the ones who stay there may be a band that plays
for it: the last of the upper band against the first of the lower one, and so on inwards. Nobody moves by more than
one division, and those who move together keep their order. Who comes down stands before those who stay, who comes
up behind them.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Division:
    """One division.

    Arguments:
        name: what it is called.
        entrants: as they finished, best first; of a new season, as they enter it.
    """

    name: str
    entrants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Border:
    """What happens between a division and the one below it.

    Arguments:
        up: how many of the lower one go up.
        down: how many of the upper one go down; sizes stay as they are where it is as many.
        play_off: how many of either play for it besides.
    """

    up: int = 1
    down: int = 1
    play_off: int = 0


@dataclass(frozen=True, slots=True)
class PlayOff:
    """Two who play for a place in the upper of two divisions.

    Arguments:
        upper: who is in it, and stays unless the other one wins.
        lower: who is not.
        division: the name of the upper one.
    """

    upper: str
    lower: str
    division: str


def play_offs(divisions: Sequence[Division], borders: Sequence[Border]) -> tuple[PlayOff, ...]:
    """Return who plays for a place, from the highest border down.

    Raises:
        ValueError: there is not one border between each two divisions, somebody is in two places, or a division
            is too small for what goes up and down.
    """
    _check(divisions, borders)
    return tuple(_play_offs(divisions, borders))


def next_season(
    divisions: Sequence[Division],
    borders: Sequence[Border],
    *,
    winners: Collection[str] = (),
    withdrawn: Collection[str] = (),
    newcomers: Sequence[str] = (),
) -> tuple[Division, ...]:
    """Return the divisions of the next season.

    Whoever withdraws leaves a place, which the best of those who would stay in the division below comes up to
    fill, and so on down; newcomers enter at the foot of the lowest.

    Arguments:
        divisions: as they finished.
        borders: between each and the next.
        winners: who won the play-offs; where nobody is named, everybody stays.
        withdrawn: who does not go on.
        newcomers: who comes in.

    Raises:
        ValueError: as for the play-offs, or a newcomer is in the league already.
    """
    _check(divisions, borders)
    known = {entrant for division in divisions for entrant in division.entrants}
    if known.intersection(newcomers) or len(set(newcomers)) != len(newcomers):
        raise ValueError("a newcomer is in the league already")
    left = [
        Division(division.name, tuple(entrant for entrant in division.entrants if entrant not in withdrawn))
        for division in divisions
    ]
    _check(left, borders)
    sizes = [_size_after(divisions, borders, number) for number in range(len(divisions))]
    down, up = _moves(left, borders, winners)
    stay = [
        [entrant for entrant in division.entrants if entrant not in (*down[number + 1], *up[number])]
        for number, division in enumerate(left)
    ]
    for number in range(len(left) - 1):
        missing = sizes[number] - len(down[number]) - len(stay[number]) - len(up[number + 1])
        extra = stay[number + 1][: max(0, missing)]
        up[number + 1] += extra
        del stay[number + 1][: len(extra)]
    new = [[*down[number], *stay[number], *up[number + 1]] for number in range(len(left))]
    new[-1] += newcomers
    return tuple(Division(division.name, tuple(who)) for division, who in zip(left, new, strict=True))


def _check(divisions: Sequence[Division], borders: Sequence[Border]) -> None:
    if len(borders) != len(divisions) - 1:
        raise ValueError("there is one border between each two divisions")
    everybody = [entrant for division in divisions for entrant in division.entrants]
    if len(set(everybody)) != len(everybody):
        raise ValueError("everybody is in one division, once")
    for number, division in enumerate(divisions):
        above = borders[number - 1] if number else Border(0, 0)
        below = borders[number] if number < len(borders) else Border(0, 0)
        if above.up + above.play_off + below.down + below.play_off > len(division.entrants):
            raise ValueError(f"{division.name} is too small for what goes up and down")


def _play_offs(divisions: Sequence[Division], borders: Sequence[Border]) -> Iterator[PlayOff]:
    for number, border in enumerate(borders):
        upper, lower = divisions[number], divisions[number + 1]
        end = len(upper.entrants) - border.down
        defending = upper.entrants[end - border.play_off : end]
        climbing = lower.entrants[border.up : border.up + border.play_off]
        for one, other in zip(reversed(defending), climbing, strict=True):
            yield PlayOff(one, other, upper.name)


def _moves(
    divisions: Sequence[Division], borders: Sequence[Border], winners: Collection[str]
) -> tuple[list[list[str]], list[list[str]]]:
    """Return who comes down into each division, and who goes up out of it; both have one more at the foot."""
    exchanged = {
        who
        for match in _play_offs(divisions, borders)
        if match.lower in winners
        for who in (match.upper, match.lower)
    }
    down: list[list[str]] = [[] for _ in range(len(divisions) + 1)]
    up: list[list[str]] = [[] for _ in range(len(divisions) + 1)]
    for number, border in enumerate(borders):
        upper, lower = divisions[number].entrants, divisions[number + 1].entrants
        end = len(upper) - border.down
        down[number + 1] = [
            *(who for who in upper[end - border.play_off : end] if who in exchanged),
            *upper[end:],
        ]
        up[number + 1] = [
            *lower[: border.up],
            *(who for who in lower[border.up : border.up + border.play_off] if who in exchanged),
        ]
    return down, up


def _size_after(divisions: Sequence[Division], borders: Sequence[Border], number: int) -> int:
    """How many a division has after what goes up and down, had nobody withdrawn."""
    size = len(divisions[number].entrants)
    if number:
        size += borders[number - 1].down - borders[number - 1].up
    if number < len(borders):
        size += borders[number].up - borders[number].down
    return size
