"""How many rounds are possible in which nobody meets anybody twice: proved, reached by others, shipped by us.

Sources, in words. The bound: counting whom one person can meet. That few tables allow one round: those of one table
must all part. Exhaustive searches: OEIS A107431. By threes the bound is always reached but for twelve players:
D. K. Ray-Chaudhuri and R. M. Wilson, 1971 (everybody is met), R. Rees and D. R. Stinson, 1987 (all but one). By
fours it is reached for 12t + 4 players: H. Hanani, D. K. Ray-Chaudhuri and R. M. Wilson, 1972; for 32: A. Aguado,
2004. By fives it is reached for 65 and 85 players (resolvable block designs, surveyed by R. J. R. Abel); 70, 90 and
100 follow from orthogonal squares of order 14 (D. T. Todorov, 2012), 18 (R. J. R. Abel, 2015) and 20 (Todorov, 1989).
"""

from dataclasses import dataclass

from tournaments.movement.schedules.catalogue import perfect

_COUNTED = "counting: in each round one meets a whole table of strangers"
_FEW_TABLES = "those of one table must all part, each to a table of their own: there are too few tables"
_SEARCHED = "exhaustive search (OEIS A107431)"

# (players, size): rounds proved to be the most.
_SEARCHED_THROUGH = {(12, 3): 4, (20, 4): 5, (30, 5): 6}
# (players, size): rounds that others have published, where ours are fewer than the bound.
_PUBLISHED = {
    (35, 5): 7,
    (40, 5): 8,
    (45, 5): 9,
    (50, 5): 9,
    (70, 5): 14,
    (85, 5): 21,
    (90, 5): 18,
    (100, 5): 21,
}


@dataclass(frozen=True)
class Known:
    """What is known of a room in which nobody is to meet anybody twice.

    Arguments:
        players: how many there are.
        size: how many sit at each table.
        bound: no schedule has more rounds.
        proof: why not.
        best: the most rounds that we know anybody to have; ours where we have read of no more.
        shipped: how many rounds ours has.
    """

    players: int
    size: int
    bound: int
    proof: str
    best: int
    shipped: int

    @property
    def short_of_best(self) -> int:
        """How many rounds ours has fewer than the best that we know of."""
        return self.best - self.shipped

    @property
    def short_of_bound(self) -> int:
        """How many rounds ours has fewer than what is proved to be the most."""
        return self.bound - self.shipped


def known(players: int, size: int) -> Known:
    """Return what is known of so many players at tables of one size.

    Arguments:
        players: how many there are, a multiple of the size, up to 101.
        size: how many sit at each table: 3, 4 or 5.

    Raises:
        ValueError: the room is not full, or we have nothing for it.
    """
    ours = perfect("meeting", players, size=size)
    if ours is None:
        raise ValueError(f"nothing is known of {players} players at tables of {size}")
    bound, proof = most(players, size)
    shipped = len(ours.cards)
    always = size == 3 or (size == 4 and players % 12 == 4)
    published = bound if always else _PUBLISHED.get((players, size), 0)
    return Known(players, size, bound, proof, max(published, shipped), shipped)


def most(players: int, size: int) -> tuple[int, str]:
    """Return the number of rounds that is proved not to be exceeded, and why it is not."""
    if (players, size) in _SEARCHED_THROUGH:
        return _SEARCHED_THROUGH[players, size], _SEARCHED
    if players // size < size:
        return 1, _FEW_TABLES
    return (players - 1) // (size - 1), _COUNTED
