"""Draws and cuts that anybody can check afterwards from the evening's seed; evenings drawn anew, or of fixed seats.

Nothing here is random: each player gets the SHA-256 of a short text, and the lowest digest comes first. With
the seed shown after the evening, `printf 'draw\nSEED\nID' | sha256sum` for all of them, sorted, is it; seats drawn
again have `draw 2` in place of `draw`, then `draw 3`. Whoever is added or taken away changes nobody else's order.

Nobody knows the seed before the evening is over, and nobody can exchange it: its `commitment` is shown before the
draw, and `printf 'commitment\nSEED' | sha256sum` gives it again once the seed is shown.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from tournaments.movement import reasons
from tournaments.movement.history import Meetings, Room, sat_out
from tournaments.movement.interface import Movement, NextRound, Reason, Situation
from tournaments.movement.options import GamesOptions, PointsOptions
from tournaments.movement.seating import SEATS, Seating, Table


def draw(
    players: Sequence[str],
    *,
    seed: str,
    colours: Mapping[str, str] | None = None,
    couples: Literal["any", "mixed"] = "any",
    attempt: int = 1,
) -> tuple[str, ...]:
    """Draw the start: the order in which `first_seating` takes its seats.

    With `couples="mixed"` as many of the first couples (seats 1 and 3, 2 and 4) are mixed as numbers allow.
    It is drawn from one pile for each colour: each couple takes the next of the two piles that are then the
    highest, of equal piles the one whose next player was drawn first. When no two piles are left, the others
    are paired as they were drawn, and the last drawn of those sit out; then the couples take their places in
    the order in which the first of each was drawn, and he or she has the lower seat.

    Arguments:
        players: who is in the draw; their order does not matter.
        attempt: 1 for the first draw of the evening, 2 when seats are drawn again, and so on.

    Raises:
        ValueError: somebody is named twice, or there is no such attempt.
    """
    if len(set(players)) != len(players):
        raise ValueError("everybody is drawn once")
    if attempt < 1:
        raise ValueError("attempts are counted from 1")
    order = sorted(players, key=lambda player: digest(word_of(attempt), seed, player))
    if couples == "any":
        return tuple(order)
    return _mixed(order, colours or {})


def word_of(attempt: int) -> str:
    """Return the first line of what is digested in a draw: "draw", and "draw 2" where it is drawn again."""
    return "draw" if attempt == 1 else f"draw {attempt}"


def commitment(seed: str) -> str:
    """Return what is shown before the draw: the SHA-256 of the word `commitment` and the seed."""
    return digest("commitment", seed)


def cut(sides: Sequence[str], *, seed: str, label: str) -> tuple[str, ...]:
    """Cut between sides by the seed of the evening, where no pack is at hand.

    Arguments:
        label: what is cut for, different for each cut of the evening ("round 3 table 2").

    Returns:
        The sides in the order of the cut, the winner first.

    Raises:
        ValueError: there are not two different sides.
    """
    if len(set(sides)) != len(sides) or len(sides) < 2:
        raise ValueError("a cut is between two sides or more, each named once")
    return tuple(sorted(sides, key=lambda side: digest("cut", seed, label, side)))


def cut_for_game(sides: Sequence[str], *, seed: str, round_number: int, table: int) -> tuple[str, ...]:
    """Cut by the seed for the game of a level table, the winner first; the label is `round R table T`."""
    return cut(sides, seed=seed, label=f"round {round_number} table {table}")


def cut_for_prize(tied: Sequence[str], *, seed: str, prize: str, colour: str | None) -> tuple[str, ...]:
    """Cut by the seed for a prize, the winner first; the label is `prize P`, or `prize P C` for a ticket colour's.

    Raises:
        ValueError: there are not two different players.
    """
    return cut(tied, seed=seed, label=f"prize {prize} {colour}" if colour else f"prize {prize}")


def digest(*parts: str) -> str:
    """Return the SHA-256 of the parts, one to a line, in UTF-8 and without a newline at the end, as hex."""
    return sha256("\n".join(parts).encode()).hexdigest()


def _mixed(order: Sequence[str], colours: Mapping[str, str]) -> tuple[str, ...]:
    count = 2 * (len(order) // SEATS)
    drawn = {player: place for place, player in enumerate(order)}
    piles: dict[str, list[str]] = {}
    for player in reversed(order):
        if colour := colours.get(player):
            piles.setdefault(colour, []).append(player)
    couples: list[tuple[str, str]] = []
    while len(couples) < count:
        highest = sorted(filter(None, piles.values()), key=lambda pile: (-len(pile), drawn[pile[-1]]))[:2]
        if len(highest) < 2:
            break
        first, second = sorted((pile.pop() for pile in highest), key=drawn.__getitem__)
        couples.append((first, second))
    coupled = {player for couple in couples for player in couple}
    rest = [player for player in order if player not in coupled]
    missing = 2 * (count - len(couples))
    couples += zip(rest[:missing:2], rest[1:missing:2], strict=True)
    couples.sort(key=lambda couple: drawn[couple[0]])
    places: list[str] = []
    for head, side in zip(couples[::2], couples[1::2], strict=True):
        places += (head[0], side[0], head[1], side[1])
    return (*places, *rest[missing:])


# Fixed and drawn seats: movements that do not ask who won, as evenings of points mostly have them. Nothing is random
# here either: who sits out is decided by the digests of `sit out`, the seed, the number of the round and the player,
# one to a line, and the order of a draw by those of `round` likewise.

Seats = list[str | None]
"""A table with empty seats."""


@dataclass(frozen=True)
class Fixed(Movement):
    """Everybody stays where they are all evening; sitting out goes round."""

    options: GamesOptions | PointsOptions

    def next_round(self, situation: Situation) -> NextRound:
        room = Room(situation, self.tables)
        sizes = as_before(situation.last.seating, self.tables.sizes(len(room.present)))
        out = room.chosen_to_sit_out(
            len(room.present) - sum(sizes),
            lambda player, _: digest("sit out", situation.seed, str(situation.number), player),
        )
        tables, explanations = self.seated(room, [who for who in room.present if who not in out], sizes)
        seating = room.seating(tables)
        counts = sat_out(situation.seatings, situation.tickets)
        rest = reasons.to_sit_out(seating.sitting_out, counts)
        return NextRound(seating, (*reasons.opening(situation, seating, sizes), *explanations, *rest))

    def seated(
        self, room: Room, players: Sequence[str], sizes: Sequence[int]
    ) -> tuple[tuple[Table, ...], Iterator[Reason]]:
        last = room.situation.last.seating
        tables = _kept_tables(last, players, sizes)
        return tables, reasons.new_seats(last.tables, tables)


@dataclass(frozen=True)
class Drawn(Fixed):
    """A new draw for every round, so that people meet again as seldom as a quick search finds."""

    def seated(
        self, room: Room, players: Sequence[str], sizes: Sequence[int]
    ) -> tuple[tuple[Table, ...], Iterator[Reason]]:
        seed, number = room.situation.seed, str(room.situation.number)
        order = sorted(players, key=lambda player: digest("round", seed, number, player))
        tables = drawn_tables(order, sizes, room.meetings, partnership=self.tables.partnership)
        return tables, reasons.drawn(tables, room.meetings, partnership=self.tables.partnership)


def as_before(last: Seating, wanted: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes of the last round where they still seat as many: tables are not changed for nothing."""
    before = tuple(len(table) for table in last.tables)
    return before if sum(before) == sum(wanted) else wanted


def _kept_tables(last: Seating, seated: Sequence[str], sizes: Sequence[int]) -> tuple[Table, ...]:
    # Of fewer tables the highest are broken up, those with most people left become the largest; of one that
    # shrinks the highest seats go. Free seats are taken from table 1 up, in the order of `seated`.
    tables = [_cut_down(table, size) for table, size in remaining(last.tables, seated, sizes)]
    in_seats = {player for table in tables for player in table if player is not None}
    waiting = iter([player for player in seated if player not in in_seats])
    return tuple(tuple(next(waiting) if who is None else who for who in table) for table in tables)


def remaining(
    tables: Sequence[Table], staying: Iterable[str], sizes: Sequence[int]
) -> Iterator[tuple[Seats, int]]:
    """Yield as many tables as there are sizes, empty seats for those who go, each with the size it becomes."""
    players = set(staying)
    left: list[Seats] = [
        [player if player in players else None for player in table] for table in tables[: len(sizes)]
    ]
    left += [[] for _ in range(len(sizes) - len(left))]
    return zip(left, _matched(left, sizes), strict=True)


def _matched(tables: Sequence[Seats], sizes: Sequence[int]) -> list[int]:
    # Its own where that is among the sizes, else the more people the larger.
    free = list(sizes)
    new_sizes = [0] * len(tables)
    for place, table in enumerate(tables):
        if len(table) in free:
            new_sizes[place] = len(table)
            free.remove(len(table))
    others = [place for place, size in enumerate(new_sizes) if not size]
    others.sort(key=lambda place: sum(player is None for player in tables[place]) - len(tables[place]))
    for place, size in zip(others, sorted(free, reverse=True), strict=True):
        new_sizes[place] = size
    return new_sizes


def _cut_down(table: Seats, size: int) -> Seats:
    # Empty places go or come first, then the highest seats go.
    if len(table) == size:
        return table
    people = [player for player in table if player is not None][:size]
    return [*people, *[None] * (size - len(people))]


# Tables of people who have met as little as a quick search finds. This is not the best there is, but it is found at
# once, for any number of players, whoever comes and goes; and anybody who knows the order finds the same.

LOOK_AHEAD = 48
"""How many of the draw are looked at for a seat."""

PASSES = 3
NEIGHBOURS = 150
"""How many other tables are looked at for a change of places: the whole of a room of ordinary size."""


def drawn_tables(
    order: Sequence[str], sizes: Sequence[int], meetings: Meetings, *, partnership: bool
) -> tuple[Table, ...]:
    """Seat everybody at tables where they have met as little as a quick search finds.

    Arguments:
        partnership: whether partners sit opposite each other; they are put together by fewest partnerships.
    """

    def exchanges(number: int, seat: int, tables: Groups) -> Iterator[Exchange]:
        return _exchanges(number, seat, tables, meetings)

    tables = grouped(order, sizes, meetings, near=lambda _: LOOK_AHEAD, passes=PASSES, exchanges=exchanges)
    seat = _as_couples if partnership else in_turn
    return tuple(seat(table, meetings) for table in tables)


Groups = list[list[str]]
Exchange = tuple[int, int, int, int]
"""A change of places: what it adds to the meetings, to what counts after them; the other table, the place."""


def grouped(
    order: Sequence[str],
    sizes: Sequence[int],
    meetings: Meetings,
    *,
    near: Callable[[int], int],
    passes: int,
    exchanges: Callable[[int, int, Groups], Iterable[Exchange]],
) -> Groups:
    """Put people together at tables; those of each table stand in the order given.

    Whoever is next opens a table, and to each other seat comes the first of those near who has met those at the table
    least. Then single people change places as long as that is better.

    Arguments:
        order: as many as there are seats.
        near: of how many the next at a table of such a size is chosen.
        passes: how often all tables are gone through at most.
        exchanges: those for whoever has this seat of a table, both from 0.
    """
    waiting = list(order)
    tables = [_gathered(waiting, size, near(size), meetings) for size in sizes]
    for _ in range(passes):
        moved = [_improved(number, tables, meetings, exchanges) for number in range(len(tables))]
        if not any(moved):
            break
    place = {player: number for number, player in enumerate(order)}
    return [sorted(table, key=place.__getitem__) for table in tables]


def _gathered(waiting: list[str], size: int, near: int, meetings: Meetings) -> list[str]:
    table = [waiting.pop(0)]
    while len(table) < size:
        best, fewest = 0, None
        for place, player in enumerate(waiting[:near]):
            count = meetings.between(player, table)
            if fewest is None or count < fewest:
                best, fewest = place, count
            if not count:
                break
        table.append(waiting.pop(best))
    return table


def _improved(
    number: int,
    tables: Groups,
    meetings: Meetings,
    exchanges: Callable[[int, int, Groups], Iterable[Exchange]],
) -> bool:
    moved = False
    for seat in range(len(tables[number])):
        if not meetings.at(tables[number]):
            return moved
        change, further, other, place = min(exchanges(number, seat, tables), default=(0, 0, 0, 0))
        if (change, further) < (0, 0):
            mine, theirs = tables[number], tables[other]
            mine[seat], theirs[place] = theirs[place], mine[seat]
            moved = True
    return moved


def _exchanges(number: int, seat: int, tables: Groups, meetings: Meetings) -> Iterator[Exchange]:
    player = tables[number][seat]
    left = tables[number][:seat] + tables[number][seat + 1 :]
    before = meetings.between(player, left)
    if not before:
        return
    for step in range(1, min(len(tables), NEIGHBOURS)):
        other = (number + step) % len(tables)
        table = tables[other]
        to_all = meetings.between(player, table)
        for place, opposite in enumerate(table):
            theirs = meetings.between(opposite, table)
            after = to_all - meetings.between(player, (opposite,)) + meetings.between(opposite, left)
            yield after - before - theirs, 0, other, place


def in_turn(table: Sequence[str], meetings: Meetings) -> Table:
    waiting, seated = list(table), []
    for seat in range(1, len(table) + 1):
        had = [meetings.in_seat.get((player, seat), 0) for player in waiting]
        seated.append(waiting.pop(had.index(min(had))))
    return tuple(seated)


def _as_couples(table: Sequence[str], meetings: Meetings) -> Table:
    if len(table) != SEATS:
        return tuple(table)
    first, second, third, fourth = table
    ways = ((first, second, third, fourth), (first, second, fourth, third), (first, third, second, fourth))
    return min(ways, key=meetings.as_partners)
