"""A program that makes an evening in every status and writes where each can be looked at, as a line of JSON.

Run by test_french.py in the environment of its house: `python -m tests.browser.every_status`.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import django

NAMES = ("Jean-Baptiste de Villeneuve", "Marie-Antoinette Laframboise", "Zoé", "Wolfgang Schönenberger")
"""Long names beside short ones: where they fit, all do."""


def main() -> None:
    """Make the evenings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.tournaments.an_evening import STEPS, AnEvening
    from tests.tournaments.web.table.a_phone import token_of
    from tournaments.models import User
    from tournaments.services import clubs

    at = datetime.now(UTC) - timedelta(hours=1)
    director = User.objects.order_by("pk")[0]
    club = clubs.make_club(name="Cercle des amis du Coq", director=director, time_zone="Europe/Paris", at=at)
    found: list[dict[str, Any]] = []
    for step in STEPS:
        colours = ("dames", "messieurs")
        evening = AnEvening.made(club, 14, at=at, name=f"Soirée {step}", colours=colours, couples="mixed")
        for number, player in enumerate(evening.players):
            player.name = f"{NAMES[number % len(NAMES)]} {number:02}"
            player.save()
        evening.bring_to(step)
        seated = evening.evening.tables.exists()
        found.append(
            {
                "status": step,
                "public": f"/c/{club.slug}/{evening.evening.slug}/",
                "desk": f"/desk/{club.slug}/{evening.evening.slug}/",
                "card": f"/t/{token_of(evening, 1)}/" if seated else "",
            }
        )
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
