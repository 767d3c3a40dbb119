"""Evenings of people whose names run from right to left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.browser.stage import a_club
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.table.a_phone import token_of

NAMES = ("יעל כהן", "محمد علي", "Ada Marsh", "رنا 7", "דן", "Ben Okafor", "نور", "רות לוי")
"""Hebrew, Arabic and Latin beside each other; one has a number of its own."""
STATUSES = ("check_in", "playing", "bell", "moved", "published")


def make() -> dict[str, dict[str, str]]:
    """By status, the address of the evening and of the card of its table 1."""
    at = datetime.now(UTC) - timedelta(minutes=30)
    club = a_club("rtl", called="מועדון הקלפים")
    found = {}
    for status in STATUSES:
        evening = AnEvening.made(club, 10, at=at, name="ערב ראשון", target=14)
        for number, player in enumerate(evening.players):
            player.name = NAMES[number % len(NAMES)] if number < len(NAMES) else f"Guest {number}"
            player.save()
        evening.bring_to(status)
        where = f"{club.slug}/{evening.evening.slug}"
        card = f"/t/{token_of(evening, 1)}/" if status not in ("check_in", "published") else ""
        found[status] = {"path": where, "card": card}
    return found
