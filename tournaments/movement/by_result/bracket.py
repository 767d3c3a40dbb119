"""The bracket of a knock-out, followed through the rounds played.

The bracket has the next power of two of places. The first drawn meets the last, and the places are so arranged
that two meet the later the earlier they were drawn: with five, the first three have nobody against them in the
first round. It is worked out anew from the draw and the rounds as they were really seated:

- A match is the table at which the two sat against each other. More points win where no games are counted;
  level, the one drawn first goes on.
- One who is not there, a couple of whom somebody is missing and not replaced, is out, and the other goes on
  without playing; a round of the bracket of which no match is left takes no round of the evening.
- Who was placed by hand in the first round meets there whom they meet: the first tables are its matches. In a
  later round two who are there and were seated otherwise have no result: the one drawn first goes on.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.movement.by_result.room import ticket_of
from tournaments.movement.seating import SEATS, PlayedRound, Table

Entrant = frozenset[str]
"""Those who are in it together, by their tickets."""
Slots = tuple[int | None, ...]
"""Who is left, by their place in the draw from 0, neighbours meeting; None where nobody is."""


@dataclass(frozen=True)
class Decided:
    """A match that is over, or that nobody had to play; people are known by ticket.

    Arguments:
        round: the round of the bracket, from 1.
        place: theirs at the table, where more than two sides sit at one; 0 elsewhere, and for who was not there.
    """

    round: int
    through: tuple[str, ...]
    out: tuple[str, ...]
    place: int = 0


@dataclass(frozen=True)
class Bracket:
    """A knock-out as it stands before a round.

    Arguments:
        entrants: everybody who began, in the order of the draw.
    """

    entrants: tuple[Entrant, ...]
    slots: Slots
    decided: tuple[Decided, ...] = field(default=())

    @property
    def left(self) -> list[int]:
        return [entrant for entrant in self.slots if entrant is not None]

    @property
    def is_over(self) -> bool:
        return len(self.left) <= 1

    @property
    def rounds(self) -> int:
        return max(0, len(self.entrants) - 1).bit_length()

    @property
    def matches(self) -> list[tuple[int, int]]:
        pairs = zip(self.slots[::2], self.slots[1::2], strict=False)
        return [(entrant, other) for entrant, other in pairs if entrant is not None and other is not None]

    @property
    def free(self) -> list[int]:
        playing = {entrant for match in self.matches for entrant in match}
        return [entrant for entrant in self.left if entrant not in playing]


def drawn_bracket(entrants: Sequence[Entrant]) -> Bracket:
    """Return the bracket of those drawn, in that order, before anything is played."""
    places = [0]
    while len(places) < len(entrants):
        last = 2 * len(places) - 1
        places = [seed for place in places for seed in (place, last - place)]
    slots = tuple(place if place < len(entrants) else None for place in places)
    return Bracket(tuple(entrants), slots)


def followed(bracket: Bracket, played: Sequence[PlayedRound], tickets: Mapping[str, str]) -> Bracket:
    for round_ in played:
        present = {ticket_of(player, tickets) for player in round_.seating.players()}
        bracket = without_absent(bracket, present)
        if bracket.is_over:
            return bracket
        bracket = _gone_on(bracket, list(_beaten(round_, tickets)))
    return bracket


def without_absent(bracket: Bracket, there: Collection[str]) -> Bracket:
    """Take out whoever is not there, and skip rounds of which no match is left."""
    gone = [entrant for entrant in bracket.left if not bracket.entrants[entrant].issubset(there)]
    if gone:
        number = _number(bracket)
        out = tuple(Decided(number, (), _names(bracket, entrant)) for entrant in gone)
        slots = tuple(None if entrant in gone else entrant for entrant in bracket.slots)
        bracket = Bracket(bracket.entrants, slots, (*bracket.decided, *out))
    while len(bracket.slots) > 1 and not bracket.matches:
        bracket = _gone_on(bracket, [])
    return bracket


def _number(bracket: Bracket) -> int:
    full = max(1, 1 << max(0, len(bracket.entrants) - 1).bit_length())
    return (full // max(1, len(bracket.slots))).bit_length()


def _names(bracket: Bracket, entrant: int) -> tuple[str, ...]:
    return tuple(sorted(bracket.entrants[entrant]))


def _gone_on(bracket: Bracket, beaten: Collection[tuple[Entrant, Entrant]]) -> Bracket:
    # `beaten`: who beat whom at the tables, the winners first.
    through: list[int | None] = []
    decided: list[Decided] = []
    for entrant, other in zip(bracket.slots[::2], bracket.slots[1::2], strict=True):
        if entrant is None or other is None:
            through.append(other if entrant is None else entrant)
            continue
        entrants = bracket.entrants
        won, lost = min(entrant, other), max(entrant, other)
        if (entrants[lost], entrants[won]) in beaten:
            won, lost = lost, won
        through.append(won)
        decided.append(Decided(_number(bracket), _names(bracket, won), _names(bracket, lost)))
    return Bracket(bracket.entrants, tuple(through), (*bracket.decided, *decided))


def _beaten(round_: PlayedRound, tickets: Mapping[str, str]) -> Iterator[tuple[Entrant, Entrant]]:
    points = round_.points or ((),) * len(round_.seating.tables)
    winners = round_.winners or ("",) * len(round_.seating.tables)
    for table, row, winner in zip(round_.seating.tables, points, winners, strict=True):
        if len(table) not in (2, SEATS):
            continue
        a, b = (frozenset(ticket_of(player, tickets) for player in side) for side in _sides(table))
        if winner:
            yield (a, b) if winner == "A" else (b, a)
        elif row and row[0] != row[1]:
            yield (a, b) if row[0] > row[1] else (b, a)


def _sides(table: Table) -> tuple[Table, Table]:
    return table[::2], table[1::2]
