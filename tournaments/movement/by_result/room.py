"""Who is there for the next round and how they stand: the start of every movement by results."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from tournaments.movement.arrivals_departures import chosen_to_sit_out
from tournaments.movement.by_result.results import Results
from tournaments.movement.history import Meetings, sat_out
from tournaments.movement.interface import Situation, Tables
from tournaments.movement.options import Reason
from tournaments.movement.rotation import reasons_for_people
from tournaments.movement.seating import SEATS, Seating, Table


@dataclass(frozen=True)
class Room:
    """A room before its next round.

    Arguments:
        situation: how things stand.
        tables: what the game allows.
    """

    situation: Situation
    tables: Tables

    @cached_property
    def present(self) -> tuple[str, ...]:
        """Everybody there, in the order of the start draw."""
        return self.situation.present()

    @cached_property
    def results(self) -> Results:
        """What everybody has so far."""
        situation = self.situation
        return Results.of(situation.played, situation.tickets, partnership=self.tables.partnership)

    @cached_property
    def meetings(self) -> Meetings:
        """Who has met whom. This belongs to the person: a substitute has met nobody for the one replaced."""
        seatings = [round_.seating for round_ in self.situation.played]
        return Meetings.of(seatings, partnership=self.tables.partnership)

    @cached_property
    def sat_out(self) -> dict[str, int]:
        """How often each has sat out, for the choice of who does next."""
        seatings = [round_.seating for round_ in self.situation.played]
        counts = sat_out(seatings, self.situation.tickets)
        fewest = min((counts[player] for player in self.present if player in counts), default=0)
        return {player: counts.get(player, fewest) for player in self.present}

    def ranked(self, players: Iterable[str]) -> list[str]:
        """Players in the order of the standings so far, those who are level as they are given."""
        return sorted(players, key=lambda player: self.results.key([player]), reverse=True)

    def lowest_to_sit_out(self, count: int, players: Sequence[str] | None = None) -> frozenset[str]:
        """Choose who sits out: those who have done so least, not just now, and of those the lowest.

        Arguments:
            count: how many.
            players: of whom, in the order of the start draw; None for everybody there.
        """
        players = self.present if players is None else players
        place = {player: number for number, player in enumerate(self.ranked(players))}
        rested = self.situation.last.seating.sitting_out
        return chosen_to_sit_out(players, count, self.sat_out, rested, lambda player: -place[player])

    def seating(self, tables: Sequence[Table]) -> Seating:
        """The seating with these tables; everybody else sits out."""
        seated = {player for table in tables for player in table}
        return Seating(tuple(tables), tuple(player for player in self.present if player not in seated))

    def reasons_for_people(self) -> Iterator[Reason]:
        """Say who went home and who has come."""
        there = self.situation.last.seating.players()
        left = [player for player in there if player in self.situation.leaving]
        return reasons_for_people(left, self.situation.arriving)


def filled(order: Sequence[str], sizes: Iterable[int]) -> Seating:
    """Seat people in the order given: table 1 from seat 1 on, then table 2 and so on; the last sit out."""
    places = iter(order)
    return Seating(tuple(tuple(islice(places, size)) for size in sizes), tuple(places))


def check_two_sides(tables: Tables) -> None:
    """Refuse tables at which there are not two sides.

    Raises:
        ValueError: they are not all of two, or all of four with partners opposite each other.
    """
    if tables.allowed not in ((2,), (SEATS,)) or tables.partnership != (tables.allowed == (SEATS,)):
        raise ValueError("this is for tables of two, or of four with partners opposite each other")


def in_places(people: Collection[str], order: Iterable[str]) -> tuple[str, ...]:
    """Those people in that order."""
    return tuple(player for player in order if player in people)
