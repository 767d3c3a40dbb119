"""A knock-out as it stands, followed through the rounds played: a bracket, or tables at which the best go on.

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

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.movement.interface import Tables, ticket_of
from tournaments.movement.seating import SEATS, PlayedRound, Seating

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
        a, b = (
            frozenset(ticket_of(player, tickets) for player in side) for side in (table[::2], table[1::2])
        )
        if winner:
            yield (a, b) if winner == "A" else (b, a)
        elif row and row[0] != row[1]:
            yield (a, b) if row[0] > row[1] else (b, a)


# A knock-out at tables of three to five, followed through the rounds played: of each table the best few go on.
# It is worked out anew from the draw and the rounds as they were really seated:
#
# - The best of a table are the first by their places there: who won its game, then points, then the cut of
#   those who are level at the border. Where nobody has cut after all, the one drawn first goes on.
# - Who has no seat, because the numbers fit no tables, goes on without playing: those who have done so least,
#   and of them those with the best results.
# - Where too few are left for a table, the best of those who have just missed come back in: those with most
#   points in that round, and level the one drawn first.
# - Those who are left at one table play the final, and only one goes on from there.
# - One who is not there and not replaced is out.


@dataclass(frozen=True)
class Remaining:
    """A knock-out at such tables as it stands before a round. Everybody is known by their ticket.

    Arguments:
        drawn: everybody who began, in the order of the draw.
        left: who is still in it, in the order of the draw.
        decided: who is out, each by themselves.
        missed: who went out in the last round, the best of them first.
        back: those of `left` who had missed.
        spared: how often each has gone on without playing.
    """

    tables: Tables
    go_on: int
    drawn: tuple[str, ...]
    left: tuple[str, ...]
    decided: tuple[Decided, ...] = ()
    missed: tuple[str, ...] = ()
    back: frozenset[str] = frozenset()
    spared: Mapping[str, int] = field(default_factory=dict)
    round: int = 1
    won: bool = False

    @property
    def entrants(self) -> tuple[tuple[str, ...], ...]:
        return tuple((ticket,) for ticket in self.drawn)

    @property
    def is_over(self) -> bool:
        return self.won or len(self.left) < max(2, min(self.tables.allowed))

    @property
    def rounds(self) -> int:
        number, left = self.round - 1, len(self.left)
        while not self.won and (sizes := self.tables.sizes(left)):
            number += 1
            if sizes == (left,):
                break
            through = sum(min(self.go_on, size - 1) for size in sizes) + left - sum(sizes)
            left = max(through, min(self.tables.allowed))
        return number

    def before(self, there: Collection[str]) -> "Remaining":
        """The state without those who are absent; who just missed comes back where too few are left for a table."""
        if self.won:
            return self
        gone = [ticket for ticket in self.left if ticket not in there]
        left = [ticket for ticket in self.left if ticket in there]
        short = max(0, min(self.tables.allowed) - len(left))
        back = [ticket for ticket in self.missed if ticket in there][:short]
        decided = [match for match in self.decided if not set(match.out).intersection(back)]
        decided += [Decided(self.round, (), (ticket,)) for ticket in gone]
        return replace(
            self,
            left=tuple(ticket for ticket in self.drawn if ticket in left or ticket in back),
            decided=tuple(decided),
            back=frozenset(back),
        )

    def after(self, played: PlayedRound, tickets: Mapping[str, str]) -> "Remaining":
        now = self.before({ticket_of(player, tickets) for player in played.seating.players()})
        return now if now.is_over else now._played(played, tickets)

    def going_on(self, seating: Seating, tickets: Mapping[str, str]) -> tuple[int, ...]:
        """How many go on from each table of a round, 0 where the knock-out is not played."""
        return tuple(self._places(len(group)) for group in self._left_at_tables(seating, tickets))

    def _left_at_tables(self, seating: Seating, tickets: Mapping[str, str]) -> list[list[str]]:
        left = frozenset(() if self.is_over else self.left)
        return [
            [ticket for player in table if (ticket := ticket_of(player, tickets)) in left]
            for table in seating.tables
        ]

    def _places(self, here: int) -> int:
        # All but one at the most, and of the last table one.
        if here < 2:
            return here
        return 1 if here == len(self.left) else min(self.go_on, here - 1)

    def _played(self, played: PlayedRound, tickets: Mapping[str, str]) -> "Remaining":
        drawn = {ticket: number for number, ticket in enumerate(self.drawn)}
        at_tables = self._left_at_tables(played.seating, tickets)
        seated: set[str] = set()
        through: set[str] = set()
        decided: list[Decided] = []
        points: dict[str, int] = {}
        for group, places, row, table in zip(
            at_tables,
            played.places or ((),) * len(played.seating.tables),
            played.points or ((),) * len(played.seating.tables),
            played.seating.tables,
            strict=True,
        ):
            seats = {ticket_of(player, tickets): seat for seat, player in enumerate(table)}
            place = {ticket: places[seats[ticket]] if places else 1 for ticket in group}
            order = sorted(group, key=lambda ticket: (place[ticket], drawn[ticket]))
            count = self._places(len(group))
            seated.update(group)
            through.update(order[:count])
            points |= {ticket: row[seats[ticket] % len(row)] if row else 0 for ticket in group}
            decided += [
                Decided(self.round, tuple(order[:count]), (ticket,), max(place[ticket], count + 1))
                for ticket in order[count:]
            ]
        if not seated:
            return self
        spared = Counter(self.spared) + Counter(ticket for ticket in self.left if ticket not in seated)
        missed = [ticket for match in decided for ticket in match.out]
        return replace(
            self,
            left=tuple(ticket for ticket in self.left if ticket in through or ticket not in seated),
            decided=(*self.decided, *decided),
            missed=tuple(sorted(missed, key=lambda ticket: (-points[ticket], drawn[ticket]))),
            back=frozenset(),
            spared=dict(spared),
            round=self.round + 1,
            won=any(len(group) == len(self.left) for group in at_tables),
        )
