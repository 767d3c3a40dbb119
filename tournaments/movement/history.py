"""What the rounds played so far say about each player: partners had, sit-outs, rounds without a break."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.movement.seating import PlayedRound, Seating


@dataclass(frozen=True)
class History:
    """The memory of an evening, worked out from its rounds and never kept beside them.

    Arguments:
        rounds: how many rounds it covers.
        partners: for each player, how many rounds they have played with each partner.
        sit_outs: rounds sat out; whoever is missing has sat out none.
        unbroken: for everybody seated in the last round, the rounds played since their last break. A round
            sat out is a break, and so is a round before arriving.
        first_back: those sitting out because their table was broken up, who have the right to come back
            first.
    """

    rounds: int = 0
    partners: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    sit_outs: Mapping[str, int] = field(default_factory=dict)
    unbroken: Mapping[str, int] = field(default_factory=dict)
    first_back: frozenset[str] = frozenset()

    @classmethod
    def of(cls, played: Sequence[PlayedRound], tickets: Mapping[str, str] | None = None) -> "History":
        """Work out the history of the rounds played, first round first.

        Arguments:
            played: the rounds.
            tickets: for each substitute, the player whose ticket they hold. "A substitute takes the seat and
                its ticket": with it go the sit-outs and the rounds without a break, counted up to the round
                in which the substitute is first seen. Partners belong to the person, not to the ticket.
        """
        memory = _Memory(tickets or {})
        for number, this in enumerate(played):
            memory.add(this, played[number - 1] if number else None)
        return cls(
            len(played), memory.partners, memory.sit_outs, memory.unbroken, frozenset(memory.first_back)
        )


class _Memory:
    """A history being gathered, round by round."""

    def __init__(self, tickets: Mapping[str, str]) -> None:
        """Start with nothing remembered."""
        self.tickets = tickets
        self.known: set[str] = set()
        self.partners: dict[str, dict[str, int]] = {}
        self.sit_outs: dict[str, int] = {}
        self.unbroken: dict[str, int] = {}
        self.first_back: set[str] = set()

    def add(self, this: PlayedRound, before: PlayedRound | None) -> None:
        """Add one round to what is remembered."""
        if self.tickets:
            self._pass_on_tickets(this.seating)
        self._count_partners(this.seating)
        streak = self.unbroken.get
        self.unbroken = {player: streak(player, 0) + 1 for table in this.seating.tables for player in table}
        for player in this.seating.sitting_out:
            self.sit_outs[player] = self.sit_outs.get(player, 0) + 1
        sitting = this.seating.sitting_out
        self.first_back.intersection_update(sitting)
        if before is not None and len(before.seating.tables) > len(this.seating.tables):
            self.first_back |= _broken_up(before, len(this.seating.tables)).intersection(sitting)

    def _count_partners(self, seating: Seating) -> None:
        partners = self.partners
        for one, two, three, four in seating.tables:
            for player, partner in ((one, three), (three, one), (two, four), (four, two)):
                met = partners.get(player)
                if met is None:
                    partners[player] = {partner: 1}
                else:
                    met[partner] = met.get(partner, 0) + 1

    def _pass_on_tickets(self, seating: Seating) -> None:
        for player in seating.players():
            before = self.tickets.get(player)
            if before is not None and player not in self.known:
                if before in self.sit_outs:
                    self.sit_outs[player] = self.sit_outs[before]
                if before in self.unbroken:
                    self.unbroken[player] = self.unbroken[before]
            self.known.add(player)


def _broken_up(before: PlayedRound, tables_left: int) -> set[str]:
    """Return the players whose table, after the move, was one of those that were broken up."""
    last = len(before.seating.tables)
    found: set[str] = set()
    for number, (table, winner) in enumerate(
        zip(before.seating.tables, before.winners, strict=True), start=1
    ):
        for seat, player in enumerate(table):
            if destination(number, won=(seat % 2 == 0) == (winner == "A"), last=last) > tables_left:
                found.add(player)
    return found


def destination(table: int, *, won: bool, last: int) -> int:
    """Return the table a player goes to: winners one up, losers of the head to the foot, others stay.

    Arguments:
        table: the table played at, from 1.
        won: whether the player won there.
        last: the number of the foot table.
    """
    if won:
        return max(1, table - 1)
    return table if table > 1 else last


def sit_outs(seatings: Iterable[Seating]) -> dict[str, int]:
    """Return how many rounds each player sat out in person, whatever ticket they hold."""
    return dict(Counter(player for seating in seatings for player in seating.sitting_out))
