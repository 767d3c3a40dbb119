"""One table each of several games, ready to play."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.browser.stage import a_club
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.table.a_phone import token_of

MORE_THAN_IS_ENTERED = 400
"""Tests one after another enter hands at these tables, and none of them ends the round."""


def seat(tables: list[str]) -> dict[str, str]:
    """Make an evening of one table for each, as `ascot:3:ramsch=true`: the game, how many play, and house rules.

    Returns the links on the cards.
    """
    at = datetime.now(UTC) - timedelta(hours=1)
    club = a_club("all-the-games")
    links = {}
    for table in tables:
        game, count, *given = table.split(":")
        movement = "progressive" if game == "chantecler" else "fixed"
        rules = {
            name: value == "true" if value in ("true", "false") else value
            for name, value in (one.split("=") for one in given)
        }
        evening = AnEvening.made(
            club,
            int(count),
            at=at,
            name=table,
            game=game,
            movement=movement,
            house_rules=rules,
            target=MORE_THAN_IS_ENTERED,
        )
        for player, name in zip(evening.players, ("Ann", "Bo", "Clementine", "Di", "Ed"), strict=False):
            player.name = f"{name} {player.pk}"
            player.save()
        evening.bring_to("playing")
        links[table] = f"/t/{token_of(evening, 1)}/"
    return links
