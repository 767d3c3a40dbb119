"""Couples of an evening who are never at one table: the men's partners change, and the women's.

Spouse-avoiding mixed doubles: everybody partners and opposes everyone of the other sex but their own spouse
once, and opposes everyone of their own sex once (R. K. Brayton, D. Coppersmith and A. J. Hoffman, "Self-
orthogonal latin squares of all orders n other than 2, 3, 6", 1974). Rounds in which nobody rests are a
symmetric square orthogonal to that (S. P. Wang, "On self-orthogonal Latin squares and partial transversals
of Latin squares", 1978). Most starters come from searches for whist in which everybody opposes everybody
once on either hand: each table of it makes two games, men and women changed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from tournaments.movement.schedules import rings

# Couples: how many groups of how many, with one more couple that belongs to none.
_GROUPS = {50: (7, 7)}
# Couples: two smaller numbers of which they are the product, both even.
_PRODUCTS = {48: (4, 12)}


def couples_rounds(couples: int) -> rings.Built | None:
    """Return the rounds for so many couples; None where no recipe is known.

    Arguments:
        couples: how many; couple number i is players i and `couples` + i.

    Returns:
        The rounds, partners in seats 1 and 3, and in a few words where they come from: one fewer than there are
        couples where their number is even, and nobody ever rests; else as many as there are, and each couple
        rests once.
    """
    if staying := couples_staying().get(couples):
        return staying.rounds(_rounds_of), f"couples starter over Z_{staying.around}"
    if couples in _GROUPS:
        groups, width = _GROUPS[couples]
        holes = _holes(_rounds_of(groups), width)
        return filled(holes, couples, _rounds_of), f"{groups} groups of {width} couples, and one more"
    if starter := couples_with_holes().get(couples):
        source = f"couples starter over Z_{starter.around} x Z_{starter.levels} with holes"
        return filled(starter.holes(), couples, _rounds_of), source
    if circles := rings.starters("couples_in_circles").get(couples):
        return circles.cards(), f"couples starter over Z_{circles.around}"
    if couples in _PRODUCTS:
        first, other = _PRODUCTS[couples]
        return _multiplied(_rounds_of(first), _rounds_of(other)), f"{first} couples times {other}"
    # Elsewhere some would rest more often than others.
    even = couples % 2 or rings.is_prime_power(couples)
    numbers = rings.ring(couples) if couples > 3 and even else None
    factor = _factor(numbers) if numbers else None
    if numbers is None or factor is None:
        return None
    return _rounds(numbers, factor), f"self-orthogonal square of order {couples}"


def _rounds_of(couples: int) -> tuple[rings.Card, ...]:
    rounds, _ = couples_rounds(couples) or ((), "")
    return rounds


def _factor(numbers: rings.Ring) -> int | None:
    # The factor, it less one and the sum of both must be no divisors of zero.
    units = {element for element, row in enumerate(numbers.times) if 1 in row}
    return next(
        (
            factor
            for factor in range(2, numbers.order)
            if {factor, numbers.less(factor, 1), numbers.less(numbers.plus[factor][factor], 1)} <= units
        ),
        None,
    )


def _rounds(numbers: rings.Ring, factor: int) -> tuple[rings.Card, ...]:
    # In each round the numbers of two couples at one table have the same sum.
    order, plus = numbers.order, numbers.plus
    own, others = numbers.times[factor], numbers.times[numbers.less(1, factor)]
    rounds: list[list[tuple[int, ...]]] = [[] for _ in range(order)]
    for man, rival in combinations(range(order), 2):
        woman, other = plus[own[man]][others[rival]], plus[own[rival]][others[man]]
        rounds[plus[man][rival]].append(seated(order, (man, woman, rival, other)))
    return tuple(tuple(card) for card in rounds if card)


def _holes(small: Sequence[rings.Card], width: int) -> tuple[Hole, ...]:
    last = len(small) * width
    return tuple(
        Hole(
            tuple(range(resting * width, (resting + 1) * width)),
            tuple(
                tuple((man, woman - last, rival, other - last) for man, rival, woman, other in card)
                for card in rounds
            ),
        )
        for (resting, _), rounds in rings.with_holes(small, width)
    )


def _multiplied(one: Sequence[rings.Card], other: Sequence[rings.Card]) -> tuple[rings.Card, ...]:
    # Each couple is one of each schedule; who are the same in one are their own partner there, in round 0.
    games, others = _games_of(one), _games_of(other)
    width = len(other) + 1
    couples = (len(one) + 1) * width
    rounds: list[list[tuple[int, ...]]] = [[] for _ in range(couples)]
    for (man, rival), (woman, first) in games.items():
        for (inside, facing), (within, second) in others.items():
            left, right = man * width + inside, rival * width + facing
            if left < right:
                across = games[rival, man][0] * width + others[facing, inside][0]
                game = left, woman * width + within, right, across
                rounds[first * width + second].append(seated(couples, game))
    return tuple(tuple(card) for card in rounds if card)


def _games_of(rounds: Sequence[rings.Card]) -> dict[tuple[int, int], tuple[int, int]]:
    # For two men the partner of the first and the round, from 1 on; for a man twice his wife and 0.
    couples = len(rounds) + 1
    games = {(man, man): (man, 0) for man in range(couples)}
    for number, card in enumerate(rounds, 1):
        for man, rival, woman, other in card:
            games[man, rival] = woman - couples, number
            games[rival, man] = other - couples, number
    return games


# Large schedules of couples from small ones: rounds with a hole, and small schedules that fill the holes.
# In each round with a hole one group of couples does not play with the others, and plays among itself at
# the same time; one more couple, who belong to no group, may play along in every hole. Such rounds are a
# holey self-orthogonal square with a symmetric one orthogonal to it (R. C. Mullin and D. R. Stinson,
# "Holey SOLSSOMs", 1984). The hole can also be the few couples who stay where they are while all others
# move on.

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
        around: how many of them move on, couple number i to i + 1; those with higher numbers stay.
        games: the first round.
        among: where more than one couple stays, games of the others for the rounds in which those who stay play
            among themselves: moved on by all even and by all odd numbers they make two rounds, or one round twice.
    """

    couples: int
    around: int
    games: tuple[Game, ...]
    among: tuple[Game, ...] = ()

    def rounds(self, small: Callable[[int], Sequence[rings.Card]]) -> tuple[rings.Card, ...]:
        """Return the rounds, partners in seats 1 and 3.

        Arguments:
            small: gives the rounds of so many couples; man number i of them is i, and his wife that number and i.
        """
        staying = range(self.around, self.couples)
        people = (*staying, *(self.couples + man for man in staying))
        rounds = [self._moved(self.games, [added]) for added in range(self.around)]
        inside = [rings.renamed(card, people) for card in small(len(staying))]
        outside = [self._moved([game], range(odd, self.around, 2)) for game, odd in self._halves()]
        return (*rounds, *((*games, *within) for games, within in zip(outside, inside, strict=True)))

    def _halves(self) -> list[tuple[Game, int]]:
        # Two men half way round meet in one of the two rounds only.
        return [
            (game, odd)
            for game in self.among
            for odd in range(1 if 2 * abs(game[0] - game[2]) == self.around else 2)
        ]

    def _moved(self, games: Sequence[Game], by: Iterable[int]) -> rings.Card:
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


def filled(
    holes: Sequence[Hole], couples: int, small: Callable[[int], Sequence[rings.Card]]
) -> tuple[rings.Card, ...]:
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
        inside = [rings.renamed(card, people) for card in small(len(men))]
        with_last = [card for card in inside if any(last in table for table in card)]
        alone += [table for card in inside if card not in with_last for table in card]
        for games, within in zip(hole.rounds, with_last, strict=True):
            around = [seated(couples, game) for game in games]
            rounds.append((*around, *within))
    return (*rounds, tuple(alone)) if alone else tuple(rounds)


@cache
def couples_staying() -> dict[int, StayingStarter]:
    return {
        int(couples): StayingStarter(
            int(couples), entry["around"], _games(entry["games"]), _games(entry.get("among", ()))
        )
        for couples, entry in rings.data_file()["couples_staying"].items()
    }


@cache
def couples_with_holes() -> dict[int, CouplesStarter]:
    return {
        int(couples): CouplesStarter(
            **{**entry, "games": _games(entry["games"]), "among": _games(entry.get("among", ()))}
        )
        for couples, entry in rings.data_file()["couples_with_holes"].items()
    }


def _games(games: Iterable[Iterable[int]]) -> tuple[Game, ...]:
    return tuple((man, woman, rival, other) for man, woman, rival, other in games)
