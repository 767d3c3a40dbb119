"""What counts tonight stands first in every view of the standings: games won, points, or game points."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import signed_in, words
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.evening.web.table.a_phone import Phone
from tournaments.evening.api.evening_answers import Standings
from tournaments.evening.models import Standing, Table

MARGIN = {"counts": "margin", "margin": [[0, 7001], [31, 7002], [61, 7003]]}
HANDS = {"ends": "hands", "hands": 2}


def played(make_evening: Make, *, counts: str, until: str = "published") -> AnEvening:
    """An evening of one round of two hands that counts so."""
    worth = MARGIN if counts == "margin" else {"counts": counts}
    evening = make_evening(8, rounds=1, movement="progressive", ends=HANDS, worth=worth, until="bell")
    evening.cut_where_level()
    for step in ("settled", "drafted", "finished", "published"):
        if evening.evening.status != until:
            evening.step_to(step)
    return evening


def best_of(evening: AnEvening) -> Standing:
    """The first line of the standings."""
    return (
        Standing.objects.filter(ticket__evening=evening.evening).select_related("ticket").order_by("place")[0]
    )


def looked_at(evening: AnEvening, director: Any) -> dict[str, str]:
    """Every view of the standings as text."""
    club, slug = evening.evening.club.slug, evening.evening.slug
    best = best_of(evening).ticket
    table = Table.objects.get(rounds__seats__ticket=best)
    phone = Phone(evening, table.number)
    holder = Holder(evening, best.number)
    phone.scan()
    holder.scan()
    paths = ("", "print/", "wall/")
    found = {path: words(Client().get(f"/c/{club}/{slug}/{path}").content.decode()) for path in paths}
    found["desk"] = words(signed_in(director).get(f"/desk/{club}/{slug}/").content.decode())
    return {**found, "phone": phone.text(), "player": holder.text()}


@pytest.mark.parametrize(("counts", "game_points"), [("margin", True), ("points", False), ("games", False)])
def test_game_points_stand_in_every_view_where_they_count(
    make_evening: Make, director: Any, counts: str, game_points: bool
) -> None:
    evening = played(make_evening, counts=counts, until="finished")
    best = best_of(evening)
    figure = best.game_points if game_points else best.points_for
    assert (best.game_points in (7001, 7002, 7003)) is game_points
    for where, text in looked_at(evening, director).items():
        assert counts == "games" or re.search(rf"\b{figure}\b", text), where
        assert "None" not in text, where
        assert ("Game points" in text) is (game_points and where != "wall/"), where


def test_files_have_game_points_where_they_count(make_evening: Make) -> None:
    evening = played(make_evening, counts="margin")
    found = evening.evening
    answer = Client().get(f"/c/{found.club.slug}/{found.slug}/standings.csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0]["game points"] == str(best_of(evening).game_points)
    assert rows[-1]["game points"] == "0"


@pytest.mark.parametrize("counts", ["margin", "games"])
def test_the_api_tells_game_points_where_they_count(make_evening: Make, counts: str) -> None:
    evening = played(make_evening, counts=counts, until="finished")
    told = Standings.from_view(evening.evening).standings[0].game_points
    assert told == best_of(evening).game_points
    assert (told is None) is (counts == "games")
