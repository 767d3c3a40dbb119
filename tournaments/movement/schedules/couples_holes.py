"""Large schedules of couples from small ones: rounds with a hole, and small schedules that fill the holes.

In each round one group of couples does not play with the others, and plays among itself at the same time; one more
couple, who belong to no group, may play along in every hole. Such rounds with holes are a holey self-orthogonal
square with a symmetric one orthogonal to it (R. C. Mullin and D. R. Stinson, "Holey SOLSSOMs", 1984).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tournaments.movement.schedules.developing import Card, renamed

# One game: a man, the woman who is his partner, another man, and his.
Game = tuple[int, int, int, int]


@dataclass(frozen=True)
class Hole:
    """A group of couples, and the rounds in which the others play without them.

    Arguments:
        group: the numbers of its couples; couple number i is the man i and the woman i.
        rounds: for each of its couples one: the games of all others who belong to any group.
    """

    group: tuple[int, ...]
    rounds: tuple[tuple[Game, ...], ...]


@dataclass(frozen=True)
class CouplesStarter:
    """The games from which rounds with holes are developed.

    Arguments:
        around: how many couples stand in a circle, numbers 0 and up; those who stay come after them.
        hole: how many of the circle are in one hole: they stand at equal distances.
        staying: how many couples stay when the circle moves on; they are a hole as well.
        games: the round without the couples at place 0 and those at equal distances from it.
        among: games that make two rounds each of the circle alone when they are moved by an even and by an odd
            number of places; just one where it comes to the same.
    """

    around: int
    hole: int
    staying: int
    games: tuple[Game, ...]
    among: tuple[Game, ...]

    def holes(self) -> tuple[Hole, ...]:
        """Return the holes: those of the circle, and that of the couples who stay."""
        apart = self.around // self.hole
        found = [
            Hole(
                tuple(range(first, self.around, apart)),
                tuple(self._moved(self.games, [added]) for added in range(first, self.around, apart)),
            )
            for first in range(apart)
        ]
        if self.staying:
            circle = range(self.around)
            rounds = [self._moved([game], circle[odd::2]) for game in self.among for odd in range(2)]
            staying = tuple(range(self.around, self.around + self.staying))
            found.append(Hole(staying, tuple(rounds)))
        return tuple(found)

    def _moved(self, games: Sequence[Game], places: Iterable[int]) -> tuple[Game, ...]:
        """Return the games moved on by each of so many places."""

        def moved(person: int, added: int) -> int:
            return (person + added) % self.around if person < self.around else person

        return tuple(
            (moved(man, added), moved(woman, added), moved(rival, added), moved(other, added))
            for man, woman, rival, other in games
            for added in places
        )


def filled(holes: Sequence[Hole], couples: int, small: Callable[[int], Sequence[Card]]) -> tuple[Card, ...]:
    """Return the schedule in which each group plays among itself while the others play round it.

    Arguments:
        holes: the rounds with holes, of all couples but the last one, who plays along in every hole.
        couples: how many there are with that one.
        small: gives the rounds of so many couples; man number i of them is i, and his wife that number and i.

    Returns:
        Rounds for everybody, partners in seats 1 and 3. Where the one who plays along rests in a round of each
        small schedule, those rounds are played together, as the last one.
    """
    last, rounds, alone = couples - 1, [], []
    for hole in holes:
        men = (*hole.group, last)
        people = (*men, *(couples + man for man in men))
        inside = [renamed(card, people) for card in small(len(men))]
        with_last = [card for card in inside if any(last in table for table in card)]
        alone += [table for card in inside if card not in with_last for table in card]
        for games, within in zip(hole.rounds, with_last, strict=True):
            around = [(man, rival, couples + woman, couples + other) for man, woman, rival, other in games]
            rounds.append((*around, *within))
    return (*rounds, tuple(alone)) if alone else tuple(rounds)
