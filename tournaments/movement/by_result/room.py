"""Who is there for the next round and how they stand: the start of every movement by results."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from tournaments.movement.arrivals_departures import chosen_to_sit_out
from tournaments.movement.history import Meetings, sat_out
from tournaments.movement.interface import Situation, Tables
from tournaments.movement.options import Reason
from tournaments.movement.rotation import reasons_for_people
from tournaments.movement.seating import SEATS, PlayedRound, Seating, Table, is_winner

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
