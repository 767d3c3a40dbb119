"""What a player's own page shows: where they sit, what they have played, how they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from tournaments.evening.models import Evening, PlayerLink, Round, Seat, Table, TableLink, TableRound, Ticket
from tournaments.evening.reads import access
from tournaments.evening.reads.public import shown_rounds
from tournaments.evening.reads.published import results_shown
from tournaments.evening.reads.rounds import GameView, RoundView, games_of, views
from tournaments.movement.seating import Couple, couple_of

__all__ = ["Evening", "OwnRound", "PlayerLink", "Ticket", "link_for", "own_rounds", "table_link"]


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round as one player had it: at the table of `game` in `seat`, or sitting out (both None)."""

    round: Round
    game: GameView | None = None
    seat: int | None = None
    partner: str = ""
    opponents: tuple[str, ...] = ()

    @property
    def couple(self) -> Couple:
        """The couple of the seat."""
        return couple_of(self.seat or 1)

    @property
    def points(self) -> tuple[int, ...] | None:
        """Their couple's points and the other's; None for who sits out, or counts their own."""
        if self.game is None or self.game.by_points:
            return None
        return self.game.points if self.couple == "A" else self.game.points[::-1]

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
    """The rounds that a visitor may see and in which the ticket has a place, in order; three queries.

    With `partnership` whoever sits opposite is one's partner, and the two others play against both.

    Arguments:
        names: of everybody, by ticket code.
    """
    rounds = list(shown_rounds(ticket.evening).filter(seats__ticket=ticket).select_related("bell_table"))
    shown, numbers = results_shown(ticket.evening), {round_.pk: round_.number for round_ in rounds}
    games = [
        shown.game(game, numbers[game.round_id]) for game in games_of(rounds).filter(seats__ticket=ticket)
    ]
    seats = Seat.objects.filter(Q(table_round__in=games) | Q(ticket=ticket, round__in=rounds))
    return [
        _own_round(view, ticket.code, partnership=partnership)
        for view in views(rounds, games, seats=seats, names=names)
    ]


def _own_round(view: RoundView, code: str, *, partnership: bool) -> OwnRound:
    for game in view.games:
        for one in game.seats:
            if one.code == code:
                return OwnRound(view.round, game, one.seat, *game.beside(one, partnership=partnership))
    return OwnRound(view.round)


def table_link(table: Table) -> TableLink | None:
    """The link that opens a table now, with table, evening and club; one query."""
    links = TableLink.objects.filter(table=table, revoked_at__isnull=True)
    return links.select_related("table__evening__club").first()
