"""Lists that read two relations: their work is the sum of both, never the product."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any, NamedTuple

import pytest
from django.db import connection

from tests.tournaments.conftest import START
from tournaments.club.models import Player, User
from tournaments.club.reads import members
from tournaments.club.services import clubs
from tournaments.evening.models import Evening, Ticket
from tournaments.evening.reads import desk
from tournaments.fees import fees
from tournaments.fees.models import FeeEntry
from tournaments.league import models
from tournaments.league.reads import persons as games
from tournaments.league.services import ledger

FEW, MANY = 12, 48
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the steps of a statement are SQLite's"),
]


class Rows(NamedTuple):
    """What is asked about."""

    director: User
    evening: Evening
    players: list[Player]
    season: models.Season


def grown(number: int) -> Rows:
    """A club with so many players and evenings, one evening with all, and a season that counts all of both."""
    director = User.objects.create_user(f"director of {number}")
    club = clubs.make_club(name=f"Club of {number}", director=director, time_zone="UTC", at=START)
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Player {one}", slug=f"player-{one}", made_at=START) for one in range(number)
    )
    evenings = Evening.objects.bulk_create(
        Evening(
            club=club, name=f"On {one}", slug=f"on-{one}", date=date(2020, 1, 1) + timedelta(one),
            plan={"game": "chantecler"}, status="published", made_at=START, published_at=START,
        )
        for one in range(number)
    )  # fmt: skip
    first = evenings[0]
    for index, player in enumerate(players, 1):
        Ticket.objects.create(evening=first, player=player, code=f"t{index}", number=index)
        FeeEntry.objects.create(
            evening=first, player=player, number=1, amount=500, made_by="user:1", made_at=START
        )
    season = models.Season.objects.create(
        league=models.League.objects.create(club=club, name="One", slug="one", made_at=START),
        name="One", slug="one", kind="evenings", stage="open", starts=date(2020, 1, 1), ends=date(2021, 1, 1),
        rules={}, rules_version="", seed="", made_at=START,
    )  # fmt: skip
    division = models.Division.objects.create(season=season, level=1, name="One")
    models.SeasonEvening.objects.bulk_create(
        models.SeasonEvening(season=season, evening=evening, result={}) for evening in evenings
    )
    for index, player in enumerate(players, 1):
        entrant = models.Entrant.objects.create(
            season=season, division=division, number=index, name=player.name
        )
        models.EntrantMember.objects.create(season=season, entrant=entrant, player=player)
        models.SeasonLine.objects.create(
            season=season, player=player, position=index, total=0, attended=1, won=0, bonus=0, prizes=True
        )
        models.BoundText.objects.create(
            season=season, commitment=f"{index:064}", text=f"Player {index} was late"
        )
    return Rows(director, first, players, season)


READS: dict[str, Callable[[Rows], object]] = {
    "the clubs of an officer": lambda rows: list(members.clubs(rows.director)),
    "the evenings of a season": lambda rows: list(
        desk.narrowed(desk.evenings(rows.evening.club), season=str(rows.season.pk))
    ),
    "somebody who pays": lambda rows: fees.payer_of_evening(rows.evening, rows.players[-1].pk),
    "what a merge touches": lambda rows: games.touched(*rows.players[:2]),
    "leagues around a club": lambda rows: games.leagues_around([rows.evening.club_id]),
    "reasons that name somebody": lambda rows: ledger._reasons(rows.players[0], ["Player 1 "]),
    "seasons of an evening": lambda rows: ledger.seasons_for(rows.evening),
}


def steps(read: Callable[[], object]) -> int:
    """How many instructions of SQLite's machine the statements of a call take."""
    count = 0

    def step() -> int:
        nonlocal count
        count += 1
        return 0

    database: Any = connection.connection
    database.set_progress_handler(step, 10)
    try:
        read()
    finally:
        database.set_progress_handler(None, 0)
    return count


def test_the_work_is_a_sum_not_a_product() -> None:
    measured: dict[str, list[int]] = {name: [] for name in READS}
    for number in (FEW, MANY):
        rows = grown(number)
        for name, read in READS.items():
            measured[name].append(steps(partial(read, rows)))
    # Four times the rows: a sum takes four times the steps, a product sixteen times.
    grew = {name: many / max(few, 20) for name, (few, many) in measured.items()}
    assert {name: times for name, times in grew.items() if times > 2 * MANY / FEW} == {}
