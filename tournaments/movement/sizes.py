"""How many tables of which size: as few sit out as possible, and the tables are as even as possible."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product


def sizes(
    players: int, allowed: Sequence[int], *, wanted: int | None = None, even: bool = True
) -> tuple[int, ...]:
    """Return the sizes of the tables that seat as many of the players as can be seated.

    Of all ways to seat that many one in which no size lies between those of two tables, where there is one;
    of those the one with the fewest tables of another size than the one wanted; then the one with the larger
    tables. Twenty-two at Chambery Tarot are tables of 5, 5, 4, 4 and 4, not of 5, 5, 5, 4 and 3.

    Arguments:
        players: how many there are.
        allowed: the numbers of seats at which the game can be played.
        wanted: the one of them to prefer; the first where it is None.
        even: False: the number of tables of another size comes first, as it did in evenings made before 0.2.

    Returns:
        Tables of the size wanted first, then the others from the largest down; their sum is how many are
        seated. Empty when there are too few for the smallest table.

    Raises:
        ValueError: no size is allowed, or the one wanted is not.
    """
    main = allowed[0] if wanted is None and allowed else wanted
    if main is None or main not in allowed or min(allowed) < 1:
        raise ValueError(f"tables of {wanted} are wanted; the game allows {list(allowed)}")
    others = sorted((size for size in set(allowed) if size != main), reverse=True)
    for seated in range(players, 0, -1):
        ways = list(_ways(seated, main, others))
        if ways:
            steps = sorted(set(allowed))
            return min(
                ways,
                key=lambda way: (
                    even and _unevenness(way, steps),
                    _of_another_size(way, main),
                    [-size for size in way],
                ),
            )
    return ()


def _ways(seated: int, main: int, others: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield ways to fill tables with exactly so many people.

    `main` tables of another size seat as many as so many more of the main size: fewer than that are enough.
    """
    for counts in product(range(main), repeat=len(others)):
        rest = seated - sum(count * size for count, size in zip(counts, others, strict=True))
        if rest >= 0 and rest % main == 0:
            of_others = (size for count, size in zip(counts, others, strict=True) for size in [size] * count)
            yield (*[main] * (rest // main), *of_others)


def _of_another_size(way: Iterable[int], main: int) -> int:
    return sum(size != main for size in way)


def _unevenness(way: Sequence[int], steps: Sequence[int]) -> int:
    """How many sizes of the game lie between the smallest and the largest table."""
    return max(0, steps.index(max(way)) - steps.index(min(way)) - 1)
