"""What the rounds played so far say about each player: whom they met, what they have, how often they sat out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from tournaments.movement.interface import Situation, Tables, ticket_of
from tournaments.movement.seating import SEATS, PlayedRound, Seating, Table, is_winner

Pair = frozenset[str]
_NOBODY: Mapping[str, int] = {}


@dataclass(frozen=True)
class Meetings:
    """Who has met whom, as partners and in which seat, in an evening whose seats are drawn each round.

    Arguments:
        partners: how many rounds two have been partners; empty where everybody plays alone.
    """

    met: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    partners: Mapping[Pair, int] = field(default_factory=dict)
    in_seat: Mapping[tuple[str, int], int] = field(default_factory=dict)

    @classmethod
    def of(cls, seatings: Iterable[Seating], *, partnership: bool) -> Meetings:
        """Work out the meetings of the rounds played; with `partnership` seats 1+3 and 2+4 are partners."""
        met: dict[str, dict[str, int]] = {}
        partners: Counter[Pair] = Counter()
        in_seat: Counter[tuple[str, int]] = Counter()
        for seating in seatings:
            for table in seating.tables:
                in_seat.update((player, seat) for seat, player in enumerate(table, start=1))
                for first, other in combinations(table, 2):
                    for player, opposite in ((first, other), (other, first)):
                        known = met.setdefault(player, {})
                        known[opposite] = known.get(opposite, 0) + 1
                if partnership:
                    partners.update(frozenset(couple) for couple in couples(table))
        return cls(met, partners, in_seat)

    def between(self, player: str, others: Iterable[str]) -> int:
        known = self.met.get(player, _NOBODY)
        return sum(known.get(other, 0) for other in others)

    def at(self, table: Sequence[str]) -> int:
        return sum(self.between(player, table[place + 1 :]) for place, player in enumerate(table))

    def as_partners(self, table: Table) -> int:
        return sum(self.partners.get(frozenset(couple), 0) for couple in couples(table))


def couples(table: Table) -> tuple[tuple[str, str], ...]:
    return ((table[0], table[2]), (table[1], table[3])) if len(table) == SEATS else ()


def sat_out(seatings: Iterable[Seating], tickets: Mapping[str, str]) -> dict[str, int]:
    """Return how often each ticket has sat out, for the choice of who sits out next.

    A substitute goes on with the count of the player replaced. Whoever came late begins with the fewest that
    anybody has: a round not seen is no sit-out, and coming late is no reason to sit out more often than others.
    """
    counts: dict[str, int] = {}
    for seating in seatings:
        present = list(seating.players())
        fewest = min((counts[player] for player in present if player in counts), default=0)
        for player in present:
            if player not in counts:
                counts[player] = counts.get(tickets.get(player, ""), fewest)
        for player in seating.sitting_out:
            counts[player] += 1
    return counts


Turn = Callable[[str, Sequence[str]], str | int | tuple[int, int]]
"""What decides between those who have sat out equally often, given those chosen before: the lowest is the first."""


def chosen_to_sit_out(
    present: Sequence[str], count: int, counts: Mapping[str, int], rested: Collection[str], turn: Turn
) -> frozenset[str]:
    """Choose who sits out: who has done so least, of those who did not just now, then by `turn`.

    Arguments:
        counts: how often each has sat out; whoever is missing counts as one of those who have least.
    """
    often = _how_often(present, counts)
    left, out = list(present), list[str]()
    for _ in range(count):
        low = min((often[player], player in rested) for player in left)
        equals = [player for player in left if (often[player], player in rested) == low]
        out.append(min(equals, key=lambda player: turn(player, out)))
        left.remove(out[-1])
    return frozenset(out)


def _how_often(present: Sequence[str], counts: Mapping[str, int]) -> dict[str, int]:
    fewest = min((counts[player] for player in present if player in counts), default=0)
    return {player: counts.get(player, fewest) for player in present}


def nearest_the_foot(moved: Sequence[Table]) -> Callable[[str], int]:
    """What puts people in order from the foot up, those without a seat before all others."""
    above = {player: place for place, player in enumerate(player for table in moved for player in table)}
    return lambda player: -above.get(player, len(above))


Key = tuple[int, int]
"""What people are sorted by: the score, then what parts those who are level."""


@dataclass(frozen=True)
class Results:
    """The results of an evening so far, by ticket.

    Where rounds were played for games it is games won, then the difference in points. Elsewhere it is points, then
    what is left of them after settling with the others at each table. A substitute goes on with what the ticket has;
    a round sat out counts nothing, and whoever comes late begins with nothing.
    """

    keys: Mapping[str, Key] = field(default_factory=dict)
    tickets: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, played: Sequence[PlayedRound], tickets: Mapping[str, str], *, partnership: bool) -> Results:
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
        return Meetings.of(self.situation.seatings, partnership=self.tables.partnership)

    @cached_property
    def sat_out(self) -> dict[str, int]:
        """How often each has sat out; late arrivals count as those who have done so least."""
        return _how_often(self.present, sat_out(self.situation.seatings, self.situation.tickets))

    def ranked(self, players: Iterable[str]) -> list[str]:
        """Players in the order of the standings so far; those who are level stay in the order given."""
        return sorted(players, key=lambda player: self.results.key([player]), reverse=True)

    def chosen_to_sit_out(
        self, count: int, turn: Turn, players: Sequence[str] | None = None
    ) -> frozenset[str]:
        """Choose so many of these players, or of everybody there, as `chosen_to_sit_out` does."""
        rested = self.situation.last.seating.sitting_out
        return chosen_to_sit_out(
            self.present if players is None else players, count, self.sat_out, rested, turn
        )

    def lowest_to_sit_out(self, count: int, players: Sequence[str] | None = None) -> frozenset[str]:
        """The same, of those who have done so least the lowest; `players` in the order of the start draw."""
        ranked = self.ranked(self.present if players is None else players)
        place = {player: number for number, player in enumerate(ranked)}
        return self.chosen_to_sit_out(count, lambda player, _: -place[player], players)

    def nearest_the_foot_to_sit_out(self, count: int, moved: Sequence[Table]) -> frozenset[str]:
        """The same, of those who have done so least whoever waits, then those at the foot of the tables moved."""
        foot = nearest_the_foot(moved)
        return self.chosen_to_sit_out(count, lambda player, _: foot(player))

    def seating(self, tables: Sequence[Table]) -> Seating:
        seated = {player for table in tables for player in table}
        return Seating(tuple(tables), tuple(player for player in self.present if player not in seated))


@dataclass
class History:
    """The memory of an evening, worked out from its rounds and never kept beside them.

    Attributes:
        sit_outs: rounds sat out; whoever is missing has sat out none.
        unbroken: for everybody seated in the last round, the rounds played since their last break. A round
            sat out is a break, and so is a round before arriving.
        first_back: those sitting out because their table was broken up, who have the right to come back
            first.
    """

    partners: dict[str, dict[str, int]] = field(default_factory=dict)
    sit_outs: dict[str, int] = field(default_factory=dict)
    unbroken: dict[str, int] = field(default_factory=dict)
    first_back: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, played: Sequence[PlayedRound], tickets: Mapping[str, str] | None = None) -> History:
        """Work out the history of the rounds played, first round first.

        Arguments:
            tickets: for each substitute, the player whose ticket they hold. "A substitute takes the seat and
                its ticket": with it go the sit-outs and the rounds without a break, counted up to the round
                in which the substitute is first seen. Partners belong to the person, not to the ticket.
        """
        history, known = cls(), set[str]()
        for number, this in enumerate(played):
            if tickets:
                history._pass_on_tickets(this.seating, tickets, known)
            history._add(this, played[number - 1] if number else None)
        return history

    def _add(self, this: PlayedRound, before: PlayedRound | None) -> None:
        self._count_partners(this.seating)
        streak = self.unbroken.get
        self.unbroken = {player: streak(player, 0) + 1 for table in this.seating.tables for player in table}
        sitting = this.seating.sitting_out
        for player in sitting:
            self.sit_outs[player] = self.sit_outs.get(player, 0) + 1
        self.first_back.intersection_update(sitting)
        if before is not None and len(before.seating.tables) > len(this.seating.tables):
            self.first_back |= _broken_up(before, len(this.seating.tables)).intersection(sitting)

    def _count_partners(self, seating: Seating) -> None:
        partners = self.partners
        for first, second, third, fourth in seating.tables:
            for player, partner in ((first, third), (third, first), (second, fourth), (fourth, second)):
                met = partners.setdefault(player, {})
                met[partner] = met.get(partner, 0) + 1

    def _pass_on_tickets(self, seating: Seating, tickets: Mapping[str, str], known: set[str]) -> None:
        for player in seating.players():
            before = tickets.get(player)
            if before is not None and player not in known:
                for counts in (self.sit_outs, self.unbroken):
                    if before in counts:
                        counts[player] = counts[before]
            known.add(player)


def _broken_up(before: PlayedRound, tables_left: int) -> set[str]:
    last = len(before.seating.tables)
    players: set[str] = set()
    for number, (table, winner) in enumerate(
        zip(before.seating.tables, before.winners, strict=True), start=1
    ):
        for seat, player in enumerate(table):
            if destination(number, won=(seat % 2 == 0) == (winner == "A"), last=last) > tables_left:
                players.add(player)
    return players


def destination(table: int, *, won: bool, last: int) -> int:
    """Return the table a player goes to: winners one up, losers of the head to the foot, others stay."""
    if won:
        return max(1, table - 1)
    return table if table > 1 else last
