"""Sets the scene of the pictures: the demo club's evening in its third round, and the door of the next one."""

from datetime import timedelta
from typing import Any, Final

ROUND: Final = 3
HANDS: Final = 3
"""At every table of that round."""


def set_scene() -> dict[str, Any]:
    """The addresses of the evening that is on and of the one before it, and the links of tonight's tables."""
    from django.utils import timezone

    from tests.tournaments.an_evening import AnEvening
    from tournaments.evening.models import Evening, TableLink
    from tournaments.evening.services.links import link_token

    on = Evening.objects.get(status="playing")
    evening = AnEvening(on, [], timezone.now() - timedelta(minutes=2))
    while evening.read().current_round < ROUND:
        evening.play_out()
        evening.cut_where_level()
        for step in ("settled", "drafted", "moved", "playing"):
            evening.step_to(step)
    evening.play_hands(HANDS)
    links = TableLink.objects.filter(table__evening=on).order_by("table__number")
    last = Evening.objects.filter(status="published").latest("date")
    people = list(on.club.players.order_by("pk").values_list("name", flat=True)[:9])
    door = AnEvening.made(
        on.club, 9, at=timezone.now() + timedelta(days=7), name="Next Friday", people=people
    )
    return {
        "tonight": f"{on.club.slug}/{on.slug}",
        "last": f"{last.club.slug}/{last.slug}",
        "door": f"{on.club.slug}/{door.bring_to('check_in').evening.slug}",
        "tables": [f"/t/{link_token(link)}/" for link in links],
    }
