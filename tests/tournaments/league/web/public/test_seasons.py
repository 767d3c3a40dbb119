"""What everybody reads of a season of evenings: the table, why, the evenings, rules, prizes and ledger."""

import copy
import csv
import io
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import html, words
from tests.tournaments.league.services.test_tables import turn_round
from tests.tournaments.league.web.pages import page, read, url
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club
from tournaments.club.reads.access import Visitor
from tournaments.club.services import clubs, members
from tournaments.evening.acts import Penalty
from tournaments.league import acts
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.season_views import tables_corrected
from tournaments.league.reads.tables import forget
from tournaments.league.services import tables
from tournaments.league.web.fixture_words import corrections_in_words

DAYS = (date(2026, 10, 2), date(2026, 10, 9), date(2026, 10, 16))


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: Any) -> Iterator[ASeason]:
    """A season of four evenings, played once for all tests of this file; each test takes back what it does."""
    with django_db_blocker.unblock(), transaction.atomic():
        club = clubs.make_club(name="Rooster Club", director=None, time_zone="Europe/Paris", at=START)
        categories = [{"name": "rose", "by": "colour"}, {"name": "sage", "by": "colour"}]
        made = ASeason.made(club, rules={"best": 2, "of": 5, "minimum": 2, "categories": categories})
        for day in DAYS:
            made.play(day, colours=("rose", "sage"))
        made.play(date(2026, 10, 23), 4, colours=("rose", "sage"), name="Other")
        yield made
        transaction.set_rollback(True)
    forget()


@pytest.fixture
def season(played: ASeason, db: None) -> ASeason:
    forget()
    mine = copy.deepcopy(played)
    mine.read()
    return mine


def test_the_club_leads_to_its_leagues_and_they_to_the_table(season: ASeason) -> None:
    club = season.season.league.club
    leagues = reverse("web:leagues", args=[club.slug])
    assert f'href="{leagues}"' in html(Client().get(reverse("web:club", args=[club.slug])))
    assert f'href="{url(season)}"' in html(Client().get(leagues))


def test_the_table_shows_places_points_and_a_table_for_each_category(season: ASeason) -> None:
    told = words(page(season))
    assert "4 of 5 evenings played." in told
    assert "Came to 1 of the 2 evenings that a place requires." in told
    first = season.lines()[0]
    assert first.player.name in told
    assert 'id="of-rose"' in page(season)


def test_why_names_the_neighbours_the_evenings_and_their_rounds(season: ASeason) -> None:
    lines = season.lines()
    at = next(at for at, line in enumerate(lines) if line.place != 1)
    told = page(season, f"why/{lines[at].player.slug}/")
    assert f"Behind {lines[at - 1].player.name}" in words(told)
    assert f"Ahead of {lines[at + 1].player.name}" in words(told)
    evening = season.evenings[0].evening
    assert reverse("web:round-table", args=[evening.club.slug, evening.slug, 1, 1])[:-2] in told
    assert words(told).count("Not among the best 2, so it does not count.") == 1


def test_why_in_the_table_of_a_category(season: ASeason) -> None:
    line = season.lines("rose")[1]
    assert Client().get(url(season, f"why/{line.player.slug}/"), {"of": "rose"}).status_code == 200
    assert Client().get(url(season, f"why/{line.player.slug}/"), {"of": "sage"}).status_code == 404
    assert Client().get(url(season, f"why/{10**9}/")).status_code == 404


def test_the_number_of_before_and_a_former_name_lead_to_why(season: ASeason) -> None:
    player = season.lines("rose")[1].player
    once = player.slug
    answer = Client().get(url(season, f"why/{player.pk}/"), {"of": "rose"})
    members.change_player(player, members.MemberChange(name="Zoe"))
    assert (answer.status_code, answer["Location"]) == (302, f"{url(season, f'why/{once}/')}?of=rose")
    moved = Client().get(url(season, f"why/{once}/"))
    assert (moved.status_code, moved["Location"]) == (302, url(season, "why/zoe/"))


def test_the_evenings_stand_side_by_side(season: ASeason) -> None:
    told = page(season, "evenings/")
    assert told.count("<s>") == 8, "the third evening of eight people does not count"


def test_the_rules_are_a_page_with_a_worked_example_and_the_version(season: ASeason) -> None:
    told = page(season, "rules/")
    assert 'id="season.points"' in told
    assert season.season.rules_version[:12] in told
    assert "An evening of games" in told


def test_the_ledger_says_what_a_correction_moved(season: ASeason) -> None:
    turn_round(season.evenings[0])
    season.evenings[0].step_to("published")
    season.work()
    told = words(page(season, "ledger/"))
    assert "was corrected and published again (2): the table moved." in told
    assert "→ place" in told


def test_a_void_evening_is_marked_and_gives_nothing(season: ASeason) -> None:
    evening = address_of(season.evenings[1].evening)
    season.act(acts.DeclareVoid(evening=evening, void=True, reason="a wrong pack"))
    season.work()
    assert "void" in words(page(season, "evenings/"))
    assert "a wrong pack" in page(season, "ledger/")


def test_the_tables_are_a_file_for_spreadsheets(season: ASeason) -> None:
    answer = Client().get(url(season, "table.csv"))
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    first = season.lines()[0]
    assert rows[0] == ["table", "place", "player", "points", "evenings", "evenings won", "bonus"]
    assert rows[1][1:4] == ["1", first.player.name, f"{first.total / 2:.1f}"]
    assert [row[0] for row in rows[1:]] == [""] * 12 + ["rose"] * 6 + ["sage"] * 6


def test_the_table_says_which_evening_was_corrected_and_why(club: Club) -> None:
    season = ASeason.made(club)
    evening = season.play(date(2026, 10, 2))
    assert "Corrected on" not in page(season)
    turn_round(evening)
    assert "Corrected on" not in page(season), "what is not published again moves nothing"
    evening.act(tables.publish_tables)
    season.work()
    told = read(season)
    assert ": misread Friday" in told
    assert len(asked(lambda: tables_corrected(season.season, Visitor(AnonymousUser())))) == 3
    season.play(date(2026, 10, 9))
    told = read(season, "evenings/")
    assert [told.count(sign) > 0 for sign in (" up by ", " down by ")] == [True] * 2


def test_a_correction_that_moves_nobodys_place_is_not_told(club: Club) -> None:
    season = ASeason.made(club)
    evening = season.play(date(2026, 10, 2))
    code = evening.evening.standings.order_by("place").values_list("ticket__code", flat=True)[0]
    evening.act(Penalty(tickets=[code], points=1, reason="one more"))
    evening.act(tables.publish_tables)
    season.work()
    assert "Corrected on" not in page(season)
    assert len(asked(lambda: tables_corrected(season.season, Visitor(AnonymousUser())))) == 1


def test_the_table_of_fixtures_says_which_result_was_corrected_and_why(club: Club) -> None:
    made = AContest.made(club, at=timezone.now())
    first, second = [row.code for row in made.seen.fixtures][:2]
    made.result(first, 3, 1)
    made.result(second, 2, 0)
    assert "Corrected on" not in page(made)
    made.result(first, 1, 3, reason="the sides were mixed up")
    told = read(made)
    assert ": the sides were mixed up" in told
    assert "1 : 3, before that 3 : 1" in told
    assert told.count("Corrected on") == 1
    assert len(asked(lambda: corrections_in_words(made.season, Visitor(AnonymousUser())))) == 3


SIZE = (1200, 630)


def picture(where: str, tag: str = "") -> tuple[int, bytes, str]:
    answer = Client().get(f"{where}picture.png", headers={"If-None-Match": tag} if tag else None)
    return answer.status_code, answer.content, answer.get("ETag", "")


def test_a_season_is_shared_with_whoever_leads(club: Club) -> None:
    season = ASeason.made(club)
    evening = season.play(date(2026, 10, 2))
    where = url(season)
    told = Client().get(where).content.decode()
    assert f'data-share="http://testserver{where}"' in told
    assert f'content="http://testserver{where}picture.png"' in told
    assert "og:title" not in Client().get(f"{where}rules/").content.decode(), "the table is shared"
    _, before, tag = picture(where)
    assert Image.open(io.BytesIO(before)).size == SIZE
    assert picture(where, tag)[0] == 304
    turn_round(evening)
    evening.act(tables.publish_tables)
    season.work()
    assert picture(where, tag)[1] != before


def test_a_season_of_fixtures_has_a_picture(club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.play_out()
    assert picture(url(made))[0] == 200


def test_a_player_is_shared_until_they_are_erased(make_evening: Make) -> None:
    room = make_evening(8, until="published", rounds=1)
    ann = room.players[0]
    where = f"/c/{room.evening.club.slug}/players/{ann.slug}/"
    told = Client().get(where).content.decode()
    assert f'property="og:title" content="{ann.name} · Rooster Club"' in " ".join(told.split())
    status, before, tag = picture(where)
    assert (status, Image.open(io.BytesIO(before)).size) == (200, SIZE)
    assert picture(where, tag)[0] == 304
    members.erase_names(player=ann)
    assert picture(where)[0] == 404
    assert picture(f"/c/{room.evening.club.slug}/players/player/", tag)[1] != before


def test_whoever_has_played_no_published_evening_has_no_picture(make_evening: Make) -> None:
    room = make_evening(8, until="finished", rounds=1)
    assert picture(f"/c/{room.evening.club.slug}/players/{room.players[0].slug}/")[0] == 404
