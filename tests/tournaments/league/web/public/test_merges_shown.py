"""What a merge changes on the public pages, and that undoing it leaves every one of them as it was."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.a_season import ASeason
from tests.tournaments.evening.web.desk.at_the_desk import words
from tests.tournaments.league.federated import BY
from tournaments.club.models import Club, Player
from tournaments.league.models import RatingPoint, SeasonLine
from tournaments.league.services import bonds


@pytest.fixture
def season(club: Club) -> ASeason:
    """Two evenings, with nine people each, of whom four come to both."""
    made = ASeason.made(club)
    first = made.play(date(2026, 10, 2), 9)
    second = made.play(date(2026, 10, 9), 9, name="Second", until="draft")
    second.players = [*first.players[:4], *second.players[4:]]
    for step in ("check_in", "seated", "playing", "bell", "settled", "finished", "published"):
        second.step_to(step)
    made.work()
    return made


def rows() -> tuple[list[Any], list[Any]]:
    lines = SeasonLine.objects.order_by("season", "category", "position").values()
    points = RatingPoint.objects.order_by("game", "date", "evening", "player").values()
    return [{**row, "id": 0} for row in lines], [{**row, "id": 0} for row in points]


def pages(client: Client, season: ASeason) -> list[bytes]:
    league = season.season.league
    club = f"/c/{league.club.slug}/"
    where = [
        club,
        f"{club}players/",
        f"{club}leagues/{league.slug}/{season.season.slug}/",
        *(f"{club}players/{slug}/" for slug in Player.objects.order_by("pk").values_list("slug", flat=True)),
        *(f"{club}{room.evening.slug}/" for room in season.evenings),
    ]
    return [client.get(path).content for path in where]


@pytest.mark.parametrize("chained", [True, False], ids=["each into the next", "all into one"])
def test_merges_that_are_undone_have_never_been(client: Client, season: ASeason, chained: bool) -> None:
    dice = random.Random(1910)
    kept, shown = rows(), pages(client, season)
    people = dice.sample(list(Player.objects.order_by("pk")), 5)
    made = [
        bonds.merge(duplicate=one, into=other, **BY)
        for one, other in zip(people, people[1:] if chained else [people[-1]] * 4, strict=False)
    ]
    season.work()
    assert rows() != kept
    for row in dice.sample(made, len(made)):
        bonds.undo(merge=row, **BY)
    season.work()
    assert rows() == kept
    assert pages(client, season) == shown


def test_somebody_listed_twice_has_one_line_and_page(client: Client, season: ASeason, club: Club) -> None:
    first, second = season.evenings
    once = next(player for player in first.players if player not in second.players)
    duplicate = next(player for player in second.players if player not in first.players)
    before = season.totals()
    bonds.merge(duplicate=duplicate, into=once, **BY)
    season.work()
    after = season.totals()
    assert duplicate.name not in after
    assert after[once.name] >= before[once.name]
    said = words(client.get(f"/c/{club.slug}/players/{once.slug}/").content.decode())
    assert f"Also listed as {duplicate.name}." in said
    assert "Friday league, Season 1" in said
