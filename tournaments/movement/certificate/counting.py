"""The rounds that a certificate is about, what is wrong with their seats, and plain counts of what they give.

Who was whose partner and opponent, who had which seat and table, and who sat out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, pairwise
from typing import Any, Protocol

from scoring.derivation import OR, Sentence, gettext_noop, listed
from scoring.faults import Fault


class Seated(Protocol):
    @property
    def tables(self) -> Sequence[Sequence[Any]]:
        """The tables from 1 up, each with its players from seat 1 on."""

    @property
    def sitting_out(self) -> Sequence[Any]:
        """Those without a seat."""


LONGEST_NUMBER = 18
"""Ids of more digits are names."""

Given = Seated | tuple[Sequence[Sequence[Any]], Sequence[Any] | None]
"""A round as it comes: a seating, or tables and who sits out; None for everybody who is at no table."""


@dataclass(frozen=True)
class Round:
    """One round, taken as it is: it may hold faults, which `faults_in` names.

    Arguments:
        absent: those known to be away: not come yet, or gone home.
    """

    tables: tuple[tuple[str, ...], ...]
    sitting_out: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.tables))

    @property
    def seats(self) -> int:
        return sum(self.sizes)

    def people(self) -> Iterator[str]:
        """Everybody named: the tables from 1 up in seat order, then those sitting out."""
        yield from chain.from_iterable(self.tables)
        yield from self.sitting_out


def read_rounds(
    given: Iterable[Given], players: Sequence[Any] | None, absent: Sequence[Collection[Any]]
) -> tuple[tuple[Round, ...], tuple[str, ...]]:
    """Return the rounds, and the players in the order of the counts.

    Arguments:
        players: the players in order, or None for everybody named: numbers by size, others as they appear.
        absent: for each round, who is known to be away; rounds beyond its end have nobody away.
    """
    raw = [_raw(round_) for round_ in given]
    away = [tuple(map(str, absent[place])) if place < len(absent) else () for place in range(len(raw))]
    if players is None:
        named = chain.from_iterable(
            (*chain.from_iterable(tables), *(out or ()), *gone)
            for (tables, out), gone in zip(raw, away, strict=True)
        )
        order = _in_order(dict.fromkeys(named))
    else:
        order = tuple(dict.fromkeys(map(str, players)))
    rounds = (
        Round(tables, _others(order, tables, gone) if out is None else out, gone)
        for (tables, out), gone in zip(raw, away, strict=True)
    )
    return tuple(rounds), order


def _raw(given: Given) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...] | None]:
    tables, out = given if isinstance(given, tuple) else (given.tables, given.sitting_out)
    return tuple(tuple(map(str, table)) for table in tables), None if out is None else tuple(map(str, out))


def _in_order(named: Iterable[str]) -> tuple[str, ...]:
    names = tuple(named)
    numbers = all(name.isascii() and name.isdigit() and len(name) <= LONGEST_NUMBER for name in names)
    return tuple(sorted(names, key=int)) if numbers else names


def _others(order: Sequence[str], tables: Iterable[Sequence[str]], gone: Sequence[str]) -> tuple[str, ...]:
    elsewhere = {*chain.from_iterable(tables), *gone}
    return tuple(player for player in order if player not in elsewhere)


def faults_in(rounds: Sequence[Round], players: Sequence[str], sizes: Collection[int]) -> tuple[Fault, ...]:
    """Return everything wrong with the seats, each fault with its round and table.

    Fields are paths into the JSON of the certificate and count from 0 (`rounds.0.tables.2.1`); sentences count
    from 1, as people do.
    """
    if not rounds:
        return (Fault("rounds", "empty", Sentence(gettext_noop("there is no round"))),)
    return tuple(
        fault
        for number, round_ in enumerate(rounds, start=1)
        for fault in _wrong(number, round_, players, sizes)
    )


def _wrong(number: int, one: Round, players: Sequence[str], sizes: Collection[int]) -> Iterator[Fault]:
    known = set(players)
    places: dict[str, Sentence] = {}
    for table, people in enumerate(one.tables, start=1):
        if len(people) not in sizes:
            yield _unknown_size(number, table, len(people), sizes)
        where = Sentence(gettext_noop("round %(round)s, table %(table)s"), {"round": number, "table": table})
        for seat, player in enumerate(people, start=1):
            field = f"rounds.{number - 1}.tables.{table - 1}.{seat - 1}"
            yield from _misplaced(field, where, player, known, places, one.absent)
            places.setdefault(player, where)
    out = Sentence(gettext_noop("round %(round)s, among those sitting out"), {"round": number})
    for place, player in enumerate(one.sitting_out):
        yield from _misplaced(
            f"rounds.{number - 1}.sitting_out.{place}", out, player, known, places, one.absent
        )
        places.setdefault(player, out)
    for player in players:
        if player not in places and player not in one.absent:
            why = gettext_noop("round %(round)s: %(player)s has no seat and does not sit out")
            values = {"round": number, "player": player}
            yield Fault(f"rounds.{number - 1}", "missing", Sentence(why, values))


def _unknown_size(number: int, table: int, entered: int, sizes: Collection[int]) -> Fault:
    why = gettext_noop("round %(round)s, table %(table)s: %(entered)s sit there; a table has %(allowed)s")
    allowed = listed(sorted(sizes), OR)
    values = {"round": number, "table": table, "entered": entered, "allowed": allowed}
    return Fault(f"rounds.{number - 1}.tables.{table - 1}", "table-size", Sentence(why, values))


def _misplaced(
    field: str,
    where: Sentence,
    player: str,
    known: Collection[str],
    seen: dict[str, Sentence],
    absent: Collection[str],
) -> Iterator[Fault]:
    if player not in known:
        why = gettext_noop("%(where)s: %(player)s is not one of the players")
        yield Fault(field, "unknown-player", Sentence(why, {"where": where, "player": player}))
    if player in absent:
        why = gettext_noop("%(where)s: %(player)s is there, and is said to be away")
        yield Fault(field, "away", Sentence(why, {"where": where, "player": player}))
    if player in seen:
        why = gettext_noop("%(where)s: %(player)s is there for the second time, already at %(first)s")
        values = {"where": where, "player": player, "first": seen[player]}
        yield Fault(field, "twice", Sentence(why, values))


Matrix = tuple[tuple[int, ...], ...]
COUPLES_SIT_AT = 4
LEAST_SEATS_COUNTED = 5
"""So many columns has the count of seats at least: certificates of before have as many."""


@dataclass(frozen=True)
class Counts:
    """What was counted; every row is that of a player, in the order of the players.

    Arguments:
        opponents: how often two were at one table and no partners.
        sit_outs: in which rounds, from 1, a player sat out.
    """

    partners: Matrix
    opponents: Matrix
    meetings: Matrix
    seats: Matrix
    tables: Matrix
    sit_outs: Matrix
    played: tuple[int, ...]

    @property
    def sat_out(self) -> tuple[int, ...]:
        return tuple(map(len, self.sit_outs))

    @property
    def gaps(self) -> tuple[int, ...]:
        return tuple(later - before for rounds in self.sit_outs for before, later in pairwise(rounds))


class _Tally:
    def __init__(self, rows: int, columns: int) -> None:
        self.rows = [[0] * columns for _ in range(rows)]

    def both(self, one: int, other: int) -> None:
        self.rows[one][other] += 1
        self.rows[other][one] += 1

    def frozen(self) -> Matrix:
        return tuple(map(tuple, self.rows))


def count(rounds: Sequence[Round], players: Sequence[str], *, partnership: bool) -> Counts:
    """Count the rounds.

    Partners sit opposite at tables of four: seats 1 and 3, seats 2 and 4. Whoever is not one of the players is not
    counted, and nobody meets themselves: where seats are faulty, the rest still counts.
    """
    place = {player: number for number, player in enumerate(players)}
    partners, opponents, meetings = (_Tally(len(players), len(players)) for _ in range(3))
    widest = max((size for round_ in rounds for size in round_.sizes), default=0)
    seats = _Tally(len(players), max(LEAST_SEATS_COUNTED, widest))
    tables = _Tally(len(players), max((len(round_.tables) for round_ in rounds), default=0))
    for round_ in rounds:
        for number, table in enumerate(round_.tables):
            occupants = [(seat, place[player]) for seat, player in enumerate(table) if player in place]
            for seat, player in occupants:
                seats.rows[player][seat] += 1
                tables.rows[player][number] += 1
            couples = partnership and len(table) == COUPLES_SIT_AT
            for (seat, player), (opposite, other) in combinations(occupants, 2):
                if player != other:
                    meetings.both(player, other)
                    (partners if couples and opposite - seat == 2 else opponents).both(player, other)
    sit_outs = tuple(
        tuple(number for number, round_ in enumerate(rounds, start=1) if player in round_.sitting_out)
        for player in players
    )
    return Counts(
        partners.frozen(),
        opponents.frozen(),
        meetings.frozen(),
        seats.frozen(),
        tables.frozen(),
        sit_outs,
        tuple(map(sum, seats.rows)),
    )


def of_pairs(matrix: Matrix) -> list[int]:
    return [number for row, numbers in enumerate(matrix) for number in numbers[row + 1 :]]


def repeats(numbers: Sequence[int]) -> int:
    return sum(number - 1 for number in numbers if number > 1)


def even_seats(rounds: Sequence[Round], players: Sequence[str], columns: int) -> list[list[Fraction]]:
    """Return how often each player would have had each seat of the tables they sat at, if all were alike."""
    return _even(rounds, players, columns, lambda _round, table: (1,) * len(table))


def even_tables(rounds: Sequence[Round], players: Sequence[str], columns: int) -> list[list[Fraction]]:
    """Return how often each player would have been at each table in the rounds they played, by its size."""
    return _even(rounds, players, columns, lambda round_, _table: round_.sizes)


def _even(
    rounds: Sequence[Round],
    players: Sequence[str],
    columns: int,
    weights: Callable[[Round, Sequence[str]], tuple[int, ...]],
) -> list[list[Fraction]]:
    # `weights` says how a round at a table weighs the columns.
    sat: dict[str, Counter[tuple[int, ...]]] = {player: Counter() for player in players}
    for round_ in rounds:
        for table in round_.tables:
            for player in table:
                if player in sat:
                    sat[player][weights(round_, table)] += 1
    return _added_up(sat.values(), columns)


def even_sit_outs(rounds: Sequence[Round], players: Sequence[str]) -> list[Fraction]:
    """Return how often each player would have sat out, had all who were there shared it."""
    shares = [
        (round_.absent, Fraction(len(round_.sitting_out), max(1, len(players) - len(round_.absent))))
        for round_ in rounds
    ]
    return [sum((share for away, share in shares if player not in away), Fraction()) for player in players]


def _added_up(rows: Iterable[Counter[tuple[int, ...]]], columns: int) -> list[list[Fraction]]:
    # Most players have sat at the same kinds of table; each kind of row is worked out once.
    known: dict[frozenset[tuple[tuple[int, ...], int]], list[Fraction]] = {}
    evens = []
    for row in rows:
        kind = frozenset(row.items())
        if kind not in known:
            known[kind] = [
                sum((_share(weights, column) * times for weights, times in kind), Fraction())
                for column in range(columns)
            ]
        evens.append(known[kind])
    return evens


def _share(weights: Sequence[int], column: int) -> Fraction:
    return Fraction(weights[column], sum(weights)) if column < len(weights) else Fraction()


# How even some numbers are: how far they lie from the value they would have if all were alike.

DIGITS = 4
"""Fractions are written with so many decimals."""


@dataclass(frozen=True)
class Evenness:
    """How far numbers lie from the even value, the one they would have if all were alike.

    Arguments:
        even: the even value, or None where it is not the same for all.
        least_worst: no whole numbers have a smaller largest distance.
        least_mean: no whole numbers have a smaller mean distance.
    """

    least: int
    most: int
    even: Fraction | None
    worst: Fraction
    mean: Fraction
    least_worst: Fraction
    least_mean: Fraction

    def as_data(self) -> dict[str, object]:
        """Return it as JSON data, fractions as numbers with four decimals."""
        return {
            name: decimal(value) if isinstance(value, Fraction) else value
            for name, value in vars(self).items()
        }


def decimal(value: Fraction) -> float:
    return round(float(value), DIGITS)


def of_one_sum(numbers: Sequence[int]) -> Evenness:
    """Return how even numbers with a fixed sum are: the even value is their mean.

    Of whole numbers with that sum and a mean between two whole numbers, one at least lies on either side; the
    sum of the distances is smallest when all are one of the two. That gives the least deviations.
    """
    if not numbers:
        return of_each((), ())
    even = Fraction(sum(numbers), len(numbers))
    over = even - even.__floor__()
    counter = Counter(numbers)
    return Evenness(
        min(counter),
        max(counter),
        even,
        max(abs(number - even) for number in counter),
        sum((abs(number - even) * times for number, times in counter.items()), Fraction()) / len(numbers),
        max(over, 1 - over) if over else Fraction(),
        2 * over * (1 - over),
    )


def of_each(numbers: Iterable[int], evens: Iterable[Fraction]) -> Evenness:
    """Return how even numbers are that each have their own even value.

    The least deviations follow from each number being whole; nothing is assumed of their sums.
    """
    counter = Counter(zip(numbers, evens, strict=True))
    if not counter:
        return Evenness(0, 0, Fraction(), Fraction(), Fraction(), Fraction(), Fraction())
    whole = {even: abs(even - round(even)) for _, even in counter}
    total = counter.total()
    return Evenness(
        min(number for number, _ in counter),
        max(number for number, _ in counter),
        next(iter(whole)) if len(whole) == 1 else None,
        max(abs(number - even) for number, even in counter),
        sum((abs(number - even) * times for (number, even), times in counter.items()), Fraction()) / total,
        max(whole.values()),
        sum((whole[even] * times for (_, even), times in counter.items()), Fraction()) / total,
    )
