"""The league of the demo club: a season of its past evenings."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournaments.club.models import Club
from tournaments.league.acts import Open
from tournaments.league.models import Season
from tournaments.league.services import seasons
from tournaments.league.services.ledger import perform
from tournaments.work import runner
from tournaments.work.models import Job

BY = "script"
RULES = {
    "games": ["chantecler", "ascot", "chambery_tarot", "clabberjass", "chamberlain"],
    "points": {"by": "places", "table": [12, 10, 8, 7, 6, 5, 4, 3, 2, 1], "beyond": 1, "ties": "equal"},
    "unit": 10,
    "best": 5,
    "of": 9,
    "minimum": 2,
    "tie_breaks": ["evenings_won", "head_to_head", "lots"],
    "categories": [{"name": "red", "by": "colour"}, {"name": "blue", "by": "colour"}],
    "prizes": {
        "overall": {"best": [3000, 2000, 1000], "booby": 0},
        "by_category": {"best": [500]},
        "one_each": True,
        "ties": "hort",
    },
}


def add_league(club: Club, *, at: datetime) -> Season:
    """A season under way that counts every published evening of the club, worked out at once."""
    league = seasons.make_league(club=club, name="Winter league", at=at)
    today = at.date()
    season = seasons.make_season(
        league=league,
        name="This winter",
        kind=Season.Kind.EVENINGS,
        starts=today - timedelta(weeks=10),
        ends=today + timedelta(weeks=10),
        rules=RULES,
        by=BY,
        at=at,
    )
    perform(season=season, act=Open(), by=BY, at=at)
    for key in Job.objects.waiting().values_list("pk", flat=True):
        runner.run(key, clock=lambda: at)
    return season
