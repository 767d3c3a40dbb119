"""Everybody's results so far, worked out from the rounds played.

Where rounds were played for games it is games won, then the difference in points. Elsewhere it is points, then
what is left of them after settling with the others at each table. A substitute goes on with what the ticket
has; a round sat out counts nothing, and whoever comes late begins with nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.movement.seating import SEATS, PlayedRound, is_winner

Key = tuple[int, int]
"""What people are sorted by: the score, then what parts those who are level."""


def ticket_of(player: str, tickets: Mapping[str, str]) -> str:
    """Return whose ticket a player holds: their own, or that of the first one they stand in for."""
    seen = {player}
    while player in tickets and tickets[player] not in seen:
        player = tickets[player]
        seen.add(player)
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
        found: dict[str, Key] = {}
        for round_ in played:
            points = round_.points or ((),) * len(round_.seating.tables)
            winners = round_.winners or ("",) * len(round_.seating.tables)
            for table, row, winner in zip(round_.seating.tables, points, winners, strict=True):
                own, difference = _of_seats(len(table), row, partnership=partnership)
                for seat, player in enumerate(table):
                    won = is_winner(winner, seat + 1)
                    ticket = ticket_of(player, tickets)
                    score, rest = found.get(ticket, (0, 0))
                    found[ticket] = (score + (won if games else own[seat]), rest + difference[seat])
        return cls(found, tickets)

    def key(self, people: Iterable[str]) -> Key:
        """What some people have together."""
        keys = [self.keys.get(ticket_of(player, self.tickets), (0, 0)) for player in people]
        return sum(score for score, _ in keys), sum(rest for _, rest in keys)

    def score(self, people: Iterable[str]) -> int:
        """The score of some people together."""
        return self.key(people)[0]


def _of_seats(size: int, row: Sequence[int], *, partnership: bool) -> tuple[list[int], list[int]]:
    """Return the points and the difference of each seat of a table."""
    if not row:
        return [0] * size, [0] * size
    own = [row[seat % len(row)] for seat in range(size)]
    if len(row) < size or (partnership and size == SEATS):
        return own, [points - own[1 - seat % 2] for seat, points in enumerate(own)]
    return own, [size * points - sum(own) for points in own]
