"""Sets the stage: one club with an evening in every status, made through the services.

Run as a program in a house's environment (`python -m tests.browser.stage`); it writes where everything is.
"""

from __future__ import annotations

import json
from typing import Any

import django

CLUB = "stage"


def evening_in(club: Any, status: str, **settings: Any) -> dict[str, Any]:
    """An evening brought to `status`, its address and its tables' links."""
    from django.utils import timezone

    from tests.tournaments.an_evening import AnEvening
    from tournaments.models import TableLink
    from tournaments.services.access import table_token

    evening = AnEvening.made(
        club, 14, at=timezone.now(), colours=("rose", "green"), name=status.replace("_", " "), **settings
    )
    evening.bring_to(status)
    links = TableLink.objects.filter(table__evening=evening.evening).order_by("table__number")
    return {"slug": evening.evening.slug, "tables": [f"/t/{table_token(link)}/" for link in links]}


def set_stage() -> dict[str, Any]:
    """The evenings by status; `level` is at the bell with a table that must cut, `ringing` may ring."""
    from django.utils import timezone

    from tests.tournaments.an_evening import STEPS
    from tournaments.models import User
    from tournaments.services import clubs

    director = User.objects.get(username="demo-director")
    club = clubs.make_club(
        name="The Stage Card Club", director=director, time_zone="Europe/London", at=timezone.now(), slug=CLUB
    )
    return {status: evening_in(club, status) for status in STEPS}


if __name__ == "__main__":
    django.setup()
    print(json.dumps(set_stage()))  # noqa: T201 - its answer
