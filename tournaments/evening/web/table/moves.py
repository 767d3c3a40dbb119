"""Where the four of a table go next, who comes to it, and how the four have done in the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.evening.reads import facts, tables
from tournaments.evening.reads.public import Evening, Round
from tournaments.evening.reads.published import visible_results
from tournaments.evening.reads.rounds import GameView, PlaceView, SeatView
from tournaments.movement.reasons import Reason
from tournaments.ranking.tie_breaks import half_games
from tournaments.site.web.shared import said

OUT_OF_THE_ORDINARY = ("seat.taken", "sits-out")


def going(evening: Evening, table: int, here: GameView | None, me: str) -> dict[str, Any]:
    """The announced move seen from a table; with `me`, a ticket's code, that one's own move."""
    upcoming = tables.announced(evening)
    if upcoming is None:
        return {"goers": [], "coming": []}
    partnership = facts.plan_of(evening).tables.partnership
    places, there = upcoming.places(partnership=partnership), upcoming.game(table)
    goers = [_goer(here, sitter, places, upcoming.round) for sitter in here.seats] if here else []
    return {
        "next_round": upcoming.number,
        "goers": [goer for goer in goers if goer is not None],
        "mine": next((goer for goer in goers if goer is not None and goer["code"] == me), None),
        "coming": there.diagram(partnership=partnership) if there else [],
    }


def _goer(
    here: GameView, sitter: SeatView, places: Mapping[str, PlaceView], round_: Round
) -> dict[str, Any] | None:
    """One of the four with the move that partials/go.html draws; None for somebody who has left."""
    place = places.get(sitter.code)
    if place is None:
        return None
    return {
        "code": sitter.code,
        "name": sitter.name,
        "table": place.table,
        "seat": place.seat,
        "partner": place.partner,
        "opponents": (" & " if place.partner else " · ").join(place.opponents),
        "stays": place.table == here.table,
        "why": _why(here, sitter, place, places, round_),
    }


def _why(
    here: GameView, sitter: SeatView, place: PlaceView, places: Mapping[str, PlaceView], round_: Round
) -> str:
    """The rule that brings somebody where the move says, or what the move itself noted about them."""
    names = {code: other.who.name for code, other in places.items()}
    noted = [
        said(reason.named(names))
        for reason in map(Reason.from_data, round_.reasons)
        if reason.rule in OUT_OF_THE_ORDINARY and sitter.code in reason.players
    ]
    by_result = round_.evening.plan["movement"] == "progressive"
    if noted or place.table is None or here.by_seat or not by_result:
        return " ".join(noted)
    table = here.table
    last = max(other.table or 0 for other in places.values())
    if here.winner == sitter.couple:
        return _winners(table) if place.table == max(1, table - 1) else ""
    return _losers(table, last) if place.table == (table if table > 1 else last) else ""


def _winners(table: int) -> str:
    if table == 1:
        return _("You won at the head table: the winners stay.")
    return _("You won at table %(table)s: winners go up one table.") % {"table": table}


def _losers(table: int, last: int) -> str:
    if last == 1:
        return _("There is one table: everybody stays, and partners change.")
    if table == 1:
        return _("You lost at the head table: its losers go down to the foot table.")
    return _("You lost at table %(table)s: losers stay, and partners change.") % {"table": table}


def results(evening: Evening, here: GameView | None) -> dict[str, Any]:
    """How the four who sat here last have done this evening, where standings are public."""
    visible = visible_results(evening)
    if here is None or not visible.standings:
        return {"lines": [], "visible": visible}
    names = {sitter.code: sitter.name for sitter in here.seats}
    return {
        "visible": visible,
        "lines": [
            {
                "place": line.place,
                "name": names[line.ticket.code],
                "won": half_games(line.won_halves),
                "points": line.points_for,
                "game_points": line.game_points,
                "played": line.played,
            }
            for line in tables.standings_of(evening, here.codes)
        ],
    }
