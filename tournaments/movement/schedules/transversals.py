"""Rounds in which everybody meets somebody new from another column, for any tables in a full room.

Player `column * tables + number` sits in the seat of that column. From round to round each column moves on by its
own step ("skip" or Mitchell movement): no two ever meet twice, and nobody meets anybody of their own column
(E. H. Moore, "Tactical Memoranda", 1896; H. F. MacNeish, 1922, for rooms that are no prime power; for twelve tables
A. L. Dulmage, D. M. Johnson and N. S. Mendelsohn, 1961; for fourteen and for twenty D. T. Todorov, 2012 and 1989;
for fifteen P. J. Schellenberg, G. H. J. van Rees and S. A. Vanstone, 1978; for eighteen R. J. R. Abel, 2015). The
numbers for fourteen (squares by I. M. Wanless) and eighteen are as SageMath's table of designs gives them.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Literal

from tournaments.movement.schedules.rings import Card, Ring, Starter, Table, developed, renamed, ring

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


# --- The starters that no formula gives, from the data file beside this module ------------------------

Family = Literal[
    "whist",
    "whist_with_holes",
    "whist_around_four",
    "meeting_3_groups",
    "meeting_3",
    "meeting_4",
    "meeting_5",
    "couples_in_circles",
]
_FILE = Path(__file__).with_name("starters.json")


@cache
def starters(family: Family) -> dict[int, Starter]:
    """Return the starters of a family, by the number of players.

    Arguments:
        family: `whist`; `whist_with_holes`, where in each round all but one hole plays; `whist_around_four`,
            where four players of the middle never meet; `meeting_3_groups`, where nobody meets anybody of
            their own circle; `meeting_3`, `meeting_4`, `meeting_5` for tables of
            so many where no two meet twice; `couples_in_circles`, by the number of couples, whose tables are
            man, man, and the woman of each.
    """
    return {int(players): _starter(entry) for players, entry in _data()[family].items()}


@cache
def couples_staying() -> dict[int, StayingStarter]:
    return {
        int(couples): StayingStarter(
            int(couples), entry["around"], _games(entry["games"]), _games(entry.get("among", ()))
        )
        for couples, entry in _data()["couples_staying"].items()
    }


@cache
def couples_with_holes() -> dict[int, CouplesStarter]:
    """Return the starters of rounds with holes, by the number of couples: those of the holes, and one more."""
    return {
        int(couples): CouplesStarter(
            **{**entry, "games": _games(entry["games"]), "among": _games(entry.get("among", ()))}
        )
        for couples, entry in _data()["couples_with_holes"].items()
    }


@cache
def further_columns() -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return how far further columns move on in each round, by the number of tables.

    The first column stays, the second one moves on by the number of the round.
    """
    return {int(tables): tuple(tuple(row) for row in rows) for tables, rows in _data()["columns"].items()}


@cache
def columns_from_tables() -> dict[int, tuple[int, Card]]:
    """Return how many places are moved round together, and tables of one round each, by the number of tables.

    Of each table the first numbers are places in the columns, the last one is the number of its round: numbers
    that stand in circles of so many places as players do in a `Starter`, those in the middle after them.
    """
    return {
        int(tables): (entry["around"], tuple(tuple(table) for table in entry["tables"]))
        for tables, entry in _data()["columns_from_tables"].items()
    }


@cache
def _data() -> Any:
    return json.loads(_FILE.read_text(encoding="utf-8"))


def _starter(entry: dict[str, Any]) -> Starter:
    tables = {
        "rounds": _cards(entry["rounds"]),
        "transversals": tuple(tuple(table) for table in entry.get("transversals", ())),
        "extra": _cards(entry.get("extra", ())),
    }
    return Starter(**{**entry, **tables})


def _cards(rounds: Iterable[Iterable[Iterable[int]]]) -> tuple[Card, ...]:
    return tuple(tuple(tuple(table) for table in card) for card in rounds)


def _games(games: Iterable[Iterable[int]]) -> tuple[Game, ...]:
    return tuple((man, woman, rival, other) for man, woman, rival, other in games)


def columns(seats: int, tables: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(range(seat * tables, (seat + 1) * tables)) for seat in range(seats))


def steps(seats: int, tables: int) -> tuple[tuple[int, ...], ...] | None:
    """Return how far each column has moved on in each round; None where we cannot keep so many apart.

    Any two columns have moved by a different distance from each other in every round.
    """
    if tables < 2:
        return None
    numbers = ring(tables)
    moved = tuple(numbers.times[step] for step in numbers.spread)
    if seats > len(moved):
        moved = (*moved[:2], *further_columns().get(tables, ()))
    return moved[:seats] if seats <= len(moved) else None


def mixed_rounds(seats: int, tables: int) -> tuple[Card, ...]:
    """Return as many rounds as there are tables, every two of different columns at one table exactly once.

    Returns:
        Nothing where the smallest prime power in the number of tables is less than the number of seats, and we
        know of no other way.
    """
    apart = steps(seats, tables)
    if apart is None:
        return _from_tables(seats, tables)
    numbers = ring(tables)
    return tuple(
        tuple(mixed_table(range(seats), numbers, apart, place, moved) for place in range(tables))
        for moved in range(tables)
    )


def _from_tables(seats: int, tables: int) -> tuple[Card, ...]:
    around, base = columns_from_tables().get(tables, (1, ()))
    if not base or seats >= len(base[0]):
        return ()
    # Places and numbers of rounds stand in circles of their own, and some in the middle, as players do.
    grown = developed(base, ring(around), tables // around)
    rounds: list[list[Table]] = [[] for _ in range(tables)]
    for places in dict.fromkeys(table for card in grown for table in card):
        people = tuple(seat * tables + place for seat, place in enumerate(places[:seats]))
        rounds[places[-1]].append(people)
    return tuple(tuple(card) for card in rounds)


def mixed_table(
    people: Iterable[int], numbers: Ring, apart: Sequence[Sequence[int]], place: int, moved: int
) -> tuple[int, ...]:
    """Return one of the tables that a table becomes when each of its people stands for a whole column.

    Arguments:
        people: the columns, in the order of the seats.
        numbers: the places of a column.
        apart: how far each seat has moved on in each round.
        place: the number of the table.
        moved: the number of the round.
    """
    return tuple(
        [
            column * numbers.order + numbers.plus[place][distances[moved]]
            for column, distances in zip(people, apart, strict=False)
        ]
    )


def lines(size: int, dimension: int) -> tuple[Card, ...]:
    """Return the parallel classes of the affine space over the field of `size` elements.

    Everybody meets everybody exactly once; a player is a point, its coordinates the digits of its number.
    """
    field = ring(size)
    points = list(_vectors(size, dimension))
    number = {point: at for at, point in enumerate(points)}
    directions = [point for point in points if next((digit for digit in point if digit), 0) == 1]
    rounds = []
    for direction in directions:
        seated: set[int] = set()
        card = []
        for start, point in enumerate(points):
            if start not in seated:
                line = tuple(
                    number[
                        tuple(
                            field.plus[coordinate][field.times[along][way]]
                            for coordinate, way in zip(point, direction, strict=True)
                        )
                    ]
                    for along in range(size)
                )
                seated.update(line)
                card.append(line)
        rounds.append(tuple(card))
    return tuple(rounds)


def _vectors(size: int, dimension: int) -> Iterable[tuple[int, ...]]:
    if dimension == 0:
        return [()]
    return [(*rest, digit) for rest in _vectors(size, dimension - 1) for digit in range(size)]
