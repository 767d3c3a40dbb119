"""How many rounds are possible in which nobody meets anybody twice: proved, reached by others, shipped by us.

The bound comes from counting whom one person can meet, or from a search through everything there could be. By threes
it is always reached but for twelve players, by fours for 12t + 4 players; what others have for the rooms that are
left, and who they are, stands in tables here. `docs/schedule_records.md` shows all of it.
"""

from dataclasses import dataclass

from tournaments.movement.schedules.catalogue import perfect

_COUNTED = "counting: in each round one meets a whole table of strangers"
_FEW_TABLES = "those of one table must all part, each to a table of their own: there are too few tables"
_SEARCHED = "exhaustive search (OEIS A107431)"

# (players, size): rounds proved to be the most.
_SEARCHED_THROUGH = {(12, 3): 4, (20, 4): 5, (30, 5): 6}

# What others have published, and who: by threes and by fours whole families, by fives room for room.
_EVERYBODY_BY_THREES = "D. K. Ray-Chaudhuri and R. M. Wilson, 1971"
_ALL_BUT_ONE_BY_THREES = "R. Rees and D. R. Stinson, 1987"
_EVERYBODY_BY_FOURS = "H. Hanani, D. K. Ray-Chaudhuri and R. M. Wilson, 1972"
_SURVEY = "A. Miller, I. Valkov and R. J. R. Abel, Symmetry 18 (2026) 269"
_BY_FOURS = {20: _SEARCHED, 32: "A. Aguado, 2004"}
# By fours, the room for which we have read of nothing near the bound.
_NOT_PUBLISHED = 92
_BY_FIVES = {
    25: (6, "the affine plane of order 5"),
    30: (6, _SEARCHED),
    65: (16, "R. C. Bose, 1959"),
    70: (14, "four orthogonal squares: D. T. Todorov, 2012"),
    85: (21, "a packing of projective space: R. H. F. Denniston, 1972"),
    90: (18, "five orthogonal squares: R. J. R. Abel, 2015"),
    100: (21, "four orthogonal squares: D. T. Todorov, 1989"),
}
_SURVEYED_BY_FIVES = {35: 7, 40: 8, 45: 9, 50: 9, 55: 11, 60: 12, 75: 16, 80: 16, 95: 19}


@dataclass(frozen=True)
class Known:
    """What is known of a room in which nobody is to meet anybody twice.

    Arguments:
        players: how many there are.
        size: how many sit at each table.
        bound: no schedule has more rounds.
        proof: why not.
        published: the most rounds that we have read of anybody having; 0 where we have read of none.
        by: who has published them.
        shipped: how many rounds ours has.
        grown_from: in a few words, where ours comes from.
    """

    players: int
    size: int
    bound: int
    proof: str
    published: int
    by: str
    shipped: int
    grown_from: str

    @property
    def best(self) -> int:
        """The most rounds that we know anybody to have, ourselves included."""
        return max(self.published, self.shipped)

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
    return Known(players, size, bound, proof, *_published(players, size), len(ours.cards), ours.source)


def _published(players: int, size: int) -> tuple[int, str]:
    """Return the most rounds that we have read of anybody having, and who; 0 where we have read of none."""
    bound, proof = most(players, size)
    if proof == _FEW_TABLES:
        return bound, proof
    if size == 3:
        everybody = _EVERYBODY_BY_THREES if players % 6 == 3 else _ALL_BUT_ONE_BY_THREES
        return bound, _SEARCHED if proof == _SEARCHED else everybody
    if size == 4 and players != _NOT_PUBLISHED:
        return bound, _EVERYBODY_BY_FOURS if players % 12 == 4 else _BY_FOURS.get(players, _SURVEY)
    if size == 5:
        return _BY_FIVES.get(players) or (_SURVEYED_BY_FIVES[players], _SURVEY)
    return 0, ""


def most(players: int, size: int) -> tuple[int, str]:
    """Return the number of rounds that is proved not to be exceeded, and why it is not."""
    if (players, size) in _SEARCHED_THROUGH:
        return _SEARCHED_THROUGH[players, size], _SEARCHED
    if players // size < size:
        return 1, _FEW_TABLES
    return (players - 1) // (size - 1), _COUNTED
