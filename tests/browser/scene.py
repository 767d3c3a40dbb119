"""Sets the scene of the pictures: the demo club's evening in its third round, a table about to ring."""

import random
from datetime import timedelta
from itertools import cycle
from typing import Any, Final

from tournaments.evening import acts

ROUND: Final = 3
SEED: Final = 3


def play_to_the_bell(evening: Any, dice: random.Random) -> int:
    """Hands at every table in turn until one of them may ring: that table's number."""
    from tournaments.demo import TARGET
    from tournaments.movement.seating import may_ring
    from tournaments.rehearsal.random_hands import chantecler

    tables = cycle(evening.tables())
    table = 0
    while not (table and may_ring(table, evening.totals(table), target=TARGET)):
        table = next(tables)
        evening.enter(table, chantecler(dice))
    return table


def end_round(evening: Any, ringing: int) -> None:
    from tournaments.movement.seating import level_tables

    evening.act(acts.Ring(table=ringing))
    for table in level_tables([evening.totals(table) for table in evening.tables()]):
        evening.act(acts.Cut(table=table, winner="A"))
    evening.act(acts.Close())
    evening.work()
    evening.act(acts.PublishMove())
    evening.act(acts.Start())


def the_door(club: Any) -> Any:
    """An evening a week later whose doors are open; nine are in."""
    from django.utils import timezone

    from tests.tournaments.an_evening import BY
    from tournaments.evening.services import evenings
    from tournaments.evening.services.perform import perform

    at = timezone.now()
    plan = {"game": "chantecler", "rounds": 6}
    evening = evenings.make_evening(
        club=club, name="Next Friday", date=at.date() + timedelta(days=7), plan=plan, by=BY, at=at
    )
    perform(evening=evening, act=acts.OpenDoors(), by=BY, at=at)
    arrivals = [(player, "") for player in club.players.order_by("pk")[:9]]
    evenings.check_in(evening=evening, players=arrivals, by=BY, at=at)
    return evening


def set_scene() -> dict[str, Any]:
    """The addresses of the evening that is on and of the one before it, and the links of tonight's tables."""
    from django.utils import timezone

    from tests.tournaments.an_evening import AnEvening
    from tournaments.evening.models import Evening, TableLink
    from tournaments.evening.services.links import link_token

    dice = random.Random(SEED)
    on = Evening.objects.get(status="playing")
    evening = AnEvening(on, [], timezone.now() - timedelta(minutes=2))
    while evening.read().current_round < ROUND:
        end_round(evening, play_to_the_bell(evening, dice))
    play_to_the_bell(evening, dice)
    links = TableLink.objects.filter(table__evening=on).order_by("table__number")
    last = Evening.objects.filter(status="published").latest("date")
    return {
        "tonight": f"{on.club.slug}/{on.slug}",
        "last": f"{last.club.slug}/{last.slug}",
        "door": f"{on.club.slug}/{the_door(on.club).slug}",
        "tables": [f"/t/{link_token(link)}/" for link in links],
    }
