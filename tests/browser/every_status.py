"""An evening in every status and one of every game, of people with long names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from games.catalogue import GAMES
from tests.browser.stage import a_club
from tests.tournaments.an_evening import STEPS, AnEvening
from tests.tournaments.evening.web.table.a_phone import token_of

NAMES = ("Jean-Baptiste de Villeneuve", "Marie-Antoinette Laframboise", "Zoé", "Wolfgang Schönenberger")
"""Long names beside short ones: where they fit, all do."""


def make_all() -> list[dict[str, str]]:
    """Where each can be looked at."""
    at = datetime.now(UTC) - timedelta(hours=1)
    club = a_club("cercle", called="Cercle des amis du Coq")
    found: list[dict[str, str]] = []

    def make(status: str, until: str, players: int, **settings: Any) -> None:
        evening = AnEvening.made(club, players, at=at, name=f"Soirée {status}", **settings)
        for number, player in enumerate(evening.players):
            player.name = f"{NAMES[number % len(NAMES)]} {number:02}"
            player.save()
        evening.bring_to(until)
        where = f"{club.slug}/{evening.evening.slug}/"
        has_cards = evening.evening.tables.exists() and evening.evening.status != "published"
        card = f"/t/{token_of(evening, 1)}/" if has_cards else ""
        found.append({"status": status, "public": f"/c/{where}", "desk": f"/desk/{where}", "card": card})

    for step in STEPS:
        make(step, step, 14, colours=("dames", "messieurs"), couples="mixed")
    for game in GAMES:
        make(game, "playing", 10, game=game, movement="drawn")
    return found
