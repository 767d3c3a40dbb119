"""Large schedules of couples from small ones: rounds with a hole, and small schedules that fill the holes.

In each round with a hole one group of couples does not play with the others, and plays among itself at the same
time; one more couple, who belong to no group, may play along in every hole. Such rounds are a holey self-orthogonal
square with a symmetric one orthogonal to it (R. C. Mullin and D. R. Stinson, "Holey SOLSSOMs", 1984). The hole can
also be the few couples who stay where they are while all others move on.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from tournaments.movement.schedules.developing import Card, renamed

# One game: a man, the woman who is his partner, another man, and his.
Game = tuple[int, int, int, int]


def seated(couples: int, game: Game) -> tuple[int, ...]:
    man, woman, rival, other = game
    return man, rival, couples + woman, couples + other


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
class StayingStarter:
    """The games from which rounds come while a few couples, or none, stay where they are.

    Arguments:
        couples: how many there are.
        around: how many of them move on, couple number i to i + 1; those with higher numbers stay.
        games: the first round.
        among: where more than one couple stays, games of the others for the rounds in which those who stay play
            among themselves: moved on by all even and by all odd numbers they make two rounds, or one round twice.
    """

    couples: int
    around: int
    games: tuple[Game, ...]
    among: tuple[Game, ...] = ()

    def rounds(self, small: Callable[[int], Sequence[Card]]) -> tuple[Card, ...]:
        """Return the rounds, partners in seats 1 and 3.

        Arguments:
            small: gives the rounds of so many couples; man number i of them is i, and his wife that number and i.
        """
        staying = range(self.around, self.couples)
        people = (*staying, *(self.couples + man for man in staying))
        rounds = [self._moved(self.games, [added]) for added in range(self.around)]
        inside = [renamed(card, people) for card in small(len(staying))]
        outside = [self._moved([game], range(odd, self.around, 2)) for game, odd in self._halves()]
        return (*rounds, *((*games, *within) for games, within in zip(outside, inside, strict=True)))

    def _halves(self) -> list[tuple[Game, int]]:
        # Two men half way round meet in one of the two rounds only.
        return [
            (game, odd)
            for game in self.among
            for odd in range(1 if 2 * abs(game[0] - game[2]) == self.around else 2)
        ]

    def _moved(self, games: Sequence[Game], by: Iterable[int]) -> Card:
        def moved(person: int, added: int) -> int:
            return (person + added) % self.around if person < self.around else person

        return tuple(
            seated(
                self.couples,
                (moved(man, added), moved(woman, added), moved(rival, added), moved(other, added)),
            )
            for man, woman, rival, other in games
            for added in by
        )


@dataclass(frozen=True)
class CouplesStarter:
    """The games from which rounds with holes are developed.

    The couples of the holes stand in `levels` circles of `around` places: couple `level * around + place`. Those at
    one place of all circles are one hole.

    Arguments:
        around: how many places a circle has.
        levels: how many circles there are.
        staying: how many couples stand outside, and stay there; they come after the others, and are a hole as well.
        games: the round without the couples at place 0.
        among: games that make two rounds each of the circles alone: moved on by any number of places, and turned
            by an even or by an odd number of circles.
    """

    around: int
    levels: int
    staying: int
    games: tuple[Game, ...]
    among: tuple[Game, ...]

    def holes(self) -> tuple[Hole, ...]:
        circle, levels = range(self.around), range(self.levels)
        holes = [
            Hole(
                tuple(level * self.around + place for level in levels),
                tuple(self._moved(self.games, [place], [turned]) for turned in levels),
            )
            for place in circle
        ]
        if self.staying:
            first = self.around * self.levels
            rounds = [self._moved([game], circle, levels[odd::2]) for game in self.among for odd in range(2)]
            holes.append(Hole(tuple(range(first, first + self.staying)), tuple(rounds)))
        return tuple(holes)

    def _moved(self, games: Sequence[Game], places: Iterable[int], turns: Iterable[int]) -> tuple[Game, ...]:
        def moved(person: int, added: int, turned: int) -> int:
            level, place = divmod(person, self.around)
            if level >= self.levels:
                return person
            return (level + turned) % self.levels * self.around + (place + added) % self.around

        return tuple(
            (moved(man, *by), moved(woman, *by), moved(rival, *by), moved(other, *by))
            for man, woman, rival, other in games
            for by in product(places, turns)
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
            around = [seated(couples, game) for game in games]
            rounds.append((*around, *within))
    return (*rounds, tuple(alone)) if alone else tuple(rounds)
