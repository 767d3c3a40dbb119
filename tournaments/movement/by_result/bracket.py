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

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from tournaments.movement.arrivals_departures import chosen_to_sit_out
from tournaments.movement.history import Meetings, sat_out
from tournaments.movement.interface import Situation, Tables
from tournaments.movement.options import Reason
from tournaments.movement.progressive import reasons_for_people
from tournaments.movement.seating import SEATS, PlayedRound, Seating, Table, is_winner

# --- Who is there for the next round and how they stand: the start of every movement by results -------

# --- Everybody's results so far, worked out from the rounds played ------------------------------------
# Where rounds were played for games it is games won, then the difference in points. Elsewhere it is
# points, then what is left of them after settling with the others at each table. A substitute goes on
# with what the ticket has; a round sat out counts nothing, and whoever comes late begins with nothing.

Key = tuple[int, int]
"""What people are sorted by: the score, then what parts those who are level."""


def ticket_of(player: str, tickets: Mapping[str, str]) -> str:
    """Return whose ticket a player holds: their own, or that of the first one they stand in for."""
    visited = {player}
    while player in tickets and tickets[player] not in visited:
        player = tickets[player]
        visited.add(player)
    return player


@dataclass(frozen=True)
class Results:
    """The results of an evening so far, by ticket.

    Arguments:
        keys: the score, and what parts those who are level.
        tickets: for each substitute, the player whose ticket they hold.
    """

    keys: Mapping[str, Key] = field(default_factory=dict)
    tickets: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, played: Sequence[PlayedRound], tickets: Mapping[str, str], *, partnership: bool) -> "Results":
        """Add up the rounds played; with `partnership` seats 1+3 play against 2+4."""
        games = any(round_.winners for round_ in played)
        keys: dict[str, Key] = {}
        for round_ in played:
            points = round_.points or ((),) * len(round_.seating.tables)
            winners = round_.winners or ("",) * len(round_.seating.tables)
            for table, row, winner in zip(round_.seating.tables, points, winners, strict=True):
                own, difference = _of_seats(len(table), row, partnership=partnership)
                for seat, player in enumerate(table):
                    won = is_winner(winner, seat + 1)
                    ticket = ticket_of(player, tickets)
                    score, rest = keys.get(ticket, (0, 0))
                    keys[ticket] = (score + (won if games else own[seat]), rest + difference[seat])
        return cls(keys, tickets)

    def key(self, people: Iterable[str]) -> Key:
        keys = [self.keys.get(ticket_of(player, self.tickets), (0, 0)) for player in people]
        return sum(score for score, _ in keys), sum(rest for _, rest in keys)

    def score(self, people: Iterable[str]) -> int:
        return self.key(people)[0]


def _of_seats(size: int, row: Sequence[int], *, partnership: bool) -> tuple[list[int], list[int]]:
    if not row:
        return [0] * size, [0] * size
    own = [row[seat % len(row)] for seat in range(size)]
    if len(row) < size or (partnership and size == SEATS):
        return own, [points - own[1 - seat % 2] for seat, points in enumerate(own)]
    return own, [size * points - sum(own) for points in own]


@dataclass(frozen=True)
class Room:
    situation: Situation
    tables: Tables

    @cached_property
    def present(self) -> tuple[str, ...]:
        return self.situation.present()

    @cached_property
    def results(self) -> Results:
        situation = self.situation
        return Results.of(situation.played, situation.tickets, partnership=self.tables.partnership)

    @cached_property
    def meetings(self) -> Meetings:
        """Who has met whom. Meetings are the person's own: a substitute takes over none."""
        seatings = [round_.seating for round_ in self.situation.played]
        return Meetings.of(seatings, partnership=self.tables.partnership)

    @cached_property
    def sat_out(self) -> dict[str, int]:
        """How often each has sat out; late arrivals count as those who have done so least."""
        seatings = [round_.seating for round_ in self.situation.played]
        counts = sat_out(seatings, self.situation.tickets)
        fewest = min((counts[player] for player in self.present if player in counts), default=0)
        return {player: counts.get(player, fewest) for player in self.present}

    def ranked(self, players: Iterable[str]) -> list[str]:
        """Players in the order of the standings so far; those who are level stay in the order given."""
        return sorted(players, key=lambda player: self.results.key([player]), reverse=True)

    def lowest_to_sit_out(self, count: int, players: Sequence[str] | None = None) -> frozenset[str]:
        """Choose who sits out: those who have done so least, not just now, and of those the lowest.

        Arguments:
            players: of whom, in the order of the start draw; None for everybody there.
        """
        players = self.present if players is None else players
        place = {player: number for number, player in enumerate(self.ranked(players))}
        rested = self.situation.last.seating.sitting_out
        return chosen_to_sit_out(players, count, self.sat_out, rested, lambda player: -place[player])

    def seating(self, tables: Sequence[Table]) -> Seating:
        seated = {player for table in tables for player in table}
        return Seating(tuple(tables), tuple(player for player in self.present if player not in seated))

    def reasons_for_people(self) -> Iterator[Reason]:
        players = self.situation.last.seating.players()
        left = [player for player in players if player in self.situation.leaving]
        return reasons_for_people(left, self.situation.arriving)


def filled(order: Sequence[str], sizes: Iterable[int]) -> Seating:
    """Seat people in the order given: table 1 from seat 1 on, then table 2 and so on; the last sit out."""
    places = iter(order)
    return Seating(tuple(tuple(islice(places, size)) for size in sizes), tuple(places))


def check_two_sides(tables: Tables) -> None:
    """Raise ValueError unless all tables are of two, or all of four with partners opposite each other."""
    if tables.allowed not in ((2,), (SEATS,)) or tables.partnership != (tables.allowed == (SEATS,)):
        raise ValueError("this is for tables of two, or of four with partners opposite each other")


def in_places(people: Collection[str], order: Iterable[str]) -> tuple[str, ...]:
    return tuple(player for player in order if player in people)


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
