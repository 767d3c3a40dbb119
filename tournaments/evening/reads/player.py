"""What a player's own page shows: where they sit, what they have played, how they stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.evening.models import Evening, PlayerLink, Round, Seat, Table, TableLink, TableRound, Ticket
from tournaments.evening.reads import access
from tournaments.evening.reads.public import shown_rounds
from tournaments.evening.reads.published import ResultsShown, results_shown
from tournaments.movement.seating import SEATS, Couple, couple_of

__all__ = ["Evening", "OwnRound", "PlayerLink", "Ticket", "link_for", "own_rounds", "table_link"]


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round as one player had it: at the table of `game` in `seat`, or sitting out (both None)."""

    round: Round
    game: TableRound | None = None
    seat: int | None = None
    partner: str = ""
    opponents: tuple[str, ...] = ()

    @property
    def couple(self) -> Couple:
        """The couple of the seat."""
        return couple_of(self.seat or 1)

    @property
    def points(self) -> tuple[int, int] | None:
        """Their couple's points and the other's; None for who sits out, or counts their own."""
        if self.game is None or self.game.by_points:
            return None
        both = (self.game.points_a, self.game.points_b)
        return both if self.couple == "A" else (both[1], both[0])

    @property
    def own_points(self) -> int | None:
        """Their own points, where everybody counts these."""
        if self.game is None or self.seat is None or not self.game.by_points:
            return None
        return self.game.points[self.seat - 1]

    @property
    def outcome(self) -> str:
        """`won` or `lost`, `not_played`, `sat_out`, or nothing while it is open; points have no winner."""
        if self.game is None:
            return "sat_out"
        if self.game.decision == TableRound.Decision.NOT_PLAYED:
            return "not_played"
        if self.round.closed_at is None or not self.game.winner:
            return ""
        return "won" if self.game.winner == self.couple else "lost"


def link_for(token_hash: str, *, club: str, evening: str, number: int) -> PlayerLink | None:
    """The live link with this hash, if it opens this very ticket of this evening; one query."""
    link = access.live_player_link(token_hash)
    if link is None:
        return None
    found = link.ticket.evening
    opens = (found.club.slug, found.slug, link.ticket.number)
    return link if opens == (club, evening, number) else None


def own_rounds(ticket: Ticket, names: Mapping[str, str], *, partnership: bool) -> list[OwnRound]:
    """The rounds that a visitor may see and in which the ticket has a place, in order; two queries.

    With `partnership` whoever sits opposite is one's partner, and the two others play against both.

    Arguments:
        names: of everybody, by ticket code.
    """
    own = list(
        Seat.objects.filter(ticket=ticket, round__in=shown_rounds(ticket.evening))
        .select_related("round__bell_table", "table_round__table")
        .order_by("round__number")
    )
    sitters: dict[int, dict[int, str]] = defaultdict(dict)
    games = [row.table_round_id for row in own if row.table_round_id is not None]
    rows = Seat.objects.filter(table_round__in=games).order_by("seat")
    for game, seat, code in rows.values_list("table_round_id", "seat", "ticket__code"):
        if game is not None and seat is not None:
            sitters[game][seat] = names[code]
    shown = results_shown(ticket.evening)
    return [_own_round(row, sitters.get(row.table_round_id or 0, {}), partnership, shown) for row in own]


def _own_round(row: Seat, sitters: Mapping[int, str], partnership: bool, shown: ResultsShown) -> OwnRound:
    if row.table_round is None or row.seat is None:
        return OwnRound(row.round)
    across = (row.seat + 1) % SEATS + 1 if partnership else None
    opponents = tuple(name for seat, name in sitters.items() if seat not in (row.seat, across))
    game = shown.game(row.table_round, row.round.number)
    return OwnRound(row.round, game, row.seat, sitters.get(across or 0, ""), opponents)


def table_link(table: Table) -> TableLink | None:
    """The link that opens a table now, with table, evening and club; one query."""
    links = TableLink.objects.filter(table=table, revoked_at__isnull=True)
    return links.select_related("table__evening__club").first()
