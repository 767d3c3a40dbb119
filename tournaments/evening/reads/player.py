"""What a player's own page shows: where they sit, what they have played, how they stand."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.evening.models import Evening, PlayerLink, Table, TableLink, Ticket
from tournaments.evening.reads import access
from tournaments.evening.reads.public import results_for_players, shown_rounds
from tournaments.evening.reads.rounds import PlaceView, games_of, views

__all__ = ["Evening", "PlayerLink", "Ticket", "link_for", "own_rounds", "table_link"]


def link_for(token_hash: str, *, club: str, evening: str, number: int) -> PlayerLink | None:
    """The live link with this hash, if it opens this very ticket of this evening; one query."""
    link = access.live_player_link(token_hash)
    if link is None:
        return None
    found = link.ticket.evening
    opens = (found.club.slug, found.slug, link.ticket.number)
    return link if opens == (club, evening, number) else None


def own_rounds(ticket: Ticket, names: Mapping[str, str], *, partnership: bool) -> list[PlaceView]:
    """The rounds that a visitor may see and in which the ticket has a place, in order; three queries.

    With `partnership` whoever sits opposite is one's partner, and the two others play against both.

    Arguments:
        names: of everybody, by ticket code.
    """
    rounds = list(shown_rounds(ticket.evening).filter(seats__ticket=ticket).select_related("bell_table"))
    shown, numbers = results_for_players(ticket.evening), {round_.pk: round_.number for round_ in rounds}
    games = [
        shown.game(game, numbers[game.round_id]) for game in games_of(rounds).filter(seats__ticket=ticket)
    ]
    return [view.places(partnership=partnership)[ticket.code] for view in views(rounds, games, names=names)]


def table_link(table: Table) -> TableLink | None:
    """The link that opens a table now, with table, evening and club; one query."""
    links = TableLink.objects.filter(table=table, revoked_at__isnull=True)
    return links.select_related("table__evening__club").first()
